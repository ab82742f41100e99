//! Invisible characters, which files of other programs cannot contain, or which show a text otherwise than it is.

use crate::common::characters::{first_unfit, first_unprintable, printable};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// An invisible character in a name, a label or a text.
    ///
    /// # Why it matters
    /// Control characters come from copied text or a wrong encoding. XML cannot contain them, nor U+FFFE and U+FFFF, so
    /// VASSAL modules, Tiled maps, drawings and workbooks omit them and change lone carriage returns. Tabs and line
    /// ends are allowed. Marks of direction, such as U+202E, change how the text around them is shown: a name then looks
    /// like another one, and a line of a report like another line. Spaces without a width, such as U+200B, are not found
    /// by a search. Joiners (U+200C, U+200D) and variation selectors are allowed after letters and signs of the scripts
    /// that have them, such as Persian.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// name = "The \u0007Village"   # "The Village"
    /// ```
    ///
    /// # Remedy
    /// Remove the character.
    UNPRINTABLE_CHARACTER = "unprintable-character", Warning
}

finding! {
    /// # What it finds
    /// An id with an invisible character, a tab or a line break.
    ///
    /// # Why it matters
    /// Files of other programs cannot contain it, so that a Tiled map, for example, would bring back another id, and
    /// references to it would be lost. With a mark of direction, a joiner or a space without a width, an id looks like
    /// another one.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = "vil\u0007lage"         # "village"
    /// ```
    ///
    /// # Remedy
    /// Give the row another id, also where it is referred to.
    UNPRINTABLE_ID = "unprintable-id", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (path, text, is_id) in &cx.names.unprintable {
        let found_in = if *is_id { first_unfit(text) } else { first_unprintable(text) };
        let Some(c) = found_in else { continue };
        let code = u32::from(c);
        if *is_id {
            let finding =
                UNPRINTABLE_ID.at(path.clone(), format!("the id contains the invisible character U+{code:04X}"));
            found.push(finding.help("give it another id, also where it is referred to"));
            continue;
        }
        let message = format!("the text contains the invisible character U+{code:04X}");
        let write = || cx.text.and_then(|places| places.write(path, quoted(&printable(text))));
        let fix = Fix::safe("remove such characters", write());
        found.push(UNPRINTABLE_CHARACTER.at(path.clone(), message).help("remove it").fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;
    use crate::{System, load, template};

    #[test]
    fn texts_are_of_characters_that_are_seen() {
        let named = |name: &str| shown(&[("name = \"The Village\"", &format!("name = \"{name}\""))]);
        for fine in ["a\\tb", "a\\nb", "a\\r\\nb", "é", "\\uFFFD", "\\U0001F41D", "م\\u200Cخ"] {
            // Whether a font has the character is another question.
            assert!(!named(fine).iter().any(|finding| finding.starts_with("unprintable")), "{fine}");
        }
        for strange in [
            "a\\u0000b",
            "a\\u001Bb",
            "a\\rb",
            "b\\r",
            "\\uFFFE",
            "\\uFFFF",
            "\\u007F",
            "a\\u0085b",
            "a\\u202Eb",
            "\\u2066b",
            "a\\u200Bb",
            "a\\u200Db",
            "a\\u200Fb",
            "a\\u2060b",
            "a\\u061Cb",
        ] {
            assert_eq!(named(strange), [format!("unprintable-character \"{strange}\"")], "{strange}");
        }
    }

    #[test]
    fn ids_have_no_invisible_characters() {
        for strange in
            ["\\u0007", "\\t", "\\n", "\\r\\n", "\\u007F", "\\uFFFE", "\\u202E", "\\u200B", "\\u200D", "\\u061C"]
        {
            let id = format!("\"red{strange}2\"");
            assert_eq!(shown(&[("\"red-2\"", &id)]), [format!("unprintable-id {id}")]);
        }
        let found = shown(&[("\"red-2\"", "\"red-1\u{200b}\"")]);
        assert_eq!(found, ["unprintable-id \"red-1\u{200b}\""], "an id that looks like another one");
        let text =
            template(System::MarsLaTour).replace("side.red]", "side.\"r\\ted\"]").replace("\"red\"", "\"r\\ted\"");
        let found: Vec<String> = load(&text).diagnostics.iter().map(|found| found.code.to_string()).collect();
        assert_eq!(found, ["unprintable-id"]);
    }

    #[test]
    fn the_fix_leaves_them_out_of_texts_and_leaves_ids_alone() {
        let fixed = |from: &str, to: &str| {
            let text = template(System::MarsLaTour).replace(from, to);
            let found = load(&text).diagnostics;
            assert_eq!(found.len(), 1, "{found:?}");
            found[0].safe_fix().map(|fix| fix.apply(&text).unwrap())
        };
        let text = fixed("\"The Village\"", "\"The\\u0007\\r Village\\uFFFF\\r\\n\"").unwrap();
        let scenario = load(&text).scenario.unwrap();
        assert_eq!(scenario.common().places()[0].name, "The\n Village\n");
        assert_eq!(fixed("\"red-2\"", "\"red\\u00072\""), None);
    }
}
