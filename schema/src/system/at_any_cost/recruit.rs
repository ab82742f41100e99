//! New units and formations.

use super::{AtAnyCost, Formation, HqOrder, Kind, Nation, Unit, Weight};
use crate::common::arm::Arm;
use crate::common::recruit::{
    CounterFigures, FormationWish, Recruit, RecruitError, UnitChoices, UnitKind, leading_number,
};
use crate::common::start::Start;
use crate::system::ScenarioRoot;
use crate::system::rows::{StartRow, chosen_formation};

/// The kinds of units, with the weight of cavalry.
const KINDS: [(Kind, Option<Weight>); 7] = [
    (Kind::Infantry, None),
    (Kind::Cavalry, Some(Weight::Light)),
    (Kind::Cavalry, Some(Weight::Medium)),
    (Kind::Cavalry, Some(Weight::Heavy)),
    (Kind::FieldArtillery, None),
    (Kind::HeavyArtillery, None),
    (Kind::HorseArtillery, None),
];

/// The kinds of units, in the same order.
pub(super) const UNIT_KINDS: [UnitKind; 7] = [
    UnitKind { name: "Infantry", arm: Arm::Infantry },
    UnitKind { name: "Light cavalry", arm: Arm::Cavalry },
    UnitKind { name: "Medium cavalry", arm: Arm::Cavalry },
    UnitKind { name: "Heavy cavalry", arm: Arm::Cavalry },
    UnitKind { name: "Field artillery", arm: Arm::Artillery },
    UnitKind { name: "Heavy artillery", arm: Arm::Artillery },
    UnitKind { name: "Horse artillery", arm: Arm::Artillery },
];

/// The most movement points that are taken from another program's counter.
const MOST_MOVEMENT: u8 = 30;

/// The most that a Tactical Cohesion Rating can be (3.1).
const MOST_TCR: u8 = 10;

impl Unit {
    /// Takes over the figures of a counter.
    fn take(&mut self, figures: &CounterFigures) {
        if let Some([movement, _]) = figures.movement {
            self.movement = movement.min(MOST_MOVEMENT);
        }
        let [front, back] = figures.values.each_ref().map(|text| Figures::of(text.as_deref()));
        let Some((up, down)) = front.sp.zip(back.sp) else { return };
        // The side that is up comes first; the file has the stronger one first.
        self.battleworn = up < down;
        self.sp = [up.max(down), up.min(down)];
        if let Some((up, down)) = front.tcr.zip(back.tcr) {
            self.tcr = [up.max(down), up.min(down)].map(|tcr| tcr.min(MOST_TCR));
            // Both sides of a Small Unit are Battleworn (3.4), and show the same.
            self.small = self.sp[0] == self.sp[1] && self.tcr[0] == self.tcr[1];
        }
        if let Some(range) = front.range.filter(|_| self.kind != Kind::Cavalry) {
            self.range = Some(range);
        }
        if front.is_marked && self.kind.is_artillery() {
            let lent = || AtAnyCost::of_template()?.unit.iter().find_map(|unit| unit.mitrailleuse);
            self.mitrailleuse = self.mitrailleuse.or_else(lent);
        }
    }
}

/// A side of a counter in one line, such as `6 7m 3(6)`: TCR, SP, mark, ranges. A number alone is the SP.
#[derive(Default)]
struct Figures {
    tcr: Option<u8>,
    sp: Option<u8>,
    /// The letter behind the SP that tells the weight of cavalry or the sort of artillery.
    letter: Option<char>,
    /// `true` for a battery with a Mitrailleuse marker.
    is_marked: bool,
    range: Option<[u8; 2]>,
}

impl Figures {
    fn of(text: Option<&str>) -> Self {
        let text = text.unwrap_or_default();
        let mut figures = Self::default();
        let mut numbers = Vec::new();
        for word in text.split_whitespace() {
            let apart = word.strip_suffix(')').and_then(|word| word.split_once('(')).or_else(|| word.split_once('-'));
            match apart {
                Some((near, far)) => figures.range = Some([near, far]).and_then(both),
                None => numbers.push(word),
            }
        }
        let (tcr, sp) = match numbers.as_slice() {
            [tcr, sp, ..] => (Some(*tcr), Some(*sp)),
            [sp] => (None, Some(*sp)),
            [] => (None, None),
        };
        figures.tcr = tcr.and_then(leading_number);
        figures.sp = sp.and_then(leading_number);
        let letters = sp.map_or("", |sp| sp.trim_start_matches(|c: char| c.is_ascii_digit()));
        figures.letter = letters.chars().find(|letter| *letter != MARK);
        figures.is_marked = letters.contains(MARK);
        figures
    }
}

/// The letter of a battery with a Mitrailleuse marker.
const MARK: char = 'm';

fn both([near, far]: [&str; 2]) -> Option<[u8; 2]> {
    Some([leading_number(near)?, leading_number(far)?])
}

/// The two orders that the side of a headquarters is named after, such as `Attack/March`.
fn orders(name: &str) -> Option<[HqOrder; 2]> {
    let order = |name: &str| HqOrder::ALL.into_iter().find(|order| order.name() == name.trim());
    let (first, second) = name.split_once('/').unwrap_or((name, name));
    Some([order(first)?, order(second)?])
}

impl AtAnyCost {
    fn nation(&self, formation: &Formation) -> Nation {
        self.side.get(&formation.side).map(|side| side.nation).unwrap_or_default()
    }

    /// A unit that one of `kind` in `formation` is like: of the formation, or else of the side, of the army, or of
    /// anybody; of another weight if there is none of this one.
    fn closest(&self, formation: &Formation, kind: Kind, weight: Option<Weight>) -> Option<&Unit> {
        let of = |same: &dyn Fn(&Unit) -> bool| {
            self.unit.iter().rfind(|unit| unit.kind == kind && !unit.breakdown && same(unit))
        };
        let is_same =
            |unit: &Unit| kind != Kind::Cavalry || unit.weight.unwrap_or_default() == weight.unwrap_or_default();
        let is_own = |unit: &Unit| unit.formation == formation.id;
        let is_of_side = |unit: &Unit| *self.side_of(&unit.formation) == formation.side;
        let nation = self.nation(formation);
        of(&|unit| is_own(unit) && is_same(unit))
            .or_else(|| of(&|unit| is_of_side(unit) && is_same(unit)))
            .or_else(|| of(&is_of_side))
            .or_else(|| Self::of_template()?.model(nation, &|unit| unit.kind == kind))
            .or_else(|| of(&|_| true))
            .or_else(|| Self::of_template()?.model(nation, &|unit| unit.kind.is_artillery() == kind.is_artillery()))
    }

    /// The first unit that is `fit`, one of `nation` before others.
    fn model(&self, nation: Nation, fit: &dyn Fn(&Unit) -> bool) -> Option<&Unit> {
        let own = |unit: &&Unit| self.formation(&unit.formation).is_some_and(|of| self.nation(of) == nation);
        let mut units = self.unit.iter().filter(|unit| fit(unit));
        units.clone().find(own).or_else(|| units.next())
    }

    /// The unit that `wish` makes.
    pub(super) fn new_unit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        let (kind, weight) = *KINDS.get(wish.kind).ok_or(RecruitError::NoKind)?;
        let formation = chosen_formation(&self.formation, wish, |_| true)?;
        let like = self.closest(formation, kind, weight).ok_or(RecruitError::NoModel)?;
        // A Small Unit lends the only figures that count.
        let two = |[fresh, worn]: [u8; 2]| if like.small { [worn, worn] } else { [fresh, worn] };
        let (name, label) = wish.names();
        let mut unit = Unit {
            id: wish.id.clone(),
            name,
            label: Some(label),
            formation: formation.id.clone(),
            kind,
            weight,
            sp: wish.rating.map_or(two(like.sp), |fresh| [fresh, fresh.div_ceil(2)]),
            tcr: two(like.tcr),
            range: like.range,
            movement: like.movement,
            ..Unit::default()
        };
        unit.set_start(wish.start.clone());
        unit.take(&wish.figures);
        Ok(Recruit {
            formation: Some(formation.name.to_string()),
            rating: unit.sp[0],
            sides: unit.faces(),
            row: serde_json::to_value(unit)?,
        })
    }

    /// The place among the kinds of what is of this `arm` and has these figures, by the letter behind the SP.
    pub(super) fn kind_by_figures(&self, arm: Arm, figures: &CounterFigures) -> usize {
        let letter = Figures::of(figures.values[0].as_deref()).letter;
        let name = match (arm, letter) {
            (Arm::Cavalry, Some('M')) => "Medium cavalry",
            (Arm::Cavalry, Some('H')) => "Heavy cavalry",
            (Arm::Artillery, Some('H')) => "Heavy artillery",
            (Arm::Artillery, Some('h')) => "Horse artillery",
            _ => "",
        };
        let lettered = UNIT_KINDS.iter().position(|kind| kind.name == name);
        lettered.or_else(|| UNIT_KINDS.iter().position(|kind| kind.arm == arm)).unwrap_or(0)
    }

    /// The formation that `wish` makes, with a headquarters that starts nowhere yet.
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
            let [front, back] = figures.values.each_ref().map(|rating| rating.as_deref().and_then(leading_number));
            if let Some((front, back)) = front.zip(back) {
                (hq.front.rating, hq.back.rating) = (front, back);
            }
            for (side, name) in [&mut hq.front, &mut hq.back].into_iter().zip(&figures.names) {
                side.orders = name.as_deref().and_then(orders).unwrap_or(side.orders);
            }
            if let Some([movement, _]) = figures.movement {
                hq.movement = movement.min(MOST_MOVEMENT);
            }
        }
        Some(formation)
    }
}
