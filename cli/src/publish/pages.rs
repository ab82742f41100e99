//! The first page and the pages of the scenarios.

use battlewright_host::files::address;
use maud::{Markup, PreEscaped, html};

use super::build::{BuiltScenario, SEED};
use super::frame::{Depth, PageFrame};
use super::markdown::{self, ConvertedText};
use super::rules;
use crate::console::count;

/// The name of the stamp in the head of a page: the hash and the edition of the published rules.
pub(crate) const STAMP: &str = "battlewright-stamp";

/// The name of the path of the scenario in the head of a page, relative to it.
pub(crate) const SCENARIO: &str = "battlewright-scenario";

/// The programs that the first page offers besides the scenarios.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfferedPrograms {
    /// `true` with the resolver.
    pub(super) has_resolver: bool,
    /// The number of bytes that a browser loads to keep everything.
    pub(super) bytes: u64,
}

/// The page of all scenarios.
pub(super) fn index(frame: &PageFrame, scenarios: &[BuiltScenario], programs: OfferedPrograms) -> String {
    let body = html! {
        h1 { (frame.title) }
        p.subtitle { (count(scenarios.len(), "scenario")) " to play in this browser, against the computer or by hand" }
        ul.cards {
            @for (at, scenario) in scenarios.iter().enumerate() {
                li.card {
                    img src=(scenario.small.file.address()) width=(scenario.small.width) height=(scenario.small.height)
                        alt={ "Map of " (scenario.title) } loading=[(at > 2).then_some("lazy")];
                    div {
                        h2 { a href={ (address(&scenario.name)) "/" } { (scenario.title) } }
                        @if let Some(subtitle) = &scenario.subtitle {
                            p.quiet { (subtitle) }
                        }
                        p.quiet { em { (scenario.system.title()) } " · " (length(scenario)) }
                        @if let Some(first) = scenario.description.first() {
                            p { (first) }
                        }
                        (actions(scenario, ""))
                    }
                }
            }
        }
        h2 { "Rules" }
        ul {
            @for system in super::systems(scenarios) {
                li { a href={ "rules/" (system.name()) "/" } { em { (system.title()) } } ": " (system.info().about) }
            }
        }
        @if programs.has_resolver {
            h2 { "At the table" }
            p { a href="resolver/" { "Resolver" } ": results for miniatures on a real table, also on a phone and without a connection" }
        }
        // The script shows it where the browser can keep the site.
        section id="keep" aria-labelledby="keep-title" hidden="" {
            h2 id="keep-title" { "Without a connection" }
            p { "This browser keeps the pages that you open, and the game, the editor and the replay page once you have used them." }
            p {
                button.button type="button" { "Keep everything now (" (size(usize::try_from(programs.bytes).unwrap_or(usize::MAX))) ")" } " "
                output {}
            }
        }
    };
    let titles: Vec<&str> = scenarios.iter().map(|scenario| scenario.title.as_str()).collect();
    frame.page(Depth::Root, &frame.title, &titles.join(", "), &body)
}

/// The page of a scenario.
pub(super) fn scenario(frame: &PageFrame, scenario: &BuiltScenario) -> String {
    let events = markdown::events(&scenario.markdown);
    let ConvertedText { html: parts, contents } = markdown::convert(markdown::from_second_level(&events), &|_| None);
    let sequence = rules::sequence(scenario.system);
    let up = |path: String| format!("../{path}");
    let body = html! {
        h1 { (scenario.title) }
        @if let Some(subtitle) = &scenario.subtitle {
            p.subtitle { (subtitle) }
        }
        div.split {
            figure.map {
                a href=(up(scenario.picture.file.address())) {
                    img src=(up(scenario.picture.file.address())) width=(scenario.picture.width) height=(scenario.picture.height)
                        alt={ "Map of " (scenario.title) " with the units at the start" };
                }
                figcaption { "The map with the units at the start. Select it for the whole picture." }
            }
            div.text {
                @for words in &scenario.description {
                    p { (words) }
                }
                (actions(scenario, "../"))
                dl.facts {
                    @for (what, is) in &scenario.facts {
                        dt { (what) }
                        dd {
                            @if *what == "Rules" {
                                a href={ "../rules/" (scenario.system.name()) "/" } { em { (is) } }
                            } @else {
                                (is)
                            }
                        }
                    }
                }
                (files(scenario))
            }
        }
        nav aria-label="On this page" {
            ul.contents.short {
                @if sequence.is_some() {
                    li { a href="#sequence-of-play" { "Sequence of play" } }
                }
                @for heading in &contents {
                    li { a href={ "#" (heading.anchor) } { (heading.words) } }
                }
            }
        }
        @if let Some(sequence) = sequence {
            h2 id="sequence-of-play" { "Sequence of play" }
            div.text {
                (PreEscaped(sequence))
                p { a href={ "../rules/" (scenario.system.name()) "/" } { "The rules in full" } }
            }
        }
        (PreEscaped(parts))
        p.quiet { "Made of " (scenario.foot) "." }
        @if !scenario.sources.is_empty() {
            h2 id="sources" { "Sources" }
            ul {
                @for source in &scenario.sources {
                    li { (source) }
                }
            }
        }
    };
    let about = scenario.description.first().or(scenario.subtitle.as_ref()).unwrap_or(&scenario.title);
    // For `verify`: what the page was made of, and where that is, relative to the page.
    let beside = scenario.text.path.strip_prefix(&format!("{}/", scenario.name)).unwrap_or_default();
    let told = [(STAMP, scenario.stamp.as_str()), (SCENARIO, beside)];
    frame.page_with(Depth::One, &scenario.title, about, &told, &body)
}

/// Returns the links to the programs. `up` leads to the root of the site.
fn actions(scenario: &BuiltScenario, up: &str) -> Markup {
    let opened = format!("#open=../{}", scenario.text.address());
    let game = scenario.game.as_ref().ok().map(|game| format!("{up}replay/#open=../{}", game.file.address()));
    let title = &scenario.title;
    // The page to play on shows the map while it loads the rules.
    let map = format!("&map=../{}", scenario.picture.file.address());
    html! {
        ul.actions {
            li { a.button.main href={ (up) "play/" (opened) (map) } aria-label={ "Play " (title) } { "Play" } }
            li { a.button href={ (up) "edit/" (opened) } aria-label={ "Edit " (title) } { "Edit" } }
            @if let Some(game) = game {
                li { a.button href=(game) aria-label={ "Watch a game of " (title) } { "Watch a game" } }
            }
        }
    }
}

/// Returns the list of files and the sample game.
fn files(scenario: &BuiltScenario) -> Markup {
    html! {
        ul {
            li {
                a href={ "../" (scenario.print.address()) } { "Print and play" }
                " (PDF, " (size(scenario.print.bytes.len())) "): map, counters, player's aid, turn track, setup cards"
            }
            @if !scenario.charts.is_empty() {
                li { a href="charts/" { "Charts" } ": the player's aid on a page" }
            }
            li {
                a href={ "../" (scenario.text.address()) } download={ (scenario.name) ".toml" } { "Scenario file" }
                " (TOML, " (size(scenario.text.bytes.len())) ")"
            }
            @if let Ok(game) = &scenario.game {
                li {
                    a href={ "../" (game.file.address()) } download={ (scenario.name) ".jsonl" } { "Sample game" }
                    " of two greedy computer players with seed " (SEED) ", " (count(game.inputs, "input")) ". Winner: " (game.verdict)
                }
            }
        }
    }
}

/// Returns the length of a game in words.
fn length(scenario: &BuiltScenario) -> &str {
    let found = scenario.facts.iter().find(|(what, _)| *what == "Length");
    found.map_or("", |(_, length)| length.as_str())
}

/// Formats a number of bytes.
fn size(bytes: usize) -> String {
    let kilobytes = bytes.div_ceil(1000);
    if kilobytes < 1000 {
        format!("{kilobytes} kB")
    } else {
        format!("{}.{} MB", kilobytes / 1000, kilobytes % 1000 / 100)
    }
}
