//! Comments and spacing around added, removed and moved rows.
//!
//! Comment lines directly above a section's header belong to the section. Comments separated from it by a blank line are
//! headings, which stay when the section is removed.

use toml_edit::{Array, Table, Value};

/// Returns the text before the section's header.
pub(super) fn prefix(table: &Table) -> &str {
    table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default()
}

/// Splits `prefix` into headings and the section's own comment lines.
fn part(prefix: &str) -> (&str, &str) {
    let mut own = prefix.len();
    for line in prefix.split_inclusive('\n').rev() {
        if line.trim().is_empty() {
            break;
        }
        own -= line.len();
    }
    let (heading, own) = prefix.split_at(own);
    if heading.contains('#') { (heading, own) } else { ("", prefix) }
}

/// Returns the headings above the section, if there are any.
pub(super) fn floating(table: &Table) -> Option<String> {
    let (heading, _) = part(prefix(table));
    (!heading.is_empty()).then(|| heading.to_owned())
}

/// Removes the headings above the section.
pub(super) fn take_floating(table: &mut Table) {
    let (heading, own) = part(prefix(table));
    if !heading.is_empty() {
        let own = format!("\n{own}");
        table.decor_mut().set_prefix(own);
    }
}

/// Puts `heading` above the section.
pub(super) fn put_floating(table: &mut Table, heading: &str) {
    let own = prefix(table).trim_start_matches('\n').to_owned();
    table.decor_mut().set_prefix(format!("{heading}{own}"));
}

/// Puts `comment` above the first section after the position `at`; returns `false` if there is none.
pub(super) fn attach(root: &mut Table, at: isize, comment: &str) -> bool {
    let mut next: Option<isize> = None;
    each(root, &mut |table| {
        if let Some(position) = table.position().filter(|position| *position > at) {
            next = Some(next.map_or(position, |next| next.min(position)));
        }
    });
    let Some(next) = next else { return false };
    let mut given = false;
    each(root, &mut |table| {
        if table.position() == Some(next) && !given {
            given = true;
            put_floating(table, comment);
        }
    });
    given
}

fn each(root: &mut Table, f: &mut impl FnMut(&mut Table)) {
    for (_, item) in root.iter_mut() {
        super::merge::each_table(item, f);
    }
}

/// Fills `array` with `elements`, each with its previous index, in the existing style: all on one line, or one per line with
/// its comments.
pub(super) fn refill(array: &mut Array, elements: Vec<(Option<usize>, Value)>) {
    let many_lines = array.iter().any(|value| before(value).contains('\n') || after(value).contains('\n'));
    if many_lines { refill_lines(array, elements) } else { refill_line(array, elements) }
}

fn before(value: &Value) -> String {
    value.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned()
}

fn after(value: &Value) -> String {
    value.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default().to_owned()
}

fn refill_line(array: &mut Array, elements: Vec<(Option<usize>, Value)>) {
    let first = array.iter().next().map(before).unwrap_or_default();
    let end = array.iter().last().map(after).unwrap_or_default();
    array.clear();
    let count = elements.len();
    for (index, (_, mut value)) in elements.into_iter().enumerate() {
        value.decor_mut().set_prefix(if index == 0 { first.as_str() } else { " " });
        value.decor_mut().set_suffix(if index + 1 == count { end.as_str() } else { "" });
        array.push_formatted(value);
    }
}

/// The text around an element of an array on several lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SurroundingText {
    /// The text from the end of the previous line to the element.
    pub(crate) lead: String,
    /// The text from the element and its comma to the end of the line.
    pub(crate) tail: String,
}

/// The text between the elements of an array. The parser attaches the text after a comma to the next element; here it belongs
/// to the previous one, as readers see it.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ElementGaps {
    /// The text from the opening bracket to the end of its line.
    pub(crate) opening: String,
    /// The text around each element.
    pub(crate) around: Vec<SurroundingText>,
    /// The text from the end of the last line to the closing bracket.
    pub(crate) closing: String,
    /// `true` if a comma follows the last element.
    comma: bool,
}

impl ElementGaps {
    pub(crate) fn of(array: &Array) -> Self {
        let split = |text: &str| {
            let (tail, lead) = text.split_at(text.find('\n').unwrap_or(0));
            (tail.to_owned(), lead.to_owned())
        };
        let (opening, _) = array.iter().next().map(|first| split(&before(first))).unwrap_or_default();
        let mut around: Vec<SurroundingText> = Vec::new();
        for value in array.iter() {
            let (tail, lead) = split(&before(value));
            if let Some(last) = around.last_mut() {
                last.tail = tail;
            }
            around.push(SurroundingText { lead, tail: String::new() });
        }
        let comma = array.trailing_comma();
        let end = if comma {
            array.trailing().as_str().unwrap_or_default().to_owned()
        } else {
            array.iter().last().map(after).unwrap_or_default()
        };
        let (tail, closing) = split(&end);
        if let Some(last) = around.last_mut() {
            last.tail = tail;
        }
        Self { opening, around, closing, comma }
    }

    /// Returns a line break and the indentation of the elements.
    fn indent(&self) -> String {
        let indent = self.around.iter().find_map(|around| around.lead.rsplit_once('\n'));
        format!("\n{}", indent.map_or("    ", |(_, indent)| indent))
    }

    /// Puts each element on its own line, so that comments have room.
    pub(crate) fn part(&mut self) {
        let indent = self.indent();
        for around in self.around.iter_mut().filter(|around| !around.lead.contains('\n')) {
            around.lead = indent.clone();
        }
        if !self.closing.contains('\n') {
            self.closing = "\n".to_owned();
        }
    }

    /// Writes the text around the elements into `array`, which has the same number of elements.
    pub(crate) fn write(self, array: &mut Array) {
        let count = array.len();
        let mut tail = self.opening;
        for (index, (value, own)) in array.iter_mut().zip(self.around).enumerate() {
            value.decor_mut().set_prefix(format!("{tail}{}", own.lead));
            let is_last = index + 1 == count;
            if is_last && !self.comma {
                value.decor_mut().set_suffix(format!("{}{}", own.tail, self.closing));
            } else if after(value).trim().is_empty() {
                value.decor_mut().set_suffix("");
            }
            tail = own.tail;
        }
        if self.comma {
            array.set_trailing(format!("{tail}{}", self.closing));
        }
        array.set_trailing_comma(self.comma);
    }
}

fn refill_lines(array: &mut Array, elements: Vec<(Option<usize>, Value)>) {
    let mut lines = ElementGaps::of(array);
    let new = SurroundingText { lead: lines.indent(), tail: String::new() };
    array.clear();
    let mut around = Vec::with_capacity(elements.len());
    for (was, mut value) in elements {
        if was.is_none() {
            value.decor_mut().clear();
        }
        around.push(was.and_then(|was| lines.around.get(was)).cloned().unwrap_or_else(|| new.clone()));
        array.push_formatted(value);
    }
    lines.around = around;
    lines.write(array);
}
