// The connection to `pdll-opt play`, and the language server behind it.

import { LSPClient, languageServerExtensions } from "./codemirror.js";
import { semanticTokens } from "./languages.js";

/** How often in a row a connection may fail before the playground has ended. */
const TRIES = 3;

/**
 * Connects the page, again and again if the connection is lost.
 *
 * `handlers` has functions: `connected(client, tab)`, `ran(number, answer)`, `saved(answer)`,
 * `reveal(uri)`, which returns an editor or null, `failed(reason)` and `ended(reason)`.
 * Returns a function that says something to the server.
 */
export function connect(handlers) {
  let socket;
  let failures = 0;
  let refusal;

  const say = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const open = () => {
    const own = new WebSocket(new URL("live", location.href.split("#")[0]).href.replace(/^http/, "ws"));
    socket = own;
    let listeners = [];
    let client;
    const transport = {
      send: (message) => { if (own === socket) say({ say: JSON.parse(message) }); },
      subscribe: (listener) => listeners.push(listener),
      unsubscribe: (listener) => { listeners = listeners.filter((other) => other !== listener); },
    };
    own.onmessage = ({ data }) => {
      const { tab, heard, ran, saved, failed } = JSON.parse(data);
      if (tab) {
        failures = 0;
        client = newClient(handlers).connect(transport);
        handlers.connected(client, tab);
      } else if (heard) {
        for (const listener of [...listeners]) listener(JSON.stringify({ jsonrpc: "2.0", ...heard }));
      } else if (ran) {
        handlers.ran(ran.number, ran.answer);
      } else if (saved) {
        handlers.saved(saved);
      } else if (failed) {
        if (!client) refusal = failed;
        handlers.failed(failed);
      }
    };
    own.onclose = () => {
      client?.disconnect();
      failures += 1;
      if (refusal || failures >= TRIES) handlers.ended(refusal ?? "The playground has ended. Start it again, and open the address that it prints.");
      else setTimeout(open, 300);
    };
  };

  open();
  return say;
}

function newClient(handlers) {
  const client = new LSPClient({
    timeout: 20000,
    sanitizeHTML: harmless,
    extensions: [...languageServerExtensions(), semanticTokens],
  });
  client.workspace.displayFile = async (uri) => handlers.reveal(uri);
  return client;
}

const HARMLESS = new Set(
  ("B BLOCKQUOTE BR CODE DEL DIV EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE S SPAN STRONG " +
   "TABLE TBODY TD TH THEAD TR UL").split(" "),
);

/**
 * HTML without anything that does more than to show text. Comments of patterns may have any
 * HTML in them, and patterns may come from anywhere.
 */
function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...body.querySelectorAll("*")]) {
    if (element.tagName === "A") element.replaceWith(...element.childNodes);
    else if (!HARMLESS.has(element.tagName)) element.remove();
    for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return body.innerHTML;
}
