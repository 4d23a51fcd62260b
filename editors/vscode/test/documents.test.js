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
const { isServed } = require('../src/settings');
const { contributes } = require('../package.json');

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

test('commands are for the documents that the server gets', () => {
  const documents = [
    { languageId: 'pdll', fileName: '/a.pdll' },
    { languageId: 'plaintext', fileName: '/a.td' },
    { languageId: 'tablegen', fileName: '/a.td' },
    { languageId: 'plaintext', fileName: '/a.txt' },
  ];
  const served = (value) => {
    hasRules = value;
    return documents.map(isServed);
  };
  assert.deepStrictEqual(served(false), [true, false, false, false]);
  assert.deepStrictEqual(served(true), [true, true, true, false]);

  const entries = Object.values(contributes.menus).flat();
  assert.strictEqual(entries.length, 6);
  for (const { command, when } of entries) {
    const shown = (document) => holds(when, document);
    for (const value of [false, true]) {
      assert.deepStrictEqual(served(value), documents.map(shown), `${command}: ${when}`);
    }
  }
});

/** Whether a condition of a menu holds. */
function holds(when, { languageId, fileName }) {
  const known = {
    'editorLangId == pdll': languageId === 'pdll',
    'resourceExtname == .td': fileName.endsWith('.td'),
    'config.pdll.rules.enable': hasRules,
    'resourceScheme != pdll-output': true,
  };
  return when.split(' || ').some((part) =>
    part.split(' && ').every((one) => {
      assert.ok(one in known, one);
      return known[one];
    }),
  );
}
