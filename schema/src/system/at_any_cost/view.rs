//! The system-independent view of the scenario.

use std::borrow::Cow;

use serde_json::Value;
use smol_str::SmolStr;

use super::recruit::{UNIT_KINDS, fields};
use super::{AtAnyCost, Enters, Event, Formation, Kind};
use crate::common::arm::Arm;
use crate::common::fortification::FortificationView;
use crate::common::recruit::{CounterFigures, FormationWish, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::shared_sections::shared_sections;
use crate::common::start::{MarchColumn, Start};
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView};
use crate::id::{HexId, SideId, UnitId};
use crate::{DocPath, FormationId, PathStep, System};

/// From how many levels of difference on a hexside is a steep slope, which is drawn as a slope hexside (12.2).
const STEEP: u8 = 2;

/// The side of a unit whose formation there is not.
pub(crate) static NOBODY: SideId = SideId(SmolStr::new_static(""));

impl AtAnyCost {
    /// The formation with the id `id`.
    pub fn formation(&self, id: &FormationId) -> Option<&Formation> {
        self.formation.iter().find(|formation| formation.id == *id)
    }

    /// The side of the formation with the id `id`; an empty name if there is no such formation.
    pub fn side_of(&self, id: &FormationId) -> &SideId {
        self.formation(id).map_or(&NOBODY, |formation| &formation.side)
    }
}

impl Formation {
    /// The id of its headquarters as a piece, such as `"fr-ii-hq"`.
    pub fn hq_id(&self) -> UnitId {
        UnitId::from(format!("{}-hq", self.id))
    }
}

impl Enters {
    /// Its part in the column that enters with it.
    pub(super) fn column(&self) -> MarchColumn {
        MarchColumn { position: self.position, group: self.group.clone(), ..MarchColumn::default() }
    }
}

/// The start of a counter with these two fields. One that says so twice is shown in its hex.
fn start(at: Option<&HexId>, enters: Option<&Enters>) -> Start {
    match (at, enters) {
        (Some(hex), _) => Start::At(hex.clone()),
        (None, Some(enters)) => Start::Enters { turn: enters.turn, at: enters.at.clone(), column: enters.column() },
        (None, None) => Start::Nowhere,
    }
}

impl Common for AtAnyCost {
    shared_sections!();

    fn system(&self) -> System {
        System::AtAnyCost
    }

    fn steep(&self) -> Option<u8> {
        Some(STEEP)
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let formation = self.formation(&unit.formation);
        let sides = unit.faces();
        let worn = usize::from(unit.starts_worn());
        Some(UnitView {
            id: Cow::Borrowed(&unit.id),
            name: &unit.name,
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |formation| &formation.name)),
            side: formation.map_or(&NOBODY, |formation| &formation.side),
            arm: match unit.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
                Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => Arm::Artillery,
            },
            rating: unit.sp[worn],
            // A Small Unit shows its front, which is Battleworn.
            face: sides[usize::from(unit.battleworn && !unit.small)].clone(),
            sides,
            start: start(unit.at.as_ref(), unit.enters.as_ref()),
        })
    }

    fn formations(&self) -> Vec<FormationView<'_>> {
        let rows = self.formation.iter();
        rows.map(|row| FormationView { id: &row.id, name: &row.name, side: &row.side, color: row.color }).collect()
    }

    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let formation = self.formation.get(index)?;
        let hq = &formation.hq;
        let sides = hq.faces();
        Some(UnitView {
            id: Cow::Owned(formation.hq_id()),
            name: &hq.name,
            label: &hq.name,
            formation: Some(&formation.name),
            side: &formation.side,
            arm: Arm::Headquarters,
            rating: hq.front.rating,
            face: sides[0].clone(),
            sides,
            start: start(hq.at.as_ref(), hq.enters.as_ref()),
        })
    }

    fn clear_own_sections(&mut self) {
        self.earthworks.clear();
    }

    fn fortifications(&self) -> Vec<FortificationView<'_>> {
        let rows = self.earthworks.iter();
        rows.map(|row| FortificationView {
            list: "earthworks",
            name: row.kind.name(),
            own_name: None,
            lines: row.kind.lines(),
            hexes: &row.hexes,
        })
        .collect()
    }

    fn fortification_list(&self) -> Option<&'static str> {
        Some("earthworks")
    }

    fn suits(&self, path: &DocPath, word: &str) -> bool {
        let [PathStep::Key(list), PathStep::Index(row), PathStep::Key(_)] = path.0.as_slice() else { return true };
        let side = || self.side.get(&self.chit.get(*row).filter(|_| list == "chit")?.side);
        let nation = serde_json::from_value(word.into()).ok().and_then(Event::nation);
        side().zip(nation).is_none_or(|(side, nation)| side.nation == nation)
    }

    fn set_start(&mut self, counter: Counter, to: Start) -> Option<Start> {
        let (at, enters) = match counter {
            Counter::Unit(index) => {
                let unit = self.unit.get_mut(index)?;
                (&mut unit.at, &mut unit.enters)
            }
            Counter::Hq(index) => {
                let hq = &mut self.formation.get_mut(index)?.hq;
                (&mut hq.at, &mut hq.enters)
            }
        };
        let was = start(at.as_ref(), enters.as_ref());
        (*at, *enters) = fields(to);
        Some(was)
    }

    fn needs_start(&self, counter: Counter) -> bool {
        match counter {
            // It comes from a larger unit that breaks down (17.0).
            Counter::Unit(index) => !self.unit.get(index).is_some_and(|unit| unit.breakdown),
            Counter::Hq(_) => true,
        }
    }

    fn steps(&self, index: usize) -> Option<u8> {
        self.unit.get(index).map(|unit| if unit.starts_worn() { 1 } else { 2 })
    }

    fn stack(&self, units: &[usize]) -> Result<(), &'static str> {
        let stack = || units.iter().filter_map(|index| self.unit.get(*index));
        let mut sides = stack().map(|unit| self.side_of(&unit.formation));
        let first = sides.next();
        if !sides.all(|side| Some(side) == first) {
            return Err("a hex holds units of one side");
        }
        let stacks = stack().any(|unit| unit.kind.is_artillery() || unit.breakdown);
        if units.len() < 2 || units.len() == 2 && stacks {
            return Ok(());
        }
        Err("a hex holds one unit, or two if one of them is artillery or an Infantry Detachment (4.1)")
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &UNIT_KINDS
    }

    fn rating(&self) -> Rating {
        Rating { name: "Strength Points", short: "SP", least: 1, most: 20 }
    }

    fn kind_of(&self, arm: Arm, figures: &CounterFigures) -> usize {
        self.kind_by_figures(arm, figures)
    }

    fn recruit_formation(&self, wish: &FormationWish) -> Option<Value> {
        serde_json::to_value(self.new_formation(wish)?).ok()
    }

    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        self.new_unit(wish)
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let mut scoring = Vec::new();
        for row in &self.victory.points {
            let sides = self.side.keys().filter(|side| row.side.as_ref().is_none_or(|only| only == *side));
            scoring.extend(sides.map(|side| Scoring { place: &row.place, side, points: row.points }));
        }
        scoring
    }
}
