//! The state of the resolver: the calculator for games at a real table. It needs no scenario.

use std::collections::VecDeque;

use battlewright_engine::play::Dice;
use battlewright_engine::systems::outrance::resolver::{
    ActedUnits, Initiative, Resolver, ResolverField, ResolverOdds, ResolverQuestion, ResolverReplies, ResolverRequest,
    ResolverRolls,
};
use battlewright_schema::outrance::{Nation, Rules};

/// The number of results that are kept.
const MOST_RESULTS: usize = 50;

/// A request that concerns the resolver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolverAct {
    /// Sets a field to the choice with a name, or clears it.
    Set(ResolverField, Option<String>),
    /// Resolves the action: asks its questions, then rolls.
    Resolve,
    /// Answers the open question.
    Reply(bool),
    /// Withdraws the action whose question is open.
    Withdraw,
    /// Shows or hides the exact percentages.
    Percentages(bool),
    /// Sets the numbers of units of both armies that have not acted.
    Units([u16; 2]),
    /// Draws the initiative.
    Initiative,
    /// Removes all results.
    Clear,
    /// Begins a turn: nobody has acted in it.
    NewTurn,
    /// Restarts the dice with a seed.
    Seed(u64),
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverResult {
    /// The number of the result, from 1.
    pub number: usize,
    /// The action in one line.
    pub title: String,
    /// The result in sentences.
    pub text: Vec<String>,
    /// The rolls, such as `"order 12, result 50"`; empty without any.
    pub rolls: String,
    /// The exact chances.
    pub odds: Vec<ResolverOdds>,
}

/// An action whose questions are being asked, with its dice. They are rolled first, because the questions depend on them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenAction {
    rolls: ResolverRolls,
    replies: ResolverReplies,
    question: ResolverQuestion,
}

/// The resolver with its fields, its open question and its results.
pub struct ResolverState {
    request: ResolverRequest,
    open: Option<OpenAction>,
    refusals: Vec<String>,
    results: VecDeque<ResolverResult>,
    resolved: usize,
    percentages: bool,
    units: [u16; 2],
    acted: ActedUnits,
    dice: Dice,
}

impl Default for ResolverState {
    fn default() -> Self {
        Self {
            request: ResolverRequest::default(),
            open: None,
            refusals: Vec::new(),
            results: VecDeque::new(),
            resolved: 0,
            percentages: false,
            units: [1; 2],
            acted: ActedUnits::default(),
            // A table must not see the same dice after each start of the program.
            dice: Dice::new(battlewright_platform::random_seed()),
        }
    }
}

impl ResolverState {
    /// Returns the rules of the resolver.
    pub fn rules() -> &'static Rules {
        Rules::published()
    }

    /// Returns the fields.
    pub fn request(&self) -> &ResolverRequest {
        &self.request
    }

    /// Returns the open question.
    pub fn question(&self) -> Option<ResolverQuestion> {
        self.open.as_ref().map(|open| open.question)
    }

    /// Returns the text of the open question.
    pub fn question_text(&self) -> Option<String> {
        let troops = self.request.actor?.troops;
        Some(self.question()?.text(Self::rules(), troops))
    }

    /// Returns the reasons why the last action was refused.
    pub fn refusals(&self) -> &[String] {
        &self.refusals
    }

    /// Returns the results, the last one first.
    pub fn results(&self) -> impl Iterator<Item = &ResolverResult> {
        self.results.iter()
    }

    /// Returns `true` if the exact percentages are shown.
    pub fn shows_percentages(&self) -> bool {
        self.percentages
    }

    /// Returns the numbers of French and Prussian units that have not acted.
    pub fn units(&self) -> [u16; 2] {
        self.units
    }

    /// Returns the notes on who has acted in this turn, in sentences: those that matter for the chosen action and target, and the
    /// numbers of units.
    pub fn notes(&self) -> Vec<String> {
        self.acted.summary().into_iter().chain(self.acted.before(&self.request.used())).collect()
    }

    /// Carries out a request.
    pub fn act(&mut self, act: ResolverAct) {
        match act {
            ResolverAct::Set(field, value) => self.set(field, value.as_deref()),
            ResolverAct::Resolve => self.resolve(),
            ResolverAct::Reply(yes) => self.reply(yes),
            ResolverAct::Withdraw => self.open = None,
            ResolverAct::Percentages(shown) => self.percentages = shown,
            ResolverAct::Units(units) => self.units = units.map(|units| units.min(Initiative::MOST)),
            ResolverAct::Initiative => self.draw_initiative(),
            ResolverAct::Clear => {
                self.results.clear();
                self.resolved = 0;
            }
            ResolverAct::NewTurn => self.acted = ActedUnits::default(),
            ResolverAct::Seed(seed) => self.dice = Dice::new(seed),
        }
    }

    fn set(&mut self, field: ResolverField, value: Option<&str>) {
        self.open = None;
        self.refusals.clear();
        match value {
            None => self.request.clear(field),
            Some(value) => {
                if let Err(refusal) = self.request.set(field, value) {
                    self.refusals.push(refusal.to_string());
                }
            }
        }
        self.request.drop_illegal(Self::rules());
        // Checking one box of the two that exclude each other unchecks the other.
        let other = match field {
            ResolverField::ActorOutnumbered => Some(ResolverField::TargetOutnumbered),
            ResolverField::TargetOutnumbered => Some(ResolverField::ActorOutnumbered),
            _ => None,
        };
        if let Some(other) = other.filter(|_| self.request.get(field).is_some()) {
            self.request.clear(other);
        }
    }

    fn resolve(&mut self) {
        self.open = None;
        self.refusals.clear();
        let Some(rolls) = ResolverRolls::of(&self.dice.roll(ResolverRolls::CHANCE)) else { return };
        self.replay(rolls, ResolverReplies::default());
    }

    fn reply(&mut self, yes: bool) {
        let Some(mut open) = self.open.take() else { return };
        open.replies.set(open.question, yes);
        self.replay(open.rolls, open.replies);
    }

    /// Asks the next question, or adds the result.
    fn replay(&mut self, rolls: ResolverRolls, replies: ResolverReplies) {
        // Fields that the action does not use keep their values for the next action, but are left out now.
        let request = self.request.used();
        let resolver = match Resolver::new(Self::rules(), &request, replies.clone()) {
            Ok(resolver) => resolver,
            Err(refusals) => {
                self.refusals = refusals.iter().map(ToString::to_string).collect();
                return;
            }
        };
        let for_odds = resolver.question_for_odds().filter(|_| self.percentages);
        let answer = match for_odds.map_or_else(|| resolver.answer(&rolls), Err) {
            Ok(answer) => answer,
            Err(question) => {
                self.open = Some(OpenAction { rolls, replies, question });
                return;
            }
        };
        self.acted.add(&request, answer.outcome);
        let rolls: Vec<String> = answer.rolls.iter().map(|roll| format!("{} {}", roll.name, roll.roll)).collect();
        self.add(resolver.summary(), answer.text, rolls.join(", "), answer.odds);
    }

    fn draw_initiative(&mut self) {
        self.open = None;
        self.refusals.clear();
        let [french, prussian] = self.units;
        let title = format!("Initiative: {french} French and {prussian} Prussian units have not acted");
        match Initiative::new(Self::rules(), french, prussian) {
            None => {
                self.add(title, vec!["No unit is left to act: the turn ends.".to_owned()], String::new(), Vec::new())
            }
            Some(initiative) => {
                let side = initiative.drawn(self.dice.pick(initiative.chance()));
                // The side acts with one of its units.
                let drawn = usize::from(side == Nation::Prussian);
                if let Some(units) = self.units.get_mut(drawn) {
                    *units = units.saturating_sub(1);
                }
                self.add(title, vec![initiative.text(side)], String::new(), vec![initiative.odds()]);
            }
        }
    }

    fn add(&mut self, title: String, text: Vec<String>, rolls: String, odds: Vec<ResolverOdds>) {
        self.resolved += 1;
        self.results.push_front(ResolverResult { number: self.resolved, title, text, rolls, odds });
        self.results.truncate(MOST_RESULTS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(state: &mut ResolverState, fields: &[(ResolverField, &str)]) {
        for (field, value) in fields {
            state.act(ResolverAct::Set(*field, Some((*value).to_owned())));
        }
    }

    fn assault() -> ResolverState {
        let mut state = ResolverState::default();
        state.act(ResolverAct::Seed(7));
        set(
            &mut state,
            &[
                (ResolverField::Actor, "prussian-line-infantry"),
                (ResolverField::Action, "assault"),
                (ResolverField::Target, "french-line-infantry"),
                (ResolverField::TargetFormation, "deployed"),
                (ResolverField::Cover, "open"),
                (ResolverField::Range, "3"),
            ],
        );
        state
    }

    #[test]
    fn an_action_asks_then_answers_and_is_kept() {
        let mut state = assault();
        state.act(ResolverAct::Resolve);
        let mut asked = 0;
        while state.question().is_some() {
            assert!(state.question_text().unwrap().ends_with(['?', '.']));
            asked += 1;
            state.act(ResolverAct::Reply(true));
        }
        assert!(asked >= 1 && state.refusals().is_empty());
        let result = state.results().next().unwrap();
        assert!(result.title.contains("assault on French Line infantry (deployed, no cover)"), "{}", result.title);
        assert!(result.rolls.starts_with("order "));
        state.act(ResolverAct::Clear);
        assert_eq!(state.results().count(), 0);
    }

    #[test]
    fn a_field_without_a_use_keeps_its_value_and_does_no_harm() {
        let mut state = assault();
        assert!(!state.request().uses(ResolverField::Range) && state.request().uses(ResolverField::Cover));
        set(&mut state, &[(ResolverField::Action, "deployed-fire")]);
        assert!(state.request().uses(ResolverField::Range));
        state.act(ResolverAct::Resolve);
        assert_eq!((state.question(), state.results().count()), (None, 1), "fire asks nothing");
        assert!(state.results().next().unwrap().title.ends_with("(deployed, no cover, 3 inches)"));
    }

    #[test]
    fn a_refused_action_says_everything_that_is_missing() {
        let mut state = ResolverState::default();
        state.act(ResolverAct::Resolve);
        assert_eq!(state.refusals().len(), 2, "{:?}", state.refusals());
        set(&mut state, &[(ResolverField::Action, "deployed-fire")]);
        assert!(state.refusals().is_empty(), "a change withdraws them");
        state.act(ResolverAct::Resolve);
        assert_eq!(state.refusals().len(), 5, "{:?}", state.refusals());
    }

    #[test]
    fn a_change_or_a_withdrawal_ends_the_question() {
        let mut state = assault();
        state.act(ResolverAct::Resolve);
        assert!(state.question().is_some());
        set(&mut state, &[(ResolverField::Cover, "soft")]);
        assert!(state.question().is_none());
        state.act(ResolverAct::Resolve);
        state.act(ResolverAct::Withdraw);
        assert!(state.question().is_none() && state.results().count() == 0);
    }

    #[test]
    fn percentages_ask_all_that_they_need() {
        let mut state = assault();
        state.act(ResolverAct::Percentages(true));
        state.act(ResolverAct::Resolve);
        while state.question().is_some() {
            state.act(ResolverAct::Reply(true));
        }
        let odds = &state.results().next().unwrap().odds;
        assert_eq!(odds.len(), 4, "order, fire, close combat, results");
        for step in odds {
            assert_eq!(step.chances.iter().map(|chance| chance.millionths).sum::<u32>(), 1_000_000, "{}", step.name);
        }
    }

    #[test]
    fn only_one_side_is_outnumbered() {
        let mut state = assault();
        set(&mut state, &[(ResolverField::ActorOutnumbered, "yes"), (ResolverField::TargetOutnumbered, "yes")]);
        assert!(state.request().target_outnumbered && !state.request().actor_outnumbered);
    }

    #[test]
    fn the_initiative_is_drawn_and_results_are_limited() {
        let mut state = ResolverState::default();
        state.act(ResolverAct::Units([0, 0]));
        state.act(ResolverAct::Initiative);
        assert_eq!(state.results().next().unwrap().text, ["No unit is left to act: the turn ends."]);
        state.act(ResolverAct::Units([50, 70]));
        for _ in 0..MOST_RESULTS + 10 {
            state.act(ResolverAct::Initiative);
        }
        let left: u16 = state.units().iter().sum();
        assert_eq!(usize::from(left), 120 - MOST_RESULTS - 10, "each draw counts the unit that acts");
        assert_eq!(state.results().count(), MOST_RESULTS);
        assert_eq!(state.results().next().unwrap().number, MOST_RESULTS + 11);
        let sides: std::collections::BTreeSet<_> = state.results().map(|result| result.text.clone()).collect();
        assert_eq!(sides.len(), 2, "both sides are drawn");
    }
}
