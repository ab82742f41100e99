//! The system's tables, in their printed layout.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Elan, Kind, HqOrder, TerrainClass};
use crate::common::road::HexsideKind;
use crate::system::settings::as_text;

/// A column of a Fire Combat Results Table: the Strength Points that it is for, such as `"A"`, `"7"`, `"11-12"` or
/// `"13+"`. `A` is 0 SP, `B` is -1, `C` is -2 and less (ruling r1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FireColumn {
    /// The least SP.
    pub from: i8,
    /// The greatest SP; `None` for no limit.
    pub to: Option<i8>,
}

impl FireColumn {
    fn parse(text: &str) -> Option<Self> {
        let points = |digits: &str| digits.parse::<i8>().ok().filter(|points| (1..=99).contains(points));
        match text {
            "A" => Some(Self { from: 0, to: Some(0) }),
            "B" => Some(Self { from: -1, to: Some(-1) }),
            "C" => Some(Self { from: -2, to: Some(-2) }),
            _ => {
                if let Some(from) = text.strip_suffix('+') {
                    return Some(Self { from: points(from)?, to: None });
                }
                let (from, to) = text.split_once('-').unwrap_or((text, text));
                let (from, to) = (points(from)?, points(to)?);
                (from <= to).then_some(Self { from, to: Some(to) })
            }
        }
    }
}

impl fmt::Display for FireColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (0, _) => f.write_str("A"),
            (-1, _) => f.write_str("B"),
            (..=-2, _) => f.write_str("C"),
            (from, None) => write!(f, "{from}+"),
            (from, Some(to)) if from == to => write!(f, "{from}"),
            (from, Some(to)) => write!(f, "{from}-{to}"),
        }
    }
}

as_text!(
    FireColumn,
    r"^([ABC]|[1-9][0-9]?(-[1-9][0-9]?|\+)?)$",
    "a column: `C`, `B`, `A`, a number of SP, a span such as `11-12`, or `13+`"
);

/// The severity of a Tactical Cohesion Test, from light to grave (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TestSeverity {
    /// Routine Test.
    Routine,
    /// Tough Test.
    Tough,
    /// Severe Test.
    Severe,
    /// Critical Test.
    Critical,
}

impl TestSeverity {
    /// Returns the number that is taken off the TCR (9.1).
    pub fn less(self) -> i8 {
        match self {
            Self::Routine => 0,
            Self::Tough => 1,
            Self::Severe => 2,
            Self::Critical => 3,
        }
    }
}

/// The effect of a fire on one unit (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FireEffect {
    /// No effect.
    None,
    /// A Tactical Cohesion Test.
    Test(TestSeverity),
    /// This many Casualty Hits.
    Casualties(u8),
}

impl FireEffect {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "-" => Self::None,
            "RT" => Self::Test(TestSeverity::Routine),
            "TT" => Self::Test(TestSeverity::Tough),
            "ST" => Self::Test(TestSeverity::Severe),
            "CT" => Self::Test(TestSeverity::Critical),
            "1" => Self::Casualties(1),
            "2" => Self::Casualties(2),
            _ => return None,
        })
    }
}

impl fmt::Display for FireEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::Test(TestSeverity::Routine) => f.write_str("RT"),
            Self::Test(TestSeverity::Tough) => f.write_str("TT"),
            Self::Test(TestSeverity::Severe) => f.write_str("ST"),
            Self::Test(TestSeverity::Critical) => f.write_str("CT"),
            Self::Casualties(hits) => write!(f, "{hits}"),
        }
    }
}

/// A cell of a Fire Combat Results Table, such as `"RT"`, `"1"` or `"1+RT"`: the effect on the Front Line unit, and that
/// on the Second Line unit behind a `+` (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FireResult {
    /// The effect on the Front Line unit.
    pub front: FireEffect,
    /// The effect on the Second Line unit.
    pub second: FireEffect,
}

impl FireResult {
    /// No effect on anybody.
    pub const NONE: Self = Self { front: FireEffect::None, second: FireEffect::None };

    fn parse(text: &str) -> Option<Self> {
        match text.split_once('+') {
            None => Some(Self { front: FireEffect::parse(text)?, second: FireEffect::None }),
            Some((front, second)) => {
                let result = Self { front: FireEffect::parse(front)?, second: FireEffect::parse(second)? };
                (result.front != FireEffect::None && result.second != FireEffect::None).then_some(result)
            }
        }
    }
}

impl fmt::Display for FireResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            FireEffect::None => write!(f, "{}", self.front),
            second => write!(f, "{}+{second}", self.front),
        }
    }
}

as_text!(
    FireResult,
    r"^(-|(RT|TT|ST|CT|1|2)(\+(RT|TT|ST|CT|1|2))?)$",
    "a result: `-`, `RT`, `TT`, `ST`, `CT`, `1` or `2`, and perhaps `+` and a second one"
);

/// A Fire Combat Results Table (8.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    /// The columns, from left to right.
    pub columns: Vec<FireColumn>,
    /// The results, a row for each colored die from 1 to 10.
    pub rows: Vec<Vec<FireResult>>,
}

/// Column shifts of fire (8.6), to the right if above 0. Those of terrain are in the Terrain Effects Chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireShifts {
    /// A target in Fieldworks.
    pub fieldworks: i8,
    /// A target in Entrenchments.
    pub entrenchments: i8,
    /// An Obscured line of sight.
    pub obscured: i8,
    /// Plunging Fire: from a higher elevation.
    pub plunging: i8,
    /// Front Line cavalry as the target.
    pub cavalry: i8,
    /// Each further Defensive Fire of a unit in a step.
    pub further_defensive: i8,
    /// Feu de Bataillon.
    pub feu_de_bataillon: i8,
    /// Battlefield Conditions, played by the firing side; by the other side the same to the left.
    pub battlefield_conditions: i8,
    /// The bonus of an enhanced Activation Chit (6.3).
    pub enhanced: i8,
}

/// A column of the Assault Combat Results Table: the Assault Differentials that it is for (13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultColumn {
    /// The least differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<i8>,
    /// The greatest differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i8>,
}

/// The result of an assault (13.6), such as `"D2*"`, `"A1(D1)"` or `"TF"`: the loser, the Loss Points, a `*` if one of
/// them must be a Casualty Hit, and in parentheses the Loss Points of the winner if the loser does not retreat; or a
/// Tough Fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssaultResult {
    /// Tough Fight.
    ToughFight,
    /// A side loses.
    Loss(
        /// `true` if the attacker loses; otherwise the defender.
        bool,
        /// The Loss Points of the loser.
        u8,
        /// `true` if one of them must be a Casualty Hit.
        bool,
        /// The Loss Points of the winner if the loser does not retreat.
        u8,
    ),
}

impl AssaultResult {
    fn parse(text: &str) -> Option<Self> {
        if text == "TF" {
            return Some(Self::ToughFight);
        }
        let count = |digits: &str| digits.parse().ok().filter(|count| (1..=9).contains(count));
        let (who, rest) = text.split_at_checked(1)?;
        let (attacker, other) = match who {
            "A" => (true, 'D'),
            "D" => (false, 'A'),
            _ => return None,
        };
        let (rest, winner) = match rest.strip_suffix(')') {
            None => (rest, 0),
            Some(open) => {
                let (rest, winner) = open.split_once('(')?;
                (rest, count(winner.strip_prefix(other)?)?)
            }
        };
        let (digits, starred) = match rest.strip_suffix('*') {
            Some(digits) => (digits, true),
            None => (rest, false),
        };
        Some(Self::Loss(attacker, count(digits)?, starred, winner))
    }
}

impl fmt::Display for AssaultResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ToughFight => f.write_str("TF"),
            Self::Loss(attacker, points, starred, winner) => {
                let (who, other) = if attacker { ("A", "D") } else { ("D", "A") };
                write!(f, "{who}{points}{}", if starred { "*" } else { "" })?;
                if winner > 0 { write!(f, "({other}{winner})") } else { Ok(()) }
            }
        }
    }
}

as_text!(
    AssaultResult,
    r"^(TF|A[1-9]\*?(\(D[1-9]\))?|D[1-9]\*?(\(A[1-9]\))?)$",
    "a result: `TF`, or `A` or `D`, a number, perhaps a `*`, and perhaps the winner's loss, such as `(D1)`"
);

/// The Assault Combat Results Table (13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultTable {
    /// The columns, from left to right.
    pub columns: Vec<AssaultColumn>,
    /// The results, a row for each die from 1 to 10.
    pub rows: Vec<Vec<AssaultResult>>,
}

/// Column shifts of assaults (13.4), to the right if above 0. Those of terrain are in the Terrain Effects Chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultShifts {
    /// Odds of three to one and more.
    pub triple: i8,
    /// Odds of two to one and more.
    pub double: i8,
    /// Odds of one to two.
    pub half: i8,
    /// Odds of one to three and less.
    pub third: i8,
    /// A Flank Attack (13.5).
    pub flank: i8,
    /// Auftragstaktik.
    pub auftragstaktik: i8,
    /// Furia Francese.
    pub furia_francese: i8,
    /// Battlefield Conditions, played by the attacker; by the defender the same to the left.
    pub battlefield_conditions: i8,
    /// An attacking Front Line unit with a higher TCR than the defending one; the other way round the same to the left.
    pub higher_tcr: i8,
    /// A defender in Fieldworks.
    pub fieldworks: i8,
    /// A defender in Entrenchments.
    pub entrenchments: i8,
    /// Defending artillery that is not stacked with another arm.
    pub lone_artillery: i8,
    /// Defending Front Line artillery that is stacked with another arm.
    pub front_artillery: i8,
    /// The bonus of an enhanced Activation Chit (6.3).
    pub enhanced: i8,
}

/// Numbers by arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByArm {
    /// Infantry and headquarters.
    pub infantry: u8,
    /// Cavalry.
    pub cavalry: u8,
    /// Field and horse artillery.
    pub field: u8,
    /// Heavy artillery.
    pub heavy: u8,
}

impl ByArm {
    /// Returns the number for `kind`.
    pub fn of(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Cavalry => self.cavalry,
            Kind::FieldArtillery | Kind::HorseArtillery => self.field,
            Kind::HeavyArtillery => self.heavy,
        }
    }
}

/// A row of the Terrain Effects Chart for hexes (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffects {
    /// The class of the terrain.
    pub class: TerrainClass,
    /// The movement points to enter.
    pub cost: ByArm,
    /// Adds its cost to that of the other terrain of the hex, which is clear if there is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adds: bool,
    /// Blocks the line of sight (8.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks_sight: bool,
    /// Its cost for Command Range, in hexes (7.3). The default is 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub command: u8,
    /// The column shift of fire at a unit in it (8.6).
    #[serde(default, skip_serializing_if = "is_none")]
    pub fire: i8,
    /// The column shift of an assault on a unit in it (13.4).
    #[serde(default, skip_serializing_if = "is_none")]
    pub assault: i8,
    /// The column shift of an assault by a unit that attacks from it (13.4).
    #[serde(default, skip_serializing_if = "is_none")]
    pub assault_from: i8,
    /// Is open to charges (12.7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// Shelters a retreating unit (13.7), and makes Fieldworks easier to build (16.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shelter: bool,
}

fn one() -> u8 {
    1
}

fn is_one(cost: &u8) -> bool {
    *cost == 1
}

fn is_none(shift: &i8) -> bool {
    *shift == 0
}

/// The Terrain Effects Chart for hexes.
pub type TerrainTable = Vec<TerrainEffects>;

/// A row of the Terrain Effects Chart for hexsides (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexsideEffects {
    /// The kind of feature.
    pub kind: HexsideKind,
    /// The movement points that crossing it adds, uphill or on the level.
    pub up: ByArm,
    /// The movement points that crossing it downhill adds.
    pub down: ByArm,
    /// The column shift of an assault across it from a lower to a higher elevation (13.4).
    #[serde(default, skip_serializing_if = "is_none")]
    pub assault_up: i8,
    /// May be crossed by a charge (12.7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
}

/// The Terrain Effects Chart for hexsides.
pub type HexsideTable = Vec<HexsideEffects>;

/// A row of the TCT Result Table (9.2): the greatest differential of the white die and the modified TCR, and the Elan
/// Hits that it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CohesionRow {
    /// The greatest differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i8>,
    /// The Elan Hits.
    pub elan: u8,
}

/// The TCT Result Table, from the least differential to the greatest.
pub type CohesionTable = Vec<CohesionRow>;

/// Modifiers of the TCR in a Tactical Cohesion Test (9.1), besides the severity of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CohesionModifiers {
    /// The unit is Shaken.
    pub shaken: i8,
    /// The unit is Disrupted.
    pub disrupted: i8,
    /// A mitrailleuse caused the test.
    pub mitrailleuse: i8,
    /// Heavy artillery caused the test.
    pub heavy_artillery: i8,
    /// A fire with the Moulin à Café option caused the test.
    pub moulin: i8,
    /// The unit is in Fieldworks (16.1).
    pub fieldworks: i8,
    /// The unit is in Entrenchments (16.1).
    pub entrenchments: i8,
}

impl CohesionModifiers {
    /// Returns the modifier of a unit with this elan marker.
    pub fn elan(&self, elan: Option<Elan>) -> i8 {
        match elan {
            None => 0,
            Some(Elan::Shaken) => self.shaken,
            Some(Elan::Disrupted) => self.disrupted,
        }
    }
}

/// A result of the Out of Command Range Table (7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommandResult {
    /// A courier gets through: In Command.
    Courier,
    /// Cautious: half movement, and nothing else.
    Cautious,
    /// Hesitates: nothing at all.
    Hesitates,
}

/// The Out of Command Range Table: a result for each die from 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutOfCommandTable(pub Vec<CommandResult>);

/// A result of the Fortunes of War (6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FortuneResult {
    /// No effect.
    NoEffect,
    /// The next chit is degraded.
    Degrade,
    /// The next chit is enhanced.
    Enhance,
    /// The next HQ to be activated loses its leader.
    LeaderCasualty,
}

/// The table of the Fortunes of War: a result for each die from 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FortunesTable(pub Vec<FortuneResult>);

/// A result of Misinterpreted Orders (21.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MisinterpretedResult {
    /// Any order, as the player of the chit chooses.
    Any,
    /// An Attack order.
    Attack,
    /// A Defend order.
    Defend,
    /// A March order.
    March,
    /// A Regroup order.
    Regroup,
    /// National doctrine: the French defend, the Prussians attack.
    Doctrine,
}

impl MisinterpretedResult {
    /// Returns the order that it prescribes to every army; `None` if that depends.
    pub fn order(self) -> Option<HqOrder> {
        match self {
            Self::Attack => Some(HqOrder::Attack),
            Self::Defend => Some(HqOrder::Defend),
            Self::March => Some(HqOrder::March),
            Self::Regroup => Some(HqOrder::Regroup),
            Self::Any | Self::Doctrine => None,
        }
    }
}

/// The table of the Misinterpreted Orders: a result for each die from 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MisinterpretedTable(pub Vec<MisinterpretedResult>);

/// A Command Event track that cancels an enemy event (20.1): the greatest die that cancels it, for each number of
/// Command Event Chits on the track from 0 on; 0 for never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CancelTable(pub Vec<u8>);

/// A row of a table that moves activation chits or reinforcement groups (20.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackRow {
    /// The least modified die: a ten-sided die, and one for each Command Event Chit on the track.
    pub from: u8,
    /// The number of steps: a box or turn earlier, or another entry, each.
    pub steps: u8,
}

/// The Activation Chit Table or the Reinforcement Chart, from the lowest roll to the highest. Lower rolls have no effect.
pub type TrackTable = Vec<TrackRow>;

/// A kind of night turn (18.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NightKind {
    /// Dusk (18.1).
    Dusk,
    /// Evening (18.2).
    Evening,
    /// Deep night (18.3).
    DeepNight,
    /// Dawn (18.4).
    Dawn,
}

impl NightKind {
    /// Its name, such as `"Deep night"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dusk => "Dusk",
            Self::Evening => "Evening",
            Self::DeepNight => "Deep night",
            Self::Dawn => "Dawn",
        }
    }
}

/// A kind of night turn, with its hours and effects (18.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRow {
    /// The kind.
    pub kind: NightKind,
    /// The hours of the clock in which a turn of this kind begins, such as `[22, 23]`.
    pub hours: Vec<u8>,
    /// The number that is added to every TCR.
    pub tcr: i8,
    /// The longest line of sight, in hexes. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<u8>,
    /// Allows no combat of any kind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_combat: bool,
    /// Allows movement on road hexes only, which disrupts the unit that moves; the allowance is halved there, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub roads_only: bool,
    /// Allows what the night of a Campaign is for: ammunition of French heavy artillery, entrenchments, and Fresh sides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
}

/// The kinds of night turns.
pub type NightTable = Vec<NightRow>;
