//! New units, and the lists of places that victory depends on.

use std::sync::LazyLock;

use super::{Ending, Enters, Formation, Kind, Nation, PositionMagnifique, Unit, VictoryLevel};
use crate::common::muster::{NEW, PlaceList, Recruit, UnitKind, Wish};
use crate::common::view::{Arm, Column, Start};
use crate::id::{HexId, ZoneId};
use crate::path::DocPath;
use crate::{Scenario, System, load, template};

/// The kinds of units, with what they are called.
const KINDS: [Kind; 5] =
    [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery, Kind::HeavyArtillery, Kind::HorseArtillery];

/// The kinds of units, in the same order.
pub(super) const UNIT_KINDS: [UnitKind; 5] = [
    UnitKind { name: "Infantry", arm: Arm::Infantry },
    UnitKind { name: "Cavalry", arm: Arm::Cavalry },
    UnitKind { name: "Field artillery", arm: Arm::Artillery },
    UnitKind { name: "Heavy artillery", arm: Arm::Artillery },
    UnitKind { name: "Horse artillery", arm: Arm::Artillery },
];

/// The three fields of a counter that say where it starts.
pub(super) fn fields(start: Start) -> (Option<HexId>, Option<Enters>, Option<ZoneId>) {
    match start {
        Start::Nowhere => (None, None, None),
        Start::At(hex) => (Some(hex), None, None),
        Start::Enters { turn, at, column: Column { any_order, position } } => {
            (None, Some(Enters { turn, at, any_order, position }), None)
        }
        Start::Zone(zone) => (None, None, Some(zone)),
    }
}

/// The template, whose units lend their figures where a scenario has none of the kind.
fn lender() -> Option<&'static PositionMagnifique> {
    static TEMPLATE: LazyLock<Option<Scenario>> = LazyLock::new(|| load(template(System::PositionMagnifique)).scenario);
    match TEMPLATE.as_ref()? {
        Scenario::PositionMagnifique(scenario) => Some(scenario),
        _ => None,
    }
}

impl PositionMagnifique {
    fn nation(&self, formation: &Formation) -> Nation {
        self.side.get(&formation.side).map(|side| side.nation).unwrap_or_default()
    }

    /// A unit that one of `kind` in `formation` is like: of the formation, or else of the side, of the
    /// army, or of anybody.
    fn alike(&self, formation: &Formation, kind: Kind) -> Option<&Unit> {
        let of = |same: &dyn Fn(&Unit) -> bool| self.unit.iter().rfind(|unit| unit.kind == kind && same(unit));
        of(&|unit| unit.formation == formation.id)
            .or_else(|| of(&|unit| *self.side_of(&unit.formation) == formation.side))
            .or_else(|| lender()?.lent(self.nation(formation), &|other| other == kind))
            .or_else(|| of(&|_| true))
            .or_else(|| lender()?.lent(self.nation(formation), &|other| other.is_artillery() == kind.is_artillery()))
    }

    /// The first unit whose kind is `fit`, one of `nation` before others.
    fn lent(&self, nation: Nation, fit: &dyn Fn(Kind) -> bool) -> Option<&Unit> {
        let own = |unit: &&Unit| self.formation(&unit.formation).is_some_and(|of| self.nation(of) == nation);
        let mut units = self.unit.iter().filter(|unit| fit(unit.kind));
        units.clone().find(own).or_else(|| units.next())
    }

    /// The unit that `wish` makes.
    pub(super) fn new_unit(&self, wish: &Wish) -> Result<Recruit, String> {
        let kind = *KINDS.get(wish.kind).ok_or("This system has no such units.")?;
        let chosen = wish.formation.as_ref().and_then(|id| self.formation(id));
        let chosen = chosen.filter(|formation| formation.side == wish.side);
        let first = || self.formation.iter().find(|formation| formation.side == wish.side);
        let formation = chosen
            .or_else(first)
            .ok_or("A unit belongs to a formation, and this side has none: add one on the page of the scenario.")?;
        let like = self.alike(formation, kind).ok_or("There is no unit whose figures it could have.")?;
        let (name, label) = NEW;
        let mut unit = Unit {
            id: wish.id.clone(),
            name: name.into(),
            label: Some(label.into()),
            formation: formation.id.clone(),
            kind,
            combat: wish.rating.map_or(like.combat, |full| [full, full.div_ceil(2)]),
            range: like.range,
            movement: like.movement,
            ..Unit::default()
        };
        (unit.at, unit.enters, unit.zone) = fields(wish.start.clone());
        Ok(Recruit {
            formation: Some(formation.name.to_string()),
            rating: unit.combat[0],
            sides: unit.faces(),
            row: serde_json::to_value(unit).map_err(|error| error.to_string())?,
        })
    }

    /// Every list of places in the endings.
    pub(super) fn place_lists(&self) -> Vec<PlaceList> {
        let path = DocPath::root().key("victory");
        let sudden = self.victory.sudden.iter().enumerate().map(|(n, ending)| ("Sudden", "sudden", n, ending));
        let last = self.victory.last.iter().enumerate().map(|(n, ending)| ("Last", "last", n, ending));
        let lists = |(word, key, n, ending): (&str, &str, usize, &Ending)| {
            let row = path.clone().key(key).index(n);
            let level = match ending.level {
                VictoryLevel::Draw => "draw",
                VictoryLevel::Minor => "minor",
                VictoryLevel::Victory => "victory",
                VictoryLevel::Major => "major",
                VictoryLevel::Overwhelming => "overwhelming",
            };
            [
                ("controls", "controls all of", &ending.controls),
                ("controls_any", "controls any of", &ending.controls_any),
                ("controls_more_of", "controls more of", &ending.controls_more_of),
                ("enemy_lacks", "the enemy lacks one of", &ending.enemy_lacks),
            ]
            .map(|(field, words, places)| PlaceList {
                path: row.clone().key(field),
                name: format!("{word} {}, {level}: {words}", n + 1),
                side: ending.winner.clone(),
                places: places.clone(),
            })
        };
        // What is looked at after the last turn comes first: that is where places count most often.
        last.chain(sudden).flat_map(lists).collect()
    }
}
