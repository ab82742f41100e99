//! VIII Obstructions on a line of sight: hills, woods and houses with their shadows, and friends in the way of fire.
//!
//! Rulings:
//! - Enemy units block a line by a setting only: the text is silent about them.
//! - A crest hides units only on a stepped hill, whose outline is its crest. The outline of other hills is the foot of a slope.
//! - Sight pierces a town in which one of its ends lies, for the same distance as woods. Other houses block it, but by a setting.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::rules::c08_sight::{BasesInWay, SightBase, SightBlock, SightRules};
use crate::rules::c08_terrain::{TableTerrain, TerrainArea};
use battlewright_core::kit::plane::{Convex, Fraction, Rectangle, Segment, Stretch, Stretches, shadow};
use battlewright_schema::outrance::SightHeight;

/// The least distance of a line from an enemy base, in thousandths of an inch.
const ENEMY_CLEARANCE: i32 = 1;

/// The obstructions that may lie between two units.
pub(crate) struct Obstructions<'a> {
    rules: &'a SightRules,
    hills: SmallVec<[&'a TerrainArea; 8]>,
    tall: SmallVec<[&'a TerrainArea; 8]>,
    friends: SmallVec<[BaseInWay; 8]>,
    /// Other enemies, if they block a line.
    enemies: SmallVec<[BaseInWay; 8]>,
    /// The first end of each line fires; otherwise the second.
    first_fires: bool,
    /// The hill and the tall area that blocked a line last: they are likely to block the next.
    last: [Cell<usize>; 2],
}

/// A base near the lines between two units.
struct BaseInWay {
    base: Rectangle,
    /// The base with the distance around it that lines keep.
    around: Rectangle,
    level: i32,
}

/// A stretch of a line within a tall obstruction.
#[derive(Clone, Copy)]
struct TallStretch {
    stretch: Stretch,
    /// The level of its ground.
    ground: i32,
    /// Sight pierces it for a distance: woods, and the part of a town in which an end of the line lies.
    pierced: bool,
    woods: bool,
}

/// A stretch of a line on a hill.
struct HillStretch {
    stretch: Stretch,
    level: i32,
    stepped: bool,
}

impl<'a> Obstructions<'a> {
    /// Returns what may lie between two units. `first_fires` tells that the first unit fires; otherwise the second does.
    pub(crate) fn between(
        rules: &'a SightRules,
        terrain: &'a TableTerrain,
        one: &[SightBase],
        two: &[SightBase],
        others: BasesInWay,
        first_fires: bool,
    ) -> Self {
        let corners = one.iter().chain(two).flat_map(|base| *base.base.corners());
        let all = Convex::around(corners);
        let near = |area: &&TerrainArea| {
            let outline = &area.outline;
            outline.bounds().meets(all.bounds()) && !all.is_parted_from(outline.corners())
        };
        let near = || terrain.areas.iter().filter(near);
        let in_way = |bases: &[SightBase], clearance: i32| -> SmallVec<[BaseInWay; 8]> {
            let wide = all.bounds().grown(clearance);
            let near = bases.iter().filter(|other| other.base.bounds().meets(wide));
            let near = near.map(|other| BaseInWay {
                base: other.base,
                around: other.base.grown(clearance),
                level: other.level,
            });
            near.filter(|other| !all.is_parted_from(other.around.corners())).collect()
        };
        let blocking = if rules.enemies_block { others.enemies } else { &[] };
        Self {
            rules,
            hills: near().filter(|area| area.level > 0).collect(),
            tall: near().filter(|area| area.height == SightHeight::Tall).collect(),
            friends: in_way(others.friends, rules.friend_clearance),
            enemies: in_way(blocking, ENEMY_CLEARANCE),
            first_fires,
            last: [const { Cell::new(0) }; 2],
        }
    }

    /// Returns the reason why a line between two levels is blocked, if it is.
    pub(crate) fn trace(&self, line: Segment, levels: [i32; 2]) -> Result<(), SightBlock> {
        let [last_hill, last_tall] = &self.last;
        let mut hills: SmallVec<[HillStretch; 4]> = SmallVec::new();
        for (number, hill) in from_last(&self.hills, last_hill.get()) {
            for stretch in hill_stretches(hill, line) {
                self.pass_hill(&stretch, line, levels).inspect_err(|_| last_hill.set(number))?;
                hills.push(stretch);
            }
        }
        let mut tall: SmallVec<[TallStretch; 8]> = SmallVec::new();
        let mut areas = 0;
        for (number, area) in from_last(&self.tall, last_tall.get()) {
            let own = tall_stretches(area, line, &hills, self.rules.through_towns);
            if !own.is_empty() {
                self.pass_tall(&own, line, levels).inspect_err(|_| last_tall.set(number))?;
                areas += 1;
                tall.extend(own);
            }
        }
        if areas > 1 {
            self.pass_tall(&tall, line, levels)?;
        }
        self.pass_friends(line, levels)?;
        match blocked_by(&self.enemies, ENEMY_CLEARANCE, line, levels) {
            [true, true] => Err(SightBlock::Enemies),
            _ => Ok(()),
        }
    }

    /// Returns the reason why a hill on the line blocks it, if it does. A hill blocks the same from both ends.
    fn pass_hill(&self, hill: &HillStretch, line: Segment, levels: [i32; 2]) -> Result<(), SightBlock> {
        let [one, two] = levels;
        let (high, low) = (one.max(two), one.min(two));
        if hill.level > high {
            return if self.rules.high_ground_blocks { Err(SightBlock::HigherGround) } else { Ok(()) };
        }
        if hill.level <= low {
            return Ok(());
        }
        // From the higher end.
        let stretch = if one > two { hill.stretch } else { hill.stretch.reversed() };
        let attached = stretch.from == Fraction::ZERO;
        if !hill.stepped && attached {
            return Ok(());
        }
        let crest = self.rules.crest_distance.filter(|_| attached && hill.level == high);
        if crest.is_some_and(|crest| stretch.share().is_longer(line, crest)) {
            return Err(SightBlock::Crest);
        }
        // Ruling o39.
        if !self.rules.hills_cast_shadows {
            return Ok(());
        }
        // Its top is a level above its ground, as with other obstructions.
        if shadow::hides(stretch.to, Fraction::ONE, high - (hill.level - 1)) { Err(SightBlock::Hill) } else { Ok(()) }
    }

    /// Returns the reason why tall obstructions block the line, if they do so as seen from either end.
    fn pass_tall(&self, tall: &[TallStretch], line: Segment, levels: [i32; 2]) -> Result<(), SightBlock> {
        let [one, two] = levels;
        let back = || -> SmallVec<[TallStretch; 8]> {
            tall.iter().map(|tall| TallStretch { stretch: tall.stretch.reversed(), ..*tall }).collect()
        };
        self.pass_tall_from(tall, line, one).or_else(|block| self.pass_tall_from(&back(), line, two).map_err(|_| block))
    }

    /// Returns the reason why tall obstructions block the line as seen from its start on `level`, if they do.
    fn pass_tall_from(&self, tall: &[TallStretch], line: Segment, level: i32) -> Result<(), SightBlock> {
        let hides = |tall: &&TallStretch| shadow::hides(tall.stretch.to, Fraction::ONE, level - tall.ground);
        let mut pierced: SmallVec<[Stretch; 8]> = SmallVec::new();
        let mut houses = false;
        for tall in tall.iter().filter(hides) {
            if !tall.pierced {
                return Err(SightBlock::Houses);
            }
            houses |= !tall.woods;
            pierced.push(tall.stretch);
        }
        if Stretches::union(pierced).share().is_longer(line, self.rules.woods_sight) {
            return Err(if houses { SightBlock::Houses } else { SightBlock::Woods });
        }
        Ok(())
    }

    /// Returns the reason why friends are in the way of fire, if they are.
    fn pass_friends(&self, line: Segment, levels: [i32; 2]) -> Result<(), SightBlock> {
        let blocked = blocked_by(&self.friends, self.rules.friend_clearance, line, levels);
        let [one, two] = blocked;
        let firing = if self.first_fires { one } else { two };
        let is_blocked = if self.rules.mutual_overhead_fire { one && two } else { firing };
        if is_blocked { Err(SightBlock::Friends) } else { Ok(()) }
    }
}

/// Returns for each end of a line whether bases nearer to it than `clearance` thousandths of an inch hide the other end.
fn blocked_by(bases: &[BaseInWay], clearance: i32, line: Segment, levels: [i32; 2]) -> [bool; 2] {
    let near = bases.iter().filter(|other| other.around.bounds().meets(line.bounds()));
    let mut blocked = [false; 2];
    for other in near.filter(|other| other.base.distance_to_segment(line).less_than(clearance)) {
        let inside = other.around.inside(line);
        let ends = inside.iter().next().zip(inside.iter().next_back());
        let far = ends.map_or([Fraction::ONE; 2], |(first, last)| [last.to, first.from.rest()]);
        for ((blocked, far), level) in blocked.iter_mut().zip(far).zip(levels) {
            *blocked |= shadow::hides(far, Fraction::ONE, level - other.level);
        }
    }
    blocked
}

/// Returns areas with their numbers, beginning with the one that blocked a line last.
fn from_last<'a>(areas: &'a [&'a TerrainArea], last: usize) -> impl Iterator<Item = (usize, &'a TerrainArea)> {
    let count = areas.len();
    (0..count).map(move |offset| (last + offset) % count).map(move |number| (number, areas[number]))
}

/// Returns the stretches of a line on a hill.
fn hill_stretches(hill: &TerrainArea, line: Segment) -> SmallVec<[HillStretch; 2]> {
    let stretches = hill.outline.inside(line);
    let on_hill = |stretch| HillStretch { stretch, level: hill.level, stepped: hill.stepped };
    stretches.iter().map(on_hill).collect()
}

/// Returns the stretches of a line within a tall area, cut where the level of the ground changes.
fn tall_stretches(
    area: &TerrainArea,
    line: Segment,
    hills: &[HillStretch],
    through_towns: bool,
) -> SmallVec<[TallStretch; 4]> {
    let mut cut = SmallVec::new();
    for stretch in area.outline.inside(line).iter() {
        let holds_an_end = stretch.from == Fraction::ZERO || stretch.to == Fraction::ONE;
        let pierced = area.woods || holds_an_end || through_towns;
        let inner = hills.iter().flat_map(|hill| [hill.stretch.from, hill.stretch.to]);
        let mut ends: SmallVec<[Fraction; 8]> = inner.filter(|end| stretch.from < *end && *end < stretch.to).collect();
        ends.push(stretch.to);
        ends.sort_unstable();
        let mut from = stretch.from;
        for to in ends {
            let covers = |hill: &&HillStretch| hill.stretch.from <= from && to <= hill.stretch.to;
            let ground = hills.iter().filter(covers).map(|hill| hill.level).max().unwrap_or(0);
            if from < to {
                cut.push(TallStretch { stretch: Stretch { from, to }, ground, pierced, woods: area.woods });
            }
            from = to;
        }
    }
    cut
}
