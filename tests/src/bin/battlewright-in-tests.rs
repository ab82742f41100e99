//! The command line of Battlewright as tests run it: cargo hands a built program only to tests of its own package.

use std::process::ExitCode;

fn main() -> ExitCode {
    battlewright_cli::main()
}
