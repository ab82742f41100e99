//! The toolbar of the tab: the games to play, their progress, and the visible part of the report.

use crate::widgets::small_button;
use battlewright_balance::{Agreement, DefaultPlayer, pair_name};
use battlewright_engine::players::Kind;
use egui::{Button, ComboBox, DragValue, ProgressBar, RichText, Ui};

use super::{ask, played, progress, show_problems, unplayable};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::balance::{BalanceAct as Do, BalanceLab, GameSettings, GamesRequest, View};
use crate::panels::PanelContext;
use crate::theme;
use crate::widgets::popup;

/// Draws the toolbar.
pub(super) fn ui(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        settings(ui, lab, shown, acts);
        go(ui, lab, shown, acts);
        if let Some(progress) = lab.progress() {
            let bar = ProgressBar::new(progress.part()).desired_width(120.0).desired_height(14.0);
            let words = format!("Games played: {} of {}", progress.played, progress.wanted);
            ui.add(bar).widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &words));
        }
        if let Some(words) = progress(lab) {
            ui.label(RichText::new(words).weak());
        } else if let Some(games) = lab.games() {
            ui.label(RichText::new(played(games)).weak());
        }
    });
    let why = unplayable(shown).or_else(|| lab.failed().map(str::to_owned));
    if let Some(why) = why {
        ui.horizontal_wrapped(|ui| {
            ui.add(egui::Label::new(RichText::new(why).color(ui.visuals().error_fg_color)).wrap());
            if shown.document.is_broken() || !shown.document.problems().is_empty() {
                show_problems(ui, acts);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        for view in View::ALL {
            if ui.selectable_label(lab.view == view, view.name()).clicked() {
                ask(acts, Do::View(view));
            }
        }
        ui.separator();
        outputs(ui, lab, acts);
    });
}

/// Draws the players and the number of games.
fn settings(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let mut settings: GameSettings = lab.settings.clone();
    let sides = shown.common().sides();
    for (at, player) in settings.players.iter_mut().enumerate() {
        let side = sides.get(at).map_or(["First side", "Second side"][at], |side| side.name);
        ui.label(side);
        let named = |player: Option<Kind>| player.map_or_else(|| "automatic".to_owned(), |kind| kind.to_string());
        let name = named(*player);
        let combo = ComboBox::from_id_salt(("player", at)).width(84.0).selected_text(&name);
        let chosen = popup::list(combo, ui, |ui| {
            let help = format!(
                "{} where 400 games take some minutes, and greedy otherwise. The results name the player",
                DefaultPlayer::PLANS
            );
            ui.selectable_value(player, None, named(None)).on_hover_text(help);
            for kind in Kind::OFFERED {
                ui.selectable_value(player, Some(kind), named(Some(kind)));
            }
        });
        let label = format!("Player of {side}: {name}");
        chosen.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    }
    let games = DragValue::new(&mut settings.games).range(1..=GameSettings::MOST).speed(10.0);
    ui.add(games).on_hover_text("Number of games. More games give narrower intervals.").accessible_name("Games");
    ui.label("games");
    if settings != lab.settings {
        ask(acts, Do::Set(settings));
    }
}

/// Draws the button that starts or cancels the games.
fn go(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let help = |command: Command| command.entry().map_or("", |entry| entry.help);
    if lab.is_busy() {
        let cancel = ui.button("Cancel").on_hover_text("Stop. The games played so far are kept");
        if cancel.accessible_name("Cancel the games").clicked() {
            ask(acts, Do::Cancel);
        }
        return;
    }
    let playable = !shown.document.is_broken();
    let (accent, ink) = theme::play();
    let button = Button::new(RichText::new("Play games").color(ink)).fill(accent);
    if ui.add_enabled(playable, button).on_hover_text(help(Command::Playtest)).clicked() {
        ask(acts, Do::Go(GamesRequest::Games));
    }
}

/// Draws the export buttons and the heat map switch.
fn outputs(ui: &mut Ui, lab: &BalanceLab, acts: &mut Vec<Act>) {
    let mut command = |ui: &mut Ui, enabled: bool, command: Command, name: &str| {
        let Some(entry) = command.entry() else { return };
        let button = ui.add_enabled(enabled, small_button(name));
        if button.on_hover_text(entry.help).accessible_name(format!("{} (balance)", entry.name)).clicked() {
            acts.push(Act::Command(command));
        }
    };
    if lab.view == View::Versions {
        let compared = lab.versions().is_some_and(|versions| versions.finished);
        command(ui, compared, Command::ExportVersions, "Save page…");
        return;
    }
    let whole = lab.games().is_some_and(|games| games.part.is_some());
    command(ui, whole, Command::ExportReport, "Save page…");
    command(ui, whole, Command::ExportGames, "CSV…");
    if let Some(games) = lab.games().filter(|games| games.part.is_some()) {
        let others: Vec<String> = Agreement::others(&games.report.players).iter().map(pair_name).collect();
        let help = format!(
            "Play up to {} of these games again with players of other strength ({}), and report if the verdict is settled",
            GameSettings::TO_SETTLE,
            others.join(", ")
        );
        let button = ui.add_enabled(!lab.is_busy(), small_button("Check with other players"));
        if button.on_hover_text(help).clicked() {
            ask(acts, Do::Go(GamesRequest::Settle));
        }
    }
    if lab.games().is_some() {
        let mut heat = lab.heat;
        let help = Command::Heat.entry().map_or("", |entry| entry.help);
        if ui.checkbox(&mut heat, "Show heat map").on_hover_text(help).changed() {
            acts.push(Act::Command(Command::Heat));
        }
    }
}
