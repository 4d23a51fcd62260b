"""The language server as the clients see it whose capabilities pytest-lsp knows.

PDLL_SERVER is the command of the server, WORKSPACE the folder with the files.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROFILES = [
    "neovim@v0.6.1",
    "neovim@v0.7.0",
    "neovim@v0.8.0",
    "neovim@v0.9.1",
    "neovim@v0.10.0",
    "neovim@v0.11.0",
    "emacs@v29.1",
    "visual_studio_code@v1.65.2",
]

# What a server of this repository must have.
FEATURES = [
    "hover_provider",
    "completion_provider",
    "signature_help_provider",
    "inlay_hint_provider",
    "semantic_tokens_provider",
    "code_lens_provider",
    "definition_provider",
    "references_provider",
    "document_highlight_provider",
    "rename_provider",
    "document_symbol_provider",
    "workspace_symbol_provider",
    "document_link_provider",
    "folding_range_provider",
    "selection_range_provider",
    "document_formatting_provider",
    "code_action_provider",
    "call_hierarchy_provider",
]

WORKSPACE = pathlib.Path(os.environ["WORKSPACE"])
SERVER = os.environ["PDLL_SERVER"].split()


# The tests use one session of each profile.
@pytest_lsp.fixture(
    params=PROFILES,
    config=ClientServerConfig(server_command=SERVER),
    scope="module",
)
async def client(request, lsp_client: LanguageClient):
    # Some clients let the server ask for this.
    lsp_client.feature("client/registerCapability")(lambda _: None)
    folder = types.WorkspaceFolder(uri=WORKSPACE.as_uri(), name="workspace")
    answer = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[folder],
            root_uri=folder.uri,
        )
    )
    lsp_client.server_says = answer
    lsp_client.profile = request.param
    yield
    await lsp_client.shutdown_session()


def uri_of(name: str) -> str:
    return (WORKSPACE / name).as_uri()


def open_text(client: LanguageClient, uri: str, text: str) -> None:
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=uri, language_id="pdll", version=1, text=text)
        )
    )


def close(client: LanguageClient, uri: str) -> None:
    client.text_document_did_close(
        types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
    )


def place(uri: str, line: int, column: int) -> dict:
    return {
        "text_document": types.TextDocumentIdentifier(uri),
        "position": types.Position(line - 1, column - 1),
    }


async def diagnostics(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """As the client gets them: it asks for them, or waits."""
    wants_to_ask = client.capabilities.text_document.diagnostic
    if wants_to_ask and client.server_says.capabilities.diagnostic_provider:
        report = await client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        )
        return list(report.items)
    while uri not in client.diagnostics:
        await client.wait_for_notification("textDocument/publishDiagnostics")
    return list(client.diagnostics[uri])


@pytest.mark.asyncio(loop_scope="module")
async def test_the_server_has_its_features(client: LanguageClient):
    has = client.server_says.capabilities
    assert [name for name in FEATURES if not getattr(has, name)] == []


@pytest.mark.asyncio(loop_scope="module")
async def test_the_encoding_is_one_that_the_client_offers(client: LanguageClient):
    general = client.capabilities.general
    offered = (general and general.position_encodings) or ["utf-16"]
    assert (client.server_says.capabilities.position_encoding or "utf-16") in offered


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_with_an_error_has_all_else(client: LanguageClient):
    uri = uri_of("patterns.pdll")
    open_text(client, uri, (WORKSPACE / "patterns.pdll").read_text())
    [error] = await diagnostics(client, uri)
    assert error.range.start == types.Position(17, 20)
    assert "`z`" in error.message

    answer = await client.text_document_definition_async(
        types.DefinitionParams(**place(uri, 7, 36))
    )
    [found] = answer if isinstance(answer, list) else [answer]
    found_range = getattr(found, "target_selection_range", None) or found.range
    assert found_range.start == types.Position(5, 28)

    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    names = [symbol.name for symbol in symbols]
    assert names == ["MulByTwo", "IsUsedOnce", "SubOfAdd"]
    close(client, uri)


@pytest.mark.asyncio(loop_scope="module")
async def test_columns_are_those_of_the_encoding(client: LanguageClient):
    line = 'Pattern => replace op<t.a> {a = "é𝄞"} with wrong;'
    before = line[: line.index("wrong")]
    is_utf8 = client.server_says.capabilities.position_encoding == "utf-8"
    column = len(before.encode()) if is_utf8 else len(before.encode("utf-16-le")) // 2
    uri = uri_of("columns.pdll")
    open_text(client, uri, line)
    [error] = await diagnostics(client, uri)
    assert error.range.start == types.Position(0, column)
    close(client, uri)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
async def test_edits_count_in_the_encoding_and_lines_in_any_way(client: LanguageClient, end: str):
    uri = uri_of(f"edited-{len(end)}.pdll")
    lines = ["// é𝄞", 'Pattern => replace op<t.a> {a = "é𝄞"} with x;', ""]
    open_text(client, uri, end.join(lines))
    [error] = await diagnostics(client, uri)
    # The client puts another name in the place that it was told.
    client.diagnostics.pop(uri, None)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(version=2, uri=uri),
            content_changes=[
                types.TextDocumentContentChangePartial(range=error.range, text="op<t.b>; // 𝄞")
            ],
        )
    )
    assert await diagnostics(client, uri) == []
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=types.TextDocumentIdentifier(uri),
            options=types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    assert all("\n" not in edit.new_text.replace(end, "") for edit in edits or [])
    close(client, uri)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_huge_message(client: LanguageClient):
    uri = uri_of("huge.pdll")
    number = 2_000
    pattern = "Pattern P{0} => erase op<t.a>(x: Value, y: Value);  // {1}\n"
    text = "".join(pattern.format(count, "é" * 1000) for count in range(number))
    assert len(text.encode()) > 4_000_000
    open_text(client, uri, text)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert len(symbols) == number
    assert symbols[-1].name == f"P{number - 1}"
    close(client, uri)


@pytest.mark.asyncio(loop_scope="module")
async def test_references_in_files_that_are_not_open(client: LanguageClient):
    (WORKSPACE / "common.pdll").write_text("Constraint IsGood(v: Value);\n")
    uses = '#include "common.pdll"\nPattern => erase op<t.a>(x: IsGood);\n'
    (WORKSPACE / "closed.pdll").write_text(uses)
    uri = uri_of("common.pdll")
    open_text(client, uri, "Constraint IsGood(v: Value);\n")
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **place(uri, 1, 12), context=types.ReferenceContext(include_declaration=False)
        )
    )
    assert [(one.uri, one.range.start.line) for one in found] == [(uri_of("closed.pdll"), 1)]
    close(client, uri)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_is_formatted(client: LanguageClient):
    uri = uri_of("unformatted.pdll")
    text = (WORKSPACE / "unformatted.pdll").read_text()
    open_text(client, uri, text)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=types.TextDocumentIdentifier(uri),
            options=types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    assert apply(text, edits) == "Pattern Nop {\n  erase op<my.nop>(x: Value);\n}\n"
    close(client, uri)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_that_is_not_saved_is_analyzed(client: LanguageClient):
    uri = "untitled:Untitled-1"
    open_text(client, uri, "Pattern => erase x;\n")
    [error] = await diagnostics(client, uri)
    assert error.range.start == types.Position(0, 17)
    close(client, uri)


def apply(text: str, edits: list[types.TextEdit]) -> str:
    """The text after the edits; it must be ASCII."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    offset = lambda at: min(starts[min(at.line, len(starts) - 1)] + at.character, len(text))
    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        start, end = offset(edit.range.start), offset(edit.range.end)
        text = text[:start] + edit.new_text + text[end:]
    return text
