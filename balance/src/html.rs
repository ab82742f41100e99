//! A report as a self-contained HTML page.

use std::fmt::Write as _;

use battlewright_engine::game::Side;
use battlewright_engine::show::Place;
use battlewright_export::{MapPicture, Options, Scene, escaped, svg};
use battlewright_schema::Scenario;

use crate::estimate::Estimate;
use crate::figures::{interval, number, percent};
use crate::ground::GroundPart;
use crate::plots::{COLORS, Line, histogram, intervals, shares};
use crate::report::{FightLine, Report, UnitLine};
use crate::rule_rows::RuleLine;
use crate::sweep::Sweep;

const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1180px; margin: 2rem auto; padding: 0 1rem; color: #1d1d1d; background: #fbfaf7 }
h1 { margin-bottom: 0 } h2 { margin-top: 2.2rem; border-bottom: 1px solid #cfc8b8 }
.facts { color: #555 } .plots { display: flex; flex-wrap: wrap; gap: 12px } .plots svg { border: 1px solid #ddd5c4 }
table { border-collapse: collapse; margin: .8rem 0 } th, td { padding: .18rem .6rem; text-align: left }
td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums } tr:nth-child(even) td { background: #f2eee4 }
th { border-bottom: 1px solid #a89f8a } .map { width: 100%; height: auto; border: 1px solid #ddd5c4; background: #fff }
.wide { overflow-x: auto }";

/// The [radius](Options::radius) of the drawing of a table, at which an inch has some forty units.
const RADIUS_OF_TABLE: f32 = 24.0;

impl Report {
    /// Formats the report as an HTML page: figures, plots, and a heat map of the fights. The page needs no other files
    /// and no network.
    pub fn html(&self, scenario: &Scenario) -> String {
        let mut page = head(&self.title);
        // Writing to a string cannot fail.
        let _ = self.write_html(&mut page, scenario);
        page.push_str("</body></html>\n");
        page
    }

    fn write_html(&self, to: &mut String, scenario: &Scenario) -> std::fmt::Result {
        let [one, two] = self.sides.each_ref().map(|side| escaped(side));
        let [first, second] = self.players.each_ref().map(|player| escaped(player));
        writeln!(to, "<h1>{}</h1>", escaped(&self.title))?;
        writeln!(
            to,
            "<p class=\"facts\">{one} ({first}) against {two} ({second}). {} games from seed {}, engine {}, scenario {}.</p>",
            self.games,
            self.seed,
            escaped(&self.engine),
            self.scenario
        )?;
        if let Some(player) = &self.default_player {
            writeln!(to, "<p>{}.</p>", escaped(&player.reason()))?;
        }
        if let Some(strength) = &self.strength {
            writeln!(to, "<p>{}.</p>", escaped(&strength.text()))?;
        }
        if !self.broken.is_empty() {
            writeln!(to, "<h2>Games that did not end</h2><ul>")?;
            self.broken.iter().try_for_each(|(seed, why)| writeln!(to, "<li>seed {seed}: {}</li>", escaped(why)))?;
            writeln!(to, "</ul>")?;
        }
        writeln!(to, "<h2>Wins</h2>")?;
        let won = |name: &str, rate: &Estimate| vec![name.to_owned(), percent(rate.value), interval(rate)];
        let rows = [won(&self.sides[0], &self.wins[0]), won(&self.sides[1], &self.wins[1]), won("nobody", &self.draws)];
        let interval_head = self.sampling.heading();
        html_table(to, &["won by", "share", interval_head], &rows)?;
        if let Some(agreement) = &self.agreement {
            writeln!(to, "<h3>Other players</h3>")?;
            html_table(to, &agreement.head(), &agreement.rows())?;
            writeln!(to, "<p>{}</p>", escaped(&agreement.text()))?;
        }
        self.write_people_html(to)?;
        let verdict = |verdict: &crate::Verdict| {
            let winner = verdict.winner.map_or("nobody", |side| &self.sides[side.index()]);
            let name = format!("{winner}, {}", verdict.level);
            vec![name, verdict.games.to_string(), percent(verdict.rate.value), interval(&verdict.rate)]
        };
        html_table(
            to,
            &["verdict", "games", "share", interval_head],
            &self.verdicts.iter().map(verdict).collect::<Vec<_>>(),
        )?;
        self.write_plots(to)?;
        let sources = self.sources.iter();
        let rows: Vec<_> = sources
            .map(|line| vec![line.name.clone(), number(line.points[0]), number(line.points[1])])
            .chain([vec!["total".to_owned(), number(self.points[0].mean), number(self.points[1].mean)]])
            .collect();
        writeln!(to, "<h2>Sources of victory points</h2>")?;
        html_table(to, &["points per game from", &self.sides[0], &self.sides[1]], &rows)?;
        writeln!(to, "<h2>Fights by {}</h2>", self.ground_part.name())?;
        self.write_fights(to, scenario)?;
        writeln!(to, "<h2>Units</h2><div class=\"wide\">")?;
        html_table(to, &self.unit_head(), &self.units.iter().map(|unit| self.unit_cells(unit)).collect::<Vec<_>>())?;
        writeln!(to, "</div>")?;
        self.write_rules(to)?;
        self.write_grounds_html(to)?;
        writeln!(to, "<h2>Limitations</h2><ul>")?;
        self.caveats.iter().try_for_each(|caveat| writeln!(to, "<li>{}</li>", escaped(caveat)))?;
        writeln!(to, "</ul>")
    }

    fn write_people_html(&self, to: &mut String) -> std::fmt::Result {
        let Some(people) = &self.people else { return Ok(()) };
        writeln!(to, "<h3>People</h3><div class=\"wide\">")?;
        html_table(to, &people.head(&self.sides).each_ref().map(String::as_str), &people.rows())?;
        writeln!(to, "</div>")?;
        people.sentences(self).iter().try_for_each(|sentence| writeln!(to, "<p>{}</p>", escaped(sentence)))
    }

    fn write_rules(&self, to: &mut String) -> std::fmt::Result {
        if self.rules.is_empty() {
            return Ok(());
        }
        writeln!(to, "<h2>Rules of the scenario</h2>")?;
        html_table(to, &RuleLine::HEAD, &self.rules.iter().map(RuleLine::row).collect::<Vec<_>>())?;
        RuleLine::idle(&self.rules).map_or(Ok(()), |idle| writeln!(to, "<p>{}</p>", escaped(&idle)))
    }

    fn write_plots(&self, to: &mut String) -> std::fmt::Result {
        let [one, two] = &self.sides;
        let side = |margin: i32| match margin {
            1.. => COLORS[0],
            0 => COLORS[2],
            _ => COLORS[1],
        };
        let lengths = self.lengths.iter().map(|(turn, games)| (i32::from(*turn), *games)).collect();
        let luck = |(turn, part): (usize, &Option<Estimate>)| {
            Some((crate::estimate::float(turn + usize::from(self.first_turn)), (*part)?.low))
        };
        let luck: Vec<_> = self.luck.by_turn.iter().enumerate().filter_map(luck).collect();
        writeln!(to, "<div class=\"plots\">")?;
        to.push_str(&histogram(&format!("Points of {one} minus points of {two}: games"), &self.margins, side));
        to.push_str(&histogram("Last turn: games", &lengths, |_| COLORS[2]));
        if !luck.is_empty() {
            let title = "Share of the margin explained by the dice, at least, up to each turn";
            to.push_str(&shares(title, &[Line { name: String::new(), points: luck }]));
        }
        writeln!(to, "</div>")?;
        match self.luck.text() {
            Some(luck) => writeln!(to, "<p>{luck}</p>"),
            None => Ok(()),
        }
    }

    /// Writes the map or the table with a shade in each hex or square inch for the number of fights, and the places with the most.
    fn write_fights(&self, to: &mut String, scenario: &Scenario) -> std::fmt::Result {
        match self.ground_part {
            GroundPart::Hex => self.write_map(to, scenario)?,
            GroundPart::SquareInch => self.write_table(to, scenario)?,
        }
        let rows: Vec<_> =
            self.fights.iter().take(10).map(|line| vec![line.name.clone(), number(line.fights)]).collect();
        html_table(to, &[self.ground_part.name(), "fights per game"], &rows)
    }

    /// Returns the shade and the caption of a place with fights.
    fn heat(&self, line: &FightLine) -> String {
        let most = self.fights.first().map_or(1.0, |line| line.fights);
        let shade = 0.1 + 0.75 * (line.fights / most).sqrt();
        let (name, fights) = (escaped(&line.name), number(line.fights));
        format!("fill=\"#c42c24\" fill-opacity=\"{shade:.2}\"><title>{name}: {fights} fights per game</title>")
    }

    fn write_table(&self, to: &mut String, scenario: &Scenario) -> std::fmt::Result {
        let options = Options { radius: RADIUS_OF_TABLE, units: false, ..Options::default() };
        let scene = match Scene::new(scenario, options) {
            Ok(scene) => scene,
            Err(why) => return writeln!(to, "<p>{}</p>", escaped(&why.to_string())),
        };
        let size = scene.size();
        writeln!(
            to,
            "<svg class=\"map\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\"><g opacity=\"0.75\">",
            size.x, size.y
        )?;
        let mut drawing = Vec::new();
        // Writing to memory cannot fail.
        let _ = svg::write(&scene, 1.0, &mut drawing);
        to.push_str(&String::from_utf8_lossy(&drawing));
        writeln!(to, "</g><g class=\"heat\">")?;
        for line in &self.fights {
            let Place::At(corner) = line.at else { continue };
            let Some(square) = scene.square_inch(corner) else { continue };
            let (at, side) = (square.min, square.width());
            writeln!(
                to,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" {}</rect>",
                at.x,
                at.y,
                self.heat(line)
            )?;
        }
        writeln!(to, "</g></svg>")
    }

    fn write_map(&self, to: &mut String, scenario: &Scenario) -> std::fmt::Result {
        let map = match MapPicture::new(scenario) {
            Ok(map) => map,
            Err(why) => return writeln!(to, "<p>{}</p>", escaped(&why.to_string())),
        };
        let (width, height) = (map.width, map.height);
        writeln!(
            to,
            "<svg class=\"map\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 \
             0 {width:.0} {height:.0}\" font-family=\"monospace\"><g opacity=\"0.75\">"
        )?;
        map.ground(to, |_| true);
        map.lines(to);
        writeln!(to, "</g><g class=\"heat\">")?;
        for line in &self.fights {
            let Place::Hex(cell) = line.at else { continue };
            let corners = map.corners(map.center(cell));
            writeln!(to, "<polygon points=\"{corners}\" {}</polygon>", self.heat(line))?;
        }
        writeln!(to, "</g>")?;
        map.words(to);
        writeln!(to, "</svg>")
    }

    fn write_grounds_html(&self, to: &mut String) -> std::fmt::Result {
        if self.grounds.is_empty() {
            return Ok(());
        }
        writeln!(to, "<h2>Control of important places</h2><div class=\"plots\">")?;
        for line in &self.grounds {
            let place = line.place.as_ref().map_or_else(String::new, |place| format!(" {place}"));
            let points = |side: Side| {
                let held = |(turn, held): (usize, &[f64; 2])| {
                    (crate::estimate::float(turn + usize::from(self.first_turn)), held[side.index()])
                };
                line.held.iter().enumerate().map(held).collect()
            };
            let lines = Side::BOTH.map(|side| Line { name: self.sides[side.index()].clone(), points: points(side) });
            to.push_str(&shares(&format!("{}{place}: control at the end of each turn", line.name), &lines));
        }
        writeln!(to, "</div>")
    }

    fn unit_cells(&self, unit: &UnitLine) -> Vec<String> {
        let mut cells = self.unit_row(unit);
        if let Some(first) = cells.first_mut() {
            *first = format!("{} ({})", unit.name, unit.id);
        }
        cells
    }
}

impl Sweep {
    /// Formats the versions as an HTML page with a plot of their effects. The page needs no other files and no network.
    pub fn html(&self) -> String {
        let mut page = head(&self.title);
        // Writing to a string cannot fail.
        let _ = self.write_html(&mut page);
        page.push_str("</body></html>\n");
        page
    }

    fn write_html(&self, to: &mut String) -> std::fmt::Result {
        let [one, two] = self.players.each_ref().map(|player| escaped(player));
        writeln!(to, "<h1>{}</h1>", escaped(&self.title))?;
        writeln!(to, "<p class=\"facts\">{one} against {two}: share of wins of {}.</p>", escaped(&self.side))?;
        if let Some(player) = &self.default_player {
            writeln!(to, "<p>{}.</p>", escaped(&player.reason()))?;
        }
        let as_it_is = self.versions.first().map_or(0.5, |line| line.score.value);
        let rows: Vec<_> = self.versions.iter().map(|line| (line.name.clone(), line.score)).collect();
        writeln!(
            to,
            "<div class=\"plots\">{}</div>",
            intervals(&format!("Share of wins with {}", self.sampling.heading()), &rows, as_it_is)
        )?;
        html_table(to, &self.head(), &self.rows())?;
        writeln!(to, "<p>{}</p>", escaped(&self.note()))
    }
}

fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><style>\n{STYLE}\n</style></head><body>\n",
        escaped(title)
    )
}

fn html_table(to: &mut String, head: &[&str], rows: &[Vec<String>]) -> std::fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit() || "+-±<".contains(c));
    let class = |column: usize| {
        let numbers = rows.iter().filter_map(|row| row.get(column)).all(|cell| is_number(cell));
        if column > 0 && numbers { " class=\"n\"" } else { "" }
    };
    to.push_str("<table>\n<tr>");
    for (column, cell) in head.iter().enumerate() {
        write!(to, "<th{}>{}</th>", class(column), escaped(cell))?;
    }
    to.push_str("</tr>\n");
    for row in rows {
        to.push_str("<tr>");
        for column in 0..head.len() {
            write!(to, "<td{}>{}</td>", class(column), escaped(row.get(column).map_or("", String::as_str)))?;
        }
        to.push_str("</tr>\n");
    }
    to.push_str("</table>\n");
    Ok(())
}
