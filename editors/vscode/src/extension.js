// The extension: starts the language server, and adds the commands for which the
// protocol has no words.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const vscode = require('vscode');
const { Server } = require('./server');
const { Output } = require('./output');
const { explain, run, showVerdict } = require('./explain');

let server;

async function activate(context) {
  server = new Server();
  const output = new Output(server);
  const register = (name, run) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  register('pdll.restartServer', () => server.restart());
  register('pdll.showLog', () => server.log.show());
  register('pdll.viewOutput', (kind) => output.view(kind));
  // The code lenses of the server have all three. An entry of a menu has the first.
  register('pdll.explain', (uri, pattern, input) => explain(server, { uri, pattern, input }));
  register('pdll.run', (uri, pattern, input) => run(server, { uri, pattern, input }));
  // Only a code lens of the server has what it shows.
  register('pdll.showVerdict', (pattern, text) => showVerdict(pattern, text));
  context.subscriptions.push(
    server,
    output,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('pdll')) server.restart();
    }),
  );
  await server.start();
  // For other extensions.
  return { client: () => server.client };
}

async function deactivate() {
  await server?.stop();
}

module.exports = { activate, deactivate };
