// What the compiler makes of a file, in an editor beside it that follows the file.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const vscode = require('vscode');
const { isServed } = require('./settings');

const SCHEME = 'pdll-output';

// Milliseconds without a change after which an output is computed again.
const QUIET = 300;

const KINDS = [
  { kind: 'mlir', label: 'PDL', description: 'A module of pdl operations', end: 'mlir' },
  { kind: 'matcher', label: 'Matcher', description: 'How patterns are found and applied', end: 'txt' },
  { kind: 'cpp', label: 'C++', description: 'A header', end: 'h' },
  { kind: 'ast', label: 'Syntax tree', description: 'What is written', end: 'txt' },
];

class Output {
  constructor(server) {
    this.server = server;
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
    this.timers = new Map();
    this.parts = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument((event) => this.follow(event.document)),
    ];
  }

  /** Shows the output of the file in the active editor. Asks for its kind without one. */
  async view(kind) {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isServed(document)) {
      vscode.window.showErrorMessage('Open a PDLL file first.');
      return;
    }
    const known = KINDS.find((known) => known.kind === kind);
    const chosen = known ?? (await vscode.window.showQuickPick(KINDS, { placeHolder: 'Output' }));
    if (!chosen) return;
    const shown = await vscode.workspace.openTextDocument(address(document.uri, chosen));
    await vscode.window.showTextDocument(shown, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  /** Called by the editor. */
  async provideTextDocumentContent(uri) {
    const { source, kind } = JSON.parse(uri.query);
    const answer = await this.server.ask('pdll/viewOutput', { uri: source, kind });
    return answer?.output ?? '';
  }

  follow(document) {
    const source = document.uri.toString();
    const shown = vscode.workspace.textDocuments.filter(
      ({ uri }) => uri.scheme === SCHEME && JSON.parse(uri.query).source === source,
    );
    if (shown.length === 0) return;
    clearTimeout(this.timers.get(source));
    const update = () => {
      this.timers.delete(source);
      for (const { uri } of shown) this.changed.fire(uri);
    };
    this.timers.set(source, setTimeout(update, QUIET));
  }

  dispose() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const part of this.parts) part.dispose();
  }
}

function address(source, { kind, end }) {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `${source.path}.${kind}.${end}`,
    query: JSON.stringify({ source: source.toString(), kind }),
  });
}

module.exports = { Output };
