//! The chapters of the rules, which have no finer numbers.

battlewright_core::rulebook! {
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

use battlewright_core::game::Rule;

/// The rule of the setup: the scenario decides.
pub const SETUP: Rule = SCENARIOS;
