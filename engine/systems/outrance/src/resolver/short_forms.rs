//! Short forms of the values of fields: initials such as `pli`, or the first letters of each word such as `pru-lin-inf`.

/// The value that a text stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ShortForm {
    /// A single value.
    One(String),
    /// Several values.
    Several(Vec<String>),
    /// No value.
    None,
}

/// Returns the value that `text` stands for: the one with this name, else with these initials, else with words that begin so.
pub(super) fn resolve_short_form(names: &[String], text: &str) -> ShortForm {
    let text = text.to_lowercase();
    let with = |fits: &dyn Fn(&str) -> bool| names.iter().filter(|name| fits(name)).cloned().collect::<Vec<_>>();
    let found = [with(&|name| *name == text), with(&|name| initials(name) == text), with(&|name| begins(name, &text))];
    match found.into_iter().find(|found| !found.is_empty()) {
        Some(mut found) => match (found.pop(), found.is_empty()) {
            (Some(only), true) => ShortForm::One(only),
            (last, _) => {
                found.extend(last);
                ShortForm::Several(found)
            }
        },
        None => ShortForm::None,
    }
}

/// Returns the initials of the words of a name. Landwehr has a `w`, because Line has the `l`.
fn initials(name: &str) -> String {
    name.split('-').filter_map(|word| if word == "landwehr" { Some('w') } else { word.chars().next() }).collect()
}

/// Returns `true` if each word of `text` begins the word of `name` at the same place.
fn begins(name: &str, text: &str) -> bool {
    let (name, text): (Vec<&str>, Vec<&str>) = (name.split('-').collect(), text.split('-').collect());
    name.len() == text.len() && name.iter().zip(&text).all(|(word, start)| !start.is_empty() && word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::outrance::Rules;

    use super::super::fields::ResolverField;
    use super::*;

    #[test]
    fn every_value_has_a_short_form_of_its_own() {
        for field in ResolverField::ALL.into_iter().filter(|field| *field != ResolverField::Range) {
            let names: Vec<String> = field.choices(Rules::published()).into_iter().map(|choice| choice.name).collect();
            for name in &names {
                assert_eq!(resolve_short_form(&names, name), ShortForm::One(name.clone()));
                let short = (1..name.len()).find_map(|letters| {
                    let words: Vec<String> = name.split('-').map(|word| word.chars().take(letters).collect()).collect();
                    (resolve_short_form(&names, &words.join("-")) == ShortForm::One(name.clone()))
                        .then(|| words.join("-"))
                });
                let initials = resolve_short_form(&names, &initials(name)) == ShortForm::One(name.clone());
                assert!(initials || short.is_some(), "{}: {name}", field.name());
            }
        }
    }

    #[test]
    fn units_have_their_initials() {
        let names: Vec<String> =
            ResolverField::Actor.choices(Rules::published()).into_iter().map(|choice| choice.name).collect();
        for (short, name) in [
            ("pli", "prussian-line-infantry"),
            ("pwi", "prussian-landwehr-infantry"),
            ("FGC", "french-guard-cavalry"),
            ("fa", "french-artillery"),
            ("fr-mob-inf", "french-mobilise-infantry"),
        ] {
            assert_eq!(resolve_short_form(&names, short), ShortForm::One(name.to_owned()), "{short}");
        }
        assert_eq!(resolve_short_form(&names, "x"), ShortForm::None);
        let several = ["deploy", "deployed-fire", "maneuver", "march"].map(str::to_owned);
        assert_eq!(
            resolve_short_form(&several, "m"),
            ShortForm::Several(vec!["maneuver".to_owned(), "march".to_owned()])
        );
        assert_eq!(resolve_short_form(&several, "df"), ShortForm::One("deployed-fire".to_owned()));
    }
}
