//! The weights of the appraisal, which stand in `weights.toml`.

use crate::Matz;

battlewright_core::weights! {
    Matz from "../../weights.toml":
    step,
    effort,
    retreat,
    neutralized,
    softened,
    attack,
    elsewhere,
    held_back,
    attack_odds,
    danger,
    screen,
    screen_depth,
    out_of_command,
    served,
    gun,
    headquarters,
    breach,
    allotment,
    strength,
    hex,
    lure,
    threat,
}
