//! The start of a race (4).

use battlewright_schema::race as file;
use battlewright_schema::{Cell, Common, DocPath, HexId, VOID};

use super::{Board, Ground, Race, Runner, rule};
use crate::game::{SetupProblem, Side};
use crate::players::plan::ScenarioAdvice;

/// The problems of a scenario, as they are found.
struct Problems(Vec<SetupProblem>);

impl Problems {
    fn push(&mut self, path: DocPath, message: impl Into<String>) {
        self.0.push(SetupProblem { message: message.into(), rule: rule::SETUP, path });
    }
}

impl Race {
    /// The race at its start.
    ///
    /// # Errors
    /// Every reason why it cannot be run.
    pub fn new(scenario: &file::Race) -> Result<Self, Vec<SetupProblem>> {
        let mut problems = Problems(Vec::new());
        let board = board(scenario, &mut problems);
        board.filter(|_| problems.0.is_empty()).map(Self::begin).ok_or(problems.0)
    }

    /// Every reason why `scenario` cannot be run.
    pub fn problems(scenario: &file::Race) -> Vec<SetupProblem> {
        Self::new(scenario).err().unwrap_or_default()
    }
}

fn board(scenario: &file::Race, problems: &mut Problems) -> Option<Board> {
    let tracks = ground(scenario, problems);
    let mut sides = scenario.side.iter();
    let mut runner = |of: Side| {
        let (id, side) = sides.next()?;
        let mut units = scenario.unit.iter().filter(|unit| unit.side == *id);
        let (unit, None) = (units.next()?, units.next()) else { return None };
        let track = tracks.as_ref().and_then(|(_, _, names)| names.get(of.index()));
        let start = match (&unit.at, track) {
            (Some(at), Some(track)) => track.iter().position(|hex| hex == at).and_then(|step| u16::try_from(step).ok()),
            _ => Some(0),
        };
        if start.is_none() {
            let row = scenario.unit.iter().position(|other| other.id == unit.id)?;
            problems
                .push(DocPath::root().key("unit").index(row).key("at"), format!("`{}` is not on its track", unit.id));
        }
        Some(Runner {
            id: unit.id.to_string(),
            name: unit.name.to_string(),
            side: side.name.to_string(),
            pace: unit.pace.into(),
            start: start.unwrap_or(0),
        })
    };
    let runners = [runner(Side::First), runner(Side::Second)];
    let [Some(first), Some(second)] = runners else {
        problems.push(DocPath::root().key("unit"), "each of the two sides needs one runner");
        return None;
    };
    let (ground, goal, _) = tracks?;
    let (turns, die) = (scenario.turns.count.into(), scenario.ruleset().die);
    let advice = ScenarioAdvice::new(scenario, |_| Some(0));
    Some(Board { runners: [first, second], ground, goal, turns, die, advice })
}

/// The ground, the number of steps to the goal, and the names of the hexes of each track.
fn ground<'s>(scenario: &'s file::Race, problems: &mut Problems) -> Option<(Ground, u16, Vec<&'s [HexId]>)> {
    if let Some(table) = scenario.table {
        let tracks = [table.depth / 3, table.depth - table.depth / 3];
        return Some((Ground::Table { tracks }, table.width, Vec::new()));
    }
    let grid = match scenario.grid() {
        Ok(grid) => grid,
        Err(problem) => {
            problems.push(DocPath::root().key("map"), problem.to_string());
            return None;
        }
    };
    let names: Vec<&[HexId]> = scenario.tracks().collect();
    let cells = |names: &&[HexId]| names.iter().map(|name| grid.cell(name)).collect::<Option<Vec<Cell>>>();
    let tracks: Option<Vec<Vec<Cell>>> = names.iter().map(cells).collect();
    let Some(Ok([first, second])) = tracks.map(<[Vec<Cell>; 2]>::try_from) else {
        problems.push(DocPath::root().key("road"), "each side needs a road as its track");
        return None;
    };
    let steps = |track: &[Cell]| u16::try_from(track.len().saturating_sub(1)).unwrap_or(0);
    let goal = steps(&first);
    if goal == 0 || goal != steps(&second) {
        problems.push(DocPath::root().key("road"), "the two tracks must be equally long, and a step at least");
        return None;
    }
    let rows = scenario.map.hexes.0.iter().zip(0..);
    let all =
        rows.flat_map(|(letters, row)| letters.iter().zip(0..).map(move |(letter, column)| (*letter, column, row)));
    let all = all.filter(|(letter, ..)| *letter != VOID).map(|(_, column, row)| Cell { column, row }).collect();
    Some((Ground::Hexes { all, tracks: [first, second] }, goal, names))
}
