//! JUnit XML: one suite per file, one failed test per finding.
//!
//! It has the elements and attributes that the XML Schema of Jenkins knows, and no others: Jenkins refuses a report
//! with more.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{CheckedFile, FindingCounts, Report, TextRegion, sentence};

/// The suites so far.
#[derive(Default)]
pub(super) struct Junit(Vec<Suite>);

/// The findings of one file.
struct Suite {
    file: String,
    findings: Vec<Finding>,
}

/// A finding as the test that it fails.
struct Finding {
    test: String,
    severity: &'static str,
    message: String,
    text: String,
}

impl Report for Junit {
    fn file(&mut self, file: &CheckedFile, _: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        let findings = file.findings.iter().map(|finding| {
            let at = TextRegion::of(finding, &lines).start;
            Finding {
                test: format!("{} at {at}", finding.code),
                severity: finding.severity.name(),
                message: printable(&finding.message),
                text: printable(&format!("{}:{at}: {}", file.path, sentence(finding))),
            }
        });
        self.0.push(Suite { file: printable(&file.path), findings: findings.collect() });
        Ok(())
    }

    fn end(&mut self, _: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        let suites = std::mem::take(&mut self.0);
        let mut writer = Writer::new_with_indent(to, b' ', 4);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let counts = Counts::of(&suites);
        writer
            .create_element("testsuites")
            .with_attribute(("name", "battlewright validate"))
            .with_attributes(counts.attributes())
            .write_inner_content(|writer| suites.iter().try_for_each(|suite| suite.write(writer)))?;
        writer.get_mut().write_all(b"\n")
    }
}

impl Suite {
    fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        let file = self.file.as_str();
        writer
            .create_element("testsuite")
            .with_attribute(("name", file))
            .with_attributes(Counts::of(std::slice::from_ref(self)).attributes())
            .write_inner_content(|writer| {
                if self.findings.is_empty() {
                    // Without a test, some readers take the suite for one that was forgotten.
                    let test = [("name", "no findings"), ("classname", file)];
                    writer.create_element("testcase").with_attributes(test).write_empty()?;
                }
                self.findings.iter().try_for_each(|finding| finding.write(file, writer))
            })?;
        Ok(())
    }
}

impl Finding {
    fn write<W: Write>(&self, file: &str, writer: &mut Writer<W>) -> io::Result<()> {
        let test = [("name", self.test.as_str()), ("classname", file)];
        writer.create_element("testcase").with_attributes(test).write_inner_content(|writer| {
            let failure = [("type", self.severity), ("message", self.message.as_str())];
            let text = BytesText::new(&self.text);
            writer.create_element("failure").with_attributes(failure).write_text_content(text)?;
            Ok(())
        })?;
        Ok(())
    }
}

/// The number of tests and of failures among them.
struct Counts {
    tests: String,
    failures: String,
}

impl Counts {
    fn of(suites: &[Suite]) -> Self {
        let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>().to_string();
        Self { tests: sum(|suite| suite.findings.len().max(1)), failures: sum(|suite| suite.findings.len()) }
    }

    fn attributes(&self) -> [(&str, &str); 3] {
        [("tests", &self.tests), ("failures", &self.failures), ("errors", "0")]
    }
}

/// `text` with spaces for the characters that XML cannot hold.
fn printable(text: &str) -> String {
    let keep = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if keep(c) { c } else { ' ' }).collect()
}
