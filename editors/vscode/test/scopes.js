// Runs the grammar as VS Code does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const fs = require('fs');
const path = require('path');
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');

const GRAMMAR = path.join(__dirname, '../syntaxes/pdll.tmLanguage.json');

/** The grammar. `cpp` is a file with one for C++, without which C++ has no scopes. */
async function loadGrammar(cpp) {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length));
  const files = { 'source.pdll': GRAMMAR, 'source.cpp': cpp };
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) =>
      files[name] ? parseRawGrammar(fs.readFileSync(files[name], 'utf8'), files[name]) : null,
  });
  return registry.loadGrammar('source.pdll');
}

/** The tokens of each line, and whether all that the text opens is closed. */
function tokenize(grammar, text) {
  let state = INITIAL;
  const lines = text.split('\n').map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      start: startIndex,
      end: endIndex,
      scopes: scopes.slice(1),
    }));
  });
  return { lines, isClosed: state.depth === 1 };
}

module.exports = { loadGrammar, tokenize };
