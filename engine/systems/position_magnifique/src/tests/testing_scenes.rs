//! Test positions that several rules share.

use crate::rules::r17_events::Window;
use crate::tests::testing::{FRENCH, Position, Table, position};

/// Creates French guns and infantry three hexes north of Prussian guns, with the held chits in `more`.
pub(crate) fn guns(more: &str) -> Position {
    position(&format!(
        "map 12x9
        french field f1 9/5 at 0404
        french infantry f2 4/2 at 0304
        prussian field p1 9/5 at 0407
        {more}"
    ))
}

/// Starts the same position between two chits.
pub(crate) fn between(more: &str) -> Table {
    let mut table = guns(more).set_up();
    table.push(Window(FRENCH));
    table
}

/// Starts a game with two French corps and a division against a Prussian corps, with `chit` in the cup.
pub(crate) fn three_corps(chit: &str) -> Table {
    three_corps_position(chit).cup()
}

/// Creates the same position before a chit is drawn.
pub(crate) fn three_corps_position(chit: &str) -> Position {
    position(&format!(
        "map 12x9
        chit {chit}
        corps ii french at 0101 range 9 9
        corps iii french at 0101 range 9 9
        division 3rc french at 0101 range 9 9
        corps x prussian at 1101 range 9 9
        french infantry f1 4/2 at 0404 of ii
        prussian infantry p1 5/3 at 0406 of x"
    ))
}

/// Creates Prussian brigades south and west of a hex, next to each other.
pub(crate) fn meeting(more: &str) -> Position {
    position(&format!(
        "map 9x9
        prussian infantry p1 5/3 at 0405
        prussian infantry p2 4/2 at 0304
        {more}"
    ))
}

/// Begins the assault upon `f1` with every unit that may join.
pub(crate) fn all_assault(position: Position) -> Table {
    let mut table = position.assaults("prussian");
    table.does("unit f1");
    while let Some(unit) = table.choices("unit").first() {
        let join = format!("unit {unit}");
        table.does(&join);
    }
    table.does("begin");
    table
}

/// Starts a game after cavalry has charged into 0404, with infantry beside it.
pub(crate) fn charge(more: &str) -> Table {
    let mut table = position(&format!(
        "map 9x9
        prussian cavalry c1 3/2 at 0408
        {more}"
    ))
    .moves("prussian");
    table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, pass, hex 0404, pass");
    table
}
