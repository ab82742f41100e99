//! One line per finding, for text editors: `path:line:column: severity[code]: message`.

use std::io::{self, Write};

use battlewright_schema::render::short;

use super::{CheckedFile, FindingCounts, Report};

pub(super) struct Short;

impl Report for Short {
    fn file(&mut self, file: &CheckedFile, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{}", short::render(&file.path, &file.findings))
    }

    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}", tally.line())
    }
}
