//! Earthworks in the same hex.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::earthworks;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    earthworks::check(cx, "earthworks", own.earthworks.iter().map(|row| &row.hexes), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    fn with(rows: &[(&str, &str)]) -> Vec<String> {
        let row = |(kind, hexes): &(&str, &str)| format!("[[earthworks]]\nkind = \"{kind}\"\nhexes = [{hexes}]\n\n");
        let rows: String = rows.iter().map(row).collect();
        shown(&[("# One side is French", &format!("{rows}# One side is French"))])
    }

    #[test]
    fn a_hex_has_one_marker() {
        assert_eq!(with(&[("fieldworks", "\"0202\""), ("entrenchments", "\"0203\"")]), [] as [&str; 0]);
        let twice = with(&[("fieldworks", "\"0202\""), ("entrenchments", "\"0203\", \"0202\"")]);
        assert_eq!(twice, ["earthworks-twice \"0202\""]);
        assert_eq!(with(&[("fieldworks", "\"0202\", \"0202\"")]), ["earthworks-twice \"0202\""]);
        assert_eq!(with(&[("fieldworks", "\"9902\"")]), ["hex-off-map \"9902\""]);
    }
}
