//! The results in the cells of tables: effects on a unit, and assaults that do not go home (V, VII).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::UnitStatus;

/// An effect of combat on a unit (V), from the mildest to the worst. `D` is disorder, `U` a withdrawal up to a distance, `B` an
/// absolute retreat in disorder, `M` one that demoralizes, `L` a lost base; numbers are inches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum CombatEffect {
    /// No effect.
    #[default]
    #[serde(rename = "none")]
    Nothing,
    /// Disordered where it is.
    #[serde(rename = "D")]
    Disorder,
    /// Disordered, withdraws up to 6 inches to be safer.
    #[serde(rename = "U6")]
    Withdraw,
    /// Disordered, falls back 6 inches.
    #[serde(rename = "B6")]
    FallBack,
    /// Demoralized, thrown back 12 inches.
    #[serde(rename = "M12")]
    ThrownBack,
    /// Loses a base, disordered, falls back 6 inches.
    #[serde(rename = "L6")]
    LoseBase,
    /// Loses a base, demoralized, thrown back 12 inches.
    #[serde(rename = "L12")]
    LoseBaseThrownBack,
    /// Loses two bases, demoralized, thrown back 12 inches.
    #[serde(rename = "LL12")]
    LoseTwoThrownBack,
    /// Broken: destroyed.
    #[serde(rename = "X")]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoppedResult {
    /// Stops 1 inch short of the target.
    #[default]
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const EFFECTS: [(&str, CombatEffect, UnitStatus, u8, u8); 9] = [
        ("none", CombatEffect::Nothing, UnitStatus::Ok, 0, 0),
        ("D", CombatEffect::Disorder, UnitStatus::Disordered, 0, 0),
        ("U6", CombatEffect::Withdraw, UnitStatus::Disordered, 6, 0),
        ("B6", CombatEffect::FallBack, UnitStatus::Disordered, 6, 0),
        ("M12", CombatEffect::ThrownBack, UnitStatus::Demoralized, 12, 0),
        ("L6", CombatEffect::LoseBase, UnitStatus::Disordered, 6, 1),
        ("L12", CombatEffect::LoseBaseThrownBack, UnitStatus::Demoralized, 12, 1),
        ("LL12", CombatEffect::LoseTwoThrownBack, UnitStatus::Demoralized, 12, 2),
        ("X", CombatEffect::Broken, UnitStatus::Ok, 0, 0),
    ];

    #[test]
    fn effects_tell_status_distance_and_losses() {
        for (word, effect, status, inches, bases) in EFFECTS {
            assert_eq!(serde_json::to_value(effect).unwrap(), json!(word));
            assert_eq!(serde_json::from_value::<CombatEffect>(json!(word)).unwrap(), effect);
            assert_eq!((effect.status(), effect.inches(), effect.bases()), (status, inches, bases), "{word}");
            assert_eq!(effect.is_up_to(), word.starts_with('U'), "V: only an `up to` distance is no must");
        }
    }

    #[test]
    fn stopped_assaults_are_short_or_back() {
        let results = [
            StoppedResult::Short,
            StoppedResult::ShortDisordered,
            StoppedResult::BackDisordered,
            StoppedResult::BackDemoralized,
            StoppedResult::BackLosesBase,
        ];
        assert_eq!(results.map(StoppedResult::is_back), [false, false, true, true, true], "V");
        assert_eq!(results.map(StoppedResult::bases), [0, 0, 0, 0, 1]);
        assert_eq!(results.map(|result| result.status() as u8), [0, 1, 1, 2, 2]);
    }
}
