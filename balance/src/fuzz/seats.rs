//! The players of fuzzing games.

use std::collections::BTreeMap;

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_engine::players::Appraise;
use battlewright_engine::show::Show;

/// The way in which a side chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// Any choice is as likely as the next.
    Random,
    /// The best, as the greedy player sees it.
    Greedy,
    /// The worst, as the greedy player sees it: what nobody would do.
    Perverse,
    /// Chooses what was chosen least often before, in all games.
    Curious,
}

/// The players of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SidePlayers(pub(super) [Seat; 2]);

impl SidePlayers {
    /// The players of the game of this number: every mixture comes in turn, the curious most often.
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

    /// The players that look for a short way to a fault: those who wander.
    pub(super) fn hasty(index: u64) -> Self {
        if index.is_multiple_of(2) { Self([Seat::Random; 2]) } else { Self([Seat::Curious; 2]) }
    }
}

/// The choices so far, and how often each was made.
#[derive(Debug, Default)]
pub(super) struct ChoiceCounts(BTreeMap<String, u64>);

impl ChoiceCounts {
    /// Chooses one of `legal`; `None` if there are none.
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
