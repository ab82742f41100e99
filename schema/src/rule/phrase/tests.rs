use super::RuleSpeaker;
use crate::rule::names::RuleNames;
use crate::rule::scope::{ExpressionScope, NumberRange, RuleNeeds, condition, effect, number};
use crate::rule::vocabulary::GivenInfo;
use crate::rule::{
    CheckedForbid, CheckedModifier, CheckedRules, CheckedSkip, CheckedWin, ModifierChange, RowName, WinTime,
};
use crate::{DocPath, Scenario, System, load};

const SCENARIO: &str = include_str!("../../../../scenarios/mars-la-tour.toml");

fn scenario() -> Scenario {
    load(SCENARIO).scenario.unwrap()
}

/// Returns checked rules without rows, with the words that expressions asked for.
fn rules(needs: &RuleNeeds) -> CheckedRules {
    CheckedRules {
        tags: needs.tags.iter().map(|tag| (tag.clone(), Vec::new())).collect(),
        terrains: needs.terrains.iter().map(|terrain| (terrain.clone(), Vec::new())).collect(),
        edges: needs.edges.iter().map(|edge| (edge.clone(), Vec::new())).collect(),
        ..CheckedRules::default()
    }
}

fn given() -> &'static [GivenInfo] {
    System::MarsLaTour.vocabulary().hooks.first().unwrap().given
}

fn said(text: &str) -> String {
    let scenario = scenario();
    let names = RuleNames::of(&scenario).with_tag("guard", "fr-gd-v1");
    let vocabulary = System::MarsLaTour.vocabulary();
    let scope = ExpressionScope::of_turn(vocabulary, &names, &[], &[]).of_hook(vocabulary.hooks.first().unwrap());
    let mut needs = RuleNeeds::default();
    let (term, problems) = condition(text, &scope, &mut needs);
    let term = term.unwrap_or_else(|| panic!("{text}: {problems:?}"));
    RuleSpeaker::new(&scenario, &rules(&needs)).condition(&term, given())
}

#[test]
fn conditions_are_sentences() {
    for (text, expected) in [
        (
            "defender has guard and defender.hex.is-defensible",
            "the defender has the tag guard and its hex is defensible",
        ),
        ("ground.is-defensible and not ground has woods", "the ground is defensible and it does not have woods"),
        ("turn in 2..3 and phase == attack", "the turn is 2 to 3 and the phase is attack"),
        ("attacker.kind not in [infantry, cavalry]", "the kind of the attacker is not infantry or cavalry"),
        (
            "attacker.side == german and attacker.er >= 3",
            "the attacker belongs to the Germans and its ER is at least 3",
        ),
        ("holds(german, rezonville) or turn > 4", "the Germans hold Rezonville or the turn is more than 4"),
        (
            "turn == 1 and (attacker.is-blown or turn > 3)",
            "the turn is 1 and either the attacker is blown or the turn is more than 3",
        ),
        ("not attacker.is-blown", "the attacker is not blown"),
        ("edge(attacker.hex, ground) has stream", "there is a stream between the hex of the attacker and the ground"),
        (
            "count(u in units(ground) where u.side == french) < 2",
            "the number of the units in the ground for which it belongs to the French is less than 2",
        ),
        ("any(u in lost(german) where u has guard)", "for one of the lost units of the Germans, it has the tag guard"),
        (
            "not any(h in within(ground, 2) where any(u in units(h) where u != defender))",
            "for none of the hexes within 2 of the ground, for one of the units in the first one, the second one is not \
             the defender",
        ),
        (
            "half-up(attacker.er) > least(2, defender.er - 1)",
            "half of the ER of the attacker, rounded up is more than the lesser of 2 and the ER of the defender minus 1",
        ),
        ("chosen-support(french) == no", "the French have not chosen artillery support"),
        ("defender == fr-gd-v1", "the defender is 1st Voltigeur Brigade (Brincourt)"),
        ("ground == @0304", "the ground is hex 0304"),
    ] {
        assert_eq!(said(text), expected);
    }
}

#[test]
fn rows_are_sentences() {
    let scenario = scenario();
    let names = RuleNames::of(&scenario).with_tag("guard", "fr-gd-v1");
    let vocabulary = System::MarsLaTour.vocabulary();
    let turn = ExpressionScope::of_turn(vocabulary, &names, &[], &[]);
    let hook = vocabulary.hooks.first().unwrap();
    let mut needs = RuleNeeds::default();
    let mut when = |text: &str, scope: &ExpressionScope<'_>| condition(text, scope, &mut needs).0.unwrap();
    let row = RowName { id: "x".into(), name: "X".into(), rule: "x".into(), path: DocPath::root() };
    let guard = when("defender has guard", &turn.of_hook(hook));
    let support = vocabulary.acts.iter().position(|act| act.name == "support").unwrap();
    let woods = when("ground has woods", &turn.of_act(&vocabulary.acts[support]));
    let held = when("turn == 4 and holds(german, rezonville)", &turn);
    let range = NumberRange { least: -20, most: 20, of: "x" };
    let (most, _) = number("defender.er", range, &turn.of_hook(hook), &mut needs);
    let (supply, _) = effect("if turn == 4: ammunition(german) += 3", &turn, &mut needs);
    let rules = rules(&needs);
    let speaker = RuleSpeaker::new(&scenario, &rules);
    let modifier = |change, when| speaker.modifier(&CheckedModifier { row: row.clone(), hook: 0, change, when });
    assert_eq!(
        modifier(ModifierChange::Add(crate::rule::term::Term::Constant(1)), guard.clone()),
        "+1 to the attacker's die if the defender has the tag guard."
    );
    assert_eq!(
        modifier(ModifierChange::AtMost(most.unwrap()), crate::rule::term::Term::Constant(1)),
        "The attacker's die is at most the ER of the defender."
    );
    let forbid = CheckedForbid { row: row.clone(), act: support as u16, when: woods, reason: "x".into() };
    assert_eq!(speaker.forbid(&forbid), "It is forbidden to commit artillery support if the ground has woods.");
    let skip = CheckedSkip { row: row.clone(), skip: 1, when: held.clone() };
    assert_eq!(speaker.skip(&skip), "The Attack Phase is skipped if the turn is 4 and the Germans hold Rezonville.");
    let win = CheckedWin { row, side: 0, level: Some("major".into()), at: WinTime::TurnEnd, when: held };
    assert_eq!(
        speaker.win(&win),
        "The Germans win a major victory at the end of a turn if the turn is 4 and the Germans hold Rezonville."
    );
    assert_eq!(
        speaker.effect(&supply.unwrap(), &[]),
        "if the turn is 4, 3 is added to the artillery points of the Germans"
    );
}
