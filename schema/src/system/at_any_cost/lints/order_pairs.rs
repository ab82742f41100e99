//! Headquarters whose counters lack an order.

use crate::at_any_cost::{HqOrder, HqSide};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A headquarters whose counter has an order twice, and so lacks another one.
    ///
    /// # Why it matters
    /// There are four orders, and each side of the counter has two of them (3.6). An order that is on neither side can
    /// be given only by an event, such as Misinterpreted Orders (21.0).
    ///
    /// # Example
    /// ```toml
    /// [formation.hq]
    /// front = { rating = 2, orders = ["attack", "march"] }
    /// back = { rating = 4, orders = ["defend", "march"] } # ["defend", "regroup"]
    /// ```
    ///
    /// # Remedy
    /// Name each of the four orders once.
    ORDER_PAIRS = "order-pairs", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, formation) in own.formation.iter().enumerate() {
        let hq = DocPath::root().key("formation").index(row).key("hq");
        let path = |side: &str, at: usize| hq.clone().key(side).key("orders").index(at);
        let slots = |name: &'static str, side: &HqSide| [(name, 0, side.orders[0]), (name, 1, side.orders[1])];
        let slots = [slots("front", &formation.hq.front), slots("back", &formation.hq.back)].concat();
        let missing: Vec<&str> = HqOrder::ALL
            .into_iter()
            .filter(|order| !slots.iter().any(|(.., other)| other == order))
            .map(HqOrder::name)
            .collect();
        let twice = slots.iter().enumerate().find_map(|(at, (side, slot, order))| {
            let (first, before, _) = slots.iter().take(at).find(|(.., other)| other == order)?;
            Some((path(side, *slot), path(first, *before), *order))
        });
        if let Some((second, first, order)) = twice {
            let lack = missing.join(" and ");
            let message = format!("the headquarters of `{}` has {} twice, and not {lack}", formation.id, order.name());
            let finding = ORDER_PAIRS
                .at(second, message)
                .related(first, "the same order")
                .help("write each of attack, defend, march and regroup once");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_headquarters_has_each_order_once() {
        let back = "back = { rating = 4, orders = [\"defend\", \"regroup\"] }";
        let with = |orders: &str| shown(&[(back, &format!("back = {{ rating = 4, orders = [{orders}] }}"))]);
        assert_eq!(with("\"regroup\", \"defend\""), [] as [&str; 0]);
        assert_eq!(with("\"defend\", \"march\""), ["order-pairs \"march\""]);
        assert_eq!(with("\"defend\", \"defend\""), ["order-pairs \"defend\""]);
    }
}
