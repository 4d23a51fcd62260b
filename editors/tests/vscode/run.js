// Runs VS Code with the extension in a browser, and checks the answers of the probe.
//
//   node run.js CODE_SERVER EXTENSION.vsix PROBE.vsix WORKSPACE SCRATCH [PICTURE.png]
//
// CODE_SERVER is the unpacked package `code-server`. PDLL_SERVER is the command of the
// language server, PLAYWRIGHT the folder of playwright-core, and CHROMIUM the browser.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

'use strict';

const { spawn, execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chromium } = require(process.env.PLAYWRIGHT ?? 'playwright-core');

const [codeServer, extension, probe, workspace, scratch, picture] = process.argv.slice(2);
const [program, ...serverArguments] = process.env.PDLL_SERVER.split(' ');

// The probe's answer to what the server does not have.
const UNKNOWN = 'the server has none';

async function main() {
  const options = prepare();
  for (const vsix of [extension, probe]) {
    execFileSync('node', [...options, '--install-extension', vsix], { stdio: 'pipe' });
  }
  const { server, address } = await start(options);
  try {
    const results = await visit(`${address}/?folder=${encodeURIComponent(workspace)}`);
    process.exitCode = report(results) ? 0 : 1;
  } finally {
    server.kill();
  }
}

/** Writes the settings, and returns the command line of VS Code's server. */
function prepare() {
  const data = path.join(scratch, 'data');
  write(path.join(data, 'data/Machine/settings.json'), {
    'pdll.server.path': program,
    // `lsp` is added by the extension.
    'pdll.server.arguments': serverArguments.filter((value) => value !== 'lsp'),
  });
  write(path.join(workspace, '.vscode/settings.json'), {
    'workbench.colorTheme': 'Default Light Modern',
    'workbench.startupEditor': 'none',
    'workbench.activityBar.location': 'hidden',
    'workbench.layoutControl.enabled': false,
    'window.menuBarVisibility': 'hidden',
    'window.commandCenter': false,
    'chat.commandCenter.enabled': false,
    'editor.minimap.enabled': false,
    'editor.fontSize': 13,
  });
  return [
    path.join(codeServer, 'lib/vscode/out/server-main.js'),
    '--accept-server-license-terms',
    '--extensions-dir',
    path.join(scratch, 'extensions'),
    '--server-data-dir',
    data,
  ];
}

function write(file, settings) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(settings, null, 2));
}

/** Starts the server on a free port. */
function start(options) {
  const more = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  const server = spawn('node', [...options, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  const log = fs.createWriteStream(path.join(scratch, 'server.log'));
  server.stderr.pipe(log);
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      log.write(data);
      text += data;
      const port = /listening on (\d+)/.exec(text);
      if (port) resolve({ server, address: `http://127.0.0.1:${port[1]}` });
    });
    server.on('exit', (code) => reject(new Error(`VS Code's server ended with ${code}:\n${text}`)));
  });
}

/** Opens the editor, and waits for the probe. */
async function visit(address) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 860, height: 560 } });
    await page.goto(address);
    await page.getByRole('button', { name: 'Yes, I trust the authors' }).click({ timeout: 60_000 });
    const file = path.join(workspace, 'results.json');
    const end = Date.now() + 120_000;
    while (!fs.existsSync(file)) {
      if (Date.now() > end) {
        await page.screenshot({ path: path.join(scratch, 'timeout.png') });
        throw new Error(`the probe wrote nothing; see ${scratch}/timeout.png`);
      }
      await page.waitForTimeout(200);
    }
    await page.waitForTimeout(1500);
    if (picture) await page.screenshot({ path: picture });
    const results = JSON.parse(fs.readFileSync(file, 'utf8'));
    // Only our own server draws pictures.
    const draws = results.run !== UNKNOWN;
    return { ...results, pictureInHover: draws ? await showPicture(page) : UNKNOWN };
  } finally {
    await browser.close();
  }
}

/** Points at the name of a pattern, and returns the size of the picture in its description. */
async function showPicture(page) {
  try {
    await page.keyboard.press('Escape');
    await page.mouse.move(1, 1);
    await page.locator('.view-line span').getByText('MulByTwo', { exact: true }).last().hover();
    const image = page.locator('.monaco-hover img').first();
    await image.waitFor({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(scratch, 'hover.png') });
    return await image.evaluate(({ naturalWidth, width, height }) => ({ naturalWidth, width, height }));
  } catch (error) {
    await page.screenshot({ path: path.join(scratch, 'hover.png') });
    return { error: String(error.stack) };
  }
}

function report(results) {
  const checks = {
    diagnostics: ([{ message, line }, ...more]) =>
      line === 18 && message.includes('`z`') && more.length === 0,
    hover: (found) => found.some((text) => text.includes('arith.muli')),
    pictureInHover: ({ naturalWidth, width, height }) => naturalWidth > 100 && width > 100 && height > 40,
    definition: (found) => found[0] === 6,
    definitionInTableGen: (found) => found[0] === 'ArithOps.td',
    symbols: (found) => found.includes('MulByTwo') && found.includes('SubOfAdd'),
    completion: (found) => found.length > 0,
    output: (found) => /pdl\.pattern/.test(found),
    run: (found) => /arith\.addi %arg0, %arg0/.test(found) && /^\/\/ .*MulByTwo/m.test(found),
    formatting: (found) => found.trimEnd() === 'Pattern Nop {\n  erase op<my.nop>(x: Value);\n}',
    restart: (found) => found.includes('Nop'),
    lenses: ({ titles, tabs }) =>
      titles.includes('matches 1 of 2 in program.mlir') &&
      titles.some((title) => /^(verifying|proven|wrong|undecided)/.test(title)) &&
      tabs.includes('MulByTwo in program.mlir'),
  };
  console.log(`VS Code ${results.version}`);
  let isRight = true;
  for (const [what, check] of Object.entries(checks)) {
    const found = results[what];
    if (found === UNKNOWN) {
      console.log(`skipped: ${what}: ${found}`);
      continue;
    }
    const isOk = !found?.error && check(found);
    isRight &&= isOk;
    console.log(isOk ? `ok: ${what}` : `FAILED: ${what}: ${JSON.stringify(found)}`);
  }
  return isRight;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
