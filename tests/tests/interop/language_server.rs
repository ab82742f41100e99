//! A third-party client library in a session with the language server over standard input and output.

use crate::PROGRAM;
use crate::peers::{python, succeed};

#[test]
fn pygls_reads_every_answer() {
    let said = succeed(python("python").args(["tests/interop/client.py", PROGRAM, "scenarios/tutorial.toml"]));
    println!("pygls:\n{said}");
    assert!(said.ends_with("goodbye: exit status 0\n"), "{said}");
}
