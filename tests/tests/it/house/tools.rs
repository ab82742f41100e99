//! Tests that each tool of the editor is registered in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::PathBuf;

use battlewright_tests::workspace::root;

use super::sources;

/// A module of `editor/src/tools` with a tool: the text of its files, and the types of its tools.
struct ToolModule {
    text: String,
    types: BTreeSet<String>,
}

fn folder() -> PathBuf {
    root().join("editor/src/tools")
}

/// Returns the types in `text` that implement the trait `of`.
fn implementers(text: &str, of: &str) -> BTreeSet<String> {
    let head = format!("impl {of} for ");
    text.lines().filter_map(|line| line.strip_prefix(&head)?.strip_suffix(" {")).map(str::to_owned).collect()
}

/// Returns the modules that define tools, by name.
fn modules() -> BTreeMap<String, ToolModule> {
    let mut modules = BTreeMap::new();
    for entry in folder().read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut files = vec![path.clone()];
        if path.is_dir() {
            files.clear();
            sources(&path, &mut files);
        }
        let text: String = files.iter().map(|file| read_to_string(file).unwrap()).collect();
        let mut types = implementers(&text, "ToolDefinition");
        types.extend(implementers(&text, "TableTool"));
        if !types.is_empty() {
            modules.insert(name, ToolModule { text, types });
        }
    }
    modules
}

/// Returns module and type of each tool in the list of tools, where a line names one for hexes, for tables, or both.
fn registered() -> Vec<(String, String)> {
    let list = read_to_string(folder().join("mod.rs")).unwrap();
    let (_, list) = list.split_once("\ntools! {\n").unwrap();
    let (list, _) = list.split_once("\n}\n").unwrap();
    let tools = |line: &str| {
        let (_, tools) = line.trim().strip_suffix(';')?.split_once(": ")?;
        let (_, paths) = ["hexes ", "table ", "both "].iter().find_map(|ground| tools.split_once(ground))?;
        let tool = |path: &str| {
            let (module, name) = path.split_once("::")?;
            Some((module.to_owned(), name.rsplit("::").next()?.to_owned()))
        };
        paths.split(", ").map(tool).collect::<Option<Vec<_>>>()
    };
    list.lines().flat_map(|line| tools(line).unwrap_or_else(|| panic!("no tool is registered by {line:?}"))).collect()
}

/// Returns `true` if `text` contains the whole word `word`.
fn names(text: &str, word: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(|letter| !part(letter)).any(|other| other == word)
}

#[test]
fn a_tool_has_one_line_in_the_list_of_tools() {
    let mut defined: Vec<(String, String)> = modules()
        .into_iter()
        .flat_map(|(name, module)| module.types.into_iter().map(move |tool| (name.clone(), tool)))
        .collect();
    let mut registered = registered();
    registered.sort();
    defined.sort();
    assert!(defined.len() >= 20);
    assert_eq!(registered, defined, "the list in editor/src/tools/mod.rs, and the tools of the folder");
}

#[test]
fn nothing_outside_the_tools_names_a_tool_type() {
    let mut files = Vec::new();
    sources(&root().join("editor/src"), &mut files);
    files.retain(|file| !file.starts_with(folder()));
    assert!(files.len() > 100);
    for file in files {
        let text = read_to_string(&file).unwrap();
        for (_, tool) in registered() {
            assert!(!names(&text, &tool), "{} names {tool}", file.display());
        }
    }
}

#[test]
fn a_tool_has_an_icon_and_an_icon_is_shown() {
    let icons = root().join("editor/assets/icons");
    for (name, module) in modules() {
        let ids: Vec<&str> = module.text.lines().filter_map(|line| line.trim().strip_prefix("id: \"")).collect();
        let id = ids.iter().find_map(|id| id.strip_suffix("\",")).unwrap_or_else(|| panic!("{name} has no id"));
        assert!(icons.join(id).with_extension("svg").is_file(), "{name} has no icon editor/assets/icons/{id}.svg");
        assert!(module.text.contains(&format!("/icons/{id}.svg\")")), "{name} shows its own icon");
    }
    let mut files = Vec::new();
    sources(&root().join("editor/src"), &mut files);
    let all: String = files.iter().map(|file| read_to_string(file).unwrap()).collect();
    for icon in icons.read_dir().unwrap() {
        let name = icon.unwrap().file_name().into_string().unwrap();
        assert!(all.contains(&format!("/icons/{name}\")")), "nothing shows {name}");
    }
}
