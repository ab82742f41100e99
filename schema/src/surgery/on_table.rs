//! Operations on a table: everything on it moves with its points, and is cut at the edges.

use toml::Value;

use super::change::MapChange;
use super::clip::{self, Edges};
use super::follow::Removals;
use super::loss::{Fate, Loss, subject};
use super::plan::{SurgeryPlan, findings};
use super::rules::RuleReferences;
use super::tree::{self, Action, Actions, find};
use super::{HexMoves, Operation, SurgeryRefusal, Turn};
use crate::common::table_view::DrawnShape;
use crate::lint::walk::Walk;
use crate::save::layout;
use crate::{Common, Counter, DocPath, Inches, Scenario, Start, TablePoint, TablePosition, Tabletop};

/// The greatest width and depth of a table in inches.
const MOST: i32 = 1000;

/// The reason that is given for losses.
const BEYOND: &str = "its place on the table";

/// The way from a point of the old table to the new one.
#[derive(Clone, Copy, Debug)]
struct PointMoves {
    old: Tabletop,
    new: Tabletop,
    turn: Option<Turn>,
    /// The distance to the right and down, in inches.
    by: [i32; 2],
}

impl PointMoves {
    fn of(operation: &Operation, old: Tabletop) -> Result<Self, SurgeryRefusal> {
        let stay = Self { old, new: old, turn: None, by: [0, 0] };
        let clamped = |inches: i32| inches.clamp(-100_000, 100_000);
        match operation {
            Operation::Resize(resize) => {
                let size = |before: u16, more: [i32; 2]| match i32::from(before) + clamped(more[0]) + clamped(more[1]) {
                    ..=0 => Err(SurgeryRefusal::NoTableLeft),
                    size @ 1..=MOST => u16::try_from(size).map_err(|_| SurgeryRefusal::TableTooLarge),
                    _ => Err(SurgeryRefusal::TableTooLarge),
                };
                let width = size(old.width, [resize.left, resize.right])?;
                let depth = size(old.depth, [resize.top, resize.bottom])?;
                let by = [resize.left, resize.top].map(clamped);
                Ok(Self { new: Tabletop { width, depth }, by, ..stay })
            }
            Operation::Shift(shift) => Ok(Self { by: [shift.columns, shift.rows].map(clamped), ..stay }),
            Operation::Turn(turn) => {
                let is_quarter = matches!(turn, Turn::QuarterRight | Turn::QuarterLeft);
                let new = if is_quarter { Tabletop { width: old.depth, depth: old.width } } else { old };
                Ok(Self { new, turn: Some(*turn), ..stay })
            }
            Operation::Crop(_) | Operation::Renumber(_) | Operation::HalfStep(_) => Err(SurgeryRefusal::NoHexes),
        }
    }

    fn point(self, at: Inches) -> Inches {
        let far = Inches::whole(self.old.width, self.old.depth);
        match self.turn {
            None => Inches { x: at.x + self.by[0] * Inches::PER_INCH, y: at.y + self.by[1] * Inches::PER_INCH },
            Some(Turn::Half) => Inches { x: far.x - at.x, y: far.y - at.y },
            Some(Turn::QuarterRight) => Inches { x: far.y - at.y, y: at.x },
            Some(Turn::QuarterLeft) => Inches { x: at.y, y: far.x - at.x },
            Some(Turn::LeftRight) => Inches { x: far.x - at.x, ..at },
            Some(Turn::TopBottom) => Inches { y: far.y - at.y, ..at },
        }
    }

    /// Returns the position of a unit; `is_line` if its bases stand side by side.
    fn position(self, was: &TablePosition, has_front: bool, is_line: bool) -> TablePosition {
        let mut new = TablePosition { at: self.point(was.at), ..was.clone() };
        let degrees = i32::from(was.facing);
        let (facing, is_mirrored) = match self.turn {
            None => (degrees, false),
            Some(Turn::Half) => (degrees + 180, false),
            Some(Turn::QuarterRight) => (degrees + 90, false),
            Some(Turn::QuarterLeft) => (degrees - 90, false),
            Some(Turn::LeftRight) => (-degrees, true),
            Some(Turn::TopBottom) => (180 - degrees, true),
        };
        if has_front {
            new.facing = u16::try_from(facing.rem_euclid(360)).unwrap_or_default();
        }
        if is_mirrored {
            new.bend.iter_mut().for_each(|turn| *turn = -*turn);
            if is_line {
                new.bend.reverse();
            }
        }
        new
    }

    fn edges(self) -> Edges {
        Edges { far: Inches::whole(self.new.width, self.new.depth) }
    }
}

/// Returns the plan of `operation` on a scenario on `table`.
pub(super) fn plan(scenario: &Scenario, table: Tabletop, operation: &Operation) -> Result<SurgeryPlan, SurgeryRefusal> {
    let moves = PointMoves::of(operation, table)?;
    let mut tree = layout::tree(scenario);
    let walk = Walk::of(scenario);
    let mut ground = MovedGround::of(scenario.common(), &tree, moves);
    let rules = RuleReferences::of(scenario);
    let mut removals = Removals::new(&walk, &rules, &tree);
    for row in &ground.gone {
        removals.remove(row, BEYOND.to_owned());
    }
    removals.take_references()?;
    let (removed, mut losses) = removals.finish();
    losses.append(&mut ground.losses);
    let actions: Actions = removed.into_iter().map(|path| (path, Action::Remove)).collect();
    for (path, points) in ground.changed {
        put(&mut tree, &path, points);
    }
    tree = tree::changed(tree, &actions);
    for (section, row) in ground.pieces {
        if let Some(Value::Array(rows)) = tree.get_mut(section) {
            rows.push(row);
        }
    }
    tree.insert("table".to_owned(), Value::try_from(moves.new).map_err(unreadable)?);
    let mut after = tree::read(scenario.system(), tree)?;
    units(&mut after, &layout::tree(scenario), moves, &mut losses);
    let mut changes = Vec::new();
    if moves.old != moves.new {
        changes.push(MapChange::Table { from: moves.old, to: moves.new });
    }
    changes.extend(moves.turn.map(MapChange::Turned));
    changes.extend((moves.by != [0, 0]).then_some(MapChange::Moved(moves.by)));
    let findings = findings(scenario, &after);
    Ok(SurgeryPlan { scenario: after, moved: HexMoves::none(), changes, losses, findings })
}

fn unreadable(error: impl ToString) -> SurgeryRefusal {
    SurgeryRefusal::Unreadable(error.to_string())
}

fn put(tree: &mut toml::Table, path: &DocPath, value: Value) {
    let [crate::PathStep::Key(section), crate::PathStep::Index(row), crate::PathStep::Key(key)] = path.0.as_slice()
    else {
        return;
    };
    let rows = tree.get_mut(section).and_then(Value::as_array_mut);
    if let Some(row) = rows.and_then(|rows| rows.get_mut(*row)).and_then(Value::as_table_mut) {
        row.insert(key.clone(), value);
    }
}

/// The things on the table after an operation.
struct MovedGround {
    /// The new points of each thing that remains, by their path.
    changed: Vec<(DocPath, Value)>,
    /// The rows that are off the table.
    gone: Vec<DocPath>,
    /// The further pieces of lines that are cut into several, with the names of their lists.
    pieces: Vec<(&'static str, Value)>,
    losses: Vec<Loss>,
}

impl MovedGround {
    fn of(common: &dyn Common, tree: &toml::Table, moves: PointMoves) -> Self {
        let mut this = Self { changed: Vec::new(), gone: Vec::new(), pieces: Vec::new(), losses: Vec::new() };
        for list in common.point_lists() {
            for index in 0..list.counts.len() {
                let row = DocPath::root().key(list.section).index(index);
                this.take(tree, &row, list.section, list.key, list.shape, moves);
            }
        }
        this
    }

    fn take(
        &mut self,
        tree: &toml::Table,
        row: &DocPath,
        section: &'static str,
        key: &'static str,
        shape: DrawnShape,
        moves: PointMoves,
    ) {
        let path = row.clone().key(key);
        let Some(value) = find(tree, &path) else { return };
        let texts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let read = |value: &Value| TablePoint::parse(value.as_str()?).map(|point| point.0);
        let Some(was) = texts.iter().map(read).collect::<Option<Vec<Inches>>>() else { return };
        let old = Edges { far: Inches::whole(moves.old.width, moves.old.depth) };
        let (edges, there): (_, Vec<Inches>) = (moves.edges(), was.iter().map(|at| moves.point(*at)).collect());
        // What was off the table before is a fault of the file, and stays one.
        let was_outside = was.iter().any(|at| !old.contain(*at));
        if was_outside || there.iter().all(|at| edges.contain(*at)) {
            self.changed.push((path, written(&there, shape)));
            return;
        }
        let pieces = match shape {
            DrawnShape::Area => clip::area(&there, edges).into_iter().collect(),
            DrawnShape::Line => clip::line(&there, edges),
            DrawnShape::Point => Vec::new(),
        };
        let Some((first, others)) = pieces.split_first() else {
            self.gone.push(row.clone());
            return;
        };
        let fate = if others.is_empty() { Fate::Trimmed } else { Fate::Pieces(pieces.len()) };
        self.losses.push(Loss { path: row.clone(), what: subject(tree, row), fate });
        self.changed.push((path, written(first, shape)));
        for piece in others {
            if let Some(mut copy) = find(tree, row).cloned() {
                if let Some(table) = copy.as_table_mut() {
                    table.insert(key.to_owned(), written(piece, shape));
                }
                self.pieces.push((section, copy));
            }
        }
    }
}

fn written(points: &[Inches], shape: DrawnShape) -> Value {
    let mut texts = points.iter().map(|at| Value::String(TablePoint(*at).to_string()));
    match shape {
        DrawnShape::Point => texts.next().unwrap_or_else(|| Value::String(String::new())),
        DrawnShape::Area | DrawnShape::Line => Value::Array(texts.collect()),
    }
}

/// Moves the units and the destinations of reinforcements. `before` is the tree of the old scenario.
fn units(after: &mut Scenario, before: &toml::Table, moves: PointMoves, losses: &mut Vec<Loss>) {
    let edges = moves.edges();
    let old = Edges { far: Inches::whole(moves.old.width, moves.old.depth) };
    let lost = |counter: Counter, part: &str| Loss {
        what: subject(before, &counter.path()),
        path: counter.path(),
        fate: Fate::Without { part: part.to_owned(), because: vec![BEYOND.to_owned()] },
    };
    for counter in after.common().counters() {
        let common = after.common();
        let Some(start) = common.counter(counter).map(|view| view.start) else { continue };
        let Counter::Unit(index) = counter else { continue };
        let start = match start {
            Start::OnTable(was) => {
                let postures = common.postures(index);
                let is_line = postures.iter().any(|known| known.is_line && was.posture.as_deref() == Some(known.name));
                let position = moves.position(&was, was.posture.is_some(), is_line);
                let is_on = |edges: Edges, position: &TablePosition| match common.footprint(index, position) {
                    Some(bases) if bases.facing.is_some() => {
                        bases.bases.iter().flat_map(|base| base.corners).all(|corner| edges.contain(corner))
                    }
                    _ => edges.contain(position.at),
                };
                if is_on(old, &was) && !is_on(edges, &position) {
                    losses.push(lost(counter, "starting position"));
                    Start::Nowhere
                } else {
                    Start::OnTable(position)
                }
            }
            Start::Enters { turn, at, mut column } => {
                let Some(was) = column.toward else { continue };
                let toward = moves.point(was);
                column.toward = Some(toward).filter(|toward| edges.contain(*toward) || !old.contain(was));
                if column.toward.is_none() {
                    losses.push(lost(counter, "destination"));
                }
                Start::Enters { turn, at, column }
            }
            Start::Nowhere | Start::At(_) | Start::Zone(_) => continue,
        };
        after.common_mut().set_start(counter, start);
    }
}
