"""A session of pygls's client, which reads every answer into the protocol's own types, with `battlewright lsp`.

Usage: client.py PROGRAM FILE; says one line for each thing that worked and ends with 1 at the first that did not.
"""

import asyncio
import sys
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient


async def session(program: str, file: Path) -> None:
    client = LanguageClient("interop", "1")
    told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def findings(params: lsp.PublishDiagnosticsParams) -> None:
        told.put_nowait(params)

    await client.start_io(program, "lsp", "--stdio")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=None))
    client.initialized(lsp.InitializedParams())

    uri = file.as_uri()
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    document = lsp.TextDocumentIdentifier(uri=uri)
    row = next(i for i, line in enumerate(lines) if line.startswith("at = "))
    at = lsp.Position(line=row, character=lines[row].index('"') + 1)

    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(
            text_document=lsp.TextDocumentItem(uri=uri, language_id="toml", version=1, text=text)
        )
    )
    opened = await asyncio.wait_for(told.get(), 30)
    assert not opened.diagnostics, opened
    print("opened: no findings")

    end = lsp.Position(line=row, character=at.character + 4)
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            text_document=lsp.VersionedTextDocumentIdentifier(uri=uri, version=2),
            content_changes=[
                lsp.TextDocumentContentChangePartial(range=lsp.Range(start=at, end=end), text="9999")
            ],
        )
    )
    broken = await asyncio.wait_for(told.get(), 30)
    [finding] = broken.diagnostics
    assert finding.code == "hex-off-map" and finding.range.start.line == row, finding
    print("typed a hex that is off the map:", finding.message.splitlines()[0])

    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            text_document=lsp.VersionedTextDocumentIdentifier(uri=uri, version=3),
            content_changes=[lsp.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )
    mended = await asyncio.wait_for(told.get(), 30)
    assert not mended.diagnostics, mended

    completion = await client.text_document_completion_async(lsp.CompletionParams(text_document=document, position=at))
    assert isinstance(completion, lsp.CompletionList) and len(completion.items) > 10, completion
    print("completion:", len(completion.items), "hexes")
    hover = await client.text_document_hover_async(lsp.HoverParams(text_document=document, position=at))
    assert hover is not None and isinstance(hover.contents, lsp.MarkupContent), hover
    print("hover:", hover.contents.value.splitlines()[0])
    definition = await client.text_document_definition_async(
        lsp.DefinitionParams(text_document=document, position=at)
    )
    assert isinstance(definition, lsp.Location), definition
    print("definition: line", definition.range.start.line + 1)

    side = next(i for i, line in enumerate(lines) if line.startswith("side = "))
    name = lsp.Position(line=side, character=lines[side].index('"') + 1)
    renamed = await client.text_document_rename_async(
        lsp.RenameParams(text_document=document, position=name, new_name="somebody")
    )
    assert renamed is not None and renamed.changes is not None, renamed
    print("renaming:", len(renamed.changes[uri]), "places")
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=document))
    assert symbols, symbols
    print("outline:", len(symbols), "parts")
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(
            text_document=document,
            range=lsp.Range(start=at, end=at),
            context=lsp.CodeActionContext(diagnostics=[]),
        )
    )
    assert actions is not None and not actions, actions

    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 30)
    assert client._server.returncode == 0, client._server.returncode
    print("goodbye: exit status 0")


asyncio.run(session(sys.argv[1], Path(sys.argv[2]).resolve()))
