//! Tests that each system is a crate with the same rooms, and that its rules know neither players nor displays.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use battlewright_tests::workspace::root;
use syn::visit::{self, Visit};
use syn::{ExprMethodCall, ImplItem, Item, ItemImpl, ItemMod, Type};

use super::layers::{imports, is_test};
use super::{sources, tree};

/// The rooms of a system, each with the other rooms that it may use. What stands at the door (the state, the board, actions, events)
/// may be used by all, and uses `rules` and `setup` only.
const ROOMS: [(&str, &[&str]); 6] = [
    ("rules", &[]),
    ("setup", &["rules"]),
    ("player", &["rules", "setup"]),
    ("display", &["rules", "setup"]),
    ("resolver", &["rules", "display"]),
    ("tests", &["rules", "setup", "player", "display", "resolver"]),
];
/// The rooms that modules at the door may use.
const AT_THE_DOOR: &[&str] = &["rules", "setup"];
/// Methods of the game that values of other types have as well, so that a call does not tell whose it is.
const AMBIGUOUS: [&str; 1] = ["find"];

/// Returns the folders of the systems.
fn systems() -> Vec<PathBuf> {
    let folders = root().join("engine/systems").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut systems: Vec<PathBuf> = folders.filter(|path| path.join("Cargo.toml").exists()).collect();
    systems.sort();
    assert_eq!(systems.len(), 5, "{systems:?}");
    systems
}

fn name(system: &Path) -> String {
    system.file_name().unwrap().to_string_lossy().into_owned()
}

/// Returns the room of `module`; `None` at the door.
fn room(module: &[String]) -> Option<&'static str> {
    ROOMS.iter().map(|(room, _)| *room).find(|room| module.first().is_some_and(|first| first == room))
}

/// Returns `true` if a module in the room `from` may use one in the room `to`.
fn may_use(from: Option<&str>, to: &str) -> bool {
    let allowed = match from {
        Some(from) => ROOMS.iter().find(|(room, _)| *room == from).map_or(&[][..], |(_, allowed)| allowed),
        None => AT_THE_DOOR,
    };
    from == Some(to) || allowed.contains(&to)
}

#[test]
fn every_system_has_the_same_rooms() {
    for system in systems() {
        for room in ["rules", "player", "display", "setup", "tests"] {
            assert!(system.join("src").join(room).join("mod.rs").exists(), "{} lacks {room}", name(&system));
        }
    }
}

#[test]
fn systems_import_from_the_rooms_below_only() {
    let mut wrong = Vec::new();
    for system in systems() {
        let imports = imports(&system.join("src"));
        assert!(imports.len() > 40, "{} has few modules", name(&system));
        for (module, paths) in imports.iter().filter(|(module, _)| !module.is_empty()) {
            for path in paths {
                if room(path).is_some_and(|to| !may_use(room(module), to)) {
                    wrong.push(format!("{}: {} uses {}", name(&system), module.join("::"), path.join("::")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports into a room above:\n{}", wrong.join("\n"));
}

/// The methods that a file defines for types at the door and calls, without test code.
#[derive(Default)]
struct Methods<'a> {
    /// The types at the door, such as the game and its board.
    types: &'a [String],
    defined: BTreeSet<String>,
    called: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Methods<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let is_test = match item {
            Item::Mod(ItemMod { attrs, .. }) | Item::Impl(ItemImpl { attrs, .. }) => is_test(attrs),
            _ => false,
        };
        if !is_test {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let is_at_the_door = match &*item.self_ty {
            Type::Path(path) => {
                path.path.segments.last().is_some_and(|last| self.types.contains(&last.ident.to_string()))
            }
            _ => false,
        };
        if item.trait_.is_none() && is_at_the_door {
            let names = item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                _ => None,
            });
            self.defined.extend(names);
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.called.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }
}

/// Rules are methods of the game, wherever they stand, so that a call needs no import.
#[test]
fn systems_call_methods_from_the_rooms_below_only() {
    let mut wrong = Vec::new();
    for system in systems() {
        let folder = system.join("src");
        let mut files = Vec::new();
        sources(&folder, &mut files);
        let parse = |path: &Path| syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
        let types: Vec<String> = ["lib.rs", "board.rs", "state.rs"]
            .into_iter()
            .flat_map(|file| parse(&folder.join(file)).items)
            .filter_map(|item| match item {
                Item::Struct(item) => Some(item.ident.to_string()),
                _ => None,
            })
            .collect();
        let mut all: BTreeMap<Vec<String>, Methods<'_>> = BTreeMap::new();
        for path in &files {
            let short = path.strip_prefix(&folder).unwrap().with_extension("");
            let module: Vec<String> = short.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if module.first().is_some_and(|first| first == "tests" || first == "lib") || module.len() > 2 {
                continue;
            }
            let mut methods = Methods { types: &types, ..Methods::default() };
            methods.visit_file(&parse(path));
            all.insert(module, methods);
        }
        let mut homes: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
        for (module, methods) in all.iter().filter(|(module, _)| room(module) != Some("resolver")) {
            for method in &methods.defined {
                homes.entry(method).or_default().insert(room(module));
            }
        }
        assert!(homes.len() > 100, "{} has few methods", name(&system));
        for (module, methods) in &all {
            for method in methods.called.iter().filter(|method| !AMBIGUOUS.contains(&method.as_str())) {
                let Some(homes) = homes.get(method.as_str()) else { continue };
                if homes.iter().all(|home| home.is_some_and(|home| !may_use(room(module), home))) {
                    wrong.push(format!("{}: {} calls {method} of {homes:?}", name(&system), module.join("::")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "calls into a room above:\n{}", wrong.join("\n"));
}

/// Returns the numbers in the name of the file of a rule: `[12, 2]` for `r12_02_motion`.
fn numbers(stem: &str) -> Option<Vec<u32>> {
    let digits = stem.strip_prefix(['r', 'c'])?;
    let numbers: Vec<u32> = digits.split('_').map_while(|part| part.parse().ok()).collect();
    (!numbers.is_empty()).then_some(numbers)
}

#[test]
fn a_list_of_rules_is_in_the_order_of_the_rulebook() {
    for system in systems() {
        let files = system.join("src/rules").read_dir().unwrap().map(|entry| entry.unwrap().path());
        let mut stems: Vec<String> =
            files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        stems.sort();
        let rules: Vec<(&String, Vec<u32>)> = stems.iter().filter_map(|stem| Some((stem, numbers(stem)?))).collect();
        assert!(rules.len() > 10, "{} has few rules", name(&system));
        for pair in rules.windows(2) {
            let [(before, a), (after, b)] = pair else { continue };
            let shared = a.len().min(b.len());
            assert!(a[..shared] <= b[..shared], "{}: pad the numbers of {before} and {after}", name(&system));
        }
    }
}

#[test]
fn a_system_depends_on_no_other() {
    let package = |system: &Path| format!("battlewright-{}", name(system).replace('_', "-"));
    let packages: Vec<String> = systems().iter().map(|system| package(system)).collect();
    let named = |tree: &BTreeSet<String>| -> Vec<String> {
        packages.iter().filter(|package| tree.contains(*package)).cloned().collect()
    };
    for package in &packages {
        let tree = tree(package, &[]);
        assert_eq!(named(&tree), std::slice::from_ref(package));
        assert!(tree.contains("battlewright-core") && tree.contains("battlewright-schema"), "{package}");
    }
    assert_eq!(named(&tree("battlewright-core", &[])), [""; 0]);
    assert_eq!(named(&tree("battlewright-engine", &[])), packages);
}
