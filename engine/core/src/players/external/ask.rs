//! The answers to the questions of a program. A question that has no answer gets an error, and the program may go on.

use battlewright_schema::words;
use serde_json::{Map, Value, json};

use super::forks::{Forks, dice_of};
use super::message::{Ask, Limits};
use super::missions;
use super::playouts::PlayoutOrder;
use super::view::{Names, object, odds, status};
use crate::game::{Game, Illegal, Side, Turn};
use crate::play::Dice;
use crate::players::Command;
use crate::players::plan::Advisor;
use crate::show::Show;

/// The names of the questions that a program can ask.
pub const ASKS: [&str; 10] = ["view", "check", "odds", "weigh", "plans", "fork", "apply", "roll", "close", "playouts"];

/// The fields of an answer, or the error instead.
type Answer = Result<Map<String, Value>, String>;

/// The position of a decision, with all that a program has made of it.
pub(super) struct Desk<'a, G> {
    seen: &'a G,
    side: Side,
    /// The dice of the greedy player in the place of the program, which draw its plan of the author.
    dice: Dice,
    names: &'a Names,
    limits: Limits,
    pub(super) forks: Forks<G>,
}

impl<'a, G: Command + Show> Desk<'a, G> {
    /// Creates the desk for a decision of `side`, which sees `seen`, and whose program has this number for its own use.
    pub(super) fn new(seen: &'a G, (side, number): (Side, u64), names: &'a Names, limits: Limits) -> Self {
        Self { seen, side, dice: Dice::new(number), names, limits, forks: Forks::default() }
    }

    /// Returns the message that answers `ask`.
    pub(super) fn answer(&mut self, ask: &Ask, has_time: &dyn Fn() -> bool) -> Value {
        let mut answer = object(json!({"type": "answer", "id": ask.id}));
        let mut fields = self.fields(ask, has_time).unwrap_or_else(|error| object(json!({"error": error})));
        answer.append(&mut fields);
        Value::Object(answer)
    }

    fn fields(&mut self, ask: &Ask, has_time: &dyn Fn() -> bool) -> Answer {
        match ask.what.as_str() {
            "view" => Ok(self.view(self.position(ask.fork)?)),
            "check" => {
                let game = self.position(ask.fork)?;
                Ok(check(game, &action(game, ask)?))
            }
            "odds" => {
                let game = self.position(ask.fork)?;
                let action = legal_action(game, ask)?;
                Ok(object(json!({"odds": game.odds(&action).map(|found| odds(&found))})))
            }
            "weigh" => self.weigh(self.position(ask.fork)?),
            "plans" => Ok(self.plans(self.position(ask.fork)?)),
            "fork" => self.fork(ask),
            "apply" => self.apply(ask),
            "roll" => self.roll(ask),
            "close" => self.forks.close(number(ask)?).map(|()| Map::new()),
            "playouts" => self.playouts(ask, has_time),
            what => {
                let cut: String = what.chars().take(40).collect();
                Err(format!("no question is called {cut:?}; there are {}", ASKS.join(", ")))
            }
        }
    }

    /// Returns the fork with this number, or the position itself.
    fn position(&self, fork: Option<u32>) -> Result<&G, String> {
        match fork {
            None => Ok(self.seen),
            Some(number) => self.forks.get(number).map(|fork| &fork.game),
        }
    }

    fn view(&self, game: &G) -> Map<String, Value> {
        let mut legal = Vec::new();
        game.actions(&mut legal);
        let actions: Vec<Value> = legal.iter().map(|action| self.names.action(&game.label(action))).collect();
        let mut view = object(json!({"status": status(&game.status())}));
        view.append(&mut self.names.next(game));
        view.append(&mut self.names.view(game));
        view.insert("actions".to_owned(), json!(actions));
        view
    }

    /// Returns what greedy thinks of each action, in their order. As greedy does, it obeys the advice of the author.
    fn weigh(&self, game: &G) -> Answer {
        let Turn::Choose(side) = game.turn() else { return Err("no side chooses now".to_owned()) };
        let (mut legal, mut worths) = (Vec::new(), Vec::new());
        game.actions(&mut legal);
        let plan = Advisor::new(&self.dice).plan(game, side).plan;
        game.appraise_under(&plan, &legal, &mut G::Scratch::default(), &mut worths);
        Ok(object(json!({"worths": worths})))
    }

    /// Returns what a plan can name: the groups of both sides, those of the program with their missions by the advice of the
    /// author, and the objectives.
    fn plans(&self, game: &G) -> Map<String, Value> {
        let advised = Advisor::new(&self.dice).plan(game, self.side).plan;
        object(json!({
            "groups": missions::groups(game, self.side, self.names, Some(&advised)),
            "enemy_groups": missions::groups(game, self.side.other(), self.names, None),
            "objectives": missions::objectives(game, self.names),
        }))
    }

    /// Returns a complete game that agrees with what the side knows.
    fn imagined(&self, dice: &mut Dice) -> G {
        self.seen.imagine(self.side, dice).unwrap_or_else(|| self.seen.clone())
    }

    fn fork(&mut self, ask: &Ask) -> Answer {
        if self.forks.count() >= self.limits.forks {
            return Err(format!("{} are open, and no more may be", words::counted(self.limits.forks, "fork")));
        }
        let mut dice = dice_of(ask.seed.unwrap_or_default());
        let game = match ask.fork {
            None => self.imagined(&mut dice),
            Some(number) => self.forks.get(number)?.game.clone(),
        };
        let mut next = self.names.next(&game);
        let mut answer = object(json!({"fork": self.forks.add(game, dice)}));
        answer.append(&mut next);
        Ok(answer)
    }

    fn apply(&mut self, ask: &Ask) -> Answer {
        let fork = self.forks.get_mut(number(ask)?)?;
        let action = legal_action(&fork.game, ask)?;
        fork.game.apply(&action, &mut ());
        Ok(self.names.next(&fork.game))
    }

    fn roll(&mut self, ask: &Ask) -> Answer {
        let fork = self.forks.get_mut(number(ask)?)?;
        let picks = fork.roll(ask.picks.as_deref())?;
        let mut answer = object(json!({"picks": picks}));
        answer.append(&mut self.names.next(&fork.game));
        Ok(answer)
    }

    fn playouts(&self, ask: &Ask, has_time: &dyn Fn() -> bool) -> Answer {
        let games = ask.games.unwrap_or(1);
        if games > self.limits.games {
            return Err(format!("at most {} at a time", words::counted(self.limits.games as usize, "playout")));
        }
        let players = PlayoutOrder::players(ask.players.as_ref())?;
        let mut order = PlayoutOrder::new(players, ask.seed.unwrap_or_default(), games);
        order.advise(self.side, &self.dice);
        for (side, wishes) in [(self.side, &ask.plan), (self.side.other(), &ask.enemy_plan)] {
            if let Some(wishes) = wishes {
                let position = self.position(ask.fork)?;
                order.command(side, missions::plan(position, side, self.names, wishes)?, position.turn_number())?;
            }
        }
        let fork = ask.fork.map(|number| self.forks.get(number)).transpose()?;
        let start = |dice: &mut Dice| {
            let mut game = fork.map_or_else(|| self.imagined(dice), |fork| fork.game.clone());
            if ask.notation.is_some() {
                let action = legal_action(&game, ask)?;
                game.apply(&action, &mut ());
            }
            Ok(game)
        };
        Ok(object(json!({"results": order.play(self.names, start, has_time)?})))
    }
}

fn number(ask: &Ask) -> Result<u32, String> {
    ask.fork.ok_or_else(|| format!("{:?} needs the number of a fork", ask.what))
}

/// Returns the action that `ask` names, legal or not.
fn action<G: Show>(game: &G, ask: &Ask) -> Result<G::Action, String> {
    let notation = ask.notation.as_deref().ok_or_else(|| format!("{:?} needs the notation of an action", ask.what))?;
    game.parse_action(notation).ok_or_else(|| "this is no action here".to_owned())
}

fn legal_action<G: Show>(game: &G, ask: &Ask) -> Result<G::Action, String> {
    let action = action(game, ask)?;
    game.check(&action).map_err(|refusal| refusal.to_string()).map(|()| action)
}

fn check<G: Game>(game: &G, action: &G::Action) -> Map<String, Value> {
    object(match game.check(action) {
        Ok(()) => json!({"legal": true}),
        Err(Illegal { rule, reason }) => json!({"legal": false, "rule": rule.to_string(), "reason": reason}),
    })
}
