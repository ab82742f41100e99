//! The paragraphs of the rulebook of Mars la Tour.
//!
//! The book uses the numbers 3.1 to 3.8 twice: for the concepts of its chapter 3, and for parts of the Attack Phase of its
//! chapter 4. Here a bare number is a concept, and a rule of chapter 4 carries its chapter: `3.3` is Artillery, `4.0 3.3` is
//! Retreats.

battlewright_core::rulebook! {
    UNITS = "3.1" "Units";
    MARKERS = "3.1.1" "Markers";
    HEADQUARTERS = "3.2" "Headquarters";
    ARTILLERY_CONCEPT = "3.3" "Artillery";
    ATTACK_CONCEPT = "3.4" "Attack";
    DEATHRIDE = "3.5" "Deathride Charge";
    FRIENDLY_AND_ENEMY = "3.6" "Friendly & Enemy";
    DICE = "3.7" "Dice";
    TERRAIN = "3.8" "Open & Defensible Terrain";
    ZOC = "3.9" "Zone of Control";
    ZOI = "3.10" "Zone of Influence";
    ROADS = "3.11" "Roads";
    EMPTY_HEX = "3.12" "Empty Hex";
    HQ_PLACEMENT = "4.0 1a" "HQ Placement";
    BLOWN_RETURN = "4.0 1b" "Blown Unit Return";
    MITRAILLEUSE_PLACEMENT = "4.0 1c" "Mitrailleuse Placement";
    MARCH_FORMATION = "4.0 1d i" "March Formation";
    BATTLE_FORMATION = "4.0 1d ii" "Battle Formation";
    LEAVING_EZOC = "4.0 1d iii" "Exiting EZOCs";
    MOVES = "4.0 2a" "Moves";
    ENTERING_EZOI = "4.0 2b" "Entering EZOIs and EZOCs";
    COMMAND_RANGE = "4.0 2c" "HQ Range";
    REINFORCEMENTS = "4.0 2d" "Reinforcements";
    PASSING_MOVES = "4.0 2e" "Move or Pass";
    LAST_MOVES = "4.0 2f" "Last Moves";
    ATTACKS = "4.0 3" "Attack Phase";
    SUPPORT_DECLARATION = "4.0 3a" "Artillery Support Declaration";
    SUPPORT_RESOLUTION = "4.0 3b" "Artillery Support Resolution";
    DUELS = "4.0 3c" "Artillery Duels";
    BAD_AMMUNITION = "4.0 3d" "Bad Ammunition";
    ATTACK_RESOLUTION = "4.0 3e" "Attack Resolution";
    MODIFIERS = "4.0 3.1" "Attack Procedure";
    ATTACK_TABLE = "4.0 3.2" "Attack Table";
    RETREATS = "4.0 3.3" "Retreats";
    ADVANCE = "4.0 3.4" "Advance After Attack";
    BLOWN = "4.0 3.5" "Blown";
    ELIMINATED = "4.0 3.6" "Eliminated";
    PASSING_ATTACKS = "4.0 3.7" "Pass";
    LAST_ATTACKS = "4.0 3.8" "After the First Pass";
    END_PHASE = "4.0 4" "End Phase";
    ARTILLERY = "5.1" "Artillery";
    CAVALRY = "5.2" "Cavalry";
    MITRAILLEUSE = "5.3" "Mitrailleuse Fire";
    VICTORY = "6.0" "Victory";
    SETUP = "7.0" "Setup";
}
