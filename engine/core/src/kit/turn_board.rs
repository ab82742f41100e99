//! The board of a game whose tables differ from turn to turn.

use std::ops::Deref;
use std::sync::Arc;

use battlewright_schema::rule::{TableSet, TablesByTurn};

/// The board of a game, in the turn at hand.
///
/// A row of `[[rules.table]]` puts other tables in place of those in force, in some turns. There is a complete board for each set of
/// tables, made before the game, and the one of the turn is chosen when the turn begins. So everything that follows from tables is right
/// everywhere, and what is kept for a board is never out of date. All boards have the same map, units and so on, with the same numbers.
#[derive(Debug)]
pub struct TurnBoard<B> {
    now: Arc<B>,
    /// The boards of all turns; `None` if there is only one.
    turns: Option<Arc<BoardsOfTurns<B>>>,
}

/// The boards of a game.
#[derive(Debug)]
struct BoardsOfTurns<B> {
    boards: Vec<Arc<B>>,
    tables: TablesByTurn,
}

impl<B> TurnBoard<B> {
    /// Returns the boards of a game that has these tables: this one, with the tables of most turns, and those that `board` makes with
    /// the sections of other tables that it gets.
    ///
    /// # Errors
    /// The first one of `board`.
    pub fn with_turns<E>(
        self,
        tables: TablesByTurn,
        mut board: impl FnMut(&TableSet) -> Result<Self, E>,
    ) -> Result<Self, E> {
        let others = tables.sets().get(1..).unwrap_or_default();
        if others.is_empty() {
            return Ok(self);
        }
        let mut boards = vec![Arc::clone(&self.now)];
        for set in others {
            boards.push(board(set)?.now);
        }
        Ok(Self { now: self.now, turns: Some(Arc::new(BoardsOfTurns { boards, tables })) })
    }

    /// Puts the board of `turn` at hand. Returns `true` if it is another one: what follows from board and state is to be made anew then.
    #[inline]
    pub fn begin_turn(&mut self, turn: u8) -> bool {
        let board = self.turns.as_ref().and_then(|turns| turns.boards.get(turns.tables.set_in(turn)));
        let Some(board) = board.filter(|board| !Arc::ptr_eq(board, &self.now)) else { return false };
        self.now = Arc::clone(board);
        true
    }

    /// Returns the boards with that of `turn` at hand.
    #[must_use]
    pub fn at_turn(&self, turn: u8) -> Self {
        let mut board = self.clone();
        board.begin_turn(turn);
        board
    }

    /// Returns the board at hand, for what is kept for one board.
    #[inline]
    pub fn shared(&self) -> &Arc<B> {
        &self.now
    }

    /// Returns the board at hand, to change it; the boards of other turns are forgotten.
    pub fn to_mut(&mut self) -> &mut B
    where
        B: Clone,
    {
        self.turns = None;
        Arc::make_mut(&mut self.now)
    }
}

impl<B> From<B> for TurnBoard<B> {
    fn from(board: B) -> Self {
        Self { now: Arc::new(board), turns: None }
    }
}

impl<B> Clone for TurnBoard<B> {
    fn clone(&self) -> Self {
        Self { now: Arc::clone(&self.now), turns: self.turns.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        // Positions of one game are copied into one another again and again.
        if !Arc::ptr_eq(&self.now, &other.now) {
            *self = other.clone();
        }
    }
}

impl<B> Deref for TurnBoard<B> {
    type Target = B;

    #[inline]
    fn deref(&self) -> &B {
        &self.now
    }
}

impl<B: PartialEq> PartialEq for TurnBoard<B> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.now, &other.now) || self.now == other.now
    }
}

impl<B: Eq> Eq for TurnBoard<B> {}

#[cfg(test)]
mod tests {
    use battlewright_schema::DocPath;
    use battlewright_schema::rule::term::Term;
    use battlewright_schema::rule::{CheckedRules, CheckedTable, RowName};

    use super::*;

    #[test]
    fn a_game_without_other_tables_has_one_board() {
        let board = TurnBoard::from(7).with_turns(TablesByTurn::default(), |_| Err("no other board is asked for"));
        let mut board = board.unwrap();
        assert!(!board.begin_turn(3));
        assert_eq!(*board, 7);
        let mut other = TurnBoard::from(8);
        assert_ne!(board, other);
        other.clone_from(&board);
        assert!(board == other && Arc::ptr_eq(board.shared(), other.shared()));
        *other.to_mut() = 9;
        assert_eq!((*board, *other), (7, 9));
    }

    #[test]
    fn the_board_of_the_turn_is_at_hand() {
        let held = |turns: [bool; 3]| CheckedTable {
            row: RowName { id: "n".into(), name: "N".into(), rule: "n".into(), path: DocPath::root() },
            tables: "night".into(),
            keys: Vec::new(),
            when: Term::Constant(1),
            turns: turns.to_vec(),
        };
        let rules = CheckedRules { tables: vec![held([false, true, false])], ..CheckedRules::default() };
        let of_night = |set: &TableSet| Ok::<_, ()>(TurnBoard::from(set.names().len()));
        let mut board = TurnBoard::from(0).with_turns(rules.tables_by_turn(), of_night).unwrap();
        assert_eq!((board.begin_turn(1), *board), (false, 0));
        assert_eq!((board.begin_turn(2), *board), (true, 1));
        assert_eq!((*board.at_turn(3), *board.at_turn(2), *board.at_turn(0)), (0, 1, 0));
        assert_eq!((board.begin_turn(3), *board), (true, 0));
        let failed = TurnBoard::from(0).with_turns(rules.tables_by_turn(), |_| Err("no map"));
        assert_eq!(failed, Err("no map"));
    }
}
