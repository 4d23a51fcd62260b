// The scopes of every form of the language: test/grammar has a file for each subject
// and its scopes. UPDATE_EXPECT=1 writes the scopes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const assert = require('node:assert');
const fs = require('fs');
const path = require('path');
const { test } = require('node:test');
const { loadGrammar, tokenize } = require('./scopes');

const FOLDER = path.join(__dirname, 'grammar');

const grammar = loadGrammar();

for (const name of fs.readdirSync(FOLDER).filter((name) => name.endsWith('.pdll'))) {
  test(name, async () => {
    const file = path.join(FOLDER, name);
    const found = describe(await grammar, fs.readFileSync(file, 'utf8'));
    const expected = file.replace(/pdll$/, 'scopes');
    if (process.env.UPDATE_EXPECT) fs.writeFileSync(expected, found);
    assert.strictEqual(found, fs.readFileSync(expected, 'utf8'));
  });
}

function describe(grammar, text) {
  const shown = ({ text, scopes }) =>
    `  ${JSON.stringify(text).padEnd(24)} ${scopes.map(short).join(' ') || '-'}`;
  const { lines, isClosed } = tokenize(grammar, text.trimEnd());
  const tables = text
    .trimEnd()
    .split('\n')
    .map((line, row) => [line, ...lines[row].filter(({ text }) => text.trim()).map(shown)].join('\n'));
  return `${tables.join('\n')}\n${isClosed ? '' : 'not closed\n'}`;
}

function short(scope) {
  return scope.replace(/\.pdll$/, '');
}
