//! Fields, their values and their uses, and everything that is refused.

use super::*;

#[test]
fn each_choice_of_a_field_can_be_set_and_read() {
    for field in ResolverField::ALL {
        for choice in field.choices(Rules::published()) {
            let mut request = ResolverRequest::default();
            request.set(field, &choice.name).unwrap();
            let unchecked = field.is_box() && choice.name == "no";
            assert_eq!(request.get(field), (!unchecked).then_some(choice.name), "{}", field.name());
            request.clear(field);
            assert_eq!(request, ResolverRequest::default(), "{}", field.name());
        }
    }
    let ranges = ResolverField::Range.choices(Rules::published());
    assert_eq!(ranges.iter().map(|range| range.name.as_str()).collect::<Vec<_>>(), ["3", "6", "9", "12", "12.001"]);
    assert_eq!((ranges[1].label.as_str(), ranges[4].label.as_str()), ("Over 3 to 6 inches", "Over 12 inches"));
}

#[test]
fn units_are_those_of_the_rules() {
    assert_eq!(
        ResolverUnit::all().count(),
        14,
        "II: three qualities of infantry and cavalry, and artillery, of two armies"
    );
    let name = |name| ResolverUnit::from_name(name).map(|unit| unit.to_string());
    assert_eq!(name("french-mobilise-cavalry").as_deref(), Some("French Mobilisé cavalry"));
    assert_eq!(name("prussian-landwehr-infantry").as_deref(), Some("Prussian Landwehr infantry"));
    assert_eq!(name("prussian-artillery").as_deref(), Some("Prussian artillery"), "II: artillery has no quality");
    assert_eq!(name("french-general"), None, "IX: generals take no part");
}

#[test]
fn each_action_uses_the_fields_of_the_rules() {
    assert_eq!(ResolverAction::from_name("route-march"), None, "c17, III: a route march needs no order");
    let needed =
        |action| ResolverField::ALL.into_iter().filter(|field| field.used_by(action) == FieldUse::Needed).count();
    assert_eq!(ResolverAction::ALL.map(needed), [2, 2, 6, 6, 5, 2, 2], "III");
    assert_eq!(ResolverField::Range.used_by(ResolverAction::Assault), FieldUse::Unused, "III");
}

#[test]
fn a_wrong_value_is_refused_with_those_that_are_right() {
    let refusal = |field, value| ResolverRequest::default().set(field, value).unwrap_err().to_string();
    assert_eq!(
        refusal(ResolverField::Cover, "wet"),
        "`wet` is no value of Cover; choose open, soft, hard or fortification"
    );
    assert_eq!(
        refusal(ResolverField::Range, "near"),
        "`near` is no value of Range; state the inches to the target, such as 4.5"
    );
    assert_eq!(
        refusal(ResolverField::Action, "hold"),
        "`hold` is no value of Action; choose deploy, maneuver, deployed-fire, advancing-fire, assault, march or regroup"
    );
    assert!(refusal(ResolverField::Actor, "french-general").contains("prussian-line-infantry"));
    assert!(refusal(ResolverField::ActorDisordered, "maybe").ends_with("choose no or yes"));
}

#[test]
fn all_missing_fields_are_named_at_once() {
    let empty = refusals(&ResolverRequest::default(), &[]);
    assert_eq!(
        empty.iter().filter_map(ResolverRefusal::field).collect::<Vec<_>>(),
        [ResolverField::Actor, ResolverField::Action]
    );
    let bare = refusals(&order("french-artillery", "deployed-fire"), &[]);
    let fields: Vec<_> = bare.iter().filter_map(ResolverRefusal::field).collect();
    assert_eq!(
        fields,
        [ResolverField::Target, ResolverField::TargetFormation, ResolverField::Cover, ResolverField::Range]
    );
    assert_eq!(
        bare[3].to_string(),
        "the action deployed fire needs Range; state the inches to the target, such as 4.5"
    );
}

#[test]
fn fields_without_a_use_are_refused() {
    let march = fire("prussian-line-infantry", "march", "french-line-infantry", "deployed", "3");
    let unused = refusals(&march, &[]);
    assert_eq!(unused.len(), 4, "III: only Actor and Action");
    assert_eq!(
        unused[3].to_string(),
        "the action march does not use Range; leave it out, or choose deployed fire or advancing fire"
    );
    let disordered = with(order("prussian-line-infantry", "march"), ResolverField::ActorDisordered, "yes");
    assert!(Resolver::new(Rules::published(), &disordered, ResolverReplies::default()).is_ok(), "V: checked if needed");
}

#[test]
fn units_that_do_not_fit_are_refused() {
    let guns = assault("french-artillery", "prussian-line-infantry", "deployed");
    assert_eq!(refusals(&guns, &[]), [ResolverRefusal::ArtilleryAssaults], "III");
    let friends = assault("french-line-infantry", "french-guard-cavalry", "deployed");
    assert_eq!(
        refusals(&friends, &[])[0].to_string(),
        "the actor and the target are both French; choose a target of the enemy"
    );
    let both = with(
        with(
            assault("french-line-infantry", "prussian-line-infantry", "march"),
            ResolverField::ActorOutnumbered,
            "yes",
        ),
        ResolverField::TargetOutnumbered,
        "yes",
    );
    assert_eq!(refusals(&both, &[]), [ResolverRefusal::BothOutnumbered], "VI, VII");
    assert!(refusals(&both, &[])[0].to_string().ends_with("check only the box of the unit with fewer bases"));
}

#[test]
fn c06_o29_cavalry_fires_only_if_the_rules_allow_it() {
    let cavalry = fire("prussian-line-cavalry", "deployed-fire", "french-line-infantry", "deployed", "3");
    assert!(Resolver::new(Rules::published(), &cavalry, ResolverReplies::default()).is_ok(), "VI");
    let rules = Rules { cavalry_fires: false, ..Rules::published().clone() };
    let refused = Resolver::new(&rules, &cavalry, ResolverReplies::default()).unwrap_err();
    assert_eq!(refused, [ResolverRefusal::CavalryFires], "o29");
}

#[test]
fn replies_that_nobody_asked_for_are_refused() {
    let frontal = refusals(&order("french-line-infantry", "deploy"), &[(ResolverQuestion::Frontal, true)]);
    assert_eq!(frontal[0].to_string(), "the action deploy does not ask frontal; leave the reply out");
    let sound = assault("prussian-line-infantry", "french-line-infantry", "deployed");
    let demoralized = refusals(&sound, &[(ResolverQuestion::TargetDemoralized, true)]);
    assert_eq!(
        demoralized[0].to_string(),
        "the action assault does not ask target-demoralized; leave the reply out, or check target disordered or demoralized"
    );
}
