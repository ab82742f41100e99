//! Bridges without water.

use crate::HexsideKind;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::{Border, Context};
use crate::lint::lookup::lookup;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A bridge on a hexside without a stream or river.
    ///
    /// # Why it matters
    /// The bridge has no effect. The water is a separate `[[hexside]]` on the same two hexes.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// kind = "stream"
    /// between = ["0412/0413"]
    ///
    /// [[hexside]]
    /// kind = "bridge"
    /// between = ["0413/0414"]      # "0412/0413"
    /// ```
    ///
    /// # Remedy
    /// Move the bridge to a hexside with water, add the water, or remove the bridge.
    BRIDGE_OVER_NOTHING = "bridge-over-nothing", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.hexsides.iter().all(|hexside| hexside.kind != HexsideKind::Bridge) {
        return;
    }
    let is_water = |border: &&Border<'_>| matches!(border.hexside.kind, HexsideKind::Stream | HexsideKind::River);
    let mut water = lookup(cx.borders.len());
    water.extend(cx.borders.iter().filter(is_water).filter_map(|border| Some((cx.side(border)?, ()))));
    for bridge in cx.borders.iter().filter(|border| border.hexside.kind == HexsideKind::Bridge) {
        if cx.side(bridge).is_some_and(|side| !water.contains_key(&side)) {
            let row = DocPath::root().key("hexside").index(bridge.at.0);
            let path = bridge.path();
            let alone = if bridge.hexside.between.len() == 1 { &row } else { &path };
            let fix = Fix::offer("remove the bridge", cx.text.and_then(|text| text.take_out(alone)));
            let message = format!("the bridge at {} crosses neither a stream nor a river", bridge.id);
            found.push(
                BRIDGE_OVER_NOTHING
                    .at(path, message)
                    .help("add the stream or river as a separate `[[hexside]]` on the same two hexes")
                    .fix(fix),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_bridge_crosses_water() {
        let stream = "[[hexside]]\nkind = \"stream\"\nbetween = [\"0404/0405\"]\n";
        let bridge = "[[hexside]]\nkind = \"bridge\"\nbetween = [\"0405/0404\", \"0405/0406\"]\n[[place]]";
        assert_eq!(shown(&[("[[place]]", &format!("{stream}{bridge}"))]), ["bridge-over-nothing \"0405/0406\""]);
    }
}
