//! Tests that modules of the editor import only lower modules. The imports of a crate are read here for other tests too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

use super::sources;
use battlewright_tests::workspace::root;

/// The modules of the editor, the lowest first. A module may use itself and the modules before it.
const LAYERS: [&str; 15] = [
    "theme",
    "guide",
    "background_task",
    "file_dialog",
    "model",
    "workers",
    "messages",
    "settings",
    "canvas",
    "widgets",
    "tools",
    "panels",
    "dialogs",
    "app",
    "desktop",
];

/// Returns `true` if `attributes` limit an item to tests.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    let cfg = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    cfg.map(|attribute| attribute.to_token_stream().to_string()).any(|text| text.contains("(test"))
}

/// The imported paths of a file, relative to the root of its crate.
#[derive(Default)]
struct Imports {
    /// The path of the current module.
    module: Vec<String>,
    /// The test modules.
    tests: BTreeSet<Vec<String>>,
    found: BTreeSet<Vec<String>>,
}

impl Imports {
    /// Adds the path that begins with `segments`, if it is in the same crate.
    fn note(&mut self, segments: &[String]) {
        let mut base = match segments.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("super" | "self") => self.module.clone(),
            _ => return,
        };
        for segment in segments {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => drop(base.pop()),
                name => base.push(name.to_owned()),
            }
        }
        self.found.insert(base);
    }

    fn tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            UseTree::Name(name) => self.note(&with(&name.ident)),
            UseTree::Rename(rename) => self.note(&with(&rename.ident)),
            UseTree::Glob(_) => self.note(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
        }
    }

    /// Adds the paths among the tokens of a macro.
    fn tokens(&mut self, tokens: &str) {
        let words: Vec<&str> = tokens.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            if !matches!(*word, "crate" | "super") {
                continue;
            }
            let rest = words.get(at..).unwrap_or_default();
            let path = rest.chunks(2).take_while(|pair| pair.first().is_some_and(|word| is_name(word)));
            let ends = |pair: &&[&str]| pair.get(1) != Some(&"::");
            let count = path.clone().position(|pair| ends(&pair)).map_or(path.clone().count(), |end| end + 1);
            let segments: Vec<String> =
                path.take(count).filter_map(|pair| pair.first()).map(ToString::to_string).collect();
            self.note(&segments);
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        } else if let Item::Mod(item) = item {
            self.tests.insert([self.module.clone(), vec![item.ident.to_string()]].concat());
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.note(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(&call.tokens.to_string());
        visit::visit_macro(self, call);
    }
}

/// Returns the module path of the file `path` in `folder`.
fn module(folder: &Path, path: &Path) -> Vec<String> {
    let name = path.strip_prefix(folder).unwrap().with_extension("");
    let mut names: Vec<String> = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| last == "mod" || last == "lib") {
        names.pop();
    }
    names
}

/// Returns the imports of each module of the crate in `folder`, without test code. An item that the root of the crate re-exports,
/// such as `App`, has the path of its own module.
pub(super) fn imports(folder: &Path) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let mut files = Vec::new();
    sources(folder, &mut files);
    let mut tests = BTreeSet::new();
    let mut all = BTreeMap::new();
    let mut passed_on = BTreeMap::new();
    // The program is a crate of its own.
    let program = folder.join("main.rs");
    for path in files.iter().filter(|path| **path != program) {
        let file = syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
        let mut imports = Imports { module: module(folder, path), ..Imports::default() };
        let own = imports.module.clone();
        imports.visit_file(&file);
        if own.is_empty() {
            for item in &file.items {
                let Item::Use(item) = item else { continue };
                let mut root = Imports::default();
                root.tree(&["crate".to_owned()], &item.tree);
                passed_on.extend(root.found.into_iter().map(|path| (path.last().unwrap().clone(), path)));
            }
        }
        tests.extend(imports.tests);
        all.insert(own, imports.found);
    }
    all.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    for found in all.values_mut() {
        let real = |path: Vec<String>| match path.as_slice() {
            [name] => passed_on.get(name).cloned().unwrap_or(path),
            _ => path,
        };
        *found = std::mem::take(found).into_iter().map(real).collect();
    }
    all
}

#[test]
fn the_editor_imports_downward_only() {
    let layer = |module: &[String]| LAYERS.iter().position(|layer| module.first().is_some_and(|first| first == layer));
    let imports = imports(&root().join("editor/src"));
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for (module, paths) in imports.iter().filter(|(module, _)| !module.is_empty()) {
        let own = layer(module).unwrap_or_else(|| panic!("{} is in no layer", module.join("::")));
        for path in paths {
            let Some(other) = layer(path) else { continue };
            used.insert((own, other));
            if other > own {
                wrong.push(format!("{} uses {}", module.join("::"), path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
    // Guards against an empty result: the app uses nearly all layers.
    let app = LAYERS.iter().position(|layer| *layer == "app").unwrap();
    let seen = used.iter().filter(|(from, to)| *from == app && *to != app).count();
    assert!(seen + 1 >= app, "the app uses only {seen} layers");
}

#[test]
fn upward_imports_are_found_in_all_their_forms() {
    for text in [
        "use crate::app::App;",
        "use crate::{model, app::{frame, save}};",
        "use super::super::app;",
        "fn f() { crate::app::start(); }",
        "fn f() { println!(\"{}\", crate::app::NAME); }",
        "type T = Vec<crate::app::App>;",
        "mod inner { fn f() { super::super::super::app::start() } }",
    ] {
        let mut imports = Imports { module: vec!["model".to_owned(), "edit".to_owned()], ..Imports::default() };
        imports.visit_file(&syn::parse_file(text).unwrap());
        assert!(imports.found.iter().any(|path| path.first().is_some_and(|first| first == "app")), "{text}");
    }
    let mut imports = Imports { module: vec!["model".to_owned()], ..Imports::default() };
    imports.visit_file(&syn::parse_file("#[cfg(test)] mod tests { use crate::app::App; }").unwrap());
    assert!(imports.found.is_empty(), "{:?}", imports.found);
}
