//! The weights of the appraisal, which stand in `weights.toml`.

use crate::PositionMagnifique;

battlewright_core::weights! {
    PositionMagnifique from "../../weights.toml":
    step,
    shaken,
    test,
    retreat,
    half_point,
    hex,
    quarry,
    field_of_fire,
    coming,
    to_be_taken,
    beyond,
    crowded,
    at_the_gate,
    low_ammo,
    after,
    hq,
    reached,
    garrison,
}
