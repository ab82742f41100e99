//! Sessions at the command line, kept as data in `tests/sessions`, and those in the README.
//!
//! `TRYCMD=overwrite cargo test -p battlewright-tests --test cli` writes down what the program says now.

use std::env;

use battlewright_tests::workspace::root;

use crate::PROGRAM;

#[test]
fn the_program_says_what_the_sessions_say() {
    // The README's commands are meant for the workspace's folder.
    env::set_current_dir(root()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("battlewright", trycmd::schema::Bin::Path(PROGRAM.into()));
    cases.case("tests/sessions/*.trycmd").case("README.md").run();
}
