//! A report as text.

use std::fmt::Write as _;

use battlewright_engine::game::Side;

use crate::estimate::Estimate;
use crate::figures::{interval, number, percent};
use crate::report::{Report, Strength, UnitLine};
use crate::rule_rows::RuleLine;
use crate::stats::Summary;

/// The number of hexes or square inches listed; the other formats list all.
const MOST_HEXES: usize = 12;

impl Report {
    /// Formats the report as text with aligned columns.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, to: &mut String) -> std::fmt::Result {
        let [one, two] = &self.sides;
        let [first, second] = &self.players;
        writeln!(to, "{}: {one} ({first}) against {two} ({second})", self.title)?;
        writeln!(
            to,
            "{} games from seed {}, engine {}, scenario {}",
            self.games, self.seed, self.engine, self.scenario
        )?;
        if let Some(player) = &self.default_player {
            writeln!(to, "{}", player.reason())?;
        }
        if let Some(strength) = &self.strength {
            writeln!(to, "{}", strength.text())?;
        }
        for (seed, why) in &self.broken {
            writeln!(to, "the game of seed {seed} stopped early: {why}")?;
        }
        let won = |name: &str, rate: &Estimate| vec![name.to_owned(), percent(rate.value), interval(rate)];
        let rows = vec![won(one, &self.wins[0]), won(two, &self.wins[1]), won("nobody", &self.draws)];
        let interval_head = self.sampling.heading();
        table(to, &["won by", "", interval_head], &rows)?;
        if let Some(agreement) = &self.agreement {
            agreement.write_text(to)?;
        }
        self.write_people(to)?;
        let verdict = |verdict: &crate::Verdict| {
            let winner = verdict.winner.map_or("nobody", |side| &self.sides[side.index()]);
            let name = format!("{winner}, {}", verdict.level);
            vec![name, verdict.games.to_string(), percent(verdict.rate.value), interval(&verdict.rate)]
        };
        table(to, &["verdict", "games", "", interval_head], &self.verdicts.iter().map(verdict).collect::<Vec<_>>())?;
        let mut rows = vec![
            brief(&format!("points, {one}"), &self.points[0]),
            brief(&format!("points, {two}"), &self.points[1]),
            brief("margin", &self.margin),
            brief("last turn", &self.turns),
            brief("decisions", &self.decisions),
        ];
        for resource in &self.resources {
            for (side, spent) in self.sides.iter().zip(&resource.spent) {
                rows.push(brief(&format!("{} spent, {side}", resource.name), spent));
            }
        }
        table(
            to,
            &["per game", "mean", interval_head, "deviation", "least", "lower", "median", "upper", "most"],
            &rows,
        )?;
        let rows: Vec<_> = self
            .sources
            .iter()
            .map(|source| vec![source.name.clone(), number(source.points[0]), number(source.points[1])])
            .collect();
        table(to, &["victory points from", one, two], &rows)?;
        self.write_luck(to)?;
        self.write_grounds(to)?;
        let rows: Vec<_> = self.units.iter().map(|unit| self.unit_row(unit)).collect();
        table(to, &self.unit_head(), &rows)?;
        table(to, &RuleLine::HEAD, &self.rules.iter().map(RuleLine::row).collect::<Vec<_>>())?;
        if let Some(idle) = RuleLine::idle(&self.rules) {
            writeln!(to, "{idle}")?;
        }
        let rows: Vec<_> =
            self.fights.iter().take(MOST_HEXES).map(|line| vec![line.name.clone(), number(line.fights)]).collect();
        table(to, &[&format!("contested {}", self.ground_part.name()), "fights per game"], &rows)?;
        writeln!(to, "\nlimitations")?;
        self.caveats.iter().try_for_each(|caveat| writeln!(to, "- {caveat}"))
    }

    fn write_luck(&self, to: &mut String) -> std::fmt::Result {
        let row = |name: String, part: &Option<Estimate>| {
            let share =
                |of: fn(&Estimate) -> f64| part.as_ref().map_or_else(|| "-".to_owned(), |part| percent(of(part)));
            vec![name, share(|part| part.low), share(|part| part.value)]
        };
        let rows: Vec<_> = self
            .luck
            .by_turn
            .iter()
            .enumerate()
            .map(|(turn, part)| row(format!("turn {}", turn + usize::from(self.first_turn)), part))
            .chain([row("the end".to_owned(), &self.luck.dice)])
            .collect();
        table(to, &["dice up to", "share of margin, at least", "in these games"], &rows)
    }

    fn write_grounds(&self, to: &mut String) -> std::fmt::Result {
        let turns = self.grounds.iter().map(|line| line.held.len()).max().unwrap_or(0);
        let title = format!("held by {} / {}, %", self.sides[0], self.sides[1]);
        let mut head = vec![title.as_str()];
        let names: Vec<String> =
            (usize::from(self.first_turn)..).take(turns).map(|turn| format!("turn {turn}")).collect();
        head.extend(names.iter().map(String::as_str));
        let row = |line: &crate::GroundLine| {
            let place = line.place.as_ref().map_or_else(String::new, |place| format!(" {place}"));
            let held = line.held.iter().map(|[a, b]| format!("{:.0}/{:.0}", 100.0 * a, 100.0 * b));
            [format!("{}{place}", line.name)].into_iter().chain(held).collect()
        };
        table(to, &head, &self.grounds.iter().map(row).collect::<Vec<_>>())
    }

    /// Returns the header of [`Report::unit_row`].
    pub(crate) fn unit_head(&self) -> [&'static str; 10] {
        let went = self.ground_part.steps();
        ["unit", "side", "acts", went, "attacks", "attacked", "kills", "lost", "comes", "harmed"]
    }

    /// Returns the row of a unit.
    pub(crate) fn unit_row(&self, unit: &UnitLine) -> Vec<String> {
        let harms: Vec<String> = unit.harms.iter().map(|(name, times)| format!("{name} {}", number(*times))).collect();
        let comes = unit.arrival.as_ref().map_or_else(String::new, |arrival| {
            let mean = arrival.mean.map_or_else(|| "never".to_owned(), number);
            format!("{mean}, due {}, {} late, {} never", arrival.due, percent(arrival.late), percent(arrival.never))
        });
        let side = match unit.side {
            Side::First => &self.sides[0],
            Side::Second => &self.sides[1],
        };
        vec![
            unit.id.clone(),
            side.clone(),
            percent(unit.acted.value),
            number(unit.hexes),
            number(unit.attacks),
            number(unit.attacked),
            number(unit.kills),
            percent(unit.lost.value),
            comes,
            harms.join(", "),
        ]
    }
}

impl Strength {
    /// Describes the strength of the player.
    pub(crate) fn text(&self) -> String {
        format!(
            "{} wins {} (95 %: {}) of {} games against {}, half of them from each side",
            self.player,
            percent(self.score.value),
            interval(&self.score),
            self.games,
            self.against
        )
    }
}

fn brief(name: &str, numbers: &Summary) -> Vec<String> {
    let rest = [numbers.deviation, numbers.least, numbers.lower, numbers.median, numbers.upper, numbers.most];
    [name.to_owned(), number(numbers.mean), format!("± {}", number(numbers.margin))]
        .into_iter()
        .chain(rest.map(number))
        .collect()
}

/// Writes a table after an empty line, with words aligned left and numbers aligned right; nothing without rows.
pub(crate) fn table(to: &mut String, head: &[&str], rows: &[Vec<String>]) -> std::fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let words = |column: usize| {
        column == 0
            || rows.iter().filter_map(|row| row.get(column)).any(|cell| cell.starts_with(|c: char| c.is_alphabetic()))
    };
    let words: Vec<bool> = (0..head.len()).map(words).collect();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (column, cell) in cells.enumerate() {
            let width = widths.get(column).copied().unwrap_or_default();
            let gap = if column == 0 { "" } else { "  " };
            let _ = if words.get(column) == Some(&true) {
                write!(text, "{gap}{cell:<width$}")
            } else {
                write!(text, "{gap}{cell:>width$}")
            };
        }
        writeln!(to, "{}", text.trim_end())
    };
    line(&mut [""].into_iter())?;
    line(&mut head.iter().copied())?;
    rows.iter().try_for_each(|row| line(&mut row.iter().map(String::as_str)))
}
