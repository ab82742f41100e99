//! The marks that a choice would lead to, while the pointer is on it: the command range of another order.

use battlewright_engine::game::Game as _;
use battlewright_engine::show::{Mark, MarkStyle, Show as _};

use super::Session;

/// The marks of the map with those of a choice.
#[derive(Clone, Debug)]
pub(super) struct ChoicePreview {
    choice: usize,
    /// The number of the visible state for which the marks hold.
    edition: u64,
    marks: Vec<Mark>,
}

impl Session {
    /// Shows the marks of the choice under the pointer, by its index in the list of legal actions; `None` shows those of the
    /// position.
    pub fn preview(&mut self, choice: Option<usize>) {
        let edition = self.seen.edition;
        if self.previewed() == choice {
            return;
        }
        self.preview = choice.and_then(|choice| {
            let (action, _) = self.seen.legal.get(choice)?;
            let mut after = self.known().clone();
            after.apply(action, &mut ());
            Some(ChoicePreview { choice, edition, marks: exchanged(&self.seen.marks, &after.marks()) })
        });
    }

    /// Returns the choice whose marks are shown.
    pub fn previewed(&self) -> Option<usize> {
        let preview = self.preview.as_ref().filter(|preview| preview.edition == self.seen.edition)?;
        Some(preview.choice)
    }

    /// Returns the marks of the map, with the outlines that the choice under the pointer leads to.
    pub fn marks(&self) -> &[Mark] {
        let preview = self.preview.as_ref().filter(|preview| preview.edition == self.seen.edition);
        preview.map_or(&self.seen.marks, |preview| &preview.marks)
    }
}

/// Returns `now` with the outlines of `then` in place of those with the same legends.
fn exchanged(now: &[Mark], then: &[Mark]) -> Vec<Mark> {
    let is_outline = |mark: &&Mark| mark.style == MarkStyle::Outline;
    let is_in = |mark: &Mark, marks: &[Mark]| marks.iter().filter(is_outline).any(|other| other.legend == mark.legend);
    let stays = now.iter().filter(|mark| !is_outline(mark) || !is_in(mark, then));
    let comes = then.iter().filter(|mark| is_outline(mark) && is_in(mark, now));
    stays.chain(comes).copied().collect()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;

    use super::super::*;

    #[test]
    fn an_order_under_the_pointer_shows_its_command_range() {
        let text = include_str!("../../../../scenarios/pm-crisis-on-the-left.toml");
        let mut session = Session::new(&load(text).scenario.unwrap(), 1).unwrap();
        let order = |session: &Session, notation: &str| {
            let legal = &session.seen().legal;
            legal.iter().position(|(_, label)| label.notation == notation)
        };
        // Set up, and pass until a formation on the map is asked for its order.
        for _ in 0..2000 {
            let (attack, defend) = (order(&session, "attack"), order(&session, "defend"));
            if let (Some(attack), Some(defend)) = (attack, defend)
                && session.seen().marks.iter().any(|mark| mark.legend.name.contains("command range"))
            {
                let before = session.marks().to_vec();
                let active = session.seen().crowd.pieces.iter().filter(|piece| piece.active).count();
                assert_eq!(active, 1, "the HQ in question is lit");
                session.preview(Some(attack));
                let ranges = session.marks().to_vec();
                session.preview(Some(defend));
                assert_ne!(session.marks(), ranges, "the other order has another range");
                assert!([before.clone(), ranges].iter().all(|marks| !marks.is_empty()));
                session.preview(None);
                assert_eq!(session.marks(), before);
                return;
            }
            let pass = order(&session, "pass").or(attack).unwrap_or(0);
            session.act(PlayAct::Choose(pass));
        }
        panic!("no HQ was asked for an order");
    }
}
