//! Bridges without water.

use super::context::Context;
use super::lookup::lookup;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::path::DocPath;
use crate::{HexsideId, HexsideKind};

finding! {
    /// A bridge at a hexside that has neither stream nor river.
    ///
    /// A bridge crosses what lies along the same hexside; the water is a `[[hexside]]` of its own.
    ///
    /// ```toml
    /// [[hexside]]
    /// kind = "stream"
    /// between = ["0412/0413"]
    ///
    /// [[hexside]]
    /// kind = "bridge"
    /// between = ["0413/0414"]      # "0412/0413"
    /// ```
    BRIDGE_OVER_NOTHING = "bridge-over-nothing", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.hexsides.iter().all(|hexside| hexside.kind != HexsideKind::Bridge) {
        return;
    }
    let waters = cx.hexsides.iter().filter(|h| matches!(h.kind, HexsideKind::Stream | HexsideKind::River));
    let mut water = lookup(waters.clone().map(|water| water.between.len()).sum());
    for (a, b) in waters.flat_map(|water| &water.between).filter_map(|side| HexsideId::parts(side.as_str())) {
        water.insert((a.min(b), a.max(b)), ());
    }
    for (row, hexside) in cx.hexsides.iter().enumerate().filter(|(_, h)| h.kind == HexsideKind::Bridge) {
        for (index, side) in hexside.between.iter().enumerate() {
            let Some(hexes) = HexsideId::parts(side.as_str()) else { continue };
            let on_map = cx.map.named(hexes.0).zip(cx.map.named(hexes.1));
            let touch = on_map.zip(cx.map.grid.as_ref()).is_some_and(|((a, b), grid)| grid.distance(a, b) == 1);
            if touch && !water.contains_key(&(hexes.0.min(hexes.1), hexes.0.max(hexes.1))) {
                let row = DocPath::root().key("hexside").index(row);
                let path = row.clone().key("between").index(index);
                let alone = if hexside.between.len() == 1 { &row } else { &path };
                let fix = Fix::offer("take the bridge out", cx.text.and_then(|text| text.take_out(alone)));
                let message = format!("the bridge at {side} crosses no stream and no river");
                found.push(
                    BRIDGE_OVER_NOTHING
                        .at(path, message)
                        .help("the stream or river is a `[[hexside]]` of its own, at the same two hexes")
                        .fix(fix),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;

    #[test]
    fn a_bridge_crosses_water() {
        let stream = "[[hexside]]\nkind = \"stream\"\nbetween = [\"0404/0405\"]\n";
        let bridge = "[[hexside]]\nkind = \"bridge\"\nbetween = [\"0405/0404\", \"0405/0406\"]\n[[place]]";
        assert_eq!(shown(&[("[[place]]", &format!("{stream}{bridge}"))]), ["bridge-over-nothing \"0405/0406\""]);
    }
}
