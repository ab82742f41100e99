//! Writes the scenarios by which the speed of reading is measured into a folder.
//!
//! ```sh
//! cargo run --release -p battlewright-schema --example make_scenarios -- FOLDER [SIZE…]
//! ```
//!
//! With sizes, such as `27x21`, it writes only maps of so many columns and rows.
//!
//! `FOLDER/many` gets 1,000 scenarios of about 40 KB; `map.toml` is one of 6 MB whose map has a million hexes, and
//! `rows.toml` one of about 5 MB of units, places, roads and streams. They are the same each time.

#[path = "../benches/copies/mod.rs"]
mod copies;
#[path = "../benches/large/mod.rs"]
mod large;
#[path = "../benches/rows/mod.rs"]
mod rows;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("name a folder")?);
    let sizes: Vec<String> = std::env::args().skip(2).collect();
    if !sizes.is_empty() {
        fs::create_dir_all(&folder)?;
        for size in sizes {
            let (columns, rows) = size.split_once('x').ok_or("a size is written such as 27x21")?;
            write(folder.join(format!("{size}.toml")), &large::text(columns.parse()?, rows.parse()?))?;
        }
        return Ok(());
    }
    fs::create_dir_all(folder.join("many"))?;
    for n in 0..1000 {
        write(folder.join(format!("many/{n:04}.toml")), &copies::text(n))?;
    }
    write(folder.join("map.toml"), &large::text(1000, 1000))?;
    write(folder.join("rows.toml"), &rows::text(11_800))
}

/// Writes `text`, which must be a scenario without a flaw.
fn write(path: PathBuf, text: &str) -> Result<(), Box<dyn Error>> {
    let loaded = battlewright_schema::load(text);
    match loaded.diagnostics.first() {
        None => Ok(fs::write(path, text)?),
        Some(finding) => Err(format!("{}: {finding}", path.display()).into()),
    }
}
