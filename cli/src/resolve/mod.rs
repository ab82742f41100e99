//! `resolve`: the resolver of La Guerre à Outrance for a game at a table.

mod output;

use std::io::{BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use battlewright_engine::play::Dice;
use battlewright_engine::systems::outrance::resolver::{
    ActedUnits, Initiative, Resolver, ResolverField, ResolverQuestion, ResolverRefusal, ResolverReplies,
    ResolverRequest, ResolverRolls, TableRules, TableRulesError,
};
use battlewright_platform::fs::read_file_to_string;
use battlewright_schema::DiskRulesets;
use battlewright_schema::outrance::{Nation, Rules};
use clap::{Args, Subcommand};
use serde_json::json;

use crate::console::{Console, Failure, Verdict, stderr};
use crate::files::{read, slashed};
use crate::playtest::OutputFormat;
use output::{ResolveOutput, odds_json, percentages, print_json};

/// Resolve an action of La Guerre à Outrance at the table
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Resolve {
    #[command(subcommand)]
    button: Option<ResolveButton>,
    #[command(flatten)]
    fields: ActionFields,
    #[command(flatten)]
    replies: QuestionReplies,
    /// Keep a note of who has acted in this turn in FILE, and tell what counts against the target. Remove the file for a new turn
    #[arg(long, value_name = "FILE")]
    note: Option<PathBuf>,
    /// Take the rules of the scenario or the ruleset in FILE, with those rules in rows that ask only for what is stated here
    #[arg(short = 's', long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    #[command(flatten)]
    output: ResolveOutput,
}

/// Reads the rules of the scenario or the ruleset at `path`.
fn table_rules(path: &Path) -> Result<TableRules, Failure> {
    TableRules::read(&read(path)?, &DiskRulesets::of(path)).map_err(|error| {
        let name = slashed(path);
        let help = match error {
            TableRulesError::Invalid(_) => format!("run `battlewright validate {name}` to list the problems"),
            TableRulesError::OtherFile => "name a file with `system = \"outrance\"`".to_owned(),
        };
        Failure::new(format!("{name} gives no rules to the resolver: {error}")).help(help)
    })
}

#[derive(Debug, Subcommand)]
enum ResolveButton {
    Initiative(DrawInitiative),
}

/// The fields of the published form.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fields")]
struct ActionFields {
    /// The acting unit, such as prussian-line-infantry
    #[arg(short = 'a', long, value_name = "UNIT")]
    actor: Option<String>,
    /// The action: deploy, maneuver, deployed-fire, advancing-fire, assault, march or regroup
    #[arg(short = 'x', long, value_name = "ACTION")]
    action: Option<String>,
    /// The target of fire or of an assault, such as french-artillery
    #[arg(short = 't', long, value_name = "UNIT")]
    target: Option<String>,
    /// The formation of the target: deployed, maneuver or march
    #[arg(short = 'f', long, value_name = "FORMATION")]
    target_formation: Option<String>,
    /// The cover of the target: open, soft, hard or fortification
    #[arg(short = 'c', long, value_name = "COVER")]
    cover: Option<String>,
    /// The range of fire in inches, such as 4.5
    #[arg(short = 'r', long, value_name = "INCHES")]
    range: Option<String>,
    /// The actor is disordered
    #[arg(long)]
    actor_disordered: bool,
    /// The target is disordered or demoralized
    #[arg(long)]
    target_disordered: bool,
    /// The actor has fewer bases than the target
    #[arg(long)]
    actor_outnumbered: bool,
    /// The target has fewer bases than the actor and those that count with it
    #[arg(long)]
    target_outnumbered: bool,
}

/// Replies to the questions; those that are missing are asked on the terminal.
#[derive(Debug, Args)]
#[command(next_help_heading = "Answers to questions (asked on a terminal if they are missing)")]
struct QuestionReplies {
    /// A general is within the command radius of the acting unit
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    general_near: Option<bool>,
    /// The target is within the shorter reach of an assault whose order is delayed
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    in_reach: Option<bool>,
    /// The assault path crosses the arc of fire of the target
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    frontal: Option<bool>,
    /// The disordered target of an assault is demoralized
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    target_demoralized: Option<bool>,
    /// The unit that regroups is demoralized
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    actor_demoralized: Option<bool>,
    /// An enemy is near the unit that regroups
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    enemy_near: Option<bool>,
    /// The unit that regroups is in a town or in woods, or behind a hill from all enemies
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    sheltered: Option<bool>,
}

/// Draw the side that acts next
#[derive(Debug, Args)]
#[command(after_help = INITIATIVE_EXAMPLES)]
struct DrawInitiative {
    /// The number of French units that have not acted in this turn
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u16).range(..=i64::from(Initiative::MOST)))]
    french: u16,
    /// The number of Prussian units that have not acted in this turn
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u16).range(..=i64::from(Initiative::MOST)))]
    prussian: u16,
    /// Take the rules of the scenario or the ruleset in FILE
    #[arg(short = 's', long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    #[command(flatten)]
    output: ResolveOutput,
}

const EXAMPLES: &str = "\
Units: french- or prussian-, then guard-, line- or landwehr- (French: mobilise-), then infantry or cavalry, such as
prussian-line-infantry; french-artillery and prussian-artillery.

Short forms: the initials of a value, such as pli, fmc, fa and df (w stands for Landwehr: pwi), or the first letters of each
word, such as man, mar and as.

Exit status: 0 resolved, 2 refused.

Examples:
  battlewright resolve --actor prussian-line-infantry --action maneuver --general-near yes
  battlewright resolve --actor prussian-artillery --action deployed-fire --target french-line-infantry
    --target-formation deployed --cover open --range 8 --percentages
  battlewright resolve --actor prussian-line-infantry --action assault --target french-line-infantry
    --target-formation deployed --cover soft --target-disordered
  battlewright resolve -a pa -x df -t fli -f dep -c open -r 8 --note turn.txt
  battlewright resolve initiative --french 5 --prussian 7";

const INITIATIVE_EXAMPLES: &str = "\
Examples:
  battlewright resolve initiative --french 5 --prussian 7";

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "y" => Ok(true),
        "no" | "n" => Ok(false),
        _ => Err("answer yes or no".to_owned()),
    }
}

impl Resolve {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        if let Some(ResolveButton::Initiative(draw)) = &self.button {
            return draw.run(console);
        }
        let table = self.scenario.as_deref().map(table_rules).transpose()?;
        let mut resolver = self.resolver(table.as_ref().map_or(Rules::published(), |table| &table.rules))?;
        if let Some(table) = &table {
            resolver = resolver.with_rows(&table.rows).map_err(|refusals| refused(&refusals))?;
        }
        let left_out: Vec<String> =
            table.iter().flat_map(|table| table.rows.left_out()).map(ToString::to_string).collect();
        let mut acted = self.note.as_deref().map(read_note).transpose()?.unwrap_or_default();
        let (request, _) = self.fields.request();
        let notes = acted.before(&request);
        let seed = self.output.seed();
        let picks = Dice::new(seed).roll(ResolverRolls::CHANCE);
        let rolls = ResolverRolls::of(&picks).ok_or_else(|| Failure::new("the dice do not show four numbers"))?;
        while let Some(question) = resolver.question_for_odds().filter(|_| self.output.percentages) {
            ask(&mut resolver, question)?;
        }
        let answer = loop {
            match resolver.answer(&rolls) {
                Ok(answer) => break answer,
                Err(question) => ask(&mut resolver, question)?,
            }
        };
        acted.add(&request, answer.outcome);
        if let Some(path) = &self.note {
            crate::output::write(path, acted.to_string().as_bytes())?;
        }
        match self.output.format {
            OutputFormat::Table => {
                console.write_all(self.output.text(&resolver, &answer, seed).as_bytes())?;
                for note in left_out.into_iter().chain(notes).chain(acted.summary().filter(|_| self.note.is_some())) {
                    writeln!(console, "Note: {note}")?;
                }
            }
            OutputFormat::Json => {
                let mut all = self.output.json(&resolver, &answer, seed);
                if let Some(all) = all.as_object_mut().filter(|_| !left_out.is_empty()) {
                    all.insert("left_out".to_owned(), json!(left_out));
                }
                print_json(&all, console)?;
            }
        }
        Ok(Verdict::Clean)
    }

    /// Returns the resolver of the action.
    ///
    /// # Errors
    /// All fields and replies that do not fit together, each with its remedy.
    fn resolver<'r>(&self, rules: &'r Rules) -> Result<Resolver<'r>, Failure> {
        let (request, mut refusals) = self.fields.request();
        match Resolver::new(rules, &request, self.replies.given()) {
            Ok(resolver) if refusals.is_empty() => return Ok(resolver),
            Ok(_) => {}
            Err(more) => {
                // A field with a wrong value has a refusal already.
                let told: Vec<_> = refusals.iter().filter_map(ResolverRefusal::field).collect();
                let is_new = |refusal: &ResolverRefusal| refusal.field().is_none_or(|field| !told.contains(&field));
                refusals.extend(more.into_iter().filter(is_new));
            }
        }
        let help = "run `battlewright resolve --help` to list the fields and their values";
        Err(refused(&refusals).help(help))
    }
}

fn refused(refusals: &[ResolverRefusal]) -> Failure {
    let listed: String = refusals.iter().map(|refusal| format!("\n  {refusal}")).collect();
    Failure::new(format!("the fields cannot be resolved:{listed}"))
}

/// Reads the note of who has acted; empty if there is no file.
fn read_note(path: &Path) -> Result<ActedUnits, Failure> {
    let text = match read_file_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(ActedUnits::default()),
        Err(error) => return Err(Failure::new(format!("cannot read {}: {error}", slashed(path)))),
    };
    let wrong = |line| {
        let message = format!("{}:{line}: this is no unit that has acted", slashed(path));
        Failure::new(message).help("name another file with --note, or remove this one")
    };
    ActedUnits::read(&text).map_err(wrong)
}

impl ActionFields {
    /// Returns the fields, and the refusals of wrong values.
    fn request(&self) -> (ResolverRequest, Vec<ResolverRefusal>) {
        let checked = |checked: bool| checked.then(|| "yes".to_owned());
        let values = [
            (ResolverField::Actor, self.actor.clone()),
            (ResolverField::Action, self.action.clone()),
            (ResolverField::Target, self.target.clone()),
            (ResolverField::TargetFormation, self.target_formation.clone()),
            (ResolverField::Cover, self.cover.clone()),
            (ResolverField::Range, self.range.clone()),
            (ResolverField::ActorDisordered, checked(self.actor_disordered)),
            (ResolverField::TargetDisordered, checked(self.target_disordered)),
            (ResolverField::ActorOutnumbered, checked(self.actor_outnumbered)),
            (ResolverField::TargetOutnumbered, checked(self.target_outnumbered)),
        ];
        let mut request = ResolverRequest::default();
        let set = |(field, value): (ResolverField, Option<String>)| request.set(field, &value?).err();
        let refusals = values.into_iter().filter_map(set).collect();
        (request, refusals)
    }
}

impl QuestionReplies {
    fn given(&self) -> ResolverReplies {
        let mut replies = ResolverReplies::default();
        for question in ResolverQuestion::ALL {
            let reply = match question {
                ResolverQuestion::GeneralNear => self.general_near,
                ResolverQuestion::InReach => self.in_reach,
                ResolverQuestion::Frontal => self.frontal,
                ResolverQuestion::TargetDemoralized => self.target_demoralized,
                ResolverQuestion::ActorDemoralized => self.actor_demoralized,
                ResolverQuestion::EnemyNear => self.enemy_near,
                ResolverQuestion::Sheltered => self.sheltered,
            };
            if let Some(yes) = reply {
                replies.set(question, yes);
            }
        }
        replies
    }
}

/// Asks a question on the terminal, until it is answered.
///
/// # Errors
/// There is no terminal, or its input has ended.
fn ask(resolver: &mut Resolver<'_>, question: ResolverQuestion) -> Result<(), Failure> {
    let text = resolver.ask(question);
    let open = || {
        let options = resolver.open_questions().into_iter().map(|question| format!("--{} yes|no", question.name()));
        format!("answer with {}", options.collect::<Vec<_>>().join(", "))
    };
    let input = std::io::stdin();
    if !input.is_terminal() {
        return Err(Failure::new(format!("a question has no answer: {text}")).help(open()));
    }
    loop {
        write!(stderr(), "{text} [yes/no] ")?;
        let mut line = String::new();
        let read = input.lock().read_line(&mut line);
        let read = read.map_err(|error| Failure::new(format!("cannot read the answer: {error}")))?;
        if read == 0 {
            return Err(Failure::new(format!("a question has no answer: {text}")).help(open()));
        }
        if let Ok(yes) = yes_or_no(line.trim()) {
            resolver.reply(question, yes);
            return Ok(());
        }
    }
}

impl DrawInitiative {
    fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let table = self.scenario.as_deref().map(table_rules).transpose()?;
        let rules = table.as_ref().map_or(Rules::published(), |table| &table.rules);
        let Some(initiative) = Initiative::new(rules, self.french, self.prussian) else {
            match self.output.format {
                OutputFormat::Table => writeln!(console, "No unit is left to act: the turn ends.")?,
                OutputFormat::Json => print_json(&json!({ "side": null }), console)?,
            }
            return Ok(Verdict::Clean);
        };
        let seed = self.output.seed();
        let side = initiative.drawn(Dice::new(seed).pick(initiative.chance()));
        // The side acts with one of its units.
        let french = self.french.saturating_sub(u16::from(side == Nation::French));
        let prussian = self.prussian.saturating_sub(u16::from(side == Nation::Prussian));
        match self.output.format {
            OutputFormat::Table => {
                writeln!(console, "{}", initiative.text(side))?;
                writeln!(console, "After its action: --french {french} --prussian {prussian}\n\nSeed {seed}")?;
                if self.output.percentages {
                    console.write_all(percentages(&[initiative.odds()]).as_bytes())?;
                }
            }
            OutputFormat::Json => {
                let left = json!({ "french": french, "prussian": prussian });
                let mut all = json!({ "side": side.name(), "seed": seed, "left": left });
                if let Some(all) = all.as_object_mut().filter(|_| self.output.percentages) {
                    all.insert("percentages".to_owned(), json!([odds_json(&initiative.odds())]));
                }
                print_json(&all, console)?;
            }
        }
        Ok(Verdict::Clean)
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use battlewright_engine::systems::outrance::resolver::ResolverAnswer;

    use super::output::SEEDS;
    use super::*;

    #[derive(Debug, Parser)]
    struct ResolveAlone {
        #[command(flatten)]
        resolve: Resolve,
    }

    fn parsed(line: &str) -> Resolve {
        ResolveAlone::try_parse_from(std::iter::once("resolve").chain(line.split(' '))).unwrap().resolve
    }

    const ASSAULT: &str = "--actor prussian-line-infantry --action assault --target french-line-infantry \
                           --target-formation deployed --cover open --general-near yes --frontal yes --in-reach yes";

    fn answer(resolver: &Resolver<'_>, seed: u64) -> ResolverAnswer {
        resolver.answer(&ResolverRolls::of(&Dice::new(seed).roll(ResolverRolls::CHANCE)).unwrap()).unwrap()
    }

    #[test]
    fn a_seed_determines_the_result_and_none_gives_another_each_time() {
        let resolve = parsed(ASSAULT);
        let resolver = resolve.resolver(Rules::published()).unwrap();
        assert_eq!(answer(&resolver, 7), answer(&resolver, 7));
        let outcomes: std::collections::BTreeSet<&str> =
            (0..40).map(|seed| answer(&resolver, seed).outcome.name()).collect();
        assert!(outcomes.len() >= 3, "{outcomes:?}");
        let seeds: std::collections::BTreeSet<u64> = (0..5).map(|_| resolve.output.seed()).collect();
        assert!(seeds.len() > 1 && seeds.iter().all(|seed| *seed < SEEDS));
        assert_eq!(parsed(&format!("{ASSAULT} --seed 7")).output.seed(), 7);
    }

    #[test]
    fn text_and_json_tell_the_same() {
        let resolve = parsed(&format!("{ASSAULT} --percentages"));
        let resolver = resolve.resolver(Rules::published()).unwrap();
        let answer = answer(&resolver, 7);
        let text = resolve.output.text(&resolver, &answer, 7);
        let json = resolve.output.json(&resolver, &answer, 7);
        for line in json["text"].as_array().unwrap() {
            assert!(text.contains(line.as_str().unwrap()), "{line}");
        }
        assert!(text.contains("Fire against the assault: index 6\n  the assault goes home   35 %\n"), "{text}");
        for step in json["percentages"].as_array().unwrap() {
            let sum: f64 = step["results"].as_array().unwrap().iter().filter_map(|row| row["percent"].as_f64()).sum();
            assert!((sum - 100.0).abs() < 1e-9, "{step}");
        }
        let plain = parsed(ASSAULT).output.json(&resolver, &answer, 7);
        assert!(plain.get("percentages").is_none());
    }

    #[test]
    fn all_refusals_are_listed_with_their_remedies() {
        let refused = |line: &str| parsed(line).resolver(Rules::published()).unwrap_err().to_string();
        let told = refused("--actor french-artillery --action assault --range near --frontal yes --sheltered no");
        for part in [
            "`near` is no value of Range; state the inches",
            "needs Target;",
            "needs Target formation; choose deployed, maneuver or march",
            "needs Cover;",
            "artillery cannot assault (III)",
            "does not ask sheltered",
            "help: run `battlewright resolve --help`",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(refused("--percentages").contains("Actor is missing"));
    }

    #[test]
    fn the_help_lists_the_choices_of_each_field() {
        let mut command = ResolveAlone::command();
        let help = command.render_long_help().to_string();
        for field in [ResolverField::Action, ResolverField::TargetFormation, ResolverField::Cover] {
            for choice in field.choices(Rules::published()) {
                assert!(help.contains(&choice.name), "{}", choice.name);
            }
        }
        for field in ResolverField::ALL {
            assert!(help.contains(&format!("--{}", field.name())), "{}", field.name());
        }
    }

    #[test]
    fn each_question_has_its_option() {
        for question in ResolverQuestion::ALL {
            let resolve = parsed(&format!("--{} yes", question.name()));
            assert_eq!(resolve.replies.given().get(question), Some(true), "{}", question.name());
        }
        assert!(ResolveAlone::try_parse_from(["resolve", "--frontal", "perhaps"]).is_err());
    }

    #[test]
    fn the_initiative_is_a_button_of_its_own() {
        let resolve = parsed("initiative --french 5 --prussian 7 --seed 3");
        let Some(ResolveButton::Initiative(draw)) = resolve.button else { panic!("no button") };
        assert_eq!((draw.french, draw.prussian, draw.output.seed), (5, 7, Some(3)));
        assert!(
            ResolveAlone::try_parse_from(["resolve", "initiative", "--french", "1000", "--prussian", "1"]).is_err()
        );
    }
}
