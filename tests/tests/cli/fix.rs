//! Tests of `fix` on standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use battlewright_schema::{System, template};

use crate::PROGRAM;

/// Returns the output of the program for `input` on standard input.
pub(crate) fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn standard_input_comes_out_mended_and_what_is_left_is_told_aside() {
    let sound = template(System::MarsLaTour);
    let wrong = sound.replace("at = \"0704\"", "at = 704").replace("er = 3", "er = 9");
    let output = piped(&["validate", "--stdin", "--fix"], wrong.as_bytes());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), sound.replace("er = 3", "er = 9"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("fixed[wrong-type]") && told.contains("error[er-out-of-range]"), "{told}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_is_no_text_comes_out_as_it_went_in() {
    let output = piped(&["validate", "--stdin", "--fix"], b"title = \"caf\xe9\"\n");
    assert_eq!(output.stdout, b"title = \"caf\xe9\"\n");
    assert_eq!(output.status.code(), Some(1));
}
