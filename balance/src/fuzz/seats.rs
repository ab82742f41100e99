//! The players of fuzzing games.

use std::collections::BTreeMap;

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_engine::players::Appraise;
use battlewright_engine::show::Show;

/// A strategy for choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// Every choice is equally likely.
    Random,
    /// The best choice in the greedy player's appraisal.
    Greedy,
    /// The worst choice in the greedy player's appraisal, which no sensible player makes.
    Perverse,
    /// The choice made least often so far, over all games.
    Curious,
}

/// The strategies of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SidePlayers(pub(super) [Seat; 2]);

impl SidePlayers {
    /// Returns the strategies for the game with this index: all mixtures in rotation, with the curious one most often.
    pub(super) fn of(index: u64) -> Self {
        use Seat::{Curious, Greedy, Perverse, Random};
        let all = [
            [Curious, Curious],
            [Random, Random],
            [Curious, Greedy],
            [Greedy, Curious],
            [Perverse, Curious],
            [Curious, Perverse],
            [Greedy, Random],
            [Random, Greedy],
        ];
        Self(all[usize::try_from(index % all.len() as u64).unwrap_or(0)])
    }

    /// Returns the strategies for finding short games with a fault.
    pub(super) fn for_short_games(index: u64) -> Self {
        if index.is_multiple_of(2) { Self([Seat::Random; 2]) } else { Self([Seat::Curious; 2]) }
    }
}

/// The number of times that each choice was made.
#[derive(Debug, Default)]
pub(super) struct ChoiceCounts(BTreeMap<String, u64>);

impl ChoiceCounts {
    /// Picks one of `legal` by the strategy `seat`; `None` if there are none.
    pub(super) fn choose<G: Appraise + Show>(
        &mut self,
        seat: Seat,
        seen: &G,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> Option<G::Action> {
        let one_of = |dice: &mut Dice, best: &[G::Action]| {
            let from = u16::try_from(best.len()).unwrap_or(u16::MAX);
            let pick = if from == 0 { return None } else { dice.pick(Chance::Draw { from }) };
            best.get(usize::from(pick)).copied()
        };
        let least = |of: &dyn Fn(&G::Action) -> i64| {
            let values: Vec<i64> = legal.iter().map(of).collect();
            let least = values.iter().min().copied();
            legal.iter().zip(values).filter(|(_, value)| Some(*value) == least).map(|(action, _)| *action).collect()
        };
        let best: Vec<G::Action> = match seat {
            Seat::Random => legal.to_vec(),
            Seat::Greedy => least(&|action| -i64::from(seen.appraise(action))),
            Seat::Perverse => least(&|action| seen.appraise(action).into()),
            Seat::Curious => least(&|action| {
                let times = self.0.get(&seen.label(action).notation).copied().unwrap_or(0);
                i64::try_from(times).unwrap_or(i64::MAX)
            }),
        };
        let action = one_of(dice, &best)?;
        *self.0.entry(seen.label(&action).notation).or_default() += 1;
        Some(action)
    }
}
