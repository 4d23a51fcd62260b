// The settings, and the command line and options of the server that follow from them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const fs = require('fs');
const path = require('path');
const vscode = require('vscode');

// A server with this name is a language server and nothing else.
const SERVER_ONLY = /^mlir-pdll-lsp-server/;

/** The program and its arguments. Throws an error for people if there is none. */
function commandLine() {
  const settings = vscode.workspace.getConfiguration('pdll');
  const program = find(settings.get('server.path').trim() || 'pdll-opt');
  const mode = SERVER_ONLY.test(path.basename(program)) ? [] : ['lsp'];
  return { command: program, args: [...mode, ...settings.get('server.arguments')] };
}

function find(program) {
  const name = absolute(program);
  const isInPath = !/[\\/]/.test(program);
  const folders = isInPath ? (process.env.PATH ?? '').split(path.delimiter) : [''];
  const found = folders.map((folder) => path.join(folder, isInPath ? program : name)).find(isProgram);
  if (found) return found;
  throw new Error(
    isInPath
      ? `There is no program \`${program}\` in PATH. Install pdll, or set \`pdll.server.path\`.`
      : `There is no program \`${name}\`, which \`pdll.server.path\` names.`,
  );
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What the server is told when it starts. */
function initializationOptions() {
  const settings = vscode.workspace.getConfiguration('pdll');
  const files = (name) => settings.get(name).map(absolute);
  return {
    includeDirs: files('includeDirs'),
    compilationDatabases: files('compilationDatabases'),
    inputs: files('inputs'),
    inlayHints: settings.get('inlayHints.enable'),
    verdicts: settings.get('verdicts.enable'),
    pictures: settings.get('pictures.enable'),
    portable: settings.get('portable'),
  };
}

/** The files of the setting `pdll.inputs`. */
function inputs() {
  return vscode.workspace.getConfiguration('pdll').get('inputs').map(absolute);
}

/** Whether the server gets `.td` files. */
function hasRules() {
  return vscode.workspace.getConfiguration('pdll').get('rules.enable');
}

/** Whether the server gets a document. */
function isServed({ languageId, fileName }) {
  return languageId === 'pdll' || (hasRules() && fileName.endsWith('.td'));
}

/** A path of a setting, which may start at the first folder of the workspace. */
function absolute(file) {
  const [root] = folders();
  const expanded = root ? file.replaceAll('${workspaceFolder}', root) : file;
  return root ? path.resolve(root, expanded) : expanded;
}

function folders() {
  const all = vscode.workspace.workspaceFolders ?? [];
  return all.filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
}

module.exports = { commandLine, hasRules, initializationOptions, inputs, isServed };
