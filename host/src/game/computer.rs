//! Computer players: each decision is made on a thread of its own, from the view of the seat.

use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_referee::{ComputerPlayer, Decision};
use tokio::task::{block_in_place, spawn_blocking};

use super::live::{KeptReferee, LiveGame, Play};
use super::rules::GameRules;
use crate::host::Host;
use crate::older::OlderThinker;

/// A decision to make.
enum Due {
    /// By a computer player of this program.
    Own(Box<Decision>, Box<ComputerPlayer>),
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
                while let Some(due) = game.next_decision(&host).await {
                    if !game.decide(&host, due).await {
                        game.play.lock().await.thinks = false;
                        break;
                    }
                }
            });
        }
    }

    /// Returns the decision to make; `None` when a person has to choose, or the game is gone.
    async fn next_decision(&self, host: &Arc<Host>) -> Option<Due> {
        let mut play = self.play.lock().await;
        let due = match self.loaded(host, &mut play).await {
            Ok(KeptReferee { referee: GameRules::Own(referee), computer, .. }) => {
                referee.decision().and_then(|decision| {
                    let kept = computer.take().map(|player| *player);
                    // A new one looks at the whole game.
                    let player = block_in_place(|| referee.computer(decision.side, kept))?;
                    Some(Due::Own(Box::new(decision), Box::new(player)))
                })
            }
            Ok(KeptReferee { referee: GameRules::Older(older), .. }) => {
                older.deciding().map(|(side, n)| Due::Older(older.thinker(), side, n))
            }
            Err(_) => None,
        };
        play.thinks = due.is_some();
        due
    }

    /// Makes a decision and stores it; returns `false` if that failed.
    async fn decide(self: &Arc<Self>, host: &Arc<Host>, due: Due) -> bool {
        // At most so many think at a time that the others are answered.
        let Ok(permit) = host.thinkers.acquire().await else { return false };
        let mut computer = None;
        let (side, n, choice) = match due {
            Due::Own(decision, mut player) => {
                let (side, n) = (decision.side, decision.n);
                let thought = spawn_blocking(move || {
                    let choice = player.choose(&decision);
                    (player, choice)
                });
                let Ok((player, choice)) = thought.await else {
                    host.log(format_args!("game {}: the computer player has failed", self.id));
                    return false;
                };
                computer = Some(player);
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
        kept.computer = computer;
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
