//! JUnit XML: one suite per file, one failed test per finding.
//!
//! Only elements and attributes of the XML Schema of Jenkins are used: Jenkins refuses a report with others.

use std::collections::BTreeMap;
use std::io::{self, Write};

use battlewright_schema::DocPath;
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

/// A finding as a failed test.
struct Finding {
    test: String,
    severity: &'static str,
    message: String,
    text: String,
}

impl Report for Junit {
    fn file(&mut self, file: &CheckedFile, _: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        let mut names = TestNames::default();
        let findings = file.findings.iter().map(|finding| {
            let at = TextRegion::of(finding, &lines).start;
            // Several keys may be missing at one place.
            let of = if finding.path == DocPath::root() { String::new() } else { format!(" of {}", finding.path) };
            Finding {
                test: names.name(&printable(&format!("{}{of} at {at}", finding.code))),
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

/// The names of the tests of a suite. Readers of reports keep only one test of each name.
#[derive(Default)]
struct TestNames(BTreeMap<String, usize>);

impl TestNames {
    /// Returns `name`, with a number if it is taken.
    fn name(&mut self, name: &str) -> String {
        let number = self.0.entry(name.to_owned()).or_default();
        *number += 1;
        if *number == 1 { name.to_owned() } else { format!("{name} ({number})") }
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
                    // Some readers take a suite without tests for missing.
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

/// The numbers of tests and failures.
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

/// Replaces characters that XML forbids with spaces.
fn printable(text: &str) -> String {
    let keep = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if keep(c) { c } else { ' ' }).collect()
}
