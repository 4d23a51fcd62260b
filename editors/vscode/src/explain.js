// Explains why a pattern matches a program, or does not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const path = require('path');
const vscode = require('vscode');
const { inputs } = require('./settings');

/** Asks for what `what` leaves open: the pattern file, the pattern, the program. */
async function explain(server, what) {
  const source = what.uri ?? vscode.window.activeTextEditor?.document.uri;
  if (!source) {
    vscode.window.showErrorMessage('Open a PDLL file first.');
    return;
  }
  const uri = source.toString();
  const pattern = what.pattern ?? (await choosePattern(vscode.Uri.parse(uri)));
  const input = pattern && (what.input ?? (await chooseInput()));
  if (!input) return;
  const title = `${pattern} in ${path.basename(input)}`;
  const answer = await server.ask('pdll/explain', { uri, pattern, input });
  if (answer?.html) {
    showPage(title, answer.html);
  } else if (answer) {
    await showText(answer.text);
  }
}

/** A pattern of the file; the one at the cursor is the first choice. */
async function choosePattern(uri) {
  const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri);
  const patterns = (symbols ?? []).filter(({ kind }) => kind === vscode.SymbolKind.Class);
  if (patterns.length === 0) {
    vscode.window.showErrorMessage('The file has no pattern with a name.');
    return undefined;
  }
  const editor = vscode.window.activeTextEditor;
  const cursor = editor?.document.uri.toString() === uri.toString() && editor.selection.active;
  const isAtCursor = ({ range, location }) => cursor && (range ?? location.range).contains(cursor);
  const ordered = [...patterns.filter(isAtCursor), ...patterns.filter((p) => !isAtCursor(p))];
  return vscode.window.showQuickPick(ordered.map(({ name }) => name), { placeHolder: 'Pattern' });
}

async function chooseInput() {
  const known = inputs();
  if (known.length === 1) return known[0];
  if (known.length > 1) return vscode.window.showQuickPick(known, { placeHolder: 'Program' });
  const [file] =
    (await vscode.window.showOpenDialog({ title: 'Program', filters: { MLIR: ['mlir'] } })) ?? [];
  return file?.fsPath;
}

// The page is one file without a network, and runs only its own scripts.
function showPage(title, html) {
  const panel = vscode.window.createWebviewPanel('pdll.explanation', title, vscode.ViewColumn.Beside, {
    enableScripts: true,
    localResourceRoots: [],
  });
  panel.webview.html = html;
}

async function showText(content) {
  const document = await vscode.workspace.openTextDocument({ content });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

module.exports = { explain };
