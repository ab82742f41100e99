//! The result of each action, and the claims of the rules.

use super::*;

#[test]
fn c09_a_general_makes_orders_nearly_sure() {
    let chances =
        |actor, general| percents(&resolver(&order(actor, "maneuver"), &[(ResolverQuestion::GeneralNear, general)]), 0);
    assert_eq!(chances("french-line-infantry", true), [95, 4, 1], "IX");
    assert_eq!(chances("french-line-infantry", false), [70, 20, 10], "III");
    assert_eq!(chances("prussian-guard-cavalry", false), [75, 18, 7], "III");
}

#[test]
fn orders_are_received_delayed_or_lost() {
    let text = |actor, action, order_roll| {
        let resolver = resolver(&order(actor, action), &[(ResolverQuestion::GeneralNear, true)]);
        let answer = resolver.answer(&ResolverRolls { order: order_roll, ..ROLLS }).unwrap();
        assert_eq!(answer.rolls, [ResolverRoll { name: "order", roll: order_roll }]);
        (answer.outcome, answer.text.join(" "))
    };
    let (received, moves) = text("prussian-line-infantry", "maneuver", 95);
    assert_eq!(received, ResolverOutcome::Order(OrderFate::Received));
    assert_eq!(
        moves, "The order is received. The unit may maneuver 6 inches of base movement (IV).",
        "IV: the full 6 inches"
    );
    let (delayed, moves) = text("prussian-landwehr-infantry", "maneuver", 96);
    assert_eq!(delayed, ResolverOutcome::Order(OrderFate::Delayed));
    assert_eq!(
        moves,
        "The order is delayed. The unit may maneuver 2.5 inches, out of a base movement of 5 inches (IV)."
    );
    let (lost, stays) = text("french-guard-cavalry", "march", 100);
    assert_eq!(lost, ResolverOutcome::Order(OrderFate::Lost));
    assert!(stays.contains("it may still fire or regroup"), "IV, o18: {stays}");
    assert!(text("french-artillery", "deploy", 1).1.contains("may shift up to 1 inch"), "III");
    assert!(text("french-artillery", "deploy", 97).1.contains("does not shift"), "III");
}

#[test]
fn c03_o18_a_lost_order_may_use_the_action() {
    let rules = Rules { lost_order_may_fire: false, ..Rules::published().clone() };
    let known = replies(&[(ResolverQuestion::GeneralNear, false)]);
    let resolver = Resolver::new(&rules, &order("french-line-infantry", "march"), known).unwrap();
    let answer = resolver.answer(&ResolverRolls { order: 91, ..ROLLS }).unwrap();
    assert!(answer.text[1].ends_with("has used its action (IV)."), "o18");
}

#[test]
fn c03_o17_disorder_hinders_orders_only_by_a_setting() {
    let disordered = with(order("french-line-infantry", "deploy"), ResolverField::ActorDisordered, "yes");
    let known = || replies(&[(ResolverQuestion::GeneralNear, true)]);
    let rules = Rules { disorder_hinders_orders: true, ..Rules::published().clone() };
    assert_eq!(percents(&Resolver::new(Rules::published(), &disordered, known()).unwrap(), 0), [95, 4, 1], "III");
    assert_eq!(percents(&Resolver::new(&rules, &disordered, known()).unwrap(), 0), [85, 10, 5], "o17");
}

#[test]
fn fire_needs_no_order_and_asks_nothing() {
    let fire = fire("french-line-infantry", "deployed-fire", "prussian-line-infantry", "maneuver", "3");
    let resolver = resolver(&fire, &[]);
    assert_eq!((resolver.questions(), resolver.question(&ROLLS)), (Vec::new(), None), "IX");
    let answer = resolver.answer(&ROLLS).unwrap();
    assert_eq!(
        (answer.outcome, answer.text[0].as_str()),
        (ResolverOutcome::Fire(CombatEffect::Nothing), "The fire has no effect.")
    );
}

#[test]
fn fire_names_its_modifiers() {
    let fire = with(
        with(
            fire("prussian-artillery", "deployed-fire", "french-line-infantry", "deployed", "8.5"),
            ResolverField::ActorOutnumbered,
            "yes",
        ),
        ResolverField::Cover,
        "soft",
    );
    let odds = &resolver(&fire, &[]).odds().unwrap()[0];
    let basis = odds.basis.as_ref().unwrap();
    let names: Vec<_> = basis.modifiers.iter().map(|modifier| (modifier.name, modifier.value)).collect();
    assert_eq!(names, [("rifle pits", -1), ("cover", -1), ("actor outnumbered", -1)], "VI, VIII");
    assert_eq!((basis.base, basis.total, basis.is_percent), (4, 1, false));
    assert_eq!(basis.to_string(), "index 4, rifle pits -1, cover -1, actor outnumbered -1 = 1");
    assert_eq!(odds.chances[0].percent(), "90 %");
    assert_eq!(
        resolver(&fire, &[]).summary(),
        "Prussian artillery: deployed fire on French Line infantry (deployed, soft cover, 8.5 inches, actor outnumbered)"
    );
}

#[test]
fn each_effect_of_fire_is_told_for_the_table() {
    let fire = fire("french-line-infantry", "deployed-fire", "prussian-line-infantry", "deployed", "3");
    let answer = |request: &ResolverRequest, roll| {
        resolver(request, &[]).answer(&ResolverRolls { result: roll, ..ROLLS }).unwrap().text
    };
    assert_eq!(answer(&fire, 43), ["The target is disordered."], "V");
    let withdraws = answer(&fire, 64);
    assert_eq!(withdraws[0], "The target is disordered and withdraws up to 6 inches.", "V");
    assert!(withdraws[1].starts_with("Its owner chooses"), "o11");
    let falls_back = answer(&fire, 75);
    assert_eq!(falls_back[0], "The target is disordered and falls back 6 inches.", "IV: the example");
    assert!(falls_back[1].contains("within 45 degrees") && falls_back[1].contains("surrenders"), "IV, V");
    assert_eq!(answer(&fire, 88)[0], "The target is demoralized and thrown back 12 inches.", "V");
    let loses = answer(&fire, 94);
    assert_eq!(loses[0], "The target loses a base, is disordered and falls back 6 inches.", "V");
    assert!(loses[2].contains("half of its first bases"), "V");
    assert_eq!(answer(&fire, 100), ["The target is broken. Remove it from the table."], "V");
    let disordered = with(fire, ResolverField::TargetDisordered, "yes");
    assert_eq!(answer(&disordered, 34)[0], "The target is disordered again, and so demoralized.", "V, c18");
}

#[test]
fn fire_out_of_range_has_no_effect_but_is_an_action() {
    for (actor, range) in [
        ("prussian-line-infantry", "3.001"),
        ("french-guard-cavalry", "4"),
        ("french-line-infantry", "6.25"),
        ("french-artillery", "9.5"),
        ("prussian-artillery", "12.001"),
    ] {
        let target = if actor.starts_with('f') { "prussian-line-infantry" } else { "french-line-infantry" };
        let resolver = resolver(&fire(actor, "deployed-fire", target, "deployed", range), &[]);
        let answer = resolver.answer(&ROLLS).unwrap();
        assert_eq!(answer.outcome, ResolverOutcome::OutOfRange, "VI: {actor}");
        assert!(answer.text[1].contains("has used its action") && answer.rolls.is_empty(), "VI");
        assert_eq!(answer.odds[0].chances[0].percent(), "100 %");
    }
}

#[test]
fn c06_fire_is_as_the_rules_claim() {
    let shot = |action, formation| fire("french-line-infantry", action, "prussian-line-infantry", formation, "3");
    let [deployed, advancing] = ["deployed-fire", "advancing-fire"].map(|action| any_effect(&shot(action, "deployed")));
    assert_eq!((deployed, advancing), (58, 37), "c1, VI");
    let at = |formation| any_effect(&shot("deployed-fire", formation));
    assert!(at("deployed") < at("maneuver") && at("maneuver") < at("march"), "c2, VI");
    let cavalry = fire("prussian-line-cavalry", "deployed-fire", "french-line-infantry", "maneuver", "2");
    assert!(any_effect(&cavalry) <= 18, "c3, VI");
    let guard = fire("french-guard-infantry", "deployed-fire", "prussian-landwehr-infantry", "deployed", "3");
    assert!(any_effect(&guard) > deployed, "c12, II");
    let covers = ["open", "soft", "hard", "fortification"];
    let covered = covers.map(|cover| any_effect(&with(shot("deployed-fire", "deployed"), ResolverField::Cover, cover)));
    assert!(covered.is_sorted_by(|less, more| less > more), "c4, VIII: {covered:?}");
    let boxed = |field| any_effect(&with(shot("deployed-fire", "deployed"), field, "yes"));
    assert!(
        boxed(ResolverField::TargetDisordered) > deployed && boxed(ResolverField::ActorDisordered) < deployed,
        "c5, V"
    );
    assert!(
        boxed(ResolverField::TargetOutnumbered) > deployed && boxed(ResolverField::ActorOutnumbered) < deployed,
        "c6, VI"
    );
}

#[test]
fn c07_assaults_are_as_the_rules_claim() {
    let succeeds = |request: &ResolverRequest, known: &[(ResolverQuestion, bool)]| -> u32 {
        let odds = resolver(request, known).odds().unwrap();
        let won = odds[3].chances.iter().filter(|chance| chance.result.starts_with("won"));
        won.map(|chance| chance.millionths).sum()
    };
    let first = assault("prussian-line-infantry", "french-line-infantry", "deployed");
    assert_eq!(succeeds(&first, &assaulting(true)), 192_500, "c8, X: four of five fail");
    assert_eq!(succeeds(&first, &assaulting(false)), 600_000, "c9, VII: not frontal");
    let shaken = with(first, ResolverField::TargetDisordered, "yes");
    let status = |demoralized| [assaulting(true), [(ResolverQuestion::TargetDemoralized, demoralized); 2]].concat();
    assert_eq!(succeeds(&shaken, &status(false)), 377_000, "c9, VII: disordered");
    assert_eq!(succeeds(&shaken, &status(true)), 788_500, "c9, V: demoralized units do not organize their fire");
    let column = assault("prussian-line-infantry", "french-line-infantry", "march");
    assert!(succeeds(&column, &assaulting(true)) > 600_000, "c9, VII: march columns");
    let riders = assault("prussian-line-cavalry", "french-line-infantry", "march");
    assert!(succeeds(&riders, &assaulting(false)) > succeeds(&column, &assaulting(true)), "c10, VII");
}

#[test]
fn an_assault_asks_only_what_its_result_needs() {
    use ResolverQuestion::{Frontal, GeneralNear, InReach, TargetDemoralized};
    let sound = with(
        assault("french-line-cavalry", "prussian-line-infantry", "maneuver"),
        ResolverField::TargetDisordered,
        "yes",
    );
    let asked = |order_roll, yes: bool| {
        let mut resolver = resolver(&sound, &[]);
        let rolls = ResolverRolls { order: order_roll, ..ROLLS };
        let mut asked = Vec::new();
        while let Err(question) = resolver.answer(&rolls) {
            assert_eq!(resolver.question(&rolls), Some(question));
            asked.push(question);
            resolver.reply(question, yes);
        }
        asked
    };
    assert_eq!(asked(95, true), [GeneralNear, Frontal, TargetDemoralized], "VII");
    assert_eq!(asked(99, true), [GeneralNear, InReach, Frontal, TargetDemoralized], "VII: a shorter reach");
    assert_eq!(asked(90, false), [GeneralNear, InReach], "VII: out of the shorter reach");
    assert_eq!(asked(100, true), [GeneralNear], "IV: lost");
    let resolver = resolver(&sound, &[]);
    assert!(resolver.ask(InReach).contains("within 6 inches"), "VII: cavalry");
    assert!(resolver.ask(GeneralNear).contains("within 6 inches"), "IX");
    assert_eq!(resolver.odds(), Err(GeneralNear));
}

#[test]
fn each_result_of_an_assault_is_told_for_the_table() {
    let sound = assault("prussian-line-infantry", "french-line-infantry", "deployed");
    let resolver = resolver(&sound, &assaulting(true));
    let answer = |fire, combat, result| resolver.answer(&ResolverRolls { order: 1, fire, combat, result }).unwrap();
    let short = answer(1, 1, 10);
    assert_eq!(short.outcome, ResolverOutcome::Stopped(StoppedResult::Short));
    assert_eq!(short.text[0], "Fire stops the assault. The actor stops 1 inch short of the target.", "V");
    assert!(short.text[1].contains("the target may still act"), "VII");
    let back = answer(1, 1, 100);
    assert_eq!(back.outcome, ResolverOutcome::Stopped(StoppedResult::BackLosesBase));
    assert_eq!(
        back.text[0], "Fire stops the assault. The actor goes back to its start and is demoralized. It loses a base.",
        "V"
    );
    assert_eq!(back.text.len(), 3, "V: the note on lost bases");
    let won = answer(66, 55, 1);
    let fight = CloseCombat { won: true, actor: CombatEffect::Nothing, target: CombatEffect::FallBack };
    assert_eq!(won.outcome, ResolverOutcome::CloseCombat(fight));
    assert_eq!(won.text[0], "The assault goes home. The actor wins the close combat.", "VII");
    assert!(won.text[1].contains("both units have used their actions"), "III, VII");
    assert_eq!(won.text[2], "The target is disordered and falls back 6 inches.", "V");
    assert_eq!(won.text[3], "The actor suffers no harm.");
    let lost = answer(66, 56, 100);
    assert_eq!(lost.outcome.name(), "assault-lost");
    assert_eq!(lost.text[3], "The actor loses 2 bases, is demoralized and thrown back 12 inches.", "V");
    assert_eq!(lost.rolls.iter().map(|roll| roll.roll).collect::<Vec<_>>(), [1, 66, 56, 100]);
}

#[test]
fn a_delayed_assault_out_of_reach_is_a_move() {
    use ResolverQuestion::{Frontal, GeneralNear, InReach};
    let sound = assault("prussian-line-infantry", "french-line-infantry", "deployed");
    let rolls = ResolverRolls { order: 96, fire: 1, combat: 1, result: 1 };
    let beyond = resolver(&sound, &[(GeneralNear, true), (InReach, false)]).answer(&rolls).unwrap();
    assert_eq!(beyond.outcome, ResolverOutcome::Order(OrderFate::Delayed));
    assert!(beyond.text[1].starts_with("The unit moves 3 inches of base movement"), "III, VII");
    let within = resolver(&sound, &[(GeneralNear, true), (InReach, true), (Frontal, true)]).answer(&rolls).unwrap();
    assert_eq!(within.text[0], "The order is delayed, but the target is within reach.", "VII");
    assert_eq!(within.outcome.name(), "assault-stopped");
    let lost = resolver(&sound, &[(GeneralNear, true)]).answer(&ResolverRolls { order: 100, ..rolls }).unwrap();
    assert_eq!(lost.outcome.name(), "order-lost");
}

#[test]
fn c09_o41_regrouping_asks_for_the_unit_and_a_general_and_for_the_place_by_a_setting() {
    use ResolverQuestion::{ActorDemoralized, EnemyNear, GeneralNear, Sheltered};
    let regroup = order("french-guard-infantry", "regroup");
    let plain = resolver(&regroup, &[]);
    assert_eq!(plain.questions(), [ActorDemoralized, GeneralNear], "III, o41");
    let known = resolver(&regroup, &[(ActorDemoralized, false), (GeneralNear, false)]);
    assert_eq!(known.odds().unwrap()[0].basis.clone().unwrap().total, 75, "III, o41");
    let rules = Rules { regroup_by_place: true, ..Rules::published().clone() };
    let resolver = |request: &ResolverRequest, known: &[(ResolverQuestion, bool)]| {
        Resolver::new(&rules, request, replies(known)).unwrap()
    };
    let open = resolver(&regroup, &[]);
    assert_eq!(open.summary(), "French Guard infantry: regroup");
    assert_eq!(open.questions(), [ActorDemoralized, GeneralNear, EnemyNear, Sheltered], "III, IX");
    let chance = |facts: [bool; 4]| {
        let known: Vec<_> = open.questions().into_iter().zip(facts).collect();
        let resolver = resolver(&regroup, &known);
        let odds = resolver.odds().unwrap();
        let basis = odds[0].basis.clone().unwrap();
        let regroups = |result| resolver.answer(&ResolverRolls { result, ..ROLLS }).unwrap().outcome;
        assert_eq!(regroups(basis.total), ResolverOutcome::Regroup(true));
        assert_eq!(regroups(basis.total + 1), ResolverOutcome::Regroup(false));
        assert!(basis.is_percent);
        basis.total
    };
    assert_eq!(chance([false; 4]), 75, "II, IX");
    assert_eq!(chance([true, false, false, false]), 50, "V");
    assert_eq!(chance([true, true, false, false]), 75, "IX: a general helps");
    assert_eq!(chance([true, true, true, true]), 65, "IX");
    assert_eq!(chance([false, true, false, true]), 95, "IX: never certain");
}

#[test]
fn initiative_goes_to_the_side_with_more_units_left_more_often() {
    let rules = Rules::published();
    let initiative = Initiative::new(rules, 5, 7).unwrap();
    let odds = initiative.odds();
    assert_eq!(odds.chances.iter().map(ResolverChance::percent).collect::<Vec<_>>(), ["41.6667 %", "58.3333 %"], "III");
    assert_eq!(initiative.chance(), Chance::Draw { from: 12 });
    let french = (0..12).filter(|pick| initiative.drawn(*pick) == Nation::French).count();
    assert_eq!(french, 5, "III");
    assert_eq!(initiative.text(Nation::Prussian), "The Prussians have the initiative.");
    let alone = Initiative::new(rules, 0, 3).unwrap();
    assert_eq!((alone.drawn(0), alone.chance()), (Nation::Prussian, Chance::Draw { from: 1 }), "III");
    assert_eq!(alone.text(Nation::Prussian), "Only the Prussians have units left: they have the initiative.", "III");
    assert!(Initiative::new(rules, 0, 0).is_none(), "III: the turn ends");
    let even = Rules { initiative: InitiativeRule::Even, ..rules.clone() };
    assert_eq!(Initiative::new(&even, 5, 7).unwrap().odds().chances[0].percent(), "50 %");
    assert!(Initiative::new(rules, u16::MAX, u16::MAX).unwrap().odds().chances[0].millionths == 500_000);
}
