//! Writes changed letters of a map into their lines.

use crate::common::map::HexRows;
use crate::place::row_lines;

/// Returns `literal`, a TOML string with the rows of a map, with the rows of `new`; only changed lines are rewritten. `None` if
/// the lines of `literal` do not match `old`.
pub(super) fn repaint(literal: &str, old: &HexRows, new: &HexRows) -> Option<String> {
    let lines = row_lines(literal)?;
    if lines.len() != old.0.len() || new.0.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(literal.len() + 16);
    let mut copied = 0;
    for (index, line) in lines.iter().enumerate() {
        let was = literal.get(line.clone())?;
        let (Some(row), Some(old_row)) = (new.0.get(index), old.0.get(index)) else {
            // The row was removed, so its line is removed with the line break.
            text.push_str(literal.get(copied..line.start)?);
            let rest = literal.get(line.end..)?;
            copied = line.end + rest.find('\n').filter(|at| rest[..*at].trim().is_empty()).map_or(0, |at| at + 1);
            continue;
        };
        text.push_str(literal.get(copied..line.start)?);
        if row == old_row {
            text.push_str(was)
        } else {
            text.push_str(&repaint_line(was, row))
        }
        copied = line.end;
    }
    for row in new.0.get(lines.len()..).unwrap_or_default() {
        let indent: String = lines
            .last()
            .and_then(|line| literal.get(line.clone()))?
            .chars()
            .take_while(|c| c.is_whitespace())
            .collect();
        text.push('\n');
        text.push_str(&indent);
        text.push_str(&spaced(row, is_spaced(literal.get(lines.last()?.clone())?)));
    }
    text.push_str(literal.get(copied..)?);
    Some(text)
}

/// Returns `line` with the letters of `row`. If the number of letters is the same, the spacing stays; otherwise the line is
/// rewritten.
fn repaint_line(line: &str, row: &[char]) -> String {
    if line.chars().filter(|c| !c.is_whitespace()).count() == row.len() {
        let mut letters = row.iter();
        return line
            .chars()
            .map(|c| if c.is_whitespace() { c } else { letters.next().copied().unwrap_or(c) })
            .collect();
    }
    let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
    indent + &spaced(row, is_spaced(line))
}

fn is_spaced(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() < 2 || line.contains(char::is_whitespace)
}

fn spaced(row: &[char], spaced: bool) -> String {
    let letters: Vec<String> = row.iter().map(char::to_string).collect();
    letters.join(if spaced { " " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repainted(literal: &str, new: &str) -> Option<String> {
        repaint(literal, &HexRows::parse(literal.trim_matches('"')), &HexRows::parse(new))
    }

    #[test]
    fn only_the_changed_line_changes() {
        let literal = "\"\"\"\n.  . w\n . w .\n\"\"\"";
        assert_eq!(repainted(literal, "..w\n.T.").as_deref(), Some("\"\"\"\n.  . w\n . T .\n\"\"\""));
    }

    #[test]
    fn maps_grow_and_shrink() {
        let literal = "\"\"\"\n. .\nw w\n\"\"\"";
        assert_eq!(repainted(literal, "..\nww\nTT").as_deref(), Some("\"\"\"\n. .\nw w\nT T\n\"\"\""));
        assert_eq!(repainted(literal, "..").as_deref(), Some("\"\"\"\n. .\n\"\"\""));
        assert_eq!(repainted(literal, "...\nww.").as_deref(), Some("\"\"\"\n. . .\nw w .\n\"\"\""));
    }

    #[test]
    fn escapes_are_left_to_others() {
        assert_eq!(repaint("\"..\\n..\"", &HexRows::parse("..\n.."), &HexRows::parse("ww\nww")), None);
    }
}
