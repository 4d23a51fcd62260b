// Explains why a pattern matches a program, or does not, what it makes of it, and whether
// it is right.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const path = require('path');
const vscode = require('vscode');
const { inputs } = require('./settings');

/** Asks for what `what` leaves open: the pattern file, the pattern, the program. */
async function explain(server, what) {
  const asked = await complete(what);
  if (!asked) return;
  const answer = await server.ask('pdll/explain', asked);
  if (answer?.html) {
    showPage(`${asked.pattern} in ${path.basename(asked.input)}`, answer.html);
  } else if (answer) {
    await showText(answer.text);
  }
}

/** Shows what a pattern makes of a program, and below it why. */
async function run(server, what) {
  const asked = await complete(what);
  const answer = asked && (await server.ask('pdll/run', asked));
  if (!answer) return;
  const comment = answer.explanation.trimEnd().replace(/^/gm, '// ');
  await showText(`${answer.output.trimEnd()}\n\n${comment}\n`, 'mlir');
}

/** Shows all that is known about whether a pattern is right. */
async function showVerdict(_pattern, text) {
  await showText(text);
}

async function complete(what) {
  const source = what.uri ?? vscode.window.activeTextEditor?.document.uri;
  if (!source) {
    vscode.window.showErrorMessage('Open a PDLL file first.');
    return undefined;
  }
  const uri = source.toString();
  const pattern = what.pattern ?? (await choosePattern(vscode.Uri.parse(uri)));
  const input = pattern && (what.input ?? (await chooseInput()));
  return input && { uri, pattern, input };
}

/** A pattern of the file; the one at the cursor is the first choice. */
async function choosePattern(uri) {
  const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri);
  const patterns = (symbols ?? []).filter(isNamedPattern);
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

// What the server puts in place of a name starts with `<`.
function isNamedPattern({ kind, name }) {
  return kind === vscode.SymbolKind.Class && !name.startsWith('<');
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

// Only other extensions know the language of MLIR.
async function showText(content, wanted) {
  const known = wanted && (await vscode.languages.getLanguages()).includes(wanted);
  const language = known ? wanted : undefined;
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

module.exports = { explain, run, showVerdict };
