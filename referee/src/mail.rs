//! Games by mail: the record that comes with a link, beside the one that was kept.
//!
//! A link holds the whole record, so that whoever sends it could write anything into it. The page that gets it keeps the record as it
//! was when it was sent, and compares: nothing that was there may change.

use battlewright_engine::game::Side;
use serde::Serialize;

use crate::record::{Entry, EntryKind, GameRecord, written};
use crate::seat::Seat;

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
        /// The new choices of the own side, in words: a link of the other player has none, unless this player has chosen in another
        /// browser.
        own: Vec<String>,
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
        /// The kept entry, in words.
        kept: String,
        /// The entry of the link, in words.
        got: String,
    },
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
            format!("{} between {first:?} and {second:?}, made at {}", record.header.title, record.header.made)
        };
        return MailNews::Rewritten { entry: 0, kept: told(kept), got: told(got) };
    }
    let differs = kept.entries.iter().zip(&got.entries).position(|(one, other)| one != other);
    if let Some((n, (one, other))) = differs.and_then(|n| Some((n, (kept.entries.get(n)?, got.entries.get(n)?)))) {
        let (kept, got) = (told(one, sides), told(other, sides));
        // What people do not see differs, such as the time.
        let (kept, got) = if kept == got { (written(one), written(other)) } else { (kept, got) };
        return MailNews::Rewritten { entry: n + 1, kept, got };
    }
    match got.entries.get(kept.entries.len()..) {
        None => MailNews::Older { entries: kept.entries.len() - got.entries.len() },
        Some([]) => MailNews::Same,
        Some(added) => {
            let is_own = |entry: &&Entry| entry.by.is_some() && entry.by == seat.side() && is_decided(&entry.kind);
            let own = added.iter().filter(is_own).map(|entry| told(entry, sides)).collect();
            MailNews::Added { entries: added.len(), own }
        }
    }
}

/// Returns `true` for an entry that only the player of its side may cause. Taking back is done by whoever agrees to it.
fn is_decided(kind: &EntryKind) -> bool {
    !matches!(
        kind,
        EntryKind::Back { .. } | EntryKind::Picks { .. } | EntryKind::End { .. } | EntryKind::Downtime { .. }
    )
}

/// Returns an entry in words.
fn told(entry: &Entry, sides: &[String; 2]) -> String {
    let who = match entry.by {
        Some(side @ (Side::First | Side::Second)) => sides[side.index()].clone(),
        None => String::new(),
    };
    let what = match &entry.kind {
        EntryKind::Choice { action } => format!("chose “{action}”"),
        EntryKind::Picks { numbers, .. } => {
            let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
            format!("rolled or drew {}", numbers.join(", "))
        }
        EntryKind::Back { to, .. } => format!("went back to input {to}"),
        EntryKind::Note { text } => format!("wrote {text:?}"),
        EntryKind::Claim { rule, text, .. } => format!("doubted {rule}: {text:?}"),
        EntryKind::Ask { .. } => "asked the other player".to_owned(),
        EntryKind::Answer { .. } => "answered a question".to_owned(),
        EntryKind::End { .. } => "the game ended".to_owned(),
        EntryKind::Return { engine, .. } => format!("went back to where version {engine} leads to the same position"),
        EntryKind::Promise { .. } | EntryKind::Share { .. } | EntryKind::Time { .. } | EntryKind::Downtime { .. } => {
            written(&entry.kind)
        }
    };
    if who.is_empty() { what } else { format!("{who} {what}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{DiceKind, Header, UndoRule};

    fn record(actions: &[(Side, &str)]) -> GameRecord {
        let dice = DiceKind { commitment: "c".to_owned(), shares: false, secret: Some("s".to_owned()) };
        let entries = actions.iter().map(|(side, action)| Entry {
            at: 5,
            by: Some(*side),
            kind: EntryKind::Choice { action: (*action).to_owned() },
        });
        GameRecord {
            header: Header::new("id".to_owned(), dice, UndoRule::Asked, 5, "title".to_owned()),
            entries: entries.collect(),
        }
    }

    fn between(kept: &GameRecord, got: &GameRecord) -> MailNews {
        news(kept, got, Seat::First, &["Blue".to_owned(), "Red".to_owned()])
    }

    #[test]
    fn what_goes_on_is_told_from_what_was_rewritten() {
        let kept = record(&[(Side::First, "pass"), (Side::Second, "step 1")]);
        assert_eq!(between(&kept, &kept), MailNews::Same);
        let longer = record(&[(Side::First, "pass"), (Side::Second, "step 1"), (Side::Second, "step 2")]);
        assert_eq!(between(&kept, &longer), MailNews::Added { entries: 1, own: Vec::new() });
        assert_eq!(between(&longer, &kept), MailNews::Older { entries: 1 });
        let other = record(&[(Side::First, "pass"), (Side::Second, "step 9"), (Side::Second, "step 2")]);
        let told = MailNews::Rewritten {
            entry: 2,
            kept: "Red chose “step 1”".to_owned(),
            got: "Red chose “step 9”".to_owned(),
        };
        assert_eq!(between(&kept, &other), told);
    }

    #[test]
    fn choices_of_the_own_side_are_named() {
        let kept = record(&[(Side::First, "pass")]);
        let forged = record(&[(Side::First, "pass"), (Side::Second, "pass"), (Side::First, "retreat")]);
        let own = vec!["Blue chose “retreat”".to_owned()];
        assert_eq!(between(&kept, &forged), MailNews::Added { entries: 2, own });
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
                assert!(entry == n + 1 && kept != got, "{kept}, {got}");
            }
            let mut got = kept.clone();
            got.entries.remove(n);
            assert!(!matches!(between(&kept, &got), MailNews::Same | MailNews::Added { .. }));
        }
    }
}
