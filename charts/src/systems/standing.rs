//! The charts of tables that stand in for others in some turns, such as those of a night.

use battlewright_schema::Scenario;
use battlewright_schema::rule::TableSet;

use crate::chart::Chart;

/// Returns, for each row that puts other tables in place of those in force, the charts that differ with them. Each has the name of its
/// chart in force, and says in its title and below which tables and turns it is for. `charts_of` makes the charts of a system.
pub(super) fn standing(
    scenario: &Scenario,
    in_force: &[Chart],
    charts_of: impl Fn(&Scenario) -> Vec<Chart>,
) -> Vec<Chart> {
    let page = in_force.iter().map(|chart| chart.place.page).max().unwrap_or(1);
    let mut charts = Vec::new();
    for (order, choice) in (100u8..=u8::MAX).zip(scenario.choices_of_tables()) {
        let there = scenario.with_tables(&TableSet::of(&choice.tables));
        for chart in charts_of(&there) {
            let has = |chart: &Chart| {
                chart.fields().iter().any(|field| choice.replaced.iter().any(|path| field.is_within(path)))
            };
            let same = in_force.iter().find(|known| known.id == chart.id).map(Chart::facts);
            if !has(&chart) || same.as_ref() == Some(&chart.facts()) {
                continue;
            }
            let span = chart.place.span;
            let title = format!("{} · {}", chart.title, choice.name);
            let words = format!("{} {}", choice.sentence, choice.turns);
            charts.push(Chart { title, ..chart }.note(words).at(page, order, span));
        }
    }
    charts
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    #[test]
    fn the_tables_of_a_night_have_charts_of_their_own() {
        let rows = "[rules]\n[[rules.table]]\nid = \"n\"\nname = \"Night\"\ntables = \"night\"\nwhen = \"turn >= 3\"\n\
            [rules.tables_named.night.shifts]\nlow_ammo = -4\n\n[side.red]";
        let text = template(System::PositionMagnifique).replacen("[side.red]", rows, 1);
        let scenario = load(&text).scenario.unwrap();
        let charts = crate::charts(&scenario);
        let night: Vec<_> = charts.iter().filter(|chart| chart.title.ends_with(" · Night")).collect();
        assert_eq!(night.iter().map(|chart| chart.id).collect::<Vec<_>>(), ["fire-modifiers"]);
        assert!(night[0].facts().iter().any(|fact| fact.contains("◂4")), "{:#?}", night[0].facts());
        assert!(night[0].facts().iter().any(|fact| fact.contains("It holds in turn")), "{:#?}", night[0].facts());
        assert!(charts.iter().any(|chart| chart.title == "Fire: modifiers"));
    }
}
