//! Laid out words of charts: text in one piece, with the places of its tags, links and pictures.

use std::ops::Range;
use std::sync::Arc;

use battlewright_charts::Picture;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, FontId, Galley, Rect, Stroke, Ui, Vec2, Visuals, pos2, vec2};

use super::pictures::{ChartPicture, SheetPictures};
use super::table::CellAlign;
use super::words::{PieceLook, PrintedPiece, PrintedWords};
use crate::canvas::ink;
use crate::theme;

/// The size of letters, in points.
const BODY: f32 = 12.5;

/// The size of letters that stand back, in points.
const SMALL: f32 = 11.0;

/// The size of letters of a title, in points.
const TITLE: f32 = 13.5;

/// The blanks in a tag beside its words, and those for the stripes of the second side.
const BLANK: &str = "\u{a0}";
const STRIPES: &str = "\u{a0}\u{a0}\u{a0}\u{a0}";

/// The room beside a picture, in points.
const BESIDE: f32 = 6.0;

/// The letters that the font of the window lacks and its monospaced one has: shifts of columns, and arrows.
const SIGNS: [char; 4] = ['▸', '◂', '→', '″'];

/// The colors of words on one ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PrintedInks {
    pub(super) text: Color32,
    pub(super) strong: Color32,
    pub(super) weak: Color32,
}

/// The style of words: their colors and their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordStyle {
    pub(super) inks: PrintedInks,
    pub(super) align: CellAlign,
    pub(super) is_title: bool,
}

/// Words in lines of a width.
#[derive(Clone)]
pub(super) struct LaidWords<'w> {
    pub(super) galley: Arc<Galley>,
    /// The pieces with a place of their own, by the letters of the text.
    pub(super) marks: Vec<(Range<usize>, &'w PrintedPiece)>,
    pub(super) pictures: Vec<&'w ChartPicture>,
    pub(super) size: Vec2,
    pub(super) align: CellAlign,
}

/// The look of words in a window: its theme, and the colors and pictures of a scenario.
pub(super) struct SheetLook<'s> {
    pub(super) pictures: &'s SheetPictures,
    pub(super) inks: PrintedInks,
    /// The ground and the letters of changed values.
    pub(super) changed: (Color32, Color32),
    /// The grounds and the letters of results, from the lightest to the gravest.
    pub(super) tints: [(Color32, Color32); 6],
}

impl<'s> SheetLook<'s> {
    /// Returns the look of charts in a theme.
    pub(super) fn new(pictures: &'s SheetPictures, visuals: &Visuals) -> Self {
        Self {
            pictures,
            inks: PrintedInks {
                text: visuals.text_color(),
                strong: visuals.strong_text_color(),
                weak: visuals.weak_text_color(),
            },
            changed: theme::notice(visuals.dark_mode),
            tints: [0, 1, 2, 3, 4, 5].map(|weight| theme::tint(visuals, weight)),
        }
    }

    /// Returns the colors of words on the ground of a title.
    pub(super) fn on_band(visuals: &Visuals) -> PrintedInks {
        let (_, letters) = theme::band(visuals.dark_mode);
        PrintedInks { text: letters, strong: letters, weak: letters }
    }

    /// Returns the ground and the letters of a result of this weight.
    pub(super) fn tint(&self, weight: u8) -> (Color32, Color32) {
        let [.., last] = self.tints;
        self.tints.get(usize::from(weight)).copied().unwrap_or(last)
    }

    /// Lays words out in lines of this width.
    pub(super) fn lay<'w>(&self, ui: &Ui, words: &'w PrintedWords, style: WordStyle, width: f32) -> LaidWords<'w>
    where
        's: 'w,
    {
        let pictures = self.drawn(&words.pictures);
        let beside = beside(&pictures);
        let mut job = LayoutJob { break_on_newline: true, ..LayoutJob::default() };
        job.wrap.max_width = (width - beside).max(1.0);
        job.halign = match style.align {
            CellAlign::Left => Align::LEFT,
            CellAlign::Center => Align::Center,
            CellAlign::Right => Align::RIGHT,
        };
        let mut marks = Vec::new();
        let mut at = 0;
        for piece in &words.pieces {
            let before = at;
            let mut put = |text: &str, format: TextFormat| {
                for run in text.split_inclusive(SIGNS) {
                    let (words, sign) = run.strip_suffix(SIGNS).map_or((run, ""), |words| run.split_at(words.len()));
                    let monospace = FontId::monospace(format.font_id.size);
                    let of_sign = TextFormat { font_id: monospace, ..format.clone() };
                    for (part, format) in [(words, format.clone()), (sign, of_sign)] {
                        if !part.is_empty() {
                            job.append(part, 0.0, format);
                        }
                    }
                }
                at += text.chars().count();
            };
            match &piece.look {
                PieceLook::Tag(_) => {
                    let (lead, format) = self.tag(piece);
                    put(&format!("{lead}{}{BLANK}", piece.text), format);
                }
                _ => put(&piece.text, self.format(&piece.look, piece.is_changed, style)),
            }
            if piece.target.is_some() || matches!(piece.look, PieceLook::Tag(_)) {
                marks.push((before..at, piece));
            }
        }
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let tallest = pictures.iter().map(|picture| picture.size.y).fold(0.0, f32::max);
        let text = if words.pieces.is_empty() { Vec2::ZERO } else { galley.size() };
        let size = vec2(text.x + beside, text.y.max(tallest));
        LaidWords { galley, marks, pictures, size, align: style.align }
    }

    /// Returns the widths of words: of the widest part that is not broken, and on one line.
    pub(super) fn widths(&self, ui: &Ui, words: &PrintedWords) -> (f32, f32) {
        let beside = beside(&self.drawn(&words.pictures));
        let (mut least, mut most) = (0.0_f32, 0.0_f32);
        let (mut word, mut line) = (0.0_f32, 0.0_f32);
        ui.fonts_mut(|fonts| {
            for piece in &words.pieces {
                let size = size(&piece.look, false);
                let font = |letter: char| match SIGNS.contains(&letter) {
                    true => FontId::monospace(size),
                    false => FontId::proportional(size),
                };
                let lead = match &piece.look {
                    PieceLook::Tag(_) => [self.tag(piece).0, BLANK].concat(),
                    _ => String::new(),
                };
                for letter in lead.chars().chain(piece.text.chars()) {
                    match letter {
                        '\n' => (word, line) = (0.0, 0.0),
                        ' ' => {
                            word = 0.0;
                            line += fonts.glyph_width(&font(letter), letter);
                        }
                        _ => {
                            let wide = fonts.glyph_width(&font(letter), letter);
                            (word, line) = (word + wide, line + wide);
                        }
                    }
                    (least, most) = (least.max(word), most.max(line));
                }
            }
        });
        (least + beside, most + beside)
    }

    /// Returns the blanks before the words of a tag, and its letters.
    fn tag(&self, piece: &PrintedPiece) -> (&'static str, TextFormat) {
        let (color, is_striped) = self.pictures.side(&piece.look);
        let font = FontId::proportional(size(&piece.look, false));
        (if is_striped { STRIPES } else { BLANK }, TextFormat::simple(font, ink::on(color)))
    }

    fn format(&self, look: &PieceLook, is_changed: bool, style: WordStyle) -> TextFormat {
        let color = match look {
            PieceLook::Plain | PieceLook::Tag(_) => style.inks.text,
            PieceLook::Strong => style.inks.strong,
            PieceLook::Small => style.inks.weak,
        };
        let format = TextFormat::simple(FontId::proportional(size(look, style.is_title)), color);
        if !is_changed {
            return format;
        }
        let (ground, letters) = self.changed;
        TextFormat { color: letters, background: ground, underline: Stroke::new(1.0, letters), ..format }
    }

    fn drawn<'w>(&self, pictures: &[Picture]) -> Vec<&'w ChartPicture>
    where
        's: 'w,
    {
        pictures.iter().filter_map(|picture| self.pictures.get(picture)).collect()
    }
}

fn size(look: &PieceLook, is_title: bool) -> f32 {
    match look {
        PieceLook::Small => SMALL,
        PieceLook::Tag(_) => BODY - 0.5,
        PieceLook::Strong if is_title => TITLE,
        PieceLook::Plain | PieceLook::Strong => BODY,
    }
}

fn beside(pictures: &[&ChartPicture]) -> f32 {
    pictures.iter().map(|picture| picture.size.x + BESIDE).sum()
}

impl LaidWords<'_> {
    /// Returns the places of pictures, the position of the text, and its rectangle, within `room`.
    pub(super) fn places(&self, room: Rect) -> (Vec<Rect>, egui::Pos2, Rect) {
        let left = match self.align {
            CellAlign::Left => room.left(),
            CellAlign::Center => room.center().x - self.size.x / 2.0,
            CellAlign::Right => room.right() - self.size.x,
        };
        let mut x = left;
        let pictures = self.pictures.iter().map(|picture| {
            let place = Rect::from_center_size(pos2(x + picture.size.x / 2.0, room.center().y), picture.size);
            x += picture.size.x + BESIDE;
            place
        });
        let pictures: Vec<Rect> = pictures.collect();
        let size = self.galley.size();
        let top = if pictures.is_empty() { room.top() } else { room.center().y - size.y / 2.0 };
        let text = Rect::from_min_size(pos2(x, top), size);
        let at = match self.align {
            CellAlign::Left => text.left_top(),
            CellAlign::Center => text.center_top(),
            CellAlign::Right => text.right_top(),
        };
        (pictures, at, text)
    }

    /// Returns the rectangles of letters, one a line, relative to the position of the text.
    pub(super) fn rects(&self, letters: &Range<usize>) -> Vec<Rect> {
        let mut found = Vec::new();
        let mut first = 0;
        for row in &self.galley.rows {
            let count = row.glyphs.len();
            let (from, to) = (letters.start.max(first), letters.end.min(first + count));
            let glyph = |at: usize| row.glyphs.get(at.checked_sub(first)?);
            if let (true, Some(a), Some(b)) = (from < to, glyph(from), to.checked_sub(1).and_then(glyph)) {
                let left = row.pos.x + a.pos.x;
                let right = row.pos.x + b.pos.x + b.advance_width;
                found.push(Rect::from_min_max(pos2(left, row.pos.y), pos2(right, row.pos.y + row.size.y)));
            }
            first += count + usize::from(row.ends_with_newline);
        }
        found
    }
}
