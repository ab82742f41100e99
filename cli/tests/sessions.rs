//! Sessions at the command line, kept as data beside this file, and those in the README.
//!
//! They stand here and not in the tests crate because cargo hands the built program only to tests
//! of its own package. `TRYCMD=overwrite cargo test -p battlewright-cli --test sessions` writes
//! down what the program says now.

#[test]
fn the_program_says_what_the_sessions_say() {
    // The README's commands are meant for the workspace's folder.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap();
    trycmd::TestCases::new().case("cli/tests/sessions/*.trycmd").case("README.md").run();
}
