//! New units and formations.

use super::{CommandLevel, Formation, Outrance, TroopType, Unit, faces};
use crate::common::arm::Arm;
use crate::common::recruit::{FormationWish, Recruit, RecruitError, UnitChoices, UnitKind};

/// The kinds of units, in the order of [`TroopType::ALL`].
pub(super) const UNIT_KINDS: [UnitKind; 4] = [
    UnitKind { name: "Infantry", arm: Arm::Infantry },
    UnitKind { name: "Cavalry", arm: Arm::Cavalry },
    UnitKind { name: "Artillery", arm: Arm::Artillery },
    UnitKind { name: "General", arm: Arm::Headquarters },
];

/// The number of bases of a new brigade (II).
const BRIGADE: u8 = 4;

/// The number of bases of new artillery.
const BATTERIES: u8 = 2;

impl Outrance {
    /// Makes a new unit of the formation that `wish` names, or of the first one of its side.
    pub(super) fn new_unit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        let troops = *TroopType::ALL.get(wish.kind).ok_or(RecruitError::NoKind)?;
        let named = wish.formation.as_ref().and_then(|id| self.formation(id));
        let formation = named.or_else(|| self.formation.iter().find(|formation| formation.side == wish.side));
        let formation = formation.ok_or(RecruitError::NoFormation)?;
        let (name, label) = wish.names();
        let usual = match troops {
            TroopType::Infantry | TroopType::Cavalry => BRIGADE,
            TroopType::Artillery => BATTERIES,
            TroopType::General => 0,
        };
        let bases = if troops == TroopType::General { 0 } else { wish.rating.unwrap_or(usual) };
        let mut unit = Unit {
            id: wish.id.clone(),
            name,
            label: Some(label),
            formation: formation.id.clone(),
            troops,
            bases,
            ..Unit::default()
        };
        unit.set_start(wish.start.clone());
        let sides = faces(&unit, self.printed_movement(&unit));
        let row = serde_json::to_value(unit)?;
        Ok(Recruit { row, formation: None, rating: bases, sides })
    }

    /// Makes a new corps.
    pub(super) fn new_formation(&self, wish: &FormationWish) -> Formation {
        let model = self.formation.iter().find(|formation| formation.side == wish.side);
        Formation {
            id: wish.id.clone(),
            name: wish.name.as_deref().or(model.map(|model| model.name.as_str())).unwrap_or("New corps").into(),
            side: wish.side.clone(),
            color: None,
            level: model.map_or(CommandLevel::Corps, |model| model.level),
        }
    }
}
