//! The exact odds of an attack over all rolls of the dice, with and without artillery support.

use battlewright_schema::mars_la_tour::AttackResult;

use crate::state::{Fight, RetreatsFrom, Support, UnitIx};
use crate::{Action, MarsLaTour, Step};
use battlewright_core::game::Side;
use battlewright_core::kit::odds;

/// A result of an attack, best for the attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    DefenderEliminated,
    DefenderBlown,
    DefenderRetreats,
    Stalemate,
    AttackerRetreats,
    AttackerBlown,
    AttackerEliminated,
}

impl End {
    const ALL: [Self; 7] = [
        Self::DefenderEliminated,
        Self::DefenderBlown,
        Self::DefenderRetreats,
        Self::Stalemate,
        Self::AttackerRetreats,
        Self::AttackerBlown,
        Self::AttackerEliminated,
    ];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::DefenderEliminated => "defender eliminated",
            Self::DefenderBlown => "defender blown",
            Self::DefenderRetreats => "defender retreats",
            Self::Stalemate => "stalemate",
            Self::AttackerRetreats => "attacker retreats",
            Self::AttackerBlown => "attacker blown",
            Self::AttackerEliminated => "attacker eliminated",
        }
    }

    /// Returns the names of the ends that do not say it all, with what happens.
    pub(crate) fn meanings() -> impl Iterator<Item = (String, String)> {
        let meaning = |end: Self| match end {
            Self::DefenderBlown => "The defender leaves the map and is due back two turns later (3.5).",
            Self::AttackerBlown => "The attacker leaves the map and is due back two turns later (3.5).",
            Self::DefenderRetreats => "The defender goes back up to three hexes, and the attacker may advance.",
            Self::AttackerRetreats => "The attacker goes back up to three hexes.",
            Self::DefenderEliminated => "The defender leaves the game, and the attacker may advance.",
            Self::AttackerEliminated => "The attacker leaves the game.",
            Self::Stalemate => "Both units stay where they are.",
        };
        Self::ALL.into_iter().map(move |end| (end.text().to_owned(), meaning(end).to_owned()))
    }
}

/// The number of rolls that lead to each end, in the order of [`End`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EndTally {
    ways: [u32; 7],
}

impl EndTally {
    /// Returns each possible end with the number of rolls that lead to it.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (End, u32)> + use<> {
        End::ALL.into_iter().zip(self.ways).filter(|(_, ways)| *ways > 0)
    }

    /// Returns the total number of rolls.
    pub(crate) fn of(&self) -> u32 {
        self.ways.iter().sum()
    }

    fn add_all(&mut self, other: &Self, weight: u32) {
        for (ways, more) in self.ways.iter_mut().zip(other.ways) {
            *ways += more * weight;
        }
    }
}

/// Cached facts that all cases of a fight share.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CommonFacts {
    /// `true` if the unit can retreat: the attacker, then the defender.
    retreats: [Option<bool>; 2],
    /// The end for each result against the attacker, then against the defender.
    ends: [[Option<End>; 4]; 2],
    /// The tallies of the 36 rolls without artillery, with that of the first side, and with that of the second.
    tallies: [Option<EndTally>; 3],
}

impl CommonFacts {
    /// Returns the facts for the same units with attacker and defender exchanged.
    pub(crate) fn turned(self) -> Self {
        let [attacker, defender] = self.retreats;
        Self { retreats: [defender, attacker], ..Self::default() }
    }
}

impl MarsLaTour {
    /// Returns the fight that `action` would begin or belongs to.
    pub(crate) fn fight_of(&self, action: &Action) -> Option<Fight> {
        match (*action, self.state.step) {
            (Action::Attack { attacker, defender }, _) => self.fight(attacker, defender, false),
            (Action::Deathride { attacker, defender }, _) => self.fight(attacker, defender, true),
            (Action::Support(yes), Step::Support(mut fight, side)) => {
                fight.support[side.index()] = if yes { Support::Yes } else { Support::No };
                Some(fight)
            }
            _ => None,
        }
    }

    fn fight(&self, attacker: UnitIx, defender: UnitIx, deathride: bool) -> Option<Fight> {
        let ground = self.hex_of(defender)?;
        Some(Fight { attacker, defender, ground, deathride, support: [Support::Open; 2] })
    }

    /// Returns the odds of `fight` if the attacker and the defender have `committed` artillery support.
    pub(crate) fn tally(&self, fight: &Fight, committed: [bool; 2]) -> EndTally {
        self.tally_with(fight, committed, &mut CommonFacts::default())
    }

    /// Returns the same odds, with facts cached in `counted` by other cases of the fight.
    pub(crate) fn tally_with(&self, fight: &Fight, committed: [bool; 2], counted: &mut CommonFacts) -> EndTally {
        let attacker = self.side_of(fight.attacker);
        // Of the 36 rolls of a duel each side wins 15, and 6 are ties.
        let ties = Side::BOTH.into_iter().find(|side| self.board.side(*side).wins_duel_ties);
        let cases = match committed {
            [false, false] => [(None, 36), (None, 0), (None, 0)],
            [true, false] => [(Some(attacker), 36), (None, 0), (None, 0)],
            [false, true] => [(Some(attacker.other()), 36), (None, 0), (None, 0)],
            [true, true] => [(Some(attacker), 15), (Some(attacker.other()), 15), (ties, 6)],
        };
        let mut tally = EndTally::default();
        for (winner, weight) in cases.into_iter().filter(|(_, weight)| *weight > 0) {
            tally.add_all(&self.rolls(fight, winner, counted), weight);
        }
        tally
    }

    /// Returns the ends of all 36 rolls of `fight` with artillery support of `winner`.
    fn rolls(&self, fight: &Fight, winner: Option<Side>, counted: &mut CommonFacts) -> EndTally {
        let place = winner.map_or(0, |side| 1 + side.index());
        if let Some(known) = counted.tallies[place] {
            return known;
        }
        let mut supported = Fight { support: [Support::No; 2], ..*fight };
        if let Some(side) = winner {
            supported.support[side.index()] = Support::Effective;
        }
        let [attacker, defender] = self.totals(&supported);
        let mut tally = EndTally::default();
        for (lead, rolls) in odds::leads() {
            tally.ways[self.end_of(fight, lead + attacker - defender, counted) as usize] += rolls;
        }
        counted.tallies[place] = Some(tally);
        tally
    }

    /// Returns the end for a lead of the attacker's total, after retreats that cannot be completed and the rule of the last
    /// turns.
    fn end_of(&self, fight: &Fight, lead: i32, counted: &mut CommonFacts) -> End {
        let Some((loser, result)) = self.verdict_of(fight, lead) else { return End::Stalemate };
        let attacker_lost = loser == fight.attacker;
        let place = (usize::from(!attacker_lost), result as usize);
        if let Some(known) = counted.ends[place.0][place.1] {
            return known;
        }
        let winner = if attacker_lost { fight.defender } else { fight.attacker };
        let mut can_retreat = || {
            let find_out = || self.hex_of(winner).is_some_and(|hex| self.can_retreat(loser, RetreatsFrom::Hex(hex)));
            *counted.retreats[usize::from(!attacker_lost)].get_or_insert_with(find_out)
        };
        let result = match (result, self.least_for_charger(fight, loser)) {
            (result, Some(least)) => result.max(least),
            (AttackResult::Retreat, None) if !can_retreat() => AttackResult::Blown,
            (result, None) => result,
        };
        let result = match result {
            AttackResult::Blown if self.blown_is_eliminated() => AttackResult::Eliminated,
            other => other,
        };
        let end = match (attacker_lost, result) {
            (_, AttackResult::Stalemate) => End::Stalemate,
            (false, AttackResult::Retreat) => End::DefenderRetreats,
            (false, AttackResult::Blown) => End::DefenderBlown,
            (false, AttackResult::Eliminated) => End::DefenderEliminated,
            (true, AttackResult::Retreat) => End::AttackerRetreats,
            (true, AttackResult::Blown) => End::AttackerBlown,
            (true, AttackResult::Eliminated) => End::AttackerEliminated,
        };
        counted.ends[place.0][place.1] = Some(end);
        end
    }

    /// Returns the cases of artillery support that are still possible in `fight`: attacker's, defender's.
    pub(crate) fn support_cases(&self, fight: &Fight) -> impl Iterator<Item = [bool; 2]> + Clone + use<> {
        let attacker = self.side_of(fight.attacker);
        let choices = [attacker, attacker.other()].map(|side| match fight.support[side.index()] {
            Support::Yes | Support::Effective => [None, Some(true)],
            Support::No => [Some(false), None],
            Support::Open | Support::Sealed if self.may_support(fight, side, true).is_ok() => [Some(false), Some(true)],
            Support::Open | Support::Sealed => [Some(false), None],
        });
        let [ours, theirs] = choices.map(|choice| choice.into_iter().flatten());
        ours.flat_map(move |ours| theirs.clone().map(move |theirs| [ours, theirs]))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use battlewright_schema::mars_la_tour::AfterDeathride;

    use super::{End, Fight, Step, UnitIx};
    use crate::state::At;
    use crate::tests::testing::{FRENCH, GERMAN, Position, position};
    use crate::{Action, Event, MarsLaTour};
    use battlewright_core::game::{Game as _, Side};
    use battlewright_core::show::Show as _;

    /// For each case of artillery support, each result with its number of the 36 times 36 rolls.
    type Count = BTreeMap<String, BTreeMap<String, u32>>;

    /// Plays `action` with every choice and roll, and counts the results.
    fn play_out(game: &MarsLaTour, action: Action) -> Count {
        let mut count = Count::new();
        let mut events = Vec::new();
        let fight = game.fight_of(&action).unwrap();
        let mut game = game.clone();
        game.apply(&action, &mut events);
        go_on(&game, &fight, &events, &mut count);
        count
    }

    fn go_on(game: &MarsLaTour, fight: &Fight, events: &[Event], count: &mut Count) {
        let with = |play: &dyn Fn(&mut MarsLaTour, &mut Vec<Event>)| {
            let (mut game, mut events) = (game.clone(), events.to_vec());
            play(&mut game, &mut events);
            (game, events)
        };
        match game.state.step {
            Step::Support(..) => {
                let mut choices = Vec::new();
                game.actions(&mut choices);
                for choice in choices {
                    let (game, events) = with(&|game, events| game.apply(&choice, events));
                    go_on(&game, fight, &events, count);
                }
            }
            Step::Duel(_) | Step::Resolve(_) => {
                for dice in (1..=6).flat_map(|a| (1..=6).map(move |d| [a, d])) {
                    let (after, events) = with(&|game, events| game.resolve(&dice, events));
                    if matches!(game.state.step, Step::Duel(_)) {
                        go_on(&after, fight, &events, count);
                    } else {
                        let (case, ways) = case(&events);
                        let end = end(&after, fight, &events).text().to_owned();
                        *count.entry(case.to_owned()).or_default().entry(end).or_default() += ways;
                    }
                }
            }
            step => panic!("a fight does not lead to {step:?}"),
        }
    }

    /// Returns the case of artillery support, and the weight of one of its rolls out of 36 times 36.
    fn case(events: &[Event]) -> (&'static str, u32) {
        let revealed = events.iter().find_map(|event| match event {
            Event::SupportRevealed(attacker, defender) => Some((*attacker, *defender)),
            _ => None,
        });
        match revealed {
            Some((false, false)) => ("No artillery", 36),
            Some((true, false)) => ("Attacker's artillery", 36),
            Some((false, true)) => ("Defender's artillery", 36),
            Some((true, true)) => ("Artillery duel", 1),
            None => panic!("the dice were rolled before the artillery was shown"),
        }
    }

    /// Returns the end of `fight` in the current position. The fate of the charging unit after a charge that it did not lose is
    /// not part of the result.
    fn end(game: &MarsLaTour, fight: &Fight, events: &[Event]) -> End {
        let fate = |unit: UnitIx| match (game.unit(unit).at, game.state.step) {
            (At::Eliminated, _) => Some([End::DefenderEliminated, End::AttackerEliminated]),
            (At::Blown(_), _) => Some([End::DefenderBlown, End::AttackerBlown]),
            (_, Step::Retreat(retreat)) if retreat.unit == unit => Some([End::DefenderRetreats, End::AttackerRetreats]),
            _ => None,
        };
        match (fate(fight.defender), fate(fight.attacker)) {
            (Some([end, _]), _) => end,
            (None, _) if events.contains(&Event::Stalemate) => End::Stalemate,
            (None, Some([_, end])) => end,
            (None, None) => panic!("nothing came of it: {events:?}"),
        }
    }

    /// Returns the results of `Show::odds`.
    fn promised(game: &MarsLaTour, action: Action) -> Count {
        let odds = game.odds(&action).expect("a fight has odds");
        let cases = odds.cases.into_iter().map(|case| {
            assert_eq!(case.of, 36 * 36);
            assert_eq!(case.results.iter().map(|(_, ways)| ways).sum::<u32>(), case.of);
            (case.name, case.results.into_iter().collect())
        });
        cases.collect()
    }

    /// Asserts that the odds of every attack of both sides match the full enumeration, also after the attacker's decision on
    /// artillery support.
    #[track_caller]
    fn assert_exact(name: &str, build: impl Fn() -> Position) {
        let mut fights = 0;
        for side in [GERMAN, FRENCH] {
            let game = if side == GERMAN { build().attacks() } else { build().attacks_of_the_french() }.game;
            let mut actions = Vec::new();
            game.actions(&mut actions);
            for action in actions.into_iter().filter(|action| *action != Action::Pass) {
                fights += 1;
                assert_eq!(promised(&game, action), play_out(&game, action), "{name}: {action:?}");
                let mut declared = game.clone();
                declared.apply(&action, &mut ());
                let mut decisions = Vec::new();
                declared.actions(&mut decisions);
                for decision in decisions {
                    assert_eq!(promised(&declared, decision), play_out(&declared, decision), "{name}: {decision:?}");
                }
            }
        }
        assert!(fights > 0, "{name}: nobody fights");
    }

    const OPEN: &str = "
        map 12x9
        german infantry g1 er 2 at 0505 battle
        french infantry f1 er 1 at 0605 battle";

    #[test]
    fn odds_are_exact_without_artillery() {
        assert_exact("open", || position(OPEN));
        assert_exact("woods", || position(&format!("{OPEN}\n woods 0605")));
        assert_exact("flank", || {
            position(&format!(
                "{OPEN}
                german infantry g2 er 0 at 0506 battle
                german cavalry g3 er 0 at 0604 battle"
            ))
        });
    }

    #[test]
    fn odds_are_exact_with_artillery_on_either_side_or_both() {
        let guns = |german: u8, french: u8| {
            move || position(&format!("{OPEN}\n ammunition german {german}\n ammunition french {french}"))
        };
        assert_exact("German guns", guns(5, 0));
        assert_exact("French guns", guns(0, 5));
        assert_exact("a duel", guns(5, 5));
        for winner in [None, Some(FRENCH)] {
            assert_exact("a duel whose ties others win", || {
                guns(1, 1)().with(|scenario| {
                    for (side, facts) in Side::BOTH.into_iter().zip(scenario.side.values_mut()) {
                        facts.wins_duel_ties = winner == Some(side);
                    }
                })
            });
        }
    }

    #[test]
    fn odds_know_who_cannot_retreat_and_which_turns_are_the_last() {
        let lane = "
            map 12x9
            only 0305 0405 0505 0605 0705
            german infantry g1 er 2 at 0505 battle
            french infantry f1 er 1 at 0605 battle";
        assert_exact("neither can retreat", || position(lane));
        assert_exact("g1 finds cover", || position(&format!("{lane}\n woods 0305")));
        assert_exact("neither can retreat, turn 5", || position(&format!("{lane}\n turn 5 of 6")));
        assert_exact("turn 6", || position(&format!("{OPEN}\n turn 6 of 6")));
        assert_exact("out of range", || position(&format!("{OPEN}\n hq french 0605 range 2")));
    }

    #[test]
    fn odds_are_exact_for_cavalry_and_its_charges() {
        let horse = "
            map 12x9
            german cavalry g1 er 2 at 0505 battle
            french infantry f1 er 1 at 0605 battle
            french cavalry f2 er 0 at 0506 battle
            ammunition german 3
            ammunition french 3";
        for after in [AfterDeathride::Blown, AfterDeathride::Eliminated, AfterDeathride::None] {
            for turn in [1, 5] {
                assert_exact(&format!("{after:?} on turn {turn}"), || {
                    position(&format!("{horse}\n turn {turn} of 6")).rules(|rules| rules.deathride_after = Some(after))
                });
            }
        }
    }

    #[test]
    fn odds_do_not_give_the_enemys_sealed_choice_away() {
        let after = |choice: &str| {
            let mut table = position(&format!("{OPEN}\n ammunition german 1\n ammunition french 1")).attacks();
            table.does(&format!("attack g1 f1, {choice}"));
            let seen = table.game.seen_by(FRENCH);
            ["support", "no-support"].map(|answer| seen.odds(&table.action(answer)))
        };
        assert_eq!(after("support"), after("no-support"));
    }
}
