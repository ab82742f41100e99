//! Tables without hexes, played by pointing.

use std::collections::BTreeMap;
use std::time::Instant;

use battlewright_engine::game::Side;
use battlewright_engine::show::Show as _;
use battlewright_referee::{
    Answer, AreasTold, GameRecord, PointedTold, PointerSettings, Position, Proposal, Referee, Refusal, Request, Seat,
    SeatMessage, ServerMessage, UndoRule,
};
use proptest::prelude::*;

use crate::keeper::{Keeper, Luck, SECRET, table};

const LESSON: &str = "outrance-first-assault";

/// The most decisions of a game.
const DECISIONS: usize = 2500;

/// The most points at which a person points before a listed choice is made.
const TRIES: usize = 4;

fn ask(keeper: &Keeper, seat: Seat, request: Request) -> Result<Answer, Refusal> {
    let message = SeatMessage { id: "1".to_owned(), at: None, request };
    match keeper.referee.propose(seat, &message, 5)? {
        Proposal::Answer(answer) => Ok(answer),
        Proposal::Entries(entries) => panic!("{entries:?}"),
    }
}

fn pointed(keeper: &Keeper, seat: Seat, settings: PointerSettings, at: [f32; 2]) -> Result<PointedTold, Refusal> {
    match ask(keeper, seat, Request::Point { settings, point: at, slip: 8.0 })? {
        Answer::Pointed(told) => Ok(*told),
        other => panic!("{other:?}"),
    }
}

fn areas(keeper: &Keeper, seat: Seat, settings: PointerSettings) -> Result<AreasTold, Refusal> {
    match ask(keeper, seat, Request::Areas { settings })? {
        Answer::Areas(told) => Ok(*told),
        other => panic!("{other:?}"),
    }
}

fn shown(keeper: &Keeper, seat: Seat) -> Position {
    match keeper.referee.catch_up(seat).into_iter().next() {
        Some(ServerMessage::Full(position)) => *position,
        other => panic!("{other:?}"),
    }
}

/// The middle of an outline.
fn middle(outline: &[[f32; 2]]) -> [f32; 2] {
    #[expect(clippy::cast_precision_loss, reason = "an outline has few corners")]
    let count = outline.len() as f32;
    let sum = |axis: usize| outline.iter().map(|point| point[axis]).sum::<f32>() / count;
    [sum(0), sum(1)]
}

/// A point at which a person would point: in a legal area, at a counter, or anywhere.
fn target(position: &Position, legal: &AreasTold, size: [f32; 2], luck: &mut Luck) -> [f32; 2] {
    let mut part = |length: f32| {
        let share = u16::try_from(luck.below(1000)).unwrap();
        length * f32::from(share) / 1000.0
    };
    let anywhere = [part(size[0]), part(size[1])];
    let places: Vec<[f32; 2]> = position.choices.iter().flatten().filter_map(|choice| choice.at).collect();
    match luck.below(4) {
        0 if !legal.areas.is_empty() => middle(&legal.areas[luck.below(legal.areas.len())]),
        1 if !legal.areas.is_empty() => {
            // Between the middle and a corner.
            let area = &legal.areas[luck.below(legal.areas.len())];
            let (center, corner) = (middle(area), area[luck.below(area.len())]);
            [0, 1].map(|axis| (center[axis] + corner[axis]) / 2.0)
        }
        2 | 0 if !places.is_empty() => places[luck.below(places.len())],
        _ => anywhere,
    }
}

/// A person plays the lesson by pointing, and makes a listed choice only where nothing legal is found. What is refused is refused by a
/// rule, and what is legal is taken although no list has it.
#[test]
fn a_lesson_is_played_by_pointing() {
    let table = table(LESSON);
    let size = table.size();
    let mut keeper = Keeper::new(&table, UndoRule::Own);
    let mut luck = Luck::new(51);
    let (mut taken, mut unlisted, mut slowest) = (BTreeMap::<String, usize>::new(), 0, 0);
    for _ in 0..DECISIONS {
        let Some((side, listed)) = keeper.choices() else { break };
        let seat = Seat::of(side);
        let position = shown(&keeper, seat);
        let mut found = None;
        for _ in 0..TRIES.min(position.modes.len() * TRIES) {
            let mode = luck.below(position.modes.len());
            let facing = (luck.below(3) == 0).then(|| u16::try_from(luck.below(3600)).unwrap());
            let bend = i16::try_from(luck.below(5)).unwrap() * 50 - 100;
            let settings = PointerSettings { mode, facing, bend };
            let began = Instant::now();
            let legal = areas(&keeper, seat, settings).unwrap();
            slowest = slowest.max(began.elapsed().as_millis());
            assert!(!legal.cut);
            let at = target(&position, &legal, size, &mut luck);
            let told = pointed(&keeper, seat, settings, at).unwrap();
            assert!(told.action.is_none() || told.refusal.is_none(), "{told:?}");
            if let Some(refusal) = &told.refusal {
                assert!(!refusal.rule.is_empty() && !refusal.why.is_empty() && !told.text.is_empty(), "{told:?}");
            }
            if let Some(action) = told.action {
                let name = position.modes[mode].name.clone();
                found = Some((name, action));
                break;
            }
        }
        let is_pointed = found.is_some();
        let (name, action) = found.unwrap_or_else(|| (String::new(), listed[luck.below(listed.len())].clone()));
        keeper.choose(side, &action).unwrap();
        if is_pointed {
            *taken.entry(name).or_default() += 1;
            unlisted += usize::from(!listed.contains(&action));
        }
    }
    println!("{taken:?}, {unlisted} in no list; {} inputs; {slowest} ms at most", keeper.referee.inputs());
    for mode in ["Select", "Fire", "Assault", "Maneuver", "Deploy", "March by legs"] {
        assert!(taken.contains_key(mode), "{mode}: {taken:?}");
    }
    assert!(unlisted > 100, "{unlisted}");
    assert!(keeper.referee.end().is_some(), "the game has come to its end");
    let record = GameRecord::read(&keeper.record.write()).unwrap();
    let again = Referee::of(table.clone(), &record, Some(SECRET)).unwrap();
    assert_eq!(again.fingerprint(), keeper.referee.fingerprint());
}

/// A game in which the side of the seat maneuvers a unit, and the index of that mode.
fn moving() -> (Keeper, Seat, usize) {
    let table = table(LESSON);
    let mut keeper = Keeper::new(&table, UndoRule::Own);
    let mut luck = Luck::new(3);
    for _ in 0..DECISIONS {
        let (side, listed) = keeper.choices().unwrap();
        let seat = Seat::of(side);
        let modes = shown(&keeper, seat).modes;
        if let Some(mode) = modes.iter().position(|mode| mode.name == "Maneuver") {
            return (keeper, seat, mode);
        }
        keeper.choose(side, &listed[luck.below(listed.len())]).unwrap();
    }
    panic!("nobody maneuvers");
}

#[test]
fn a_leg_is_drawn_before_it_is_made() {
    let (mut keeper, seat, mode) = moving();
    let settings = PointerSettings { mode, ..PointerSettings::default() };
    let legal = areas(&keeper, seat, settings).unwrap();
    assert!(legal.areas.len() == 1 && legal.areas[0].len() > 20, "{legal:?}");
    let names: Vec<&str> = legal.legends.iter().map(|legend| legend.name).collect();
    assert!(legal.marks.iter().all(|mark| names.contains(&mark.name) && !mark.points.is_empty()));
    let to = middle(&legal.areas[0]);
    let told = pointed(&keeper, seat, settings, to).unwrap();
    let action = told.action.clone().unwrap();
    assert!(action.starts_with("go ") && !told.bases.is_empty() && told.path.len() == 2, "{told:?}");
    assert!(told.spent.contains(" of "), "{told:?}");
    // The path ends where the tap was, to the step of the pointer.
    let inch = keeper.referee.table().inch().unwrap();
    let end = told.path[1];
    assert!((end[0] - to[0]).hypot(end[1] - to[1]) < inch * 0.1, "{end:?} {to:?}");
    let turned = pointed(&keeper, seat, PointerSettings { facing: Some(450), ..settings }, to).unwrap();
    assert!(turned.facing == Some(450) && turned.bases != told.bases, "{turned:?}");
    let far = pointed(&keeper, seat, settings, [to[0], keeper.referee.table().size()[1] - inch]).unwrap();
    assert!(far.action.is_none() && !far.bases.is_empty(), "{far:?}");
    assert!(far.refusal.unwrap().rule.starts_with("IV"));
    let game = keeper.referee.game().now();
    let mover = game.pieces().iter().position(|piece| piece.active).unwrap();
    let mover_at = game.footprints().iter().find(|unit| unit.unit == mover).unwrap().at;
    // Choices that no list has are read, whether they are legal or not.
    keeper.choose(seat.side().unwrap(), &action).unwrap();
    let game = keeper.referee.game().now();
    assert!(game.footprints().iter().any(|unit| unit.unit == mover && unit.at == mover_at), "the move goes on");
    assert!(shown(&keeper, seat).modes[mode].turns);
    let refused = keeper.choose(seat.side().unwrap(), "go 900/900 0").unwrap_err();
    assert!(!refused.rule.is_empty(), "{refused:?}");
    assert_eq!(keeper.choose(seat.side().unwrap(), "go 1").unwrap_err().why, "this is no action now");
}

#[test]
fn only_who_must_choose_can_point() {
    let (keeper, seat, mode) = moving();
    let settings = PointerSettings { mode, ..PointerSettings::default() };
    for other in Seat::ALL.into_iter().filter(|other| *other != seat) {
        assert!(pointed(&keeper, other, settings, [300.0, 300.0]).is_err());
        assert!(areas(&keeper, other, settings).is_err());
        assert!(shown(&keeper, other).modes.is_empty());
        assert!(keeper.referee.welcome(other).inch.is_some());
    }
    // A map of hexes has nothing to point at.
    let keeper = Keeper::new(&table("tutorial"), UndoRule::Own);
    let (side, _) = keeper.choices().unwrap();
    let refused = pointed(&keeper, Seat::of(side), PointerSettings::default(), [100.0, 100.0]).unwrap_err();
    assert!(refused.why.contains("nothing like that to point at"), "{refused:?}");
    assert_eq!(keeper.referee.welcome(Seat::of(side)).inch, None);
}

#[test]
fn questions_are_read_as_pages_write_them() {
    let text = r#"{"t":"point","id":"1","mode":1,"point":[3.5,4],"slip":9.25,"facing":450,"bend":-50}"#;
    let settings = PointerSettings { mode: 1, facing: Some(450), bend: -50 };
    let message: SeatMessage = serde_json::from_str(text).unwrap();
    assert_eq!(message.request, Request::Point { settings, point: [3.5, 4.0], slip: 9.25 });
    let message: SeatMessage = serde_json::from_str(r#"{"t":"areas","id":"1","mode":2}"#).unwrap();
    assert_eq!(message.request, Request::Areas { settings: PointerSettings { mode: 2, ..PointerSettings::default() } });
    for text in [
        r#"{"t":"point","id":"1","mode":-1,"point":[3.5,4]}"#,
        r#"{"t":"point","id":"1","mode":0,"point":[3.5]}"#,
        r#"{"t":"point","id":"1","mode":0,"point":[1e99,null]}"#,
        r#"{"t":"areas","id":"1","mode":0,"bend":70000}"#,
    ] {
        assert!(serde_json::from_str::<SeatMessage>(text).is_err(), "{text}");
    }
}

#[test]
fn a_counter_near_the_tap_is_meant() {
    let keeper = Keeper::new(&table(LESSON), UndoRule::Own);
    let (side, _) = keeper.choices().unwrap();
    let seat = Seat::of(side);
    let choices = shown(&keeper, seat).choices.unwrap();
    let select = choices.iter().find(|choice| choice.action.starts_with("select ")).unwrap();
    let [x, y] = select.at.unwrap();
    let told = pointed(&keeper, seat, PointerSettings::default(), [x, y]).unwrap();
    assert_eq!((told.piece.as_ref(), told.action.as_ref()), (select.piece.as_ref(), Some(&select.action)));
    let missed = |slip: f32| {
        let request = Request::Point { settings: PointerSettings::default(), point: [x + 200.0, y], slip };
        match ask(&keeper, seat, request) {
            Ok(Answer::Pointed(told)) => told.piece,
            other => panic!("{other:?}"),
        }
    };
    assert_ne!(missed(5.0), select.piece);
    assert!(missed(300.0).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Any numbers are answered or refused in words.
    #[test]
    fn hostile_numbers_are_refused(
        mode in prop_oneof![0_usize..3, any::<usize>()],
        facing in prop::option::of(prop_oneof![0_u16..3600, any::<u16>()]),
        bend in prop_oneof![-900_i16..=900, any::<i16>()],
        x in prop_oneof![0.0_f32..1500.0, any::<f32>(), Just(f32::NAN), Just(f32::INFINITY)],
        y in prop_oneof![0.0_f32..1500.0, any::<f32>()],
        slip in prop_oneof![0.0_f32..400.0, any::<f32>()],
    ) {
        let settings = PointerSettings { mode, facing, bend };
        let (keeper, side) = MOVING.with(Clone::clone);
        for request in [Request::Point { settings, point: [x, y], slip }, Request::Areas { settings }] {
            match ask(&keeper, Seat::of(side), request) {
                Ok(Answer::Pointed(told)) => {
                    prop_assert!(mode < 3 && x.is_finite() && y.is_finite() && (0.0..=400.0).contains(&slip));
                    let points = told.bases.iter().flatten().chain(&told.path);
                    prop_assert!(points.flatten().all(|length| length.is_finite()));
                }
                Ok(Answer::Areas(_)) => prop_assert!(mode < 3 && facing.is_none_or(|facing| facing < 3600)),
                Ok(other) => panic!("{other:?}"),
                Err(refusal) => prop_assert!(!refusal.why.is_empty()),
            }
        }
    }
}

thread_local! {
    static MOVING: (Keeper, Side) = {
        let (keeper, seat, _) = moving();
        (keeper, seat.side().unwrap())
    };
}
