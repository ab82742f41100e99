//! The sides of a module, mapped to the two of a scenario.

use super::error::ChoiceError;
use crate::import::listed;

/// The mapping of a module's sides to those of a scenario.
pub(super) struct Sides {
    /// The module's sides that make up each side of the scenario.
    members: [Vec<String>; 2],
    others: Vec<String>,
}

/// The owner of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The index of a side of the scenario, 0 or 1.
    Side(usize),
    /// A side of the module that the scenario lacks.
    Other(String),
}

impl Sides {
    /// Returns the first two sides of `roster`, or Red and Blue if it has fewer.
    pub(super) fn first(roster: &[String], notes: &mut Vec<String>) -> Self {
        match roster {
            [first, second, others @ ..] => {
                if !others.is_empty() {
                    notes.push(format!(
                        "A scenario has two sides: {first} and {second}. Left out with their pieces: {}. Others can be chosen, \
                         and several joined",
                        listed(others)
                    ));
                }
                Self { members: [vec![first.clone()], vec![second.clone()]], others: others.to_vec() }
            }
            _ => {
                notes.push("The module does not name two sides; they are called Red and Blue".to_owned());
                Self { members: ["Red", "Blue"].map(|name| vec![name.to_owned()]), others: Vec::new() }
            }
        }
    }

    /// Returns the sides `chosen` from `roster`.
    pub(super) fn chosen(roster: &[String], chosen: &[Vec<String>; 2]) -> Result<Self, ChoiceError> {
        let mut taken: Vec<&String> = Vec::new();
        for name in chosen.iter().flatten() {
            if !roster.contains(name) {
                return Err(ChoiceError::NoSide { name: name.clone(), known: roster.to_vec() });
            }
            if taken.contains(&name) {
                return Err(ChoiceError::SideTwice(name.clone()));
            }
            taken.push(name);
        }
        if chosen.iter().any(Vec::is_empty) {
            return Err(ChoiceError::EmptySide { known: roster.to_vec() });
        }
        let others = roster.iter().filter(|name| !taken.contains(name)).cloned().collect();
        Ok(Self { members: chosen.clone(), others })
    }

    /// Returns the names of the scenario's sides; joined sides are listed with "and".
    pub(super) fn names(&self) -> [String; 2] {
        self.members.each_ref().map(|names| names.join(" and "))
    }

    /// Returns the owner named by the first of `words` that matches a side: by the whole name, else by a part of it.
    pub(super) fn owner<'w>(&self, words: impl Iterator<Item = &'w String>) -> Option<Owner> {
        let ours = self.members.iter().enumerate();
        let ours = ours.flat_map(|(side, names)| names.iter().map(move |name| (name, Owner::Side(side))));
        let others = self.others.iter().map(|name| (name, Owner::Other(name.clone())));
        let all: Vec<(String, Owner)> = ours.chain(others).map(|(name, owner)| (plain(name), owner)).collect();
        let mut words = words.map(|word| plain(word)).filter(|word| !word.is_empty());
        words.find_map(|word| {
            let whole = all.iter().find(|(side, _)| *side == word);
            let part = |side: &str| {
                !side.is_empty() && (word.contains(side) || (word.len() > 3 && side.starts_with(word.as_str())))
            };
            // Of several names within the word, the longest applies.
            let part = || all.iter().filter(|(side, _)| part(side)).max_by_key(|(side, _)| side.len());
            whole.or_else(part).map(|(_, owner)| owner.clone())
        })
    }
}

/// Returns a word in lower case, letters and digits only.
pub(super) fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
