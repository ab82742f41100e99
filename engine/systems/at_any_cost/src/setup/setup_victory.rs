//! 19.0: the conditions of victory, from the scenario.

use battlewright_schema::at_any_cost as file;
use battlewright_schema::rule::CheckedRules;
use battlewright_schema::rule::term::Term;
use battlewright_schema::rule::vocabulary::CommonFact;
use battlewright_schema::{DocPath, Place};

use crate::board::{LevelFacts, PointFacts, SuddenFacts};
use crate::rulebook as rule;
use crate::setup::from_scenario::Setup;
use battlewright_core::game::Level;
use battlewright_core::kit::hex_map::HexIx;

impl Setup<'_> {
    /// The points for places (19.0). The hexes of a place matter if it has points, or somebody holds it at the start.
    pub(crate) fn points(&mut self) -> Vec<PointFacts> {
        let scenario = self.scenario;
        for (n, place) in scenario.place.iter().enumerate() {
            self.names.enter("place", n);
            let what = format_args!("place {}", place.id);
            let holder = place.holder.as_ref().and_then(|holder| self.names.side(holder, what));
            for hex in self.names.hexes(&place.hexes, what) {
                if holder.is_some() {
                    let index = self.control.index_of(hex, None);
                    self.control.0[index].1 = holder;
                }
            }
        }
        let mut points = Vec::new();
        for (n, worth) in scenario.victory.points.iter().enumerate() {
            self.names.path = DocPath::root().key("victory").key("points").index(n);
            let Some(place) = scenario.place.iter().find(|place| place.id == worth.place) else {
                let text = format!("victory depends on {}, which is not a place", worth.place);
                self.names.problem(rule::VICTORY, text);
                continue;
            };
            let side = worth.side.as_ref().and_then(|side| self.names.side(side, "a victory"));
            for name in &place.hexes {
                if let Some(hex) = self.names.hexes.find(name) {
                    points.push(PointFacts { hex: self.control.index_of(hex, None), points: worth.points, side });
                }
            }
        }
        points
    }

    /// Returns the hexes of each place.
    pub(crate) fn places(&mut self) -> Vec<Vec<HexIx>> {
        let scenario = self.scenario;
        let hexes = |place: &Place| place.hexes.iter().filter_map(|hex| self.names.hexes.find(hex)).collect();
        scenario.place.iter().map(hexes).collect()
    }

    /// Sees to it that the holders of the places matter about which `rows` ask. Returns the hexes of those by which rows give
    /// points or the victory, with `true` for the latter.
    pub(crate) fn row_stakes(&mut self, rows: &CheckedRules) -> Vec<(usize, bool)> {
        let scenario = self.scenario;
        let (mut scores, mut wins) = (Vec::new(), Vec::new());
        for score in &rows.scores {
            held_in(&score.points, &mut scores);
            held_in(&score.when, &mut scores);
        }
        rows.wins.iter().for_each(|win| held_in(&win.when, &mut wins));
        let mut stakes = Vec::new();
        for place in rows.held_places() {
            for name in scenario.place.get(place).into_iter().flat_map(|place| &place.hexes) {
                let Some(hex) = self.names.hexes.find(name) else { continue };
                let index = self.control.index_of(hex, None);
                if wins.contains(&place) || scores.contains(&place) {
                    stakes.push((index, wins.contains(&place)));
                }
            }
        }
        stakes
    }

    pub(crate) fn sudden_endings(&mut self) -> Vec<SuddenFacts> {
        let scenario = self.scenario;
        let mut endings = Vec::new();
        for (n, ending) in scenario.victory.sudden.iter().enumerate() {
            self.names.path = DocPath::root().key("victory").key("sudden").index(n);
            let winner = self.names.side(&ending.winner, "a victory");
            let enters = self.names.hexes(&ending.enters, "a victory");
            let controls = self.names.hexes(&ending.controls, "a victory");
            if ending.enters.is_empty() && ending.controls.is_empty() {
                self.names.problem(rule::VICTORY, "a sudden ending has neither `enters` nor `controls`");
            }
            let controls = controls.into_iter().map(|hex| self.control.index_of(hex, None)).collect();
            let after_turn = ending.after_turn.unwrap_or(0);
            if let Some(winner) = winner {
                endings.push(SuddenFacts { winner, level: level(ending.level), after_turn, enters, controls });
            }
        }
        endings
    }

    pub(crate) fn levels(&mut self) -> Vec<LevelFacts> {
        let scenario = self.scenario;
        let mut levels = Vec::new();
        for (n, row) in scenario.victory.levels.iter().enumerate() {
            self.names.path = DocPath::root().key("victory").key("levels").index(n);
            if let Some(winner) = self.names.side(&row.winner, "a victory") {
                levels.push(LevelFacts { winner, level: level(row.level), points: row.points, lead: row.lead });
            }
        }
        levels
    }
}

/// Puts the places about whose holders `term` asks into `places`.
fn held_in(term: &Term, places: &mut Vec<usize>) {
    term.each(&mut |term| {
        if let Term::Common(CommonFact::Holds, asked) = term
            && let Some(Term::Constant(place)) = asked.get(1)
            && let Ok(place) = usize::try_from(*place)
        {
            places.push(place);
        }
    });
}

fn level(level: file::VictoryLevel) -> Level {
    match level {
        file::VictoryLevel::Minor => Level::Minor,
        file::VictoryLevel::Victory => Level::Victory,
        file::VictoryLevel::Major => Level::Major,
        file::VictoryLevel::Overwhelming => Level::Overwhelming,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, Table, position};
    use battlewright_core::game::Side;

    const PLACES: &str = "place town 0404 0405 held french
        place farm 0606
        place hill 0707
        points farm 2 prussian";

    fn control(table: &Table) -> Vec<(String, Option<Side>)> {
        let board = &table.game.board;
        board.control.iter().map(|(hex, side)| (board.map.name(*hex).to_string(), *side)).collect()
    }

    #[test]
    fn r19_the_hexes_of_places_with_a_holder_or_points_matter_and_no_others() {
        let held = |hex: &str, side| (hex.to_owned(), side);
        let expected = [held("0404", Some(FRENCH)), held("0405", Some(FRENCH)), held("0606", None)];
        assert_eq!(control(&position(PLACES).start()), expected);
    }

    #[test]
    fn r19_the_hexes_of_sudden_endings_matter_with_the_holder_of_their_place() {
        let ending = file::SuddenEnding {
            winner: "prussian".into(),
            level: file::VictoryLevel::Major,
            after_turn: Some(2),
            enters: vec!["0808".into()],
            controls: vec!["0405".into(), "0101".into()],
        };
        let table = position(PLACES).with(|scenario| scenario.victory.sudden.push(ending)).start();
        assert_eq!(control(&table)[3..], [("0101".to_owned(), None)]);
        let SuddenFacts { level, after_turn, enters, controls, .. } = &table.game.board.sudden[0];
        assert_eq!((*level, *after_turn, enters.as_slice()), (Level::Major, 2, [table.hex("0808")].as_slice()));
        assert_eq!(controls, &[1, 3]);
    }

    #[test]
    fn r19_a_sudden_ending_without_hexes_is_a_problem() {
        let ending = file::SuddenEnding {
            winner: "prussian".into(),
            level: file::VictoryLevel::Major,
            after_turn: None,
            enters: Vec::new(),
            controls: Vec::new(),
        };
        let mut problems = Vec::new();
        let _ = position(PLACES).with(|scenario| {
            scenario.victory.sudden.push(ending);
            scenario.victory.levels.push(file::PointLevel {
                winner: "english".into(),
                level: file::VictoryLevel::Minor,
                points: None,
                lead: None,
            });
            problems = crate::AtAnyCost::problems(scenario);
        });
        let problems: Vec<_> =
            problems.iter().map(|problem| (problem.message.as_str(), problem.path.to_string())).collect();
        assert_eq!(
            problems,
            [
                ("a sudden ending has neither `enters` nor `controls`", "victory.sudden[0]".to_owned()),
                ("a victory belongs to english, which is not a side", "victory.levels[0]".to_owned()),
            ]
        );
    }
}
