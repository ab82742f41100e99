//! One line a finding, for text editors: `path:line:column: severity[code]: message`.

use std::io::{self, Write};

use battlewright_schema::render::short;

use super::{Checked, Report, Tally};

pub(super) struct Short;

impl Report for Short {
    fn file(&mut self, file: &Checked, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{}", short::render(&file.path, &file.findings))
    }

    fn end(&mut self, tally: Tally, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}", tally.line())
    }
}
