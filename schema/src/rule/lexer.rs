//! The words, numbers and signs of an expression.

use super::findings::RULE_SYNTAX;
use super::problem::RuleProblem;
use super::syntax::{KEYWORDS, Operator, Span};
use super::term::{Comparison, EffectChange};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A number. One that is too large is the greatest that there is.
    Number(i32),
    /// A word that is no keyword.
    Word,
    /// `@0814`
    Hex,
    And,
    Or,
    Not,
    If,
    Then,
    Else,
    In,
    Has,
    For,
    Where,
    Operator(Operator),
    Compare(Comparison),
    Change(EffectChange),
    Open,
    Close,
    OpenList,
    CloseList,
    Comma,
    Dot,
    Range,
    Colon,
    /// A value that rules do not have, such as a text. It has been reported.
    Strange,
    /// The end of the text.
    End,
}

/// A token with its part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// The greatest number that is told apart from greater ones.
const GREATEST: i32 = 100_000_000;

/// The signs of other languages: the kind that is meant, and the spelling.
const FOREIGN: [(&str, TokenKind, &str); 13] = [
    ("===", TokenKind::Compare(Comparison::Equal), "=="),
    ("!==", TokenKind::Compare(Comparison::NotEqual), "!="),
    ("&&", TokenKind::And, "and"),
    ("||", TokenKind::Or, "or"),
    ("<>", TokenKind::Compare(Comparison::NotEqual), "!="),
    ("=<", TokenKind::Compare(Comparison::AtMost), "<="),
    ("=>", TokenKind::Compare(Comparison::AtLeast), ">="),
    ("≤", TokenKind::Compare(Comparison::AtMost), "<="),
    ("≥", TokenKind::Compare(Comparison::AtLeast), ">="),
    ("≠", TokenKind::Compare(Comparison::NotEqual), "!="),
    ("−", TokenKind::Operator(Operator::Minus), "-"),
    ("×", TokenKind::Operator(Operator::Times), "*"),
    ("!", TokenKind::Not, "not"),
];

/// The signs, the longer ones first.
const SIGNS: [(&str, TokenKind); 20] = [
    ("==", TokenKind::Compare(Comparison::Equal)),
    ("!=", TokenKind::Compare(Comparison::NotEqual)),
    ("<=", TokenKind::Compare(Comparison::AtMost)),
    (">=", TokenKind::Compare(Comparison::AtLeast)),
    ("+=", TokenKind::Change(EffectChange::Add)),
    ("-=", TokenKind::Change(EffectChange::Subtract)),
    ("..", TokenKind::Range),
    ("<", TokenKind::Compare(Comparison::Less)),
    (">", TokenKind::Compare(Comparison::Greater)),
    ("=", TokenKind::Change(EffectChange::Set)),
    ("+", TokenKind::Operator(Operator::Plus)),
    ("-", TokenKind::Operator(Operator::Minus)),
    ("*", TokenKind::Operator(Operator::Times)),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    ("[", TokenKind::OpenList),
    ("]", TokenKind::CloseList),
    (",", TokenKind::Comma),
    (".", TokenKind::Dot),
    (":", TokenKind::Colon),
];

/// The kinds of keywords, in the order of [`KEYWORDS`].
const KEYWORD_KINDS: [TokenKind; KEYWORDS.len()] = [
    TokenKind::And,
    TokenKind::Or,
    TokenKind::Not,
    TokenKind::If,
    TokenKind::Then,
    TokenKind::Else,
    TokenKind::In,
    TokenKind::Has,
    TokenKind::For,
    TokenKind::Where,
];

/// Returns the tokens of `text`, the last of which is its end, and reports what is no token.
pub(super) fn tokens(text: &str, problems: &mut Vec<RuleProblem>) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, problems };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens.push(Token { kind: TokenKind::End, span: Span::new(text.len(), text.len()) });
    tokens
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    problems: &'t mut Vec<RuleProblem>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> Span {
        let span = Span::new(self.at, (self.at + length).min(self.text.len()));
        self.at = span.end;
        span
    }

    fn tell(&mut self, span: Span, message: impl Into<String>) -> &mut RuleProblem {
        self.problems.push(RuleProblem::new(&RULE_SYNTAX, span.range(), message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    fn next(&mut self) -> Option<Token> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.take(blank);
            let first = self.rest().chars().next()?;
            let token = match first {
                '@' => Some(self.hex()),
                '\'' | '"' | '`' | '“' | '”' | '‘' | '’' => Some(self.quoted(first)),
                _ if is_of_word(first) => Some(self.word()),
                _ => self.sign(),
            };
            if token.is_some() {
                return token;
            }
        }
    }

    fn hex(&mut self) -> Token {
        let rest = self.rest();
        let mut length = 1;
        let mut letters = rest.char_indices().skip(1).peekable();
        while let Some((at, letter)) = letters.next() {
            // A dot before a letter begins a property.
            let is_inside = letters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
            if !(is_of_word(letter) || is_inside && matches!(letter, '.' | '-')) {
                break;
            }
            length = at + letter.len_utf8();
        }
        let span = self.take(length);
        if length == 1 {
            self.tell(span, "the name of a hex is missing after `@`").help = Some("write `@0814`".to_owned());
            return Token { kind: TokenKind::Strange, span };
        }
        Token { kind: TokenKind::Hex, span }
    }

    fn quoted(&mut self, quote: char) -> Token {
        let end = match quote {
            '“' => '”',
            '‘' => '’',
            same => same,
        };
        let rest = self.rest();
        let after = rest.get(quote.len_utf8()..).unwrap_or_default();
        let length = after.find(end).map_or(rest.len(), |at| quote.len_utf8() + at + end.len_utf8());
        let inner = rest.get(quote.len_utf8()..length.saturating_sub(end.len_utf8())).unwrap_or_default().to_owned();
        let span = self.take(length);
        let problem = self.tell(span, "rules have no texts");
        problem.help = Some("compare with an id, which has no quotes, or ask for a tag with `has`".to_owned());
        let is_word = inner.chars().next().is_some_and(char::is_alphabetic) && inner.chars().all(is_of_word);
        if is_word {
            *problem = problem.clone().write(inner, false);
        }
        Token { kind: TokenKind::Strange, span }
    }

    /// Reads a word or a number: letters, digits and `_`, and hyphens between them.
    fn word(&mut self) -> Token {
        let rest = self.rest();
        let mut length = 0;
        let mut has_letter = false;
        let mut letters = rest.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let is_hyphen = letter == '-' && letters.peek().is_some_and(|(_, next)| is_of_word(*next));
            if !(is_of_word(letter) || is_hyphen) {
                break;
            }
            has_letter |= letter.is_alphabetic() || letter == '_';
            length = at + letter.len_utf8();
        }
        if !has_letter {
            return self.number();
        }
        let text = rest.get(..length).unwrap_or_default();
        let keyword = KEYWORDS.iter().position(|keyword| *keyword == text);
        let kind = keyword.and_then(|at| KEYWORD_KINDS.get(at).copied()).unwrap_or(TokenKind::Word);
        Token { kind, span: self.take(length) }
    }

    fn number(&mut self) -> Token {
        let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let rest = self.rest();
        let whole = digits(rest);
        if whole == 0 {
            // Digits of other scripts.
            let length = rest.chars().next().map_or(1, char::len_utf8);
            let span = self.take(length);
            self.tell(span, "numbers are written with the digits 0 to 9");
            return Token { kind: TokenKind::Strange, span };
        }
        let value = rest.get(..whole).and_then(|text| text.parse::<i32>().ok()).unwrap_or(GREATEST).min(GREATEST);
        let fraction = rest.get(whole..).and_then(|rest| rest.strip_prefix('.')).map_or(0, digits);
        if fraction > 0 {
            let span = self.take(whole + 1 + fraction);
            let problem = self.tell(span, "numbers are whole");
            problem.help = Some("a modifier can have `times = \"1/2\"`; half of a number is `half-up(x)`".to_owned());
            return Token { kind: TokenKind::Number(value), span };
        }
        Token { kind: TokenKind::Number(value), span: self.take(whole) }
    }

    fn sign(&mut self) -> Option<Token> {
        let rest = self.rest();
        let foreign = FOREIGN.iter().find(|(sign, ..)| rest.starts_with(sign));
        let own = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        // `!=` is a sign of rules, and `!` is none.
        let is_own = own.is_some_and(|(sign, _)| foreign.is_none_or(|(other, ..)| other.len() < sign.len()));
        if let (true, Some((sign, kind))) = (is_own, own) {
            return Some(Token { kind: *kind, span: self.take(sign.len()) });
        }
        if let Some((sign, kind, meant)) = foreign {
            return Some(self.foreign(sign, *kind, meant));
        }
        let first = rest.chars().next()?;
        let same = rest.chars().take_while(|letter| *letter == first).count();
        let span = self.take(same * first.len_utf8());
        let shown = crate::diagnostic::shown(self.text.get(span.range()).unwrap_or_default());
        match first {
            '/' | '%' | '÷' | '^' => {
                let problem = self.tell(span, format!("rules have no {shown}"));
                let help = "half of a number is `half-up(x)` or `half-down(x)`, a third `floor-div(x, 3)`";
                problem.help = Some(help.to_owned());
                Some(Token { kind: TokenKind::Strange, span })
            }
            '&' | '|' => {
                let (kind, word) = if first == '&' { (TokenKind::And, "and") } else { (TokenKind::Or, "or") };
                self.at = span.start;
                Some(self.foreign(if first == '&' { "&" } else { "|" }, kind, word))
            }
            _ => {
                self.tell(span, format!("{shown} is not a word of rules"));
                None
            }
        }
    }

    /// Reports a sign of another language, and takes it as what it means.
    fn foreign(&mut self, sign: &str, kind: TokenKind, meant: &str) -> Token {
        let before = self.text.get(..self.at).is_some_and(|before| before.ends_with(is_of_word));
        let span = self.take(sign.len());
        let after = self.rest().starts_with(|next: char| !next.is_whitespace());
        let is_word = meant.starts_with(char::is_alphabetic);
        let left = if is_word && before { " " } else { "" };
        let right = if is_word && after { " " } else { "" };
        let problem = self.tell(span, format!("`{sign}` is not a word of rules"));
        problem.help = Some(format!("write `{meant}`"));
        *problem = problem.clone().write(format!("{left}{meant}{right}"), true);
        Token { kind, span }
    }
}

/// Returns `true` for the letters, digits and signs of words, without the hyphen.
pub(super) fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
