// How texts look in the editors: the language server says it of patterns, and the tokens below
// of programs.

import {
  Decoration, StreamLanguage, ViewPlugin, LSPPlugin, RangeSetBuilder, StateEffect, StateField, EditorView,
  syntaxHighlighting, classHighlighter,
} from "./codemirror.js";

// Comments and texts only, so that brackets in them do not count.
const patterns = StreamLanguage.define({
  name: "pdll",
  startState: () => ({ inComment: false, inCode: false }),
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
  token(stream, state) {
    for (const [key, open, close, style] of [["inComment", "/*", "*/", "comment"], ["inCode", "[{", "}]", null]]) {
      if (!state[key] && stream.match(open)) state[key] = true;
      if (!state[key]) continue;
      while (!stream.eol() && state[key]) stream.match(close) ? (state[key] = false) : stream.next();
      return style;
    }
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    stream.next();
    return null;
  },
});

/** A language whose tokens are these, each with its style; the first one that fits counts. */
function ofTokens(name, tokens) {
  const all = [[/^\/\/.*/, "comment"], [/^"(?:[^"\\]|\\.)*"?/, "string"], ...tokens, [/^[\w$]+/, null]];
  return StreamLanguage.define({
    name,
    languageData: { commentTokens: { line: "//" } },
    token(stream) {
      for (const [pattern, style] of all) if (stream.match(pattern)) return style;
      stream.next();
      return null;
    },
  });
}

const rules = ofTokens("tablegen", [
  [/^(?:def|defm|class|multiclass|let|foreach|include|in|if|then|else)\b/, "keyword"],
]);

const program = ofTokens("mlir", [
  [/^%[\w$.#-]+/, null],
  [/^@[\w$.-]+/, "propertyName"],
  [/^\^\w+/, "controlKeyword"],
  [/^[!#][\w$.]+/, "typeName"],
  [/^(?:[su]?i\d+|f\d\w*|bf16|tf32|index|none|tensor|vector|memref|tuple|complex)\b/, "typeName"],
  [/^-?(?:0x[\da-fA-F]+|\d+(?:\.\d*(?:e[+-]?\d+)?)?)/, "number"],
  [/^[a-z_]\w*(?:\.\w+)+/, "keyword"],
  [/^(?:true|false|unit|dense|loc|module|func)\b/, "keyword"],
]);

const languages = { pdll: patterns, td: rules, mlir: program };

/** What an editor needs to show a file of that name. */
export function languageOf(name) {
  return [languages[name.split(".").pop()] ?? [], syntaxHighlighting(classHighlighter)];
}

const setTokens = StateEffect.define();

const tokens = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTokens)) return effect.value;
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Asks the server for the meaning of words after each change of the text, when it is quiet. */
const asking = ViewPlugin.fromClass(class {
  constructor(view) {
    this.view = view;
    this.schedule(0);
  }
  update(update) {
    if (update.docChanged) this.schedule(100);
  }
  schedule(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), delay);
  }
  async ask() {
    const plugin = LSPPlugin.get(this.view);
    if (!plugin || this.isGone) return;
    try {
      await plugin.client.initializing;
      plugin.client.sync();
      const asked = this.view.state.doc;
      const answer = await plugin.client.request("textDocument/semanticTokens/full", { textDocument: { uri: plugin.uri } });
      if (this.isGone || !answer) return;
      // The text may have changed in the meantime; the next answer is about that.
      if (this.view.state.doc !== asked) return;
      const names = plugin.client.serverCapabilities.semanticTokensProvider.legend.tokenTypes;
      this.view.dispatch({ effects: setTokens.of(decorations(answer.data, names, asked)) });
    } catch {
      // The server may end before it answers; a new one is asked again.
    }
  }
  destroy() {
    this.isGone = true;
    clearTimeout(this.timer);
  }
});

/** Makes decorations of five numbers for each token, as the protocol has them. */
function decorations(data, names, text) {
  const builder = new RangeSetBuilder();
  let line = 0, column = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    column = data[at] ? data[at + 1] : column + data[at + 1];
    line += data[at];
    if (line >= text.lines) break;
    const from = text.line(line + 1).from + column;
    const to = Math.min(from + data[at + 2], text.length);
    if (from < to) builder.add(from, to, Decoration.mark({ class: `tok-${names[data[at + 3]]}` }));
  }
  return builder.finish();
}

/** Colors words as the language server says. */
export const semanticTokens = {
  clientCapabilities: { textDocument: { semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] } } },
  editorExtension: [tokens, asking],
};
