//! Text layout by glyphs, for pictures and pages without a window.

use std::sync::LazyLock;

use emath::{Pos2, Rect, Rot2, Vec2, pos2, vec2};
use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use ttf_parser::{Face, GlyphId};

use super::{LetterSpot, Text};

/// A part of *DejaVu Sans*, with its license beside it: what the other two lack of its letters, numbers and signs. Made with
/// `pyftsubset --no-hinting` of fonttools, without layout tables.
const FALLBACK: &[u8] = include_bytes!("../../assets/fonts/fallback.ttf");

/// A bundled font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Font {
    /// The main font.
    Ubuntu,
    /// The fallback for characters missing from Ubuntu.
    Hack,
    /// The fallback for characters missing from both: superscripts, phonetic letters, rare accents and signs.
    Fallback,
}

impl Font {
    /// All fonts, in the order in which a character is looked for.
    pub const ALL: [Self; 3] = [Self::Ubuntu, Self::Hack, Self::Fallback];

    /// Returns the font file.
    pub fn data(self) -> &'static [u8] {
        match self {
            Self::Ubuntu => UBUNTU_LIGHT,
            Self::Hack => HACK_REGULAR,
            Self::Fallback => FALLBACK,
        }
    }

    /// Returns the parsed font.
    pub fn face(self) -> Option<&'static Face<'static>> {
        static FACES: LazyLock<[Option<Face<'static>>; 3]> =
            LazyLock::new(|| Font::ALL.map(|font| Face::parse(font.data(), 0).ok()));
        FACES[self as usize].as_ref()
    }
}

/// A positioned glyph of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The font.
    pub font: Font,
    /// The glyph number in the font.
    pub id: GlyphId,
    /// The offset from the start of the line, in ems.
    pub x: f32,
    /// The advance to the next glyph, in ems.
    pub advance: f32,
    /// The byte range of its character in the text.
    pub range: std::ops::Range<usize>,
    /// Its place on a curve, in the units of the text; `None` in straight text.
    pub spot: Option<LetterSpot>,
}

/// A line of laid-out text.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// The font size after fitting.
    pub size: f32,
    /// The start of the baseline, before rotation.
    pub origin: Pos2,
    /// The rectangle of the text, before rotation.
    pub rect: Rect,
    /// The rotation about [`Text::at`].
    pub turn: Rot2,
}

/// Returns the width of `words` at font size 1.
pub fn width(words: &str) -> f32 {
    words.chars().filter(|letter| !letter.is_control()).map(advance).sum()
}

/// Returns the advance of a letter at font size 1. Those of common letters are kept, since pages measure many words.
fn advance(letter: char) -> f32 {
    static COMMON: LazyLock<Vec<f32>> = LazyLock::new(|| (0..128_u8).map(|byte| measured(char::from(byte))).collect());
    COMMON.get(letter as usize).copied().unwrap_or_else(|| measured(letter))
}

fn measured(letter: char) -> f32 {
    let (font, id) = letter_of(letter);
    font.face().map_or(0.5, |face| f32::from(face.glyph_hor_advance(id).unwrap_or(0)) / f32::from(face.units_per_em()))
}

/// Returns the advance of each glyph of `words` at font size 1.
pub fn advances(words: &str) -> Vec<f32> {
    glyphs(words).iter().map(|glyph| glyph.advance).collect()
}

/// Lays out `words` at font size 1.
fn glyphs(words: &str) -> Vec<Glyph> {
    let mut x = 0.0;
    let glyph = |(at, letter): (usize, char)| {
        let (font, id) = letter_of(letter);
        let advance = advance(letter);
        let glyph = Glyph { font, id, x, advance, range: at..at + letter.len_utf8(), spot: None };
        x += advance;
        glyph
    };
    words.char_indices().filter(|(_, letter)| !letter.is_control()).map(glyph).collect()
}

/// Returns the font with `letter` and its glyph; the missing-glyph box if no font has it.
fn letter_of(letter: char) -> (Font, GlyphId) {
    let found = Font::ALL.into_iter().find_map(|font| Some((font, font.face()?.glyph_index(letter)?)));
    found.unwrap_or((Font::Ubuntu, GlyphId(0)))
}

/// Returns the ascent and the descent at font size 1.
pub fn height() -> (f32, f32) {
    Font::Ubuntu.face().map_or((0.9, 0.2), |face| {
        let em = f32::from(face.units_per_em());
        (f32::from(face.ascender()) / em, -f32::from(face.descender()) / em)
    })
}

impl Text {
    /// Lays the text out.
    pub fn line(&self) -> Line {
        let mut glyphs = glyphs(&self.words);
        if !self.spots.is_empty() {
            return self.curved(glyphs);
        }
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

    /// Lays `glyphs` along the curve of the text.
    fn curved(&self, mut glyphs: Vec<Glyph>) -> Line {
        let (over, under) = height();
        let mut rect = Rect::NOTHING;
        for (glyph, spot) in glyphs.iter_mut().zip(&self.spots) {
            glyph.spot = Some(*spot);
            let down = spot.down() * self.size;
            for (along, across) in [(0.0, -over), (glyph.advance, -over), (0.0, under), (glyph.advance, under)] {
                rect.extend_with(spot.at + spot.way * along * self.size + down * across);
            }
        }
        // More letters than places cannot come from a layout.
        glyphs.truncate(self.spots.len());
        let origin = self.spots.first().map_or(self.at, |spot| spot.at);
        Line { glyphs, size: self.size, origin, rect, turn: Rot2::IDENTITY }
    }

    /// Returns the rectangle of the text's plate; `None` without one.
    pub fn plate_rect(&self, line: &Line) -> Option<Rect> {
        let plate = self.plate?;
        let size = vec2((line.rect.width() + plate.room).max(plate.height), plate.height);
        Some(Rect::from_center_size(self.at, size))
    }

    /// Returns an upper bound of the text's extent in any direction.
    pub fn reach(&self) -> f32 {
        if !self.spots.is_empty() {
            let far = self.spots.iter().map(|spot| spot.at.distance(self.at)).fold(0.0, f32::max);
            return far + self.size * 2.0;
        }
        let letters = f32::from(u16::try_from(self.words.chars().count()).unwrap_or(u16::MAX));
        (letters * self.size).max(self.fill.map_or(0.0, |(wide, _)| wide)) + self.size * 2.0
    }
}

impl Line {
    /// Returns the position of `point`, relative to the start of the baseline, after rotation about `about`.
    pub fn turned(&self, about: Pos2, point: Vec2) -> Pos2 {
        about + self.turn * (self.origin + point - about)
    }
}

#[cfg(test)]
mod tests {
    use ecolor::Color32;

    use battlewright_schema::common::drawn::{DRAWN, is_drawn};

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
    fn letters_on_a_curve_stand_where_their_places_are() {
        let spots: Vec<LetterSpot> = (0..4_u8)
            .map(|n| LetterSpot { at: pos2(f32::from(n) * 12.0, f32::from(n)), way: Vec2::angled(0.1 * f32::from(n)) })
            .collect();
        let text = Text { spots: spots.clone(), at: pos2(18.0, 1.0), ..text("Yron") };
        let line = text.line();
        assert_eq!(
            line.glyphs.iter().map(|glyph| glyph.spot).collect::<Vec<_>>(),
            spots.iter().copied().map(Some).collect::<Vec<_>>()
        );
        assert!(spots.iter().all(|spot| line.rect.contains(spot.at)));
        assert!(Rect::from_center_size(text.at, Vec2::splat(2.0 * text.reach())).contains_rect(line.rect));
        assert_eq!(advances("Yron").len(), 4);
    }

    #[test]
    fn what_the_font_lacks_another_has() {
        let of = |letter: char| letter_of(letter).0;
        assert_eq!((of('ß'), of('é'), of('Ж')), (Font::Ubuntu, Font::Ubuntu, Font::Ubuntu));
        assert_eq!(of('╬'), Font::Hack);
        assert_eq!(of('ᵉ'), Font::Fallback);
    }

    /// The table tells without fonts what is drawn, so that a finding names the rest.
    #[test]
    fn the_table_of_drawn_characters_is_that_of_the_fonts() {
        let faces = Font::ALL.map(|font| font.face().unwrap());
        let has = |c: char| faces.iter().any(|face| face.glyph_index(c).is_some());
        let mut listed = vec![false; 0x11_0000];
        for (first, last) in DRAWN.iter() {
            listed[*first as usize..=*last as usize].fill(true);
        }
        // A table of glyphs may end with U+FFFF, which is no character.
        let differs =
            (' '..=char::MAX).filter(|c| !c.is_control() && *c != '\u{ffff}' && has(*c) != listed[*c as usize]);
        assert_eq!(differs.map(u32::from).collect::<Vec<_>>(), [] as [u32; 0]);
        assert!(is_drawn('é') && is_drawn('\u{ffff}') && is_drawn('\u{202e}') && !is_drawn('第'));
        assert!(DRAWN.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0), "the ranges ascend without touching");
    }
}
