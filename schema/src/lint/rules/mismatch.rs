//! Errors of the numbering that affect hexes in the whole file.

use crate::common::grid::Grid;
use crate::common::map::{Numbering, Order, Orientation, Parity};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A numbering that does not fit the hexes in the file.
    ///
    /// # Why it matters
    /// Several hexes are not on the map, but all of them would be with another `order` or `first`. For example, the
    /// hexes may count rows before columns, or begin at 00 instead of 01. This finding replaces a finding for each hex.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// columns = 22
    /// rows = 15
    /// numbering = { first = "0101", order = "row-column" } # "column-row": the file has a hex "2206"
    /// ```
    ///
    /// # Remedy
    /// Change the numbering as the finding says.
    NUMBERING_MISMATCH = "numbering-mismatch", Error
}

finding! {
    /// # What it finds
    /// Roads with gaps and hexsides between distant hexes, which all disappear if the other columns or rows are
    /// shifted.
    ///
    /// # Why it matters
    /// `lower_columns` (`right_rows` on maps with pointed tops) selects the columns that are half a hex lower. If it is
    /// wrong, diagonal steps of roads lead to hexes that are not adjacent. This finding replaces a finding for each
    /// step.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// lower_columns = "odd"        # "even"
    ///
    /// [[road]]
    /// path = ["0107", "0207", "0308"]
    /// ```
    ///
    /// # Remedy
    /// Change the key as the finding says.
    OFFSET_MISMATCH = "offset-mismatch", Error
}

/// The least number of errors that suggests a common cause.
const SEVERAL: usize = 3;

/// An error of the numbering as a whole. The other lints use the corrected grid, so that hexes and neighbors that are
/// correct with it cause no findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// The numbering with which the map has every hex named in the file; `None` if the numbering is not at fault.
    numbering: Option<Numbering>,
    /// The shift with which all listed neighbors are adjacent; `None` if the shift is not at fault.
    shift: Option<Parity>,
}

impl Mismatch {
    /// Searches for a mismatch, and returns it with the corrected grid.
    pub(crate) fn of(cx: &Context<'_>) -> Option<(Self, Grid)> {
        let grid = cx.map.grid.as_ref()?;
        if let Some((numbering, grid)) = numbering(cx, grid) {
            return Some((Self { numbering: Some(numbering), shift: None }, grid));
        }
        let (shift, grid) = shift(cx, grid)?;
        Some((Self { numbering: None, shift: Some(shift) }, grid))
    }
}

/// Returns the numbering closest to the file's with which every named hex exists.
fn numbering(cx: &Context<'_>, grid: &Grid) -> Option<(Numbering, Grid)> {
    if cx.is_all_on_map {
        return None;
    }
    cx.hexes().filter(|name| grid.named(name).is_none()).nth(SEVERAL - 1)?;
    let names: Vec<&str> = cx.hexes().collect();
    let frame = cx.scenario.common().frame();
    let shifts = [0, -1, 1];
    // Printed maps count from 0 or 1.
    let firsts = shifts.iter().flat_map(|column| shifts.iter().map(move |row| (*column, *row)));
    let firsts = firsts.filter(|(column, row)| {
        let (a, b) = grid.printed(crate::Cell { column: 0, row: 0 });
        (*column, *row) == (0, 0) || ((0..=1).contains(&(a + column)) && (0..=1).contains(&(b + row)))
    });
    let orders = [frame.numbering.order, other(frame.numbering.order)];
    let mut candidates = firsts.flat_map(|(column, row)| {
        orders.into_iter().filter_map(move |order| {
            Some(Numbering { first: grid.name_beyond(column, row)?, order, slant: frame.numbering.slant })
        })
    });
    candidates.find_map(|numbering| {
        let frame = crate::MapFrame { numbering: &numbering, ..frame };
        let grid = Grid::of(frame, cx.map.columns, cx.map.rows).ok().filter(Grid::is_unambiguous)?;
        let fits = names.iter().all(|name| grid.named(name).is_some());
        fits.then_some((numbering, grid))
    })
}

fn other(order: Order) -> Order {
    match order {
        Order::ColumnRow => Order::RowColumn,
        Order::RowColumn => Order::ColumnRow,
    }
}

/// Returns the shift with which no road jumps and every hexside is valid.
fn shift(cx: &Context<'_>, grid: &Grid) -> Option<(Parity, Grid)> {
    let steps = || cx.road_steps().map(|[(from, _), (to, _)]| (from, to));
    let sides = || cx.borders.iter().filter_map(|border| border.cells);
    let jumps = steps().filter(|(a, b)| grid.distance(*a, *b) != 1).count();
    let jumps = jumps + sides().filter(|(.., apart)| *apart != 1).count();
    if jumps < SEVERAL {
        return None;
    }
    let mut frame = cx.scenario.common().frame();
    let parity = match frame.orientation {
        Orientation::Flat => &mut frame.lower_columns,
        Orientation::Pointy => &mut frame.right_rows,
    };
    let other = match parity.unwrap_or_default() {
        Parity::Odd => Parity::Even,
        Parity::Even => Parity::Odd,
    };
    *parity = Some(other);
    let grid = Grid::of(frame, cx.map.columns, cx.map.rows).ok()?;
    let mut pairs = steps().chain(sides().map(|(a, b, _)| (a, b)));
    let fits = pairs.all(|(a, b)| grid.distance(a, b) == 1);
    fits.then_some((other, grid))
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let map = DocPath::root().key("map");
    if let Some(numbering) = &cx.mismatch.numbering {
        let order = match numbering.order {
            Order::ColumnRow => "column-row",
            Order::RowColumn => "row-column",
        };
        let path = map.clone().key("numbering");
        let fits = format!("{{ first = {}, order = \"{order}\" }}", quoted(numbering.first.as_str()));
        let fix = cx.offer(format!("number the hexes from {}", numbering.first), |text| match text.has(&path) {
            true if text.is_inline(&path) => text.write(&path, fits.as_str()),
            true => None,
            false => text.add_key(&map, "numbering", &fits),
        });
        let finding = NUMBERING_MISMATCH
            .at(path, "hexes in the file do not exist with this numbering")
            .help(format!("all of them exist with {fits}"))
            .fix(fix);
        found.push(finding);
    }
    if let Some(shift) = cx.mismatch.shift {
        let (key, what) = match cx.scenario.common().frame().orientation {
            Orientation::Flat => ("lower_columns", "columns"),
            Orientation::Pointy => ("right_rows", "rows"),
        };
        let shift = if shift == Parity::Odd { "odd" } else { "even" };
        let finding = OFFSET_MISMATCH
            .at(map.clone().key(key), format!("roads and hexsides have gaps, because the wrong {what} are shifted"))
            .help(format!("there are no gaps with {key} = \"{shift}\""))
            .fix(cx.write(&map.key(key), &quoted(shift)));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_magnifique};

    #[test]
    fn a_numbering_that_does_not_fit_is_one_finding() {
        let order = ("order = \"column-row\"", "order = \"row-column\"");
        assert_eq!(shown(&[order]), ["numbering-mismatch { first = \"0101\", order = \"row-column\" }"]);
        let first = ("first = \"0101\"", "first = \"0000\"");
        let exit = ("hexes = [\"0803\"]", "hexes = [\"0806\"]");
        let town = ("hexes = [\"0503\"]", "hexes = [\"0805\"]");
        let expected = "numbering-mismatch { first = \"0000\", order = \"column-row\" }";
        assert_eq!(shown(&[first, exit, town]), [expected]);
    }

    #[test]
    fn hexes_that_no_numbering_has_are_findings_of_their_own() {
        let order = ("order = \"column-row\"", "order = \"row-column\"");
        assert!(shown(&[order, ("at = \"0704\"", "at = \"9904\"")]).len() > 3);
        let two = [("at = \"0704\"", "at = \"0904\""), ("hexes = [\"0803\"]", "hexes = [\"0903\"]")];
        assert!(shown(&two).iter().all(|found| found.starts_with("hex-off-map")));
    }

    #[test]
    fn the_wrong_columns_shifted_are_one_finding() {
        let odd = ("lower_columns = \"odd\"", "lower_columns = \"even\"");
        let diagonal =
            ("\"0403\", \"0503\", \"0603\", \"0703\", \"0803\"]", "\"0404\", \"0504\", \"0605\", \"0705\", \"0806\"]");
        assert_eq!(shown(&[odd, diagonal]), ["offset-mismatch \"even\""]);
        assert_eq!(shown_magnifique(&[odd]), ["offset-mismatch \"even\""]);
        assert!(shown(&[odd]).is_empty(), "a straight road fits both");
    }
}
