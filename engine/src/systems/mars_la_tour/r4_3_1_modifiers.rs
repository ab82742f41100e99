//! 4.0 3.1 Attack Procedure: the die roll modifiers.

use super::MarsLaTour;
use super::rulebook as rule;
use super::state::{Fight, Support};
use crate::game::Rule;

/// A modifier of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Modifier {
    /// Whether it is added to the attacker's die; otherwise to the defender's.
    pub(super) attacker: bool,
    /// What it is for.
    pub(super) name: &'static str,
    /// How much is added.
    pub(super) plus: u8,
    /// The rule that grants it.
    pub(super) rule: Rule,
}

impl MarsLaTour {
    /// Every modifier of `fight` that is not zero, in the order of the rule.
    pub(super) fn modifiers(&self, fight: &Fight) -> Vec<Modifier> {
        let table = &self.board.rules.tables.modifiers;
        let (attacker, defender) = (self.board.unit(fight.attacker), self.board.unit(fight.defender));
        let open = !self.is_defensible(fight.ground);
        let support = |side: crate::game::Side| {
            if fight.support[side.index()] == Support::Effective { table.artillery_support } else { 0 }
        };
        let chassepot = open && !(self.board.rules.chassepot_infantry_only && self.is_cavalry(fight.defender));
        let of = |attacker, name, plus, rule| Modifier { attacker, name, plus, rule };
        [
            of(true, "artillery support", support(attacker.side), rule::SUPPORT_RESOLUTION),
            of(false, "artillery support", support(defender.side), rule::SUPPORT_RESOLUTION),
            of(false, "defensible terrain", if open { 0 } else { table.defensible_terrain }, rule::TERRAIN),
            of(
                false,
                "Chassepots",
                if chassepot { self.board.side(defender.side).chassepot } else { 0 },
                rule::MODIFIERS,
            ),
            of(
                true,
                "flank support",
                if self.has_flank_support(fight) { table.flank_support } else { 0 },
                rule::MODIFIERS,
            ),
            of(true, "ER", attacker.er, rule::MODIFIERS),
            of(false, "ER", defender.er, rule::MODIFIERS),
        ]
        .into_iter()
        .filter(|modifier| modifier.plus > 0)
        .collect()
    }

    /// What is added to the attacker's and to the defender's die.
    pub(super) fn totals(&self, fight: &Fight) -> [u8; 2] {
        let modifiers = self.modifiers(fight);
        [true, false].map(|attacker| {
            modifiers
                .iter()
                .filter(|modifier| modifier.attacker == attacker)
                .fold(0, |sum: u8, modifier| sum.saturating_add(modifier.plus))
        })
    }

    /// 4d: whether enough other friends of the attacker stand next to the defender, in an EZOC or not.
    fn has_flank_support(&self, fight: &Fight) -> bool {
        let friends = self
            .on_map(self.side_of(fight.attacker))
            .filter(|(unit, hex)| *unit != fight.attacker && self.board.map.distance(*hex, fight.ground) == 1)
            .count();
        friends >= usize::from(self.board.rules.tables.modifiers.flank_support_units)
    }
}
