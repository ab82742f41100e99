//! The program itself, where it has no screen.

use std::process::{Command, Output};

/// Runs the program with `arguments`, without any display.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_battlewright-editor"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_display_it_says_what_helps() {
    let output = run(&[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("battlewright-editor: cannot open a window"), "{said}");
    assert!(said.contains("xvfb") && said.contains("--bin battlewright"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = run(&["no-such-file.toml"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("no-such-file.toml"), "{said}");
}

#[test]
fn help_and_version_need_no_window() {
    for argument in ["--help", "--version"] {
        let output = run(&[argument]);
        assert!(output.status.success() && !output.stdout.is_empty());
    }
}
