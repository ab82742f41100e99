//! The command line of Battlewright.

use std::process::ExitCode;

fn main() -> ExitCode {
    battlewright_cli::main()
}
