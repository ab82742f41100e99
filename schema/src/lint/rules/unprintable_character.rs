//! Characters that nobody sees, and that files of other programs cannot hold.

use crate::common::characters::{first_unprintable, printable};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;

finding! {
    /// A character in a name, a label, an id or a text that nobody sees.
    ///
    /// Control characters come from texts that were copied out of other programs, or read in a wrong
    /// encoding. XML, and with it modules of VASSAL, maps of Tiled, drawings and workbooks, cannot hold
    /// them, nor U+FFFE and U+FFFF, and leaves them out. A carriage return that stands alone becomes
    /// another line end in each of them. Tabs and line ends are well.
    ///
    /// ```toml
    /// [[place]]
    /// name = "The \u0007Village"   # "The Village"
    /// ```
    UNPRINTABLE_CHARACTER = "unprintable-character", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (path, text, is_id) in &cx.names.unprintable {
        let Some(c) = first_unprintable(text) else { continue };
        let message = format!("the character U+{:04X} is in this, and other programs cannot hold it", u32::from(c));
        let finding = UNPRINTABLE_CHARACTER.at(path.clone(), message);
        // What uses an id would no longer find it.
        let write = || cx.text.and_then(|places| places.write(path, quoted(&printable(text))));
        let fix = if *is_id { None } else { Fix::safe("leave such characters out", write()) };
        found.push(finding.help("leave it out").fix(fix));
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
