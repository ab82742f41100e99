//! Comments and spacing around added, removed and moved rows.
//!
//! The comment lines right above a section's header belong to the section; those parted from it
//! by a blank line head what follows and stay when the section goes.

use toml_edit::{Array, Table, Value};

/// The text before the section's header.
pub(super) fn prefix(table: &Table) -> &str {
    table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default()
}

/// `prefix` parted into heading comments and the section's own lines.
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

/// The comments over the section that are not its own, if there are any.
pub(super) fn floating(table: &Table) -> Option<String> {
    let (heading, _) = part(prefix(table));
    (!heading.is_empty()).then(|| heading.to_owned())
}

/// Takes the comments that are not its own away from the section.
pub(super) fn take_floating(table: &mut Table) {
    let (heading, own) = part(prefix(table));
    if !heading.is_empty() {
        let own = format!("\n{own}");
        table.decor_mut().set_prefix(own);
    }
}

/// Puts `heading` over the section.
pub(super) fn put_floating(table: &mut Table, heading: &str) {
    let own = prefix(table).trim_start_matches('\n').to_owned();
    table.decor_mut().set_prefix(format!("{heading}{own}"));
}

/// Gives `comment` to the first section behind position `at`; `false` if there is none.
pub(super) fn give(root: &mut Table, at: isize, comment: &str) -> bool {
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

/// Fills `array` with `elements`, each with the position it had, in the array's own style: all on
/// one line, or a line each with the comments over and behind it.
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

/// The text around an element in an array of many lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SurroundingText {
    /// From the end of the line before to the element.
    pub(crate) lead: String,
    /// Behind the element and its comma, to the end of the line.
    pub(crate) tail: String,
}

/// The text between the elements of an array, as people see it: the parser counts what follows a comma to the next
/// element; people count it to the last one.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ElementGaps {
    /// Behind the bracket that opens, to the end of the line.
    pub(crate) opening: String,
    /// For each element.
    pub(crate) around: Vec<SurroundingText>,
    /// From the end of the last line to the bracket that closes.
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

    /// The break and the indent before an element.
    fn indent(&self) -> String {
        let indent = self.around.iter().find_map(|around| around.lead.rsplit_once('\n'));
        format!("\n{}", indent.map_or("    ", |(_, indent)| indent))
    }

    /// Gives each element a line of its own, so that comments have room.
    pub(crate) fn part(&mut self) {
        let indent = self.indent();
        for around in self.around.iter_mut().filter(|around| !around.lead.contains('\n')) {
            around.lead = indent.clone();
        }
        if !self.closing.contains('\n') {
            self.closing = "\n".to_owned();
        }
    }

    /// Puts all this between the elements of `array`, of which there are as many.
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
