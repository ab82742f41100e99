//! The search for the rulesets that a file names, and their common effect.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::basis::{ResolvedRuleset, ResolvedRulesets, RuleBasis, RuleConflict, RulesetInfo, SeenRuleset};
use super::file::{BasedOn, NamedRuleset, RuleSection, RulesetFile, RulesetRef};
use super::findings::{
    RULESET_CHANGED, RULESET_CYCLE, RULESET_MISSING, RULESET_NOT_ONE, RULESET_OLDER, RULESET_SYSTEM, RULESET_UNUSED,
};
use super::placed::placed_changes;
use super::source::{FoundRuleset, RulesetSource};
use super::{DEEPEST_CHAIN, MOST_RULESET_BYTES, MOST_RULESETS, MOST_USES, published, read};
use crate::diagnostic::{Diagnostic, Finding, shown};
use crate::fix::MeantWord;
use crate::load::tree::Arena;
use crate::load::{bytes, finish, shape, syntax};
use crate::path::DocPath;
use crate::rule::{decides, is_dropped_in, same_row};
use crate::system::ScenarioRoot;
use crate::system::settings::Setting;
use crate::{Scenario, System, of_scenario};

/// The maximum number of conflicts that are listed.
const MOST_CONFLICTS: usize = 100;

/// The maximum number of moved values that a message lists.
const MOST_MOVED: usize = 8;

impl Scenario {
    /// Finds the rulesets that the scenario uses, so that their changes stand below its own.
    pub fn resolve_rulesets(&mut self, rulesets: &dyn RulesetSource) {
        of_scenario!(self, own => resolve(&mut **own, rulesets));
    }

    /// Returns `true` if the scenario names other rulesets than those that were [found](Self::resolve_rulesets).
    pub fn has_other_uses(&self) -> bool {
        of_scenario!(self, own => {
            let found = own.found_rulesets().0.as_ref().map_or(&[][..], |resolved| resolved.uses.as_slice());
            own.changes().uses() != found
        })
    }

    /// Sets the rulesets that the scenario names. They have no effect until they are [found](Self::resolve_rulesets).
    pub fn set_uses(&mut self, uses: Vec<RulesetRef>) {
        of_scenario!(self, own => set_uses(&mut **own, uses));
    }

    /// Takes over the rulesets that were found for `other`, if both are of one system.
    pub fn share_rulesets(&mut self, other: &Self) {
        of_scenario!(self, own => share(&mut **own, other));
    }

    /// Returns the rulesets in force for lints.
    pub(crate) fn seen_rulesets(&self) -> Vec<SeenRuleset<'_>> {
        of_scenario!(self, own => {
            let rulesets = own.found_rulesets().0.iter().flat_map(|resolved| &resolved.rulesets);
            rulesets
                .map(|ruleset| SeenRuleset { info: &ruleset.info, needs: &ruleset.needs, path: &ruleset.path })
                .collect()
        })
    }

    /// Returns the problems of the search for rulesets, and the values about which two of them disagree.
    pub(crate) fn ruleset_problems(&self) -> (&[Diagnostic], &[RuleConflict]) {
        of_scenario!(self, own => {
            match &own.found_rulesets().0 {
                Some(resolved) => (resolved.problems.as_slice(), resolved.conflicts.as_slice()),
                None => (&[], &[]),
            }
        })
    }

    /// Returns the paths within `[rules]` of the values that the scenario changes itself. A cell is in it as it is written, and with the
    /// headings that its table has.
    pub(crate) fn own_changes(&self) -> BTreeSet<DocPath> {
        let mut paths: BTreeSet<DocPath> = of_scenario!(self, own => {
            let mut values = Vec::new();
            own.changes().list(&DocPath::root(), &mut values);
            values.into_iter().map(|(path, _)| path).collect()
        });
        paths.extend(self.placed_cells().into_iter().filter_map(|cell| Some(cell.at?.headings())));
        paths
    }
}

fn set_uses<Root: ScenarioRoot>(own: &mut Root, uses: Vec<RulesetRef>) {
    let based_on = own.changes().based_on().to_vec();
    own.changes_mut().set_sources(uses, based_on);
}

fn share<Root: ScenarioRoot>(own: &mut Root, other: &Scenario) {
    if let Some(other) = Root::of(other) {
        own.set_found_rulesets(other.found_rulesets().clone());
    }
}

fn resolve<Root: ScenarioRoot>(own: &mut Root, rulesets: &dyn RulesetSource) {
    let (uses, based_on) = (own.changes().uses(), own.changes().based_on());
    if uses.is_empty() && based_on.is_empty() {
        return own.set_found_rulesets(RuleBasis::default());
    }
    let at = DocPath::root().key("rules");
    let mut resolver = Resolver::new(rulesets);
    resolver.list::<Root>(uses, &at.clone().key("use"));
    for (index, based_on) in based_on.iter().enumerate() {
        resolver.check_based_on::<Root>(based_on, &at.clone().key("based_on").index(index));
    }
    own.set_found_rulesets(RuleBasis::of(resolver.resolved::<Root>()));
}

impl<C: Setting> RuleBasis<C> {
    pub(super) fn of(resolved: ResolvedRulesets<C>) -> Self {
        Self(Some(resolved.into()))
    }
}

/// The rulesets found so far.
pub(super) struct Resolver<'s, C> {
    source: &'s dyn RulesetSource,
    /// Each ruleset after those that it extends, with its place.
    rulesets: Vec<ResolvedRuleset<C>>,
    places: Vec<String>,
    /// The places and ids of the rulesets that lead to the one at hand.
    chain: Vec<(String, String)>,
    problems: Vec<Diagnostic>,
    /// The rulesets that the file names.
    uses: Vec<RulesetRef>,
}

/// A ruleset that was read, before those that it extends are found.
struct ReadFile<C> {
    found: FoundRuleset,
    file: RulesetFile<C>,
}

impl<'s, C: Setting + RuleSection + Clone + Default + serde::Serialize> Resolver<'s, C> {
    pub(super) fn new(source: &'s dyn RulesetSource) -> Self {
        Self {
            source,
            rulesets: Vec::new(),
            places: Vec::new(),
            chain: Vec::new(),
            problems: Vec::new(),
            uses: Vec::new(),
        }
    }

    /// Finds the rulesets of the list at `path`.
    pub(super) fn list<Root: ScenarioRoot<Changes = C>>(&mut self, references: &[RulesetRef], path: &DocPath) {
        self.uses.extend_from_slice(references);
        for (index, reference) in references.iter().enumerate() {
            let at = path.clone().index(index);
            if index >= MOST_USES {
                let message = format!("{} rulesets are named; the limit is {MOST_USES}", references.len());
                self.problems.push(RULESET_CYCLE.at(at, message).help("let one ruleset extend several"));
                return;
            }
            let known: Vec<bool> = self.rulesets.iter().map(|ruleset| ruleset.info.is_named).collect();
            let Some(number) = self.find::<Root>(reference, None, &at) else { continue };
            if known.get(number) == Some(&true) {
                let finding = RULESET_UNUSED.at(at.clone(), format!("{} is named twice", shown(reference.as_str())));
                self.problems.push(finding.help("remove one of the entries"));
            }
            if let Some(ruleset) = self.rulesets.get_mut(number) {
                ruleset.info.is_named = true;
            }
        }
    }

    fn note(&mut self, finding: &Finding, at: &DocPath, message: &str, help: Option<String>) {
        let by = self.chain.last().map(|(_, id)| format!(", which {} extends", shown(id))).unwrap_or_default();
        let message = format!("{message}{by}");
        self.problems.push(finding.at(at.clone(), message).maybe_help(help));
    }

    /// Finds the ruleset that the file at the place `from` names, and those that it extends. Returns its number; `None` for
    /// published rules, and after a problem.
    fn find<Root: ScenarioRoot<Changes = C>>(
        &mut self,
        reference: &RulesetRef,
        from: Option<&str>,
        at: &DocPath,
    ) -> Option<usize> {
        if reference.parts().is_none() {
            let message = format!("{} does not name a ruleset", shown(reference.as_str()));
            let help = "write an id with its version, such as \"night-and-mud@1\", or a path with a slash".to_owned();
            self.note(&shape::BAD_VALUE, at, &message, Some(help));
            return None;
        }
        if let Some((id, version)) = reference.id()
            && let Some(system) = System::from_name(id)
        {
            self.published::<Root>(system, version, at);
            return None;
        }
        if self.chain.len() >= DEEPEST_CHAIN {
            let message = format!("{} is too deep in a chain of rulesets", shown(reference.as_str()));
            self.note(&RULESET_CYCLE, at, &message, Some(format!("a chain has at most {DEEPEST_CHAIN} rulesets")));
            return None;
        }
        let found = self.look_up(reference, from, at)?;
        if self.chain.iter().any(|(place, _)| *place == found.place) {
            let message = format!("{} extends itself", shown(reference.as_str()));
            self.note(&RULESET_CYCLE, at, &message, Some("remove an entry of `extends`".to_owned()));
            return None;
        }
        if let Some(known) = self.places.iter().position(|place| *place == found.place) {
            let info = self.rulesets.get(known).map(|ruleset| ruleset.info.clone())?;
            self.check_version(reference, &info.id, info.version, at);
            return Some(known);
        }
        if self.rulesets.len() + self.chain.len() >= MOST_RULESETS {
            let message = format!("a scenario has at most {MOST_RULESETS} rulesets");
            self.note(&RULESET_CYCLE, at, &message, None);
            return None;
        }
        let ReadFile { found, file } = self.read::<Root>(reference, found, at)?;
        if !self.check_version(reference, &file.id, file.version, at) {
            return None;
        }
        let is_named = self.chain.is_empty();
        self.chain.push((found.place.clone(), file.id.clone()));
        let mut below = BTreeSet::new();
        for (index, extended) in file.extends.iter().enumerate() {
            if index >= MOST_USES {
                let message = format!("{} rulesets are extended; the limit is {MOST_USES}", file.extends.len());
                self.note(&RULESET_CYCLE, at, &message, None);
                break;
            }
            if let Some(number) = self.find::<Root>(extended, Some(&found.place), at) {
                below.insert(number);
                below.extend(self.rulesets.get(number).into_iter().flat_map(|ruleset| ruleset.below.iter().copied()));
            }
        }
        self.chain.pop();
        let mut values = Vec::new();
        let changes = file.changes();
        changes.list(&DocPath::root(), &mut values);
        let info = RulesetInfo {
            hash: hash(&file),
            id: file.id,
            version: file.version,
            title: file.title,
            place: found.name,
            is_named,
            values,
        };
        self.places.push(found.place);
        self.rulesets.push(ResolvedRuleset {
            info,
            changes,
            needs: file.needs,
            below: below.into_iter().collect(),
            path: at.clone(),
        });
        Some(self.rulesets.len() - 1)
    }

    /// Checks a reference to the published rules of `system`.
    fn published<Root: ScenarioRoot>(&mut self, system: System, version: u32, at: &DocPath) {
        let name = system.name();
        if system != Root::SYSTEM {
            let message = format!("`{name}@{version}` are the rules of another system");
            let own = Root::SYSTEM;
            let help = format!("the published rules are `{}@{}`", own.name(), own.published_version());
            return self.note(&RULESET_SYSTEM, at, &message, Some(help));
        }
        let now = system.published_version();
        if version > now {
            let message = format!("this program has version {now} of the published rules, not version {version}");
            self.note(&RULESET_MISSING, at, &message, Some("install a newer version of Battlewright".to_owned()));
        } else if version < now {
            let old = published::archived(system, version);
            let moved = old.map(|old| published::moved(&old, system.published())).unwrap_or_default();
            let message = format!("the published rules have version {now}, and version {now} applies");
            self.note(&RULESET_OLDER, at, &message, older_help(&moved, &format!("{name}@{now}")));
        }
    }

    /// Returns the file that `reference` means.
    fn look_up(&mut self, reference: &RulesetRef, from: Option<&str>, at: &DocPath) -> Option<FoundRuleset> {
        match self.source.ruleset(reference, from) {
            Ok(Some(found)) => return Some(found),
            Ok(None) => {
                let message = format!("there is no ruleset {}", shown(reference.as_str()));
                let help = match reference.parts() {
                    Some(NamedRuleset::Id(id, _)) => self.suggestion(id),
                    _ => "the path is relative to the file that names it".to_owned(),
                };
                self.note(&RULESET_MISSING, at, &message, Some(help));
            }
            Err(why) => {
                let message = format!("the ruleset {} cannot be read: {why}", shown(reference.as_str()));
                self.note(&RULESET_MISSING, at, &message, None);
            }
        }
        None
    }

    fn suggestion(&self, id: &str) -> String {
        let ids = self.source.ids();
        let meant = MeantWord::by(id, ids.iter().map(String::as_str));
        meant.map_or_else(
            || "name it in `[rulesets]` of `battlewright.toml`, or write a path such as \"./local.toml\"".to_owned(),
            MeantWord::help,
        )
    }

    /// Reads `found`, to which `reference` leads.
    fn read<Root: ScenarioRoot<Changes = C>>(
        &mut self,
        reference: &RulesetRef,
        found: FoundRuleset,
        at: &DocPath,
    ) -> Option<ReadFile<C>> {
        match read_file::<Root>(&found) {
            Ok(file) => {
                let names = |id: &str| file.id == id || file.replaces.iter().any(|former| former == id);
                if let Some((id, _)) = reference.id()
                    && !names(id)
                {
                    let message = format!("{} is the ruleset {}, not {}", found.name, shown(&file.id), shown(id));
                    self.note(&RULESET_NOT_ONE, at, &message, Some("correct `[rulesets]` or the id".to_owned()));
                    return None;
                }
                Some(ReadFile { found, file })
            }
            Err((finding, message)) => {
                let help = (finding.code == RULESET_NOT_ONE.code)
                    .then(|| "run `battlewright validate` on it to list its problems".to_owned());
                self.note(&finding, at, &message, help);
                None
            }
        }
    }

    /// Checks the version that `reference` asks for. Returns `false` if the one at hand is too old.
    fn check_version(&mut self, reference: &RulesetRef, id: &str, version: u32, at: &DocPath) -> bool {
        let Some((_, wanted)) = reference.id() else { return true };
        if wanted > version {
            let message = format!("the ruleset {} has version {version}, not version {wanted}", shown(id));
            self.note(&RULESET_MISSING, at, &message, Some("get the newer version of the ruleset".to_owned()));
        } else if wanted < version {
            let message = format!("the ruleset {} has version {version}, and version {version} applies", shown(id));
            self.note(&RULESET_OLDER, at, &message, older_help(&[], &format!("{id}@{version}")));
        }
        wanted <= version
    }

    /// Reports a ruleset that has changed since its changes were written into the scenario.
    fn check_based_on<Root: ScenarioRoot<Changes = C>>(&mut self, based_on: &BasedOn, at: &DocPath) {
        // The changes are in the scenario, so that a ruleset which cannot be found or read does not matter.
        let reference = RulesetRef::of(&based_on.id, based_on.version);
        let Ok(Some(found)) = self.source.ruleset(&reference, None) else { return };
        let Ok(file) = read_file::<Root>(&found) else { return };
        if hash(&file) != based_on.hash {
            let now = format!("{}@{}", file.id, file.version);
            let message =
                format!("the scenario has the changes of {}, and {now} has others", shown(reference.as_str()));
            let finding = RULESET_CHANGED.at(at.clone(), message);
            self.problems.push(finding.help("the changes in the scenario apply"));
        }
    }

    /// Returns the problems and conflicts as findings, but for the values that the file has `decided` itself.
    pub(super) fn findings<Root: ScenarioRoot<Changes = C>>(self, decided: &BTreeSet<DocPath>) -> Vec<Diagnostic> {
        let conflicts = self.conflicts(&placed_changes::<Root>(&self.rulesets));
        let mut findings = self.problems;
        let is_decided = |conflict: &&RuleConflict| decided.iter().any(|own| decides(own, &conflict.value));
        let open = conflicts.iter().filter(|conflict| !is_decided(conflict));
        findings.extend(open.map(RuleConflict::finding));
        findings
    }

    /// Returns the values that two rulesets change differently, without a third one over both that decides it. `placed` are the
    /// values that each ruleset changes, whatever the spelling of their headings.
    fn conflicts(&self, placed: &[Vec<(DocPath, Value)>]) -> Vec<RuleConflict> {
        let mut conflicts = Vec::new();
        let numbered = || self.rulesets.iter().zip(placed).enumerate();
        for (second, (b, b_values)) in numbered() {
            let others = numbered().take(second).filter(|(first, _)| !b.below.contains(first));
            for (first, (a, a_values)) in others {
                for (path, value) in a_values.iter().filter(|(path, _)| !is_dropped_in(path, a_values)) {
                    // A whole table and a cell of it are in conflict as well, and two rows of one id.
                    let differs = |(other, changed): &(DocPath, Value)| {
                        if other == path {
                            return changed != value;
                        }
                        let is_one_row = same_row(other, path) && !is_dropped_in(other, b_values);
                        other.is_within(path) || path.is_within(other) || is_one_row
                    };
                    let is_decided = || {
                        numbered().any(|(_, (over, values))| {
                            over.below.contains(&first)
                                && over.below.contains(&second)
                                && values.iter().any(|(own, _)| decides(own, path))
                        })
                    };
                    let is_open = b_values.iter().any(differs) && !is_decided();
                    if is_open && conflicts.len() < MOST_CONFLICTS {
                        let side = |ruleset: &ResolvedRuleset<C>| (ruleset.info.reference(), ruleset.path.clone());
                        conflicts.push(RuleConflict { value: path.clone(), rulesets: [side(a), side(b)] });
                    }
                }
            }
        }
        conflicts
    }

    /// Returns the rulesets with their common effect.
    pub(super) fn resolved<Root: ScenarioRoot<Changes = C>>(self) -> ResolvedRulesets<C> {
        let (mut joined, mut rules) = (C::default(), Root::published_rules().clone());
        for ruleset in &self.rulesets {
            joined = joined.joined(&ruleset.changes);
            rules = ruleset.changes.onto(&rules);
        }
        let conflicts = self.conflicts(&placed_changes::<Root>(&self.rulesets));
        let tree = serde_json::to_value(&rules).unwrap_or_default();
        let Self { rulesets, problems, uses, .. } = self;
        ResolvedRulesets { rulesets, joined, rules, tree, conflicts, problems, uses, needs_alone: None }
    }
}

fn older_help(moved: &[String], now: &str) -> Option<String> {
    let listed = moved.iter().take(MOST_MOVED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match moved.len() {
        0 => Some(format!("read the changes, and write `{now}`")),
        count if count > MOST_MOVED => Some(format!("{listed} and {} more differ; write `{now}`", count - MOST_MOVED)),
        _ => Some(format!("{listed}; if that is meant, write `{now}`")),
    }
}

/// Returns the hash of what `file` changes, whatever its layout and comments.
fn hash<C: Clone + Default + serde::Serialize>(file: &RulesetFile<C>) -> String {
    let canonical =
        json!({ "extends": file.extends, "rules": serde_json::to_value(file.changes()).unwrap_or_default() });
    format!("{:016x}", xxh3_64(canonical.to_string().as_bytes()))
}

/// Reads the ruleset `found` of the system of `Root`.
///
/// # Errors
/// The kind of problem and its description.
fn read_file<Root: ScenarioRoot>(found: &FoundRuleset) -> Result<RulesetFile<Root::Changes>, (Finding, String)> {
    let name = found.name.as_str();
    if found.bytes.len() > MOST_RULESET_BYTES {
        return Err((RULESET_NOT_ONE, format!("{name} is larger than {} MiB", MOST_RULESET_BYTES >> 20)));
    }
    let with_errors = |text: &str, mut findings: Vec<Diagnostic>| {
        finish(text, &mut findings);
        let first = findings.first().map(ToString::to_string).unwrap_or_default();
        (RULESET_NOT_ONE, format!("{name} has errors, the first {name}:{first}"))
    };
    let text = bytes::text(&found.bytes)
        .map_err(|finding| (RULESET_NOT_ONE, format!("{name} is not a ruleset: {name}:{finding}")))?;
    let arena = Arena::new();
    let root = syntax::parse(text, &arena).map_err(|findings| with_errors(text, findings))?;
    if !read::is(&root) {
        return Err((RULESET_NOT_ONE, format!("{name} is not a ruleset, which begins with `ruleset = 1`")));
    }
    let system = read::system(text, &root).map_err(|findings| with_errors(text, findings))?;
    if system != Root::SYSTEM {
        let message = format!("{name} is a ruleset of `{}`, not of `{}`", system.name(), Root::SYSTEM.name());
        return Err((RULESET_SYSTEM, message));
    }
    read::read::<Root>(text, &root).map_err(|findings| with_errors(text, crate::placed(text, findings)))
}
