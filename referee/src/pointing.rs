//! Questions of a seat that points at a table without hexes, where most legal actions are no part of a list.

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::Rule;
use battlewright_engine::show::{Fact, Place, PointerMode, ProposedAction, Show as _, TableMark, TablePointer};
use battlewright_export::PositionDrawing;
use battlewright_schema::{Inches, UnitFootprint};
use emath::{Pos2, pos2};
use serde::Serialize;

use crate::message::Answer;
use crate::points::{Points, color, distance, snapped};
use crate::refusal::Refusal;
use crate::request::PointerSettings;
use crate::seat::Seat;
use crate::take::Referee;

/// A full turn in tenths of a degree.
const TURN: u16 = 3600;

/// The greatest bend between two bases, in tenths of a degree.
const MOST_BEND: i16 = 900;

/// The greatest distance at which a finger can miss a counter, in points of the drawing.
const MOST_SLIP: f32 = 400.0;

/// The most points of all outlines and lines of an answer.
const MOST_POINTS: usize = 20_000;

/// A kind of action that a player can point at on a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModeTold {
    /// The name, such as `"Fire"`.
    pub name: String,
    /// The use of the pointer in this mode, in a sentence.
    pub help: String,
    /// The number of the rule of the action.
    pub rule: String,
    /// The title of that rule.
    pub about: String,
    /// `true` if a facing can be chosen.
    pub turns: bool,
    /// `true` if the line of bases can be bent.
    pub bends: bool,
}

/// The action that a tap on a table would choose. Places are points of the drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PointedTold {
    /// The action in its notation, if it is legal.
    #[serde(rename = "do")]
    pub action: Option<String>,
    /// The action in words; empty if the tap stands for none.
    pub text: String,
    /// The refusal of an action that is not legal.
    pub refusal: Option<Refusal>,
    /// The key of the counter at the point.
    pub piece: Option<String>,
    /// The corners of each base after the action: left front, right front, right rear, left rear. Empty if nothing moves.
    pub bases: Vec<[[f32; 2]; 4]>,
    /// The path of the action, from its start to its end.
    pub path: Vec<[f32; 2]>,
    /// The movement spent at the end of the path, such as `4.5" of 6"`; empty if none is.
    pub spent: String,
    /// The facing after the action, or else that of the acting unit, in tenths of a degree clockwise from the upper edge.
    pub facing: Option<u16>,
    /// The marks that explain the action, and those of the counter at the point.
    pub marks: Vec<MarkTold>,
    /// The facts that decide the action, each with its rule.
    pub facts: Vec<[String; 2]>,
    /// `true` if marks were left out, as they have too many points.
    pub cut: bool,
}

/// The areas of a table in which a tap is legal, and the marks for the decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AreasTold {
    /// The outlines, which do not overlap.
    pub areas: Vec<Vec<[f32; 2]>>,
    /// The marks, such as the path of a move.
    pub marks: Vec<MarkTold>,
    /// The meanings of the marks, each once.
    pub legends: Vec<LegendTold>,
    /// `true` if areas or marks were left out, as they have too many points.
    pub cut: bool,
}

/// A mark on a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarkTold {
    /// `"area"`, `"outline"`, `"line"`, `"broken"`, `"circle"` or `"cross"`.
    pub shape: &'static str,
    /// The points of the shape; the center of a circle or cross.
    pub points: Vec<[f32; 2]>,
    /// The radius of a circle; otherwise 0.
    pub radius: f32,
    /// `"choice"`, `"attack"`, `"clear"`, `"blocked"`, `"path"`, `"first"` or `"second"`.
    pub color: &'static str,
    /// The words beside the shape; empty for none.
    pub note: String,
    /// The place of the words.
    pub anchor: Option<[f32; 2]>,
    /// The name of its meaning.
    pub name: &'static str,
}

/// The meaning of marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegendTold {
    /// The name.
    pub name: &'static str,
    /// The color of the first such mark.
    pub color: &'static str,
    /// The meaning for the player, in a sentence or two.
    pub help: &'static str,
    /// The number of the rule.
    pub rule: &'static str,
    /// The title of the rule.
    pub about: &'static str,
}

/// Returns the modes of the pointer in `view`.
pub(crate) fn modes(view: &AnyGame) -> Vec<ModeTold> {
    let told = |PointerMode { name, help, rule, turns, bends }: PointerMode| ModeTold {
        name: name.to_owned(),
        help: help.to_owned(),
        rule: rule.number.to_owned(),
        about: rule.title.to_owned(),
        turns,
        bends,
    };
    view.pointer_modes().into_iter().map(told).collect()
}

/// The points that an answer still may have.
struct PointBudget(usize);

impl PointBudget {
    /// Keeps the items as long as their points fit; returns `true` if some do not.
    fn keep<A>(&mut self, items: &mut Vec<A>, count: impl Fn(&A) -> usize) -> bool {
        let all = items.len();
        items.retain(|item| {
            let left = self.0.checked_sub(count(item));
            self.0 = left.unwrap_or(0);
            left.is_some()
        });
        items.len() < all
    }
}

impl Referee {
    /// Returns the answer to a question about a point of the table. `slip` is the distance at which the tap may miss a counter.
    pub(crate) fn pointed(
        &self,
        seat: Seat,
        settings: PointerSettings,
        at: [f32; 2],
        slip: f32,
    ) -> Result<Answer, Refusal> {
        let view = self.streams[seat.index()].view();
        let (mode, pointer) = self.pointer(view, settings)?;
        let inches = self.table.inches_at(at).ok_or_else(|| Refusal::new("the table has no such point"))?;
        if !(0.0..=MOST_SLIP).contains(&slip) {
            return Err(Refusal::new("a tap cannot miss by so much"));
        }
        let footprints = view.footprints();
        let piece = self.piece_at(&footprints, pos2(at[0], at[1]), slip);
        let pointer = TablePointer { at: snapped(inches), piece: piece.clone(), ..pointer };
        let proposal = view.proposal(&pointer);
        let facing = pointer.facing.filter(|_| mode.turns).or_else(|| proposal.as_ref()?.facing);
        let own_marks = piece.as_deref().map(|piece| marks_of(view, piece)).unwrap_or_default();
        let mut told = self.table.with_drawing(|drawing| {
            let points = Points(drawing);
            let mut told = proposal.map(|proposal| told(view, &points, proposal)).unwrap_or_default();
            told.marks.extend(own_marks.iter().filter_map(|mark| points.mark(mark)));
            told
        });
        told.facing = facing.or_else(|| facing_of_active(view, &footprints));
        told.piece = piece;
        let mut budget = PointBudget(MOST_POINTS);
        let cut = [
            budget.keep(&mut told.bases, |base| base.len()),
            budget.keep(&mut told.path, |_| 1),
            budget.keep(&mut told.marks, |mark| mark.points.len()),
        ];
        told.cut = cut.contains(&true);
        Ok(Answer::Pointed(Box::new(told)))
    }

    /// Returns the areas in which a tap with these settings is legal, and the marks for the decision.
    pub(crate) fn areas(&self, seat: Seat, settings: PointerSettings) -> Result<Answer, Refusal> {
        let view = self.streams[seat.index()].view();
        let (_, pointer) = self.pointer(view, settings)?;
        let (areas, marks) = (view.legal_areas(&pointer), view.table_marks(None));
        let mut told = AreasTold::default();
        for mark in &marks {
            if told.legends.iter().all(|legend| legend.name != mark.legend.name) {
                let Rule { number: rule, title: about, .. } = mark.legend.rule;
                let (name, help) = (mark.legend.name, mark.legend.help);
                told.legends.push(LegendTold { name, color: color(mark.color), help, rule, about });
            }
        }
        self.table.with_drawing(|drawing| {
            let points = Points(drawing);
            told.areas = areas.iter().map(|area| points.all(area)).collect();
            told.marks = marks.iter().filter_map(|mark| points.mark(mark)).collect();
        });
        let mut budget = PointBudget(MOST_POINTS);
        let cut = [budget.keep(&mut told.marks, |mark| mark.points.len()), budget.keep(&mut told.areas, Vec::len)];
        told.cut = cut.contains(&true);
        Ok(Answer::Areas(Box::new(told)))
    }

    /// Returns the mode and the pointer of `settings`, which a page may have sent in another position.
    fn pointer(&self, view: &AnyGame, settings: PointerSettings) -> Result<(PointerMode, TablePointer), Refusal> {
        let PointerSettings { mode, facing, bend } = settings;
        let known = view.pointer_modes().get(mode).copied();
        let known = known.ok_or_else(|| Refusal::new("there is nothing like that to point at now"))?;
        if facing.is_some_and(|facing| facing >= TURN) {
            return Err(Refusal::new(format!("a facing is less than {TURN} tenths of a degree")));
        }
        if !(-MOST_BEND..=MOST_BEND).contains(&bend) {
            return Err(Refusal::new(format!("a line bends by at most {MOST_BEND} tenths of a degree")));
        }
        let pointer = TablePointer {
            mode,
            facing: facing.filter(|_| known.turns),
            bend: if known.bends { bend } else { 0 },
            ..TablePointer::default()
        };
        Ok((known, pointer))
    }

    /// Returns the id of the piece that stands at a point of the drawing, or nearest to it within `slip`. Units without a front, such
    /// as generals, lie on top of others.
    fn piece_at(&self, footprints: &[UnitFootprint], at: Pos2, slip: f32) -> Option<String> {
        let away = |unit: &UnitFootprint, drawing: &PositionDrawing<'_>| {
            let corner = |corner: Inches| drawing.at(Place::At(corner));
            let bases = unit.bases.iter().filter_map(|base| {
                let [a, b, c, d] = base.corners.map(corner);
                Some(distance(at, &[a?, b?, c?, d?]))
            });
            bases.min_by(f32::total_cmp)
        };
        let nearest = self.table.with_drawing(|drawing| {
            let near = footprints.iter().filter_map(|unit| Some((away(unit, drawing)?, unit)));
            let near = near.filter(|(away, _)| *away <= slip);
            near.min_by(|(one, first), (other, second)| {
                one.total_cmp(other).then(first.facing.is_some().cmp(&second.facing.is_some()))
            })
        });
        let (_, unit) = nearest?;
        Some(self.table.scenario().common().unit(unit.unit)?.id.to_string())
    }
}

/// Returns the marks that `view` has only while the pointer is over `piece`.
fn marks_of(view: &AnyGame, piece: &str) -> Vec<TableMark> {
    let mut marks = view.table_marks(Some(piece));
    let common = view.table_marks(None);
    marks.retain(|mark| !common.contains(mark));
    marks
}

/// Returns the facing of the unit that acts, in tenths of a degree.
fn facing_of_active(view: &AnyGame, footprints: &[UnitFootprint]) -> Option<u16> {
    let active = view.pieces().iter().position(|piece| piece.active)?;
    footprints.iter().find(|unit| unit.unit == active)?.facing?.checked_mul(10)
}

fn told(view: &AnyGame, points: &Points<'_, '_>, proposal: ProposedAction<AnyAction>) -> PointedTold {
    let ProposedAction { action, refusal, bases, facing: _, path, spent, marks, facts } = proposal;
    let label = view.label(&action);
    let base = |corners: &[Inches; 4]| {
        let [a, b, c, d] = corners.map(|corner| points.one(corner));
        Some([a?, b?, c?, d?])
    };
    PointedTold {
        action: refusal.is_none().then_some(label.notation),
        text: label.text,
        refusal: refusal.map(Refusal::from),
        bases: bases.iter().filter_map(base).collect(),
        path: points.all(&path),
        spent: spent.map(|spent| spent.to_string()).unwrap_or_default(),
        marks: marks.iter().filter_map(|mark| points.mark(mark)).collect(),
        facts: facts.into_iter().map(|Fact { text, rule }| [text, rule.to_string()]).collect(),
        ..PointedTold::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_and_told() {
        let mut budget = PointBudget(10);
        let mut items = vec![4, 5, 3, 1];
        assert!(budget.keep(&mut items, |item| *item));
        assert_eq!(items, [4, 5], "what comes after the first that does not fit is left out too");
        assert!(!PointBudget(9).keep(&mut items, |item| *item));
    }
}
