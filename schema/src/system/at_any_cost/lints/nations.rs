//! Two sides of one army.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::nations;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let sides = own.side.iter().map(|(id, side)| (id, side.nation));
    nations::check(sides, "one side is \"french\", the other one \"prussian\"", found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn each_side_is_another_army() {
        let found = shown(&[("nation = \"prussian\"", "nation = \"french\"")]);
        assert!(found.contains(&"same-nation \"french\"".to_owned()), "{found:?}");
    }
}
