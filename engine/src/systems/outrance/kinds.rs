//! The kinds that the rules distinguish: troops, formations, statuses, cover, and the results of combat. The names are those of
//! the scenario file.

/// The army of 1870 that a unit belongs to: weapons and doctrine differ (II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nation {
    /// The French.
    French,
    /// The Prussians and their German allies.
    Prussian,
}

/// The troops of a unit (II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TroopType {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Artillery: each base is two batteries.
    Artillery,
    /// A general and his staff, who has no part in combat.
    General,
}

/// The quality of infantry and cavalry (II), from the worst to the best. Artillery counts as Line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quality {
    /// Second-rate troops.
    Landwehr,
    /// Average troops.
    Line,
    /// Exceptionally good troops.
    Guard,
}

/// The formation of a unit on the table (IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Posture {
    /// Deployed: one base deep.
    Deployed,
    /// Maneuver: ranks of bases.
    Maneuver,
    /// March: a column one base wide.
    March,
}

/// The status of a unit (V).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitStatus {
    /// OK: no marker.
    Ok,
    /// Disordered.
    Disordered,
    /// Demoralized.
    Demoralized,
}

/// The cover that terrain gives (VIII), from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cover {
    /// No cover.
    Open,
    /// Soft cover, which hides troops.
    Soft,
    /// Hard cover, which stops bullets.
    Hard,
    /// A fortification.
    Fortification,
}

/// The going of ground for troops (IV), from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Going {
    /// Open: an inch costs an inch. To cross such a line costs nothing.
    Open,
    /// Rough: an inch costs as much as two or four. To cross such a line costs the movement of an obstacle.
    Rough,
    /// Impassable.
    Impassable,
}

/// The height of terrain above its ground, for lines of sight (VIII).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SightHeight {
    /// Flat: it has no effect on sight.
    Flat,
    /// A low obstruction: it may cover troops behind it, but blocks no line of sight.
    Low,
    /// A tall obstruction: it blocks lines of sight on its level, and throws a shadow that is seen from higher levels.
    Tall,
}

/// An action of fire (III).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FireAction {
    /// Deployed fire.
    Deployed,
    /// Advancing fire.
    Advancing,
}

impl FireAction {
    /// Returns the fire action of a unit in this formation; `None` in march formation, which cannot fire (VI).
    pub fn of(posture: Posture) -> Option<Self> {
        match posture {
            Posture::Deployed => Some(Self::Deployed),
            Posture::Maneuver => Some(Self::Advancing),
            Posture::March => None,
        }
    }
}

/// Units that count alike in the tables of fire and assault (II, VI).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitClass {
    /// French infantry.
    FrenchInfantry,
    /// Prussian infantry.
    PrussianInfantry,
    /// French artillery, mitrailleuses included.
    FrenchArtillery,
    /// Prussian artillery.
    PrussianArtillery,
    /// Cavalry of both sides.
    Cavalry,
}

impl UnitClass {
    /// Returns the class of troops of an army; `None` for generals, who have no part in combat.
    pub fn of(nation: Nation, troops: TroopType) -> Option<Self> {
        Some(match (nation, troops) {
            (Nation::French, TroopType::Infantry) => Self::FrenchInfantry,
            (Nation::Prussian, TroopType::Infantry) => Self::PrussianInfantry,
            (Nation::French, TroopType::Artillery) => Self::FrenchArtillery,
            (Nation::Prussian, TroopType::Artillery) => Self::PrussianArtillery,
            (_, TroopType::Cavalry) => Self::Cavalry,
            (_, TroopType::General) => return None,
        })
    }
}

/// An effect of combat on a unit (V), from the mildest to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CombatEffect {
    /// No effect.
    Nothing,
    /// Disordered where it is.
    Disorder,
    /// Disordered, withdraws up to 6 inches to be safer.
    Withdraw,
    /// Disordered, falls back 6 inches.
    FallBack,
    /// Demoralized, thrown back 12 inches.
    ThrownBack,
    /// Loses a base, disordered, falls back 6 inches.
    LoseBase,
    /// Loses a base, demoralized, thrown back 12 inches.
    LoseBaseThrownBack,
    /// Loses two bases, demoralized, thrown back 12 inches.
    LoseTwoThrownBack,
    /// Broken: destroyed.
    Broken,
}

impl CombatEffect {
    /// Returns the status that the effect gives: OK for no change.
    pub fn status(self) -> UnitStatus {
        match self {
            Self::Nothing | Self::Broken => UnitStatus::Ok,
            Self::Disorder | Self::Withdraw | Self::FallBack | Self::LoseBase => UnitStatus::Disordered,
            Self::ThrownBack | Self::LoseBaseThrownBack | Self::LoseTwoThrownBack => UnitStatus::Demoralized,
        }
    }

    /// Returns the distance of the movement in inches; 0 for none.
    pub fn inches(self) -> u8 {
        match self {
            Self::Nothing | Self::Disorder | Self::Broken => 0,
            Self::Withdraw | Self::FallBack | Self::LoseBase => 6,
            Self::ThrownBack | Self::LoseBaseThrownBack | Self::LoseTwoThrownBack => 12,
        }
    }

    /// Returns `true` if the distance is a limit, so that the unit does not surrender if it cannot go so far (V).
    pub fn is_up_to(self) -> bool {
        self == Self::Withdraw
    }

    /// Returns the number of bases lost.
    pub fn bases(self) -> u8 {
        match self {
            Self::LoseBase | Self::LoseBaseThrownBack => 1,
            Self::LoseTwoThrownBack => 2,
            _ => 0,
        }
    }
}

/// The result of an assault that fire stops (VII), from the mildest to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StoppedResult {
    /// Stops 1 inch short of the target.
    Short,
    /// Stops 1 inch short of the target, disordered.
    ShortDisordered,
    /// Back at its start, disordered.
    BackDisordered,
    /// Back at its start, demoralized.
    BackDemoralized,
    /// Back at its start, demoralized, with a base lost.
    BackLosesBase,
}

impl StoppedResult {
    /// Returns `true` if the unit is back at its start.
    pub fn is_back(self) -> bool {
        self >= Self::BackDisordered
    }

    /// Returns the status that the result gives: OK for no change.
    pub fn status(self) -> UnitStatus {
        match self {
            Self::Short => UnitStatus::Ok,
            Self::ShortDisordered | Self::BackDisordered => UnitStatus::Disordered,
            Self::BackDemoralized | Self::BackLosesBase => UnitStatus::Demoralized,
        }
    }

    /// Returns the number of bases lost.
    pub fn bases(self) -> u8 {
        u8::from(self == Self::BackLosesBase)
    }
}
