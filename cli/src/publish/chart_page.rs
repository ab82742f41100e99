//! The page with the charts of a scenario.

use battlewright_charts::{Chart, Picture};
use maud::{Markup, PreEscaped, html};

use super::build::BuiltScenario;
use super::chart_html::{self, ChartContext};
use super::frame::{Depth, PageFrame};
use super::rules;

/// Returns the path of the page.
pub(super) fn path(scenario: &BuiltScenario) -> String {
    format!("{}/charts/index.html", scenario.name)
}

/// Returns the page; `None` for a scenario without charts.
pub(super) fn page(frame: &PageFrame, scenario: &BuiltScenario) -> Option<String> {
    if scenario.charts.is_empty() {
        return None;
    }
    let title = format!("{}: charts", scenario.title);
    let anchored = rules::anchored(scenario.system);
    let to = |number: &str| {
        anchored.contains(number).then(|| format!("../../rules/{}/#rule-{number}", scenario.system.name()))
    };
    let picture = |picture: &Picture| {
        let (_, svg) = scenario.pictures.iter().find(|(known, _)| known == picture)?;
        Some(html! { span.picture aria-hidden="true" { (PreEscaped(svg)) } })
    };
    let body = body(&title, &scenario.charts, &ChartContext { picture: &picture, rule: &|rule| to(rule.number) });
    let about = format!("The charts to play {} at a table: what to do, what to throw, what to add.", scenario.title);
    Some(frame.page(Depth::Two, &title, &about, &body))
}

/// Returns the content: the titles as links, then the charts in the order of the sheets.
fn body(title: &str, charts: &[Chart], context: &ChartContext<'_>) -> Markup {
    let anchored: Vec<(String, &Chart)> = anchors(charts).into_iter().zip(charts).collect();
    html! {
        h1 { (title) }
        nav aria-label="On this page" {
            ul.contents {
                @for (anchor, chart) in &anchored { li { a href={ "#" (anchor) } { (chart.title) } } }
            }
        }
        @for (anchor, chart) in &anchored { (chart_html::chart(chart, anchor, context)) }
    }
}

/// Returns an anchor for each chart: its id, with a number for one that stands in for others in some turns.
fn anchors(charts: &[Chart]) -> Vec<String> {
    let before = |at: usize, id: &str| charts.iter().take(at).filter(|chart| chart.id == id).count();
    let anchor = |(at, chart): (usize, &Chart)| match before(at, chart.id) {
        0 => chart.id.to_owned(),
        before => format!("{}-in-turns-{before}", chart.id),
    };
    charts.iter().enumerate().map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use battlewright_charts::charts;
    use battlewright_schema::{System, load, template};
    use roxmltree::Document;

    use super::*;

    #[test]
    fn each_chart_is_linked_and_rules_are_where_the_site_has_them() {
        let mut all = charts(&load(template(System::AtAnyCost)).scenario.unwrap());
        // A chart that stands in for another has its name.
        all.extend(all.first().cloned());
        let to = |number: &str| (number != "21.0").then(|| format!("../../rules/at-any-cost/#rule-{number}"));
        let context = ChartContext { picture: &|_| None, rule: &|rule| to(rule.number) };
        let text = html! { main { (body("A battle: charts", &all, &context)) } }.into_string().replace("<br>", "<br/>");
        let page = Document::parse(&text).unwrap();
        let ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "each anchor once: {ids:?}");
        let links: Vec<&str> = page.descendants().filter_map(|node| node.attribute("href")).collect();
        for known in &all {
            assert!(ids.contains(&known.id) && links.contains(&format!("#{}", known.id).as_str()), "{}", known.id);
        }
        assert!(links.contains(&"../../rules/at-any-cost/#rule-12.6"));
        assert!(!links.iter().any(|link| link.ends_with("#rule-21.0")));
    }
}
