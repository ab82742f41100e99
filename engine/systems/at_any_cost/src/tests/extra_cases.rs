//! Rules in rows: rules that people want to change, each with and without its row.

use battlewright_schema::at_any_cost as file;

use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r13_assault::tests::{assault, at_hand, meeting};
use crate::state::Chit;
use crate::tests::testing::{Position, Table, position};
use battlewright_core::chronicle::Chronicle as _;
use battlewright_core::game::Game as _;
use battlewright_core::show::Show as _;
use battlewright_testkit::{json, read_row, read_rules};

impl Position {
    /// Adds rows of rules.
    pub(crate) fn rows(self, text: &str) -> Self {
        self.with(|scenario| scenario.rules = read_rules::<file::RuleChanges>(text))
    }
}

/// A row that forbids `act`.
pub(crate) fn forbid(act: &str, when: &str) -> String {
    format!(
        "[[rules.forbid]]\nid = \"none\"\nname = \"None\"\nact = \"{act}\"\nwhen = \"{when}\"\nreason = \"it is forbidden\"\n"
    )
}

/// A row that changes `hook`.
pub(crate) fn modify(hook: &str, change: &str) -> String {
    format!("[[rules.modifier]]\nid = \"all\"\nname = \"All\"\nto = \"{hook}\"\n{change}\n")
}

/// The lines of the log for these dice.
fn told(table: &mut Table, dice: &[u16]) -> Vec<String> {
    let (before, mut events) = (table.game.clone(), Vec::new());
    table.game.resolve(dice, &mut events);
    events.iter().flat_map(|event| table.game.log_lines(&before, event)).map(|line| line.text).collect()
}

/// The reason why `action` is refused.
#[track_caller]
pub(crate) fn reason(table: &Table, action: &str) -> String {
    table.game.check(&table.action(action)).expect_err("it is refused").reason
}

#[test]
fn a1_heavy_french_guns_recover_no_ammunition() {
    let caissons = r#"
        [[rules.forbid]]
        id = "caissons"
        name = "Heavy caissons are empty"
        act = "recover"
        when = "what == ammunition and unit.side == french and unit.kind == heavy-artillery"
        reason = "heavy French artillery recovers no ammunition in this battle"
    "#;
    // In this night of a Campaign the published rule lets them (14.3).
    let guns = || {
        position(
            "clock 22:00
            campaign
            corps ii french at 0405 rating 9 9
            french heavy a1 5/3 at 0405 of ii low shaken
            french field a2 5/3 at 0405 of ii low",
        )
    };
    let table = guns().rows(caissons).rallies("ii", "regroup");
    assert_eq!((table.choices("resupply"), table.choices("rally")), (vec!["a2".to_owned()], vec!["a1".to_owned()]));
    table.refuses("resupply a1", "caissons");
    assert_eq!(reason(&table, "resupply a1"), "heavy French artillery recovers no ammunition in this battle");
    assert_eq!(guns().rallies("ii", "regroup").choices("resupply"), ["a1", "a2"]);
}

const FOG: &str = r#"
    [[rules.modifier]]
    id = "fog"
    name = "Morning fog"
    to = "sight"
    at_most = 2
    when = "turn in 1..3"
"#;

#[test]
fn a2_in_morning_fog_nobody_sees_farther_than_two_hexes() {
    let facing = |turn: u8| {
        position(&format!(
            "map 12x9
            turn {turn} of 12
            prussian field p1 6/3 at 0405
            prussian field p2 6/3 at 0501
            french infantry f1 5/3 at 0505"
        ))
    };
    let table = facing(1).rows(FOG).fires("prussian");
    assert_eq!(table.choices("fire"), ["p1 f1"]);
    table.refuses("fire p2 f1", "fog");
    let cell = |name: &str| table.game.board.map.cell(table.hex(name));
    assert!(!table.game.sees(cell("0501"), cell("0505")) && table.game.sees(cell("0503"), cell("0505")));
    let line = table.game.line_of_sight(cell("0501"), cell("0505")).unwrap();
    assert_eq!(line.obstacles[0].reason, "0505: too far to see by the rule Morning fog");
    // On turn 4 it lifts, and without the row there is none.
    assert_eq!(facing(4).rows(FOG).fires("prussian").choices("fire"), ["p1 f1", "p2 f1"]);
    assert_eq!(facing(1).fires("prussian").choices("fire"), ["p1 f1", "p2 f1"]);
    // A charge needs a target in sight.
    let charges = |position: Position| position.moves("prussian").choices("charge");
    let ride = || position("map 12x9\nprussian cavalry p1 3/2 heavy at 0305\nfrench infantry f1 4/2 at 0605");
    assert_eq!((charges(ride().rows(FOG)), charges(ride())), (Vec::new(), vec!["p1 f1".to_owned()]));
}

const GUARD: &str = r#"
    [[rules.counter]]
    id = "guard-free"
    name = "Guard released"
    of = "game"
    most = 1
    [[rules.event]]
    id = "guard-alarm"
    name = "The Guard is released"
    on = "turn-begins"
    when = "turn >= 8 or any(u in units-of(guard) where any(e in all-units where e.side != u.side and distance(e.hex, u.hex) <= 5))"
    do = ["counter(guard-free) = 1"]
    once = true
    [[rules.forbid]]
    id = "guard-held"
    name = "The Guard is held"
    act = "activate"
    when = "formation == guard and counter(guard-free) == 0"
    reason = "Bazaine keeps the Guard in hand"
"#;

/// The Guard at this distance from the enemy, in this turn.
fn guard(enemy: &str, turn: u8) -> Position {
    position(&format!(
        "corps guard french at 0101 rating 4 4
        corps x prussian at 0801 rating 4 4
        french infantry f1 5/3 at 0202 of guard
        prussian infantry p1 8/4 at {enemy} of x
        chit french marshal-bazaine
        turn {turn} of 12"
    ))
}

/// Another turn begins, and the chit of the Guard is drawn.
fn next_turn(mut table: Table) -> Table {
    table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
    let guard = table.formation("guard");
    table.run(|game, _| {
        game.state.stack.clear();
        game.state.cup.fill([Chit::Activation(guard)]);
        game.next_chit();
    });
    table.draws("guard");
    table
}

#[test]
fn a5_the_guard_is_held_until_turn_8_or_until_an_enemy_is_near() {
    let mut table = guard("0808", 1).rows(GUARD).cup();
    table.draws("guard");
    assert!(table.game.activation().is_none());
    table.logs("guard is not activated: The Guard is held [guard-held]");
    assert!(table.game.hq(table.formation("guard")).activated, "its chit has been drawn");
    // Marshal Bazaine does not call on it either.
    let mut table = guard("0808", 1).rows(GUARD).cup();
    table.draws("marshal-bazaine");
    assert!(!table.choices("").contains(&"play".to_owned()));
    let mut free = guard("0808", 1).cup();
    free.draws("guard");
    assert!(free.game.activation().is_some());
    // From turn 8 on, or with an enemy at five hexes.
    let is_active = |table: Table| next_turn(table).game.activation().is_some();
    assert!(!is_active(guard("0808", 6).rows(GUARD).table()));
    assert!(is_active(guard("0808", 7).rows(GUARD).table()));
    assert!(is_active(guard("0505", 1).rows(GUARD).table()));
    let mut table = guard("0808", 7).rows(GUARD).table();
    table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
    table.logs("The Guard is released [guard-alarm]");
    assert!(table.game.tracks().iter().any(|track| (track.name, track.value) == ("Guard released", 1)));
    // It happens once.
    table.take_log();
    table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
    let again = table.take_log().iter().filter(|line| line.contains("is released")).count();
    assert_eq!(again, 0);
    assert_eq!(table.game.with_state(read_row(json!(table.game.state()))), table.game);
    // A frozen game has its counter, and the event does not happen again.
    let scenario = guard("0808", 7).rows(GUARD).scenario().clone();
    let (then, lost) = table.game.freeze(&scenario).unwrap();
    assert_eq!((then.rules.counter[0].start, then.rules.event[0].done, lost.len()), (1, true, 0), "{lost:?}");
}

const KRUPP: &str = r#"
    [[rules.modifier]]
    id = "krupp"
    name = "Krupp steel"
    to = "fire.column"
    add = 1
    when = "firer.side == prussian and firer.kind in [field-artillery, heavy-artillery, horse-artillery] and range >= 4"
"#;

#[test]
fn a6_prussian_guns_at_four_hexes_fire_a_column_to_the_right_in_log_and_odds() {
    let facing = || {
        position(
            "map 12x9
            prussian field p1 6/3 at 0403
            prussian field p2 6/3 at 0501
            prussian infantry p3 8/4 at 0506
            french infantry f1 5/3 at 0505
            french heavy f2 6/3 range 4 6 at 0605",
        )
    };
    let shift = |table: &Table, action: &str| {
        let odds = table.game.odds(&table.action(action)).unwrap();
        odds.modifiers.into_iter().find(|(name, _)| name == "Shift: Krupp steel").map(|(_, shift)| shift)
    };
    let mut table = facing().rows(KRUPP).fires("prussian");
    assert_eq!(shift(&table, "fire p2 f1"), Some(1));
    assert_eq!(
        (shift(&table, "fire p1 f1"), shift(&table, "fire p3 f1")),
        (None, None),
        "at two hexes, and with rifles"
    );
    let plain = facing().fires("prussian");
    assert_eq!(shift(&plain, "fire p2 f1"), None);
    let better = |table: &Table| table.game.odds(&table.action("fire p2 f1")).unwrap().cases[0].results.clone();
    assert_ne!(better(&table), better(&plain));
    table.does("fire p2 f1");
    let told = told(&mut table, &[1, 2]);
    assert!(told.iter().any(|line| line.contains("shifts: Krupp steel +1")), "{told:?}");
    assert_eq!(shift(&facing().rows(KRUPP).fires("french"), "fire f2 p2"), None, "French guns");
}

#[test]
fn a7_a_differential_beyond_4_counts_as_4_in_log_and_odds() {
    let cap = r#"
        [[rules.modifier]]
        id = "cap"
        name = "No more than +4"
        to = "differential"
        at_most = 4
    "#;
    // 9 against 2.
    let many = || meeting("french infantry f1 2/1 tcr 9/8 at 0404");
    let column = |position: Position, units: &[&str]| {
        let table = assault(position, units);
        table.game.assault_column(&at_hand(&table))
    };
    assert_eq!(column(many().rows(cap), &["p1", "p2"]), 8 + 2 - 1, "+4 or +5, odds of three to one, and the TCR");
    assert_eq!(column(many(), &["p1", "p2"]), 9 + 2 - 1);
    assert_eq!(column(meeting("french infantry f1 4/2 tcr 7/6 at 0404").rows(cap), &["p1"]), 6, "+1");
    let mut table = many().rows(cap).assaults("prussian");
    table.does("hex 0404");
    table.does("unit p1, unit p2");
    let odds = table.game.odds(&table.action("begin")).unwrap();
    assert_eq!(
        odds.modifiers[..2],
        [("Assault Differential".to_owned(), 4), ("Differential: No more than +4".to_owned(), -3)]
    );
    table.does("begin");
    let told = told(&mut table, &[10]);
    assert!(told.iter().any(|line| line.contains("differential +4 (No more than +4 -3)")), "{told:?}");
    let mut plain = many().assaults("prussian");
    plain.does("hex 0404, unit p1, unit p2");
    assert_eq!(plain.game.odds(&plain.action("begin")).unwrap().modifiers[0].1, 7);
}

#[test]
fn a9_a_broken_guard_unit_is_two_points_more() {
    let score = r#"
        [[rules.score]]
        id = "guard-broken"
        name = "Broken Guard"
        side = "prussian"
        points = "2 * count(u in broken(french) where u has guard)"
    "#;
    let lost = || {
        position(
            "french infantry f1 5/3 broken 3 tag guard
            french infantry f2 5/3 broken 3
            french infantry f3 5/3 at 0101 tag guard
            prussian infantry p1 8/4 at 0808",
        )
        .with(|scenario| scenario.victory.broken = 4)
    };
    let rows = |position: Position| {
        position.with(|scenario| {
            scenario.rules = read_rules::<file::RuleChanges>(score);
        })
    };
    let table = rows(lost()).table();
    assert_eq!(table.game.points(), [0, 4 + 4 + 2]);
    assert!(table.game.sources().iter().any(|source| source.name == "rules of the scenario"));
    assert!(table.game.tracks().iter().any(|track| (track.name, track.value) == ("Victory points", 10)));
    assert_eq!(lost().table().game.points(), [0, 8]);
    assert_eq!(lost().table().game.sources().len(), 2);
}
