//! The boards beside the map, as provided by the game: turn steps, chits and formations.

use battlewright_engine::show::{Form, SideBoard, Spot, Token, TokenStatus};
use egui::{Color32, Label, Rect, Response, RichText, Sense, Stroke, TextStyle, TextWrapMode, Ui, WidgetText, vec2};

use super::side_color;
use crate::canvas::{ink, sides};
use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::play::Session;

/// The tokens of a board with the same status note.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenGroup<'a> {
    /// The status note, such as `"in the cup"`.
    pub note: &'a str,
    /// The tokens with this note.
    pub tokens: Vec<&'a Token>,
}

/// Groups the tokens of `board` by their notes, in the order of first appearance.
pub fn groups(board: &SideBoard) -> Vec<TokenGroup<'_>> {
    let mut groups: Vec<TokenGroup<'_>> = Vec::new();
    for token in &board.tokens {
        match groups.iter_mut().find(|group| group.note == token.note) {
            Some(group) => group.tokens.push(token),
            None => groups.push(TokenGroup { note: &token.note, tokens: vec![token] }),
        }
    }
    // Later turns are sorted by number.
    groups.sort_by_key(|group| group.note.strip_prefix("from turn ").and_then(|turn| turn.parse::<u8>().ok()));
    groups
}

/// Draws the steps of the turn, if the game has them. If their names need more than two lines, only the current step is named,
/// and the others are numbered.
pub(super) fn steps(ui: &mut Ui, session: &Session, document: &Document) {
    for board in session.seen().boards.iter().filter(|board| board.form == Form::Steps) {
        let font = TextStyle::Small.resolve(ui.style());
        let color = ui.visuals().text_color();
        let width = |token: &Token| {
            ui.painter().layout_no_wrap(token.text.clone(), font.clone(), color).size().x + 2.0 * STEP_MARGIN + STEP_GAP
        };
        let widths: Vec<f32> = board.tokens.iter().map(width).collect();
        let named = lines(&widths, ui.available_width()) <= 2;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(STEP_GAP, STEP_GAP);
            for (n, token) in board.tokens.iter().enumerate() {
                step(ui, token, (!named).then_some(n + 1), document);
            }
        });
    }
}

/// The space between the edge and the text of a step, and between two steps, in points.
const STEP_MARGIN: f32 = 5.0;
const STEP_GAP: f32 = 3.0;

/// Returns the number of lines of this width that cards of these widths need.
fn lines(widths: &[f32], width: f32) -> usize {
    let (mut lines, mut used) = (1, 0.0);
    for each in widths {
        if used > 0.0 && used + each > width {
            lines += 1;
            used = 0.0;
        }
        used += each;
    }
    lines
}

/// Draws a step: with its name, or as a number, unless it is the current one.
fn step(ui: &mut Ui, token: &Token, number: Option<usize>, document: &Document) {
    let visuals = ui.visuals();
    let (fill, color, stroke) = match token.stand {
        TokenStatus::Now => (ink::ACCENT, ink::on(ink::ACCENT), Stroke::NONE),
        TokenStatus::Done | TokenStatus::Out => (visuals.faint_bg_color, visuals.weak_text_color(), Stroke::NONE),
        TokenStatus::Ready => (Color32::TRANSPARENT, visuals.text_color(), visuals.widgets.noninteractive.bg_stroke),
    };
    let text = match (number, token.stand) {
        (Some(number), TokenStatus::Now) => format!("{number}  {}", token.text),
        (Some(number), _) => number.to_string(),
        (None, _) => token.text.clone(),
    };
    let (_, response) = card(ui, token, text, (fill, color, stroke), STEP_MARGIN, Sense::hover());
    with_tooltip(response, token, document);
}

/// Draws a text about a token on a small card, truncated to the available width. Returns its rectangle and response.
fn card(
    ui: &mut Ui,
    token: &Token,
    text: String,
    (fill, color, stroke): (Color32, Color32, Stroke),
    left: f32,
    sense: Sense,
) -> (Rect, Response) {
    let text = RichText::new(text).small();
    let text = if token.stand == TokenStatus::Now { text.strong() } else { text };
    let most = (ui.max_rect().width() - left - 6.0).max(20.0);
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Truncate), most, TextStyle::Small);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(left + 5.0, 5.0), sense);
    let painter = ui.painter();
    painter.rect(rect, 3.0, fill, stroke, egui::StrokeKind::Inside);
    painter.galley_with_override_text_color(rect.min + vec2(left, 2.5), galley, color);
    (rect, response)
}

/// Draws the other boards, each under a heading.
pub(super) fn all(ui: &mut Ui, session: &Session, document: &Document, acts: &mut Vec<Act>) {
    let sides = session.sides();
    for board in session.seen().boards.iter().filter(|board| board.form != Form::Steps) {
        let title = match board.side {
            Some(side) => format!("{}: {}", board.title, sides[side.index()]),
            None => board.title.to_owned(),
        };
        // Boards of minor interest start closed.
        let open = board.title != "Morale";
        let header = egui::CollapsingHeader::new(RichText::new(title).small().strong()).default_open(open);
        let response = header.id_salt((board.title, board.side)).show(ui, |ui| match board.form {
            Form::Chits => chits(ui, session, document, board, acts),
            Form::Rows | Form::Steps => rows(ui, session, document, board, acts),
        });
        let help = format!("{}\nRule {}", board.help, board.rule);
        response.header_response.on_hover_text(help);
    }
}

fn chits(ui: &mut Ui, session: &Session, document: &Document, board: &SideBoard, acts: &mut Vec<Act>) {
    if board.tokens.is_empty() {
        ui.weak("none");
        return;
    }
    for group in groups(board) {
        let many = if group.tokens.len() > 1 { format!(" ({})", group.tokens.len()) } else { String::new() };
        ui.label(RichText::new(format!("{}{many}", group.note)).small().color(ui.visuals().weak_text_color()));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for token in group.tokens {
                let response = chit(ui, document, token);
                look(session, token, response, acts);
            }
        });
        ui.add_space(3.0);
    }
}

/// Draws a chit: a small card with the color and pattern of its side at the edge.
fn chit(ui: &mut Ui, document: &Document, token: &Token) -> Response {
    let visuals = ui.visuals();
    let faded = matches!(token.stand, TokenStatus::Done | TokenStatus::Out);
    let color = if faded { visuals.weak_text_color() } else { visuals.text_color() };
    let fill = if faded { Color32::TRANSPARENT } else { visuals.extreme_bg_color };
    let edge = if token.stand == TokenStatus::Now {
        Stroke::new(1.5, ink::ACCENT)
    } else {
        visuals.widgets.noninteractive.bg_stroke
    };
    let (rect, response) = card(ui, token, token.text.clone(), (fill, color, edge), 9.0, Sense::click());
    if let Some(side) = token.side {
        let rect = rect.shrink(1.0);
        let stripe = Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
        let color = side_color(document, side);
        let color = if faded { color.gamma_multiply(0.45) } else { color };
        sides::edge(ui.painter(), stripe, side.index(), color);
    }
    with_tooltip(response, token, document)
}

fn rows(ui: &mut Ui, session: &Session, document: &Document, board: &SideBoard, acts: &mut Vec<Act>) {
    if board.tokens.is_empty() {
        ui.weak("none");
        return;
    }
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    for token in &board.tokens {
        let weak = ui.visuals().weak_text_color();
        let color = match token.stand {
            TokenStatus::Ready | TokenStatus::Now => ui.visuals().text_color(),
            TokenStatus::Done | TokenStatus::Out => weak,
        };
        let row = ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(8.0, 14.0), Sense::hover());
            let mark = Rect::from_center_size(rect.center(), vec2(7.0, 7.0));
            sign(ui, mark, token, document);
            let text = RichText::new(&token.text).small().color(color);
            let text = if token.stand == TokenStatus::Now { text.strong() } else { text };
            let left = egui::Layout::left_to_right(egui::Align::Center);
            let name = ui.allocate_ui_with_layout(vec2(112.0, 16.0), left, |ui| {
                ui.set_min_width(112.0);
                ui.add(Label::new(text).sense(Sense::click()).truncate())
            });
            let note = RichText::new(&token.note).small().color(color);
            name.inner | ui.add(Label::new(note).sense(Sense::click()).wrap())
        });
        let response = with_tooltip(row.inner, token, document);
        look(session, token, response, acts);
    }
}

/// Draws the status of a token: filled for ready, a ring for done, a dash for out. The shape is round for the first
/// side and square for the second.
fn sign(ui: &Ui, rect: Rect, token: &Token, document: &Document) {
    let round = if token.side.is_some_and(|side| side.index() == 0) { 4.0 } else { 0.0 };
    let color = token.side.map_or(ui.visuals().weak_text_color(), |side| side_color(document, side));
    let painter = ui.painter();
    match token.stand {
        TokenStatus::Now => {
            painter.rect_filled(rect, round, color);
            painter.rect_stroke(rect.expand(1.5), round * 1.5, Stroke::new(1.5, ink::ACCENT), egui::StrokeKind::Middle);
        }
        TokenStatus::Ready => {
            painter.rect_filled(rect, round, color);
        }
        TokenStatus::Done => {
            painter.rect_stroke(rect, round, Stroke::new(1.2, color), egui::StrokeKind::Inside);
        }
        TokenStatus::Out => {
            painter.line_segment([rect.left_center(), rect.right_center()], Stroke::new(1.2, color));
        }
    }
}

/// Adds the tooltip and the screen reader text of a token, with the name of its side.
fn with_tooltip(response: Response, token: &Token, document: &Document) -> Response {
    let sides = document.scenario().common().sides();
    let side = token.side.and_then(|side| sides.get(side.index())).map(|side| side.name);
    let words = [Some(token.text.as_str()), Some(token.note.as_str()).filter(|note| !note.is_empty()), side];
    let words = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.strong(&words);
        ui.label(&token.help);
        ui.weak(format!("Rule {}", token.rule));
    })
}

/// Shows the counter of a token on the map after a click.
fn look(session: &Session, token: &Token, response: Response, acts: &mut Vec<Act>) {
    let Some(id) = &token.piece else { return };
    let piece = session.seen().crowd.pieces.iter().find(|piece| piece.id == *id);
    let place = piece.and_then(|piece| match piece.spot {
        Spot::On(place) => Some(place),
        Spot::Turn(..) | Spot::Out(_) => None,
    });
    if let Some(place) = place
        && response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
    {
        acts.push(Act::Look(place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_that_do_not_fit_begin_a_line() {
        assert_eq!(lines(&[], 100.0), 1);
        assert_eq!(lines(&[40.0, 60.0, 40.0], 100.0), 2);
        assert_eq!(lines(&[120.0, 120.0, 20.0], 100.0), 3, "a card wider than the line has one of its own");
    }
}
