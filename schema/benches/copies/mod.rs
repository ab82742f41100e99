//! As many sound scenarios as are wanted, of the size of those that come with the program and each with units and a map
//! of its own: always the same ones.

/// The two of them whose files are about 40 KB long.
const ORIGINALS: [&str; 2] = [
    include_str!("../../../scenarios/pm-a-beckoning-victory.toml"),
    include_str!("../../../scenarios/pm-a-day-of-battle.toml"),
];

/// The text of copy `n`: its units have ids of their own, and other hexes of it are woods.
pub(crate) fn text(n: usize) -> String {
    let original = ORIGINALS[n % ORIGINALS.len()];
    let mut text = String::with_capacity(original.len() + 4096);
    // Which part of the file a line belongs to.
    let (mut section, mut letters, mut chance) = ("", false, n as u64);
    for line in original.split_inclusive('\n') {
        if line.starts_with('[') {
            section = line.trim_end();
        }
        if line.starts_with("title = ") {
            text += &line.replacen("\"\n", &format!(", copy {n}\"\n"), 1);
        } else if let Some(id) = line.strip_prefix("id = \"").filter(|_| section == "[[unit]]") {
            text += &format!("id = \"{n}-{id}");
        } else if letters && line.starts_with("\"\"\"") {
            letters = false;
            text += line;
        } else if letters {
            text.extend(line.chars().map(|letter| {
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if letter == '.' && chance >> 60 == 0 { 'f' } else { letter }
            }));
        } else {
            letters = line.starts_with("hexes = \"\"\"");
            text += line;
        }
    }
    text
}
