//! The chapters of the rules, which have no finer numbers.

crate::rulebook! {
    TROOPS = "II" "Troop Types, Scales, and Basing";
    ACTIONS = "III" "Playing the Game";
    MOVEMENT = "IV" "Formations and Movement";
    STATUS = "V" "Unit Status and Combat Effects";
    FIRE = "VI" "Fire";
    ASSAULTS = "VII" "Assaults";
    TERRAIN = "VIII" "Terrain";
    GENERALS = "IX" "Generals and Regrouping";
    SCENARIOS = "X" "Game Notes";
}

use crate::game::Rule;

/// The rule of the setup: the scenario decides.
pub const SETUP: Rule = SCENARIOS;
