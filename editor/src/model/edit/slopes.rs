//! Steep slopes derived from the levels.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, Grid, Hexside, HexsideId, HexsideKind, Scenario};

use super::{Edit, ListChange};

/// The edit that makes the steep slopes agree with the levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Slopes {
    /// The number of hexsides that become slopes.
    pub added: usize,
    /// The number of hexsides that are no longer slopes.
    pub removed: usize,
    /// The edit, which is empty if the slopes agree already.
    pub edit: Edit,
}

/// Returns the edit that puts steep slopes exactly where the levels require them. Slopes with a name stay in any case,
/// since their author drew them on purpose.
///
/// # Errors
/// Returns the reason if the system has no levels, the map has none or its numbering is invalid.
pub fn from_levels(scenario: &Scenario) -> Result<Slopes, &'static str> {
    let common = scenario.common();
    let steep = common.steep().ok_or("This system has no elevation levels.")?;
    common.levels().ok_or("The map has no levels yet. Draw them with the Elevation tool (L).")?;
    let grid = common.grid().map_err(|_| "The map numbering is invalid. See the Problems tab.")?;
    let wanted = steep_sides(common, &grid, u32::from(steep));
    let is_slope = |row: &Hexside| row.kind == HexsideKind::Slope;
    let known = |side: &HexsideId| {
        let (a, b) = side.hexes()?;
        let (a, b) = (grid.cell(&a)?, grid.cell(&b)?);
        Some((a.min(b), a.max(b)))
    };
    let rows = common.hexsides();
    let there: BTreeSet<_> =
        rows.iter().filter(|row| is_slope(row)).flat_map(|row| &row.between).filter_map(known).collect();
    let mut new: Vec<HexsideId> = wanted.difference(&there).map(|(a, b)| name(&grid, *a, *b)).collect();
    let (added, mut removed) = (new.len(), 0);
    let mut edits = Vec::new();
    let mut nameless = rows.iter().enumerate().filter(|(_, row)| is_slope(row) && row.name.is_none());
    let first = nameless.clone().next().map(|(at, _)| at);
    // Works from the last row to the first, so that removals do not shift the rows still to come.
    while let Some((at, row)) = nameless.next_back() {
        let stays = |side: &&HexsideId| known(side).is_none_or(|side| wanted.contains(&side));
        let mut between: Vec<HexsideId> = row.between.iter().filter(stays).cloned().collect();
        removed += row.between.len() - between.len();
        if first == Some(at) {
            between.append(&mut new);
        }
        if between.is_empty() {
            edits.push(Edit::Hexside(ListChange::Remove(at)));
        } else if between != row.between {
            edits.push(Edit::Hexside(ListChange::Put(at, Hexside { between, ..row.clone() })));
        }
    }
    if !new.is_empty() {
        let row = Hexside { kind: HexsideKind::Slope, name: None, between: new, source: None };
        edits.push(Edit::Hexside(ListChange::Insert(rows.len(), row)));
    }
    Ok(Slopes { added, removed, edit: Edit::All(edits) })
}

fn name(grid: &Grid, a: Cell, b: Cell) -> HexsideId {
    HexsideId::from(format!("{}/{}", grid.name(a), grid.name(b)))
}

/// Returns the hexsides whose two hexes differ by at least `steep` levels, the lower cell first.
fn steep_sides(common: &dyn Common, grid: &Grid, steep: u32) -> BTreeSet<(Cell, Cell)> {
    let level = |cell: Cell| {
        let level = common.levels()?.get(cell.column.into(), cell.row.into())?;
        level.to_digit(10).filter(|_| common.has(cell))
    };
    let sides = |cell: Cell| grid.neighbors(cell).into_iter().flatten().map(move |next| (cell, next));
    let is_steep = |(a, b): &(Cell, Cell)| level(*a).zip(level(*b)).is_some_and(|(a, b)| a.abs_diff(b) >= steep);
    grid.cells().flat_map(sides).filter(|(a, b)| a < b).filter(is_steep).collect()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    const FILE: &str = include_str!("../../../../scenarios/pm-a-day-of-battle.toml");

    #[test]
    fn the_bundled_map_has_its_slopes_where_its_levels_say() {
        let slopes = from_levels(&load(FILE).scenario.unwrap()).unwrap();
        assert_eq!((slopes.added, slopes.removed), (0, 0));
        assert_eq!(slopes.edit, Edit::All(Vec::new()));
    }

    #[test]
    fn slopes_come_and_go_with_the_levels() {
        let mut scenario = load(FILE).scenario.unwrap();
        let slope = |scenario: &Scenario| -> usize {
            let rows = scenario.common().hexsides().iter().filter(|row| row.kind == HexsideKind::Slope);
            rows.map(|row| row.between.len()).sum()
        };
        let before = slope(&scenario);
        let grid = scenario.common().grid().unwrap();
        let cells: Vec<(Cell, char)> = grid.cells().map(|cell| (cell, '1')).collect();
        Edit::Levels(cells).apply(&mut scenario).unwrap();
        let flat = from_levels(&scenario).unwrap();
        assert_eq!((flat.added, flat.removed), (0, before));
        let undo = flat.edit.apply(&mut scenario).unwrap();
        assert_eq!(slope(&scenario), 0);
        undo.apply(&mut scenario).unwrap();
        assert_eq!(slope(&scenario), before);

        // A hill of two levels in the middle of a plain has a slope all around.
        from_levels(&scenario).unwrap().edit.apply(&mut scenario).unwrap();
        let top = grid.cells().find(|cell| grid.neighbors(*cell).iter().flatten().count() == 6).unwrap();
        Edit::Levels(vec![(top, '3')]).apply(&mut scenario).unwrap();
        let hill = from_levels(&scenario).unwrap();
        assert_eq!((hill.added, hill.removed), (6, 0));
        hill.edit.apply(&mut scenario).unwrap();
        assert_eq!(slope(&scenario), 6);
    }

    #[test]
    fn slopes_of_a_named_feature_stay() {
        let mut scenario = load(FILE).scenario.unwrap();
        for row in scenario.common_mut().hexsides_mut().iter_mut().filter(|row| row.kind == HexsideKind::Slope) {
            row.name = Some("Ravine".into());
        }
        let cells = scenario.common().grid().unwrap().cells().map(|cell| (cell, '1')).collect();
        Edit::Levels(cells).apply(&mut scenario).unwrap();
        assert_eq!(from_levels(&scenario).unwrap().removed, 0);
    }

    #[test]
    fn without_levels_there_is_a_reason() {
        let mut scenario = load(FILE).scenario.unwrap();
        *scenario.common_mut().levels_mut() = None;
        assert!(from_levels(&scenario).unwrap_err().contains("Elevation tool"));
        let other = load(template(System::MarsLaTour)).scenario.unwrap();
        assert!(from_levels(&other).unwrap_err().contains("no elevation levels"));
    }
}
