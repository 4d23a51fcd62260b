// The language server as a client sees it: started, stopped, and asked.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const settings = require('./settings');

const PATTERNS = [
  { scheme: 'file', language: 'pdll' },
  { scheme: 'untitled', language: 'pdll' },
];

// Other extensions have servers for these files.
const RULES = { scheme: 'file', pattern: '**/*.td' };

class Server {
  constructor() {
    this.log = vscode.window.createOutputChannel('PDLL', { log: true });
    this.client = undefined;
    // Each start waits for what was asked for before it.
    this.last = Promise.resolve();
  }

  start() {
    return this.inTurn(() => this.startNow());
  }

  stop() {
    return this.inTurn(() => this.stopNow());
  }

  restart() {
    return this.inTurn(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  /** Sends a request, and shows its error. Returns nothing if there was one. */
  async ask(method, parameters) {
    await this.last;
    if (!this.client?.isRunning()) {
      vscode.window.showErrorMessage('The language server of PDLL does not run.');
      return undefined;
    }
    try {
      return await this.client.sendRequest(method, parameters);
    } catch (error) {
      vscode.window.showErrorMessage(`PDLL: ${error.message}`);
      return undefined;
    }
  }

  dispose() {
    this.stop().finally(() => this.log.dispose());
  }

  inTurn(step) {
    this.last = this.last.then(step, step);
    return this.last;
  }

  async startNow() {
    try {
      this.client = new LanguageClient('pdll', 'PDLL', settings.commandLine(), this.options());
      await this.client.start();
    } catch (error) {
      this.log.error(error.message);
      reportThatItDoesNotStart(error);
    }
  }

  async stopNow() {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) await client.stop();
    await client?.dispose();
  }

  options() {
    return {
      documentSelector: settings.hasRules() ? [...PATTERNS, RULES] : PATTERNS,
      outputChannel: this.log,
      initializationOptions: settings.initializationOptions(),
    };
  }
}

async function reportThatItDoesNotStart(error) {
  const open = 'Open Settings';
  const message = `The language server of PDLL does not start. ${error.message}`;
  if ((await vscode.window.showErrorMessage(message, open)) === open) {
    vscode.commands.executeCommand('workbench.action.openSettings', 'pdll.server');
  }
}

module.exports = { Server };
