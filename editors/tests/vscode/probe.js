// Runs inside VS Code beside the extension: asks the editor what it knows about the
// files of the workspace, and writes the answers to `results.json`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const fs = require('fs');
const path = require('path');
const vscode = require('vscode');

async function activate() {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  const results = {};
  for (const [what, ask] of Object.entries(QUESTIONS)) {
    try {
      const isKnown = await IS_KNOWN[what]?.();
      results[what] = isKnown === false ? UNKNOWN : await ask(folder);
    } catch (error) {
      results[what] = { error: String(error.stack) };
    }
  }
  const file = path.join(folder.fsPath, 'results.json');
  fs.writeFileSync(`${file}.new`, JSON.stringify(results, null, 2));
  await showForPicture(folder);
  fs.renameSync(`${file}.new`, file);
}

// The answer to what the server does not have.
const UNKNOWN = 'the server has none';

// Whether the server has what a question needs.
const IS_KNOWN = {
  hover: () => has('hoverProvider'),
  completion: () => has('completionProvider'),
  formatting: () => has('documentFormattingProvider'),
  lenses: () => has('codeLensProvider'),
  output: () => answers('pdll/viewOutput', { kind: 'mlir' }),
  run: () => answers('pdll/run', { input: 'none.mlir' }),
};

async function answers(method, parameters) {
  const METHOD_NOT_FOUND = -32601;
  const ask = client().sendRequest(method, { uri: 'file:///none.pdll', ...parameters });
  return ask.then(() => true, ({ code }) => code !== METHOD_NOT_FOUND);
}

function has(capability) {
  return Boolean(client().initializeResult.capabilities[capability]);
}

function client() {
  return vscode.extensions.getExtension('pdll.pdll').exports.client();
}

const QUESTIONS = {
  version: async () => vscode.version,

  diagnostics: async (folder) => {
    await open(folder, 'patterns.pdll');
    const uri = vscode.Uri.joinPath(folder, 'patterns.pdll');
    const found = await eventually(() => {
      const all = vscode.languages.getDiagnostics(uri);
      return all.length > 0 && all;
    });
    return found.map(({ message, range }) => ({ message, line: range.start.line + 1 }));
  },

  hover: async (folder) => {
    const found = await provide('executeHoverProvider', folder, 'patterns.pdll', at(6, 22));
    return found.flatMap(({ contents }) => contents.map(({ value }) => value));
  },

  definition: async (folder) => {
    const found = await provide('executeDefinitionProvider', folder, 'patterns.pdll', at(7, 36));
    return found.map(({ range, targetSelectionRange }) => (targetSelectionRange ?? range).start.line + 1);
  },

  definitionInTableGen: async (folder) => {
    const found = await provide('executeDefinitionProvider', folder, 'patterns.pdll', at(6, 22));
    return found.map(({ uri, targetUri }) => path.basename((targetUri ?? uri).path));
  },

  symbols: async (folder) => {
    const found = await provide('executeDocumentSymbolProvider', folder, 'patterns.pdll');
    return found.map(({ name }) => name);
  },

  completion: async (folder) => {
    const found = await provide('executeCompletionItemProvider', folder, 'patterns.pdll', at(6, 23));
    return found.items.map(({ label }) => label.label ?? label).filter((label) => /muli/.test(label));
  },

  formatting: async (folder) => {
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await provide('executeFormatDocumentProvider', folder, 'unformatted.pdll', options);
    const document = await open(folder, 'unformatted.pdll');
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits ?? []);
    await vscode.workspace.applyEdit(edit);
    const text = document.getText();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return text;
  },

  output: async (folder) => {
    await open(folder, 'unformatted.pdll');
    await vscode.commands.executeCommand('pdll.viewOutput', 'mlir');
    const shown = await eventually(() =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'pdll-output'),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    return shown.getText();
  },

  run: async (folder) => {
    const { uri } = await open(folder, 'valid.pdll');
    const input = vscode.Uri.joinPath(folder, 'program.mlir').fsPath;
    await vscode.commands.executeCommand('pdll.run', uri.toString(), 'MulByTwo', input);
    const shown = vscode.window.activeTextEditor.document.getText();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    return shown;
  },

  restart: async (folder) => {
    await vscode.commands.executeCommand('pdll.restartServer');
    const found = await provide('executeDocumentSymbolProvider', folder, 'unformatted.pdll');
    return found.map(({ name }) => name);
  },

  lenses: async (folder) => {
    const settings = vscode.workspace.getConfiguration('pdll');
    await settings.update('inputs', ['program.mlir'], vscode.ConfigurationTarget.Workspace);
    const found = await eventually(async () => {
      const lenses = await provide('executeCodeLensProvider', folder, 'valid.pdll', 10);
      return lenses?.some(({ command }) => command?.command === 'pdll.explain') && lenses;
    });
    const { command } = found.find(({ command }) => command?.command === 'pdll.explain');
    await vscode.commands.executeCommand(command.command, ...command.arguments);
    const tabs = await eventually(() => {
      const all = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      return all.length > 1 && all;
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    return { titles: found.map(({ command }) => command?.title), tabs: tabs.map(({ label }) => label) };
  },
};

function at(line, column) {
  return new vscode.Position(line - 1, column - 1);
}

async function open(folder, name) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name));
  await vscode.window.showTextDocument(document);
  return document;
}

async function provide(command, folder, name, ...rest) {
  const { uri } = await open(folder, name);
  return vscode.commands.executeCommand(`vscode.${command}`, uri, ...rest);
}

async function eventually(get) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await get();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nothing within 20 seconds');
}

// Leaves the editor as the page about editors shows it.
async function showForPicture(folder) {
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await vscode.commands.executeCommand('notifications.clearAll');
  await open(folder, 'valid.pdll');
  const editor = vscode.window.activeTextEditor;
  editor.selection = new vscode.Selection(at(5, 22), at(5, 22));
  await vscode.commands.executeCommand('editor.action.showHover');
}

module.exports = { activate };
