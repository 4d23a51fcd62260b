// Makes src/commands/play/page/codemirror.js of the packages of package-lock.json:
//
//   npm ci && npm run build
//
// The result is in the repository, because whoever builds pdll need not have npm. It begins
// with the packages in it and their licenses, which a test compares with package-lock.json.

import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../../src/commands/play/page/codemirror.js");

const common = {
  entryPoints: [join(here, "codemirror.js")],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
};
const { metafile } = await build({ ...common, write: false, metafile: true });
const folders = new Set(
  Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
);
const packages = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(here, folder, "package.json")));
  return { name, version, license, terms: readFileSync(join(here, folder, licenseFile(name)), "utf8").trim() };
});

/** The file with the terms, which all but one call alike. */
function licenseFile(name) {
  return name === "marked" ? "LICENSE.md" : name.startsWith("vscode-") ? "License.txt" : "LICENSE";
}

const terms = new Map();
for (const { name, version, license, terms: text } of packages) {
  terms.set(text, [...(terms.get(text) ?? []), `${name} ${version} (${license})`]);
}
const banner = [...terms].map(([text, names]) => `${names.join("\n")}\n\n${text}`).join("\n\n");
await build({ ...common, outfile: target, banner: { js: `/*\n${banner.replaceAll("*/", "* /")}\n*/` } });
