//! Text layout by letters, for pictures and pages without a window.

use std::sync::LazyLock;

use emath::{Pos2, Rect, Rot2, Vec2, pos2, vec2};
use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use ttf_parser::{Face, GlyphId};

use super::Text;

/// A font that words are set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Font {
    /// The window's own.
    Ubuntu,
    /// For what that lacks.
    Hack,
}

impl Font {
    /// Its file.
    pub fn data(self) -> &'static [u8] {
        match self {
            Self::Ubuntu => UBUNTU_LIGHT,
            Self::Hack => HACK_REGULAR,
        }
    }

    /// Its letters.
    pub fn face(self) -> Option<&'static Face<'static>> {
        static FACES: LazyLock<[Option<Face<'static>>; 2]> =
            LazyLock::new(|| [UBUNTU_LIGHT, HACK_REGULAR].map(|data| Face::parse(data, 0).ok()));
        FACES[self as usize].as_ref()
    }
}

/// A letter of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The font.
    pub font: Font,
    /// Its number there.
    pub id: GlyphId,
    /// The distance from the beginning of the line, in heights of the line.
    pub x: f32,
    /// The distance to the next one.
    pub advance: f32,
    /// The part of the words that it is.
    pub range: std::ops::Range<usize>,
}

/// Words as they are set.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The letters.
    pub glyphs: Vec<Glyph>,
    /// The size that the words have now.
    pub size: f32,
    /// The place where the words begin, on the line that they stand on.
    pub origin: Pos2,
    /// The rectangle that they take if they read to the right.
    pub rect: Rect,
    /// The way in which they are turned about [`Text::at`].
    pub turn: Rot2,
}

/// The width of `words` in letters of size 1.
pub fn width(words: &str) -> f32 {
    glyphs(words).last().map_or(0.0, |last| last.x + last.advance)
}

/// The letters of `words`, of size 1.
fn glyphs(words: &str) -> Vec<Glyph> {
    let mut x = 0.0;
    let glyph = |(at, letter): (usize, char)| {
        let (font, id) = letter_of(letter);
        let advance = font
            .face()
            .map_or(0.5, |face| f32::from(face.glyph_hor_advance(id).unwrap_or(0)) / f32::from(face.units_per_em()));
        let glyph = Glyph { font, id, x, advance, range: at..at + letter.len_utf8() };
        x += advance;
        glyph
    };
    words.char_indices().filter(|(_, letter)| !letter.is_control()).map(glyph).collect()
}

/// The font that has `letter`, and its number there; a box where none has it.
fn letter_of(letter: char) -> (Font, GlyphId) {
    let found = [Font::Ubuntu, Font::Hack].into_iter().find_map(|font| Some((font, font.face()?.glyph_index(letter)?)));
    found.unwrap_or((Font::Ubuntu, GlyphId(0)))
}

/// The reach of letters of size 1 over the line that they stand on, and below it.
pub fn height() -> (f32, f32) {
    Font::Ubuntu.face().map_or((0.9, 0.2), |face| {
        let em = f32::from(face.units_per_em());
        (f32::from(face.ascender()) / em, -f32::from(face.descender()) / em)
    })
}

impl Text {
    /// Sets the words.
    pub fn line(&self) -> Line {
        let mut glyphs = glyphs(&self.words);
        let plain = glyphs.last().map_or(0.0, |last| last.x + last.advance);
        let size = match self.fit {
            Some(most) if plain * self.size > most => (most / plain).max(3.0_f32.min(self.size)),
            _ => self.size,
        };
        if let Some((wide, most)) = self.fill {
            let letters = f32::from(u16::try_from(glyphs.len()).unwrap_or(u16::MAX)).max(1.0);
            let spare = ((wide / size - plain) / letters).min(most / size);
            if spare > 0.0 {
                let mut before = 0.0;
                for glyph in &mut glyphs {
                    glyph.x += before;
                    glyph.advance += spare;
                    before += spare;
                }
            }
        }
        let width = glyphs.last().map_or(0.0, |last| last.x + last.advance) * size;
        let (over, under) = height();
        let rect = self.anchor.anchor_size(self.at, vec2(width, (over + under) * size));
        let origin = pos2(rect.left(), rect.top() + over * size);
        let turn = Rot2::from_angle(self.way.angle());
        Line { glyphs, size, origin, rect, turn }
    }

    /// The rectangle of the disk that the words stand on, if they do.
    pub fn plate_rect(&self, line: &Line) -> Option<Rect> {
        let plate = self.plate?;
        let size = vec2((line.rect.width() + plate.room).max(plate.height), plate.height);
        Some(Rect::from_center_size(self.at, size))
    }

    /// The reach of the words, whatever way they read.
    pub fn reach(&self) -> f32 {
        let letters = f32::from(u16::try_from(self.words.chars().count()).unwrap_or(u16::MAX));
        (letters * self.size).max(self.fill.map_or(0.0, |(wide, _)| wide)) + self.size * 2.0
    }
}

impl Line {
    /// The place of `point`, a way from where the words begin, once they are turned about `about`.
    pub fn turned(&self, about: Pos2, point: Vec2) -> Pos2 {
        about + self.turn * (self.origin + point - about)
    }
}

#[cfg(test)]
mod tests {
    use ecolor::Color32;

    use super::*;

    fn text(words: &str) -> Text {
        Text::new(pos2(100.0, 50.0), words, 10.0, Color32::BLACK)
    }

    #[test]
    fn words_stand_in_the_middle_and_are_as_wide_as_their_letters() {
        let line = text("Vionville").line();
        assert_eq!(line.glyphs.len(), 9);
        assert!((line.rect.center() - pos2(100.0, 50.0)).length() < 0.01);
        assert!((line.rect.width() - width("Vionville") * 10.0).abs() < 0.01);
        assert!((30.0..60.0).contains(&line.rect.width()), "{}", line.rect.width());
    }

    #[test]
    fn long_words_become_smaller_and_short_ones_are_set_apart() {
        let narrow = Text { fit: Some(20.0), ..text("Vionville") }.line();
        assert!((narrow.rect.width() - 20.0).abs() < 0.01 && narrow.size < 10.0);
        let wide = Text { fill: Some((120.0, 14.0)), ..text("Vionville") }.line();
        assert!((wide.rect.width() - 120.0).abs() < 0.1, "{}", wide.rect.width());
        let most = Text { fill: Some((900.0, 14.0)), ..text("Vionville") }.line();
        assert!(most.rect.width() < 200.0);
    }

    #[test]
    fn what_the_font_lacks_another_has() {
        let of = |letter: char| letter_of(letter).0;
        assert_eq!((of('ß'), of('é'), of('Ж')), (Font::Ubuntu, Font::Ubuntu, Font::Ubuntu));
        assert_eq!(of('╬'), Font::Hack);
    }
}
