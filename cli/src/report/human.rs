//! The format for people: the line, the problem and the remedy.

use std::io::{self, Write};

use battlewright_schema::render::human;

use super::{CheckedFile, FindingCounts, Report};
use crate::console::one_line;

pub(super) struct Human;

impl Report for Human {
    fn file(&mut self, file: &CheckedFile, to: &mut dyn Write) -> io::Result<()> {
        // The console strips colors where they are not supported.
        write!(to, "{}", human::render(&one_line(&file.path), &file.text, &file.findings, true))
    }

    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}", tally.line())
    }
}
