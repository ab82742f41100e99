//! The state of the server, and its responses.

use std::collections::BTreeMap;

use lsp_server::{ErrorCode, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _, PublishDiagnostics};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    CompletionResponse, DocumentLink, DocumentLinkOptions, DocumentSymbolResponse, FoldingRangeProviderCapability,
    GotoDefinitionResponse, HoverProviderCapability, Location, OneOf, Position, PrepareRenameResponse,
    PublishDiagnosticsParams, RenameOptions, ServerCapabilities, TextDocumentPositionParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Uri, WorkspaceSymbolResponse,
};

use super::answer::{Refusal, answer, edits_of, params_of, unknown};
use super::document::Document;
use super::encoding::{Encoding, LineRuler};
use super::{actions, complete, findings, formatting, hover, navigate, rulesets, symbols};

/// A language server: messages in, messages out.
pub(super) struct Server {
    encoding: Encoding,
    /// The open documents by URI.
    documents: BTreeMap<String, Document>,
    /// The documents with findings to publish.
    changed: Vec<Uri>,
}

impl Server {
    /// Creates a server for a client with these capabilities.
    pub(super) fn new(client: &ClientCapabilities) -> Self {
        Self { encoding: Encoding::of(client), documents: BTreeMap::new(), changed: Vec::new() }
    }

    /// Returns the capabilities of the server.
    pub(super) fn capabilities(&self) -> ServerCapabilities {
        let signs = [".", "\"", "'", "/", "[", " ", "=", "(", "@"].map(str::to_owned);
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(signs.into()),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            document_link_provider: Some(DocumentLinkOptions {
                resolve_provider: Some(false),
                work_done_progress_options: Default::default(),
            }),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_formatting_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, actions::FIX_ALL]),
                ..CodeActionOptions::default()
            })),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: Default::default(),
            })),
            ..ServerCapabilities::default()
        }
    }

    /// Answers `request`.
    pub(super) fn request(&mut self, request: Request) -> Response {
        match request.method.as_str() {
            request::Completion::METHOD => answer::<request::Completion>(request, |params| {
                let (document, ruler, offset) = self.place(&params.text_document_position)?;
                Ok(Some(CompletionResponse::List(complete::list(document, &ruler, offset))))
            }),
            request::HoverRequest::METHOD => answer::<request::HoverRequest>(request, |params| {
                let (document, ruler, offset) = self.place(&params.text_document_position_params)?;
                Ok(hover::at(document, &ruler, offset))
            }),
            request::GotoDefinition::METHOD => answer::<request::GotoDefinition>(request, |params| {
                let at = params.text_document_position_params;
                let (document, ruler, offset) = self.place(&at)?;
                if let Some(file) = rulesets::link_at(document, offset) {
                    let location = Location { uri: file, range: lsp_types::Range::default() };
                    return Ok(Some(GotoDefinitionResponse::Scalar(location)));
                }
                let span = navigate::definition(document, offset);
                let location = span.map(|span| Location { uri: at.text_document.uri, range: ruler.range(&span) });
                Ok(location.map(GotoDefinitionResponse::Scalar))
            }),
            request::References::METHOD => answer::<request::References>(request, |params| {
                let at = params.text_document_position;
                let (document, ruler, offset) = self.place(&at)?;
                let spans = navigate::references(document, offset, params.context.include_declaration);
                let uri = at.text_document.uri;
                let there = |span| Location { uri: uri.clone(), range: ruler.range(&span) };
                Ok(Some(spans.into_iter().map(there).collect()))
            }),
            request::PrepareRenameRequest::METHOD => answer::<request::PrepareRenameRequest>(request, |params| {
                let (document, ruler, offset) = self.place(&params)?;
                let name = navigate::renamable(document, offset)?;
                let (range, placeholder) = (ruler.range(&name.span), name.text.clone());
                Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
            }),
            request::Rename::METHOD => answer::<request::Rename>(request, |params| {
                let at = params.text_document_position;
                let (document, ruler, offset) = self.place(&at)?;
                let edits = navigate::rename(document, offset, &params.new_name)?;
                let written = |(span, new_text)| TextEdit { range: ruler.range(&span), new_text };
                Ok(Some(edits_of(at.text_document.uri, edits.into_iter().map(written).collect())))
            }),
            request::DocumentSymbolRequest::METHOD => answer::<request::DocumentSymbolRequest>(request, |params| {
                let (document, ruler) = self.document(&params.text_document.uri)?;
                Ok(Some(DocumentSymbolResponse::Nested(symbols::all(document, &ruler))))
            }),
            request::WorkspaceSymbolRequest::METHOD => answer::<request::WorkspaceSymbolRequest>(request, |params| {
                let found = self.documents.values().flat_map(|document| {
                    let ruler = LineRuler::new(&document.text, self.encoding);
                    symbols::matching(document, &ruler, &document.uri, &params.query)
                });
                Ok(Some(WorkspaceSymbolResponse::Nested(found.collect())))
            }),
            request::DocumentLinkRequest::METHOD => answer::<request::DocumentLinkRequest>(request, |params| {
                let (document, ruler) = self.document(&params.text_document.uri)?;
                let link = |(span, target)| DocumentLink {
                    range: ruler.range(&span),
                    target: Some(target),
                    tooltip: None,
                    data: None,
                };
                Ok(Some(rulesets::links(document).into_iter().map(link).collect()))
            }),
            request::FoldingRangeRequest::METHOD => answer::<request::FoldingRangeRequest>(request, |params| {
                let (document, ruler) = self.document(&params.text_document.uri)?;
                Ok(Some(symbols::folds(document, &ruler)))
            }),
            request::CodeActionRequest::METHOD => answer::<request::CodeActionRequest>(request, |params| {
                let uri = params.text_document.uri;
                let found = self.documents.get_mut(uri.as_str()).map(|document| document.findings().to_vec());
                let (document, ruler) = self.document(&uri)?;
                let (found, bytes) = (found.unwrap_or_default(), ruler.bytes(params.range));
                Ok(Some(actions::offered(document, &found, &ruler, &uri, &bytes, &params.context)))
            }),
            request::Formatting::METHOD => answer::<request::Formatting>(request, |params| {
                let (document, ruler) = self.document(&params.text_document.uri)?;
                Ok(Some(formatting::edits(document, &ruler)?))
            }),
            _ => unknown(request),
        }
    }

    /// Handles `notification`.
    pub(super) fn notification(&mut self, notification: Notification) {
        match notification.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let Some(params) = params_of::<notification::DidOpenTextDocument>(notification) else { return };
                let opened = params.text_document;
                let document = Document::new(&opened.uri, opened.version, opened.text);
                self.documents.insert(opened.uri.to_string(), document);
                self.is_changed(opened.uri);
            }
            notification::DidChangeTextDocument::METHOD => {
                let Some(params) = params_of::<notification::DidChangeTextDocument>(notification) else { return };
                let changed = params.text_document;
                let Some(document) = self.documents.get_mut(changed.uri.as_str()) else { return };
                document.change(changed.version, params.content_changes, self.encoding);
                self.is_changed(changed.uri);
            }
            notification::DidCloseTextDocument::METHOD => {
                let Some(params) = params_of::<notification::DidCloseTextDocument>(notification) else { return };
                self.documents.remove(params.text_document.uri.as_str());
                self.is_changed(params.text_document.uri);
            }
            _ => {}
        }
    }

    fn is_changed(&mut self, uri: Uri) {
        if self.changed.iter().all(|known| known.as_str() != uri.as_str()) {
            self.changed.push(uri);
        }
    }

    /// Returns the findings of the documents changed since the last call; closed documents get none.
    pub(super) fn published(&mut self) -> Vec<Notification> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().map(|uri| self.findings(uri)).collect()
    }

    fn findings(&mut self, uri: Uri) -> Notification {
        let mut params = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
        if let Some(document) = self.documents.get_mut(params.uri.as_str()) {
            let found = document.findings().to_vec();
            let ruler = LineRuler::new(&document.text, self.encoding);
            params.version = Some(document.version);
            params.diagnostics = found.iter().map(|finding| findings::marked(finding, &ruler, &params.uri)).collect();
        }
        Notification::new(PublishDiagnostics::METHOD.to_owned(), params)
    }

    fn document(&self, uri: &Uri) -> Result<(&Document, LineRuler<'_>), Refusal> {
        let closed = || Refusal(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
        let document = self.documents.get(uri.as_str()).ok_or_else(closed)?;
        Ok((document, LineRuler::new(&document.text, self.encoding)))
    }

    fn place(&self, at: &TextDocumentPositionParams) -> Result<(&Document, LineRuler<'_>, usize), Refusal> {
        let (document, ruler) = self.document(&at.text_document.uri)?;
        let offset = ruler.offset(Position { line: at.position.line, character: at.position.character });
        Ok((document, ruler, offset))
    }
}
