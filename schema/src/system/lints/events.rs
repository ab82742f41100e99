//! Event Chits of the other army, and those that nobody can use.

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An event that no unit of its side can use.
    ///
    /// # Why it matters
    /// Krupp's guns need artillery, Beaten Zone needs infantry, and Mitrailleuse Fire needs a battery marked `m`.
    /// Otherwise the chit has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[chit]]
    /// side = "french"
    /// front = "mitrailleuse-fire"  # no unit has `mitrailleuse = true`
    /// back = "beaten-zone"
    /// ```
    ///
    /// # Remedy
    /// Add a suitable unit to the side, or choose another event.
    USELESS_EVENT = "useless-event", Warning
}

finding! {
    /// # What it finds
    /// An Event Chit with an event of the other army.
    ///
    /// # Why it matters
    /// Beaten Zone, for example, belongs to the French, and Krupp's guns to the Prussians. Only a few events, such as
    /// Battlefield Conditions, belong to both.
    ///
    /// # Example
    /// ```toml
    /// [[chit]]
    /// side = "french"
    /// front = "krupp-guns"
    /// back = "beaten-zone"
    /// ```
    ///
    /// # Remedy
    /// Give the chit to the other side, or choose another event.
    WRONG_NATION_EVENT = "wrong-nation-event", Error
}

/// Notes that the event at `path` is one of another army than that of `side`; `whose` it is.
pub(crate) fn wrong_nation(path: DocPath, whose: &str, side: &SideId, found: &mut Vec<Diagnostic>) {
    let finding = WRONG_NATION_EVENT
        .at(path, format!("this is a {whose} event, but `{side}` is not {whose}"))
        .related(DocPath::root().key("side").key(side.as_str()).key("nation"), "the nation of the side")
        .help("choose an event of the same army");
    found.push(finding);
}

/// Notes that `owner` of the event at `path` can never use it, because `lacking` has no `lack`.
pub(crate) fn useless(path: DocPath, owner: &SideId, (lacking, lack): (&SideId, &str), found: &mut Vec<Diagnostic>) {
    let why = if owner == lacking { "it".to_owned() } else { format!("`{lacking}`") };
    let message = format!("`{owner}` can never use this event, because {why} has no {lack}");
    let help = format!("add such a unit to `{lacking}`, or choose another event");
    found.push(USELESS_EVENT.at(path, message).help(help));
}
