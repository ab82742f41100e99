//! The words of results: short for lists of chances, and as sentences that players carry out.

use battlewright_schema::outrance::{CombatEffect, StoppedResult, UnitStatus};

use crate::rules::c05_status::status_after;
use crate::rules::c07_assault_results::CloseCombat;

/// Returns an effect in a few words, such as `"disordered, falls back 6 inches"`.
pub(super) fn effect(effect: CombatEffect) -> &'static str {
    match effect {
        CombatEffect::Nothing => "no effect",
        CombatEffect::Disorder => "disordered",
        CombatEffect::Withdraw => "disordered, withdraws up to 6 inches",
        CombatEffect::FallBack => "disordered, falls back 6 inches",
        CombatEffect::ThrownBack => "demoralized, thrown back 12 inches",
        CombatEffect::LoseBase => "loses a base, disordered, falls back 6 inches",
        CombatEffect::LoseBaseThrownBack => "loses a base, demoralized, thrown back 12 inches",
        CombatEffect::LoseTwoThrownBack => "loses two bases, demoralized, thrown back 12 inches",
        CombatEffect::Broken => "broken",
    }
}

/// Returns the result of a stopped assault in a few words.
pub(super) fn stopped(result: StoppedResult) -> &'static str {
    match result {
        StoppedResult::Short => "stopped short",
        StoppedResult::ShortDisordered => "stopped short, disordered",
        StoppedResult::BackDisordered => "back at its start, disordered",
        StoppedResult::BackDemoralized => "back at its start, demoralized",
        StoppedResult::BackLosesBase => "back at its start, demoralized, loses a base",
    }
}

/// Returns the result of a close combat in a few words.
pub(super) fn fight(fight: &CloseCombat) -> String {
    let winner = if fight.won { "won" } else { "lost" };
    format!("{winner}; target: {}; actor: {}", effect(fight.target), effect(fight.actor))
}

/// Returns a sentence about an effect on a unit that was `before`, such as `"The target is disordered and falls back 6 inches."`.
/// A unit that is disordered twice is demoralized (V).
pub(super) fn sentence(subject: &str, before: UnitStatus, effect: CombatEffect) -> String {
    if effect == CombatEffect::Broken {
        return format!("{subject} is broken. Remove it from the table.");
    }
    let mut parts = Vec::new();
    match effect.bases() {
        0 => {}
        1 => parts.push("loses a base".to_owned()),
        bases => parts.push(format!("loses {bases} bases")),
    }
    parts.extend(status(before, effect.status()).map(str::to_owned));
    match effect {
        CombatEffect::Withdraw => parts.push(format!("withdraws up to {} inches", effect.inches())),
        _ if effect.inches() > 6 => {
            // One "is" is enough: "is demoralized and thrown back".
            let is = if parts.last().is_some_and(|part| part.starts_with("is ")) { "" } else { "is " };
            parts.push(format!("{is}thrown back {} inches", effect.inches()));
        }
        _ if effect.inches() > 0 => parts.push(format!("falls back {} inches", effect.inches())),
        _ => {}
    }
    match parts.split_last() {
        None => format!("{subject} suffers no harm."),
        Some((only, [])) => format!("{subject} {only}."),
        Some((last, rest)) => format!("{subject} {} and {last}.", rest.join(", ")),
    }
}

/// Returns the change of the status of a unit that was `before` by an effect; `None` for no effect.
pub(super) fn status(before: UnitStatus, effect: UnitStatus) -> Option<&'static str> {
    if effect == UnitStatus::Ok {
        return None;
    }
    Some(match (before, status_after(before, effect)) {
        (UnitStatus::Demoralized, _) => "stays demoralized",
        (UnitStatus::Disordered, _) if effect == UnitStatus::Disordered => "is disordered again, and so demoralized",
        (_, UnitStatus::Demoralized) => "is demoralized",
        (_, UnitStatus::Disordered | UnitStatus::Ok) => "is disordered",
    })
}

/// Returns the notes on how to carry out effects: movement away from the source and lost bases, each note once.
pub(super) fn notes(effects: &[CombatEffect], owner_chooses: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if effects.iter().any(|effect| effect.inches() > 0 && !effect.is_up_to()) {
        notes.push(
            "A unit that goes back moves away from its enemy, as straight as it can, within 45 degrees off its rear edge. It keeps its \
             formation and facing. If it cannot go all the way, it surrenders: remove it (IV, V)."
                .to_owned(),
        );
    }
    if effects.iter().any(|effect| effect.is_up_to()) {
        let chooser = if owner_chooses { "Its owner chooses" } else { "Take" };
        let place = if owner_chooses { "a place" } else { "the nearest place" };
        notes.push(format!(
            "{chooser} {place} where it is safer from this fire. It does not surrender if there is none (V)."
        ));
    }
    if effects.iter().any(|effect| effect.bases() > 0) {
        notes.push(DESTROYED.to_owned());
    }
    notes
}

/// The note on lost bases (V).
pub(super) const DESTROYED: &str = "A unit that has lost half of its first bases or more is destroyed: remove it (V).";
