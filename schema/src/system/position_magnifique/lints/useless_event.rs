//! Event Chits that no unit can use.

use std::collections::BTreeMap;

use crate::SideId;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::{Event, Kind, PositionMagnifique, Unit};
use crate::system::lints::events::useless;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if own.chit.is_empty() {
        return;
    }
    let mut units: Vec<Vec<&Unit>> = cx.side_numbers.each(Vec::new());
    for (_, unit, piece) in super::units(cx, own) {
        units[piece.side_number].push(unit);
    }
    let mut lacks: BTreeMap<(&SideId, Event), Option<&str>> = BTreeMap::new();
    for (row, chit) in own.chit.iter().enumerate() {
        // A side without units and an unknown side are reported by other lints.
        let side = cx.side_numbers.find(chit.side.as_str()).and_then(|side| units.get(side));
        let Some(units) = side.filter(|units| !units.is_empty()) else { continue };
        for (key, event) in [("front", chit.front), ("back", chit.back)] {
            // An event of the other army is reported by another lint.
            let nation = own.side.get(&chit.side).map(|side| side.nation);
            let is_foreign = event.nation().is_some_and(|army| Some(army) != nation);
            let lack = *lacks.entry((&chit.side, event)).or_insert_with(|| lack(own, &chit.side, units, event));
            let Some(lack) = lack.filter(|_| !is_foreign) else { continue };
            useless(DocPath::root().key("chit").index(row).key(key), &chit.side, (&chit.side, lack), found);
        }
    }
}

/// Returns the description of the unit or formation that `side` lacks for `event`, if any.
fn lack(own: &PositionMagnifique, side: &SideId, units: &[&Unit], event: Event) -> Option<&'static str> {
    let any = |is: fn(&Unit) -> bool| units.iter().any(|unit| is(unit));
    let (has, lack) = match event {
        Event::ArtilleryBarrage | Event::KruppGuns => (any(|unit| unit.kind.is_artillery()), "artillery"),
        Event::BeatenZone | Event::NeedlegunFire => (any(|unit| unit.kind == Kind::Infantry), "infantry"),
        Event::MitrailleuseFire => (any(|unit| unit.mitrailleuse), "unit with `mitrailleuse = true`"),
        Event::Deathride => (any(|unit| unit.kind == Kind::Cavalry), "cavalry"),
        Event::Auftragstaktik => (any(|unit| unit.division.is_some()), "unit with a `division`"),
        Event::FeuDeBataillon => {
            let corps = own.formation.iter().any(|formation| formation.infantry_corps && formation.side == *side);
            (corps, "formation with `infantry_corps = true`")
        }
        _ => return None,
    };
    (!has).then_some(lack)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn somebody_can_use_each_event() {
        let front = |event: &str| shown(&[("front = \"beaten-zone\"", &format!("front = \"{event}\""))]);
        assert_eq!(front("feu-de-bataillon"), [] as [&str; 0]);
        assert_eq!(front("mitrailleuse-fire"), ["useless-event \"mitrailleuse-fire\""]);
        assert_eq!(front("artillery-barrage"), ["useless-event \"artillery-barrage\""]);
        assert_eq!(front("deathride"), ["wrong-nation-event \"deathride\""]);
    }
}
