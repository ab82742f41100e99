//! VASSAL's text format of pieces: delimited tokens and nested traits.

use super::error::PieceError;

/// Joins `tokens` with `delimiter`; a delimiter within a token is escaped with a `\`.
pub(super) fn join<T: AsRef<str>>(tokens: impl IntoIterator<Item = T>, delimiter: char) -> String {
    let mut text = String::new();
    for (n, token) in tokens.into_iter().enumerate() {
        if n > 0 {
            text.push(delimiter);
        }
        let token = token.as_ref();
        // A trailing `\` would escape the delimiter, and VASSAL strips quotes around a token.
        let quoted = token.ends_with('\\') || (token.starts_with('\'') && token.ends_with('\''));
        text.extend(quoted.then_some('\''));
        for c in token.chars() {
            if c == delimiter {
                text.push('\\');
            }
            text.push(c);
        }
        text.extend(quoted.then_some('\''));
    }
    text
}

/// Splits a text made by [`join`].
pub(super) fn split(text: &str, delimiter: char) -> Vec<String> {
    let (mut tokens, mut token) = (Vec::new(), String::new());
    for c in text.chars() {
        if c != delimiter {
            token.push(c);
        } else if token.ends_with('\\') {
            token.pop();
            token.push(c);
        } else {
            tokens.push(plain(std::mem::take(&mut token)));
        }
    }
    tokens.push(plain(token));
    tokens
}

/// Strips the quotes around a token.
fn plain(token: String) -> String {
    match token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(within) => within.to_owned(),
        None => token,
    }
}

/// A trait of a piece: its type with settings, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trait {
    /// The name, such as `mark`, with the settings.
    pub(super) kind: String,
    /// The state.
    pub(super) state: String,
}

impl Trait {
    /// Returns a trait with settings separated by `;`.
    pub(super) fn new(settings: &[&str], state: &str) -> Self {
        // A tab in the innermost trait would start another trait, since that trait is not read by tokens.
        let tame = |text: &str| text.replace(char::is_control, " ");
        Self { kind: tame(&join(settings, ';')), state: tame(state) }
    }

    /// Returns a constant property.
    pub(super) fn mark(name: &str, value: &str) -> Self {
        Self::new(&["mark", &join([name], ',')], &join([value], ','))
    }

    /// Returns a reference to a prototype.
    pub(super) fn prototype(name: &str) -> Self {
        Self::new(&["prototype", name], "")
    }

    /// Returns the innermost trait of every piece: its picture and name.
    pub(super) fn basic(image: &str, name: &str, id: u32) -> Self {
        Self::new(&["piece", "", "", image, name], &format!("null;0;0;{id};0"))
    }

    /// Returns the settings; the first is the name.
    pub(super) fn settings(&self) -> Vec<String> {
        split(&self.kind, ';')
    }

    /// Returns the name.
    pub(super) fn name(&self) -> &str {
        self.kind.split_once(';').map_or(self.kind.as_str(), |(name, _)| name)
    }
}

/// The deepest nesting of traits: pieces of large modules have more than 150.
const DEEPEST: usize = 500;

/// Writes a piece; `traits` run from the outermost to the basic piece.
pub(super) fn piece(traits: &[Trait]) -> String {
    let nested = |of: fn(&Trait) -> &str| {
        let mut inner: Option<String> = None;
        for one in traits.iter().rev() {
            inner = Some(match inner {
                None => of(one).to_owned(),
                Some(inner) => join([of(one), inner.as_str()], '\t'),
            });
        }
        inner.unwrap_or_default()
    };
    let (kinds, states) = (nested(|one| &one.kind), nested(|one| &one.state));
    join(["+", "null", kinds.as_str(), states.as_str()], '/')
}

/// Parses the traits of a piece, from the outermost to the basic piece. `work` is the number of bytes left to parse,
/// counting nested traits at each level.
///
/// # Errors
/// The text is no piece, is nested too deep, or exceeds `work`.
pub(super) fn traits(text: &str, work: &mut usize) -> Result<Vec<Trait>, PieceError> {
    let parts = split(text.trim(), '/');
    let [plus, _, kind, state] = parts.as_slice() else { return Err(PieceError::NotAPiece) };
    if plus != "+" {
        return Err(PieceError::NotAPiece);
    }
    let (mut traits, mut kind, mut state) = (Vec::new(), kind.clone(), state.clone());
    loop {
        *work = work.checked_sub(kind.len() + state.len()).ok_or(PieceError::TooMuchWork)?;
        if traits.len() == DEEPEST {
            return Err(PieceError::TooDeep);
        }
        let mut kinds = split(&kind, '\t').into_iter();
        let mut states = split(&state, '\t').into_iter();
        let own = Trait { kind: kinds.next().unwrap_or_default(), state: states.next().unwrap_or_default() };
        traits.push(own);
        let Some(inner) = kinds.next() else { return Ok(traits) };
        kind = inner;
        state = states.next().unwrap_or_default();
    }
}

/// Returns the name in the text of a piece, even if its traits cannot be parsed: the last setting of the basic piece, which
/// is the innermost trait.
pub(super) fn name_within(text: &str) -> Option<&str> {
    let basic = &text[text.rfind("piece;")?..];
    let name = basic.split(';').nth(4)?.split(['/', '\t']).next()?.trim_end_matches('\\').trim();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_as_they_were_written() {
        assert_eq!(join(["a", "b,c", ""], ','), "a,b\\,c,");
        assert_eq!(join(["a\\", "'b'"], ','), "'a\\',''b''");
        for tokens in [
            vec!["a"],
            vec![""],
            vec!["", ""],
            vec!["a", "b,c", ",", ",,", ""],
            vec!["\\", "\\\\", "a\\", "'", "''", "'a'", "'a", "a'"],
            vec!["a\\,b", "\\,", ",\\"],
        ] {
            assert_eq!(split(&join(&tokens, ','), ','), tokens, "{tokens:?}");
        }
    }

    #[test]
    fn a_piece_is_written_as_the_program_writes_it() {
        let traits = [Trait::prototype("Unit"), Trait::mark("Side", "French"), Trait::basic("fr.png", "III Corps", 1)];
        let text = "+/null/prototype;Unit\tmark;Side\\\tpiece;;;fr.png;III Corps/\tFrench\\\tnull;0;0;1;0";
        assert_eq!(piece(&traits), text);
    }

    #[test]
    fn pieces_are_read_as_they_were_written() {
        for name in ["a", "9/5/III", "a;b", "end\\", "'quoted'", "a\\/b", ""] {
            let traits = vec![
                Trait::mark("One", name),
                Trait::prototype(name),
                Trait::mark("Two, three", name),
                Trait::basic("images/a.png", name, 7),
            ];
            let mut work = 10_000;
            assert_eq!(super::traits(&piece(&traits), &mut work).unwrap(), traits, "{name:?}");
            assert!(work < 10_000);
            assert_eq!(traits[3].settings()[4], name);
            assert_eq!(split(&traits[0].state, ','), [name]);
        }
        assert_eq!(Trait::basic("", "tab\there", 1), Trait::basic("", "tab here", 1));
    }

    #[test]
    fn a_piece_has_its_name_even_if_its_traits_are_too_many() {
        for count in [1, 200, 510] {
            let mut many: Vec<Trait> = (0..count).map(|_| Trait::prototype("a")).collect();
            many.push(Trait::basic("images/a.png", "1st Corps", 7));
            let text = piece(&many);
            assert_eq!(name_within(&text), Some("1st Corps"), "{count}");
            let mut work = 1 << 28;
            assert_eq!(traits(&text, &mut work).is_ok(), count < 500, "{count}");
        }
        assert_eq!((name_within("+/null/a/b"), name_within("piece;;;;")), (None, None));
    }

    #[test]
    fn what_is_no_piece_is_refused() {
        let mut work = 1 << 20;
        for text in ["", "+", "a/null/b/c", "+/null/a", "+/null/a/b/c"] {
            assert!(traits(text, &mut work).is_err(), "{text}");
        }
        let deep: Vec<Trait> = (0..510).map(|_| Trait::prototype("a")).collect();
        let deep = piece(&deep);
        assert!(traits(&deep, &mut work).unwrap_err().to_string().contains("too deep"));
        let mut little = 10;
        assert!(traits(&deep, &mut little).unwrap_err().to_string().contains("too deep"));
    }
}
