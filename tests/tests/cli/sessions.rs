//! Sessions of the command line in `tests/sessions`, in the README and in the guides: each `console` block is run, and its
//! output is compared. Commands without output stand in `sh` blocks, which are not run.
//!
//! `TRYCMD=overwrite cargo test -p battlewright-tests --test cli` updates the expected output.

use std::env;

use battlewright_tests::workspace::root;

use crate::PROGRAM;

#[test]
fn the_program_says_what_the_sessions_say() {
    // The commands of the README are relative to the root folder.
    env::set_current_dir(root()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("battlewright", trycmd::schema::Bin::Path(PROGRAM.into()));
    cases.case("tests/sessions/*.trycmd").case("README.md").case("docs/guide/*.md").run();
}
