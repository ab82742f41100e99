//! Markdown with the texts of authors escaped.

/// A page under construction.
#[derive(Default)]
pub(super) struct MarkdownPage {
    pub(super) text: String,
}

impl MarkdownPage {
    fn block(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += text;
        self.text.push('\n');
    }

    /// Appends the title of the page; `words` are escaped.
    pub(super) fn title(&mut self, words: &str) {
        self.block(&format!("# {}", plain(words)));
    }

    /// Appends a heading; `words` are escaped.
    pub(super) fn heading(&mut self, words: &str) {
        self.block(&format!("## {}", plain(words)));
    }

    /// Appends a subheading; `words` are escaped.
    pub(super) fn smaller(&mut self, words: &str) {
        self.block(&format!("### {}", plain(words)));
    }

    /// Appends a paragraph of Markdown.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.block(text);
    }

    /// Appends a paragraph; `words` are escaped.
    pub(super) fn plain_paragraph(&mut self, words: &str) {
        self.escaped_paragraph(&plain(words));
    }

    /// Appends a paragraph whose words are escaped already; nothing for an empty one.
    pub(super) fn escaped_paragraph(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // Escapes an accidental start of a list.
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = digits > 0 && text[digits..].starts_with(['.', ')']);
        match () {
            () if numbered => self.block(&format!("{}\\{}", &text[..digits], &text[digits..])),
            () if text.starts_with(['-', '+', '=']) => self.block(&format!("\\{text}")),
            () => self.block(text),
        }
    }

    /// Appends a list of Markdown items.
    pub(super) fn items(&mut self, items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.map(|item| format!("- {item}")).collect();
        if !items.is_empty() {
            self.block(&items.join("\n"));
        }
    }

    /// Appends a table; its cells are escaped.
    pub(super) fn table(&mut self, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
        self.escaped_table(heads, rows.map(|row| row.iter().map(|cell| plain(cell)).collect()));
    }

    /// Appends a table whose cells are escaped already; its heads are escaped here.
    pub(super) fn escaped_table(&mut self, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let heads: Vec<String> = heads.iter().map(|head| plain(head)).collect();
        let mut text = line(&heads);
        text += &format!("|{}\n", "---|".repeat(heads.len()));
        for row in rows {
            text += &line(&row);
        }
        self.block(text.trim_end_matches('\n'));
    }
}

/// Escapes `words` for one line of Markdown.
pub(super) fn plain(words: &str) -> String {
    let mut text = String::new();
    for (at, word) in words.split_whitespace().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        for letter in word.chars().filter(|letter| !letter.is_control()) {
            if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$') {
                text.push('\\');
            }
            text.push(letter);
        }
    }
    text
}
