// What the page of the playground uses of CodeMirror.

export { indentWithTab } from "@codemirror/commands";
export { StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { setDiagnostics } from "@codemirror/lint";
export { LSPClient, LSPPlugin, formatDocument, languageServerExtensions } from "@codemirror/lsp-client";
export { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, ViewPlugin, keymap } from "@codemirror/view";
export { classHighlighter } from "@lezer/highlight";
export { basicSetup } from "codemirror";
