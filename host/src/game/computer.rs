//! Computer players: each decision is made on a thread of its own, from the view of the seat.

use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_referee::{ComputerPlayer, Decision, Entry};

use super::live::{LiveGame, Play};
use crate::host::Host;

impl LiveGame {
    /// Lets the computer player think who has to choose, if one has.
    pub(super) fn think(self: &Arc<Self>, host: &Arc<Host>, play: &mut Play) {
        let must = play.kept.as_ref().is_some_and(|kept| kept.referee.decision().is_some());
        if must && !play.thinks {
            play.thinks = true;
            let (game, host) = (Arc::clone(self), Arc::clone(host));
            tokio::spawn(async move {
                let mut player = None;
                while let Some(decision) = game.next_decision(&host, &mut player).await {
                    if !game.decide(&host, &mut player, decision).await {
                        game.play.lock().await.thinks = false;
                        break;
                    }
                }
            });
        }
    }

    /// Returns the decision to make; `None` when a person has to choose, or the game is gone.
    async fn next_decision(&self, host: &Arc<Host>, player: &mut Option<(Side, ComputerPlayer)>) -> Option<Decision> {
        let mut play = self.play.lock().await;
        let decision = match self.loaded(host, &mut play).await {
            Ok(kept) => kept.referee.decision().filter(|decision| {
                if player.as_ref().is_none_or(|(side, _)| *side != decision.side) {
                    *player = kept.referee.computer(decision.side).map(|player| (decision.side, player));
                }
                player.is_some()
            }),
            Err(_) => None,
        };
        play.thinks = decision.is_some();
        decision
    }

    /// Makes a decision and stores it; returns `false` if that failed.
    async fn decide(
        self: &Arc<Self>,
        host: &Arc<Host>,
        player: &mut Option<(Side, ComputerPlayer)>,
        decision: Decision,
    ) -> bool {
        let Some((side, mut thinker)) = player.take() else { return false };
        let n = decision.n;
        // At most so many think at a time that the others are answered.
        let Ok(permit) = host.thinkers.acquire().await else { return false };
        let thought = tokio::task::spawn_blocking(move || {
            let choice = thinker.choose(&decision);
            (thinker, choice)
        });
        let Ok((thinker, choice)) = thought.await else {
            host.log(format_args!("game {}: the computer player has failed", self.id));
            return false;
        };
        drop(permit);
        *player = Some((side, thinker));
        let mut play = self.play.lock().await;
        let Ok(kept) = self.loaded(host, &mut play).await else { return false };
        if kept.referee.to_choose() != Some(side) || kept.referee.inputs() != n {
            // Its position was taken back meanwhile.
            return true;
        }
        let now = host.now().max(kept.last);
        let proposed: Option<Vec<Entry>> =
            choice.and_then(|choice| kept.referee.propose_computer(side, n, &choice, now));
        let Some(entries) = proposed else {
            host.log(format_args!("game {}: the computer player has made no legal choice", self.id));
            return false;
        };
        match self.append(host, &mut play, entries, None).await {
            Ok(told) => {
                self.tell(&told);
                true
            }
            Err(error) => {
                host.log(format_args!("game {}: the choice of the computer player is not stored: {error}", self.id));
                false
            }
        }
    }
}
