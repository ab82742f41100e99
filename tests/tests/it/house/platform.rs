//! Tests that only the platform crate touches the operating system: elsewhere the standard library compiles for a browser, and
//! fails there at run time.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, UseTree};

use super::layers::is_test;
use super::sources;
use super::type_names::is_test_file;
use battlewright_tests::workspace::root;

/// The parts of the standard library that a browser lacks.
const SYSTEM: [&str; 11] = [
    "std::fs",
    "std::env",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::path::absolute",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::time::UNIX_EPOCH",
    "std::hash::RandomState",
];

/// The methods that only paths have, and that look at the disk.
const OF_PATHS: [&str; 6] = ["exists", "try_exists", "symlink_metadata", "canonicalize", "read_dir", "read_link"];

/// The methods that paths share with open files and their properties.
const SHARED: [&str; 3] = ["is_file", "is_dir", "metadata"];

/// The files that may do so all the same, each with the reason.
const EXCEPTIONS: [&str; 3] = [
    // The program on a desktop.
    "editor/src/main.rs",
    "editor/src/desktop.rs",
    // Works on the calling thread where no other can be started.
    "export/src/parallel.rs",
];

/// The uses of the operating system in a file, without test code.
#[derive(Default)]
struct SystemUses(Vec<String>);

impl SystemUses {
    fn note(&mut self, path: &str) {
        let inside =
            |part: &&str| path.strip_prefix(*part).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
        if SYSTEM.iter().any(inside) {
            self.0.push(path.to_owned());
        }
    }

    fn tree(&mut self, before: &str, tree: &UseTree) {
        let with = |name: &dyn ToString| match before {
            "" => name.to_string(),
            before => format!("{before}::{}", name.to_string()),
        };
        match tree {
            UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => self.note(before),
            UseTree::Name(name) => self.note(&with(&name.ident)),
            UseTree::Rename(rename) => self.note(&with(&rename.ident)),
            UseTree::Glob(_) => self.note(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
        }
    }
}

impl<'ast> Visit<'ast> for SystemUses {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => item.attrs.as_slice(),
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree("", &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.note(&path.to_token_stream().to_string().replace(' ', ""));
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let receiver = call.receiver.to_token_stream().to_string();
        let is_path = ["path", "folder", "path ()"].iter().any(|name| receiver.ends_with(name));
        let looks = |methods: &[&str]| methods.iter().any(|method| call.method == method);
        if call.args.is_empty() && (looks(&OF_PATHS) || is_path && looks(&SHARED)) {
            self.0.push(format!("{receiver}.{}()", call.method));
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn uses(text: &str) -> Vec<String> {
    let mut uses = SystemUses::default();
    uses.visit_file(&syn::parse_file(text).unwrap());
    uses.0
}

#[test]
fn only_the_platform_touches_the_operating_system() {
    let mut files = Vec::new();
    for member in ["schema", "engine", "export", "ground", "balance", "editor"] {
        sources(&root().join(member).join("src"), &mut files);
    }
    let exceptions = EXCEPTIONS.map(|file| root().join(file));
    let mut wrong = Vec::new();
    for path in files.iter().filter(|path| !exceptions.contains(path) && !is_test_file(path)) {
        let found = uses(&std::fs::read_to_string(path).unwrap());
        wrong.extend(found.into_iter().map(|found| format!("{}: {found}", path.display())));
    }
    assert!(wrong.is_empty(), "use battlewright_platform instead:\n{}", wrong.join("\n"));
    for path in exceptions {
        assert!(!uses(&std::fs::read_to_string(&path).unwrap()).is_empty(), "{} is no exception", path.display());
    }
}

#[test]
fn uses_of_the_operating_system_are_found_in_all_their_forms() {
    for text in [
        "use std::fs::File;",
        "use std::{fs, io};",
        "use std::fs::{self, File};",
        "fn f() { std::thread::spawn(|| ()); }",
        "use std::time::{Duration, Instant};",
        "fn f(path: &Path) -> bool { path.exists() }",
        "fn f(entry: Entry) -> bool { entry.path().is_file() }",
    ] {
        assert!(!uses(text).is_empty(), "{text}");
    }
    for text in ["use std::time::Duration;", "#[cfg(test)] mod tests { use std::fs; }", "use std::io;"] {
        assert!(uses(text).is_empty(), "{text}");
    }
}
