//! Tests that a type name is unique in its crate, so that a search has one result.

use std::collections::BTreeMap;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Item, ItemEnum, ItemStruct, ItemTrait, ItemType, ItemUnion};

use super::layers::is_test;
use super::sources;
use battlewright_tests::workspace::root;

/// The folder with one subfolder per game system. Systems have parts of the same kind, such as `Side`, `Rules` and
/// `Unit`. No code uses the parts of two systems together, and equal names show equal purposes.
const SYSTEMS: &str = "schema/src/system";
/// The folders of the crates.
const CRATES: [&str; 14] = [
    "schema",
    "engine/core",
    "engine/systems/at_any_cost",
    "engine/systems/mars_la_tour",
    "engine/systems/matz",
    "engine/systems/outrance",
    "engine/systems/position_magnifique",
    "export",
    "ground",
    "balance",
    "referee",
    "host",
    "cli",
    "editor",
];

/// The names of the types that a file defines outside of tests.
#[derive(Default)]
struct TypeNames(Vec<String>);

impl<'ast> Visit<'ast> for TypeNames {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.0.push(item.ident.to_string());
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.0.push(item.ident.to_string());
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.0.push(item.ident.to_string());
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.0.push(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.0.push(item.ident.to_string());
    }
}

/// Returns the system to which the file `path` belongs, if any.
fn system(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(SYSTEMS).ok()?;
    let mut parts = inside.iter();
    let first = parts.next()?.to_string_lossy().into_owned();
    parts.next().map(|_| first)
}

/// Returns `true` if `path` is a file for tests only.
pub(crate) fn is_test_file(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name == "tests" || name.starts_with("testing") || path.iter().any(|part| part == "tests")
}

#[test]
fn a_type_name_is_unique_in_its_crate() {
    let mut wrong = Vec::new();
    for member in CRATES {
        let mut files = Vec::new();
        sources(&root().join(member).join("src"), &mut files);
        let mut defined: BTreeMap<String, Vec<(Option<String>, String)>> = BTreeMap::new();
        for path in files {
            let short = path.strip_prefix(root()).unwrap();
            if is_test_file(short) {
                continue;
            }
            let mut names = TypeNames::default();
            names.visit_file(&syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap());
            for name in names.0 {
                defined.entry(name).or_default().push((system(short), short.display().to_string()));
            }
        }
        assert!(defined.len() > 20, "{member} has only {} types", defined.len());
        for (name, places) in defined {
            let mut systems: Vec<_> = places.iter().map(|(system, _)| system).collect();
            systems.sort();
            systems.dedup();
            let parts = systems.len() == places.len() && systems.iter().all(|system| system.is_some());
            if places.len() > 1 && !parts {
                let places: Vec<&str> = places.iter().map(|(_, path)| path.as_str()).collect();
                wrong.push(format!("{name}: {}", places.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "types of the same name:\n{}", wrong.join("\n"));
}
