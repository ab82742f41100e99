//! Rules in rows at a table.

use battlewright_schema::BundledRulesets;
use battlewright_testkit::read_rules;

use super::*;
use crate::tests::position::position;

/// The rows of a scenario whose first side is Prussian.
fn rows(text: &str) -> ResolverRows {
    let rules = format!(
        "[[rules.define]]\nid = \"rain\"\nis = \"turn >= 3\"\n[[rules.counter]]\nid = \"fires\"\nname = \"Fires\"\nof = \
         \"unit\"\nmost = 6\n{text}"
    );
    let units = "prussian infantry p1 4 at 5,5 tag jager\nfrench infantry f1 4 at 5,25";
    let position = position(units).with(|scenario| scenario.rules = read_rules(&rules));
    let (checked, findings) = position.scenario().extra_rules();
    assert!(!findings.iter().any(battlewright_schema::Diagnostic::is_error), "{findings:?}");
    ResolverRows::new(&checked, Some([Nation::Prussian, Nation::French]))
}

fn modifier(hook: &str, change: &str, when: &str) -> String {
    format!("[[rules.modifier]]\nid = \"row\"\nname = \"Row\"\nto = \"{hook}\"\n{change}\nwhen = \"{when}\"\n")
}

fn guns() -> ResolverRequest {
    fire("prussian-artillery", "deployed-fire", "french-line-infantry", "deployed", "8")
}

fn resolver(request: &ResolverRequest, replied: &[(ResolverQuestion, bool)]) -> Resolver<'static> {
    Resolver::new(Rules::published(), request, replies(replied)).unwrap()
}

/// The calculation of a step.
fn basis(resolver: &Resolver<'_>, step: usize) -> String {
    resolver.odds().unwrap()[step].basis.as_ref().unwrap().to_string()
}

#[test]
fn rows_about_what_players_state_count_in_odds_and_results() {
    let text = modifier("fire.index", "add = 2", "firer.side == prussian and range > 6 and target.posture == deployed");
    let with = |request: &ResolverRequest| resolver(request, &[]).with_rows(&rows(&text)).unwrap();
    assert!(rows(&text).left_out().is_empty(), "{:?}", rows(&text).left_out());
    assert!(basis(&with(&guns()), 0).contains(", Row +2 = "), "{}", basis(&with(&guns()), 0));
    let near = super::with(guns(), ResolverField::Range, "5");
    assert!(!basis(&with(&near), 0).contains("Row"));
    let charge = modifier("assault.index", "add = 3", "frontal and defender.status == demoralized");
    let fight = super::with(
        assault("prussian-line-infantry", "french-line-infantry", "deployed"),
        ResolverField::TargetDisordered,
        "yes",
    );
    let demoralized = |yes| {
        let known = [
            (ResolverQuestion::GeneralNear, true),
            (ResolverQuestion::Frontal, true),
            (ResolverQuestion::TargetDemoralized, yes),
        ];
        basis(&resolver(&fight, &known).with_rows(&rows(&charge)).unwrap(), 2)
    };
    assert!(demoralized(true).contains("Row +3") && !demoralized(false).contains("Row"));
}

#[test]
fn rows_change_ranges_moves_command_and_regrouping() {
    let short = rows(&modifier("range", "at_most = 6", "firer.kind == artillery"));
    let outcome = |resolver: Resolver<'_>| resolver.answer(&ROLLS).unwrap().outcome;
    assert_eq!(outcome(resolver(&guns(), &[]).with_rows(&short).unwrap()), ResolverOutcome::OutOfRange);
    assert!(matches!(outcome(resolver(&guns(), &[])), ResolverOutcome::Fire(_)));
    let slow = rows(&modifier("base-move", "times = \"1/2\"", "mover.quality == line"));
    let march = resolver(&order("prussian-line-infantry", "maneuver"), &[(ResolverQuestion::GeneralNear, true)]);
    let text = march.with_rows(&slow).unwrap().answer(&ROLLS).unwrap().text.concat();
    assert!(text.contains("maneuver 3 inches"), "{text}");
    let wide = rows(&modifier("command.radius", "add = 3", "general.nation == prussian"));
    let asked = resolver(&order("prussian-line-infantry", "maneuver"), &[]).with_rows(&wide).unwrap();
    assert_eq!(asked.ask(ResolverQuestion::GeneralNear), "Is a general within 9 inches of the acting unit?");
    let cut_off = rows(&modifier("in-command", "be = false", "unit.side == prussian"));
    let march = resolver(&order("prussian-line-infantry", "march"), &[(ResolverQuestion::GeneralNear, true)]);
    assert_eq!(march.odds().unwrap()[0].chances[0].percent(), "95 %");
    assert_eq!(march.with_rows(&cut_off).unwrap().odds().unwrap()[0].chances[0].percent(), "75 %");
    let panic = rows(&modifier("regroup.chance", "add = -20", "unit.status == demoralized"));
    let known = [(ResolverQuestion::ActorDemoralized, true), (ResolverQuestion::GeneralNear, false)];
    let regroup = resolver(&order("french-line-infantry", "regroup"), &known).with_rows(&panic).unwrap();
    assert_eq!(basis(&regroup, 0), "40 %, Row -20 = 20 %");
}

#[test]
fn a_forbidden_action_is_refused_with_the_reason_of_the_row() {
    let text = "[[rules.forbid]]\nid = \"mist\"\nname = \"Mist\"\nrule = \"H4\"\nact = \"fire\"\nwhen = \"range > 6\"\nreason \
                = \"nobody sees so far\"\n";
    let refused = resolver(&guns(), &[]).with_rows(&rows(text)).unwrap_err();
    assert_eq!(refused[0].to_string(), "nobody sees so far (Mist, H4)");
    assert!(resolver(&super::with(guns(), ResolverField::Range, "5"), &[]).with_rows(&rows(text)).is_ok());
}

#[test]
fn rows_that_ask_for_what_is_not_stated_are_left_out_and_told() {
    let cases = [
        ("fire.index", "rain", "players do not state the turn"),
        ("fire.index", "firer has jager", "players do not state the tag `jager`"),
        ("fire.index", "counter(fires, firer) == 6", "players do not state counters"),
        (
            "fire.index",
            "target.status == demoralized",
            "players do not state whether a unit is disordered or demoralized",
        ),
        ("fire.index", "firer == p1", "players do not state which unit of the scenario it is"),
        ("assault.index", "any(u in beside(attacker) where u.status == ok)", "players do not state other units"),
        ("assault.index", "attacker.in-command", "players do not state `in-command`"),
        ("road-percent", "mover.kind == infantry", "players measure moves on roads themselves"),
    ];
    for (hook, when, reason) in cases {
        let rows = rows(&modifier(hook, "add = 1", when));
        let told: Vec<String> = rows.left_out().iter().map(ToString::to_string).collect();
        assert_eq!(told, [format!("The rule Row [row] is left out: {reason}.")]);
        let plain = basis(&resolver(&guns(), &[]), 0);
        assert_eq!(basis(&resolver(&guns(), &[]).with_rows(&rows).unwrap(), 0), plain);
    }
    let rows = rows(
        "[[rules.table]]\nid = \"row\"\nname = \"Row\"\ntables = \"late\"\nwhen = \"turn >= 3\"\n\
         [rules.tables_named.late.regroup]\ngeneral = 30\n",
    );
    let told: Vec<String> = rows.left_out().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["The rule Row [row] is left out: players do not state the turn."]);
}

const RULESET: &str = "ruleset = 1\nid = \"fog\"\nsystem = \"outrance\"\nextends = [\"outrance@1\"]\nversion = 1\ntitle = \"Fog\"\n\
                       needs = { side = [\"prussian\"] }\n[rules]\ncommand_radius = \"9\"\n";

#[test]
fn the_rules_of_a_file_are_its_settings_and_its_rows() {
    let row = modifier("fire.index", "add = 2", "firer.side == prussian");
    let scenario = format!("{}\n{row}", include_str!("../../../../../../scenarios/outrance-first-assault.toml"));
    let table = TableRules::read(scenario.as_bytes(), &BundledRulesets).unwrap();
    assert!(table.rows.left_out().is_empty() && table.rules == *Rules::published());
    let with = |table: &TableRules| {
        basis(&Resolver::new(&table.rules, &guns(), replies(&[])).unwrap().with_rows(&table.rows).unwrap(), 0)
    };
    assert!(with(&table).contains("Row +2"), "{}", with(&table));
    let table = TableRules::read(format!("{RULESET}{row}").as_bytes(), &BundledRulesets).unwrap();
    assert_eq!(table.rules.command_radius, Length::inches(9));
    let told: Vec<&str> = table.rows.left_out().iter().map(|row| row.reason.as_str()).collect();
    assert_eq!(told, ["players do not state which army a side has"], "a ruleset does not tell");
    let nation = row.replace("firer.side", "firer.nation");
    let table = TableRules::read(format!("{RULESET}{nation}").as_bytes(), &BundledRulesets).unwrap();
    assert!(with(&table).contains("Row +2"), "{}", with(&table));
}

#[test]
fn a_file_with_errors_or_of_another_system_gives_no_rules() {
    let read = |text: &str| TableRules::read(text.as_bytes(), &BundledRulesets).unwrap_err();
    let other = include_str!("../../../../../../scenarios/tutorial.toml");
    assert_eq!(read(other), TableRulesError::OtherFile);
    assert_eq!(
        read(&RULESET.replace("outrance", "matz").replace("command_radius = \"9\"\n", "")),
        TableRulesError::OtherFile
    );
    let wrong = read(&format!("{RULESET}{}", modifier("fire.index", "add = 2", "fire.side == prussian")));
    assert!(wrong.to_string().contains("error[rule-unknown-name]"), "{wrong}");
    for text in ["", "[", "format = 1\n"] {
        assert!(matches!(read(text), TableRulesError::Invalid(_)), "{text}");
    }
    let bytes = TableRules::read(&[0xff, 0xfe, 0x00], &BundledRulesets).unwrap_err();
    assert!(matches!(bytes, TableRulesError::Invalid(_)), "{bytes}");
}
