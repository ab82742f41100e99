//! Small inputs that once showed a fault (`tests/cases`), each by the command that a user would run.

use std::path::Path;
use std::process::{Command, Output};

use battlewright_tests::workspace::root;

mod at_any_cost;
mod browser;
mod checks;
mod matz;
mod outrance;
mod playing;
mod position_magnifique;
mod printing;
mod programs;
mod refusals;
mod texts_of_play;
mod work;

/// Runs the command line in the folder of the cases.
fn battlewright(arguments: &[&str]) -> Output {
    let folder = root().join("tests/cases");
    Command::new(env!("CARGO_BIN_EXE_battlewright-in-tests")).args(arguments).current_dir(folder).output().unwrap()
}

/// Returns the exit status of a command, and what it printed on both streams.
fn run_command(arguments: &[&str]) -> (Option<i32>, String) {
    let output = battlewright(arguments);
    let text = [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap()).concat();
    (output.status.code(), text)
}

/// Returns the path of a temporary file.
fn scratch(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().to_owned()
}
