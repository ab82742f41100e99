//! Computer players: each decision is made on a thread of its own, from the view of the seat.

use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_referee::{ComputerPlayer, Decision};

use super::live::{LiveGame, Play};
use super::rules::GameRules;
use crate::host::Host;
use crate::older::OlderThinker;

/// A computer player of this program, with its side. It is kept from decision to decision.
type OwnPlayer = Option<(Side, ComputerPlayer)>;

/// A decision to make.
enum Due {
    /// By a computer player of this program.
    Own(Box<Decision>),
    /// By an older program, for a side, after so many inputs.
    Older(OlderThinker, Side, usize),
}

impl LiveGame {
    /// Lets the computer player think who has to choose, if one has.
    pub(super) fn think(self: &Arc<Self>, host: &Arc<Host>, play: &mut Play) {
        let must = play.kept.as_ref().is_some_and(|kept| kept.referee.deciding().is_some());
        if must && !play.thinks {
            play.thinks = true;
            let (game, host) = (Arc::clone(self), Arc::clone(host));
            tokio::spawn(async move {
                let mut player = None;
                while let Some(due) = game.next_decision(&host, &mut player).await {
                    if !game.decide(&host, &mut player, due).await {
                        game.play.lock().await.thinks = false;
                        break;
                    }
                }
            });
        }
    }

    /// Returns the decision to make; `None` when a person has to choose, or the game is gone.
    async fn next_decision(&self, host: &Arc<Host>, player: &mut OwnPlayer) -> Option<Due> {
        let mut play = self.play.lock().await;
        let due = match self.loaded(host, &mut play).await.map(|kept| &kept.referee) {
            Ok(GameRules::Own(referee)) => referee.decision().and_then(|decision| {
                if player.as_ref().is_none_or(|(side, _)| *side != decision.side) {
                    *player = referee.computer(decision.side).map(|player| (decision.side, player));
                }
                player.is_some().then(|| Due::Own(Box::new(decision)))
            }),
            Ok(GameRules::Older(older)) => older.deciding().map(|(side, n)| Due::Older(older.thinker(), side, n)),
            Err(_) => None,
        };
        play.thinks = due.is_some();
        due
    }

    /// Makes a decision and stores it; returns `false` if that failed.
    async fn decide(self: &Arc<Self>, host: &Arc<Host>, player: &mut OwnPlayer, due: Due) -> bool {
        // At most so many think at a time that the others are answered.
        let Ok(permit) = host.thinkers.acquire().await else { return false };
        let (side, n, choice) = match due {
            Due::Own(decision) => {
                let Some((side, mut thinker)) = player.take() else { return false };
                let n = decision.n;
                let thought = tokio::task::spawn_blocking(move || {
                    let choice = thinker.choose(&decision);
                    (thinker, choice)
                });
                let Ok((thinker, choice)) = thought.await else {
                    host.log(format_args!("game {}: the computer player has failed", self.id));
                    return false;
                };
                *player = Some((side, thinker));
                (side, n, choice)
            }
            Due::Older(thinker, side, n) => match thinker.choose().await {
                Ok(choice) => (side, n, choice),
                Err(error) => {
                    // Whoever looks at the game next has it loaded again, and the decision made.
                    self.lost(host, &mut *self.play.lock().await, &error);
                    return false;
                }
            },
        };
        drop(permit);
        let mut play = self.play.lock().await;
        let Ok(kept) = self.loaded(host, &mut play).await else { return false };
        if kept.referee.deciding() != Some((side, n)) {
            // Its position was taken back meanwhile.
            return true;
        }
        let now = host.now().max(kept.last);
        let proposed = match choice {
            Some(choice) => kept.referee.propose_computer(side, n, choice, now).await,
            None => Ok(Vec::new()),
        };
        let entries = match proposed {
            Ok(entries) if !entries.is_empty() => entries,
            Ok(_) => {
                host.log(format_args!("game {}: the computer player has made no legal choice", self.id));
                return false;
            }
            Err(error) => {
                self.lost(host, &mut play, &error);
                return false;
            }
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
