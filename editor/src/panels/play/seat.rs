//! The player of a side: a person, a level of the computer, or one with a time for its turns.

use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use egui::{ComboBox, RichText, Sense, Ui, vec2};

use super::{PlayData, side_color};
use crate::canvas::sides;
use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::play::{PlayAct, PlayerKind, Session};
use crate::widgets::popup;

/// Returns the name of a player in the list. One that the list does not offer has the name that the command line gives it.
pub fn name(player: PlayerKind) -> String {
    player.map_or_else(|| "Human".to_owned(), Kind::title)
}

/// Returns the players that the list offers while a side has the player `now`, which may come from a recorded game.
pub fn offered(now: PlayerKind) -> Vec<PlayerKind> {
    let mut offered: Vec<PlayerKind> = std::iter::once(None).chain(Kind::menu().into_iter().map(Some)).collect();
    if !offered.contains(&now) {
        offered.push(now);
    }
    offered
}

/// Returns the explanation of a player, with its name on the command line.
pub fn help(player: PlayerKind) -> String {
    match player {
        None => "A person chooses.".to_owned(),
        Some(kind) => format!("{} Its name on the command line is {kind}.", kind.strategy()),
    }
}

/// Draws a side with its player and its tracks.
pub(super) fn ui(
    ui: &mut Ui,
    session: &Session,
    document: &Document,
    side: Side,
    data: &PlayData,
    acts: &mut Vec<Act>,
) {
    let side_name = session.sides()[side.index()].clone();
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
        sides::sign(ui.painter(), rect, side.index(), side_color(document, side));
        let left = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(vec2(84.0, 20.0), left, |ui| {
            ui.set_min_width(84.0);
            ui.add(egui::Label::new(RichText::new(&side_name).strong()).truncate());
        });
        let now = session.seat(side);
        let mut chosen = now;
        let combo = ComboBox::from_id_salt(("seat", side.index())).selected_text(name(now)).width(128.0);
        let response = popup::list(combo, ui, |ui| {
            for player in offered(now) {
                ui.selectable_value(&mut chosen, player, name(player)).on_hover_text(help(player));
            }
        });
        let about = format!("Player of this side. {}", help(now));
        response.response.accessible_name(format!("Player of the {side_name}")).on_hover_text(about);
        if chosen != now {
            acts.push(Act::Play(PlayAct::Seat(side, chosen)));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (name, value) in data.tracks.get(side.index()).into_iter().flatten() {
            ui.label(RichText::new(value.to_string()).strong());
            ui.label(RichText::new(name.to_lowercase()).small().color(ui.visuals().weak_text_color()));
        }
    });
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::{Budget, Difficulty};

    use super::*;

    #[test]
    fn every_player_has_a_name_of_its_own_and_is_offered_while_it_plays() {
        let old = [Kind::Search(Budget::Iterations(100)), Kind::Search(Budget::Milliseconds(50))].map(Some);
        let old = old.into_iter().chain([Some(Kind::Plan(Budget::Milliseconds(1500)))]);
        for now in old.chain([None, Some(Kind::OPPONENT)]) {
            let offered = offered(now);
            assert!(offered.contains(&now));
            let mut names: Vec<String> = offered.iter().map(|player| name(*player)).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), offered.len());
        }
        assert!(help(Some(Difficulty::Hard.kind())).ends_with("Its name on the command line is plan:400."));
    }
}
