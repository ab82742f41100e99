use battlewright_schema::{DocPath, System, load, template, unplayable};
use serde_json::Value;

use super::*;

/// Returns files with a finding that has a related place, one over several lines, one without a place, and no finding.
fn files() -> Vec<CheckedFile> {
    let sound = template(System::MarsLaTour);
    let doubled = sound.replace("at = \"0704\"", "at = \"9704\"").replace("columns = 8", "columns = 9");
    let checked = |path: &str, text: &str| {
        let findings = load(text).diagnostics;
        CheckedFile { path: path.to_owned(), text: text.to_owned(), findings, kind: CheckedKind::Scenario }
    };
    let mut odd = checked("a b/ü#1,2%.toml", sound);
    odd.findings.push(unplayable(DocPath::root(), "no hex is left", "3.2 Setup"));
    let files = vec![checked("one.toml", &doubled), odd, checked("clean.toml", sound)];
    assert!(files[0].findings.len() >= 2 && files[2].findings.is_empty(), "{files:?}");
    files
}

fn written(format: ReportFormat) -> String {
    let (mut report, mut tally, mut to) = (format.report(), FindingCounts::default(), Vec::new());
    for file in &files() {
        tally.add(file);
        report.file(file, &mut to).unwrap();
    }
    report.end(tally, &mut to).unwrap();
    String::from_utf8(to).unwrap()
}

fn document(format: ReportFormat) -> Value {
    serde_json::from_str(&written(format)).unwrap()
}

#[test]
fn sarif_is_valid_by_the_official_schema_and_names_every_place() {
    let schema = include_str!("../../tests/schemas/sarif-2.1.0.json");
    // As published, one pattern has a stray bracket, which strict engines refuse.
    let schema = schema.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let document = document(ReportFormat::Sarif);
    let errors: Vec<String> = schema.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let run = &document["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), files().iter().map(|file| file.findings.len()).sum::<usize>());
    for result in results {
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
    }
    let offered = files()[0].findings.iter().map(|finding| finding.fixes.len()).sum::<usize>();
    assert!(offered > 0);
    assert_eq!(results.iter().map(|result| result["fixes"].as_array().unwrap().len()).sum::<usize>(), offered);
    let odd = &results.last().unwrap()["locations"][0]["physicalLocation"];
    assert_eq!(odd["artifactLocation"]["uri"], "a%20b/%C3%BC%231,2%25.toml");
    assert_eq!(odd["region"]["startLine"], 1);
}

#[test]
fn json_says_everything_that_is_known() {
    let document = document(ReportFormat::Json);
    let files = files();
    assert_eq!(document["summary"]["files"], 3);
    for (file, told) in files.iter().zip(document["files"].as_array().unwrap()) {
        assert_eq!(told["path"], file.path.as_str());
        assert_eq!(told["findings"].as_array().unwrap().len(), file.findings.len());
        for (finding, told) in file.findings.iter().zip(told["findings"].as_array().unwrap()) {
            assert_eq!(told["code"], finding.code.as_str());
            assert_eq!(told["path"], finding.path.to_string());
            for (fix, told) in finding.fixes.iter().zip(told["fixes"].as_array().unwrap()) {
                assert_eq!((&told["title"], &told["safe"]), (&fix.title.as_str().into(), &fix.safe.into()));
                assert_eq!(told["edits"][0]["range"]["start"]["byte"], fix.edits[0].span.start);
            }
            match (&finding.span, finding.position) {
                (Some(span), Some(at)) => {
                    assert_eq!(told["range"]["start"]["line"], at.line);
                    assert_eq!(told["range"]["start"]["column"], at.column);
                    assert_eq!(told["range"]["end"]["byte"], span.end);
                }
                _ => assert!(told["range"].is_null()),
            }
        }
    }
}

#[test]
fn annotations_for_github_escape_what_would_end_them() {
    let text = written(ReportFormat::Github);
    let odd = text.lines().find(|line| line.contains("unplayable")).unwrap();
    assert_eq!(
        odd,
        "::error file=a b/ü#1%2C2%25.toml,line=1,col=1,endColumn=1,title=unplayable::no hex is left; see rule 3.2 Setup"
    );
    assert!(text.ends_with(" errors, no warnings\n") || text.contains("3 scenarios checked"), "{text}");
}

#[test]
fn the_report_for_gitlab_names_each_finding_by_a_name_of_its_own_that_stays() {
    let document = document(ReportFormat::Gitlab);
    let names: Vec<&str> =
        document.as_array().unwrap().iter().map(|finding| finding["fingerprint"].as_str().unwrap()).collect();
    for (n, name) in names.iter().enumerate() {
        assert!(!names[n + 1..].contains(name) && name.len() == 16, "{names:?}");
    }
    // A further line at the top moves every finding but changes no fingerprint.
    let mut moved = files().remove(0);
    let before = fingerprints(&moved);
    moved.text = format!("# a note\n{}", moved.text);
    moved.findings = load(&moved.text).diagnostics;
    assert_eq!(fingerprints(&moved), before);
    // Equal findings on equal lines have different fingerprints.
    let doubled = "system = \"mars-la-tour\"\n[[road]]\npath = 1\n[[road]]\npath = 1\n";
    let twice = CheckedFile {
        path: "b.toml".into(),
        text: doubled.into(),
        findings: load(doubled).diagnostics,
        kind: CheckedKind::Scenario,
    };
    let mut names = fingerprints(&twice);
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "{:?}", twice.findings);
}

#[test]
fn junit_has_a_suite_a_file_and_a_failure_a_finding() {
    let text = written(ReportFormat::Junit);
    let document = roxmltree::Document::parse(&text).unwrap();
    let files = files();
    let root = document.root_element();
    let suites: Vec<_> = root.children().filter(|child| child.is_element()).collect();
    assert_eq!(suites.len(), files.len());
    for (suite, file) in suites.iter().zip(&files) {
        assert_eq!(suite.attribute("name"), Some(file.path.as_str()));
        assert_eq!(suite.attribute("failures"), Some(file.findings.len().to_string().as_str()));
        assert_eq!(suite.attribute("tests"), Some(file.findings.len().max(1).to_string().as_str()));
        let failures = suite.descendants().filter(|node| node.has_tag_name("failure"));
        let messages: Vec<_> = failures.map(|failure| failure.attribute("message").unwrap()).collect();
        let expected: Vec<_> = file.findings.iter().map(|finding| finding.message.replace('\n', " ")).collect();
        assert_eq!(messages, expected);
    }
}

/// Jenkins refuses attributes missing from its XML Schema, such as `skipped` on `testsuites`.
#[test]
fn junit_has_no_attribute_that_jenkins_refuses() {
    let known = |element: &str| match element {
        "testsuites" => "name time tests failures errors",
        "testsuite" => "name tests failures errors group time skipped timestamp hostname id package file log url",
        "testcase" => "name time classname group",
        "failure" => "type message",
        other => panic!("{other} is not in its schema"),
    };
    let text = written(ReportFormat::Junit);
    let document = roxmltree::Document::parse(&text).unwrap();
    for element in document.descendants().filter(roxmltree::Node::is_element) {
        let name = element.tag_name().name();
        for attribute in element.attributes() {
            assert!(known(name).split(' ').any(|known| known == attribute.name()), "{name} {attribute:?}");
        }
    }
}

#[test]
fn formats_for_people_end_with_a_summary() {
    for format in [ReportFormat::Human, ReportFormat::Short] {
        assert!(written(format).lines().last().unwrap().starts_with("3 scenarios checked: "));
    }
    assert!(written(ReportFormat::Short).starts_with("one.toml:"));
}
