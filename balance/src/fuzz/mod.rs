//! Fuzzing of a scenario: games that search for crashes, dead ends and endless games, and for rules, units and hexes that
//! are never used.

mod game;
mod seats;
#[cfg(test)]
mod traps;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::any::Visit;
use battlewright_engine::chronicle::Chronicle;
use battlewright_engine::game::Side;
use battlewright_engine::play::replay::{Header, Replay};
use battlewright_engine::players::Appraise;
use battlewright_engine::show::Show;
use battlewright_schema::{Cell, Grid};
use serde::Serialize;

use crate::plan::{OpenedPlan, Plan};
use crate::rule_rows::{RowTotals, RuleLine};
use crate::text::table;
use game::{GameEnd, InputNotation, PlayedGame};
use seats::{ChoiceCounts, SidePlayers};

/// The settings of a fuzzing run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The number of games.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// The number of inputs beyond which a game counts as endless.
    pub longest: usize,
}

/// A fault of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The engine panicked.
    Crash,
    /// A side must choose but has no legal choice.
    DeadEnd,
    /// A choice was offered and then refused.
    FalseOffer,
    /// The game exceeds the limit on inputs.
    Endless,
    /// A position repeats, so that players can continue forever.
    Loop,
}

impl Fault {
    /// Describes the fault.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "the engine gave up",
            Self::DeadEnd => "a side must choose but has no legal choice",
            Self::FalseOffer => "an offered choice was refused",
            Self::Endless => "the game does not end",
            Self::Loop => "a position repeats, so that players can continue forever",
        }
    }

    /// Returns `true` for a mistake that stops a game, as opposed to a notable fact.
    pub fn is_mistake(self) -> bool {
        self != Self::Loop
    }
}

/// A fault found by fuzzing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundFault {
    /// The kind of fault.
    pub fault: Fault,
    /// Details, such as the panic message.
    pub detail: String,
    /// The number of inputs of the shortest game with the fault.
    pub inputs: usize,
    /// The number of games with the fault.
    pub games: u64,
    /// The shortest game, as a replay file.
    #[serde(skip)]
    pub replay: String,
}

/// The findings of a fuzzing run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The title of the scenario.
    pub title: String,
    /// The number of games played.
    pub games: u64,
    /// The number of games that ended by the rules.
    pub ended: u64,
    /// The faults, most serious first.
    pub faults: Vec<FoundFault>,
    /// The sides that never won.
    pub losers: Vec<String>,
    /// The units that never moved or fought.
    pub idle: Vec<String>,
    /// The reinforcements that never arrived.
    pub absent: Vec<String>,
    /// The hexes that no unit ever entered.
    pub untrodden: Vec<String>,
    /// The number of hexes on the map.
    pub hexes: usize,
    /// The rules that never applied to an event or a decision.
    pub unused: Vec<String>,
    /// The rules of the scenario in rows; empty if it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RuleLine>,
}

/// Plays games that search for faults in the scenario of `plan`. `progress` receives the number of games after each game;
/// setting `cancel` ends the run early with the findings so far.
///
/// Panics of the engine are caught and recorded, each with the game that led to it.
pub fn fuzz(
    plan: &Plan,
    opened: &OpenedPlan,
    trial: Trial,
    cancel: &AtomicBool,
    progress: impl FnMut(u64),
) -> Findings {
    let title = opened.scenario.title().to_owned();
    let grid = opened.scenario.common().grid().ok();
    let (mut findings, games) = opened.game.visit(Hunt {
        title: title.clone(),
        grid,
        rows: RowTotals::new(opened.rows_at_start.clone()),
        trial,
        cancel,
        progress,
    });
    for (found, inputs) in findings.faults.iter_mut().zip(games) {
        let players = ["fuzz", "fuzz"].map(str::to_owned);
        let header = Header::new(opened.scenario.system().name(), title.clone(), players, None, plan.scenario.clone());
        found.replay = Replay::of(header, &game::replay(&opened.game, &inputs)).write();
    }
    findings
}

struct Hunt<'a, F> {
    title: String,
    grid: Option<Grid>,
    /// The effects of the rows of the scenario in no game.
    rows: RowTotals,
    trial: Trial,
    cancel: &'a AtomicBool,
    progress: F,
}

/// The combined record of the games played.
struct Log<A> {
    games: u64,
    ended: u64,
    won: [bool; 2],
    acted: BTreeSet<u16>,
    arrived: BTreeSet<u16>,
    entered: BTreeSet<Cell>,
    rules: BTreeSet<&'static str>,
    /// The effects of the rows of the scenario.
    rows: RowTotals,
    faults: BTreeMap<(Fault, String), FaultRecord<A>>,
}

/// The inputs of the shortest game with a fault, and the number of games with the fault.
type FaultRecord<A> = (Vec<game::MadeInput<A>>, u64);

impl<A> Log<A> {
    /// The record of no game, with these totals of rows.
    fn new(rows: RowTotals) -> Self {
        Self {
            games: 0,
            ended: 0,
            won: [false; 2],
            acted: BTreeSet::new(),
            arrived: BTreeSet::new(),
            entered: BTreeSet::new(),
            rules: BTreeSet::new(),
            rows,
            faults: BTreeMap::new(),
        }
    }
}

impl<A: Clone> Log<A> {
    fn take(&mut self, played: PlayedGame<A>) {
        self.games += 1;
        self.acted.extend(played.acted);
        self.arrived.extend(played.arrived);
        self.entered.extend(played.entered);
        self.rules.extend(played.rules);
        self.rows.add(&played.rows.into_steps());
        if let GameEnd::Over(winner) = played.ended {
            self.ended += 1;
            if let Some(side) = winner {
                self.won[side.index()] = true;
            }
        }
        for (fault, detail, made) in played.faults {
            let (shortest, games) = self.faults.entry((fault, detail)).or_insert_with(|| (made.clone(), 0));
            *games += 1;
            if made.len() < shortest.len() {
                *shortest = made;
            }
        }
    }
}

impl<F: FnMut(u64)> Visit for Hunt<'_, F> {
    type Answer = (Findings, Vec<Vec<InputNotation>>);

    fn visit<G: Appraise + Chronicle + Show>(self, start: &G) -> Self::Answer {
        self.hunt(start)
    }
}

impl<F: FnMut(u64)> Hunt<'_, F> {
    /// Plays the games and returns the findings, with the inputs of the game for each fault.
    fn hunt<G: Appraise + Chronicle + Show>(mut self, start: &G) -> (Findings, Vec<Vec<InputNotation>>) {
        let mut log = Log::new(self.rows.clone());
        let mut curiosity = ChoiceCounts::default();
        for index in 0..self.trial.games {
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
            let seed = self.trial.seed.saturating_add(index);
            log.take(game::play(start, SidePlayers::of(index), &mut curiosity, seed, self.trial.longest));
            (self.progress)(log.games);
        }
        self.shorten(start, &mut log, &mut curiosity);
        self.findings(start, log)
    }

    /// Searches for shorter games with the faults found, by playing further games cut off at the shortest length so far.
    fn shorten<G: Appraise + Chronicle + Show>(
        &self,
        start: &G,
        log: &mut Log<G::Action>,
        curiosity: &mut ChoiceCounts,
    ) {
        let more = (self.trial.games / 2).clamp(10, 500);
        for key in log.faults.keys().cloned().collect::<Vec<_>>() {
            for index in 0..more {
                let Some((shortest, _)) = log.faults.get(&key) else { break };
                if shortest.len() < 2 || self.cancel.load(Ordering::Relaxed) {
                    break;
                }
                let (limit, seed) = (shortest.len() - 1, self.trial.seed.wrapping_sub(index + 1));
                let played = game::play(start, SidePlayers::for_short_games(index), curiosity, seed, limit);
                for (fault, detail, made) in played.faults {
                    // The cutoff itself is no fault.
                    if fault == Fault::Endless {
                        continue;
                    }
                    if let Some((shortest, _)) = log.faults.get_mut(&(fault, detail))
                        && made.len() < shortest.len()
                    {
                        *shortest = made;
                    }
                }
            }
        }
    }

    fn findings<G: Appraise + Chronicle + Show>(
        self,
        start: &G,
        log: Log<G::Action>,
    ) -> (Findings, Vec<Vec<InputNotation>>) {
        let roster = start.roster();
        let unit = |wanted: &dyn Fn(u16, Option<u8>) -> bool| {
            let units = (0_u16..).zip(&roster).filter(|(at, unit)| wanted(*at, unit.due));
            units.map(|(_, unit)| unit.id.clone()).collect::<Vec<_>>()
        };
        let cells: Vec<Cell> = start.cells();
        let untrodden = cells.iter().filter(|cell| !log.entered.contains(cell));
        let name = |cell: &Cell| self.grid.as_ref().map_or_else(String::new, |grid| grid.name(*cell).to_string());
        let names = start.sides();
        let never = Side::BOTH.into_iter().filter(|side| log.ended > 0 && !log.won[side.index()]);
        let unused = G::citable_rules().into_iter().filter(|rule| !log.rules.contains(rule.number));
        let games = log.faults.values().map(|(made, _)| game::to_notation(start, made)).collect();
        let faults = log.faults.into_iter().map(|((fault, detail), (made, games))| FoundFault {
            fault,
            detail,
            inputs: made.len(),
            games,
            replay: String::new(),
        });
        let rows = start.rule_rows().map_or_else(Vec::new, |rules| log.rows.lines(rules.rows()));
        let findings = Findings {
            title: self.title,
            games: log.games,
            ended: log.ended,
            losers: never.map(|side| names[side.index()].clone()).collect(),
            idle: unit(&|at, _| !log.acted.contains(&at)),
            absent: unit(&|at, due| due.is_some() && !log.arrived.contains(&at)),
            untrodden: untrodden.map(name).collect(),
            hexes: cells.len(),
            unused: unused.map(|rule| rule.to_string()).collect(),
            rows,
            faults: faults.collect(),
        };
        (findings, games)
    }
}

impl Findings {
    /// Returns `true` if there is a fault that stops a game.
    pub fn has_mistakes(&self) -> bool {
        self.faults.iter().any(|found| found.fault.is_mistake())
    }

    /// Formats the findings as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, to: &mut String) -> std::fmt::Result {
        writeln!(to, "{}: {} games played, {} ended", self.title, self.games, self.ended)?;
        for found in &self.faults {
            let colon = if found.detail.is_empty() { "" } else { ": " };
            writeln!(to, "\n{}{colon}{}", found.fault.name(), found.detail)?;
            writeln!(to, "  in {} games; the shortest has {} inputs", found.games, found.inputs)?;
        }
        let mut list = |what: &str, all: &[String]| {
            if all.is_empty() { Ok(()) } else { writeln!(to, "\n{what}: {}", all.join(", ")) }
        };
        list("never won", &self.losers)?;
        list("units that never moved or fought", &self.idle)?;
        list("reinforcements that never arrived", &self.absent)?;
        list(&format!("{} of {} hexes that no unit ever entered", self.untrodden.len(), self.hexes), &self.untrodden)?;
        list("rules that were never used", &self.unused)?;
        table(to, &RuleLine::HEAD, &self.rows.iter().map(RuleLine::row).collect::<Vec<_>>())?;
        RuleLine::idle(&self.rows).map_or(Ok(()), |idle| writeln!(to, "{idle}"))
    }
}

#[cfg(test)]
mod tests {
    use super::traps::{Trap, Walk};
    use super::*;
    use crate::testing::tutorial;

    fn run_trap(trap: Trap, longest: usize) -> (Findings, Vec<Vec<InputNotation>>) {
        let trial = Trial { games: 40, seed: 1, longest };
        let mut counts = Vec::new();
        let cancel = AtomicBool::new(false);
        let title = "Walk".to_owned();
        let rows = RowTotals::new(Vec::new());
        let hunt = Hunt { title, grid: None, rows, trial, cancel: &cancel, progress: |games| counts.push(games) };
        let findings = hunt.hunt(&Walk::new(trap));
        assert_eq!(counts, (1..=40).collect::<Vec<_>>());
        findings
    }

    #[test]
    fn traps_are_found_with_the_shortest_way_into_them() {
        // The walk goes one or two hexes at a time, and the trap is in the fifth: three inputs lead to it.
        for (trap, fault, detail) in [
            (Trap::Panics, Fault::Crash, "the bridge is out"),
            (Trap::DeadEnd, Fault::DeadEnd, "1"),
            (Trap::Refuses, Fault::FalseOffer, "no way"),
        ] {
            let (found, games) = run_trap(trap, 1000);
            let [first] = &found.faults[..] else { panic!("{found:?}") };
            assert_eq!((first.fault, first.inputs), (fault, if fault == Fault::DeadEnd { 2 } else { 3 }), "{first:?}");
            assert!(first.detail.contains(detail) && first.games > 1, "{first:?}");
            assert!(found.has_mistakes());
            assert_eq!(games[0].len(), first.inputs);
            assert!(
                games[0].iter().all(|input| matches!(input, InputNotation::Choice(text) if text.starts_with("walk")))
            );
        }
    }

    #[test]
    fn games_without_end_are_found() {
        let (found, _) = run_trap(Trap::Endless, 50);
        let [endless] = &found.faults[..] else { panic!("{found:?}") };
        assert_eq!((endless.fault, endless.inputs, endless.games), (Fault::Endless, 50, 40));
        assert!(found.has_mistakes());
        let (found, _) = run_trap(Trap::Circles, 1000);
        let [endless, circle] = &found.faults[..] else { panic!("{found:?}") };
        assert_eq!((circle.fault, circle.inputs, found.ended), (Fault::Loop, 1, 0));
        assert_eq!((circle.detail.as_str(), endless.fault), ("Walk, rule 1 Walking", Fault::Endless));
        assert!(found.has_mistakes(), "no player gets out of this circle");
    }

    #[test]
    fn what_never_comes_into_play_is_reported() {
        let (found, _) = run_trap(Trap::None, 1000);
        assert_eq!((found.games, found.ended, found.faults.len()), (40, 40, 0));
        assert_eq!(found.losers, ["Sitters"]);
        assert_eq!((found.idle, found.absent), (vec!["sitter".to_owned()], vec!["sitter".to_owned()]));
        assert_eq!((found.untrodden.len(), found.hexes), (1, 7), "where the walker starts");
        assert_eq!(found.unused, ["3 Sitting"]);
    }

    fn bundled(scenario: &str, games: u64) -> (OpenedPlan, Findings) {
        from_seed(1, scenario, games)
    }

    fn from_seed(seed: u64, scenario: &str, games: u64) -> (OpenedPlan, Findings) {
        let plan = Plan { scenario: scenario.to_owned(), ..tutorial() };
        let opened = plan.open().unwrap();
        let trial = Trial { games, seed, longest: 20_000 };
        let found = fuzz(&plan, &opened, trial, &AtomicBool::new(false), |_| ());
        assert!(!found.has_mistakes(), "{found:?}");
        assert_eq!(found.games, games);
        assert_eq!(fuzz(&plan, &opened, trial, &AtomicBool::new(true), |_| ()).games, 0);
        (opened, found)
    }

    #[test]
    fn a_bundled_scenario_is_sound_and_what_is_found_is_a_replay() {
        let (opened, found) = bundled(&tutorial().scenario, 60);
        assert!(found.idle.is_empty() && found.losers.is_empty() && found.untrodden.is_empty(), "{found:?}");
        assert_eq!(found.unused, ["4.0 1c Mitrailleuse Placement"], "nobody has any");
        let [circle] = &found.faults[..] else { panic!("a unit may go and come back: {found:?}") };
        assert_eq!(circle.fault, Fault::Loop);
        let replay = Replay::read(&circle.replay).unwrap();
        assert_eq!(replay.verify(opened.game.clone()).unwrap().len(), circle.inputs);
    }

    #[test]
    fn players_who_wander_in_a_phase_without_a_limit_are_no_game_without_end() {
        let text = include_str!("../../../scenarios/mars-la-tour.toml");
        let (_, found) = from_seed(151, text, 20);
        assert!(found.ended < found.games, "nobody passes in one of these games (R29): {found:?}");
        let circles = found.faults.iter().filter(|found| found.fault == Fault::Loop);
        assert!(circles.clone().count() > 0 && circles.count() == found.faults.len(), "{found:?}");
        assert!(found.text().contains("Movement Phase, rule 4.0 2"), "{}", found.text());
    }

    #[test]
    fn every_rule_at_work_comes_into_play_somewhere() {
        let unused = |scenario, games| -> BTreeSet<String> { bundled(scenario, games).1.unused.into_iter().collect() };
        assert_eq!(unused(include_str!("../../../scenarios/mars-la-tour.toml"), 8), BTreeSet::new());
        let day = unused(include_str!("../../../scenarios/pm-a-day-of-battle.toml"), 2);
        let victory = unused(include_str!("../../../scenarios/pm-a-beckoning-victory.toml"), 2);
        assert_eq!(day.intersection(&victory).collect::<Vec<_>>(), Vec::<&String>::new());
        let lesson = unused(include_str!("../../../scenarios/aac-first-orders.toml"), 8);
        let battle = unused(include_str!("../../../scenarios/aac-mars-la-tour.toml"), 2);
        // Unit Breakdown is optional, the nights of rest are those of Campaigns, and few units go back to a hex with room.
        let elsewhere = ["4.1 ", "16.3 ", "17.1 ", "17.3 ", "18.2 "];
        let missing: Vec<_> = lesson.intersection(&battle).collect();
        assert!(missing.iter().all(|rule| elsewhere.iter().any(|number| rule.starts_with(number))), "{missing:?}");
    }
}
