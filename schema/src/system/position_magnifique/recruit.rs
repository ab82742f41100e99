//! New units and formations, and the lists of places in the victory conditions.

use super::{Ending, Formation, Kind, Nation, PositionMagnifique, Unit, VictoryLevel};
use crate::common::arm::Arm;
use crate::common::recruit::{
    CounterFigures, FormationWish, PlaceList, Recruit, RecruitError, UnitChoices, UnitKind, leading_number,
};
use crate::common::start::Start;
use crate::path::DocPath;
use crate::system::ScenarioRoot;
use crate::system::rows::{StartRow, chosen_formation};

/// The kinds of units, in the order of [`UNIT_KINDS`].
const KINDS: [Kind; 5] =
    [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery, Kind::HeavyArtillery, Kind::HorseArtillery];

/// The kinds of units with their names and arms, in the order of [`KINDS`].
pub(super) const UNIT_KINDS: [UnitKind; 5] = [
    UnitKind { name: "Infantry", arm: Arm::Infantry },
    UnitKind { name: "Cavalry", arm: Arm::Cavalry },
    UnitKind { name: "Field artillery", arm: Arm::Artillery },
    UnitKind { name: "Heavy artillery", arm: Arm::Artillery },
    UnitKind { name: "Horse artillery", arm: Arm::Artillery },
];

/// The upper limit for movement points read from another program's counter.
const MOST_MOVEMENT: u8 = 30;

impl Unit {
    /// Copies the readable figures of a counter to the unit.
    fn take(&mut self, figures: &CounterFigures) {
        if let Some(movement) = figures.movement {
            self.movement = movement.map(|points| points.min(MOST_MOVEMENT));
        }
        let [front, back] = figures.values.each_ref().map(|text| Figures::of(text.as_deref()));
        let Some((up, down)) = front.combat.zip(back.combat) else { return };
        // The front may show the reduced side, but the file lists the stronger side first.
        self.combat = [up.max(down), up.min(down)];
        self.reduced = up < down;
        self.range = front.range;
        self.mitrailleuse = front.letter == Some('m');
    }
}

/// The parsed figures of one side of a counter, such as `9m 2-3`: Combat Factor, letter, ranges.
#[derive(Default)]
struct Figures {
    combat: Option<u8>,
    letter: Option<char>,
    range: Option<[u8; 2]>,
}

impl Figures {
    fn of(text: Option<&str>) -> Self {
        let Some(text) = text else { return Self::default() };
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let range = words.next().and_then(|word| word.split_once('-'));
        Self {
            combat: leading_number(first),
            letter: first.chars().last().filter(char::is_ascii_alphabetic),
            range: range.and_then(|(near, far)| Some([leading_number(near)?, leading_number(far)?])),
        }
    }
}

impl PositionMagnifique {
    fn nation(&self, formation: &Formation) -> Nation {
        self.side.get(&formation.side).map(|side| side.nation).unwrap_or_default()
    }

    /// Returns a unit to copy the figures from: of the same kind in the formation, on the side, in the template for the same
    /// army, or anywhere; at last, one of the template that is artillery, or not, like `kind`.
    fn closest(&self, formation: &Formation, kind: Kind) -> Option<&Unit> {
        let of = |same: &dyn Fn(&Unit) -> bool| self.unit.iter().rfind(|unit| unit.kind == kind && same(unit));
        of(&|unit| unit.formation == formation.id)
            .or_else(|| of(&|unit| *self.side_of(&unit.formation) == formation.side))
            .or_else(|| Self::of_template()?.model(self.nation(formation), &|other| other == kind))
            .or_else(|| of(&|_| true))
            .or_else(|| {
                Self::of_template()?.model(self.nation(formation), &|other| other.is_artillery() == kind.is_artillery())
            })
    }

    /// Returns the first unit whose kind satisfies `fit`, with units of `nation` preferred.
    fn model(&self, nation: Nation, fit: &dyn Fn(Kind) -> bool) -> Option<&Unit> {
        let own = |unit: &&Unit| self.formation(&unit.formation).is_some_and(|of| self.nation(of) == nation);
        let mut units = self.unit.iter().filter(|unit| fit(unit.kind));
        units.clone().find(own).or_else(|| units.next())
    }

    /// Makes a new unit from `wish`; see [`Common::recruit`](crate::common::view::Common::recruit).
    pub(super) fn new_unit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        let kind = *KINDS.get(wish.kind).ok_or(RecruitError::NoKind)?;
        let formation = chosen_formation(&self.formation, wish, |_| true)?;
        let like = self.closest(formation, kind).ok_or(RecruitError::NoModel)?;
        let (name, label) = wish.names();
        let mut unit = Unit {
            id: wish.id.clone(),
            name,
            label: Some(label),
            formation: formation.id.clone(),
            kind,
            combat: wish.rating.map_or(like.combat, |full| [full, full.div_ceil(2)]),
            range: like.range,
            movement: like.movement,
            ..Unit::default()
        };
        unit.set_start(wish.start.clone());
        unit.take(&wish.figures);
        Ok(Recruit {
            formation: Some(formation.name.to_string()),
            rating: unit.combat[0],
            sides: unit.faces(),
            row: serde_json::to_value(unit)?,
        })
    }

    /// Returns the index of the kind that fits `arm` and `figures`. The letter `h` marks horse artillery.
    pub(super) fn kind_by_figures(&self, arm: Arm, figures: &CounterFigures) -> usize {
        let horse = arm == Arm::Artillery && Figures::of(figures.values[0].as_deref()).letter == Some('h');
        let kind = |kind: &UnitKind| kind.arm == arm && (!horse || kind.name == "Horse artillery");
        UNIT_KINDS.iter().position(kind).unwrap_or(0)
    }

    /// Makes a new formation from `wish`, with a headquarters that has no starting position yet.
    pub(super) fn new_formation(&self, wish: &FormationWish) -> Option<Formation> {
        let own = self.formation.iter().find(|formation| formation.side == wish.side);
        let mut formation = own.or(self.formation.first())?.clone();
        formation.id = wish.id.clone();
        formation.side = wish.side.clone();
        if let Some(name) = &wish.name {
            formation.name = name.as_str().into();
        }
        let hq = &mut formation.hq;
        hq.set_start(Start::Nowhere);
        if let Some((name, figures)) = &wish.hq {
            hq.name = name.as_str().into();
            let ratings = figures.values[0].as_deref().and_then(|ratings| ratings.split_once('/'));
            if let Some((attack, defend)) =
                ratings.and_then(|(attack, defend)| Some((leading_number(attack)?, leading_number(defend)?)))
            {
                (hq.attack, hq.defend) = (attack, defend);
            }
            if let Some([movement, _]) = figures.movement {
                hq.movement = movement.min(MOST_MOVEMENT);
            }
        }
        Some(formation)
    }

    /// Returns all lists of places in the endings.
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
        // The endings after the last turn come first, because places count most often there.
        last.chain(sudden).flat_map(lists).collect()
    }
}
