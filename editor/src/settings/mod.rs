//! The persistent settings of the program.

mod memory;

use battlewright_schema::HexsideKind;
use serde::{Deserialize, Serialize};

pub use memory::{LoadedSettings, SettingsError, SettingsStore};

use crate::messages::command::Theme;
use crate::messages::tool::{HeightChange, PaintLayer, ToolOptions, WIDEST};
use crate::model::layout::LayoutPlan;
use crate::model::region::RegionContents;

/// The version of the settings file format.
pub const VERSION: u32 = 1;

/// The selectable scales of the window, in percent.
pub const SCALES: [u16; 9] = [75, 90, 100, 110, 125, 150, 175, 200, 250];

/// The maximum number of recent files.
pub const RECENT: usize = 10;

/// The maximum number of recent colors.
pub const COLORS: usize = 5;

/// The maximum number of column keys in [`Settings::columns`].
const COLUMNS: usize = 200;

/// The settings that persist between sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    /// The version of the settings file format.
    pub version: u32,
    /// The color theme: light, dark or that of the operating system.
    pub theme: Theme,
    /// The scale of the window, in percent.
    pub scale: u16,
    /// `true` if counters show stripes in addition to the colors of their side.
    pub side_stripes: bool,
    /// `true` if the map shows terrain levels.
    pub levels: bool,
    /// `true` if the program starts with the start page.
    pub start_page: bool,
    /// The options of the tools.
    pub tools: Tools,
    /// The position and size of the window.
    pub window: Option<Window>,
    /// The layout of the panels.
    pub layout: Option<LayoutPlan>,
    /// The keys of the columns of the order of battle, in display order. The list covers every system that was shown.
    pub columns: Vec<String>,
    /// The paths of recently opened and saved files, newest first.
    pub recent: Vec<String>,
    /// The colors that were picked last, newest first, as `#rrggbb`.
    pub colors: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            theme: Theme::System,
            scale: 100,
            side_stripes: true,
            levels: true,
            start_page: true,
            tools: Tools::of(&ToolOptions::default()),
            window: None,
            layout: None,
            columns: Vec::new(),
            recent: Vec::new(),
            colors: Vec::new(),
        }
    }
}

/// The tool options that do not depend on the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Tools {
    /// The size of the brush, in rings of hexes.
    pub brush: u8,
    /// The effect of the elevation tool, as an index in [`HeightChange::ALL`].
    pub rise: usize,
    /// The level that the elevation tool sets, 1 to 9.
    pub level: u8,
    /// The kind of feature that the hexside tool draws.
    pub hexside: HexsideKind,
    /// The layer of lines, rectangles and fills, as an index in [`PaintLayer::ALL`].
    pub layer: usize,
    /// `true` if the region tool selects with the brush, `false` if it selects rectangles.
    pub lasso: bool,
    /// The contents that are moved with a region.
    pub carry: RegionContents,
}

impl Default for Tools {
    fn default() -> Self {
        Self::of(&ToolOptions::default())
    }
}

impl Tools {
    /// Returns the persistent part of `options`.
    pub fn of(options: &ToolOptions) -> Self {
        let rise = HeightChange::ALL.iter().position(|rise| *rise == options.rise).unwrap_or(0);
        let layer = PaintLayer::ALL.iter().position(|layer| *layer == options.layer).unwrap_or(0);
        let ToolOptions { size: brush, level, hexside, lasso, carry, .. } = *options;
        Self { brush, rise, level, hexside, layer, lasso, carry }
    }

    /// Copies these settings into `options`; values out of range are clamped or replaced by defaults.
    pub fn put(self, options: &mut ToolOptions) {
        options.size = self.brush.clamp(1, WIDEST);
        options.rise = HeightChange::ALL.get(self.rise).copied().unwrap_or_default();
        options.level = self.level.clamp(1, 9);
        options.hexside = self.hexside;
        options.layer = PaintLayer::ALL.get(self.layer).copied().unwrap_or_default();
        options.lasso = self.lasso;
        options.carry = self.carry;
    }
}

/// The position and size of the window, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Window {
    /// The upper left corner; `None` where the operating system does not report it.
    #[serde(default)]
    pub position: Option<[f32; 2]>,
    /// The width and height.
    pub size: [f32; 2],
    /// `true` if the window was maximized.
    #[serde(default)]
    pub maximized: bool,
    /// The size of the screen. The position is valid only on a screen of this size.
    #[serde(default)]
    pub screen: Option<[f32; 2]>,
}

impl Settings {
    /// Returns the settings with every value in its valid range.
    #[must_use]
    pub fn sound(mut self) -> Self {
        self.version = VERSION;
        self.scale = self.scale.clamp(SCALES[0], SCALES[SCALES.len() - 1]);
        self.recent.retain(|path| !path.is_empty() && path.len() < 4096);
        self.recent.truncate(RECENT);
        self.colors.retain(|color| battlewright_schema::Color::parse(color).is_some());
        self.colors.truncate(COLORS);
        self.columns.retain(|key| !key.is_empty() && key.len() < 100);
        self.columns.truncate(COLUMNS);
        let near = |at: f32| at.is_finite() && at.abs() < 32_000.0;
        if let Some(window) = &mut self.window {
            window.position = window.position.filter(|position| position.iter().copied().all(near));
            for side in &mut window.size {
                *side = if near(*side) { side.clamp(320.0, 16_000.0) } else { 900.0 };
            }
        }
        self
    }
}

/// Returns the next larger or smaller scale of [`SCALES`], or `scale` itself at the end of the list.
pub fn next_scale(scale: u16, larger: bool) -> u16 {
    let next = if larger {
        SCALES.into_iter().find(|it| *it > scale)
    } else {
        SCALES.into_iter().rev().find(|it| *it < scale)
    };
    next.unwrap_or(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_go_up_and_down_and_end() {
        assert_eq!((next_scale(100, true), next_scale(100, false)), (110, 90));
        assert_eq!((next_scale(250, true), next_scale(75, false)), (250, 75));
        assert_eq!(next_scale(101, false), 100, "one that is on no step comes to one");
    }

    #[test]
    fn what_could_do_harm_is_put_right() {
        let text = r#"{"version":1,"scale":60000,"window":{"position":[1e30,0],"size":[1e-9,1e30]},
            "tools":{"brush":200,"rise":99,"level":250,"layer":7},"recent":["","a"]}"#;
        let settings: Settings = serde_json::from_str(text).unwrap();
        let sound = settings.sound();
        let window = sound.window.unwrap();
        assert_eq!((sound.scale, window.position, window.size), (250, None, [320.0, 900.0]));
        assert_eq!(sound.recent, ["a"]);
        let mut options = ToolOptions::default();
        sound.tools.put(&mut options);
        assert!(options.size <= WIDEST && options.rise == HeightChange::Up && options.layer == PaintLayer::Terrain);
    }
}
