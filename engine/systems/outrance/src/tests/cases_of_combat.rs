//! Cases of fire and assault on the table: arcs of bent lines and of columns, artillery that adds up, fire over friends from each level,
//! and assaults that stop behind friends (VI to VIII); and the agreement of the game with the resolver.

use proptest::prelude::*;

use crate::resolver::{
    Resolver, ResolverAction, ResolverChance, ResolverField, ResolverOdds, ResolverQuestion, ResolverReplies,
    ResolverRequest, ResolverUnit,
};
use crate::rules::c06_fire::is_in_arc;
use crate::rules::calculation::Numbers;
use crate::tests::position::{FRENCH, PRUSSIAN, Table, position};
use battlewright_core::game::Game as _;
use battlewright_core::show::{OddsCase, Show as _};
use battlewright_schema::outrance::{Cover, Nation, Posture, Rules, TroopType, UnitStatus};
use battlewright_testkit::random_cases;

fn started(text: &str) -> Table {
    let mut table = position(text).with_initiative(PRUSSIAN);
    table.does("select p1");
    table
}

#[test]
fn c06_a_bent_line_fires_to_the_sides() {
    let bent = |bend: &str| {
        let mut table = position(
            "prussian artillery p1 4 at 20,20
            french infantry f1 2 at 12,17.5 facing 90",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1, order deploy").rolls(&[1]);
        let place = table.action(&format!("place 20/20 0 deployed{bend}"));
        assert!(table.game.check(&place).is_ok(), "IV");
        table.log_events(|game, log| game.apply(&place, log));
        table.game.state.units[0].acted = false;
        table.has_initiative(PRUSSIAN).does("select p1");
        table.choices("fire")
    };
    assert!(bent("").is_empty(), "VI: outside the arc of a straight line");
    assert_eq!(bent(" bend -30/0/0/0"), ["f1 0"], "VI: the left base faces it");
}

#[test]
fn c06_the_arc_is_that_of_the_first_rank() {
    // Six bases of cavalry are 3 inches wide, a column of guns one.
    let in_arc = |unit: &str, x: &str| {
        let text = format!("prussian {unit} facing 0 maneuver\nfrench artillery f1 1 at {x},18 facing 180");
        let table = started(&text);
        let [unit, target] = ["p1", "f1"].map(|id| table.game.shape(table.unit(id)).unwrap());
        is_in_arc(unit, target)
    };
    assert!(in_arc("cavalry p1 6 at 20,20", "25.2") && !in_arc("cavalry p1 6 at 20,20", "25.3"), "VI");
    assert!(in_arc("artillery p1 3 at 20,20", "24.2") && !in_arc("artillery p1 3 at 20,20", "24.3"), "VI");
}

#[test]
fn c06_artillery_adds_up_on_one_target_in_one_turn() {
    let text = "prussian artillery p1 2 at 18,20
        prussian artillery p2 1 at 22,20
        prussian infantry p3 2 at 23.2,14.6
        french infantry f1 3 at 20,12 facing 180
        french infantry f2 3 at 14,12 facing 180";
    let numbers = |table: &Table, target: &str| {
        let odds = table.game.odds(&table.action(&format!("fire {target} 0"))).unwrap();
        odds.modifiers.iter().find(|(name, _)| name.contains("outnumbered")).map(|(name, _)| name.clone())
    };
    let mut table = started(text);
    let actor = Some("Fire: actor outnumbered".to_owned());
    assert_eq!(numbers(&table, "f1"), actor, "VI: 2 to 3");
    table.does("fire f1 0").rolls(&[1]);
    table.has_initiative(PRUSSIAN).does("select p2");
    assert_eq!(numbers(&table, "f1"), None, "VI: 2 and 1 to 3");
    assert_eq!(numbers(&table, "f2"), actor, "VI: nobody fired at this target");
    table.does("back, select p3");
    assert_eq!(numbers(&table, "f1"), actor, "VI: infantry does not add up");
    // In the next turn, the count begins anew.
    table.does("hold");
    table.game.begin_turn(&mut ());
    assert!(table.game.state.shots.is_empty(), "VI");
}

#[test]
fn c06_guns_out_of_range_do_not_add_up() {
    let text = "prussian artillery p1 3 at 18,26
        prussian artillery p2 1 at 22,20
        french infantry f1 4 at 20,12 facing 180";
    let index = |counts| {
        let mut table = position(text)
            .with(|scenario| scenario.rules.guns_out_of_range_count = Some(counts))
            .with_initiative(PRUSSIAN);
        table.does("select p1, fire f1 0");
        table.logs("p1 (Prussians) fires at f1 (French): out of range [VI]");
        table.has_initiative(PRUSSIAN).does("select p2, fire f1 0").rolls(&[1]);
        table.take_log().concat()
    };
    assert!(index(false).contains("(index 2 =") && index(true).contains("(index 3 ="), "VI");
}

#[test]
fn c08_fire_over_friends_from_each_level() {
    // Friends across the whole front, whose far side is 6.5 inches from the guns and 3.5 from the target.
    let clear = |level: u8, friends: &str| {
        let text = format!(
            "hill 0,21 40,21 40,30 0,30
            prussian artillery p1 1 at 20,22
            prussian infantry p2 6 at {friends}
            french artillery f1 1 at 20,13 facing 180"
        );
        let table = position(&text).with(|scenario| {
            let hill = &mut scenario.terrain[0];
            hill.level = Some(level.max(1));
            if level == 0 {
                scenario.terrain.clear();
            }
        });
        let mut table = table.with_initiative(PRUSSIAN);
        table.does("select p1");
        table.choices("fire") == ["f1 0"]
    };
    // The shadow of friends A inches ahead is A long from level 1, a half from level 2, and a quarter from level 3.
    assert_eq!([0, 1, 2, 3].map(|level| clear(level, "20,20")), [false, true, true, true], "VIII: near the guns");
    assert_eq!([0, 1, 2, 3].map(|level| clear(level, "20,17")), [false, false, true, true], "VIII: in the middle");
    assert_eq!(
        [0, 1, 2, 3].map(|level| clear(level, "20,15.6")),
        [false, false, false, true],
        "VIII: toward the target"
    );
    assert_eq!([0, 1, 2, 3].map(|level| clear(level, "20,14.2")), [false; 4], "VIII: before the target");
}

#[test]
fn c07_an_assault_stops_behind_friends_in_its_way() {
    let text = "prussian infantry p1 4 at 20,18 maneuver
        prussian infantry p2 2 at 20,14
        french infantry f1 4 at 20,12 facing 180";
    let mut table = started(text);
    table.does("assault f1").rolls(&[1]).rolls(&[1, 1, 1]);
    table.logs_all(&["Fire stops p1 (Prussians): stops 1 inch short"]);
    let (_, y) = table.at("p1");
    assert!((14_990..15_030).contains(&y), "IV, VII: behind the friends, not on them: {y}");
}

#[test]
fn c07_an_assault_pushed_back_six_inches_ends_at_its_start() {
    // The example of the rules.
    let text = "prussian infantry p1 4 at 20,18 maneuver
        french infantry f1 4 at 20,12 facing 180";
    let mut table = started(text);
    table.does("assault f1").rolls(&[1]).rolls(&[100, 100, 1]);
    table.logs_all(&["The assault of p1 (Prussians) on f1 (French) goes home; f1 (French) wins"]);
    assert_eq!((table.at("p1"), table.state_of("p1")), ((20_000, 18_000), "disordered 4 maneuver".into()), "VII");
}

#[test]
fn c07_assaults_keep_other_zones_by_a_setting() {
    let text = "prussian infantry p1 4 at 20,16 maneuver
        french infantry f1 4 at 20,12 facing 180
        french artillery f2 1 at 22,14 facing 180";
    let table = |keeps| {
        let mut table =
            position(text).with(|scenario| scenario.rules.assault_keeps_zones = Some(keeps)).with_initiative(PRUSSIAN);
        table.does("select p1");
        table
    };
    table(false).allows("assault f1");
    table(true).refuses("assault f1", "IV");
}

#[test]
fn c07_six_bases_outnumber_four() {
    let text = "prussian cavalry p1 6 at 20,18 maneuver
        french infantry f1 4 at 20,12 facing 180";
    let table = started(text);
    let odds = table.game.odds(&table.action("assault f1")).unwrap();
    assert!(odds.modifiers.contains(&("Close combat: target outnumbered".to_owned(), 1)), "VII: 6 to 4");
}

#[test]
fn c05_units_of_six_two_and_three_bases_are_destroyed_at_half() {
    // Index 2: 100 takes a base.
    let after = |bases: &str| {
        let text = format!("prussian artillery p1 3 at 20,20\nfrench infantry f1 {bases} at 20,12 facing 180");
        let mut table = started(&text);
        table.does("fire f1 0").rolls(&[100]);
        table.state_of("f1")
    };
    assert_eq!(after("2"), "out", "V: one of two");
    assert_eq!(after("3"), "disordered 2 deployed", "V: one of three");
    assert_eq!(after("3 lost 1"), "out", "V: two of three");
    assert_eq!(after("6 lost 1"), "disordered 4 deployed", "V: two of six");
    assert_eq!(after("6 lost 2"), "out", "V: three of six");
}

/// A unit before another on an empty table, as two players see it.
#[derive(Clone, Copy, Debug)]
struct Encounter {
    actor: ResolverUnit,
    target: ResolverUnit,
    /// The formations of the actor and of the target.
    postures: [Posture; 2],
    statuses: [UnitStatus; 2],
    bases: [u8; 2],
    /// The target faces the actor.
    faces: bool,
    cover: Cover,
    general: bool,
    /// The distance between the front of the actor and the point of the target, in thousandths of an inch.
    distance: i32,
}

impl Encounter {
    /// Returns the position on the table: the target at 12 inches, and the actor below it.
    fn text(&self) -> String {
        let unit = |unit: ResolverUnit, id: &str, number: usize, y: i32, facing: u16| {
            let quality = if unit.troops.has_quality() { unit.quality.name() } else { "" };
            let status = self.statuses[number];
            let status = if status == UnitStatus::Ok { "" } else { status.name() };
            let (nation, troops) = (unit.nation.name(), unit.troops.name());
            let (posture, bases) = (self.postures[number].name(), self.bases[number]);
            let at = format!("20,{}.{:03}", y / 1000, y % 1000);
            format!("{nation} {troops} {id} {bases} at {at} facing {facing} {posture} {quality} {status}\n")
        };
        let facing = if self.faces { 180 } else { 0 };
        let area = match self.cover {
            Cover::Open => "",
            Cover::Soft => "woods 10,0 30,0 30,12.1 10,12.1\n",
            Cover::Hard => "town 10,0 30,0 30,12.1 10,12.1\n",
            Cover::Fortification => "fortification 10,0 30,0 30,12.1 10,12.1\n",
        };
        let y = 12_000 + self.distance;
        let general = if self.general { format!("25,{}.{:03}", y / 1000, y % 1000) } else { "38,38".to_owned() };
        let general = format!("{} general g at {general}\n", self.actor.nation.name());
        let units = unit(self.actor, "a", 0, y, 0) + &unit(self.target, "t", 1, 12_000, facing);
        format!("table 40x48\n{units}{general}{area}")
    }

    /// Returns the table on which the actor has been selected.
    fn table(&self) -> Table {
        let side = if self.actor.nation == Nation::Prussian { PRUSSIAN } else { FRENCH };
        let mut table = position(&self.text()).with_initiative(side);
        table.does("select a");
        table
    }

    /// Returns the chances that the resolver tells two players who state the facts of this encounter.
    fn resolved(&self, table: &Table, action: ResolverAction) -> Vec<ResolverOdds> {
        let numbers = Numbers::of(self.bases[0].into(), self.bases[1].into());
        let mut request = ResolverRequest {
            actor: Some(self.actor),
            action: Some(action),
            actor_disordered: self.statuses[0] == UnitStatus::Disordered,
            ..ResolverRequest::default()
        };
        if matches!(action, ResolverAction::DeployedFire | ResolverAction::AdvancingFire | ResolverAction::Assault) {
            request.target = Some(self.target);
            request.target_formation = Some(self.postures[1]);
            request.cover = Some(self.cover);
            request.target_disordered = self.statuses[1] != UnitStatus::Ok;
            request.actor_outnumbered = numbers == Numbers::ActorOutnumbered;
            request.target_outnumbered = numbers == Numbers::TargetOutnumbered;
        }
        if matches!(action, ResolverAction::DeployedFire | ResolverAction::AdvancingFire) {
            let range = table.game.sight_between(table.unit("a"), table.unit("t")).unwrap().unwrap().range;
            request.set(ResolverField::Range, &format!("{}.{:03}", range / 1000, range % 1000)).unwrap();
        }
        if action == ResolverAction::Regroup {
            request.actor_disordered = false;
        }
        let mut resolver = Resolver::new(Rules::published(), &request, ResolverReplies::default()).unwrap();
        let [unit, enemy] = ["a", "t"].map(|id| table.game.shape(table.unit(id)).unwrap());
        for question in resolver.questions() {
            let yes = match question {
                ResolverQuestion::GeneralNear => self.general,
                ResolverQuestion::InReach => true,
                ResolverQuestion::Frontal => self.faces,
                ResolverQuestion::TargetDemoralized => self.statuses[1] == UnitStatus::Demoralized,
                ResolverQuestion::ActorDemoralized => self.statuses[0] == UnitStatus::Demoralized,
                ResolverQuestion::EnemyNear => unit.distance(enemy).at_most(6000),
                ResolverQuestion::Sheltered => false,
            };
            resolver.reply(question, yes);
        }
        resolver.odds().unwrap()
    }
}

/// Returns the chances of a step of the game in millionths, in order of size.
fn chances(case: &OddsCase) -> Vec<u32> {
    let shares = case.results.iter().map(|(_, share)| share * (1_000_000 / case.of));
    let mut shares: Vec<u32> = shares.filter(|share| *share > 0).collect();
    shares.sort_unstable();
    shares
}

/// Returns the chances of a step of the resolver in millionths, in order of size.
fn resolved(odds: &ResolverOdds) -> Vec<u32> {
    let mut shares: Vec<u32> = odds.chances.iter().map(|chance| chance.millionths).collect();
    shares.sort_unstable();
    shares
}

/// Returns the chances of fire in millionths, in order of size, on a target of this status. No result breaks a demoralized unit
/// (ruling o36), and the resolver is told only that the target is disordered or demoralized.
fn resolved_fire(odds: &ResolverOdds, target: UnitStatus) -> Vec<u32> {
    let mut odds = odds.clone();
    if target == UnitStatus::Demoralized {
        let broken: u32 = odds.chances.extract_if(.., |chance| chance.result == "broken").map(|c| c.millionths).sum();
        if let Some(nothing) = odds.chances.iter_mut().find(|chance| chance.result == "no effect") {
            nothing.millionths += broken;
        } else if broken > 0 {
            odds.chances.push(ResolverChance { result: "no effect".to_owned(), millionths: broken });
        }
    }
    resolved(&odds)
}

fn random_unit(nation: Nation) -> impl Strategy<Value = ResolverUnit> {
    let units: Vec<ResolverUnit> = ResolverUnit::all().filter(|unit| unit.nation == nation).collect();
    prop::sample::select(units)
}

fn random_encounter() -> impl Strategy<Value = Encounter> {
    let units = prop_oneof![
        (random_unit(Nation::Prussian), random_unit(Nation::French)),
        (random_unit(Nation::French), random_unit(Nation::Prussian))
    ];
    let statuses = prop::sample::select(vec![UnitStatus::Ok, UnitStatus::Disordered, UnitStatus::Demoralized]);
    let postures = prop::sample::select(vec![Posture::Deployed, Posture::Maneuver, Posture::March]);
    let covers = prop::sample::select(vec![Cover::Open, Cover::Soft, Cover::Hard, Cover::Fortification]);
    let facts = (any::<bool>(), any::<bool>(), covers, 1_100_i32..13_500);
    let two = (statuses.clone(), statuses, postures.clone(), postures, 2_u8..=6, 2_u8..=6);
    (units, two, facts).prop_map(|((actor, target), two, (faces, general, cover, distance))| {
        let (own, theirs, from, to, bases, target_bases) = two;
        // Seen from behind, the target stands between the actor and its cover. Its depth comes on top of the distance.
        let (cover, distance) = if faces { (cover, distance) } else { (Cover::Open, distance + 7_500) };
        Encounter {
            actor,
            target,
            postures: [from, to],
            statuses: [own, theirs],
            bases: [bases, target_bases],
            faces,
            cover,
            general,
            distance,
        }
    })
}

proptest! {
    #![proptest_config(random_cases())]

    #[test]
    fn c06_the_game_and_the_resolver_tell_the_same_chances(encounter in random_encounter()) {
        let table = encounter.table();
        let tell = |action: &str| table.game.odds(&table.action(action));
        let is_able = encounter.statuses[0] != UnitStatus::Demoralized;
        if is_able {
            let odds = tell("order maneuver").unwrap();
            let expected = encounter.resolved(&table, ResolverAction::Maneuver);
            prop_assert_eq!(chances(&odds.cases[0]), resolved(&expected[0]), "the order");
        }
        if !is_able || encounter.statuses[0] == UnitStatus::Disordered {
            let odds = tell("regroup").unwrap();
            let expected = encounter.resolved(&table, ResolverAction::Regroup);
            prop_assert_eq!(chances(&odds.cases[0]), resolved(&expected[0]), "regrouping");
        }
        let fire = match encounter.postures[0] {
            Posture::Deployed => Some(ResolverAction::DeployedFire),
            Posture::Maneuver => Some(ResolverAction::AdvancingFire),
            Posture::March => None,
        };
        if let Some(action) = fire.filter(|_| is_able) {
            let expected = encounter.resolved(&table, action);
            let odds = tell("fire t 0");
            match &expected[0].basis {
                Some(basis) => {
                    let odds = odds.unwrap();
                    let expected = resolved_fire(&expected[0], encounter.statuses[1]);
                    prop_assert_eq!(chances(&odds.cases[0]), expected, "fire");
                    prop_assert!(odds.modifiers.contains(&("Fire: index".to_owned(), basis.total.into())));
                }
                None => prop_assert!(odds.is_none(), "out of range"),
            }
        }
        let may_assault = encounter.actor.troops != TroopType::Artillery && encounter.postures[0] == Posture::Maneuver;
        if may_assault && is_able {
            let expected = encounter.resolved(&table, ResolverAction::Assault);
            let odds = tell("assault t").unwrap();
            let [order, .., result] = expected.as_slice() else { panic!("{expected:?}") };
            prop_assert_eq!(chances(&odds.cases[0]), resolved(order), "the order to assault");
            prop_assert_eq!(chances(&odds.cases[1]), resolved(result), "the assault");
        }
    }
}

#[test]
fn c06_o35_a_general_stops_no_fire_but_by_a_setting() {
    let text = "prussian artillery p1 1 at 20,20
        prussian general pg at 20,16
        french artillery f1 1 at 20,12 facing 180";
    started(text).allows("fire f1 0");
    let strict = position(text).with(|scenario| scenario.rules.generals_stop_fire = Some(true));
    let mut table = strict.with_initiative(PRUSSIAN);
    table.does("select p1");
    table.refuses("fire f1 0", "VIII");
}

#[test]
fn c08_o39_a_hill_no_higher_than_the_viewer_hides_a_strip_behind_it() {
    // From the front of the guns to the far side of the hill are five inches, and the strip is as long.
    let guns = |y: &str| {
        started(&format!(
            "hill 10,19 30,19 30,26 10,26
            hill 10,15 30,15 30,17 10,17
            prussian artillery p1 1 at 20,20
            french infantry f1 2 at 20,{y} facing 180"
        ))
    };
    guns("12").refuses("fire f1 0", "VIII");
    guns("9.8").allows("fire f1 0");
}

#[test]
fn the_log_shows_an_order_and_a_fight_whole() {
    let mut table = position(
        "prussian artillery p1 3 at 20,20
        prussian infantry p2 4 at 26,16 maneuver
        french infantry f1 4 at 20,12 facing 180
        french infantry f2 4 at 26,12 facing 180",
    )
    .with_initiative(PRUSSIAN);
    table.does("select p1, fire f1 0").rolls(&[96]);
    table.logs_all(&["p1 (Prussians) fires at f1 (French) over 8\" in the open", "index 2 = base ", "; roll 96"]);
    table.has_initiative(PRUSSIAN).does("select p2, assault f2").rolls(&[1]).rolls(&[100, 1, 1]);
    table.logs_all(&["order to assault f2 (French)", "roll 1; 75% received, 18% delayed, 7% lost"]);
    table.logs_all(&["p2 (Prussians) assaults f2 (French) frontally over 4\" in the open"]);
    table.logs_all(&["fire: index 6 = base 6", "roll 100 of 65", "close combat: index 5 = base 5", "roll 1 of 55"]);
}
