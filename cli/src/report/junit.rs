//! JUnit's XML: a suite a file, a failed test a finding.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::{Checked, Region, Report, Tally, sentence};

#[derive(Default)]
pub(super) struct Junit(Vec<TestSuite>);

impl Report for Junit {
    fn file(&mut self, file: &Checked, _: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        let mut suite = TestSuite::new(file.path.as_str());
        for finding in &file.findings {
            let at = Region::of(finding, &lines).start;
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(finding.severity.name());
            status.set_message(finding.message.as_str());
            status.set_description(format!("{}:{at}: {}", file.path, sentence(finding)));
            let mut case = TestCase::new(format!("{} at {at}", finding.code), status);
            case.set_classname(file.path.as_str());
            suite.add_test_case(case);
        }
        if file.findings.is_empty() {
            // Without a test, some readers take the suite for one that was forgotten.
            let mut case = TestCase::new("no findings", TestCaseStatus::success());
            case.set_classname(file.path.as_str());
            suite.add_test_case(case);
        }
        self.0.push(suite);
        Ok(())
    }

    fn end(&mut self, _: Tally, to: &mut dyn Write) -> io::Result<()> {
        let mut document = Document::new("battlewright validate");
        document.add_test_suites(std::mem::take(&mut self.0));
        document.serialize(to).map_err(io::Error::other)
    }
}
