//! The units, hexes and turns that the condition of a row selects, as far as they are fixed for the whole game.

use std::collections::BTreeSet;

use super::CheckedRules;
use super::masker::RuleMasker;
use super::term::Term;
use super::vocabulary::{GivenInfo, ValueType, Vocabulary};
use crate::words::{counted, listed};
use crate::{Cell, Scenario};

/// The units, hexes and turns that the condition of a row selects. Parts of a condition that are not fixed, or about several things
/// at once, are left out, so that it can select fewer in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleMask {
    /// The things that the condition is about, such as the defender. A thing that it does not limit is left out.
    pub subjects: Vec<MaskSubject>,
    /// The turns in which it can hold, counted from 1; `None` if it does not limit them.
    pub turns: Option<Vec<u8>>,
    /// The number of turns of the game.
    pub last_turn: u8,
}

/// The units and hexes that a condition selects for one of the things that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskSubject {
    /// The words for it, such as `defender` or `defender.hex`.
    pub name: String,
    /// `true` for a hex, `false` for a unit.
    pub is_hex: bool,
    /// The units, in the order of battle.
    pub units: Vec<usize>,
    /// The hexes.
    pub hexes: Vec<Cell>,
    /// The number of units or hexes among which they are.
    pub among: usize,
}

impl RuleMask {
    /// Returns `true` if the condition limits neither units nor hexes.
    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    /// Returns what is selected in words, such as `defender: 4 of 41 units` and `turns 7 to 12 of 12`; nothing where nothing is
    /// limited.
    pub fn in_words(&self) -> Vec<String> {
        let subjects = self.subjects.iter().map(|subject| {
            let (found, noun) = match subject.is_hex {
                true => (subject.hexes.len(), "hex"),
                false => (subject.units.len(), "unit"),
            };
            format!("{}: {found} of {}", subject.name, counted(subject.among, noun))
        });
        let turns = self.turns.iter().map(|turns| {
            let parts: Vec<&[u8]> = turns.chunk_by(|one, next| one + 1 == *next).collect();
            let part = |part: &&[u8]| match part {
                [first, .., last] => format!("{first} to {last}"),
                one => one.iter().map(u8::to_string).collect(),
            };
            let noun = if turns.len() == 1 { "turn" } else { "turns" };
            let of = counted(usize::from(self.last_turn), "turn");
            if parts.is_empty() {
                format!("no turn of {of}")
            } else {
                format!("{noun} {} of {}", listed(parts.iter().map(part), "and"), self.last_turn)
            }
        });
        subjects.chain(turns).collect()
    }

    /// Returns the units that one of the subjects can be.
    pub fn units(&self) -> BTreeSet<usize> {
        self.subjects.iter().flat_map(|subject| subject.units.iter().copied()).collect()
    }

    /// Returns the hexes that one of the subjects can be.
    pub fn hexes(&self) -> BTreeSet<Cell> {
        self.subjects.iter().flat_map(|subject| subject.hexes.iter().copied()).collect()
    }
}

impl CheckedRules {
    /// Returns the units, hexes and turns of `scenario` that the condition of the row `id` selects. These are its checked rules.
    pub fn selected(&self, scenario: &Scenario, id: &str) -> RuleMask {
        let vocabulary = scenario.system().vocabulary();
        let Some((when, given)) = self.condition_of(vocabulary, id) else { return RuleMask::default() };
        let common = scenario.common();
        let grid = common.grid().ok();
        let hexes = grid.as_ref().map_or_else(Vec::new, |grid| grid.cells().filter(|hex| common.has(*hex)).collect());
        let terrains = self.terrains.iter().map(|(_, hexes)| hexes.iter().copied().collect()).collect();
        let edges = self.edges.iter().map(|(_, pairs)| pairs.iter().copied().collect()).collect();
        let masker = RuleMasker { rules: self, grid, hexes, terrains, edges };
        masker.mask(when, &given, common.turns().count)
    }

    /// Returns the condition of a row, with the values that it can use.
    fn condition_of(&self, vocabulary: &Vocabulary, id: &str) -> Option<(&Term, Vec<GivenInfo>)> {
        if let Some(row) = self.modifiers.iter().find(|row| row.row.id == id) {
            return Some((&row.when, vocabulary.hooks.get(usize::from(row.hook))?.given.to_vec()));
        }
        if let Some(row) = self.forbids.iter().find(|row| row.row.id == id) {
            return Some((&row.when, vocabulary.acts.get(usize::from(row.act))?.given.to_vec()));
        }
        if let Some(row) = self.allows.iter().find(|row| row.row.id == id) {
            return Some((&row.when, vocabulary.lifts.get(usize::from(row.lift))?.given.to_vec()));
        }
        if let Some(row) = self.skips.iter().find(|row| row.row.id == id) {
            return Some((&row.when, vocabulary.skips.get(usize::from(row.skip))?.given.to_vec()));
        }
        if let Some(row) = self.scores.iter().find(|row| row.row.id == id) {
            return Some((&row.when, Vec::new()));
        }
        if let Some(row) = self.wins.iter().find(|row| row.row.id == id) {
            return Some((&row.when, Vec::new()));
        }
        let row = self.events.iter().find(|row| row.row.id == id)?;
        let mut given = vocabulary.triggers.get(usize::from(row.on))?.given.to_vec();
        given.extend(row.each_unit.then_some(GivenInfo::one("unit", ValueType::Unit)));
        Some((&row.when, given))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Scenario, System, load, template};

    fn with(rows: &str) -> Scenario {
        let text = template(System::MarsLaTour);
        let loaded = load(&format!("{text}\n{rows}"));
        loaded.readable.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
    }

    fn modifier(when: &str) -> String {
        format!("[[rules.modifier]]\nid = \"m\"\nname = \"M\"\nto = \"attack.defender\"\nadd = 1\nwhen = \"{when}\"\n")
    }

    fn mask(when: &str) -> super::RuleMask {
        let scenario = with(&modifier(when));
        let (rules, found) = scenario.extra_rules();
        assert_eq!(rules.modifiers.len(), 1, "{found:?}");
        rules.selected(&scenario, "m")
    }

    #[test]
    fn a_condition_selects_units_and_hexes() {
        let scenario = with("");
        let common = scenario.common();
        let side = common.sides()[0].id.as_str();
        let of_side = |index: &usize| common.unit(*index).is_some_and(|unit| unit.side.as_str() == side);
        let expected: Vec<usize> = (0..common.unit_count()).filter(of_side).collect();
        let found = mask(&format!("defender.side == {side} and ground.is-defensible and turn == 1"));
        assert_eq!(found.subjects.len(), 1, "what the rules of a game decide is left out: {found:?}");
        assert_eq!((found.subjects[0].name.as_str(), &found.subjects[0].units), ("defender", &expected));
        assert_eq!(found.subjects[0].among, common.unit_count());
        assert!(!expected.is_empty() && expected.len() < common.unit_count());

        let woods = mask("attacker.hex has woods or turn == 1");
        assert!(woods.is_empty(), "one side of the `or` is not fixed, and nothing is excluded: {woods:?}");
        let [near, far] = ["==", "!="].map(|sign| mask(&format!("ground {sign} @0202")).hexes());
        assert_eq!(near.len(), 1);
        let (columns, rows) = common.size();
        assert_eq!(near.len() + far.len(), usize::from(columns) * usize::from(rows));
        assert_eq!(mask("distance(ground, @0202) <= 1").hexes().len(), 7);
    }

    #[test]
    fn a_condition_selects_turns() {
        let last = with("").common().turns().count;
        assert!(last >= 4, "{last}");
        for (when, expected) in [
            ("turn == 2", vec!["turn 2 of {}"]),
            ("turn in 2..4 and attacker.hex has woods", vec!["attacker.hex: 5 of 48 hexes", "turns 2 to 4 of {}"]),
            ("turn != 1 and (turn <= 2 or turn == 4)", vec!["turns 2 and 4 of {}"]),
            ("turn < 3 or attacker == defender", vec![]),
            ("turn * 2 == 4 and not turn == 2", vec!["no turn of {} turns"]),
        ] {
            let expected: Vec<String> = expected.iter().map(|text| text.replace("{}", &last.to_string())).collect();
            assert_eq!(mask(when).in_words(), expected, "{when}");
        }
        let score = "[[rules.score]]\nid = \"m\"\nname = \"M\"\nside = \"red\"\npoints = 1\nwhen = \"turn == 4\"\n";
        let scenario = with(score);
        assert_eq!(scenario.extra_rules().0.selected(&scenario, "m").turns, Some(vec![4]));
    }

    #[test]
    fn conditions_on_one_thing_are_joined() {
        let all = mask("not defender.kind == cavalry and not defender.kind == infantry");
        assert_eq!(all.subjects.len(), 1);
        assert!(all.units().is_empty(), "{all:?}");
        assert!(mask("attacker == defender").is_empty(), "a part about two things is left out");
    }
}
