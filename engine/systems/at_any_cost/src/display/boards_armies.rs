//! The boards of the armies: formations with their HQs, the Game Turn Track with what is still to come, and the Available
//! for Rebuild Box.

use crate::display::markers;
use crate::state::{ActivatedUnits, At};
use crate::{AtAnyCost, FormationIx, GroupIx, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::Side;
use battlewright_core::show::{Form, SideBoard, Token, TokenStatus};

/// The things that come in a turn.
#[derive(Default)]
struct Coming {
    chits: Vec<FormationIx>,
    groups: Vec<GroupIx>,
    /// Broken units that are available for rebuild from then on (10.2).
    units: Vec<UnitIx>,
}

impl AtAnyCost {
    /// 7.1: every formation of `side`: its HQ with its orders and Command Rating, and how it stands.
    pub(crate) fn formation_board(&self, side: Side) -> SideBoard {
        let formations = self.board.all_formations().filter(|f| self.board.formation(*f).side == side);
        SideBoard {
            title: "Formations",
            side: Some(side),
            help: "Each HQ with the orders and the Command Rating of the side that is up, and how its formation stands.",
            rule: rule::HQ_UNITS,
            form: Form::Rows,
            tokens: formations.map(|formation| self.formation_token(formation)).collect(),
        }
    }

    fn formation_token(&self, formation: FormationIx) -> Token {
        let (facts, hq) = (self.board.formation(formation), self.hq(formation));
        let activation = self.activation().filter(|activation| activation.who == ActivatedUnits::Formation(formation));
        let units = self.board.roster(formation);
        let on_map = |unit: &&UnitIx| self.hex_of(**unit).is_some();
        let stand = if activation.is_some() {
            TokenStatus::Now
        } else if hq.activated {
            TokenStatus::Done
        } else if matches!(hq.at, At::Hex(_)) || units.iter().any(|unit| self.hex_of(*unit).is_some()) {
            TokenStatus::Ready
        } else {
            TokenStatus::Out
        };
        let orders = |back: bool| self.hq_face(formation, back, false).face.name.unwrap_or_default();
        let mut notes = vec![match hq.at {
            At::Due { turn, .. } => format!("HQ comes on turn {turn}"),
            At::Hex(_) => format!("{} {}", orders(hq.back), self.command_rating(formation)),
            At::Broken { .. } | At::Pool => "HQ off the map".to_owned(),
        }];
        match activation.map(|activation| activation.order) {
            Some(Some(order)) => notes.push(format!("active: {}", order.name())),
            Some(None) => notes.push("active".to_owned()),
            None if hq.activated => notes.push("has acted".to_owned()),
            None => {}
        }
        let lie = [(hq.overrun, markers::HQ_OVERRUN), (hq.casualties > 0, markers::LEADER_CASUALTY)];
        notes.extend(lie.into_iter().filter(|(lies, _)| *lies).map(|(_, name)| name.to_owned()));
        notes.extend(self.events_on(formation).map(str::to_owned));
        let count = |is: &dyn Fn(UnitIx) -> bool| units.iter().filter(|unit| is(**unit)).count();
        let is_there = |unit: UnitIx| self.hex_of(unit).is_some();
        let states: [(usize, &str); 7] = [
            (count(&|unit| is_there(unit) && self.unit(unit).battleworn), "Battleworn"),
            (count(&|unit| self.unit(unit).elan == 1), "Shaken"),
            (count(&|unit| self.unit(unit).elan > 1), "Disrupted"),
            (count(&|unit| self.unit(unit).ammo == 1), "with Low Ammo"),
            (count(&|unit| self.unit(unit).ammo > 1), "with Rationed Ammo"),
            (count(&|unit| matches!(self.unit(unit).at, At::Broken { .. })), "Broken"),
            (count(&|unit| matches!(self.unit(unit).at, At::Due { .. })), "still to come"),
        ];
        let states: Vec<String> =
            states.iter().filter(|(n, _)| *n > 0).map(|(n, words)| format!("{n} {words}")).collect();
        let more = if states.is_empty() { String::new() } else { format!(": {}", states.join(", ")) };
        let pool = count(&|unit| self.board.unit(unit).breakdown && self.unit(unit).at == At::Pool);
        let [front, back] = facts.ratings;
        let help = format!(
            "{}, {} {front} and {} {back}. {} of {} units on the map{more}.",
            facts.hq_name,
            orders(false),
            orders(true),
            units.iter().filter(on_map).count(),
            units.len() - pool
        );
        Token::new(&facts.name, notes.join(", "), stand, Some(facts.side), help, rule::HQ_UNITS)
            .of_piece(self.piece_id(MovingPiece::Hq(formation)))
    }

    /// 3.10: the turn at hand, and each later one in which chits, groups or Broken units come.
    pub(crate) fn turn_track_board(&self) -> SideBoard {
        let first = self.state.turn.max(self.board.first_turn);
        let tokens = (first..=self.board.turns).filter_map(|turn| {
            let coming = self.coming(turn, turn == first);
            let night = self.board.night(turn).map(|night| night.kind.name());
            let number = |count: usize, one: &str, many: &str| match count {
                0 => None,
                1 => Some(format!("1 {one}")),
                count => Some(format!("{count} {many}")),
            };
            let notes: Vec<String> = [
                night.map(str::to_owned),
                number(coming.chits.len(), "chit", "chits"),
                number(coming.groups.len(), "group", "groups"),
                number(coming.units.len(), "Broken unit", "Broken units"),
            ]
            .into_iter()
            .flatten()
            .collect();
            let stand = if turn == first { TokenStatus::Now } else { TokenStatus::Ready };
            let is_listed = turn == first || !notes.is_empty();
            let text = self.board.clock.heading(turn);
            let token =
                || Token::new(text, notes.join(", "), stand, None, self.describe_coming(&coming), rule::GAME_TRACKS);
            is_listed.then(token)
        });
        SideBoard {
            title: "Game Turn Track",
            side: None,
            help: "The turn at hand, and the later ones in which chits, groups or Broken units come.",
            rule: rule::GAME_TRACKS,
            form: Form::Rows,
            tokens: tokens.collect(),
        }
    }

    /// The things that come in `turn`; with the turn at hand, groups that are overdue as well.
    fn coming(&self, turn: u8, is_now: bool) -> Coming {
        let due = |at: At| matches!(at, At::Due { turn: due, .. } if due == turn || (is_now && due < turn));
        let mut coming = Coming::default();
        if !is_now {
            coming.chits.extend(self.board.all_formations().filter(|f| self.chit_turn(*f) == Some(turn)));
            let waits = |unit: &UnitIx| self.unit(*unit).at == At::Broken { until: turn };
            coming.units.extend(self.board.all_units().filter(waits));
        }
        let comes = |group: &GroupIx| self.counters_of_group(*group).any(|counter| due(self.at(counter)));
        coming.groups.extend(self.board.all_groups().filter(comes));
        coming
    }

    fn describe_coming(&self, coming: &Coming) -> String {
        let mut told = Vec::new();
        let list = |names: Vec<&str>| names.join(", ");
        if !coming.chits.is_empty() {
            let names = coming.chits.iter().map(|f| self.board.formation(*f).name.as_str()).collect();
            told.push(format!("Activation Chits: {}.", list(names)));
        }
        for group in &coming.groups {
            let waits = |piece: &MovingPiece| matches!(self.at(*piece), At::Due { .. });
            let names: Vec<&str> =
                self.counters_of_group(*group).filter(waits).map(|piece| self.piece_name(piece)).collect();
            let mut entries: Vec<&str> = self
                .counters_of_group(*group)
                .filter_map(|piece| match self.at(piece) {
                    At::Due { entry, .. } => Some(self.entry_title(entry)),
                    _ => None,
                })
                .collect();
            entries.sort_unstable();
            entries.dedup();
            told.push(format!("Group {} at {}: {}.", self.group_title(*group), list(entries), list(names)));
        }
        if !coming.units.is_empty() {
            let names = coming.units.iter().map(|unit| self.board.unit(*unit).name.as_str()).collect();
            told.push(format!("Available for rebuild: {}.", list(names)));
        }
        told.join("\n\n")
    }

    /// 10.2: the Broken units of `side` that can be rebuilt; nothing if there are none.
    pub(crate) fn rebuild_board(&self, side: Side) -> Option<SideBoard> {
        let units = self.board.roster_of_side(side).iter().copied().filter(|unit| self.is_available(*unit));
        let tokens: Vec<Token> = units
            .map(|unit| {
                let facts = self.board.unit(unit);
                let note = self.board.formation(facts.formation).name.as_str();
                let help = "The HQ of its formation may try to rebuild it in a Rally Step.";
                Token::new(&facts.name, note, TokenStatus::Ready, Some(side), help, rule::REBUILDING)
                    .of_piece(facts.id.clone())
            })
            .collect();
        (!tokens.is_empty()).then_some(SideBoard {
            title: "Available for Rebuild Box",
            side: Some(side),
            help: "Broken units that can be rebuilt; other ones wait on the Game Turn Track.",
            rule: rule::BROKEN_UNITS,
            form: Form::Rows,
            tokens,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{ChitIx, ChitPlace};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::show::Show as _;

    #[track_caller]
    fn board(table: &Table, title: &str, side: Option<Side>) -> SideBoard {
        let found = table.game.boards().into_iter().find(|board| board.title == title && board.side == side);
        found.unwrap_or_else(|| panic!("there is no board `{title}`"))
    }

    fn shown(board: &SideBoard) -> Vec<String> {
        board.tokens.iter().map(|token| format!("{} | {} | {:?}", token.text, token.note, token.stand)).collect()
    }

    #[test]
    fn r3_6_formations_show_orders_rating_and_how_they_stand() {
        let mut table = position(
            "entry N prussian 0809
            corps ii french at 0101 rating 2 4
            french infantry f1 5/3 at 0202 of ii
            french infantry f2 5/3 at 0303 of ii battleworn shaken
            french infantry f3 5/3 broken 4 of ii
            french infantry d1 3/2 breakdown of ii
            corps x prussian at 0801 rating 3 5 back
            prussian infantry p1 8/4 at 0703 of x
            corps ix prussian enters 4 by N chit 4
            prussian infantry p9 8/4 enters 4 by N of ix
            holds prussian bazaines-malaise",
        )
        .table();
        assert_eq!(shown(&board(&table, "Formations", Some(FRENCH))), ["ii | Attack/March 2 | Ready"]);
        let prussians = board(&table, "Formations", Some(PRUSSIAN));
        assert_eq!(shown(&prussians), ["x | Defend/Regroup 5 | Ready", "ix | HQ comes on turn 4 | Out"]);
        assert_eq!(prussians.tokens[0].piece.as_deref(), Some("x-hq"));
        let help = board(&table, "Formations", Some(FRENCH)).tokens[0].help.clone();
        assert_eq!(
            help,
            "ii-hq, Attack/March 2 and Defend/Regroup 4. 2 of 3 units on the map: 1 Battleworn, 1 Shaken, 1 Broken."
        );
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(0), ChitPlace::On(ii));
        (table.game.hq_mut(ii).overrun, table.game.hq_mut(ii).casualties) = (true, 1);
        assert_eq!(
            shown(&board(&table, "Formations", Some(FRENCH))),
            ["ii | Attack/March 0, HQ Overrun, Leader Casualty, Bazaine's Malaise | Ready"]
        );
        table.game.put_chit(ChitIx(0), ChitPlace::Used);
        table.skip_held_chits().draws("ii").does("order march");
        let active = shown(&board(&table, "Formations", Some(FRENCH)));
        assert!(active[0].ends_with("active: March, HQ Overrun, Leader Casualty | Now"), "{active:?}");
    }

    #[test]
    fn r3_10_the_game_turn_track_shows_what_is_still_to_come() {
        let table = position(
            "turn 2 of 9
            clock 18:00
            entry N prussian 0809
            entry S prussian 0409
            corps ii french at 0101 rating 2 4
            corps iv french at 0301 chit 4
            french infantry f1 5/3 at 0202 of ii
            french infantry f2 5/3 broken 4 of ii
            prussian infantry p1 8/4 at 0703
            prussian infantry p2 8/4 enters 3 by N group C
            prussian field p3 6/3 enters 3 by S group C",
        )
        .table();
        let track = board(&table, "Game Turn Track", None);
        assert_eq!(
            shown(&track),
            [
                "Turn 2, 19:00 |  | Now",
                "Turn 3, 20:00 | 1 group | Ready",
                "Turn 4, 21:00 | Dusk, 1 chit, 1 Broken unit | Ready",
                "Turn 5, 22:00 | Evening | Ready",
                "Turn 6, 23:00 | Evening | Ready",
                "Turn 7, 00:00 | Deep night | Ready",
                "Turn 8, 01:00 | Deep night | Ready",
                "Turn 9, 02:00 | Deep night | Ready",
            ]
        );
        assert_eq!(track.tokens[1].help, "Group C at N, S: p2, p3.");
        assert_eq!(track.tokens[2].help, "Activation Chits: iv.\n\nAvailable for rebuild: f2.");
    }

    #[test]
    fn r10_2_units_that_can_be_rebuilt_are_in_their_box() {
        let table = position(
            "turn 2 of 9
            french infantry f1 5/3 broken 4
            prussian infantry p1 8/4 broken 2
            prussian infantry p2 8/4 at 0703",
        )
        .table();
        let prussians = board(&table, "Available for Rebuild Box", Some(PRUSSIAN));
        assert_eq!(shown(&prussians), ["p1 | prussian | Ready"]);
        assert_eq!(prussians.tokens[0].piece.as_deref(), Some("p1"));
        assert!(table.game.rebuild_board(FRENCH).is_none(), "f1 waits on the Game Turn Track");
    }
}
