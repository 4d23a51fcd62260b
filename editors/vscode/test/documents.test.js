// Which documents the server gets.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const assert = require('node:assert');
const Module = require('module');
const { test } = require('node:test');

let hasRules;

// What the server needs of the editor.
const EDITOR = {
  vscode: {
    window: { createOutputChannel: () => ({}) },
    workspace: {
      getConfiguration: () => ({
        get: (name) => ({ 'rules.enable': hasRules, 'inlayHints.enable': true })[name] ?? [],
      }),
    },
  },
  'vscode-languageclient/node': { LanguageClient: class {} },
};

const load = Module._load;
Module._load = (name, ...rest) => EDITOR[name] ?? load(name, ...rest);
const { Server } = require('../src/server');

test('`.td` files are only for those who ask for them', () => {
  const isRules = ({ pattern, language }) => pattern === '**/*.td' || language === 'tablegen';
  const selected = (value) => {
    hasRules = value;
    return new Server().options().documentSelector;
  };
  assert.deepStrictEqual(selected(false).filter(isRules), []);
  assert.strictEqual(selected(true).filter(isRules).length, 1);
  assert.strictEqual(selected(true).length, selected(false).length + 1);
});
