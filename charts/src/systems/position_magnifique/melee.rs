//! Charges and the Rally Phase.

use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{Kind, Nation};

use super::PositionSheet;
use super::turn::list_row;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, ListChart};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns charges, countercharges and retreats before combat (12.5, 12.6, 13.8): who, when, how, and what follows.
pub(super) fn moves(sheet: &PositionSheet<'_, '_>) -> Chart {
    let heads = ["Cavalry", "Who", "How", "What follows", "Rule"].map(str::to_owned).to_vec();
    let double = || Amount::fixed(2, Unit::Factor);
    let could = sheet.ruling(
        "countercharge_as_charge",
        ", not Shaken, over an open hexside",
        ", Shaken or not, over any hexside",
    );
    let rows = vec![
        list_row(vec![
            strong("Charge").into(),
            "under Attack orders, not Shaken, next to no enemy unit".into(),
            "within its MP over hexes and hexsides with \"yes\" under Charge, nobody in the way, into the target's hex"
                .into(),
            phrase![
                "must assault with ",
                double(),
                "; halted by fire it may assault the target alone, without it. Shaken when its fight is over",
            ],
            rule::CHARGE.into(),
        ]),
        list_row(vec![
            strong("Countercharge").into(),
            phrase!["under Defend orders, the target or next to the charger's last hex", could],
            "2d6 up to its Morale Rating: it meets the charge in that hex".into(),
            phrase!["both have ", double(), ", the first charger attacks; above the rating nothing happens"],
            rule::COUNTERCHARGE.into(),
        ]),
        list_row(vec![
            strong("Retreat before combat").into(),
            "assaulted by infantry alone".into(),
            phrase!["goes back ", Amount::fixed(1, Unit::Hexes), " instead of fighting"],
            "is not Shaken; nobody has fought; the attacker may break through".into(),
            rule::RETREAT_BEFORE_COMBAT.into(),
        ]),
    ];
    Chart::new("charges", "Charges", "12.5, 12.6, 13.8", ChartKind::List(ListChart { heads, rows }))
        .showing(sheet.source.setting("countercharge_as_charge"))
}

/// Returns recovery and rebuilding (14.0).
pub(super) fn rally(sheet: &PositionSheet<'_, '_>) -> Chart {
    let heads = ["Rally", "Who", "What", "Rule"].map(str::to_owned).to_vec();
    let one = || Amount::fixed(1, Unit::Count);
    let mut rows = vec![list_row(vec![
        strong("Recovery").into(),
        "a unit of the formation within the HQ's range, next to no enemy unit".into(),
        phrase![
            "each HQ takes off ",
            one(),
            " Shaken and ",
            one(),
            " Low Ammo marker; an overrun HQ only in its own hex"
        ],
        rule::RECOVERY.into(),
    ])];
    let is_french = |kind: Kind| {
        sheet.own.unit.iter().any(|unit| {
            let side = sheet.own.side.get(sheet.own.side_of(&unit.formation));
            unit.kind == kind && side.is_some_and(|side| side.nation == Nation::French)
        })
    };
    let heavy = is_french(Kind::HeavyArtillery);
    if heavy || is_french(Kind::FieldArtillery) || is_french(Kind::HorseArtillery) {
        let never = if heavy { "; heavy artillery never, not even if it is rebuilt" } else { "" };
        rows.push(list_row(vec![
            strong("Ammunition").into(),
            phrase!["artillery of the ", sheet.nation(Nation::French)],
            phrase!["loses Low Ammo markers only in its HQ's hex", never],
            rule::FRENCH_ARTILLERY.into(),
        ]));
    }
    let table = sheet.source.table("rebuilding");
    let modifiers = sheet.source.rows(&table).into_iter().map(|(path, _)| {
        let number = |key: &str, unit| sheet.source.amount(path.clone().key(key), unit);
        phrase![
            number("die", Unit::Die),
            " for a rating of ",
            number("from", Unit::Count),
            " to ",
            number("to", Unit::Count),
        ]
    });
    let modifiers = Phrase::joined(modifiers, ", ");
    let modifiers = if modifiers.is_empty() { modifiers } else { phrase![" (", modifiers, ")"] };
    rows.push(list_row(vec![
        strong("Rebuilding").into(),
        phrase![
            one(),
            " unit an HQ, eliminated in an earlier turn; the HQ next to no enemy unit",
        ],
        phrase![
            "2d6",
            modifiers,
            " up to its reduced Morale Rating: back at reduced strength, with the HQ or next to it, next to no enemy; one unit a hex",
        ],
        rule::REBUILDING.into(),
    ]));
    Chart::new("rally", "Rally", "14.0", ChartKind::List(ListChart { heads, rows }))
        .showing(table)
        .from_source(sheet.source.provenance("rebuilding"))
}

/// Returns the half of an allowance.
pub(super) fn half_allowance() -> Amount {
    Amount::fixed(Quantity::new(1, 2), Unit::Factor)
}
