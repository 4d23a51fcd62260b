// Draws the screen of a terminal, as `tmux capture-pane -e -p` prints it:
//
//   node screen.js SCREEN.txt PICTURE.png
//
// PLAYWRIGHT is the folder of playwright-core, and CHROMIUM the browser.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const fs = require('fs');
const { chromium } = require(process.env.PLAYWRIGHT ?? 'playwright-core');

const [screen, picture] = process.argv.slice(2);

// The first 16 colours of a terminal with a light background.
const COLOURS = [
  '#000000', '#b02020', '#107010', '#8a6000', '#2040b0', '#902090', '#107878', '#606060',
  '#808080', '#d03030', '#209020', '#a07800', '#3060e0', '#b040b0', '#189090', '#202020',
];

async function main() {
  const rows = fs.readFileSync(screen, 'utf8').trimEnd().split('\n').map(toHtml);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 860, height: 560 } });
    await page.setContent(
      `<body style="margin:0"><pre style="margin:0;padding:8px;display:inline-block;background:#fff;` +
        `color:#202020;font:13px/17px 'DejaVu Sans Mono',monospace">${rows.join('\n')}</pre></body>`,
    );
    await page.locator('pre').screenshot({ path: picture });
  } finally {
    await browser.close();
  }
}

/** A line with escape sequences for colours. tmux prints each line from the start. */
function toHtml(line) {
  let style = {};
  let html = '';
  for (const [, codes, text] of line.matchAll(/(?:\x1b\[([0-9;]*)m)|([^\x1b]+|\x1b)/g)) {
    if (text === undefined) style = change(style, codes.split(';').map(Number));
    else if (text !== '\x1b') html += `<span style="${css(style)}">${escape(text)}</span>`;
  }
  return html;
}

function change(style, codes) {
  style = { ...style };
  while (codes.length > 0) {
    const code = codes.shift();
    const place = code >= 40 && code < 50 ? 'background' : 'color';
    if (code === 0) style = {};
    else if (code === 1) style.bold = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.reverse = true;
    else if (code === 27) style.reverse = false;
    else if (code === 38 || code === 48) style[place] = extended(codes);
    else if (code === 39 || code === 49) style[place] = undefined;
    else if ((code >= 30 && code < 38) || (code >= 40 && code < 48)) style[place] = COLOURS[code % 10];
    else if (code >= 90 && code < 98) style.color = COLOURS[code - 82];
  }
  return style;
}

function extended(codes) {
  const kind = codes.shift();
  if (kind === 2) return `rgb(${codes.splice(0, 3).join(',')})`;
  const index = codes.shift();
  if (index < 16) return COLOURS[index];
  if (index >= 232) return `rgb(${Array(3).fill(8 + 10 * (index - 232)).join(',')})`;
  const step = (value) => (value === 0 ? 0 : 55 + 40 * value);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(step).join(',')})`;
}

function css({ color, background, bold, italic, underline, reverse }) {
  const [front, back] = reverse ? [background ?? '#fff', color ?? '#202020'] : [color, background];
  return [
    front && `color:${front}`,
    back && `background:${back}`,
    bold && 'font-weight:bold',
    italic && 'font-style:italic',
    underline && 'text-decoration:underline',
  ].filter(Boolean).join(';');
}

function escape(text) {
  return text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
