//! One line per finding, for text editors: `path:line:column: severity[code]: message`.

use std::io::{self, Write};

use battlewright_schema::render::short;

use super::{CheckedFile, FindingCounts, Report};
use crate::console::one_line;

pub(super) struct Short;

impl Report for Short {
    fn file(&mut self, file: &CheckedFile, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{}", short::render(&one_line(&file.path), &file.findings))
    }

    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}", tally.line())
    }
}
