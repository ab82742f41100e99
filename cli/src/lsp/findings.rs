//! Findings as LSP diagnostics.

use battlewright_schema::{Diagnostic, Severity};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Uri};

use super::encoding::LineRuler;

/// Converts `finding` for the document at `uri`.
pub(super) fn marked(finding: &Diagnostic, ruler: &LineRuler<'_>, uri: &Uri) -> lsp_types::Diagnostic {
    let related = finding.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: ruler.range(&related.span.clone().unwrap_or_default()) },
        message: related.message.clone(),
    });
    let message = match &finding.help {
        Some(help) => format!("{}\nhelp: {help}", finding.message),
        None => finding.message.clone(),
    };
    lsp_types::Diagnostic {
        range: ruler.range(&finding.span.clone().unwrap_or_default()),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.code.as_str().to_owned())),
        source: Some("battlewright".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..lsp_types::Diagnostic::default()
    }
}
