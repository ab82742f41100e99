//! Reading and checking the file of a ruleset.

use super::basis::ResolvedRulesets;
use super::file::{RuleSection, RulesetFile, is_id};
use super::findings::{RULESET_NOT_ONE, RULESET_UNUSED};
use super::resolve::Resolver;
use super::{RULESET_FORMAT, RuleBasis};
use crate::diagnostic::{Diagnostic, shown};
use crate::fix::MeantWord;
use crate::lint::{check_at, out_of_range};
use crate::load::head::{UNKNOWN_FORMAT, check};
use crate::load::tree::{Arena, Table, Value, span};
use crate::load::{Surroundings, bytes, shape, syntax};
use crate::path::{DocPath, PathStep};
use crate::place::Places;
use crate::schema_json::FileKind;
use crate::system::ScenarioRoot;
use crate::system::settings::Setting;
use crate::{Scenario, System, of_system};

/// Returns `true` if `bytes` are a ruleset rather than a scenario or a theme.
pub fn is_ruleset(bytes: &[u8]) -> bool {
    let arena = Arena::new();
    bytes::text(bytes).is_ok_and(|text| syntax::parse(text, &arena).is_ok_and(|root| is(&root)))
}

/// Returns `true` if `root` is a ruleset rather than a scenario or a theme.
pub(crate) fn is(root: &Table<'_>) -> bool {
    root.get("ruleset").is_some_and(|item| matches!(item.value(), Value::Integer(_)))
}

/// Returns the finding that the version of the format of the ruleset is unknown, if it is.
fn unknown_version(text: &str, root: &Table<'_>) -> Option<Diagnostic> {
    let version = root.get("ruleset")?;
    let Value::Integer(number) = version.value() else { return None };
    if number.as_i128() == i128::from(RULESET_FORMAT) {
        return None;
    }
    let span = span(text, version);
    let message = format!(
        "unsupported version {} of rulesets; this program reads version {RULESET_FORMAT}",
        shown(text.get(span.clone()).unwrap_or(""))
    );
    let finding = UNKNOWN_FORMAT.at(DocPath::root().key("ruleset"), message);
    Some(finding.help("a higher number needs a newer version of Battlewright").span(Some(span)))
}

/// Returns the system of the ruleset in `text`, which was parsed to `root`, or the findings at its head.
pub(super) fn system(text: &str, root: &Table<'_>) -> Result<System, Vec<Diagnostic>> {
    if let Some(finding) = unknown_version(text, root) {
        return Err(vec![finding]);
    }
    match check(text, root) {
        (Some(system), findings) if findings.is_empty() => Ok(system),
        (_, findings) => Err(findings),
    }
}

/// Reads a ruleset of the system of `Root`.
///
/// # Errors
/// The findings in its text alone.
pub(super) fn read<'d, Root: ScenarioRoot>(
    text: &'d str,
    root: &'d Table<'d>,
) -> Result<RulesetFile<Root::Changes>, Vec<Diagnostic>> {
    let form = FileKind::Ruleset(Root::SYSTEM);
    let shaped = shape::read::<RulesetFile<Root::Changes>>(text, root, form);
    let mut findings = shaped.findings;
    let Some(file) = shaped.value.filter(|_| findings.is_empty()) else { return Err(findings) };
    let at = |key: &str| DocPath::root().key(key);
    if !is_id(&file.id) {
        let finding = shape::BAD_VALUE.at(at("id"), format!("{} is not an id", shown(&file.id)));
        findings.push(finding.help("an id has small letters, digits and hyphens"));
    }
    if System::from_name(&file.id).is_some() {
        let message = format!("{} names the published rules", shown(&file.id));
        findings.push(shape::BAD_VALUE.at(at("id"), message).help("choose another id"));
    }
    if !(1..=9999).contains(&file.version) {
        findings.push(out_of_range(form, at("version"), &format!("`{}`", file.version), 1, 9999));
    }
    let changes = file.changes();
    for (key, is_used) in [("use", !changes.uses().is_empty()), ("based_on", !changes.based_on().is_empty())] {
        if is_used {
            let finding = RULESET_NOT_ONE.at(at("rules").key(key), format!("a ruleset has no `{key}`"));
            findings.push(finding.help("name the rulesets that it stands over in `extends`"));
        }
    }
    if findings.is_empty() { Ok(file) } else { Err(findings) }
}

/// Returns the findings in a ruleset, which was parsed from `text` to `root`. They are located, without lines and columns.
pub(crate) fn find<'d>(text: &'d str, root: &'d Table<'d>, surroundings: &Surroundings<'_>) -> Vec<Diagnostic> {
    let mut findings = match system(text, root) {
        Ok(system) => of_system!(system, Root => {
            match read::<Root>(text, root) {
                Ok(file) => {
                    let mut findings = of_file::<Root>(&file, surroundings);
                    findings.extend(with_template::<Root>(&file, text, surroundings));
                    findings
                }
                Err(findings) => findings,
            }
        }),
        Err(findings) => findings,
    };
    let arena = Arena::new();
    Places::new(text, &arena).locate(&mut findings);
    findings
}

/// Returns the findings about the rulesets that `file` extends, and about its `[why]`.
fn of_file<Root>(file: &RulesetFile<Root::Changes>, surroundings: &Surroundings<'_>) -> Vec<Diagnostic>
where
    Root: ScenarioRoot + Clone,
    Scenario: From<Root>,
{
    let mut values = Vec::new();
    file.changes().list(&DocPath::root(), &mut values);
    let paths: Vec<DocPath> = values.into_iter().map(|(path, _)| path).collect();
    let scenario = small_scenario::<Root>(file, surroundings);
    let decided = scenario.map_or_else(|| paths.iter().cloned().collect(), |scenario| scenario.own_changes());
    let mut findings = below::<Root>(file, surroundings).findings::<Root>(&decided);
    let known: Vec<String> = paths.iter().map(ToString::to_string).collect();
    for key in file.why.keys() {
        // A source may be given for a whole table.
        let is_about = |path: &String| path == key || path.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
        if known.iter().any(is_about) {
            continue;
        }
        let finding = RULESET_UNUSED
            .at(DocPath::root().key("why").key(key.as_str()), format!("`[rules]` does not change {}", shown(key)));
        let meant = MeantWord::by(key, known.iter().map(String::as_str));
        findings.push(finding.maybe_help(meant.map(MeantWord::help)));
    }
    findings
}

/// Returns the rulesets that `file` extends.
fn below<'s, Root: ScenarioRoot>(
    file: &RulesetFile<Root::Changes>,
    surroundings: &Surroundings<'s>,
) -> Resolver<'s, Root::Changes> {
    let mut resolver = Resolver::new(surroundings.rulesets);
    resolver.list::<Root>(&file.extends, &DocPath::root().key("extends"));
    resolver
}

/// Returns a small scenario with the rules of `file`.
fn small_scenario<Root>(file: &RulesetFile<Root::Changes>, surroundings: &Surroundings<'_>) -> Option<Scenario>
where
    Root: ScenarioRoot + Clone,
    Scenario: From<Root>,
{
    let mut own = Root::of_template()?.clone();
    *own.changes_mut() = file.changes();
    let resolver = below::<Root>(file, surroundings);
    let resolved = resolver.resolved::<Root>();
    own.set_found_rulesets(RuleBasis::of(ResolvedRulesets { needs_alone: Some(file.needs.clone()), ..resolved }));
    Some(Scenario::from(own))
}

/// Returns a small scenario with the rules of the ruleset in `text`, for help with its expressions, in which the ids that it needs are
/// known; `None` if it cannot be read.
pub fn ruleset_alone(text: &str, surroundings: &Surroundings<'_>) -> Option<Scenario> {
    let arena = Arena::new();
    let root = syntax::parse(text, &arena).ok()?;
    let system = system(text, &root).ok()?;
    of_system!(system, Root => small_scenario::<Root>(&read::<Root>(text, &root).ok()?, surroundings))
}

/// Returns the findings about the values in `[rules]`, as a small scenario with them has.
fn with_template<Root>(
    file: &RulesetFile<Root::Changes>,
    text: &str,
    surroundings: &Surroundings<'_>,
) -> Vec<Diagnostic>
where
    Root: ScenarioRoot + Clone,
    Scenario: From<Root>,
{
    let Some(scenario) = small_scenario::<Root>(file, surroundings) else { return Vec::new() };
    let arena = Arena::new();
    let places = Places::new(text, &arena);
    let mut findings = check_at(&scenario, Some(&places), surroundings.levels);
    // A row of a ruleset below has its findings where it is named.
    let is_rule = |finding: &Diagnostic| matches!(finding.path.0.first(), Some(PathStep::Key(key)) if key == "rules" || key == "extends");
    findings.retain(|finding| is_rule(finding) && !super::FINDINGS.iter().any(|known| known.code == finding.code));
    findings
}
