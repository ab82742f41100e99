//! The command line of Battlewright for tests. Cargo passes the path of a binary only to tests of the same package.

use std::process::ExitCode;

fn main() -> ExitCode {
    battlewright_cli::main()
}
