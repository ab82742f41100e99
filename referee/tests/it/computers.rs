//! Computer players that come back to a game in the midst of a turn.

use battlewright_engine::game::Side;
use battlewright_engine::show::Show as _;
use battlewright_referee::{ComputerPlayer, GameRecord, Referee, Request, Seat, UndoRule};

use crate::keeper::{Keeper, Luck, SECRET, table};

/// A game of a person against a computer, whose player is kept.
struct Opponents {
    keeper: Keeper,
    computer: Option<ComputerPlayer>,
    luck: Luck,
}

impl Opponents {
    fn new(scenario: &str, player: &str, seed: u64) -> Self {
        let computers = [None, Some(player.to_owned())];
        let mut keeper = Keeper::waiting(&table(scenario), UndoRule::Own, false, computers);
        let opening = keeper.referee.opening(1000);
        keeper.take(opening);
        Self { keeper, computer: None, luck: Luck::new(seed) }
    }

    /// Returns the choice of the computer player that was kept; `None` if a person must choose.
    fn choice(&mut self) -> Option<String> {
        let referee = &self.keeper.referee;
        let decision = referee.decision()?;
        let mut player = referee.computer(decision.side, self.computer.take()).unwrap();
        let choice = player.choose(&decision).unwrap();
        self.computer = Some(player);
        Some(choice)
    }

    fn carry_out(&mut self, choice: &str) {
        let referee = &self.keeper.referee;
        let entries = referee.propose_computer(Side::Second, referee.inputs(), choice, 2000).unwrap();
        self.keeper.take(entries);
    }

    /// Returns what a player chooses who comes anew after a restart.
    fn choice_after_restart(&self) -> String {
        let Keeper { referee, record, .. } = &self.keeper;
        let record = GameRecord::read(&record.write()).unwrap();
        let restored = Referee::of(referee.table().clone(), &record, Some(SECRET)).unwrap();
        let decision = restored.decision().unwrap();
        restored.computer(decision.side, None).unwrap().choose(&decision).unwrap()
    }
}

/// The most choices of the computer in a sequence.
const MOST: usize = 500;

/// Plays on, and compares each choice of the computer that follows one of the person in the same turn with that of a player who comes
/// anew; returns after so many of them. A game that ends is followed by another one.
fn compare(scenario: &str, player: &str, most: usize) {
    let mut game = Opponents::new(scenario, player, 5);
    let (mut compared, mut last_turn, mut is_interrupted) = (0, 0, false);
    for n in 0..MOST as u64 {
        while game.keeper.referee.decision().is_none() {
            is_interrupted = game.keeper.step(&mut game.luck);
            if !is_interrupted {
                game = Opponents::new(scenario, player, 6 + n);
            }
        }
        let turn = game.keeper.referee.game().now().status().turn;
        let choice = game.choice().unwrap();
        if is_interrupted && turn == last_turn {
            assert_eq!(game.choice_after_restart(), choice, "{scenario}, {player}, after {compared}");
            compared += 1;
        }
        if compared == most {
            return;
        }
        game.carry_out(&choice);
        (last_turn, is_interrupted) = (turn, false);
    }
    panic!("{scenario}, {player}: the person has chosen in only {compared} turns of the computer");
}

#[test]
fn a_player_that_comes_anew_chooses_the_same() {
    for (scenario, player, most) in [
        ("tutorial", "plan:48", 12),
        ("tutorial", "plan:2s", 6),
        ("tutorial", "search:30", 12),
        ("aac-first-orders", "plan:48", 5),
    ] {
        let begun = std::time::Instant::now();
        compare(scenario, player, most);
        println!("{scenario}, {player}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_player_chooses_the_same_after_something_was_taken_back() {
    let mut game = Opponents::new("tutorial", "plan:48", 5);
    let mut known = 0;
    for _ in 0..12 {
        while let Some(choice) = game.choice() {
            game.carry_out(&choice);
        }
        let (_, choices) = game.keeper.choices().unwrap();
        let own = &choices[game.luck.below(choices.len())];
        game.keeper.choose(Side::First, own).unwrap();
        let mut made = Vec::new();
        while let Some(choice) = game.choice() {
            game.carry_out(&choice);
            made.push(choice);
        }
        game.keeper.act(Seat::First, Request::TakeBack).unwrap();
        game.keeper.choose(Side::First, own).unwrap();
        for choice in &made {
            assert_eq!(game.choice().as_ref(), Some(choice));
            game.carry_out(choice);
        }
        known += made.len();
    }
    assert!(known > 5, "{known}");
}

/// A choice that is not carried out, as its position was taken back meanwhile, is nothing that the player has done.
#[test]
fn a_player_forgets_a_choice_that_is_not_carried_out() {
    for player in ["search:30", "plan:48"] {
        let mut game = Opponents::new("tutorial", player, 5);
        while game.keeper.referee.decision().is_none() {
            assert!(game.keeper.step(&mut game.luck));
        }
        let choice = game.choice();
        assert_eq!((game.choice(), Some(game.choice_after_restart())), (choice.clone(), choice));
    }
}
