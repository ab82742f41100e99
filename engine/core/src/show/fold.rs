//! Folding of log lines: the steps of a move in one line.

use super::{Line, Movement, Track};
use crate::game::Side;
use crate::kit::grammar::is_plural;

/// A step of a move from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveStep {
    /// The [`Piece::id`](super::Piece::id) of the moving piece.
    pub piece: String,
    /// The names of the piece and of its side.
    pub name: String,
    /// The hex that the piece leaves; `None` if it enters the map.
    pub from: Option<String>,
    /// The hex that the piece enters.
    pub to: String,
    /// The movement spent since the move began; `None` for a move without a movement cost.
    pub paid: Option<Movement>,
    /// `true` for the first step of a move.
    pub first: bool,
    /// `true` if the line of the whole move names the hexes on its way.
    pub tells_way: bool,
}

impl MoveStep {
    /// Returns the end of a move whose last step was this one, which its side has ended with movement left.
    #[must_use]
    pub fn ended(&self) -> Self {
        Self { from: Some(self.to.clone()), first: false, ..self.clone() }
    }

    /// Returns `true` for the end of a move, which leads to no other hex.
    fn is_end(&self) -> bool {
        self.from.as_ref() == Some(&self.to)
    }

    /// Returns the move from start to end, in a line. `between` has the hexes that it entered before its last one.
    pub fn text(&self, between: &[String]) -> String {
        let Self { name, to, .. } = self;
        let by = match between {
            [_, ..] if self.tells_way => format!(" by {}", between.join(", ")),
            _ => String::new(),
        };
        let way = match &self.from {
            Some(from) if from == to && is_plural(name) => format!("end their move in {to}"),
            Some(from) if from == to => format!("ends its move in {to}"),
            Some(from) => format!("{from}{by} to {to}"),
            None => format!("enters{by}, to {to}"),
        };
        match self.paid {
            Some(Movement { spent, allowance }) => {
                format!("{name}: {way}, {}", Movement { spent, allowance }.of_allowance())
            }
            None => format!("{name}: {way}"),
        }
    }
}

/// Formats half movement points as points, such as `"1½"`.
pub(super) fn halves(count: u16) -> String {
    let whole = count / 2;
    match (whole, count % 2) {
        (_, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        _ => format!("{whole}½"),
    }
}

/// A log line with the lines that are folded into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedLine {
    /// The number of the last input in the line.
    pub input: usize,
    /// The event; for a move of several steps, the move from start to end.
    pub line: Line,
    /// The steps of the move with their inputs; empty for other events and for a move of one step.
    pub steps: Vec<(usize, Line)>,
}

/// Folds the steps of each move in `lines` into one line. A move continues over the events that its own steps cause, such as a
/// change of control of a town; any other event ends it.
pub fn fold<'l>(lines: impl IntoIterator<Item = &'l (usize, Line)>) -> Vec<FoldedLine> {
    let mut folded: Vec<FoldedLine> = Vec::new();
    let mut open: Option<(usize, MoveStep)> = None;
    let mut between: Vec<String> = Vec::new();
    for (input, line) in lines {
        if let (Some(step), Some((at, begun))) = (&line.step, &mut open)
            && step.piece == begun.piece
            && step.from.as_ref() == Some(&begun.to)
            && !step.first
            && let Some(entry) = folded.get_mut(*at)
        {
            if entry.steps.is_empty() {
                entry.steps.push((entry.input, entry.line.clone()));
            }
            if step.is_end() {
                entry.steps.push((*input, Line { text: step.text(&[]), ..line.clone() }));
                entry.input = *input;
                entry.line.text.push_str(", ended");
                open = None;
                continue;
            }
            entry.steps.push((*input, Line { text: step.text(&[]), ..line.clone() }));
            between.push(std::mem::replace(&mut begun.to, step.to.clone()));
            begun.paid = step.paid;
            entry.input = *input;
            entry.line.text = begun.text(&between);
            entry.line.place = line.place;
            continue;
        }
        let mut told = line.clone();
        if let Some(step) = &line.step {
            told.text = step.text(&[]);
            between.clear();
            open = Some((folded.len(), step.clone()));
        } else if open.as_ref().is_some_and(|(at, _)| folded.get(*at).is_none_or(|entry| entry.input != *input)) {
            open = None;
        }
        folded.push(FoldedLine { input: *input, line: told, steps: Vec::new() });
    }
    folded
}

/// Returns the values of those tracks of both sides that `names` lists, such as `"Germans: Victory points 3, Ammunition 2"`.
pub fn standing(sides: &[String; 2], tracks: &[Track], names: &[&str]) -> String {
    let of = |side: Side| {
        let own = tracks.iter().filter(|track| track.side == side && names.contains(&track.name));
        let own: Vec<String> = own.map(|track| format!("{} {}", track.name, track.value)).collect();
        format!("{}: {}", sides[side.index()], own.join(", "))
    };
    Side::BOTH.map(of).join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rule;

    fn line(text: &str, step: Option<MoveStep>) -> Line {
        let rule = Rule { number: "1", title: "Moves" };
        Line { text: text.to_owned(), rule, place: None, heading: false, step }
    }

    fn step(piece: &str, from: Option<&str>, to: &str, spent: u16) -> Line {
        let step = MoveStep {
            piece: piece.to_owned(),
            name: format!("{piece}, Reds"),
            from: from.map(str::to_owned),
            to: to.to_owned(),
            paid: Some(Movement { spent, allowance: 12 }),
            first: spent <= 2,
            tells_way: false,
        };
        line("a step", Some(step))
    }

    fn texts(lines: &[(usize, Line)]) -> Vec<String> {
        fold(lines).into_iter().map(|folded| folded.line.text).collect()
    }

    #[test]
    fn the_steps_of_a_move_are_one_line_from_start_to_end() {
        let lines = [(2, step("a", Some("0610"), "0609", 1)), (3, step("a", Some("0609"), "0608", 3))];
        assert_eq!(texts(&lines), ["a, Reds: 0610 to 0608, 1½ of 6 MP"]);
        let folded = fold(&lines);
        let steps: Vec<_> = folded[0].steps.iter().map(|(input, line)| (*input, line.text.as_str())).collect();
        assert_eq!(steps, [(2, "a, Reds: 0610 to 0609, ½ of 6 MP"), (3, "a, Reds: 0609 to 0608, 1½ of 6 MP")]);
        assert_eq!(folded[0].input, 3);
        let told = lines.map(|(input, mut line)| {
            line.step.iter_mut().for_each(|step| step.tells_way = true);
            (input, line)
        });
        assert_eq!(texts(&told), ["a, Reds: 0610 by 0609 to 0608, 1½ of 6 MP"]);
        assert_eq!(texts(&[(1, step("a", None, "0101", 1))]), ["a, Reds: enters, to 0101, ½ of 6 MP"]);
    }

    #[test]
    fn the_end_of_a_move_is_told_with_it() {
        let last = step("a", Some("0609"), "0608", 3);
        let end = Line { step: last.step.as_ref().map(MoveStep::ended), ..last.clone() };
        let lines = [(2, step("a", Some("0610"), "0609", 1)), (3, last), (4, end)];
        assert_eq!(texts(&lines), ["a, Reds: 0610 to 0608, 1½ of 6 MP, ended"]);
        let folded = fold(&lines);
        let steps: Vec<_> = folded[0].steps.iter().map(|(_, line)| line.text.as_str()).collect();
        assert_eq!(steps.last(), Some(&"a, Reds: ends its move in 0608, 1½ of 6 MP"));
        assert_eq!((folded[0].input, steps.len()), (4, 3));
    }

    #[test]
    fn what_a_step_brings_about_is_told_after_its_move() {
        let lines = [
            (2, step("a", Some("0610"), "0609", 2)),
            (2, line("Reds control 0609", None)),
            (3, step("a", Some("0609"), "0608", 4)),
        ];
        assert_eq!(texts(&lines), ["a, Reds: 0610 to 0608, 2 of 6 MP", "Reds control 0609"]);
    }

    #[test]
    fn another_piece_another_move_and_what_comes_between_are_lines_of_their_own() {
        let first = || (2, step("a", Some("0610"), "0609", 2));
        assert_eq!(texts(&[first(), (3, step("b", Some("0609"), "0608", 4))]).len(), 2);
        assert_eq!(texts(&[first(), (3, step("a", Some("0609"), "0608", 2))]).len(), 2, "a second move");
        let fire = (3, line("b fires at a", None));
        assert_eq!(texts(&[first(), fire, (4, step("a", Some("0609"), "0608", 4))]).len(), 3);
    }
}
