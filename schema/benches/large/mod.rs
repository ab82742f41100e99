//! A scenario of any size, made up by rule: the same ground, roads, streams, places and counters to the hex in its
//! upper left corner, however large it is, and as much of everything elsewhere.

use std::fmt::Write as _;

use battlewright_schema::{System, template};

/// Every block of so many columns and rows has roads, a stream and a place.
const BLOCK: (u16, u16) = (30, 20);

/// The text of a scenario of Position Magnifique with a map of `columns` by `rows` hexes.
pub(crate) fn text(columns: u16, rows: u16) -> String {
    let template = template(System::PositionMagnifique);
    let between = |from: &str, to: &str| -> &str {
        let start = template.find(from).unwrap_or(0);
        let length = template[start..].find(to).unwrap_or(template.len() - start);
        &template[start..start + length]
    };
    let mut text = String::with_capacity(usize::from(columns) * usize::from(rows) * 4 + 4096);
    text += between("format = 1", "columns = 8");
    // Two numbers of four digits each, for maps of up to a thousand columns.
    let _ = write!(
        text,
        "columns = {columns}\nrows = {rows}\nnumbering = {{ first = \"00010001\", order = \"column-row\" }}\n"
    );
    rows_of(&mut text, "hexes", columns, rows, letter);
    rows_of(&mut text, "levels", columns, rows, |column, row| char::from(b'0' + level(column, row)));
    text += between("[map.terrain]", "[[road]]");
    for top in (0..rows).step_by(BLOCK.1.into()) {
        for left in (0..columns).step_by(BLOCK.0.into()) {
            block(&mut text, (left, top), (columns, rows));
        }
    }
    let _ = writeln!(text, "[[entry]]\nid = \"A\"\nside = \"red\"\nhexes = [{}]\n", name(0, 3));
    text += &between("# The side written first", "[[unit]]")
        .replace("\"0202\"", &name(2, 2))
        .replace("\"0704\"", &name(20, 12));
    units(&mut text, columns, rows);
    text += &between("# Event Chits", "\u{0}").replace("\"village\"", "\"place-1-1\"");
    // It is made up: its blocks are joined by nothing, and nobody enters.
    text + "\n[lints]\nall = \"allow\"\n"
}

fn rows_of(text: &mut String, key: &str, columns: u16, rows: u16, what: impl Fn(u16, u16) -> char) {
    let _ = writeln!(text, "{key} = \"\"\"");
    for row in 0..rows {
        for column in 0..columns {
            text.push(what(column, row));
            text.push(if column + 1 < columns { ' ' } else { '\n' });
        }
    }
    text.push_str("\"\"\"\n");
}

/// The name of a hex, in quotes.
fn name(column: u16, row: u16) -> String {
    format!("\"{:04}{:04}\"", column + 1, row + 1)
}

/// The hexside between two hexes.
fn side(a: (u16, u16), b: (u16, u16)) -> String {
    format!("\"{:04}{:04}/{:04}{:04}\"", a.0 + 1, a.1 + 1, b.0 + 1, b.1 + 1)
}

/// The roads, the stream and the place of the block at `left` and `top`.
fn block(text: &mut String, (left, top): (u16, u16), (columns, rows): (u16, u16)) {
    let right = (left + 14).min(columns - 1);
    for row in [top + 4, top + 13].into_iter().filter(|row| *row < rows) {
        let path: Vec<String> = (left + 2..=right).map(|column| name(column, row)).collect();
        if path.len() > 1 {
            let _ = writeln!(text, "[[road]]\npath = [{}]\n", path.join(", "));
        }
    }
    let row = top + 8;
    if row + 1 < rows && left + 2 < right {
        let sides: Vec<String> = (left + 1..right)
            .flat_map(|column| {
                // Columns of odd number sit half a hex lower.
                let lower = column % 2 == 0;
                let on =
                    if lower { ((column, row), (column + 1, row + 1)) } else { ((column, row + 1), (column + 1, row)) };
                [side((column, row), (column, row + 1)), side(on.0, on.1)]
            })
            .collect();
        let _ = writeln!(text, "[[hexside]]\nkind = \"stream\"\nbetween = [{}]\n", sides.join(", "));
    }
    let (column, row) = ((left + 18).min(columns - 1), (top + 6).min(rows - 1));
    let (x, y) = (left / BLOCK.0 + 1, top / BLOCK.1 + 1);
    let _ =
        writeln!(text, "[[place]]\nid = \"place-{x}-{y}\"\nname = \"Farm {x}.{y}\"\nhexes = [{}]\n", name(column, row));
}

/// A dozen units in the first block and one in each of the others.
fn units(text: &mut String, columns: u16, rows: u16) {
    let first = (0..12).map(|n| (6 + n % 6 * 3, 3 + n / 6 * 9));
    let others = (0..rows.saturating_sub(10)).step_by(BLOCK.1.into()).flat_map(|top| {
        (0..columns.saturating_sub(10))
            .step_by(BLOCK.0.into())
            .map(move |left| (left + 9, top + 9))
            .skip(usize::from(top == 0))
    });
    for (n, (column, row)) in first.chain(others).filter(|(column, row)| *column < columns && *row < rows).enumerate() {
        let side = if n % 2 == 0 { "red" } else { "blue" };
        let _ = writeln!(
            text,
            "[[unit]]\nid = \"unit-{n}\"\nname = \"Brigade {n}\"\nformation = \"{side}-corps\"\nkind = \"infantry\"\n\
             combat = [5, 3]\nrange = [2, 3]\nmovement = [5, 5]\nat = {}\n",
            name(column, row)
        );
    }
}

fn letter(column: u16, row: u16) -> char {
    match (height(column, row, 7, 1), height(column, row, 5, 2)) {
        (_, town) if town > 210 => 'T',
        (wood, _) if wood > 150 => 'f',
        _ => '.',
    }
}

fn level(column: u16, row: u16) -> u8 {
    1 + height(column, row, 16, 3) / 52
}

/// Rolling ground, from 0 to 255: chance at every `step`th hex, and even slopes between.
fn height(column: u16, row: u16, step: u16, salt: u32) -> u8 {
    let corner = |x: u16, y: u16| {
        let mut n = u32::from(x).wrapping_mul(0x9e37_79b1) ^ u32::from(y).wrapping_mul(0x85eb_ca77) ^ (salt << 13);
        n = (n ^ (n >> 15)).wrapping_mul(0x2c1b_3c6d);
        n = (n ^ (n >> 12)).wrapping_mul(0x297a_2d39);
        (n ^ (n >> 15)) & 0xff
    };
    let (x, y, u, v) = (column / step, row / step, u32::from(column % step), u32::from(row % step));
    let s = u32::from(step);
    let above = corner(x, y) * (s - u) + corner(x + 1, y) * u;
    let below = corner(x, y + 1) * (s - u) + corner(x + 1, y + 1) * u;
    u8::try_from((above * (s - v) + below * v) / (s * s)).unwrap_or(u8::MAX)
}
