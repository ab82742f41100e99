//! A scenario of as many rows as are wanted: most of its text are units, places, roads and streams.

use std::fmt::Write as _;

use battlewright_schema::{System, template};

/// Hexes to a row of the map.
const COLUMNS: usize = 200;

/// The text of a scenario with a unit, a place, a road of four hexes and a stream on each of so many `blocks`, of which
/// each takes about 700 bytes.
pub(crate) fn text(blocks: usize) -> String {
    let template = template(System::PositionMagnifique);
    let part = |from: &str, to: &str| -> &str {
        let start = template.find(from).unwrap_or(0);
        let length = template[start..].find(to).unwrap_or(template.len() - start);
        &template[start..start + length]
    };
    // A block is four hexes wide and two high.
    let rows = blocks.div_ceil(COLUMNS / 4).max(3) * 2;
    let hexes = format!("{}\n", ["."; COLUMNS].join(" ")).repeat(rows);
    let mut text = part("format = 1", "columns = 8").to_owned();
    let _ = write!(
        text,
        "columns = {COLUMNS}\nrows = {rows}\nnumbering = {{ first = \"00010001\", order = \"column-row\" }}\n\
         hexes = \"\"\"\n{hexes}\"\"\"\n\n[map.terrain]\n\".\" = {{ name = \"Clear\", class = \"clear\" }}\n\n"
    );
    let _ = writeln!(text, "[[entry]]\nid = \"A\"\nside = \"red\"\nhexes = [\"00010001\"]\n");
    text += &part("# The side written first", "[[unit]]")
        .replace("\"0202\"", "\"00020001\"")
        .replace("\"0704\"", "\"00060001\"");
    for block in 0..blocks {
        let (column, row) = (block % (COLUMNS / 4) * 4 + 1, block / (COLUMNS / 4) * 2 + 1);
        let name = |right: usize, down: usize| format!("{:04}{:04}", column + right, row + down);
        let side = if block % 2 == 0 { "red" } else { "blue" };
        // The entry is there for one.
        let start = if block == 0 {
            "enters = { turn = 2, at = \"A\" }".to_owned()
        } else {
            format!("at = \"{}\"", name(0, 0))
        };
        let _ = write!(
            text,
            "# Block {block}.\n[[unit]]\nid = \"unit-{block}\"\nname = \"Brigade {block}\"\nlabel = \"{block}\"\n\
             formation = \"{side}-corps\"\nkind = \"infantry\"\ncombat = [5, 3]\nrange = [2, 3]\nmovement = [5, 5]\n\
             {start}\n\n[[place]]\nid = \"place-{block}\"\nname = \"Farm {block}\"\nhexes = [\"{1}\"]\n\n[[road]]\n\
             name = \"Lane {block}\"\npath = [\"{0}\", \"{2}\", \"{1}\"]\n\n[[hexside]]\nkind = \"stream\"\n\
             between = [\"{0}/{2}\", \"{1}/{3}\"]\n\n",
            name(0, 0),
            name(1, 1),
            name(0, 1),
            name(2, 1),
        );
    }
    text += part("# Event Chits", "\u{0}").replace("\"village\"", "\"place-0\"").as_str();
    // Nobody would command so large a field; the lints look at it all the same.
    text + "\n[lints]\nall = \"allow\"\n"
}
