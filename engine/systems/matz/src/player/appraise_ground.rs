//! The worth of hexes and of moves.
//!
//! A unit that fights goes toward the places that its side lacks or may lose, next to enemies that it can beat, and not where it
//! is beaten itself. It covers hexes near the enemy that nobody else covers, so that the line has no gap and a second line
//! stands behind the first one. It stays in command, near its division, and within the limit of stacking. Guns go where they
//! reach enemies and the units that they may support, headquarters where they reach their units; both stand away from enemies and
//! behind units that cover them.

use crate::board::FormationFacts;
use crate::event::Phase;
use crate::player::appraise::POINT;
use crate::player::strengths::StrengthMap;
use crate::player::threats::Line;
use crate::player::weights::Appraiser;
use crate::state::{At, FormationIx, ReserveIx, UnitIx};
use battlewright_schema::matz::Kind;

use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::players::plan::{Mission, Standing};
use battlewright_core::players::threat::exposure;

/// The most units in range that count for a gun, and the most that it may support.
const TARGETS: u16 = 10;
const MOST_SERVED: usize = 4;

/// The appraisal of hexes for a unit to stand in, with what is the same for all of them.
pub(crate) struct Placement<'a> {
    game: Appraiser<'a>,
    strengths: &'a StrengthMap,
    side: Side,
    here: Option<HexIx>,
    steps: i32,
    /// The distances of hexes from the fighting units of the enemy.
    gaps: &'a [u8],
    /// `true` if its side can still attack in this player turn, or it is not its turn.
    attacks: bool,
    role: Role<'a>,
}

/// The part that a unit plays.
enum Role<'a> {
    /// With the mission of its formation, and its hex.
    Fighter { value: i32, pulls: &'a [i32], mission: Option<(Mission, HexIx)>, company: Company<'a> },
    Gun {
        /// Its loss.
        worth: i32,
        range: u8,
        targets: &'a [u16],
        served: Vec<HexIx>,
        company: Company<'a>,
    },
    Headquarters {
        /// Its loss.
        worth: i32,
        range: u32,
        subordinates: Vec<HexIx>,
    },
}

/// The command of a unit, and the other units of its division.
struct Company<'a> {
    unit: UnitIx,
    /// The hexes to which lines of command lead; `None` if it needs none.
    led: Option<&'a PerHex<bool>>,
    /// The hexes of its comrades.
    comrades: Vec<HexIx>,
    /// The headquarters on the map, and its range.
    hq: Option<(HexIx, u32)>,
}

impl Company<'_> {
    /// Returns `true` if a line of command leads to `hex`, or none is needed.
    fn is_joined(&self, hex: HexIx) -> bool {
        self.led.is_none_or(|led| led[hex.index()])
    }

    fn is_led(&self, game: &Appraiser<'_>, hex: HexIx) -> bool {
        game.in_command_by_rows(self.unit, hex, self.is_joined(hex))
    }

    /// The worth in `hex` of command and of the division nearby.
    fn worth(&self, game: &Appraiser<'_>, hex: HexIx) -> i32 {
        let map = &game.board.map;
        let near = || self.comrades.iter().filter(move |at| map.distance(**at, hex) <= 1);
        let comrades = 4 * count_of(near().count().min(3));
        let is_joined = self.is_joined(hex) || near().any(|at| self.is_joined(*at));
        if game.in_command_by_rows(self.unit, hex, is_joined) {
            return comrades;
        }
        let far = self.hq.map_or(0, |(at, range)| map.distance(hex, at).saturating_sub(range));
        comrades - game.weights.out_of_command - 12 * i32::try_from(far).unwrap_or(0)
    }
}

impl<'a> Placement<'a> {
    pub(crate) fn new(game: &Appraiser<'a>, unit: UnitIx, strengths: &'a StrengthMap) -> Self {
        let facts = game.board.unit(unit);
        let side = facts.side;
        let role = if facts.arm.fights() {
            Role::Fighter {
                value: i32::from(game.combat_value(unit, false)),
                pulls: strengths.pulls(game, side),
                mission: game.mission_of(unit, &strengths.plan),
                company: game.company_of(unit, strengths),
            }
        } else if facts.is_hq() {
            let is_subordinate =
                |(other, _): &(UnitIx, HexIx)| *other != unit && game.formation_of(*other) == facts.formation;
            let subordinates = game.on_map(side).filter(is_subordinate).map(|(_, at)| at).collect();
            Role::Headquarters {
                worth: game.weights.headquarters,
                range: u32::from(game.full_command_range(unit)),
                subordinates,
            }
        } else {
            let gaps = strengths.gaps(game, side.other());
            let is_served = |(other, at): &(UnitIx, HexIx)| {
                let is_at_the_front = game.board.unit(*other).arm.fights() && gaps[at.index()] <= 2;
                is_at_the_front && game.may_fire_for(unit, *other)
            };
            Role::Gun {
                worth: game.weights.gun * i32::from(facts.bombardment),
                range: game.range_of(unit),
                targets: strengths.crowds(game, side.other(), game.range_of(unit)),
                served: game.on_map(side).filter(is_served).map(|(_, at)| at).collect(),
                company: game.company_of(unit, strengths),
            }
        };
        Self {
            game: *game,
            strengths,
            side,
            here: game.hex_of(unit),
            steps: i32::from(game.steps_left(unit)),
            gaps: strengths.gaps(game, side.other()),
            attacks: side != game.state.active || game.comes(&[Phase::Combat, Phase::SecondCombat]),
            role,
        }
    }

    /// The worth to the unit of standing in `hex`.
    pub(crate) fn worth(&self, hex: HexIx) -> i32 {
        let own_steps = if self.here == Some(hex) { 0 } else { self.steps };
        let limit = i32::from(self.game.stacking_limit(self.side, hex));
        let crowd = self.strengths.steps(self.side, hex) + own_steps - limit;
        let worth = match &self.role {
            Role::Fighter { value, pulls, mission, company } => {
                let pull = mission.map_or(pulls[hex.index()], |mission| self.pull_of_mission(mission, hex, *value));
                let fight = self.worth_of_attack(hex, *value) - self.danger(hex, *value);
                pull + fight + company.worth(&self.game, hex) + self.game.weights.screen * self.screen(hex, company)
            }
            Role::Gun { worth, range, targets, served, company } => {
                let targets = targets.get(hex.index()).copied().unwrap_or(0);
                let fire = self.worth_of_fire(hex, *range, targets, served);
                fire + self.shelter(hex, *worth) + company.worth(&self.game, hex)
            }
            Role::Headquarters { worth, range, subordinates } => {
                let guarded = if self.strengths.value(self.side, hex) > 0 { 8 } else { 0 };
                self.worth_of_command(hex, *range, subordinates) + self.shelter(hex, *worth) + guarded
            }
        };
        worth - 6 * self.game.weights.step * crowd.max(0)
    }

    /// The pull of a mission at `to` in `hex`.
    fn pull_of_mission(&self, (mission, to): (Mission, HexIx), hex: HexIx, value: i32) -> i32 {
        let way = i32::try_from(self.game.board.map.distance(hex, to)).unwrap_or(i32::MAX);
        let gap = i32::from(self.gaps[hex.index()]).min(Standing::NO_ENEMY);
        let front = i32::from(self.gaps[to.index()]).min(Standing::NO_ENEMY);
        let garrison = way == 0 && self.here == Some(hex) && self.is_garrison(hex, value);
        self.game.weights.hex * mission.pull(Standing { way, stride: 1, gap, front, garrison })
    }

    /// Returns `true` if the unit of this value, which stands in `hex`, is the strongest there, and an enemy can come.
    fn is_garrison(&self, hex: HexIx, value: i32) -> bool {
        let is_stronger = |unit: UnitIx| {
            self.game.board.unit(unit).side == self.side && i32::from(self.game.combat_value(unit, true)) > value
        };
        !self.game.ground.units(hex).any(is_stronger)
            && self.strengths.threats(&self.game, self.side.other(), Line::Gone).at(hex) > 0
    }

    /// The worth of the best attack from `hex` by a unit of this value with those that are there.
    fn worth_of_attack(&self, hex: HexIx, value: i32) -> i32 {
        let (game, enemy) = (&self.game, self.side.other());
        if !self.attacks {
            return 0;
        }
        let own = if self.here == Some(hex) { 0 } else { value };
        let mut attack = 0;
        for near in game.board.map.neighbors(hex).filter(|near| game.has_ground_unit(enemy, *near)) {
            let (ours, theirs) = (self.strengths.near(self.side, near) + own, self.strengths.value(enemy, near));
            let columns = 2 * ours / theirs.max(1) - game.cover(enemy, near);
            attack = attack.max(self.game.weights.attack_odds * columns.min(6) - 20);
        }
        attack
    }

    /// The danger in `hex`: what the enemy has around it against what stands there, less the worth of cover.
    fn danger(&self, hex: HexIx, value: i32) -> i32 {
        let theirs = self.strengths.near(self.side.other(), hex);
        if theirs == 0 {
            return 0;
        }
        let own = if self.here == Some(hex) { 0 } else { value };
        let ours = self.strengths.value(self.side, hex) + own;
        let cover = self.game.cover(self.side, hex);
        let odds = 2 * theirs / ours.max(1) - cover;
        self.game.weights.danger * (odds - 2).clamp(0, 8) - 6 * cover
    }

    /// The hexes near the enemy that only this unit covers if it stands in `hex`.
    fn screen(&self, hex: HexIx, company: &Company<'_>) -> i32 {
        let depth = self.game.weights.screen_depth.unsigned_abs();
        // The distance of a neighbor differs by one at most.
        if !company.is_led(&self.game, hex) || u32::from(self.gaps[hex.index()]) > depth + 1 {
            return 0;
        }
        let map = &self.game.board.map;
        let is_open = |near: &HexIx| {
            let is_own = self.here.is_some_and(|here| map.distance(here, *near) <= 1);
            let gap = u32::from(self.gaps[near.index()]);
            self.strengths.covers(self.side, *near) <= i32::from(is_own) && (1..=depth).contains(&gap)
        };
        count_of(map.neighbors(hex).chain([hex]).filter(is_open).count())
    }

    /// The worth to a gun of its `targets` and of the units that it may support within its range, and of nearness to the enemy
    /// if it has no target.
    fn worth_of_fire(&self, hex: HexIx, range: u8, targets: u16, served: &[HexIx]) -> i32 {
        let map = &self.game.board.map;
        let in_range = served.iter().filter(|at| map.distance(hex, **at) <= u32::from(range));
        let worth = 4 * i32::from(targets.min(TARGETS))
            + self.game.weights.served * count_of(in_range.take(MOST_SERVED).count());
        if targets > 0 {
            return worth;
        }
        worth - self.game.weights.hex * (i32::from(self.gaps[hex.index()]) - i32::from(range)).clamp(0, 40)
    }

    /// The price of `hex` to what does not fight and is worth `worth`: enemies near it, the more if nobody covers it, and those
    /// that can come.
    fn shelter(&self, hex: HexIx, worth: i32) -> i32 {
        let nearest = i32::from(self.gaps[hex.index()]);
        let cover = self.strengths.near(self.side, hex);
        let exposed =
            |line| exposure(worth, self.strengths.threats(&self.game, self.side.other(), line).at(hex), cover);
        let risk = exposed(Line::Stands) + exposed(Line::Gone) * self.game.weights.breach / 100;
        -40 * (3 - nearest).max(0) - risk + if cover > 0 { 6 } else { 0 }
    }

    /// The worth to a headquarters of the distances of its units.
    fn worth_of_command(&self, hex: HexIx, range: u32, subordinates: &[HexIx]) -> i32 {
        let of_unit = |at: &HexIx| {
            let distance = self.game.board.map.distance(hex, *at);
            if distance < range { 10 } else { 10 - 4 * i32::try_from(distance - range).unwrap_or(0).min(10) }
        };
        subordinates.iter().map(of_unit).sum()
    }
}

/// A count in the units of the appraisal.
fn count_of(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Appraiser<'_> {
    /// The worth to `unit` of standing in `hex`.
    pub(crate) fn stand(&self, unit: UnitIx, hex: HexIx, strengths: &StrengthMap) -> i32 {
        Placement::new(self, unit, strengths).worth(hex)
    }

    /// The columns by which the ground of `hex` helps `side`, which defends it.
    fn cover(&self, side: Side, hex: HexIx) -> i32 {
        -self.column_in(side, hex, self.board.ground_shifts[hex.index()])
    }

    fn company_of<'a>(&self, unit: UnitIx, strengths: &'a StrengthMap) -> Company<'a> {
        let facts = self.board.unit(unit);
        let formation = self.formation_of(unit);
        let is_comrade = |other: UnitIx| other != unit && self.board.unit(other).division == facts.division;
        let comrades = match facts.division {
            Some(_) => self.on_map(facts.side).filter(|(other, _)| is_comrade(*other)).map(|(_, at)| at).collect(),
            None => Vec::new(),
        };
        let range = |hq| u32::from(self.full_command_range(hq));
        let on_map = |facts: &FormationFacts| facts.hq.and_then(|hq| Some((self.hex_of(hq)?, range(hq))));
        Company { unit, led: strengths.led(self, formation), comrades, hq: on_map(self.board.formation(formation)) }
    }

    /// The worth of an advance of `unit` into the hex `to`, which combat has left empty.
    pub(crate) fn worth_of_advance(&self, unit: UnitIx, to: HexIx, strengths: &StrengthMap) -> i32 {
        let placement = Placement::new(self, unit, strengths);
        placement.worth(to) - self.hex_of(unit).map_or(0, |hex| placement.worth(hex))
    }

    /// The worth of a hex for a headquarters that comes back: near friends, far from enemies.
    pub(crate) fn worth_of_return(&self, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let side = self.state.active;
        let enemies = self.on_map(side.other()).map(|(_, at)| self.board.map.distance(at, hex)).min().unwrap_or(9);
        10 * i32::try_from(enemies.min(6)).unwrap_or(0) + 4 * strengths.near(side, hex).min(8)
    }

    /// The worth of calling up a reserve: its strength in the turns that it gains, less what it costs.
    pub(crate) fn worth_of_call(&self, reserve: ReserveIx, formation: FormationIx) -> i32 {
        let facts = self.board.reserve(reserve);
        let helps = facts.side == self.board.victory.scorer;
        let cost = i32::from(facts.half_points) * POINT / 2 * if helps { 1 } else { -1 };
        // Units that come later in any case are only gained until then.
        let comes = facts.units.iter().find_map(|(unit, _)| match self.unit(*unit).at {
            At::Due { turn, .. } => Some(turn),
            _ => None,
        });
        let end = comes.unwrap_or(self.board.turns.saturating_add(1));
        let turns = i32::from(end.saturating_sub(self.state.turn));
        let value = |unit: &UnitIx| i32::from(self.combat_value(*unit, false));
        let strength: i32 = facts.units.iter().map(|(unit, _)| value(unit)).sum();
        let here = self.on_map(facts.side).filter(|(unit, _)| self.formation_of(*unit) == formation).count();
        strength * turns * self.weights.strength + cost + i32::try_from(here).unwrap_or(0)
    }

    /// The worth of the next step that `unit` loses.
    pub(crate) fn worth_of_step(&self, unit: UnitIx) -> i32 {
        let facts = self.board.unit(unit);
        let lost = self.unit(unit).lost;
        let value = |lost: u8| match facts.combat.get(usize::from(lost)) {
            Some(value) => i32::from(self.value_by_rows(unit, false, *value)),
            None => 0,
        };
        if facts.is_hq() {
            return 2 * self.weights.step;
        }
        if facts.is(Kind::Artillery) {
            return 30 * i32::from(facts.bombardment);
        }
        self.weights.step / 2 + 25 * (value(lost) - value(lost + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::weights::Weights;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    /// The worth to `unit` of standing in each of `hexes`.
    fn stands<const N: usize>(table: &Table, unit: &str, hexes: [&str; N]) -> [i32; N] {
        let mut strengths = StrengthMap::default();
        strengths.survey_for_moves(&table.game);
        hexes.map(|hex| table.game.appraiser().stand(table.unit(unit), table.hex(hex), &strengths))
    }

    #[test]
    fn a_unit_masses_with_others_against_an_enemy_that_they_can_beat() {
        let text = "german infantry g1 4/2 at 0303
            german infantry g2 4/2 at 0801
            french infantry f1 4/2 at 0404";
        let alone = position(text).only(GERMAN, Phase::Movement);
        let strong = position(&text.replace("f1 4/2", "f1 16/8")).only(GERMAN, Phase::Movement);
        let [near, far] = stands(&alone, "g2", ["0504", "0801"]);
        let [weak, away] = stands(&strong, "g2", ["0504", "0801"]);
        assert!(near > far + Weights::default().effort, "two to one is worth an attack");
        assert!(near - far > weak - away, "one to two is not");
    }

    #[test]
    fn a_line_is_closed_where_nobody_covers_it() {
        let table = position(
            "map 12x9
            french infantry f1 4/2 at 0206
            french infantry f2 4/2 at 0207
            german infantry g1 4/2 at 0203
            german infantry g2 4/2 at 0603",
        )
        .only(FRENCH, Phase::Movement);
        let mut strengths = StrengthMap::default();
        strengths.survey_for_moves(&table.game);
        let (f2, game) = (table.unit("f2"), table.game.appraiser());
        let company = game.company_of(f2, &strengths);
        let screen = |hex| Placement::new(&game, f2, &strengths).screen(table.hex(hex), &company);
        assert!(screen("0606") > screen("0306"), "f1 covers the hexes before it");
        assert_eq!(screen("1009"), 0, "the enemy is far away");
        let [gap, crowd] = stands(&table, "f2", ["0606", "0207"]);
        assert!(gap > crowd);
    }

    #[test]
    fn r10_1_units_stay_where_a_line_of_command_leads() {
        let table = position(
            "map 20x9
            corps x german at 0105
            german infantry g1 4/2 at 0305 of x
            french infantry f1 4/2 at 1901",
        )
        .only(GERMAN, Phase::Movement);
        let [led, edge, out, further] = stands(&table, "g1", ["0605", "0705", "0805", "0905"]);
        assert_eq!(led, edge);
        assert!(led >= out + Weights::default().out_of_command && out > further);
    }

    #[test]
    fn guns_stand_behind_units_that_cover_them() {
        let table = position(
            "corps x german at 0102
            german artillery g1 5-4 8 at 0101 of x
            german infantry g2 4/2 at 0503 of x
            french infantry f1 4/2 at 0508",
        )
        .only(GERMAN, Phase::Movement);
        let [covered, bare] = stands(&table, "g1", ["0502", "0305"]);
        assert!(covered > bare);
        let [behind, before] = stands(&table, "g1", ["0502", "0506"]);
        assert!(behind > before);
    }

    #[test]
    fn r12_2_a_reserve_is_called_up_if_the_turns_that_it_gains_are_worth_the_points() {
        let called = |strength: &str, turn: &str| {
            let table = position(&format!(
                "turn 3 of 8
                corps x german at 0105
                french infantry f1 4/2 at 0808
                german infantry g1 {strength} {turn}
                entry E german 0101
                reserve r german turn 3 points -4 by E g1"
            ))
            .only(GERMAN, Phase::Movement);
            table.game.appraiser().worth_of_call(ReserveIx(0), table.formation("x"))
        };
        assert!(called("20/10", "") > 0);
        assert!(called("4/2", "") < 0);
        assert!(called("20/10", "enters 4 by E") < 0, "it comes a turn later in any case");
    }
}
