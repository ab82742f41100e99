//! The symbols of the file, for the outline of the editor.

use battlewright_schema::DocPath;
use lsp_types::{DocumentSymbol, SymbolKind};

use super::document::Document;
use super::encoding::LineRuler;

/// Returns the sections of the document, with the rows of a list grouped.
pub(super) fn all(document: &Document, ruler: &LineRuler<'_>) -> Vec<DocumentSymbol> {
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    for (path, header, range) in document.outline.sections() {
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

/// Returns the name of a row: its name, its id, or its path.
fn row_name(document: &Document, row: &DocPath) -> String {
    let value = |key: &str| {
        let written = document.text.get(document.outline.value(&row.clone().key(key))?)?;
        Some(written.trim_matches(['"', '\'']).to_owned()).filter(|name| !name.is_empty())
    };
    value("name").or_else(|| value("id")).unwrap_or_else(|| row.to_string())
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
