//! The boards beside the map: the steps of the turn, each side's markers, and the units off the map.

use battlewright_schema::mars_la_tour::Kind;

use crate::display::markers;
use crate::event::Phase;
use crate::stage::Part;
use crate::state::{At, Formation, Step, UnitIx};
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Card, Fact, Form, Show as _, SideBoard, Token, TokenStatus};

impl MarsLaTour {
    /// Returns all boards beside the map.
    pub(crate) fn all_boards(&self) -> Vec<SideBoard> {
        let mut boards = vec![self.sequence_board()];
        for side in Side::BOTH {
            boards.push(self.command_board(side));
        }
        for side in Side::BOTH {
            boards.extend(self.off_map_board(side));
        }
        boards
    }

    /// 4.0: the steps of a turn, with the current one marked.
    fn sequence_board(&self) -> SideBoard {
        let steps: [(Part, &str, Rule, &str); 6] = [
            (Part::Hqs, "HQs", rule::HQ_PLACEMENT, "Each side places its HQ."),
            (Part::Returns, "Returns", rule::BLOWN_RETURN, "Blown units that are due come back next to their HQ."),
            (
                Part::Mitrailleuses,
                "Mitrailleuses",
                rule::MITRAILLEUSE_PLACEMENT,
                "The mitrailleuse marker is placed in a friendly ZOC.",
            ),
            (
                Part::Organization,
                "Organization",
                rule::MARCH_FORMATION,
                "Units flip to March Formation or withdraw from EZOCs.",
            ),
            (Part::Movement, "Movement", rule::MOVES, "The sides take turns with a unit each, until both have passed."),
            (
                Part::Attack,
                "Attack",
                rule::ATTACKS,
                "The sides take turns with an attack each, until both have passed.",
            ),
        ];
        let now = self.stage(|_| ()).part;
        let tokens = steps.iter().map(|(part, name, rule, help)| {
            let stand = match part.cmp(&now) {
                std::cmp::Ordering::Less => TokenStatus::Done,
                std::cmp::Ordering::Equal => TokenStatus::Now,
                std::cmp::Ordering::Greater => TokenStatus::Ready,
            };
            let phase = match part {
                Part::Movement => Some(Phase::Movement),
                Part::Attack => Some(Phase::Attack),
                _ => None,
            };
            // What is skipped would be so if it began now.
            let row = phase.filter(|_| stand == TokenStatus::Ready).and_then(|phase| self.skipped(phase));
            let (note, rule) = row.map_or(("", *rule), |row| (row.title, row));
            Token::new(*name, note, stand, None, *help, rule)
        });
        SideBoard {
            title: "Sequence of play",
            side: None,
            help: "The first four are the Command Phase; the side listed first goes first in each.",
            rule: rule::HQ_PLACEMENT,
            form: Form::Steps,
            tokens: tokens.collect(),
        }
    }

    /// The markers and supplies of `side`, and its pass.
    fn command_board(&self, side: Side) -> SideBoard {
        let facts = self.board.side(side);
        let index = side.index();
        let place = |hex: Option<HexIx>| hex.map(|hex| format!("in {}", self.board.map.name(hex)));
        let mut tokens = Vec::new();
        let hq = place(self.state.hq[index]);
        let stand = if hq.is_some() { TokenStatus::Ready } else { TokenStatus::Out };
        let range = self.hq_range(side);
        let help = format!("The HQ commands {range} hexes around; it is placed anew each turn.");
        let note = format!("{}, range {range}", hq.unwrap_or_else(|| "not placed".to_owned()));
        let headquarters = Token::new(&facts.hq_name, note, stand, Some(side), help, rule::HEADQUARTERS);
        tokens.push(headquarters.of_piece(format!("hq-{}", index + 1)));
        if let Some(from) = facts.mitrailleuse_from_turn {
            let hex = place(self.state.mitrailleuse[index]);
            let stand = if hex.is_some() { TokenStatus::Ready } else { TokenStatus::Out };
            let note = hex.unwrap_or_else(|| {
                if self.state.turn < from { format!("from turn {from}") } else { "not placed".to_owned() }
            });
            let help = "Enemies that enter the hex of the mitrailleuses may not move again in the phase.";
            let marker = Token::new("Mitrailleuses", note, stand, Some(side), help, rule::MITRAILLEUSE);
            tokens.push(marker.of_piece(format!("mitrailleuse-{}", index + 1)));
        }
        let points = self.state.ammunition[index];
        let stand = if points == 0 { TokenStatus::Out } else { TokenStatus::Ready };
        let note = format!("{points} of {} points", facts.ammunition);
        let help = "Each artillery support costs a point; without points there is no support.";
        tokens.push(Token::new("Artillery", note, stand, Some(side), help, rule::ARTILLERY));
        let taking_turns =
            matches!(self.state.step, Step::Move(_) | Step::Moving(_) | Step::Attack(_) | Step::Support(..));
        if !taking_turns {
            // A pass in an earlier phase has no effect now.
        } else if self.state.passing.has_passed(side) {
            let (help, rule) = ("The side does no more in this phase.", rule::PASSING_MOVES);
            tokens.push(Token::new("Passed", "", TokenStatus::Done, Some(side), help, rule));
        } else if let Some(left) = self.state.passing.left() {
            let (help, rule) = ("Actions that the side may still take after the enemy's pass.", rule::LAST_MOVES);
            tokens.push(Token::new(markers::LEFT_TO_DO, left.to_string(), TokenStatus::Now, Some(side), help, rule));
        }
        SideBoard {
            title: "Command",
            side: Some(side),
            help: "The side's markers and supplies.",
            rule: rule::HEADQUARTERS,
            form: Form::Rows,
            tokens,
        }
    }

    /// The units of `side` that are blown, eliminated or have left the map; `None` if there are none.
    fn off_map_board(&self, side: Side) -> Option<SideBoard> {
        let tokens: Vec<Token> = self.board.units_of(side).filter_map(|unit| self.off_map_token(unit)).collect();
        (!tokens.is_empty()).then_some(SideBoard {
            title: "Off the map",
            side: Some(side),
            help: "Units that were blown, eliminated, or have left.",
            rule: rule::BLOWN,
            form: Form::Rows,
            tokens,
        })
    }

    fn off_map_token(&self, unit: UnitIx) -> Option<Token> {
        let facts = self.board.unit(unit);
        let (note, stand, help, rule) = match self.unit(unit).at {
            At::Blown(turn) if turn <= self.state.turn => {
                ("blown, due".to_owned(), TokenStatus::Now, "It may return next to its HQ.", rule::BLOWN_RETURN)
            }
            At::Blown(turn) => {
                let help = "It may return next to its HQ once it is due.";
                (format!("blown, due on turn {turn}"), TokenStatus::Ready, help, rule::BLOWN)
            }
            At::Eliminated => {
                ("eliminated".to_owned(), TokenStatus::Out, "A victory point for the enemy.", rule::ELIMINATED)
            }
            At::Exited(exit) => (
                format!("left by {}", self.exit_title(exit)),
                TokenStatus::Done,
                "It has left the map for good.",
                rule::VICTORY,
            ),
            At::Waiting | At::Hex(_) => return None,
        };
        Some(Token::new(&facts.name, note, stand, Some(facts.side), help, rule).of_piece(facts.id.clone()))
    }

    /// Both faces of a counter, and its state in words.
    pub(crate) fn card_of(&self, id: &str) -> Option<Card> {
        let Some(unit) = self.board.all_units().find(|unit| self.board.unit(*unit).id == id) else {
            let piece = self.pieces().into_iter().find(|piece| piece.id == id)?;
            let rule = if id.starts_with("hq") { rule::HEADQUARTERS } else { rule::MITRAILLEUSE };
            let text = match id.rsplit_once('-') {
                Some(("hq", "1")) => format!("Commands {} hexes around", self.hq_range(Side::First)),
                Some(("hq", "2")) => format!("Commands {} hexes around", self.hq_range(Side::Second)),
                _ => "Enemies that enter its hex may not move again in the phase".to_owned(),
            };
            return Some(Card { faces: vec![piece], state: vec![Fact { text, rule }] });
        };
        let up = self.unit(unit).formation;
        let down = match up {
            Formation::March => Formation::Battle,
            Formation::Battle => Formation::March,
        };
        let faces = [up, down].map(|formation| self.unit_face(unit, formation, false));
        Some(Card { faces: faces.into(), state: self.unit_facts(unit) })
    }

    fn unit_facts(&self, unit: UnitIx) -> Vec<Fact> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let mut told: Vec<(String, Rule)> = Vec::new();
        let hex = match state.at {
            At::Hex(hex) => {
                told.push((format!("In hex {}", self.board.map.name(hex)), rule::UNITS));
                hex
            }
            At::Waiting => {
                let start = match facts.start {
                    crate::board::Start::Enters { turn, entry } => {
                        format!("Enters on turn {turn} at {}", self.entry_title(entry))
                    }
                    crate::board::Start::At(_) => "Not in play".to_owned(),
                };
                return vec![Fact { text: start, rule: rule::REINFORCEMENTS }];
            }
            At::Blown(turn) => {
                return vec![Fact { text: format!("Blown: due back on turn {turn}"), rule: rule::BLOWN }];
            }
            At::Eliminated => return vec![Fact { text: "Eliminated".to_owned(), rule: rule::ELIMINATED }],
            At::Exited(_) => return vec![Fact { text: "Has left the map".to_owned(), rule: rule::VICTORY }],
        };
        told.push(match state.formation {
            Formation::March => ("In March Formation".to_owned(), rule::MARCH_FORMATION),
            Formation::Battle => ("In Battle Formation".to_owned(), rule::BATTLE_FORMATION),
        });
        let in_ezoc = self.in_ezoc(facts.side, hex);
        let commanded = self.in_command_range(facts.side, hex);
        let zone = if in_ezoc { "In an EZOC" } else { "In an EZOI" };
        let defensible = self.board.map.index_of(hex).and_then(|index| self.board.defensible.get(index));
        for (is, text, rule) in [
            (in_ezoc, zone, rule::ZOC),
            (!in_ezoc && self.in_ezoi(facts.side, hex), zone, rule::ZOI),
            (commanded, "Within its HQ's range", rule::COMMAND_RANGE),
            (!commanded, "Beyond its HQ's range", rule::COMMAND_RANGE),
            (defensible == Some(&true), "In defensible terrain", rule::TERRAIN),
            (state.halted, "Halted by the mitrailleuses", rule::MITRAILLEUSE),
            (state.held && !state.halted, "Held by an EZOC in this phase", rule::ENTERING_EZOI),
            (facts.kind == Kind::Cavalry, "Cavalry: no artillery support", rule::CAVALRY),
        ] {
            if is {
                told.push((text.to_owned(), rule));
            }
        }
        told.into_iter().map(|(text, rule)| Fact { text, rule }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::TokenStatus;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Side;
    use battlewright_core::show::Show as _;

    fn shown(table: &Table, title: &str, side: Option<Side>) -> Vec<String> {
        let boards = table.game.boards();
        let board = boards.iter().find(|board| board.title == title && board.side == side).expect(title);
        board.tokens.iter().map(|token| format!("{} | {} | {:?}", token.text, token.note, token.stand)).collect()
    }

    const POSITION: &str = "
        map 9x7
        turn 3 of 6
        hq german 0303 range 6
        ammunition german 14
        german infantry g1 er 2 at 0303
        german infantry g2 er 2 blown 5
        french infantry f1 er 1 at 0802
        french infantry f2 er 0 eliminated";

    #[test]
    fn the_step_at_work_is_marked() {
        let mut table = position(POSITION).moves();
        let now = |table: &Table| {
            let boards = table.game.boards();
            let now: Vec<_> = boards[0].tokens.iter().filter(|token| token.stand == TokenStatus::Now).collect();
            (now.len(), now[0].text.clone(), now[0].rule.number)
        };
        assert_eq!(now(&table), (1, "Movement".into(), "4.0 2a"));
        table.does("pass").rolls(&[1]);
        assert_eq!(shown(&table, "Command", Some(GERMAN)).last().unwrap(), "Passed |  | Done");
        assert_eq!(shown(&table, "Command", Some(FRENCH)).last().unwrap(), "Left to do | 2 | Now");
    }

    #[test]
    fn r3_1_1_markers_supplies_and_units_off_the_map_are_shown() {
        let table = position(POSITION).moves();
        let german = shown(&table, "Command", Some(GERMAN));
        assert!(german[0].ends_with(" | in 0303, range 6 | Ready"), "{german:?}");
        assert_eq!(german[1], "Artillery | 14 of 14 points | Ready");
        assert_eq!(shown(&table, "Off the map", Some(GERMAN)), ["g2 | blown, due on turn 5 | Ready"]);
        assert_eq!(shown(&table, "Off the map", Some(FRENCH)), ["f2 | eliminated | Out"]);
    }

    #[test]
    fn r3_1_a_card_shows_both_sides_and_the_state_in_words() {
        let table = position(POSITION).moves();
        let card = table.game.card("g1").unwrap();
        let faces: Vec<_> =
            card.faces.iter().map(|face| (face.face.name.unwrap(), face.face.points().unwrap())).collect();
        assert_eq!((faces[0].0, faces[1].0), ("March", "Battle"));
        assert!(faces[0].1 > faces[1].1, "{faces:?}");
        let facts: Vec<_> = card.state.iter().map(|fact| (fact.text.as_str(), fact.rule.number)).collect();
        assert!(facts.contains(&("In March Formation", "4.0 1d i")), "{facts:?}");
        assert!(facts.contains(&("Within its HQ's range", "4.0 2c")), "{facts:?}");
        assert_eq!(table.game.card("g2").unwrap().state[0].text, "Blown: due back on turn 5");
        assert_eq!(table.game.card("hq-1").unwrap().state[0].text, "Commands 6 hexes around");
        assert_eq!(table.game.card("nobody"), None);
    }
}
