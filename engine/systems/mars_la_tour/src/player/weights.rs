//! The weights of the appraisal, which stand in `weights.toml`.

use crate::MarsLaTour;

battlewright_core::weights! {
    MarsLaTour from "../../weights.toml":
    eliminated,
    blown,
    retreat,
    hex,
    worth_a_move,
    worth_an_attack,
    ground,
    safe_place,
    open_place,
    exit,
    blocked_exit,
    enemy,
    enemy_er,
    units_a_fight,
    least_price,
    scarcity,
    most_scarce,
    commanded,
    verdict,
    halfway,
    near,
    unit,
    er,
    way_out,
}
