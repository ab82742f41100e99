//! The boards beside the map: the phases of a turn, points, formations, reserves, and aircraft. Those of the bombardment and the
//! combat at hand are in `boards_fights.rs`.

use crate::display::event_text::describe_points;
use crate::event::Phase;
use crate::state::{At, ReserveIx, Task};
use crate::{FormationIx, Matz, UnitIx, rulebook as rule};
use battlewright_core::game::{Rule, Side};
use battlewright_core::show::{Form, SideBoard, Token, TokenStatus};

/// The phases of a turn, each with its rule and its purpose.
const PHASES: [(Phase, Rule, &str); 10] = [
    (Phase::Interphase, rule::AIR_SEQUENCE, "Artillery is turned back; the side that waits places its interceptors."),
    (
        Phase::Command,
        rule::COMMAND_DISTANCE,
        "Tanks are attached, reserves called up, and units out of command marked.",
    ),
    (Phase::Movement, rule::MOVEMENT, "Ground units move, and reinforcements come on."),
    (Phase::Air, rule::AIR_SEQUENCE, "Air units fly in groups with secret missions, and may be intercepted."),
    (Phase::Bombardment, rule::BARRAGE, "Artillery and bombers bombard hexes."),
    (Phase::Combat, rule::COMBAT, "Units attack adjacent hexes; both sides commit support in secret."),
    (Phase::Exploitation, rule::EXPLOITATION, "Infantry and tanks in command, and Stosstruppen, move again."),
    (Phase::SecondCombat, rule::COMBAT, "Exploiting units attack, with the support that is left."),
    (Phase::Reorganization, rule::NEUTRALIZATION, "Neutralized markers are removed."),
    (Phase::Administration, rule::SEQUENCE, "Aircraft come off the map, and the turn ends."),
];

impl Matz {
    /// Everything that lies beside the map.
    pub(crate) fn all_boards(&self) -> Vec<SideBoard> {
        let mut boards = vec![self.sequence_board()];
        boards.extend(self.barrage_board());
        boards.extend(self.combat_board());
        boards.push(self.points_board());
        boards.extend(Side::BOTH.into_iter().filter_map(|side| self.air_board(side)));
        boards.extend(Side::BOTH.into_iter().filter_map(|side| self.reserve_board(side)));
        boards.extend(Side::BOTH.map(|side| self.formation_board(side)));
        boards
    }

    /// 2.1: the phases of a turn, and which one is at work.
    fn sequence_board(&self) -> SideBoard {
        let over = matches!(self.state.stack.last(), Some(Task::Over(_)) | None);
        let phases = self.phases_in_order();
        let at = phases.iter().position(|(phase, ..)| *phase == self.state.phase).filter(|_| !over);
        let of_whom = match self.state.phase {
            Phase::Setup | Phase::Interphase | Phase::Administration => "",
            _ => self.board.side(self.state.active).name.as_str(),
        };
        let tokens = phases.iter().enumerate().map(|(n, (phase, rule, help))| {
            // What is skipped would be so if it began now.
            let (note, rule) = match self.skipped(*phase) {
                Some(row) if !over && at < Some(n) => (row.title, row),
                _ => (if at == Some(n) { of_whom } else { "" }, *rule),
            };
            let stand = TokenStatus::of_step(n, at, over);
            Token::new(phase.name(), note, stand, None, *help, rule)
        });
        SideBoard {
            title: "Sequence of play",
            side: None,
            help: "In each turn, an interphase and eight phases of the one side, and then those of the other.",
            rule: rule::SEQUENCE,
            form: Form::Steps,
            tokens: tokens.collect(),
        }
    }

    /// The phases of a turn in the order of the scenario.
    fn phases_in_order(&self) -> Vec<(Phase, Rule, &'static str)> {
        let mut phases = PHASES.to_vec();
        let place = |phase: Phase| self.board.phases.iter().position(|other| *other == phase);
        // The parts before and after the player turn stay where they are.
        phases.sort_by_key(|(phase, ..)| match phase {
            Phase::Setup | Phase::Interphase => 0,
            Phase::Administration => usize::MAX,
            phase => 1 + place(*phase).unwrap_or(0),
        });
        phases
    }

    /// 13.0: the places that count, and who has their points now.
    fn points_board(&self) -> SideBoard {
        let victory = &self.board.victory;
        let (scorer, enemy) = (victory.scorer, victory.scorer.other());
        let joined = Side::BOTH.map(|side| self.joined_to_edge(side));
        let lists = [(scorer, &victory.gains, 1), (enemy, &victory.losses, -1)];
        let mut tokens: Vec<Token> = Vec::new();
        for (side, rows, sign) in lists {
            for facts in rows {
                let edge = joined[side.index()];
                let holds = |number: &usize| self.state.control.get(*number).copied().flatten() == Some(side);
                let is_held = if facts.any_hex { facts.hexes.iter().any(holds) } else { facts.hexes.iter().all(holds) };
                let points = describe_points(sign * i32::from(facts.half_points));
                let (stand, note) = if self.controls(side, facts, edge) {
                    (TokenStatus::Now, format!("{points}, counts now"))
                } else if is_held {
                    (TokenStatus::Ready, format!("{points}, without a line to the edge"))
                } else {
                    (TokenStatus::Out, format!("{points}, not controlled"))
                };
                let help = format!("Counts while the {} control it.", self.board.side(side).name);
                tokens.push(Token::new(&facts.name, note, stand, Some(side), help, rule::VICTORY));
            }
        }
        let halves = self.half_points_by_source();
        let [places, lost, rest, rows] = halves.map(describe_points);
        let rows = if halves[3] == 0 { String::new() } else { format!(", rules of the scenario {rows}") };
        let note = format!("places {places}, enemy places {lost}, reserves and start {rest}{rows}");
        let help = "The total if the game ended now.";
        let total = describe_points(self.half_points());
        tokens.insert(0, Token::new(total, note, TokenStatus::Now, Some(scorer), help, rule::VICTORY));
        SideBoard {
            title: "Points",
            side: Some(scorer),
            help: "The points of the side that scores, with the places of both sides that count.",
            rule: rule::VICTORY,
            form: Form::Rows,
            tokens,
        }
    }

    /// 11.0: the air units of `side` with what is known of them; nothing without aircraft.
    fn air_board(&self, side: Side) -> Option<SideBoard> {
        let units = self.board.aircraft(side);
        if units.is_empty() || !self.has_air_war() {
            return None;
        }
        Some(SideBoard {
            title: "Air units",
            side: Some(side),
            help: "The pot, the units drawn for this turn, and those in the air.",
            rule: rule::AIR_SEQUENCE,
            form: Form::Rows,
            tokens: units.iter().map(|unit| self.air_token(*unit)).collect(),
        })
    }

    fn air_token(&self, unit: UnitIx) -> Token {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let (stand, note) = match state.at {
            At::Pot if self.is_unseen(facts.side) => (TokenStatus::Ready, "in the pot or drawn".to_owned()),
            At::Drawn => (TokenStatus::Ready, "drawn".to_owned()),
            At::Patrol(mega) => {
                let stand = if state.intercepted { TokenStatus::Done } else { TokenStatus::Now };
                (stand, format!("waits to intercept at {}", self.mega_name(mega)))
            }
            At::Mission { mission, mega } => {
                let stand = if state.fired { TokenStatus::Done } else { TokenStatus::Now };
                (stand, format!("{} at {}", mission.name(), self.mega_name(mega)))
            }
            At::Aborted => (TokenStatus::Done, "mission aborted".to_owned()),
            _ => (TokenStatus::Out, "in the pot".to_owned()),
        };
        let value = self.air_value(unit);
        let kind = if self.is_fighter(unit) { "Fighter" } else { "Bomber" };
        let help = format!("{kind}: air combat {value}, bombardment {}.", facts.bombardment);
        Token::new(&facts.name, note, stand, Some(facts.side), help, rule::AIR_UNITS).of_piece(facts.id.clone())
    }

    /// 12.2, 12.3: the reserves of `side`; nothing without reserves.
    fn reserve_board(&self, side: Side) -> Option<SideBoard> {
        let own = self.board.all_reserves().filter(|reserve| self.board.reserve(*reserve).side == side);
        let tokens: Vec<Token> = own.map(|reserve| self.reserve_token(reserve)).collect();
        (!tokens.is_empty()).then_some(SideBoard {
            title: "Reserves",
            side: Some(side),
            help: "Units that the side may call up; the points change.",
            rule: rule::REINFORCEMENTS,
            form: Form::Rows,
            tokens,
        })
    }

    fn reserve_token(&self, reserve: ReserveIx) -> Token {
        let facts = self.board.reserve(reserve);
        let ([first, last], turn) = (facts.turns, self.state.turn);
        let called = self.state.called.get(reserve.index()).copied().unwrap_or(false);
        let (stand, note) = if called {
            (TokenStatus::Done, "called up".to_owned())
        } else if turn < first {
            (TokenStatus::Out, format!("from turn {first}"))
        } else if turn > last {
            (TokenStatus::Out, "too late".to_owned())
        } else {
            (TokenStatus::Ready, "can be called up".to_owned())
        };
        let attached = match facts.attach {
            Some(corps) => self.board.formation(corps).name.as_str(),
            None => "a corps that is noted in secret",
        };
        let units = facts.units.len();
        let scorer = &self.board.side(self.board.victory.scorer).name;
        let help = format!(
            "{} for the {scorer}. Turns {first} to {last}, {units} unit{}, attached to {attached}.",
            describe_points(facts.half_points.into()),
            if units == 1 { "" } else { "s" },
        );
        Token::new(&facts.name, note, stand, Some(facts.side), help, rule::REINFORCEMENTS)
    }

    /// 1.5, 10.0: the formations of `side` on the ground, with their headquarters, steps and command.
    fn formation_board(&self, side: Side) -> SideBoard {
        let own = self.board.all_formations().filter(|formation| self.board.formation(*formation).side == side);
        SideBoard {
            title: "Formations",
            side: Some(side),
            help: "Headquarters, steps left, and units out of command.",
            rule: rule::ORGANIZATION,
            form: Form::Rows,
            tokens: own.filter_map(|formation| self.formation_token(formation)).collect(),
        }
    }

    /// A formation; nothing for one without a ground unit and a headquarters.
    fn formation_token(&self, formation: FormationIx) -> Option<Token> {
        let facts = self.board.formation(formation);
        let is_own = |unit: &UnitIx| self.formation_of(*unit) == formation && !self.board.unit(*unit).is_hq();
        let units: Vec<UnitIx> = self.board.ground_units(facts.side).iter().copied().filter(is_own).collect();
        if units.is_empty() && facts.hq.is_none() {
            return None;
        }
        let all: u16 = units.iter().map(|unit| u16::from(self.board.unit(*unit).steps())).sum();
        let is_gone = |unit: UnitIx| matches!(self.unit(unit).at, At::Eliminated(_));
        let left: u16 =
            units.iter().filter(|unit| !is_gone(**unit)).map(|unit| u16::from(self.steps_left(*unit))).sum();
        let out = units.iter().filter(|unit| self.unit(**unit).out_of_command).count();
        let hq = facts.hq.map(|hq| self.describe_headquarters(hq));
        let out = (out > 0).then(|| format!("{out} out of command"));
        let parts = hq.into_iter().chain([format!("{left} of {all} steps")]).chain(out);
        let note = parts.collect::<Vec<_>>().join(", ");
        let stand = match facts.hq {
            Some(hq) if is_gone(hq) => TokenStatus::Out,
            _ if left == 0 => TokenStatus::Out,
            _ => TokenStatus::Ready,
        };
        let help = match facts.hq {
            _ if facts.always_in_command => "Its units are always in command.".to_owned(),
            Some(hq) => format!("Its headquarters commands up to {} hexes away.", self.command_range(hq)),
            None => "It has no headquarters.".to_owned(),
        };
        let token = Token::new(&facts.name, note, stand, Some(facts.side), help, rule::ORGANIZATION);
        Some(match facts.hq {
            Some(hq) => token.of_piece(self.board.unit(hq).id.clone()),
            None => token,
        })
    }

    /// A headquarters with its place and state.
    fn describe_headquarters(&self, hq: UnitIx) -> String {
        let name = self.called(hq);
        let neutralized = if self.unit(hq).neutralized { ", neutralized" } else { "" };
        match self.unit(hq).at {
            At::Hex(hex) => format!("{name} in {}{neutralized}", self.board.map.name(hex)),
            At::Eliminated(turn) => format!("{name} returns on turn {}", turn.saturating_add(1).max(self.state.turn)),
            At::Due { turn, .. } => format!("{name} due on turn {}", turn.max(self.state.turn)),
            _ => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Mission;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::Show as _;

    fn field() -> Position {
        position(
            "map 12x12
            mega 0404
            place flavy 0302 held german
            place ham 0109 held french
            place guny 0209
            points flavy 3
            points guny 2
            loss ham 1
            entry E french 0011
            corps x german at 0101
            corps y french at 0909
            corps z french returns 3
            german infantry g1 4/2 at 0303 of x lost 1 out
            german infantry g2 4/2 at 0303 of x
            german fighter g8 4 patrol 0404
            french infantry f1 4/2 at 0808 of y
            french infantry f4 4/2 of y
            french fighter f7 4
            french fighter f8 4 drawn
            reserve r french turn 3 points 6 by E f4",
        )
    }

    #[track_caller]
    fn board(game: &Matz, title: &str, side: Option<Side>) -> SideBoard {
        let found = game.boards().into_iter().find(|board| board.title == title && board.side == side);
        found.unwrap_or_else(|| panic!("there is no board `{title}`"))
    }

    fn shown(board: &SideBoard) -> Vec<String> {
        board.tokens.iter().map(|token| format!("{} | {} | {:?}", token.text, token.note, token.stand)).collect()
    }

    #[test]
    fn r2_1_the_phase_at_work_is_marked() {
        let table = field().at(FRENCH, Phase::Movement);
        let board = board(&table.game, "Sequence of play", None);
        let now: Vec<_> = board.tokens.iter().filter(|token| token.stand == TokenStatus::Now).collect();
        let [now] = now.as_slice() else { panic!("{board:?}") };
        assert_eq!((now.text.as_str(), now.note.as_str(), now.rule.number), ("Movement Phase", "French", "5.1"));
        assert_eq!(board.tokens.iter().filter(|token| token.stand == TokenStatus::Done).count(), 2);
    }

    #[test]
    fn r13_the_points_are_told_by_place_and_in_halves() {
        let table = field().start();
        let points = shown(&board(&table.game, "Points", Some(GERMAN)));
        let expected = [
            "1 point | places 1½ points, enemy places -½ point, reserves and start 0 points | Now",
            "flavy | 1½ points, counts now | Now",
            "guny | 1 point, not controlled | Out",
            "ham | -½ point, counts now | Now",
        ];
        assert_eq!(points, expected);
    }

    #[test]
    fn r13_a_place_without_a_line_to_the_edge_does_not_count() {
        let mut table = field().with(|scenario| scenario.rules.zoc_cuts_place = Some(true)).start();
        let f1 = table.unit("f1");
        let hex = table.hex("0403");
        table.game.put(f1, At::Hex(hex));
        let points = shown(&board(&table.game, "Points", Some(GERMAN)));
        assert_eq!(points[1], "flavy | 1½ points, without a line to the edge | Ready");
    }

    #[test]
    fn r11_3_the_air_units_of_the_enemy_are_not_told_apart_before_they_fly() {
        let mut table = field().start();
        let f8 = table.unit("f8");
        let mega = table.mega("0404");
        let air = |game: &Matz, side| shown(&board(game, "Air units", Some(side)));
        assert_eq!(air(&table.game, GERMAN), ["g8 | waits to intercept at mega-hex 0404 | Now"]);
        assert_eq!(air(&table.game, FRENCH), ["f7 | in the pot | Out", "f8 | drawn | Ready"]);
        let seen = air(&table.game.seen_by(GERMAN), FRENCH);
        assert_eq!(seen, ["f7 | in the pot or drawn | Ready", "f8 | in the pot or drawn | Ready"]);
        table.game.put(f8, At::Mission { mission: Mission::Escort, mega });
        assert_eq!(air(&table.game, FRENCH)[1], "f8 | escort at mega-hex 0404 | Now");
        assert_eq!(air(&table.game.seen_by(GERMAN), FRENCH)[1], "f8 | secret at mega-hex 0404 | Now");
    }

    #[test]
    fn r12_2_the_reserves_say_when_they_can_be_called_up() {
        let mut table = field().start();
        let reserves = |table: &Table| shown(&board(&table.game, "Reserves", Some(FRENCH)));
        assert_eq!(reserves(&table), ["r | from turn 3 | Out"]);
        table.game.state.turn = 3;
        assert_eq!(reserves(&table), ["r | can be called up | Ready"]);
        table.game.state.called = vec![true];
        assert_eq!(reserves(&table), ["r | called up | Done"]);
        assert!(table.game.boards().iter().all(|board| (board.title, board.side) != ("Reserves", Some(GERMAN))));
    }

    #[test]
    fn r1_5_the_formations_are_told_with_headquarters_steps_and_command() {
        let table = field().start();
        let formations = |side| shown(&board(&table.game, "Formations", Some(side)));
        assert_eq!(formations(GERMAN), ["x | HQ x-hq in 0101, 3 of 4 steps, 1 out of command | Ready"]);
        let french = ["y | HQ y-hq in 0909, 4 of 4 steps | Ready", "z | HQ z-hq returns on turn 3, 0 of 0 steps | Out"];
        assert_eq!(formations(FRENCH), french);
    }
}
