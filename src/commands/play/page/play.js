// The page of `pdll-opt play`. The documents and the options are what a link holds; everything
// else follows from them.

import {
  EditorState, EditorView, LSPClient, LSPPlugin, basicSetup, formatDocument, keymap, indentWithTab,
  languageServerExtensions, setDiagnostics,
} from "./codemirror.js";
import { languageOf, semanticTokens } from "./languages.js";

const $ = (id) => document.getElementById(id);

/** The name of this page for the server, which has a language server for each name. */
let tab;

/** Where the documents are for the language server. There are no files. */
const folder = "file:///playground/";

const isDark = matchMedia("(prefers-color-scheme: dark)");
const isPattern = (name) => !name.endsWith(".mlir");

let start;
/** The contents of the files that have names, which need no place in the address. */
let initial = "";
/** What is wrong with the address. */
let notice = "";
let views = [];
let options = "";
let result;
let run = 0;
let shownRun = 0;

// The language server.

let client;
let listeners = [];

function connect() {
  client?.disconnect();
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  tab = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  client = new LSPClient({
    rootUri: null,
    timeout: 20000,
    extensions: [...languageServerExtensions(), semanticTokens],
  });
  const own = client;
  const queue = [];
  let isSending = false;
  const send = async () => {
    // One after the other, so that edits stay in order.
    if (isSending) return;
    isSending = true;
    while (queue.length) {
      const answer = await post("say", queue.shift()).catch(() => null);
      if (!answer?.ok) break;
    }
    isSending = false;
  };
  listeners = [];
  client.connect({
    send: (message) => { queue.push(message); send(); },
    subscribe: (listener) => listeners.push(listener),
    unsubscribe: (listener) => { listeners = listeners.filter((other) => other !== listener); },
  });
  listen(own);
}

async function listen(own) {
  while (own === client) {
    let answer;
    try {
      answer = await fetch(`listen?tab=${tab}`);
    } catch {
      say("The playground has ended. Start it again, and open the address that it prints.", true);
      return;
    }
    if (!answer.ok) {
      // It had to end. A new one begins with the texts as they are.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      connect();
      show(contents());
      return;
    }
    for (const message of await answer.json()) {
      for (const listener of [...listeners]) listener(JSON.stringify({ jsonrpc: "2.0", ...message }));
    }
  }
}

// What the page shows.

function contents() {
  return {
    documents: views.map(({ name, view }) => ({ name, text: view.state.doc.toString() })),
    options,
  };
}

function show({ documents, options: text }) {
  for (const { view } of views) view.destroy();
  views = documents.map(({ name, text }) => {
    const parent = $(isPattern(name) ? "patterns" : "program").querySelector(".editors");
    const language = isPattern(name) ? client.plugin(folder + name, name.endsWith(".td") ? "tablegen" : "pdll") : [];
    const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions: [...common(name), language, changes] }) });
    view.contentDOM.setAttribute("aria-label", name);
    return { name, view };
  });
  options = text ?? "";
  $("options").value = options;
  tabs();
  changed(0);
}

const changes = EditorView.updateListener.of((update) => { if (update.docChanged) changed(); });

function common(name) {
  return [
    basicSetup,
    keymap.of([indentWithTab]),
    EditorView.theme({}, { dark: isDark.matches }),
    EditorState.tabSize.of(2),
    languageOf(name),
  ];
}

/** Several files with patterns stand behind each other. */
function tabs() {
  const all = views.filter(({ name }) => isPattern(name));
  const bar = $("patterns").querySelector(".tabs");
  bar.hidden = all.length < 2;
  const choose = (chosen) => {
    for (const { view } of all) view.dom.hidden = view !== chosen;
    for (const button of bar.children) button.setAttribute("aria-pressed", button.view === chosen);
  };
  bar.replaceChildren(...all.map(({ name, view }) => {
    const button = document.createElement("button");
    button.textContent = name;
    button.view = view;
    button.onclick = () => choose(view);
    return button;
  }));
  if (all.length) choose(all[0].view);
}

// Runs.

let timer;

function changed(delay = 150) {
  clearTimeout(timer);
  timer = setTimeout(() => { remember(); apply(); }, delay);
}

async function apply() {
  const number = ++run;
  const body = JSON.stringify(contents());
  say("running …");
  $("result").querySelector(".editors").classList.add("outdated");
  const began = performance.now();
  let answer;
  try {
    answer = await post(`run`, body, `&run=${number}`);
  } catch {
    return;
  }
  if (!answer.ok) {
    const text = await answer.text();
    if (number === run) report({ messages: [], problem: text });
    return;
  }
  const ended = await answer.json();
  if (number !== run || ended.superseded) return;
  report(ended, performance.now() - began);
  shownRun = number;
  showFrames(number);
}

function report({ result: text, messages, problem }, milliseconds) {
  const isDone = typeof text === "string";
  if (isDone) {
    $("result").querySelector(".editors").classList.remove("outdated");
    if (result.state.doc.toString() !== text) {
      result.dispatch({ changes: { from: 0, to: result.state.doc.length, insert: text } });
    }
  }
  $("messages").replaceChildren(...messages.map(message), ...(problem ? [message({ severity: "error", message: problem })] : []));
  for (const { name, view } of views) {
    if (!isPattern(name)) view.dispatch(setDiagnostics(view.state, messages.flatMap((one) => diagnostic(one, name, view.state.doc))));
  }
  say(notice || (isDone ? `done in ${Math.round(milliseconds)} ms` : "The patterns were not applied."), notice || !isDone);
  notice = "";
}

function message({ severity, message, place, notes = [], help }) {
  const item = document.createElement("li");
  item.className = severity;
  const kind = document.createElement("strong");
  kind.textContent = `${severity}: `;
  item.append(kind, message, " ");
  if (place) item.append(link(place));
  for (const note of notes) {
    const line = document.createElement("small");
    line.append(`note: ${note.message ?? note} `);
    if (note.place) line.append(link(note.place));
    item.append(line);
  }
  if (help) {
    const line = document.createElement("small");
    line.textContent = `help: ${help}`;
    item.append(line);
  }
  return item;
}

function link(place) {
  const button = document.createElement("button");
  button.textContent = `${place.file}:${place.line}:${place.column}`;
  button.onclick = () => {
    const found = views.find(({ name }) => name === place.file);
    if (!found) return;
    choose(isPattern(found.name) ? "patterns" : "program");
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

// Frames. A new page is loaded behind the old one, so that nothing flickers.

const frames = { explanation: {}, trace: {} };

/** Shows the pages about a run. What cannot be explained has no trace that is worth a look. */
async function showFrames(number) {
  for (const name of Object.keys(frames)) {
    const address = `${name}?tab=${tab}&run=${number}`;
    const answer = await fetch(address).catch(() => null);
    const text = await answer?.text();
    if (number !== shownRun || !answer) return;
    $(name).classList.toggle("outdated", !answer.ok);
    if (answer.ok) {
      frame(name, address, text);
    } else {
      Object.keys(frames).forEach((name) => $(name).classList.add("outdated"));
      if (answer.status !== 404) say(text, true);
      return;
    }
  }
}

function frame(name, address, text) {
  const state = frames[name];
  if (state.text === text) return;
  state.text = text;
  const section = $(name);
  const next = document.createElement("iframe");
  next.title = name;
  next.setAttribute("sandbox", "allow-scripts");
  next.className = "loading";
  next.onload = () => {
    section.querySelector("p")?.remove();
    for (const other of section.querySelectorAll("iframe")) if (other !== next) other.remove();
    next.className = "";
    next.contentWindow.postMessage({ scrolled: state.scrolled ?? 0 }, "*");
  };
  next.src = address;
  section.append(next);
}

addEventListener("message", (event) => {
  for (const name of Object.keys(frames)) {
    const own = [...$(name).querySelectorAll("iframe")].some((one) => one.contentWindow === event.source);
    if (own && Number.isFinite(event.data?.scrolled)) frames[name].scrolled = event.data.scrolled;
  }
});

// Links.

const VERSION = "1.";

async function remember() {
  const text = JSON.stringify(contents());
  const hash = text === initial ? "" : `#${VERSION}${await packed(text)}`;
  history.replaceState(null, "", hash || location.pathname);
}

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(hash) {
  if (!hash.startsWith(VERSION)) throw new Error("the link is from another version of the playground");
  const binary = atob(hash.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const { documents, options } = JSON.parse(await new Response(stream).text());
  const isDocument = (one) => typeof one?.name === "string" && typeof one?.text === "string";
  if (!Array.isArray(documents) || !documents.every(isDocument)) throw new Error("the link has no documents");
  return { documents, options: String(options ?? "") };
}

// Everything that can be clicked.

function say(text, isWrong = false) {
  $("status").textContent = text;
  $("status").classList.toggle("wrong", !!isWrong);
}

function choose(name) {
  document.querySelector("main").dataset.shown = name;
  for (const button of document.querySelectorAll("nav button")) button.setAttribute("aria-pressed", button.dataset.show === name);
}

function post(what, body, more = "") {
  return fetch(`${what}?tab=${tab}${more}`, { method: "POST", body });
}

async function save() {
  const named = new Set(start.named.map(({ name }) => name));
  for (const document of contents().documents.filter(({ name }) => named.has(name))) {
    const answer = await post("save", JSON.stringify(document));
    if (!answer.ok) return say(await answer.text(), true);
  }
  initial = JSON.stringify(contents());
  await remember();
  say("saved");
}

function listenToControls() {
  for (const button of document.querySelectorAll("nav button")) button.onclick = () => choose(button.dataset.show);
  $("options").oninput = () => { options = $("options").value; changed(400); };
  $("examples").append(...start.examples.map(({ title }, index) => new Option(title, index)));
  $("examples").onchange = ({ target }) => { if (target.value) show(start.examples[target.value]); };
  $("format").onclick = () => {
    for (const { name, view } of views) if (name.endsWith(".pdll") && !view.dom.hidden) formatDocument(view);
  };
  $("link").onclick = async () => {
    await navigator.clipboard.writeText(`${location.origin}/#${VERSION}${await packed(JSON.stringify(contents()))}`);
    say("copied; open it with pdll-opt play --link");
  };
  $("save").hidden = !start.named.length;
  $("save").onclick = save;
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (start.named.length) save();
    }
  });
}

async function begin() {
  start = await (await fetch("start")).json();
  result = new EditorView({
    parent: $("result").querySelector(".editors"),
    state: EditorState.create({ extensions: [...common("result.mlir"), EditorState.readOnly.of(true)] }),
  });
  result.contentDOM.setAttribute("aria-label", "result");
  listenToControls();
  choose("patterns");
  const named = { documents: withProgram(start.named), options: "" };
  if (start.named.length) initial = JSON.stringify(named);
  connect();
  const hash = location.hash.slice(1);
  try {
    if (hash) return show(await unpacked(hash));
  } catch (error) {
    notice = `The link cannot be read: ${error.message}.`;
  }
  show(start.named.length ? named : start.examples[0]);
  if (!start.named.length) $("examples").value = "0";
}

/** Patterns need a program, and a program patterns. */
function withProgram(named) {
  const all = [...named];
  if (!all.some(({ name }) => isPattern(name))) all.unshift({ name: "patterns.pdll", text: "" });
  if (all.every(({ name }) => isPattern(name))) all.push({ name: "program.mlir", text: "" });
  return all;
}

begin();
