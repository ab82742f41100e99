//! Games by mail: the record that comes with a link, beside the one that was kept.
//!
//! A link holds the whole record, so that whoever sends it could write anything into it. The page that gets it keeps the record as it
//! was when it was sent, and compares: nothing that was there may change. What both players have written at the same time stands side
//! by side, in an order that is the same for both.

use battlewright_engine::game::Side;
use serde::Serialize;

use crate::ask::{AskAnswer, AskSubject};
use crate::outcome::EndReason;
use crate::record::{Entry, EntryKind, GameRecord, written};
use crate::seat::Seat;

/// The most entries that are named when a record tells another history.
const MOST_NAMED: usize = 20;

/// The differences of a record that has come from the one that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum MailNews {
    /// There are none.
    Same,
    /// The game went on.
    Added {
        /// The number of new entries.
        entries: usize,
        /// The new decisions of the own side, in words: a link of the other player has none, unless this player has made them in
        /// another browser.
        own: Vec<String>,
        /// The new answers of the other player, and what was taken back, given or ended, in words. The log of the game does not show
        /// all of it.
        changed: Vec<String>,
        /// The record that holds what both players have written at the same time; `None` if the link has it all.
        merge: Option<MailMerge>,
    },
    /// The record is older than the kept one.
    Older {
        /// The number of entries that it lacks.
        entries: usize,
    },
    /// The record tells another history.
    Rewritten {
        /// The number of the first other entry, from 1; 0 if the games began otherwise.
        entry: usize,
        /// The kept entries in the place of those of the link, in words.
        kept: Vec<String>,
        /// The entries of the link, in words.
        got: Vec<String>,
    },
}

/// The record that two players get who have both gone on from the same one, where one of them has only talked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MailMerge {
    /// The text of the record.
    pub record: String,
    /// The entries that the player has written and the link lacks, in words.
    pub kept: Vec<String>,
    /// The questions and doubts that do not, in words, with the reason.
    pub lapsed: Vec<String>,
}

/// Compares the record `got` with the record `kept` of the same game, for the player of `seat`. `sides` are the names of the sides.
///
/// ```
/// use battlewright_referee::{DiceKind, GameRecord, Header, MailNews, Seat, UndoRule, news};
///
/// let dice = DiceKind { commitment: String::new(), shares: false, secret: None };
/// let header = Header::new("1".to_owned(), dice, UndoRule::Asked, 0, String::new());
/// let record = GameRecord { header, entries: Vec::new() };
/// assert_eq!(news(&record, &record, Seat::First, &["Blue".to_owned(), "Red".to_owned()]), MailNews::Same);
/// ```
pub fn news(kept: &GameRecord, got: &GameRecord, seat: Seat, sides: &[String; 2]) -> MailNews {
    if kept.header != got.header {
        let told = |record: &GameRecord| {
            let [first, second] = &record.header.names;
            vec![format!("{} between {first:?} and {second:?}, made at {}", record.header.title, record.header.made)]
        };
        return MailNews::Rewritten { entry: 0, kept: told(kept), got: told(got) };
    }
    let same = kept.entries.iter().zip(&got.entries).take_while(|(one, other)| one == other).count();
    let (before, mine) = kept.entries.split_at(same);
    let (_, theirs) = got.entries.split_at(same);
    if theirs.is_empty() {
        return if mine.is_empty() { MailNews::Same } else { MailNews::Older { entries: mine.len() } };
    }
    let Some((entries, lapsed)) = merged(before, mine, theirs) else {
        return rewritten(same, mine, theirs, sides);
    };
    if entries == kept.entries && lapsed.is_empty() {
        return MailNews::Older { entries: entries.len().saturating_sub(got.entries.len()) };
    }
    let (mut new, mut own, mut changed) = (0, Vec::new(), Vec::new());
    for (n, entry) in theirs.iter().enumerate().filter(|(_, entry)| !mine.contains(entry)) {
        new += 1;
        let last = n.checked_sub(1).map_or(before.last(), |last| theirs.get(last));
        if seat.side().is_some() && decider(entry, last) == seat.side() {
            own.push(told(entry, sides));
        } else if is_told(&entry.kind) {
            changed.push(told(entry, sides));
        }
    }
    let merge = (entries != got.entries || !lapsed.is_empty()).then(|| MailMerge {
        kept: mine
            .iter()
            .filter(|entry| talks(mine) && !theirs.contains(entry) && entries.contains(entry))
            .map(|entry| told(entry, sides))
            .collect(),
        lapsed: lapsed.iter().map(|(entry, why)| format!("{}: this lapses, since {why}", told(entry, sides))).collect(),
        record: GameRecord { header: kept.header.clone(), entries }.write(),
    });
    MailNews::Added { entries: new, own, changed, merge }
}

/// Talk that does not fit any more, with the reason.
type LapsedTalk<'a> = (&'a Entry, &'static str);

/// Returns the entries of the game in which two players have both gone on from `before`, and the talk that does not fit any more, with
/// the reason. It is the same for both players. `None` if both have done more than talk.
fn merged<'a>(before: &[Entry], mine: &'a [Entry], theirs: &'a [Entry]) -> Option<(Vec<Entry>, Vec<LapsedTalk<'a>>)> {
    let (base, mut talk): (&[Entry], Vec<&Entry>) = match (talks(mine), talks(theirs)) {
        (false, false) => return None,
        (false, true) => (mine, theirs.iter().collect()),
        (true, false) => (theirs, mine.iter().collect()),
        (true, true) => (&[], mine.iter().chain(theirs).collect()),
    };
    talk.sort_by_cached_key(|entry| (entry.at, entry.by.map(Side::index), written(entry)));
    talk.dedup();
    let mut entries = [before, base].concat();
    let mut lapsed = Vec::new();
    for entry in talk.into_iter().filter(|entry| !base.contains(entry)) {
        match lapse(&entries, base, &entry.kind) {
            Some(why) => lapsed.push((entry, why)),
            None => entries.push(entry.clone()),
        }
    }
    Some((entries, lapsed))
}

/// Returns `true` if `entries` say something and decide nothing: they can stand after whatever the other player did at the same time.
fn talks(entries: &[Entry]) -> bool {
    let is_talk =
        |kind: &EntryKind| matches!(kind, EntryKind::Note { .. } | EntryKind::Claim { .. } | EntryKind::Ask { .. });
    entries.iter().all(|entry| is_talk(&entry.kind))
}

/// Returns why talk does not fit after `entries`, of which `base` is what the other player has done.
fn lapse(entries: &[Entry], base: &[Entry], talk: &EntryKind) -> Option<&'static str> {
    if matches!(talk, EntryKind::Note { .. }) {
        return None;
    }
    let ends = |entry: &Entry| matches!(entry.kind, EntryKind::End { .. });
    if entries.iter().any(ends) {
        return Some("the game is over");
    }
    let EntryKind::Ask { what } = talk else { return None };
    // As in a game on a server, a choice leaves more to take back than was told.
    let goes_on = |entry: &Entry| matches!(entry.kind, EntryKind::Choice { .. });
    if matches!(what, AskSubject::TakeBack(_)) && base.iter().any(goes_on) {
        return Some("the game has gone on");
    }
    let is_open = entries.iter().fold(None, |open, entry| match &entry.kind {
        EntryKind::Ask { what } => Some(*what),
        EntryKind::Answer { .. } | EntryKind::Back { .. } | EntryKind::Return { .. } => None,
        EntryKind::Choice { .. } => open.filter(|what| !matches!(what, AskSubject::TakeBack(_))),
        _ => open,
    });
    is_open.map(|_| "another question is open")
}

/// Returns the news of a record that differs from entry `same` on.
fn rewritten(same: usize, mine: &[Entry], theirs: &[Entry], sides: &[String; 2]) -> MailNews {
    let tail = mine.iter().rev().zip(theirs.iter().rev()).take_while(|(one, other)| one == other).count();
    let [mine, theirs] = [mine, theirs].map(|all| all.get(..all.len() - tail).unwrap_or_default());
    let named = |told: &dyn Fn(&Entry) -> String| {
        [mine, theirs].map(|all| {
            let rest = all.len().saturating_sub(MOST_NAMED);
            let more = (rest > 0).then(|| format!("and {rest} more"));
            all.iter().take(MOST_NAMED).map(told).chain(more).collect::<Vec<String>>()
        })
    };
    let [kept, got] = named(&|entry| told(entry, sides));
    // What people do not see differs, such as the time.
    let [kept, got] = if kept == got { named(&|entry| written(entry)) } else { [kept, got] };
    MailNews::Rewritten { entry: same + 1, kept, got }
}

/// Returns the side whose player alone may cause `entry`, which follows `last`; `None` if nobody in particular does.
fn decider(entry: &Entry, last: Option<&Entry>) -> Option<Side> {
    match entry.kind {
        EntryKind::Picks { .. } | EntryKind::Downtime { .. } => None,
        EntryKind::End { why: EndReason::Resigned(side), .. } => Some(side),
        EntryKind::End { why: EndReason::OutOfTime(side), .. } => Some(side.other()),
        // The other player has agreed to it, and appends it for the one who has asked.
        EntryKind::Back { .. } | EntryKind::Return { .. } => entry.by.filter(|by| {
            let agrees = |last: &Entry| {
                last.by == Some(by.other())
                    && matches!(last.kind, EntryKind::Answer { answer: AskAnswer::Yes | AskAnswer::Anew })
            };
            !last.is_some_and(agrees)
        }),
        _ => entry.by,
    }
}

/// Returns `true` for what the log of the game does not show, or not for long.
fn is_told(kind: &EntryKind) -> bool {
    matches!(
        kind,
        EntryKind::Answer { .. }
            | EntryKind::Back { .. }
            | EntryKind::Return { .. }
            | EntryKind::Time { .. }
            | EntryKind::End { .. }
    )
}

/// Returns an entry in words.
fn told(entry: &Entry, sides: &[String; 2]) -> String {
    let name = |side: Side| sides[side.index()].clone();
    let what = match &entry.kind {
        EntryKind::Choice { action } => format!("chose “{action}”"),
        EntryKind::Picks { numbers, .. } => {
            let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
            format!("rolled or drew {}", numbers.join(", "))
        }
        EntryKind::Back { to, .. } => format!("took back their last choice, to input {to}"),
        EntryKind::Note { text } => format!("wrote {text:?}"),
        EntryKind::Claim { rule, text, .. } => format!("doubted {rule}: {text:?}"),
        EntryKind::Ask { what } => match what {
            AskSubject::TakeBack(to) => format!("asked to take back their last choice, to input {to}"),
            AskSubject::Draw => "offered a draw".to_owned(),
            AskSubject::Abandon => "asked to end the game without a result".to_owned(),
            AskSubject::Return => "asked to return to the last position that is the same".to_owned(),
        },
        EntryKind::Answer { answer } => match answer {
            AskAnswer::Yes => "agreed".to_owned(),
            AskAnswer::Anew => "agreed, with new rolls".to_owned(),
            AskAnswer::No => "refused".to_owned(),
            AskAnswer::Withdrawn => "no longer asked".to_owned(),
        },
        EntryKind::Time { seconds } => format!("gave the other player {seconds} seconds"),
        EntryKind::End { why, .. } => match *why {
            EndReason::Played => "the game ended".to_owned(),
            EndReason::Resigned(side) => format!("the game ended: {} resigned", name(side)),
            EndReason::OutOfTime(side) => {
                format!("the game ended: {} claimed the win, since {} had no time left", name(side.other()), name(side))
            }
            EndReason::Agreed => "the game ended as a draw".to_owned(),
            EndReason::Abandoned => match entry.by {
                Some(by) => format!(
                    "the game ended without a result: {} ended it, since {} was silent",
                    name(by),
                    name(by.other())
                ),
                None => "the game ended without a result".to_owned(),
            },
        },
        EntryKind::Return { engine, .. } => format!("went back to where version {engine} leads to the same position"),
        EntryKind::Promise { .. } | EntryKind::Share { .. } | EntryKind::Downtime { .. } => written(&entry.kind),
    };
    match entry.by {
        Some(by) if !matches!(entry.kind, EntryKind::End { .. }) => format!("{} {what}", name(by)),
        _ => what,
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::record::{DiceKind, Header, UndoRule};

    fn of(entries: Vec<Entry>) -> GameRecord {
        let dice = DiceKind { commitment: "c".to_owned(), shares: false, secret: Some("s".to_owned()) };
        GameRecord { header: Header::new("id".to_owned(), dice, UndoRule::Asked, 5, "title".to_owned()), entries }
    }

    fn entry(at: u64, by: Side, kind: EntryKind) -> Entry {
        Entry { at, by: Some(by), kind }
    }

    fn choice(by: Side, action: &str) -> Entry {
        entry(5, by, EntryKind::Choice { action: action.to_owned() })
    }

    fn note(at: u64, by: Side, text: &str) -> Entry {
        entry(at, by, EntryKind::Note { text: text.to_owned() })
    }

    fn ask(at: u64, by: Side, what: AskSubject) -> Entry {
        entry(at, by, EntryKind::Ask { what })
    }

    fn answer(by: Side, answer: AskAnswer) -> Entry {
        entry(7, by, EntryKind::Answer { answer })
    }

    fn back(by: Side, to: usize) -> Entry {
        entry(7, by, EntryKind::Back { to, branch: 0 })
    }

    fn end(why: EndReason) -> Entry {
        Entry { at: 8, by: None, kind: EntryKind::End { why, secret: String::new() } }
    }

    fn record(actions: &[(Side, &str)]) -> GameRecord {
        of(actions.iter().map(|(side, action)| choice(*side, action)).collect())
    }

    fn added(entries: usize) -> MailNews {
        MailNews::Added { entries, own: Vec::new(), changed: Vec::new(), merge: None }
    }

    /// The own decisions and the changes that come with `added` after a choice of each side.
    fn told_of(added: &[Entry]) -> [Vec<String>; 2] {
        let kept = record(&[(Side::First, "pass"), (Side::Second, "step 1")]);
        let mut got = kept.clone();
        got.entries.extend_from_slice(added);
        let MailNews::Added { own, changed, merge: None, .. } = between(&kept, &got) else { panic!("{added:?}") };
        [own, changed]
    }

    /// Returns what both players are told when they have gone on by `blue` and by `red`. Both must come to the same record, after which the
    /// record of the other brings nothing.
    fn merge_of(blue: &[Entry], red: &[Entry]) -> [(Vec<Entry>, Vec<String>, Vec<String>); 2] {
        let sides = ["Blue".to_owned(), "Red".to_owned()];
        let before = [choice(Side::First, "pass")];
        let records = [blue, red].map(|after| of([&before[..], after].concat()));
        let merged = [(0, Seat::First), (1, Seat::Second)].map(|(n, seat)| {
            let (kept, got) = (&records[n], &records[1 - n]);
            match news(kept, got, seat, &sides) {
                MailNews::Added { merge: Some(MailMerge { record, kept, lapsed }), own, .. } => {
                    assert!(own.is_empty(), "{own:?}");
                    (GameRecord::read(&record).unwrap(), kept, lapsed)
                }
                MailNews::Added { merge: None, .. } => (got.clone(), Vec::new(), Vec::new()),
                MailNews::Older { .. } => (kept.clone(), Vec::new(), Vec::new()),
                other => panic!("{other:?}"),
            }
        });
        assert_eq!(merged[0].0, merged[1].0, "both players come to the same record");
        assert_eq!(news(&merged[0].0, &merged[1].0, Seat::First, &sides), MailNews::Same);
        for record in &records {
            let again = news(&merged[0].0, record, Seat::First, &sides);
            let is_quiet = matches!(again, MailNews::Same | MailNews::Older { .. });
            assert!(is_quiet || !merged[0].2.is_empty() || !merged[1].2.is_empty(), "{again:?}");
        }
        merged.map(|(record, kept, lapsed)| (record.entries[1..].to_vec(), kept, lapsed))
    }

    fn between(kept: &GameRecord, got: &GameRecord) -> MailNews {
        news(kept, got, Seat::First, &["Blue".to_owned(), "Red".to_owned()])
    }

    #[test]
    fn what_goes_on_is_told_from_what_was_rewritten() {
        let kept = record(&[(Side::First, "pass"), (Side::Second, "step 1")]);
        assert_eq!(between(&kept, &kept), MailNews::Same);
        let longer = record(&[(Side::First, "pass"), (Side::Second, "step 1"), (Side::Second, "step 2")]);
        assert_eq!(between(&kept, &longer), added(1));
        assert_eq!(between(&longer, &kept), MailNews::Older { entries: 1 });
        let other = record(&[(Side::First, "pass"), (Side::Second, "step 9"), (Side::Second, "step 2")]);
        let told = MailNews::Rewritten {
            entry: 2,
            kept: vec!["Red chose “step 1”".to_owned()],
            got: vec!["Red chose “step 9”".to_owned(), "Red chose “step 2”".to_owned()],
        };
        assert_eq!(between(&kept, &other), told);
        // What is the same after it is not named, and a long history is not named to its end.
        let told = MailNews::Rewritten {
            entry: 2,
            kept: vec!["Red chose “step 1”".to_owned()],
            got: vec!["Red chose “step 9”".to_owned()],
        };
        assert_eq!(between(&longer, &other), told);
        let all: Vec<(Side, &str)> = vec![(Side::Second, "step 3"); 30];
        let MailNews::Rewritten { got, .. } = between(&kept, &record(&all)) else { panic!() };
        assert_eq!((got.len(), got.last().map(String::as_str)), (MOST_NAMED + 1, Some("and 10 more")));
    }

    #[test]
    fn choices_of_the_own_side_are_named() {
        let kept = record(&[(Side::First, "pass")]);
        let forged = record(&[(Side::First, "pass"), (Side::Second, "pass"), (Side::First, "retreat")]);
        let own = vec!["Blue chose “retreat”".to_owned()];
        let told = MailNews::Added { entries: 2, own, changed: Vec::new(), merge: None };
        assert_eq!(between(&kept, &forged), told);
    }

    #[test]
    fn what_is_taken_back_and_ended_is_told() {
        use Side::{First, Second};
        let took_back = |who: &str, to| format!("{who} took back their last choice, to input {to}");
        let nothing = Vec::<String>::new;
        // Each time that the other player takes back is told, and so is what it ends with.
        let twice = [back(Second, 1), choice(Second, "step 2"), back(Second, 1), choice(Second, "step 3")];
        assert_eq!(told_of(&twice), [nothing(), vec![took_back("Red", 1); 2]]);
        let resigned = "the game ended: Red resigned".to_owned();
        assert_eq!(told_of(&[end(EndReason::Resigned(Second))]), [nothing(), vec![resigned]]);
        assert_eq!(told_of(&[end(EndReason::Played)]), [nothing(), vec!["the game ended".to_owned()]]);
        // What only the own player can do, and has not done here.
        let resigned = "the game ended: Blue resigned".to_owned();
        assert_eq!(told_of(&[end(EndReason::Resigned(First))]), [vec![resigned], nothing()]);
        assert_eq!(told_of(&[back(First, 0)]), [vec![took_back("Blue", 0)], nothing()]);
        let agreed =
            told_of(&[ask(6, Second, AskSubject::TakeBack(0)), answer(First, AskAnswer::Anew), back(Second, 0)]);
        assert_eq!(agreed, [vec!["Blue agreed, with new rolls".to_owned()], vec![took_back("Red", 0)]]);
        let drawn = told_of(&[ask(6, Second, AskSubject::Draw), answer(First, AskAnswer::Yes), end(EndReason::Agreed)]);
        assert_eq!(drawn, [vec!["Blue agreed".to_owned()], vec!["the game ended as a draw".to_owned()]]);
        // The other player appends what this one has asked for.
        let kept = of(vec![choice(First, "pass"), ask(6, First, AskSubject::TakeBack(0))]);
        let mut got = kept.clone();
        got.entries.extend([answer(Second, AskAnswer::Yes), back(First, 0)]);
        let changed = vec!["Red agreed".to_owned(), took_back("Blue", 0)];
        assert_eq!(between(&kept, &got), MailNews::Added { entries: 2, own: nothing(), changed, merge: None });
    }

    #[test]
    fn what_both_have_written_stands_side_by_side() {
        use Side::{First, Second};
        let (blue, red) = (note(20, First, "Well?"), note(10, Second, "A moment"));
        let [mine, theirs] = merge_of(from_ref(&blue), from_ref(&red));
        assert_eq!(mine.0, [red.clone(), blue.clone()], "in the order of time");
        assert_eq!(mine.1, [r#"Blue wrote "Well?""#]);
        assert_eq!((theirs.1.len(), mine.2.len()), (1, 0));
        // A turn, and what was written after the link had been sent.
        let turn = [choice(Second, "step 1"), red.clone()];
        let asked = ask(30, First, AskSubject::Draw);
        let [mine, theirs] = merge_of(&[blue.clone(), asked.clone()], &turn);
        assert_eq!(mine.0, [turn[0].clone(), red, blue.clone(), asked]);
        assert_eq!((mine.1.len(), theirs.1.len()), (2, 0));
        // What one has already goes on.
        let both = [choice(Second, "step 1"), blue.clone()];
        assert_eq!(merge_of(from_ref(&blue), &both)[0].0, both);
        assert_eq!(merge_of(from_ref(&blue), &[blue.clone(), both[0].clone()])[0].0, [blue, both[0].clone()]);
    }

    #[test]
    fn questions_that_do_not_fit_any_more_lapse() {
        use Side::{First, Second};
        let asked = ask(6, First, AskSubject::TakeBack(0));
        let turn = choice(Second, "step 1");
        let [mine, theirs] = merge_of(from_ref(&asked), from_ref(&turn));
        assert_eq!(mine.0, [turn]);
        let why = "Blue asked to take back their last choice, to input 0: this lapses, since the game has gone on";
        assert_eq!((mine.2, theirs.2), (vec![why.to_owned()], vec![why.to_owned()]));
        let draw = ask(9, Second, AskSubject::Draw);
        let [mine, _] = merge_of(from_ref(&asked), &[draw]);
        assert_eq!(
            (mine.0, mine.2),
            (vec![asked], vec!["Red offered a draw: this lapses, since another question is open".to_owned()])
        );
        let resigned = end(EndReason::Resigned(Second));
        let doubt =
            entry(9, First, EntryKind::Claim { m: 1, line: None, rule: "5.2".to_owned(), text: "No".to_owned() });
        let [mine, _] = merge_of(&[doubt, note(9, First, "Well")], from_ref(&resigned));
        assert_eq!(mine.0, [resigned, note(9, First, "Well")]);
        assert_eq!(mine.2, [r#"Blue doubted 5.2: "No": this lapses, since the game is over"#]);
    }

    #[test]
    fn two_decisions_at_the_same_time_are_another_history() {
        let kept = of(vec![choice(Side::First, "pass"), answer(Side::First, AskAnswer::Withdrawn)]);
        let got = of(vec![choice(Side::First, "pass"), answer(Side::Second, AskAnswer::Yes), back(Side::First, 0)]);
        let told = MailNews::Rewritten {
            entry: 2,
            kept: vec!["Blue no longer asked".to_owned()],
            got: vec!["Red agreed".to_owned(), "Blue took back their last choice, to input 0".to_owned()],
        };
        assert_eq!(between(&kept, &got), told);
    }

    #[test]
    fn another_beginning_is_no_news_of_this_game() {
        let kept = record(&[]);
        let mut got = record(&[]);
        got.header.dice.secret = Some("another".to_owned());
        assert!(matches!(between(&kept, &got), MailNews::Rewritten { entry: 0, .. }));
    }

    /// Each field of each entry: a change of any is found, and where it is.
    #[test]
    fn no_changed_field_is_missed() {
        let kept = record(&[(Side::First, "pass"), (Side::Second, "step 1"), (Side::First, "pass")]);
        for n in 0..kept.entries.len() {
            let changes: [fn(&mut Entry); 3] = [
                |entry| entry.at += 1,
                |entry| entry.by = entry.by.map(Side::other),
                |entry| entry.kind = EntryKind::Choice { action: "step 7".to_owned() },
            ];
            for change in changes {
                let mut got = kept.clone();
                change(&mut got.entries[n]);
                let MailNews::Rewritten { entry, kept, got } = between(&kept, &got) else { panic!("{n}") };
                assert!(entry == n + 1 && kept != got, "{kept:?}, {got:?}");
            }
            let mut got = kept.clone();
            got.entries.remove(n);
            assert!(!matches!(between(&kept, &got), MailNews::Same | MailNews::Added { .. }));
        }
    }
}
