//! A chart as HTML: tables whose heads say what they are heads of, so that a screen reader tells row and column of each cell.

use battlewright_charts::{
    Amount, Chart, ChartCell, ChartKind, GridChart, ListChart, ModifierGroup, OddsChart, Phrase, Picture, Span,
    StepPhase, TerrainChart, Track,
};
use battlewright_engine::game::Rule;
use maud::{Markup, html};

/// The needs of a chart on the page on which it stands.
pub(super) struct ChartContext<'a> {
    /// Returns a picture as an element; `None` for one that cannot be drawn.
    pub(super) picture: &'a dyn Fn(&Picture) -> Option<Markup>,
    /// Returns the address of a rule; `None` for one that the site does not have.
    pub(super) rule: &'a dyn Fn(&Rule) -> Option<String>,
}

/// Returns the chart as a section with its title, which has this anchor.
pub(super) fn chart(chart: &Chart, anchor: &str, context: &ChartContext<'_>) -> Markup {
    let page = Writer(context);
    html! {
        section.chart aria-labelledby=(anchor) {
            h2 id=(anchor) { (chart.title) }
            @if !chart.aside.is_empty() { p.quiet { (page.phrase(&chart.aside)) } }
            @match &chart.kind {
                ChartKind::Grid(grid) => (page.grid(grid, &chart.title)),
                ChartKind::Odds(odds) => (page.odds(odds, &chart.title)),
                ChartKind::Modifiers(groups) => (page.modifiers(groups, &chart.title)),
                ChartKind::Steps(phases) => (page.steps(phases, &chart.title)),
                ChartKind::Terrain(terrain) => (page.terrain(terrain, &chart.title)),
                ChartKind::Tracks(tracks) => @for track in tracks { (page.track(track)) },
                ChartKind::List(list) => (page.list(list, &chart.title)),
                ChartKind::Key(entries) => (page.key(entries)),
                ChartKind::Text(paragraphs) => @for paragraph in paragraphs { p { (page.phrase(paragraph)) } },
            }
            @for note in &chart.notes { p.note { (page.phrase(note)) } }
            @if let Some(provenance) = chart.provenance { p.note.quiet { (provenance) } }
        }
    }
}

/// Writes the parts of charts.
struct Writer<'a>(&'a ChartContext<'a>);

impl Writer<'_> {
    fn phrase(&self, phrase: &Phrase) -> Markup {
        html! { @for span in &phrase.0 { (self.span(span)) } }
    }

    fn span(&self, span: &Span) -> Markup {
        match span {
            Span::Plain(text) => html! { (text) },
            Span::Strong(text) => html! { strong { (text) } },
            Span::SideTag { name, .. } => html! { b.side { (name) } },
            Span::Rule(rule) => self.rule(rule),
            Span::Amount(amount) => changed(amount.changed, &html! { (amount) }),
            Span::Picture(picture) => html! { @if let Some(picture) = (self.0.picture)(picture) { (picture) } },
            Span::Changed(inner) => changed(true, &self.span(inner)),
        }
    }

    fn rule(&self, rule: &Rule) -> Markup {
        html! {
            @if let Some(address) = (self.0.rule)(rule) {
                a.rule href=(address) title=(rule.title) { (rule.number) }
            } @else {
                span.rule title=(rule.title) { (rule.number) }
            }
        }
    }

    fn rules(&self, rules: &[Rule]) -> Markup {
        html! { @for (at, rule) in rules.iter().enumerate() { @if at > 0 { ", " } (self.rule(rule)) } }
    }

    fn grid(&self, grid: &GridChart, title: &str) -> Markup {
        let has_second = grid.columns.iter().any(|(_, second)| !second.is_empty());
        let body = html! {
            thead {
                tr {
                    th scope="col" { (grid.rows_are) }
                    @for (head, second) in &grid.columns {
                        th scope="col" {
                            (head)
                            @if has_second && !second.is_empty() { br; small { (second) } }
                        }
                    }
                }
            }
            tbody {
                @for row in &grid.rows {
                    tr {
                        th scope="row" { (row.head) }
                        @for cell in &row.cells { (result(cell)) }
                    }
                }
            }
        };
        html! {
            (table(&format!("{title}: {} by {}", grid.rows_are, grid.columns_are), &body))
            @if !grid.legend.is_empty() {
                dl.legend {
                    @for (short, meaning) in &grid.legend { dt { (short) } dd { (self.phrase(meaning)) } }
                }
            }
        }
    }

    fn odds(&self, odds: &OddsChart, title: &str) -> Markup {
        let body = html! {
            (heads(&odds.heads))
            tbody {
                @for row in &odds.rows {
                    tr {
                        th scope="row" { (self.phrase(&row.when)) }
                        @for cell in &row.cells { td { (self.phrase(cell)) } }
                    }
                }
            }
        };
        table(title, &body)
    }

    fn modifiers(&self, groups: &[ModifierGroup], title: &str) -> Markup {
        html! {
            @for group in groups {
                @let caption = if group.title.is_empty() { title.to_owned() } else { format!("{title}: {}", group.title) };
                @let body = html! {
                    (heads(&[group.amounts_are.clone(), "Whose".to_owned(), "When".to_owned(), "Rule".to_owned()]))
                    tbody {
                        @for modifier in &group.modifiers {
                            tr {
                                th scope="row" { (amounts(&modifier.amounts)) }
                                td { (self.phrase(&modifier.whose)) }
                                td { (self.phrase(&modifier.when)) }
                                td { (self.rule(&modifier.rule)) }
                            }
                        }
                    }
                };
                @if !group.title.is_empty() { h3 { (group.title) } }
                (table(&caption, &body))
                @if !group.rounding.is_empty() { p.note { (self.phrase(&group.rounding)) } }
            }
        }
    }

    fn steps(&self, phases: &[StepPhase], title: &str) -> Markup {
        let body = html! {
            (heads(&["Step", "Who", "What", "Rule"].map(str::to_owned)))
            @for phase in phases {
                tbody {
                    @if !phase.title.is_empty() { tr { th scope="rowgroup" colspan="4" { (phase.title) } } }
                    @for step in &phase.steps {
                        tr {
                            th scope="row" { (step.name) }
                            td { (self.phrase(&step.who)) }
                            td { (self.phrase(&step.what)) }
                            td { (self.rules(&step.rules)) }
                        }
                    }
                }
            }
        };
        table(title, &body)
    }

    fn terrain(&self, terrain: &TerrainChart, title: &str) -> Markup {
        let columns = terrain.heads.len().saturating_add(1);
        let body = html! {
            thead {
                @if !terrain.bands.is_empty() {
                    tr {
                        td {}
                        @for band in &terrain.bands {
                            @if band.title.is_empty() { td colspan=(band.columns) {} }
                            @else { th scope="colgroup" colspan=(band.columns) { (band.title) } }
                        }
                    }
                }
                tr {
                    th scope="col" { "Terrain" }
                    @for head in &terrain.heads { th scope="col" { (head) } }
                }
            }
            tbody {
                @for row in &terrain.rows {
                    @if !row.group.is_empty() { tr { th scope="rowgroup" colspan=(columns) { (row.group) } } }
                    tr {
                        th scope="row" {
                            @if let Some(picture) = row.picture.as_ref().and_then(|picture| (self.0.picture)(picture)) { (picture) " " }
                            (self.phrase(&row.name))
                        }
                        @for cell in &row.cells { td { (self.phrase(cell)) } }
                    }
                }
            }
        };
        table(title, &body)
    }

    fn track(&self, track: &Track) -> Markup {
        // A page shows as many boxes as people can look through.
        const MOST: i64 = 99;
        let boxes: Vec<i64> = (track.first..=track.last.min(track.first.saturating_add(MOST))).collect();
        let words = |number: i64| track.words.iter().find(|(at, _)| *at == number).map(|(_, words)| self.phrase(words));
        let starts = |number: i64| {
            let own = track.starts.iter().filter(move |(start, _)| start.value == number.into());
            html! { @for (start, whose) in own { (changed(start.changed, &self.phrase(whose))) " " } }
        };
        let body = html! {
            thead { tr { th scope="col" { "Box" } @for number in &boxes { th scope="col" { (number) } } } }
            tbody {
                tr { th scope="row" { "Starts" } @for number in &boxes { td { (starts(*number)) } } }
                @if !track.words.is_empty() {
                    tr { th scope="row" { "Effect" } @for number in &boxes { td { @if let Some(words) = words(*number) { (words) } } } }
                }
            }
        };
        html! {
            h3 { (self.phrase(&track.name)) }
            (table(&track.name.text(), &body))
        }
    }

    fn list(&self, list: &ListChart, title: &str) -> Markup {
        let body = html! {
            (heads(&list.heads))
            tbody {
                @for row in &list.rows {
                    @if !row.group.is_empty() { tr { th scope="rowgroup" colspan=(list.heads.len()) { (row.group) } } }
                    tr {
                        @for (at, cell) in row.cells.iter().enumerate() {
                            @if at == 0 { th scope="row" { (self.phrase(cell)) } } @else { td { (self.phrase(cell)) } }
                        }
                    }
                }
            }
        };
        table(title, &body)
    }

    fn key(&self, entries: &[(String, Phrase)]) -> Markup {
        html! { dl.key { @for (short, meaning) in entries { dt { (short) } dd { (self.phrase(meaning)) } } } }
    }
}

/// Returns a table that scrolls by itself where it is wider than the page. The caption is for those who do not see the title.
fn table(caption: &str, body: &Markup) -> Markup {
    html! { div.table tabindex="0" role="region" aria-label=(caption) { table { caption.unseen { (caption) } (body) } } }
}

fn heads(heads: &[String]) -> Markup {
    html! { thead { tr { @for head in heads { th scope="col" { (head) } } } } }
}

/// Returns the cell of a result, tinted by its weight.
fn result(cell: &ChartCell) -> Markup {
    let class = format!("tint-{}", cell.weight.min(5));
    html! { td class=(class) { (changed(cell.changed, &html! { (cell.text) })) } }
}

fn amounts(amounts: &[Amount]) -> Markup {
    html! {
        @for (at, amount) in amounts.iter().enumerate() {
            @if at > 0 { ", " }
            (changed(amount.changed, &html! { (amount.number()) }))
        }
    }
}

/// Marks what the scenario changes.
fn changed(is: bool, inner: &Markup) -> Markup {
    html! { @if is { mark title="Changed by the scenario" { (inner) } } @else { (inner) } }
}

#[cfg(test)]
mod tests {
    use battlewright_charts::charts;
    use battlewright_schema::{Scenario, System, load, template};
    use roxmltree::{Document, Node};

    use super::*;

    /// Returns all charts of the template of a system, with `rules` in place of its own, as a document.
    fn document(scenario: &Scenario) -> String {
        let picture = |picture: &Picture| Some(html! { i { (format!("{picture:?}")) } });
        let rule = |rule: &Rule| (rule.number == "12.6").then(|| "rules/#rule-12.6".to_owned());
        let context = ChartContext { picture: &picture, rule: &rule };
        let body = html! { div { @for known in charts(scenario) { (chart(&known, known.id, &context)) } } };
        body.into_string().replace("<br>", "<br/>")
    }

    fn example(system: System) -> Scenario {
        load(template(system)).scenario.unwrap()
    }

    fn words(node: &Node<'_, '_>) -> String {
        node.descendants().filter_map(|inner| inner.text().filter(|_| inner.is_text())).collect()
    }

    /// Returns the first row that begins with `head`: its cells in words.
    fn row(page: &Document<'_>, head: &str) -> Vec<String> {
        let rows = page.descendants().filter(|node| node.has_tag_name("tr"));
        let cells = rows.map(|row| row.children().map(|cell| words(&cell)).collect::<Vec<_>>());
        cells
            .into_iter()
            .find(|cells| cells.first().is_some_and(|first| first == head))
            .unwrap_or_else(|| panic!("{head}"))
    }

    #[test]
    fn every_head_says_what_it_is_a_head_of() {
        for system in System::ALL {
            let text = document(&example(system));
            let page = Document::parse(&text).unwrap();
            for head in page.descendants().filter(|node| node.has_tag_name("th")) {
                let scope = head.attribute("scope");
                assert!(matches!(scope, Some("col" | "row" | "rowgroup" | "colgroup")), "{system:?}: {}", words(&head));
            }
            for table in page.descendants().filter(|node| node.has_tag_name("table")) {
                let caption = table.first_element_child().unwrap();
                assert!(caption.has_tag_name("caption") && !words(&caption).is_empty(), "{system:?}");
            }
        }
    }

    #[test]
    fn every_fact_is_on_the_page() {
        for system in System::ALL {
            let scenario = example(system);
            let text = document(&scenario);
            let page = Document::parse(&text).unwrap();
            let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            for known in charts(&scenario) {
                let section =
                    page.descendants().find(|node| node.attribute("aria-labelledby") == Some(known.id)).unwrap();
                let shown = squeezed(&words(&section));
                for word in known.facts().iter().flat_map(|fact| fact.split_whitespace()) {
                    assert!(shown.contains(word), "{system:?} {}: {word}", known.id);
                }
            }
        }
    }

    #[test]
    fn rows_have_the_cells_of_the_chart() {
        let text = document(&example(System::AtAnyCost));
        let page = Document::parse(&text).unwrap();
        let row_of_table = row(&page, "10 (0)");
        assert_eq!((row_of_table.len(), row_of_table[1].as_str()), (16, "RT"));
        assert_eq!(row(&page, "0 to 3"), ["0 to 3", "1 Elan Hit"]);
        assert_eq!(row(&page, "4 Assault")[3], "13.1");
        assert!(
            text.contains("<a class=\"rule\" href=\"rules/#rule-12.6\" title=\"Defensive Fire\">12.6</a>"),
            "a link to a rule"
        );
        assert!(text.contains("<i>Hex('.')</i>"), "a picture");
        assert!(text.contains("<td class=\"tint-5\">"), "a grave result");
        assert!(!text.contains("<mark"), "nothing is changed");
    }

    #[test]
    fn what_the_scenario_changes_is_marked() {
        let text = template(System::AtAnyCost);
        assert!(!text.contains("[rules"), "the template changes nothing");
        let changed = format!("{text}\n[rules]\nskirmish_reach = 4\n\n[rules.tables.fire_shifts]\nplunging = 2\n");
        let text = document(&load(&changed).scenario.unwrap());
        for mark in ["4 hexes", "2▸"] {
            assert!(text.contains(&format!("<mark title=\"Changed by the scenario\">{mark}</mark>")), "{mark}");
        }
    }

    #[test]
    fn words_of_authors_are_only_words() {
        let hostile = "<img src=x onerror=alert(1)>";
        let text = template(System::AtAnyCost).replacen("Red Corps", hostile, 1);
        let text = document(&load(&text).scenario.unwrap());
        assert!(text.contains("&lt;img") && !text.contains("<img"), "{hostile}");
    }
}
