//! The symbols of the file, for the outline of the editor, its search and the folding of sections.

use battlewright_schema::DocPath;
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, Location, OneOf, SymbolKind, Uri, WorkspaceSymbol};

use super::document::Document;
use super::encoding::LineRuler;

/// Returns the sections of the document, with the rows of a list grouped.
pub(super) fn all(document: &Document, ruler: &LineRuler<'_>) -> Vec<DocumentSymbol> {
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    for (path, header, range) in document.outline().sections() {
        let list = path.parent().filter(|_| path.row().as_ref() == Some(path));
        match list {
            None => symbols.push(symbol(path.to_string(), SymbolKind::NAMESPACE, ruler, &header, &range)),
            Some(list) => {
                let row = symbol(row_name(document, path), SymbolKind::OBJECT, ruler, &header, &range);
                let name = list.to_string();
                // Rows of a list are usually adjacent; separated rows form groups of their own.
                match symbols.last_mut().filter(|group| group.name == name) {
                    Some(group) => {
                        group.range.end = row.range.end;
                        group.children.get_or_insert_default().push(row);
                    }
                    None => {
                        let group = symbol(name, SymbolKind::ARRAY, ruler, &header, &range);
                        symbols.push(DocumentSymbol { children: Some(vec![row]), ..group });
                    }
                }
            }
        }
    }
    symbols
}

/// Returns the rows and the single sections whose name or id contains `query` in any case, with the section that holds them.
pub(super) fn matching(document: &Document, ruler: &LineRuler<'_>, uri: &Uri, query: &str) -> Vec<WorkspaceSymbol> {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for (path, header, _) in document.outline().sections() {
        let list = path.parent().filter(|_| path.row().as_ref() == Some(path));
        let kind = if list.is_some() { SymbolKind::OBJECT } else { SymbolKind::NAMESPACE };
        let (name, id) = (row_name(document, path), value(document, path, "id").unwrap_or_default());
        if [&name, &id].iter().any(|text| text.to_lowercase().contains(&query)) {
            let location = OneOf::Left(Location { uri: uri.clone(), range: ruler.range(&header) });
            let container_name = list.map(|list| list.to_string());
            found.push(WorkspaceSymbol { name, kind, tags: None, container_name, location, data: None });
        }
    }
    found
}

/// Returns the lines of each section that can be folded: below its header, without empty lines at its end.
pub(super) fn folds(document: &Document, ruler: &LineRuler<'_>) -> Vec<FoldingRange> {
    let folded = document.outline().sections().filter_map(|(_, header, range)| {
        let end = document.text.get(header.start..range.end)?.trim_end().len() + header.start;
        let lines = ruler.range(&(header.start..end));
        let kind = Some(FoldingRangeKind::Region);
        let (start_line, end_line) = (lines.start.line, lines.end.line);
        (end_line > start_line).then_some(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
    });
    folded.collect()
}

/// Returns the name of a row: its name, its id, or its path.
fn row_name(document: &Document, row: &DocPath) -> String {
    let value = |key| value(document, row, key);
    value("name").or_else(|| value("id")).unwrap_or_else(|| row.to_string())
}

/// Returns the text of a field of `row`, unless it is missing or empty.
fn value(document: &Document, row: &DocPath, key: &str) -> Option<String> {
    let written = document.text.get(document.outline().value(&row.clone().key(key))?)?;
    Some(written.trim_matches(['"', '\'']).to_owned()).filter(|name| !name.is_empty())
}

fn symbol(
    name: String,
    kind: SymbolKind,
    ruler: &LineRuler<'_>,
    header: &std::ops::Range<usize>,
    range: &std::ops::Range<usize>,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the field has to be given")]
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: ruler.range(range),
        selection_range: ruler.range(header),
        children: None,
    }
}
