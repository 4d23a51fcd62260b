// The page of `pdll-opt play`. The documents and the options are what a link holds; everything
// else follows from them.

import {
  Compartment, EditorState, EditorView, basicSetup, formatDocument, keymap, indentWithTab, setDiagnostics,
} from "./codemirror.js";
import { connect } from "./connection.js";
import { showFrames } from "./frames.js";
import { languageOf } from "./languages.js";

const $ = (id) => document.getElementById(id);

/** Where the documents are for the language server. There are no files. */
const FOLDER = "file:///playground/";

const isDark = matchMedia("(prefers-color-scheme: dark)");
const isPattern = (name) => !name.endsWith(".mlir");

/** What the server has: the files of the command line, options and examples. */
let start;

/**
 * The documents: `name`, `view`, the compartment `language` of the connection to the language
 * server, whether lines end as on Windows in `hasReturns`, and in `state` the state of the file
 * on disk, if the document is a file of the command line.
 */
let documents = [];

let result;
let client = null;
let tab;
let run = 0;
let isEnded = false;

const theme = new Compartment();
const themed = () => theme.of(EditorView.theme({}, { dark: isDark.matches }));

const say = connect({
  connected(newClient, name) {
    client = newClient;
    tab = name;
    for (const { name, view, language } of documents) view.dispatch({ effects: language.reconfigure(connection(name)) });
    if (documents.length) changed(0);
  },
  ran: report,
  saved,
  reveal(uri) {
    const found = documents.find(({ name }) => FOLDER + name === uri);
    if (!found) return status(`It is in ${decodeURIComponent(uri.replace(/^file:\/\//, ""))}.`), null;
    reveal(found);
    return found.view;
  },
  failed: (reason) => status(reason, true),
  ended(reason) {
    status(reason, true);
    isEnded = true;
  },
});

// Documents.

function texts() {
  return documents.map(({ name, view, hasReturns }) => {
    const text = view.state.doc.toString();
    return { name, text: hasReturns ? text.replaceAll("\n", "\r\n") : text };
  });
}

function contents() {
  return { documents: texts(), options: $("options").value };
}

/** Shows documents, of which some have a `state`. */
function show({ documents: shown, options }) {
  for (const { view } of documents) view.destroy();
  documents = shown.map(({ name, text, state }) => {
    const language = new Compartment();
    const parent = $(isPattern(name) ? "patterns" : "program").querySelector(".editors");
    const extensions = [common(name), language.of(connection(name)), changes];
    const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
    view.contentDOM.setAttribute("aria-label", name);
    return { name, view, language, state, hasReturns: /\r\n/.test(text) && !/[^\r]\n/.test(text) };
  });
  $("options").value = options ?? "";
  $("save").disabled = !documents.some(({ state }) => state);
  showNames();
  changed(0);
}

function connection(name) {
  if (!client || !isPattern(name)) return [];
  return client.plugin(FOLDER + name, name.endsWith(".td") ? "tablegen" : "pdll");
}

const changes = EditorView.updateListener.of((update) => { if (update.docChanged) changed(); });

function common(name) {
  return [basicSetup, keymap.of([indentWithTab]), themed(), EditorState.tabSize.of(2), languageOf(name)];
}

/** Several files with patterns stand behind each other. */
function showNames() {
  for (const section of ["patterns", "program"]) {
    const own = documents.filter(({ name }) => isPattern(name) === (section === "patterns"));
    $(section).querySelector(".names").replaceChildren(...own.map((one) => {
      const button = document.createElement("button");
      button.textContent = one.name;
      button.onclick = () => { reveal(one); one.view.focus(); };
      one.button = button;
      return button;
    }));
    if (own.length) reveal(own[0], false);
  }
}

/** Puts a document in front of the others of its kind. */
function reveal(document, isChosen = true) {
  if (isChosen) choose(isPattern(document.name) ? "patterns" : "program");
  for (const one of documents.filter(({ name }) => isPattern(name) === isPattern(document.name))) {
    one.view.dom.hidden = one !== document;
    one.button.setAttribute("aria-pressed", one === document);
  }
  $("format").disabled = !documents.some(({ name, view }) => name.endsWith(".pdll") && !view.dom.hidden);
}

// Runs.

let timer;

function changed(delay = 150) {
  clearTimeout(timer);
  timer = setTimeout(() => { remember(); apply(); }, delay);
}

let began = 0;

function apply() {
  if (isEnded || !client) return;
  run += 1;
  began = performance.now();
  status("running …");
  $("result").querySelector(".editors").classList.add("outdated");
  say({ run: { number: run, ...contents() } });
}

async function report(number, { superseded, result: text, messages, problem }) {
  if (number !== run || superseded) return;
  const isDone = typeof text === "string";
  if (isDone) {
    $("result").querySelector(".editors").classList.remove("outdated");
    const old = result.state.doc;
    if (old.toString() !== text) result.dispatch({ changes: { from: 0, to: old.length, insert: text } });
  }
  const other = problem ? [message({ severity: "error", message: problem })] : [];
  $("messages").replaceChildren(...messages.map(message), ...other);
  for (const { name, view } of documents) {
    if (!isPattern(name)) view.dispatch(setDiagnostics(view.state, messages.flatMap((one) => diagnostic(one, name, view.state.doc))));
  }
  const time = Math.round(performance.now() - began);
  status(notice || (isDone ? `done in ${time} ms` : "The patterns were not applied."), notice || !isDone);
  notice = "";
  const trouble = await showFrames(tab, number, isDone);
  if (trouble && number === run) status(trouble, true);
}

function message({ severity, message, place, notes = [], help }) {
  const item = document.createElement("li");
  item.className = severity;
  const kind = document.createElement("strong");
  kind.textContent = `${severity}: `;
  item.append(kind, message, " ");
  if (place) item.append(link(place));
  const more = [...notes.map((note) => [`note: ${note.message}`, note.place]), ...(help ? [[`help: ${help}`]] : [])];
  for (const [text, place] of more) {
    const line = document.createElement("small");
    line.append(`${text} `);
    if (place) line.append(link(place));
    item.append(line);
  }
  return item;
}

function link(place) {
  const text = `${place.file}:${place.line}:${place.column}`;
  const found = documents.find(({ name }) => name === place.file);
  if (!found) return text;
  const button = document.createElement("button");
  button.textContent = text;
  button.onclick = () => {
    reveal(found);
    const at = offset(found.view.state.doc, place.line, place.column);
    found.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    found.view.focus();
  };
  return button;
}

function diagnostic({ severity, message, place }, name, text) {
  if (place?.file !== name) return [];
  const from = offset(text, place.line, place.column);
  const to = Math.max(from, offset(text, place.endLine ?? place.line, place.endColumn ?? place.column));
  return [{ from, to, severity: severity === "remark" ? "info" : severity, message }];
}

/** The place of a line and a column, which counts the bytes of UTF-8 from 1. */
function offset(text, line, column) {
  if (line < 1 || line > text.lines) return line < 1 ? 0 : text.length;
  const { from, text: letters } = text.line(line);
  let bytes = 1, at = 0;
  for (const letter of letters) {
    if (bytes >= column) break;
    bytes += new TextEncoder().encode(letter).length;
    at += letter.length;
  }
  return from + at;
}

// Links.

const VERSION = "1.";

/** What is wrong with the address. */
let notice = "";

/** The files of the command line as they are on disk, which need no place in the address. */
let onDisk = "";

let remembered = 0;

/**
 * Puts the contents into the address, so that nothing is lost when the page is loaded again. The
 * browser keeps the states of files beside it.
 */
async function remember() {
  const number = ++remembered;
  const all = contents();
  const states = documents.map(({ state }) => state ?? null);
  const text = JSON.stringify(all);
  const hash = text === onDisk && !states.includes(null) ? "" : `#${VERSION}${await packed(text)}`;
  if (number !== remembered) return;
  history.replaceState({ states }, "", hash || location.pathname);
}

/** Shows what the address holds, or else what the server has. */
async function showAddress() {
  const hash = location.hash;
  if (hash) {
    try {
      const linked = await unpacked(hash.slice(1));
      // In somebody else's link, no document is a file of ours, whatever it is called.
      const states = history.state?.states ?? [];
      linked.documents.forEach((one, index) => { one.state = states[index]; });
      $("examples").value = "";
      return show(linked);
    } catch (error) {
      notice = `The link cannot be read: ${error.message}.`;
    }
  }
  $("examples").value = start.named.length ? "" : "0";
  show(start.named.length ? { documents: withProgram(start.named), options: start.options } : start.examples[0]);
}

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(hash) {
  if (!hash.startsWith(VERSION)) throw new Error("it is from another version of the playground");
  const binary = atob(hash.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const { documents, options } = JSON.parse(await new Response(stream).text());
  const isDocument = (one) => /^\w[\w.-]*$/.test(one?.name) && typeof one.text === "string";
  if (!Array.isArray(documents) || !documents.every(isDocument)) throw new Error("it has no documents");
  const names = documents.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error("it has two documents of one name");
  return { documents: withProgram(documents), options: String(options ?? "") };
}

/** Patterns need a program, and a program patterns. */
function withProgram(given) {
  const all = [...given];
  if (!all.some(({ name }) => isPattern(name))) all.unshift({ name: "patterns.pdll", text: "" });
  if (all.every(({ name }) => isPattern(name))) all.push({ name: "program.mlir", text: "" });
  return all;
}

async function copyLink() {
  const address = `${location.origin}/#${VERSION}${await packed(JSON.stringify(contents()))}`;
  // A command line cannot have longer words.
  const isLong = address.length > 100_000;
  try {
    await navigator.clipboard.writeText(address);
    status(isLong ? "copied, but too long for pdll-opt play --link" : "copied; open it with pdll-opt play --link");
  } catch {
    prompt("The link, to be opened with pdll-opt play --link:", address);
  }
}

// Files.

/** What is being written. */
let saving = [];

function save() {
  const all = texts();
  saving = documents.flatMap((one, index) => (one.state ? [{ one, text: all[index] }] : []));
  if (!saving.length) return status("Only the files that the playground was started with can be saved.", true);
  say({ save: saving.map(({ one, text }) => ({ ...text, state: one.state })) });
}

function saved({ Ok: states, Err: problem }) {
  if (problem) return status(problem, true);
  saving.forEach(({ one }, index) => { one.state = states[index]; });
  onDisk = JSON.stringify({ documents: saving.map(({ text }) => text), options: $("options").value });
  remember();
  status("saved");
}

// Everything that can be clicked.

function status(text, isWrong = false) {
  if (isEnded) return;
  $("status").textContent = text;
  $("status").classList.toggle("wrong", !!isWrong);
}

function choose(name) {
  document.querySelector("main").dataset.shown = name;
  for (const button of document.querySelectorAll("nav button")) button.setAttribute("aria-pressed", button.dataset.show === name);
}

function listenToControls() {
  for (const button of document.querySelectorAll("nav button")) button.onclick = () => choose(button.dataset.show);
  $("options").oninput = () => changed(400);
  $("examples").append(...start.examples.map(({ title }, index) => new Option(title, index)));
  $("examples").onchange = async ({ target }) => {
    // The browser's way back leads to what was there before.
    await remember();
    history.pushState(null, "", location.href);
    const number = target.value;
    if (number) show(start.examples[number]);
    else if (start.named.length) show({ documents: withProgram(start.named), options: start.options });
  };
  if (start.named.length) $("examples").options[0].text = "your files";
  $("format").onclick = () => {
    for (const { name, view } of documents) if (name.endsWith(".pdll") && !view.dom.hidden) formatDocument(view);
  };
  $("link").onclick = copyLink;
  $("save").hidden = !start.named.length;
  $("save").onclick = save;
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      save();
    }
  });
  addEventListener("popstate", showAddress);
  isDark.addEventListener("change", () => {
    for (const view of [result, ...documents.map(({ view }) => view)]) {
      view.dispatch({ effects: theme.reconfigure(EditorView.theme({}, { dark: isDark.matches })) });
    }
  });
}

async function begin() {
  const answer = await fetch("start");
  if (!answer.ok) return status(await answer.text(), true);
  start = await answer.json();
  result = new EditorView({
    parent: $("result").querySelector(".editors"),
    state: EditorState.create({ extensions: [common("result.mlir"), EditorState.readOnly.of(true)] }),
  });
  result.contentDOM.setAttribute("aria-label", "result");
  onDisk = JSON.stringify({ documents: start.named.map(({ name, text }) => ({ name, text })), options: start.options });
  listenToControls();
  choose("patterns");
  await showAddress();
}

begin().catch((error) => status(error.message, true));
