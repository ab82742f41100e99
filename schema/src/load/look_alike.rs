//! Characters that look like those of TOML, as word processors, phones and web pages write them.

use std::ops::Range;

use toml::de::DeTable;

use crate::diagnostic::Diagnostic;
use crate::fix::{Fix, TextEdit};
use crate::path::DocPath;

/// A character that is mistaken for one of TOML.
struct LookAlike {
    /// The name in messages, with its article.
    name: &'static str,
    /// The character of TOML.
    meant: char,
}

/// Returns the finding about the first look-alike in the line of `text` with the syntax error at `span`, if it has one
/// outside of texts and comments: the character, and a fix that writes those of TOML.
pub(super) fn finding(text: &str, span: &Range<usize>) -> Option<Diagnostic> {
    let start = text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?;
    let line = line.get(..line.find('\n').unwrap_or(line.len()))?;
    let (edits, first) = replaced(line);
    let (at, letter) = first?;
    let found = look_alike(letter)?;
    let message =
        format!("{} (U+{:04X}) stands where TOML needs {}", found.name, u32::from(letter), named(found.meant));
    let edits: Vec<TextEdit> = edits
        .into_iter()
        .map(|(at, letter, meant)| TextEdit::new(start + at..start + at + letter.len_utf8(), meant))
        .collect();
    let fix = Fix { title: format!("write {}", named(found.meant)), edits, safe: false };
    // A line that is complete after the fix can have meant nothing else.
    let in_line =
        fix.edits.iter().map(|edit| TextEdit::new(edit.span.start - start..edit.span.end - start, &edit.text[..]));
    let in_line = Fix { edits: in_line.collect(), ..fix.clone() };
    let safe = in_line.apply(line).is_some_and(|line| DeTable::parse(&line).is_ok());
    let span = start + at..start + at + letter.len_utf8();
    let help = "type it on the keyboard; programs for letters and web pages replace it";
    Some(super::syntax::SYNTAX.at(DocPath::root(), message).help(help).span(Some(span)).fix(Some(Fix { safe, ..fix })))
}

/// A position in a line, the look-alike there, and the text of TOML for it.
type Replacement = (usize, char, &'static str);

/// Returns the look-alikes of `line` outside of texts and comments with what they stand for, and the first of them.
fn replaced(line: &str) -> (Vec<Replacement>, Option<(usize, char)>) {
    let mut all: Vec<Replacement> = Vec::new();
    // The quotation mark that ends the present text: one of TOML, or the one that a look-alike stands for.
    let (mut quoted, mut escaped) = (None, false);
    for (at, letter) in line.char_indices() {
        let meant = look_alike(letter).map(|one| one.meant);
        match quoted {
            Some((end, alike)) => {
                let ends = if alike { meant == Some(end) || letter == end } else { letter == end };
                if ends && !escaped {
                    quoted = None;
                    all.extend((letter != end).then_some((at, letter, if end == '"' { "\"" } else { "'" })));
                }
                escaped = end == '"' && letter == '\\' && !escaped;
            }
            None => match (letter, meant) {
                ('"' | '\'', _) => quoted = Some((letter, false)),
                ('#', _) => break,
                (_, Some(mark @ ('"' | '\''))) => {
                    quoted = Some((mark, true));
                    all.push((at, letter, if mark == '"' { "\"" } else { "'" }));
                }
                (_, Some(' ')) => all.push((at, letter, " ")),
                (_, Some('=')) => all.push((at, letter, "=")),
                (_, Some(_)) => all.push((at, letter, ",")),
                _ => {}
            },
        }
    }
    let first = all.first().map(|(at, letter, _)| (*at, *letter));
    (all, first)
}

fn named(meant: char) -> &'static str {
    match meant {
        '"' => "a straight quotation mark",
        '\'' => "a straight apostrophe",
        ' ' => "a space",
        '=' => "an equals sign",
        _ => "a comma",
    }
}

fn look_alike(letter: char) -> Option<LookAlike> {
    let (name, meant) = match letter {
        '“' | '”' | '„' | '‟' => ("a curly quotation mark", '"'),
        '«' | '»' => ("an angle quotation mark", '"'),
        '″' | '＂' => ("a double prime", '"'),
        '‘' | '’' | '‚' | '‛' | '′' | '＇' => ("a curly apostrophe", '\''),
        '\u{a0}' | '\u{202f}' => ("a no-break space", ' '),
        '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => ("a space of another width", ' '),
        '\u{200b}' | '\u{feff}' => ("an invisible space", ' '),
        '＝' => ("a wide equals sign", '='),
        '，' => ("a wide comma", ','),
        _ => return None,
    };
    Some(LookAlike { name, meant })
}

#[cfg(test)]
mod tests {
    use crate::load;

    /// Returns the message of the first finding in `text`, the column of its span, and the text after its fix.
    fn fixed(text: &str) -> (String, usize, String, bool) {
        let finding = load(text).diagnostics.into_iter().next().unwrap();
        let fix = finding.fixes.first().unwrap();
        (finding.message, finding.span.unwrap().start, fix.apply(text).unwrap(), fix.safe)
    }

    #[test]
    fn marks_of_other_programs_are_named_and_replaced() {
        for (text, name, at, right, safe) in [
            ("title = “Mars’ # field”\n", "a curly quotation mark (U+201C)", 8, "title = \"Mars’ # field\"\n", true),
            ("title = «Mars»", "an angle quotation mark (U+00AB)", 8, "title = \"Mars\"", true),
            ("title = ‘Mars’", "a curly apostrophe (U+2018)", 8, "title = 'Mars'", true),
            ("title\u{a0}= \"a\"", "a no-break space (U+00A0)", 5, "title = \"a\"", true),
            ("title ＝ \"“a”\"", "a wide equals sign (U+FF1D)", 6, "title = \"“a”\"", true),
            ("a = [“b”，\n\"c\"]", "a curly quotation mark (U+201C)", 5, "a = [\"b\",\n\"c\"]", false),
        ] {
            let (message, found, after, is_safe) = fixed(text);
            assert!(message.starts_with(name), "{text:?}: {message}");
            assert_eq!((found, after.as_str(), is_safe), (at, right, safe), "{text:?}");
        }
    }

    #[test]
    fn other_errors_keep_their_own_message() {
        for text in ["title = Mars # “a”\n", "title = \"“a”\" x\n", "a = \n", "”", "=\u{a0}"] {
            let finding = load(text).diagnostics.into_iter().next().unwrap();
            let is_own = finding.message.contains("stands where TOML needs");
            assert_eq!(is_own, text.starts_with('”') || text.ends_with('\u{a0}'), "{text:?}: {}", finding.message);
        }
    }
}
