//! The Balance tab: many games between computer players, and their results during and after the run.

mod bar;
mod even;
mod ground;
mod plots;
mod rules;
pub(crate) mod try_values;
mod units;
mod versions;
mod wins;

use battlewright_balance::{duration, number};
use egui::{Color32, RichText, ScrollArea, Ui};

use super::PanelContext;
use crate::canvas::ink;
use crate::messages::act::Act;
use crate::model::balance::{self, BalanceLab, Games, View};
use crate::model::layout::BottomTab;
use crate::model::store::Problem;

pub use ground::{HexHolder, KeyPlace};
pub use rules::RuleUse;
pub use units::{Column, UnitTable};
pub use versions::VersionRow;
pub use wins::{Bar, Wins};

/// The text content of the Balance tab.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceData {
    /// The reason why the scenario is not playable now.
    pub unplayable: Option<String>,
    /// The reason why the requested games failed.
    pub failed: Option<String>,
    /// The progress text during a run.
    pub progress: Option<String>,
    /// A description of the finished games.
    pub played: Option<String>,
    /// `true` if the results belong to a previous version of the scenario.
    pub stale: bool,
    /// Wins, verdicts and margins.
    pub wins: Option<Wins>,
    /// The holders of key places.
    pub grounds: Vec<KeyPlace>,
    /// The unit statistics.
    pub units: UnitTable,
    /// The compared versions.
    pub versions: Vec<VersionRow>,
    /// The suggested changes, as rows under [`battlewright_balance::Suggestions::HEAD`].
    pub even_suggestions: Vec<Vec<String>>,
    /// The rules of the scenario.
    pub rules: RuleUse,
    /// Notes on the limits of the statistics.
    pub caveats: Vec<String>,
}

/// Returns the text content of the tab for `lab`.
pub fn data(lab: &BalanceLab, shown: &PanelContext<'_>) -> BalanceData {
    let games = lab.games();
    let versions = lab.versions();
    BalanceData {
        unplayable: unplayable(shown),
        failed: lab.failed().map(str::to_owned),
        progress: progress(lab),
        played: games.map(|games| played(games)),
        stale: is_stale(lab),
        wins: games.map(|games| wins::data(games)),
        grounds: games.map_or_else(Vec::new, |games| ground::data(&games.report)),
        units: games.map_or_else(UnitTable::default, |games| units::data(&games.report, lab.sort)),
        versions: versions.map_or_else(Vec::new, |versions| versions::data(&versions.sweep)),
        even_suggestions: lab
            .even_suggestions()
            .map_or_else(Vec::new, |even_suggestions| even_suggestions.suggestions.rows()),
        rules: games.map_or_else(RuleUse::default, |games| rules::data(&games.report)),
        caveats: games.map_or_else(Vec::new, |games| games.report.caveats.clone()),
    }
}

/// Returns `true` if the visible results belong to a previous version of the scenario.
fn is_stale(lab: &BalanceLab) -> bool {
    match lab.view {
        View::Versions => {
            let hash = lab
                .versions()
                .map(|versions| versions.hash)
                .or_else(|| lab.even_suggestions().map(|even_suggestions| even_suggestions.hash));
            hash.is_some_and(|hash| lab.is_stale(hash))
        }
        _ => lab.games().is_some_and(|games| lab.is_stale(games.hash)),
    }
}

/// Returns the reason why the scenario is not playable now.
fn unplayable(shown: &PanelContext<'_>) -> Option<String> {
    let errors = shown.document.problems().iter().filter(|problem| Problem::is_error(problem)).count();
    shown.document.is_broken().then(|| match errors {
        1 => "The scenario has an error. Correct it before you play.".to_owned(),
        errors => format!("The scenario has {errors} errors. Correct them before you play."),
    })
}

/// Describes the progress of the run.
fn progress(lab: &BalanceLab) -> Option<String> {
    let Some(progress) = lab.progress() else {
        return lab.is_busy().then(|| "Checking the scenario…".to_owned());
    };
    if progress.wanted == 0 {
        return Some("Preparing the games…".to_owned());
    }
    let left = progress.left().map_or_else(String::new, |left| format!("  ·  {} left", duration(left)));
    Some(format!("{} of {} games  ·  {} per second{left}", progress.played, progress.wanted, number(progress.rate())))
}

/// Describes the finished games: count, seeds and players.
fn played(games: &Games) -> String {
    let report = &games.report;
    let [first, second] = &report.players;
    let last = report.seed.saturating_add(games.wanted).saturating_sub(1);
    let count = match (games.part.is_some(), u64::try_from(report.games).unwrap_or(u64::MAX)) {
        (true, count) if count < games.wanted => format!("{count} of {} games", games.wanted),
        (_, count) => format!("{count} games"),
    };
    format!("{count}, seeds {} to {last}  ·  {first} against {second}", report.seed)
}

/// Draws the Balance tab.
pub fn ui(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    bar::ui(ui, lab, shown, acts);
    ui.separator();
    if is_stale(lab) {
        let said = "The scenario has changed. These results are from the previous version.";
        ui.add(egui::Label::new(RichText::new(said).color(ui.visuals().warn_fg_color)).wrap());
    }
    if lab.view == View::Versions {
        versions::ui(ui, lab, shown, acts);
        return;
    }
    let Some(games) = lab.games() else {
        empty(ui, lab);
        return;
    };
    match lab.view {
        View::Wins => wins::ui(ui, games, shown),
        View::Ground => ground::ui(ui, games, shown, acts),
        View::Units => units::ui(ui, &units::sheet(ui, games, lab.sort), lab.sort, shown, acts),
        View::Versions => {}
        View::Caveats => caveats(ui, games),
    }
}

/// Draws the text for a lab without results.
fn empty(ui: &mut Ui, lab: &BalanceLab) {
    ui.add_space(6.0);
    let said = if lab.is_busy() {
        "Playing the first games…"
    } else {
        "Press Play games to play the current scenario many times with computer players. The results \
        show the winner, the margin, the deciding factors and the fate of each unit. You can continue to edit during the run."
    };
    ui.add(egui::Label::new(RichText::new(said).weak()).wrap());
}

fn caveats(ui: &mut Ui, games: &Games) {
    ScrollArea::vertical().id_salt("caveats").auto_shrink(false).show(ui, |ui| {
        for caveat in &games.report.caveats {
            ui.horizontal_top(|ui| {
                ui.label("•");
                ui.add(egui::Label::new(caveat).wrap());
            });
        }
    });
}

/// Returns the color of the side at `index`, adjusted for contrast with the panel.
fn side_color(ui: &Ui, shown: &PanelContext<'_>, index: usize) -> Color32 {
    let color = shown.document.art().side(shown.common(), index);
    let (ground, towards) = (ui.visuals().panel_fill, ui.visuals().strong_text_color());
    let steps = (0_u8..=9).map(|step| color.lerp_to_gamma(towards, f32::from(step) * 0.1));
    let mut seen = steps.filter(|color| ink::contrast(*color, ground) >= 3.0);
    seen.next().unwrap_or(towards)
}

/// Pushes an act for the lab.
fn ask(acts: &mut Vec<Act>, act: balance::BalanceAct) {
    acts.push(Act::Balance(act));
}

/// Draws a button that opens the Problems tab.
fn show_problems(ui: &mut Ui, acts: &mut Vec<Act>) {
    if ui.button("Show problems").on_hover_text(BottomTab::Problems.help()).clicked() {
        acts.push(Act::Tab(BottomTab::Problems));
    }
}
