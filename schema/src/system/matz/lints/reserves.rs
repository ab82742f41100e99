//! Reserves, surprise, the front line and victory.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::Matz;
use crate::system::lints::endings::all_can_win;
use crate::system::lints::scores;
use crate::{DocPath, UnitId};

finding! {
    /// # What it finds
    /// A unit in a reserve that cannot be called up.
    ///
    /// # Why it matters
    /// A reserve calls up units of its side that are not on the map (12). Each unit is in one reserve.
    ///
    /// # Example
    /// ```toml
    /// [[reserve]]
    /// side = "german"
    /// arrival = [{ at = "N", units = ["fr-38-1"] }]        # a French unit
    /// ```
    ///
    /// # Remedy
    /// Name a unit of the side that is not on the map, and name it once.
    RESERVE_UNIT = "reserve-unit", Error
}

finding! {
    /// # What it finds
    /// A reserve that cannot be called up in time.
    ///
    /// # Why it matters
    /// It may be called up from its `turn` to its `through_turn`, or in its `turn` alone, while the game lasts. Units
    /// that come later anyway are called up before their turn.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 8
    ///
    /// [[reserve]]
    /// turn = 9                     # the game is over
    /// ```
    ///
    /// # Remedy
    /// Correct the turns.
    RESERVE_TURN = "reserve-turn", Error
}

finding! {
    /// # What it finds
    /// A reserve without units.
    ///
    /// # Why it matters
    /// Nobody comes if it is called up, but the points change.
    ///
    /// # Example
    /// ```toml
    /// [[reserve]]
    /// name = "13th Division"
    /// arrival = []                 # add units
    /// ```
    ///
    /// # Remedy
    /// Add units, or remove the reserve.
    EMPTY_RESERVE = "empty-reserve", Warning
}

finding! {
    /// # What it finds
    /// A surprise that is over before the game begins.
    ///
    /// # Why it matters
    /// The bonus lasts through a turn (14) that is before the first turn of the game.
    ///
    /// # Example
    /// ```toml
    /// first_turn = 5
    ///
    /// [surprise]
    /// through_turn = 2             # over
    /// ```
    ///
    /// # Remedy
    /// Correct the turn, or remove `[surprise]`.
    IDLE_SURPRISE = "idle-surprise", Warning
}

finding! {
    /// # What it finds
    /// A front line that is not connected.
    ///
    /// # Why it matters
    /// The hexes of the line follow each other, so that setup can measure the distance to it. Consecutive hexes are
    /// adjacent, or have a hex between them.
    ///
    /// # Example
    /// ```toml
    /// [front]
    /// hexes = ["0102", "0203", "0909"]     # far away
    /// ```
    ///
    /// # Remedy
    /// Add the missing hexes, or sort them from one end to the other.
    FRONT_GAP = "front-gap", Warning
}

finding! {
    /// # What it finds
    /// A hex of the front line that no enemy covers.
    ///
    /// # Why it matters
    /// At the start, units or their zones of control cover the front line (14). Here, no infantry or tank unit of the
    /// other side is within two hexes.
    ///
    /// # Example
    /// ```toml
    /// [front]
    /// side = "german"
    /// hexes = ["0102", "0203"]     # no French unit is near "0203"
    /// ```
    ///
    /// # Remedy
    /// Move a unit there, or correct the line.
    FRONT_UNCOVERED = "front-uncovered", Warning
}

finding! {
    /// # What it finds
    /// Levels of victory that are not in order.
    ///
    /// # Why it matters
    /// The highest level that is reached counts. A higher level needs more points than a lower one, and each is there
    /// once.
    ///
    /// # Example
    /// ```toml
    /// [[victory.levels]]
    /// level = "tactical"
    /// points = 12
    ///
    /// [[victory.levels]]
    /// level = "operational"
    /// points = 6                   # less than the tactical level
    /// ```
    ///
    /// # Remedy
    /// Sort the levels, and let the points rise.
    LEVEL_ORDER = "level-order", Warning
}

finding! {
    /// # What it finds
    /// A level of victory that needs more points than there are.
    ///
    /// # Why it matters
    /// The points of all places that the side gains, with those that it has and those of reserves, are fewer.
    ///
    /// # Example
    /// ```toml
    /// [[victory.gain]]
    /// place = "coudun"
    /// half_points = 4              # 2 points
    ///
    /// [[victory.levels]]
    /// level = "strategic"
    /// points = 20                  # out of reach
    /// ```
    ///
    /// # Remedy
    /// Lower the points of the level, or add places.
    UNREACHABLE_LEVEL = "unreachable-level", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    reserves(cx, own, found);
    if let Some(surprise) = own.surprise.as_ref().filter(|surprise| surprise.through_turn < cx.first_turn) {
        let path = DocPath::root().key("surprise").key("through_turn");
        let message = format!("turn {} is before the first turn, {}", surprise.through_turn, cx.first_turn);
        let fix = cx.take_out("remove the surprise", &DocPath::root().key("surprise"));
        found.push(IDLE_SURPRISE.at(path, message).help("correct the turn, or remove the section").fix(fix));
    }
    front(cx, own, found);
    victory(cx, own, found);
}

fn reserves(cx: &Context<'_>, own: &Matz, found: &mut Vec<Diagnostic>) {
    let units: BTreeMap<&UnitId, _> = own.unit.iter().map(|unit| (&unit.id, unit)).collect();
    let mut first: BTreeMap<&UnitId, DocPath> = BTreeMap::new();
    for (row, reserve) in own.reserve.iter().enumerate() {
        let section = DocPath::root().key("reserve").index(row);
        if reserve.arrival.iter().all(|arrival| arrival.units.is_empty()) {
            let fix = cx.take_out("remove the reserve", &section);
            found.push(EMPTY_RESERVE.at(section.clone(), "the reserve has no units").help("add units").fix(fix));
        }
        let last = own.last_call(reserve);
        if reserve.turn > cx.turns.count {
            let message = format!("the game is over after turn {}", cx.turns.count);
            found.push(RESERVE_TURN.at(section.clone().key("turn"), message).help("choose an earlier turn"));
        } else if last < reserve.turn || last < cx.first_turn {
            let message =
                format!("it cannot be called up from turn {} to turn {last}", reserve.turn.max(cx.first_turn));
            found.push(RESERVE_TURN.at(section.clone().key("turn"), message).help("correct the turns"));
        }
        for (part, arrival) in reserve.arrival.iter().enumerate() {
            for (index, id) in arrival.units.iter().enumerate() {
                let path = section.clone().key("arrival").index(part).key("units").index(index);
                let mut note = |finding: Diagnostic| found.push(finding);
                let bad = |message: String| {
                    RESERVE_UNIT.at(path.clone(), message).help("name a unit of the side, off the map")
                };
                match units.get(id) {
                    None => note(bad(format!("there is no unit `{id}`"))),
                    Some(unit) if *own.side_of(&unit.formation) != reserve.side => {
                        note(bad(format!("`{id}` is not of side `{}`", reserve.side)));
                    }
                    Some(unit) if unit.at.is_some() => note(bad(format!("`{id}` is on the map"))),
                    Some(unit) if unit.enters.as_ref().is_some_and(|enters| enters.turn <= reserve.turn) => {
                        let message = format!("`{id}` enters on turn {} anyway", reserve.turn);
                        note(RESERVE_TURN.at(path.clone(), message).help("call it up before the turn of its entry"));
                    }
                    Some(_) => {
                        if let Some(before) = first.insert(id, path.clone()) {
                            note(bad(format!("`{id}` is called up twice")).related(before, "here as well"));
                        }
                    }
                }
            }
        }
    }
}

fn front(cx: &Context<'_>, own: &Matz, found: &mut Vec<Diagnostic>) {
    let (Some(front), Some(grid)) = (&own.front, &cx.map.grid) else { return };
    let path = |index| DocPath::root().key("front").key("hexes").index(index);
    let cells: Vec<_> = front.hexes.iter().map(|hex| cx.map.find(hex)).collect();
    for (index, pair) in cells.windows(2).enumerate() {
        if let [Some(a), Some(b)] = pair
            && grid.distance(*a, *b) > 2
        {
            let finding = FRONT_GAP.at(path(index + 1), "the hex is far from the one before it");
            found.push(finding.related(path(index), "this one").help("add the hexes between them"));
        }
    }
    let foes = own.unit.iter().filter(|unit| unit.kind.fights() && *own.side_of(&unit.formation) != front.side);
    let foes: Vec<_> = foes.filter_map(|unit| cx.map.find(unit.at.as_ref()?)).collect();
    for (index, cell) in cells.iter().enumerate().filter_map(|(index, cell)| Some((index, (*cell)?))) {
        if !foes.iter().any(|foe| grid.distance(*foe, cell) <= 2) {
            let finding = FRONT_UNCOVERED.at(path(index), "no enemy of the front line is within two hexes");
            found.push(finding.help("place a unit there"));
        }
    }
}

fn victory(cx: &Context<'_>, own: &Matz, found: &mut Vec<Diagnostic>) {
    let section = DocPath::root().key("victory");
    let rows = &own.victory;
    if rows.levels.is_empty() && own.side.contains_key(&rows.scorer) {
        all_can_win(&cx.sides, |side| *side != rows.scorer, found);
    }
    for (index, pair) in rows.levels.windows(2).enumerate() {
        if let [lower, higher] = pair
            && (higher.level <= lower.level || higher.points <= lower.points)
        {
            let path = |index| section.clone().key("levels").index(index);
            let finding = LEVEL_ORDER.at(path(index + 1), "the level is not above the one before it");
            found.push(finding.related(path(index), "this one").help("let levels and points rise"));
        }
    }
    let reserves = own.reserve.iter().map(|reserve| i32::from(reserve.half_points).max(0)).sum::<i32>();
    let gains = rows.gain.iter().map(|gain| i32::from(gain.half_points)).sum::<i32>();
    let most = gains + reserves + i32::from(rows.half_points);
    for (index, level) in rows.levels.iter().enumerate().filter(|(_, level)| i32::from(level.points) * 2 > most) {
        let path = section.clone().key("levels").index(index).key("points");
        let message = format!("the level needs {} points, and there are {}", level.points, most.max(0) / 2);
        found.push(UNREACHABLE_LEVEL.at(path, message).help("lower the points, or add places"));
    }
    for (list, rows) in [("gain", &rows.gain), ("loss", &rows.loss)] {
        scores::once(cx, list, rows.iter().map(|row| (&row.place, None)), found);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    fn codes(edits: &[(&str, &str)]) -> Vec<String> {
        shown(edits).into_iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn reserves_are_units_off_the_map() {
        let units = |units: &str| codes(&[("units = [\"red-3\"]", &format!("units = [{units}]"))]);
        assert_eq!(units("\"red-3\", \"red-4\""), ["reserve-unit"]);
        assert_eq!(units("\"red-3\", \"blue-tanks\""), ["reserve-unit"]);
        assert_eq!(units("\"red-3\", \"red-1\""), ["reserve-unit"]);
        assert_eq!(units("\"red-3\", \"red-3\""), ["reserve-unit"]);
        assert_eq!(units("\"red-3\", \"red-2\""), ["reserve-turn"], "it enters on turn 2 anyway");
        let none = units("");
        assert!(none.contains(&"empty-reserve".to_owned()), "{none:?}");
    }

    #[test]
    fn reserves_are_called_up_during_the_game() {
        let turn = |turn: &str| codes(&[("turn = 2\nhalf", &format!("turn = {turn}\nhalf"))]);
        assert_eq!(turn("4"), [] as [&str; 0]);
        assert!(turn("5").contains(&"reserve-turn".to_owned()));
        assert_eq!(turn("3\nthrough_turn = 2"), ["reserve-turn"]);
    }

    #[test]
    fn a_surprise_lasts_into_the_game() {
        let late = ("[map]\n", "[map]\n");
        assert_eq!(codes(&[late]), [] as [&str; 0]);
        let first = ("authors = []\n", "authors = []\nfirst_turn = 2\n");
        assert_eq!(codes(&[first]), ["idle-surprise"]);
    }

    #[test]
    fn the_front_is_one_line_and_covered() {
        let line = |hexes: &str| codes(&[("hexes = [\"0404\", \"0504\", \"0604\"]", &format!("hexes = [{hexes}]"))]);
        assert_eq!(line("\"0604\", \"0504\""), [] as [&str; 0]);
        assert_eq!(line("\"0404\", \"0704\""), ["front-gap"]);
        assert_eq!(line("\"0604\", \"0804\""), ["front-uncovered"]);
    }

    #[test]
    fn levels_rise_and_can_be_reached() {
        let level = |from: &str, to: &str| codes(&[(from, to)]);
        assert_eq!(level("\"operational\"\npoints = 2", "\"operational\"\npoints = 1"), ["level-order"]);
        assert_eq!(level("\"operational\"\npoints = 2", "\"tactical\"\npoints = 2"), ["level-order"]);
        assert_eq!(level("\"operational\"\npoints = 2", "\"operational\"\npoints = 3"), ["unreachable-level"]);
        assert_eq!(level("scorer = \"red\"", "scorer = \"red\"\nhalf_points = -2"), ["unreachable-level"]);
        let none = "[[victory.levels]]\nlevel = \"tactical\"\npoints = 1\n\n[[victory.levels]]\nlevel = \"operational\"\npoints = 2\n";
        assert_eq!(level(none, ""), ["side-cannot-win"]);
    }

    #[test]
    fn a_place_scores_once() {
        let again = "half_points = 4\n\n[[victory.gain]]\nplace = \"south-village\"\nhalf_points = 1\n";
        assert_eq!(shown(&[("half_points = 4\n", again)]), ["place-scores-twice \"south-village\""]);
    }
}
