//! Invisible characters, which files of other programs cannot contain.

use crate::common::characters::{first_unprintable, printable};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// An invisible character in a name, a label, an id or a text.
    ///
    /// # Why it matters
    /// Control characters come from copied text or a wrong encoding. XML cannot contain them, nor U+FFFE and U+FFFF, so
    /// VASSAL modules, Tiled maps, drawings and workbooks omit them and change lone carriage returns. Tabs and line
    /// ends are allowed.
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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (path, text, is_id) in &cx.names.unprintable {
        let Some(c) = first_unprintable(text) else { continue };
        let message = format!("the text contains the invisible character U+{:04X}", u32::from(c));
        let finding = UNPRINTABLE_CHARACTER.at(path.clone(), message);
        // Uses of a changed id would become undefined.
        let write = || cx.text.and_then(|places| places.write(path, quoted(&printable(text))));
        let fix = if *is_id { None } else { Fix::safe("remove such characters", write()) };
        found.push(finding.help("remove it").fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;
    use crate::{System, load, template};

    #[test]
    fn texts_are_of_characters_that_are_seen() {
        let named = |name: &str| shown(&[("name = \"The Village\"", &format!("name = \"{name}\""))]);
        for fine in ["a\\tb", "a\\nb", "a\\r\\nb", "é", "\\uFFFD", "\\U0001F41D"] {
            assert_eq!(named(fine), [] as [&str; 0], "{fine}");
        }
        for strange in ["a\\u0000b", "a\\u001Bb", "a\\rb", "b\\r", "\\uFFFE", "\\uFFFF", "\\u007F", "a\\u0085b"] {
            assert_eq!(named(strange), [format!("unprintable-character \"{strange}\"")], "{strange}");
        }
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
