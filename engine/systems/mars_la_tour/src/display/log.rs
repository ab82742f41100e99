//! The lines of the log: moves with their costs, attacks with their calculation, the score at the end of each turn, and the
//! reason for the final result.

use battlewright_schema::mars_la_tour::AttackResult;
use battlewright_schema::rule::WinTime;

use crate::display::markers;
use crate::state::{Fight, Motion, Step, UnitIx};
use crate::{Event, MarsLaTour};
use battlewright_core::game::{Level, Outcome, Side};
use battlewright_core::kit::grammar::distinct_name;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Line, MoveStep, Show as _, standing};

/// The times at which victories of rows are checked.
const WIN_TIMES: [WinTime; 3] = [WinTime::Once, WinTime::TurnEnd, WinTime::GameEnd];

/// Returns the sign before `plus` as a term of a sum.
pub(crate) fn sign_of(plus: i32) -> char {
    if plus < 0 { '-' } else { '+' }
}

impl MarsLaTour {
    /// Returns the name of `unit`, with its side if the enemy has a unit of the same name.
    pub(crate) fn log_name(&self, unit: UnitIx) -> String {
        let facts = self.board.unit(unit);
        let enemies = self.board.units_of(facts.side.other()).map(|enemy| self.board.unit(enemy).name.as_str());
        distinct_name(&facts.name, &self.board.side(facts.side).name, enemies)
    }

    fn full_name(&self, unit: UnitIx) -> String {
        let facts = self.board.unit(unit);
        format!("{}, {}", facts.name, self.board.side(facts.side).name)
    }

    /// Returns the lines for `event`; `before` is the game before the input that caused it.
    pub(crate) fn lines_of(&self, before: &Self, event: &Event) -> Vec<Line> {
        let line = self.log_line(event);
        let with = |text: String| Line { text, heading: false, place: None, ..line.clone() };
        match (event, before.state.step) {
            (Event::Turn(turn), _) if *turn > 1 => vec![with(self.standing_after(turn - 1)), line],
            (Event::Over(outcome), _) => {
                vec![with(self.standing_after(self.state.turn)), with(self.decided_by(outcome)), line]
            }
            (Event::Moved(unit, hex) | Event::Entered(unit, hex), Step::Moving(motion)) if motion.unit == *unit => {
                vec![Line { step: Some(before.describe_step(&motion, *hex)), ..line }]
            }
            (Event::Dice { dice, .. }, Step::Resolve(fight)) => {
                let place = Some(self.board.map.place(fight.ground));
                vec![Line { text: before.describe_attack(&fight, *dice), place, ..line }]
            }
            _ => vec![line],
        }
    }

    fn describe_step(&self, motion: &Motion, hex: HexIx) -> MoveStep {
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        let paid = self.next_motion(motion, hex).ok().map(|next| self.movement_of(&next));
        MoveStep {
            piece: self.board.unit(motion.unit).id.clone(),
            name: self.full_name(motion.unit),
            from: motion.hex.map(name),
            to: name(hex),
            paid,
            first: motion.hexes == 0,
            tells_way: false,
        }
    }

    /// Returns the line of an attack with its dice, every modifier, the difference and the result.
    fn describe_attack(&self, fight: &Fight, dice: [u16; 2]) -> String {
        let totals = self.totals(fight);
        let modifiers = self.modifiers(fight);
        let sum = |attacker: bool| {
            let index = usize::from(!attacker);
            let own = modifiers.iter().filter(|modifier| modifier.attacker == attacker);
            let term = |plus: i32, name: &str| format!(" {} {name} {}", sign_of(plus), plus.abs());
            let own: String = own.map(|modifier| term(modifier.plus, modifier.name)).collect();
            format!("die {}{own} = {}", dice[index], i32::from(dice[index]) + totals[index])
        };
        let at = |hex: Option<HexIx>| hex.map_or(String::new(), |hex| format!(" in {}", self.board.map.name(hex)));
        let [attack, defense] = [0, 1].map(|index: usize| i32::from(dice[index]) + totals[index]);
        let result = match self.verdict(fight, dice) {
            None => "stalemate".to_owned(),
            Some((loser, result)) => {
                let whose = if loser == fight.attacker { "attacker" } else { "defender" };
                let result = match result {
                    AttackResult::Stalemate => "unharmed",
                    AttackResult::Retreat => "retreats",
                    AttackResult::Blown => "blown",
                    AttackResult::Eliminated => "eliminated",
                };
                format!("{whose} {result}")
            }
        };
        format!(
            "{}{} against {}{}: attacker {}; defender {}; difference {:+}: {result}",
            self.full_name(fight.attacker),
            at(self.hex_of(fight.attacker)),
            self.full_name(fight.defender),
            at(Some(fight.ground)),
            sum(true),
            sum(false),
            attack - defense
        )
    }

    fn standing_after(&self, turn: u8) -> String {
        let names = ["Victory points", markers::AMMUNITION, "Infantry escaped"];
        format!("After turn {turn}: {}", standing(&self.sides(), &self.tracks(), &names))
    }

    /// Returns the line with the reason for the result of the game.
    fn decided_by(&self, outcome: &Outcome) -> String {
        let name = |side: Side| self.board.side(side).name.as_str();
        if let (Level::Major, Some(escape)) = (outcome.level, &self.board.escape) {
            let exits =
                escape.exits.iter().filter_map(|exit| self.board.exits.get(*exit)).map(|exit| exit.title.as_str());
            let exits: Vec<&str> = exits.collect();
            let (count, needed) = (self.escaped(true), escape.infantry);
            return format!(
                "Decided by escape: {count} infantry of the {} left by {}, and {needed} win at once",
                name(escape.side),
                exits.join(", ")
            );
        }
        let by_row = WIN_TIMES.into_iter().find_map(|time| self.board.extra.win(&self.asked(), time));
        if let Some(won) = by_row.filter(|won| outcome.winner == Some(won.side)) {
            return format!("Decided by the rule {}: {} win", won.rule.title, name(won.side));
        }
        let [lost, ground, escape, rows] = self.points_by_source();
        let of = |side: Side| {
            let i = side.index();
            let rows = if rows == [0; 2] { String::new() } else { format!(", rules of the scenario {}", rows[i]) };
            let [lost, ground, escape] = [lost[i], ground[i], escape[i]];
            let parts = format!("eliminated enemies {lost}, victory hexes {ground}, no escape {escape}{rows}");
            format!("{} {} ({parts})", name(side), outcome.points[i])
        };
        let told = Side::BOTH.map(of).join("; ");
        match outcome.winner {
            Some(winner) if outcome.points[0] == outcome.points[1] => {
                format!("Decided by the tie, which the scenario gives to the {}: {told}", name(winner))
            }
            _ => format!("Decided by victory points: {told}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Phase;
    use crate::tests::testing::position;
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::play::Match;
    use battlewright_core::players::{Kind, Progress, advance, seats};
    use battlewright_core::show::fold;

    fn played(kind: Kind, seed: u64) -> Match<MarsLaTour> {
        let loaded = battlewright_schema::load(include_str!("../../../../../scenarios/mars-la-tour.toml"));
        let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = loaded.scenario else {
            panic!("the bundled scenario is one of this system: {:?}", loaded.diagnostics);
        };
        let start = MarsLaTour::new(&scenario).expect("the bundled scenario can be played");
        let mut game = Match::seeded(start, seed);
        let mut seats = seats([kind; 2], seed);
        while advance(&mut game, &mut seats) == Ok(Progress::Moved) {}
        game
    }

    /// Returns the sum of the parts of `"die 3 + ER 2 = 5"`, and the sum in the text.
    fn sum(text: &str) -> (i32, i32) {
        let (terms, total) = text.split_once(" = ").unwrap();
        let number = |term: &str| term.rsplit(' ').next().unwrap().parse::<i32>().unwrap();
        (terms.split(" + ").map(number).sum(), total.parse().unwrap())
    }

    #[test]
    fn each_attack_can_be_reckoned_from_its_line_alone() {
        let mut fights = 0;
        for (kind, seed) in [(Kind::Random, 1), (Kind::Random, 2), (Kind::Greedy, 3)] {
            for (_, line) in played(kind, seed).story().filter(|(_, line)| line.text.contains("; difference ")) {
                let (_, reckoned) = line.text.split_once(": attacker ").unwrap();
                let [attack, defense, verdict] = reckoned.split("; ").collect::<Vec<_>>().try_into().unwrap();
                let (attack, told_attack) = sum(attack);
                let (defense, told_defense) = sum(defense.strip_prefix("defender ").unwrap());
                let (difference, result) = verdict.strip_prefix("difference ").unwrap().split_once(": ").unwrap();
                assert_eq!((attack, defense), (told_attack, told_defense), "{}", line.text);
                assert_eq!(difference.parse::<i32>().unwrap(), attack - defense, "{}", line.text);
                // The published table (3.2).
                let loser = if attack > defense { "defender" } else { "attacker" };
                let expected = match (attack - defense).abs() {
                    0 => "stalemate".to_owned(),
                    1 | 2 => format!("{loser} retreats"),
                    3 | 4 => format!("{loser} blown"),
                    _ => format!("{loser} eliminated"),
                };
                assert_eq!(result, expected, "{}", line.text);
                assert!(line.place.is_some());
                fights += 1;
            }
        }
        assert!(fights > 20, "{fights}");
    }

    #[test]
    fn moves_standings_and_the_decision_are_logged() {
        let game = played(Kind::Greedy, 7);
        let lines: Vec<_> = game.story().collect();
        let folded: Vec<String> = fold(&lines).into_iter().map(|folded| folded.line.text).collect();
        assert!(folded.iter().any(|text| text.contains(", Germans: ") && text.ends_with(" MP")), "{folded:#?}");
        assert!(!folded.iter().any(|text| text.contains(" moves to ")), "every move has a start and an end");
        let Turn::Over(outcome) = game.now().turn() else { panic!("the game is over") };
        let turns = usize::from(game.now().state.turn);
        assert_eq!(folded.iter().filter(|text| text.starts_with("After turn ")).count(), turns);
        let decided = folded.iter().find(|text| text.starts_with("Decided by ")).unwrap();
        if outcome.level != Level::Major {
            for (name, points) in game.now().sides().iter().zip(outcome.points) {
                assert!(decided.contains(&format!("{name} {points} (")), "{decided}");
            }
        }
    }

    #[test]
    fn modifiers_below_zero_are_subtracted() {
        let table = position("map 9x7\n german infantry g1 er 0 at 0404\n french infantry f1 er 0 at 0601").attacks();
        let text = |event: &Event| table.game.log_line(event).text;
        let dice = Event::Dice { dice: [1, 3], modifiers: [-2, 1] };
        assert_eq!(text(&dice), "Attacker 1 - 2 = -1, defender 3 + 1 = 4");
        let last = |plus| text(&Event::LastActions { side: Side::First, phase: Phase::Movement, die: 3, plus });
        assert_eq!(last(2), "Germans roll 3 + 2: 5 moves left");
        assert_eq!(last(-2), "Germans roll 3 - 2: 1 move left");
        assert_eq!(last(-4), "Germans roll 3 - 4: 0 moves left");
    }

    #[test]
    fn a_unit_that_both_sides_have_is_told_with_its_side() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 0 at 0404 battle
            french infantry f1 er 0 at 0504 battle",
        )
        .attacks();
        assert_eq!(table.game.log_name(UnitIx(0)), "g1");
        let shared = table.game.clone();
        let board = table.game.board.to_mut();
        board.units[1].name = "g1".to_owned();
        assert_eq!(table.game.log_name(UnitIx(0)), "g1, Germans");
        assert_eq!(table.game.log_name(UnitIx(1)), "g1, French");
        assert_eq!(shared.log_name(UnitIx(1)), "f1");
    }
}
