// The pages about a run. A new one is loaded behind the old one, so that nothing flickers, and
// it takes the old one's place when it is ready.

const states = { explanation: {}, trace: {} };

let newest = 0;

/**
 * Shows the pages about a run. What cannot be explained has errors, and then a trace of nothing
 * is not worth a look. Returns what went wrong, if anything did.
 */
export async function showFrames(tab, number, isDone) {
  newest = number;
  const problem = await showFrame("explanation", tab, number);
  const isExplained = problem === null;
  if (number !== newest) return "";
  if (isDone || isExplained) await showFrame("trace", tab, number);
  else outdated("trace");
  return problem ?? "";
}

/** Returns null if the page is shown, or why it is not, which may be clear to everybody. */
async function showFrame(name, tab, number) {
  const address = `frame/${tab}/${name}/${number}`;
  const answer = await fetch(address).catch(() => null);
  const text = await answer?.text();
  if (number !== newest || !answer) return "";
  if (!answer.ok) {
    outdated(name);
    return answer.status === 404 ? "" : text;
  }
  const state = states[name];
  const section = document.getElementById(name);
  if (state.text === text) {
    section.classList.remove("outdated");
    return null;
  }
  section.querySelectorAll("iframe.loading").forEach((other) => other.remove());
  const next = document.createElement("iframe");
  next.title = name;
  next.setAttribute("sandbox", "allow-scripts");
  next.className = "loading";
  next.isReady = () => {
    state.text = text;
    section.querySelector("p")?.remove();
    section.classList.remove("outdated");
    for (const other of section.querySelectorAll("iframe:not(.loading)")) other.remove();
    next.className = "";
    next.contentWindow.postMessage({ scrolled: state.scrolled ?? 0 }, "*");
  };
  next.src = address;
  section.append(next);
  return null;
}

function outdated(name) {
  document.getElementById(name).classList.add("outdated");
}

addEventListener("message", ({ source, data }) => {
  for (const [name, state] of Object.entries(states)) {
    const frames = [...document.getElementById(name).querySelectorAll("iframe")];
    const frame = frames.find((one) => one.contentWindow === source);
    if (!frame) continue;
    if (data?.isReady && frame.className) frame.isReady();
    if (Number.isFinite(data?.scrolled) && !frame.className) state.scrolled = data.scrolled;
  }
});
