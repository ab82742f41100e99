//! Artwork: a theme with its loaded pictures.
//!
//! Themes and pictures are untrusted: they are read within limits, and unreadable ones are reported with their place in
//! the theme. Missing artwork is replaced by the default drawing.

mod bounded;
mod count;
mod effort;
mod error;
mod picture;
mod refuse;
mod template;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_platform::fs;
use battlewright_schema::theme::{Pattern, TerrainStyle, ThemeProblem, ThemeStyle, mismatched};
use battlewright_schema::{
    Arm, ArtPath, Color, Common, Diagnostic, DocPath, Scenario, SideId, TerrainView, Theme, placed,
};
use ecolor::Color32;

use crate::draw::ink;
use crate::picture::{PictureFormat, measure};
pub use error::{ArtError, DrawingLimit};
pub use picture::ArtPicture;
pub(crate) use picture::PictureContent;
pub use template::{PLACEHOLDERS, Template, Values};

/// The longest file of a theme or a picture, in bytes.
pub const LONGEST: u64 = 8 << 20;

/// The most pixels of all PNGs of a theme together: a large PNG can be a small file.
const MOST_PIXELS: u64 = 64_000_000;

/// The artwork of a scenario: a theme and its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Art {
    theme: Theme,
    /// The pictures that were read without an error.
    pictures: BTreeMap<ArtPath, Template>,
    inks: Inks,
}

/// The colors of the printed map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inks {
    /// The hex grid.
    pub grid: Color32,
    /// Hex numbers.
    pub numbers: Color32,
    /// Place names.
    pub names: Color32,
    /// The halo that sets names off from the ground.
    pub halo: Color32,
    /// Streams and rivers.
    pub water: Color32,
    /// Roads.
    pub road: Color32,
    /// The casing of roads.
    pub road_edge: Color32,
    /// Roads at small scale, drawn without a casing.
    pub far_road: Color32,
    /// Slopes along hexsides.
    pub slope: Color32,
    /// Walls along hexsides.
    pub wall: Color32,
    /// Edges between levels of elevation.
    pub levels: Color32,
}

impl Default for Inks {
    fn default() -> Self {
        Self {
            grid: ink::LINE,
            numbers: ink::LINE,
            names: Color32::from_rgb(40, 30, 20),
            halo: ink::HALO,
            water: ink::WATER,
            road: Color32::from_rgb(250, 238, 208),
            road_edge: Color32::from_rgb(110, 84, 58),
            far_road: Color32::from_rgb(160, 126, 92),
            slope: Color32::from_rgb(140, 104, 62),
            wall: Color32::from_rgb(92, 80, 66),
            levels: Color32::from_rgb(122, 74, 30),
        }
    }
}

/// The outcome of reading a theme file.
#[derive(Clone, Debug, Default)]
pub struct LoadedTheme {
    /// The artwork to draw with.
    pub art: Arc<Art>,
    /// The findings about the theme's text.
    of_text: Vec<Diagnostic>,
    /// The findings about its pictures.
    of_pictures: Vec<Diagnostic>,
    /// The reason why the theme could not be read at all.
    pub refused: Option<String>,
    /// The files that were read or missing, the theme's own first.
    pub files: Vec<PathBuf>,
}

impl LoadedTheme {
    /// Returns the findings about the theme and its pictures, located in the theme's text, in reading order.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = self.of_text.iter().chain(&self.of_pictures).cloned().collect();
        all.sort_by(Diagnostic::reading_order);
        all
    }

    /// Returns the findings about the pictures.
    pub fn of_pictures(self) -> Vec<Diagnostic> {
        self.of_pictures
    }

    /// Returns the findings to report in the text of `scenario`, which names the theme: one for all problems of the
    /// theme, and one for each thing in the theme that the scenario does not define. The findings are not located in the
    /// text yet.
    pub fn findings_in(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        let Some(file) = scenario.common().theme() else { return Vec::new() };
        let path = DocPath::root().key("theme");
        let told = |why: String| ThemeProblem::Unreadable(why).at(path.clone());
        let findings = self.findings();
        let wrong = match (findings.as_slice(), &self.refused) {
            // An unsafe path is a finding of the scenario itself.
            _ if file.problem().is_some() => None,
            (_, Some(why)) => Some(told(why.clone())),
            ([], None) => None,
            ([first], None) => Some(told(format!("{file}:{first}"))),
            ([first, rest @ ..], None) => Some(told(format!("{file}:{first}, and {} more", rest.len()))),
        };
        let wrong = wrong.map(|finding| match self.refused {
            Some(_) => finding,
            None => finding.help(format!("`battlewright validate {file}` lists all of them")),
        });
        wrong.into_iter().chain(mismatched(self.art.theme(), scenario.common())).collect()
    }
}

impl Art {
    /// Returns the artwork of a theme without pictures.
    pub fn of(theme: Theme) -> Self {
        Self::with(theme, BTreeMap::new())
    }

    fn with(theme: Theme, pictures: BTreeMap<ArtPath, Template>) -> Self {
        let (plain, map) = (Inks::default(), &theme.map);
        let or = |own: Option<Color>, plain: Color32| own.map_or(plain, ink::color);
        let inks = Inks {
            grid: or(map.grid, plain.grid),
            numbers: or(map.numbers, plain.numbers),
            names: or(map.names, plain.names),
            halo: map.halo.map_or(plain.halo, |halo| ink::color(halo).gamma_multiply(0.82)),
            water: or(map.water, plain.water),
            road: or(map.road, plain.road),
            road_edge: or(map.road_edge, plain.road_edge),
            far_road: or(map.road_edge.or(map.road), plain.far_road),
            slope: or(map.slope, plain.slope),
            wall: or(map.wall, plain.wall),
            levels: or(map.levels, plain.levels),
        };
        Self { theme, pictures, inks }
    }

    /// Reads the theme at `file` and its pictures, which lie in its folder or below.
    pub fn load(file: &Path) -> LoadedTheme {
        let mut files = vec![file.to_owned()];
        let bytes = match read(file) {
            Ok(bytes) => bytes,
            Err(why) => return LoadedTheme { refused: Some(why.to_string()), files, ..LoadedTheme::default() },
        };
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        let battlewright_schema::theme::ReadTheme { theme, diagnostics } = Theme::read(&bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut pictures: BTreeMap<ArtPath, Result<Template, ThemeProblem>> = BTreeMap::new();
        let mut troubles = Vec::new();
        let mut room = MOST_PIXELS;
        for (path, named) in theme.files() {
            let Some(file) = named.within(folder) else { continue };
            let is_ground = path.last_key() == Some("picture");
            let picture = pictures.entry(named.clone()).or_insert_with(|| {
                files.push(file.clone());
                // The error of an unreadable file names the file; the error of a refused picture does not.
                let bytes = read(&file).map_err(|why| ThemeProblem::Unreadable(why.to_string()))?;
                let template = fits(&bytes, &mut room).and_then(|()| Template::of(&bytes));
                template.map_err(|why| ThemeProblem::Unreadable(format!("{named}: {why}")))
            });
            match picture {
                Err(why) => troubles.push(why.clone().at(path)),
                Ok(template) => {
                    let known = if is_ground { template::OF_GROUND } else { PLACEHOLDERS };
                    let strange = template.placeholders().filter(|name| !known.contains(name));
                    troubles
                        .extend(strange.map(|name| ThemeProblem::Placeholder(name.to_owned(), known).at(path.clone())));
                }
            }
        }
        let of_pictures = placed(&text, troubles);
        let pictures = pictures.into_iter().filter_map(|(name, picture)| Some((name, picture.ok()?))).collect();
        let art = Arc::new(Self::with(theme, pictures));
        LoadedTheme { art, of_text: diagnostics, of_pictures, refused: None, files }
    }

    /// Returns the path of the theme file of `scenario`, in `folder` or below; `None` if the scenario names no theme or
    /// an unsafe path.
    pub fn file_of(scenario: &Scenario, folder: &Path) -> Option<PathBuf> {
        scenario.common().theme()?.within(folder)
    }

    /// Reads the artwork of `scenario`, whose file is at `path`; the default artwork if it names no theme. A theme with an
    /// unsafe path is refused.
    pub fn of_scenario(scenario: &Scenario, path: &Path) -> LoadedTheme {
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        match Self::file_of(scenario, folder) {
            Some(file) => Self::load(&file),
            None => {
                let why = scenario.common().theme().and_then(ArtPath::problem);
                LoadedTheme { refused: why.map(str::to_owned), ..LoadedTheme::default() }
            }
        }
    }

    /// The theme.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The colors of the printed map.
    pub fn inks(&self) -> &Inks {
        &self.inks
    }

    /// Returns the theme's style of clear terrain.
    pub fn paper(&self) -> &TerrainStyle {
        &self.theme.look.clear
    }

    /// Returns the theme's style of `terrain` and the picture for its hexes.
    pub fn ground(&self, terrain: &TerrainView<'_>) -> (TerrainStyle, Option<ArtPicture>) {
        let look = self.theme.look.of(terrain.look);
        let ground = match self.theme.terrain.get(terrain.name) {
            None => look.clone(),
            Some(own) => TerrainStyle {
                color: own.color.or(look.color),
                line: own.line.or(look.line),
                pattern: own.pattern.or(look.pattern),
                picture: own.picture.clone().or_else(|| look.picture.clone()),
            },
        };
        let values = || {
            let color = ground.color.or(terrain.color).map_or_else(|| ink::ground(terrain.look).0, ink::color);
            let line = ground.line.map_or_else(|| ink::ground(terrain.look).1, ink::color);
            Values::of_ground(terrain.name, color, line)
        };
        let template = ground.picture.as_ref().and_then(|file| self.pictures.get(file));
        let picture = template.and_then(|template| template.filled(&values()));
        (ground, picture)
    }

    /// Returns the color of the side of `common` at `index`: from the theme, else from the scenario, else a default.
    pub fn side(&self, common: &dyn Common, index: usize) -> Color32 {
        let sides = common.sides();
        let own =
            sides.get(index).and_then(|side| self.theme.side.get(side.id).and_then(|dress| dress.field).or(side.color));
        own.map_or_else(|| ink::side(index), ink::color)
    }

    /// Returns the color and the index of the side of `common` with this id. The index of an unknown side is 2.
    pub fn side_of(&self, common: &dyn Common, id: &SideId) -> (Color32, usize) {
        let index = common.sides().iter().position(|side| side.id == id).unwrap_or(2);
        (self.side(common, index), index)
    }

    /// Returns the style of a counter. The theme's styles apply in this order: unit `id`, formation, side, arm, all
    /// counters.
    pub fn dress(&self, side: Option<&SideId>, arm: Option<Arm>, formation: Option<&str>, id: &str) -> ThemeStyle {
        let Theme { counters, side: sides, formation: formations, unit, .. } = &self.theme;
        let of_side = side.and_then(|side| sides.get(side));
        let of_formation =
            side.and_then(|side| formations.get(side)).zip(formation).and_then(|(own, name)| own.get(name));
        // Short ids are stored inline, so that this does not allocate.
        let of_unit = if unit.is_empty() { None } else { unit.get(&battlewright_schema::UnitId::from(id)) };
        let layers = [of_unit, of_formation, of_side, arm.map(|arm| self.theme.arm.of(arm)), Some(counters)];
        let mut dress = ThemeStyle::default();
        for layer in layers.into_iter().flatten() {
            dress.field = dress.field.or(layer.field);
            dress.ink = dress.ink.or(layer.ink);
            dress.band = dress.band.or(layer.band);
            dress.symbols = dress.symbols.or(layer.symbols);
            // A front comes with the back of the same style.
            if dress.front.is_none() {
                (dress.front, dress.back) = (layer.front.clone(), dress.back.or_else(|| layer.back.clone()));
            }
            dress.over = dress.over.or_else(|| layer.over.clone());
        }
        dress
    }

    /// Returns the picture of a counter with this style: the front or the back. Counters without a back show their front.
    pub fn face(&self, dress: &ThemeStyle, back: bool) -> Option<&Template> {
        let file = if back { dress.back.as_ref().or(dress.front.as_ref()) } else { dress.front.as_ref() };
        self.pictures.get(file?)
    }
}

/// Returns the pattern of terrain: from the style, else none over a picture, else the default of its look.
pub fn pattern(ground: &TerrainStyle, look: battlewright_schema::Look, pictured: bool) -> Pattern {
    ground.pattern.unwrap_or(if pictured { Pattern::Plain } else { Pattern::of(look) })
}

/// Checks a PNG against the pixels left for the theme, `room`, before decoding it, and deducts its pixels.
fn fits(bytes: &[u8], room: &mut u64) -> Result<(), ArtError> {
    let Ok((PictureFormat::Png, width, height)) = measure(bytes) else { return Ok(()) };
    let pixels = u64::from(width) * u64::from(height);
    // A PNG over its own limit is refused by its decoder.
    if pixels > picture::MOST_PIXELS {
        return Ok(());
    }
    *room = room.checked_sub(pixels).ok_or(ArtError::TooManyPixelsTogether { most: MOST_PIXELS })?;
    Ok(())
}

/// Reads the file of a theme or a picture, within [`LONGEST`].
fn read(file: &Path) -> Result<Vec<u8>, ArtError> {
    use std::io::Read as _;
    let name = || file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut bytes = Vec::new();
    let failed = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => ArtError::Missing { name: name() },
        _ if fs::is_not_a_file(&source) => ArtError::NotAFile { name: name() },
        _ => ArtError::Unreadable { name: name(), source },
    };
    let opened = fs::open_file(file).map_err(failed)?;
    opened.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(ArtError::TooLong { name: name(), most: LONGEST });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
