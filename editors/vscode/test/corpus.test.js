// The grammar agrees with the parser about every pattern file of the lit tests and
// of the standard library: what the syntax tree calls a name of something has the
// scope of that, and all that a file opens is closed at its end.
//
// PDLL_OPT is the compiler. CPP_GRAMMAR is a TextMate grammar for C++, if any.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const assert = require('node:assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { test } = require('node:test');
const { loadGrammar, tokenize } = require('./scopes');

const ROOT = path.join(__dirname, '../../..');
const PDLL_OPT = process.env.PDLL_OPT ?? path.join(ROOT, 'target/release/pdll-opt');

// The scopes of `name` in a node of this kind.
const NAMES = {
  Pattern: ['entity.name.class.pattern'],
  Metadata: ['support.function.metadata'],
  ConstraintDecl: ['entity.name.function.constraint'],
  RewriteDecl: ['entity.name.function.rewrite'],
  PredicateDecl: ['entity.name.function.predicate'],
  TypeRule: ['entity.name.class.type-rule'],
  Parameter: ['variable.other.declaration'],
  Result: ['variable.other.declaration'],
  Variable: ['variable.other.declaration'],
  Let: ['variable.other.declaration'],
  Member: ['variable.other.member', 'constant.numeric'],
  NamedConstraint: ['entity.name.type.constraint'],
  NamedAttribute: ['entity.other.attribute-name', 'string.quoted'],
  TupleElement: ['entity.other.attribute-name'],
  Region: ['entity.other.attribute-name'],
};

// The scopes of a node of this kind.
const NODES = {
  Name: ['variable.other.pdll', 'entity.name.function.call', 'entity.name.type.predicate'],
  String: ['string.quoted', 'meta.embedded.block.cpp'],
  OperationName: ['entity.name.namespace.dialect'],
};

const METADATA = ['benefit', 'recursion', 'labels'];

// What regular expressions cannot know: `name: text of the line`.
const GAPS = new Set([
  // The dictionary starts on the line above.
  'NamedAttribute name: onStack',
  'NamedAttribute name: unit,',
  'NamedAttribute name: [{with blank}] = attr<[{unit}]>',
  // A line break before `<`.
  'OperationName: t.b',
  // Results of a function look like a tuple.
  'NamedConstraint name: Constraint Native(p: P, o: Op) -> (Q, type: R);',
  'NamedConstraint name: Constraint Outer(p: P, i: Constraint(v: Value) { Q(v); }) -> (a: Q, R) {',
]);

// C++ that opens more than it closes: its grammar does not return to ours.
const UNBALANCED = ['Natives/code-errors.test', 'Natives/code-with-unbalanced-braces.test'];

test('names have the scopes of what they name', async (context) => {
  if (!fs.existsSync(PDLL_OPT)) return context.skip(`there is no ${PDLL_OPT}`);
  const grammar = await loadGrammar(process.env.CPP_GRAMMAR);
  const wrong = [];
  const used = new Set();
  let trees = 0;
  let nodes = 0;
  for (const { place, folder, text } of parts()) {
    if (UNBALANCED.some((file) => place.includes(file))) continue;
    const tree = parse(folder, text);
    if (!tree) continue;
    trees += 1;
    const { lines, isClosed } = tokenize(grammar, text);
    if (!isClosed) wrong.push(`${place}: something is open at the end`);
    for (const { range, scopes, what } of expectations(tree)) {
      nodes += 1;
      const line = text.split('\n')[range.line - 1];
      const start = Buffer.from(line).subarray(0, range.column - 1).toString().length;
      const token = lines[range.line - 1].find(({ end }) => end > start);
      if (scopes.some((scope) => token?.scopes.some((found) => found.startsWith(scope)))) continue;
      const gap = `${what}: ${line.trim()}`;
      if (GAPS.has(gap)) used.add(gap);
      else wrong.push(`${place}:${range.line}:${range.column}: ${gap}: ${token?.scopes.join(' ')}`);
    }
  }
  context.diagnostic(`${nodes} nodes of ${trees} files`);
  assert.deepStrictEqual(wrong, []);
  assert.deepStrictEqual([...GAPS].filter((gap) => !used.has(gap)), [], 'gaps that are none');
  assert.ok(trees > 300 && nodes > 10000, `only ${nodes} nodes of ${trees} files`);
});

/** Pattern files, and the parts of files that contain several. */
function* parts() {
  const folders = ['lit-tests', 'examples', 'src/front/std', 'cmake/example'];
  for (const file of folders.flatMap((folder) => files(path.join(ROOT, folder)))) {
    const folder = path.dirname(file);
    const place = path.relative(ROOT, file);
    const text = fs.readFileSync(file, 'utf8');
    if (file.endsWith('.pdll')) {
      const split = text.split(/^\/\/ -----.*$/m);
      yield* split.map((text, index) => ({ place: `${place}#${index}`, folder, text }));
      continue;
    }
    const sections = text.split(/^(?:\/\/|#)--- /m).slice(1);
    for (const section of sections) {
      const end = section.indexOf('\n');
      const name = section.slice(0, end).trim();
      if (!name.endsWith('.pdll')) continue;
      yield { place: `${place}#${name}`, folder, text: section.slice(end + 1) };
    }
  }
}

function files(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => /\.(pdll|test)$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

/** The syntax tree of a text; nothing if it has syntax errors. */
function parse(folder, text) {
  const command = ['compile', '-x', 'ast', '--format=json', '-I', '.', '-I', 'Inputs', '-'];
  const { stdout } = spawnSync(PDLL_OPT, command, { cwd: folder, input: text, maxBuffer: 1 << 28 });
  return stdout.length > 0 ? JSON.parse(stdout).files[0].module : undefined;
}

/** The nodes of the file itself whose scopes are known. */
function* expectations(node) {
  if (Array.isArray(node)) {
    for (const child of node) yield* expectations(child);
  } else if (node && typeof node === 'object') {
    const { kind, range } = node;
    const name = node.name ?? node.member;
    if (NODES[kind]) yield { range, scopes: NODES[kind], what: kind };
    const isKnown = kind !== 'Metadata' || METADATA.includes(name.text);
    if (NAMES[kind] && name?.range && isKnown) yield { range: name.range, scopes: NAMES[kind], what: `${kind} name` };
    for (const [key, child] of Object.entries(node)) if (key !== 'range') yield* expectations(child);
  }
}
