//! For people: the line, what is wrong in it, and what to do.

use std::io::{self, Write};

use battlewright_schema::render::human;

use super::{Checked, Report, Tally};

pub(super) struct Human;

impl Report for Human {
    fn file(&mut self, file: &Checked, to: &mut dyn Write) -> io::Result<()> {
        // The console takes the colors out where they are not wanted.
        write!(to, "{}", human::render(&file.path, &file.text, &file.findings, true))
    }

    fn end(&mut self, tally: Tally, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}", tally.line())
    }
}
