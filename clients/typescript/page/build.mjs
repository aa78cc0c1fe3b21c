// Builds the script and the style of the replay page into the Python package that writes pages.
// With --check nothing is written, and a file that differs from what would be built is an error.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const target = fileURLToPath(new URL("../../../replays/page/built/", import.meta.url));
const common = { bundle: true, minify: true, write: false, target: "es2022", format: "iife", legalComments: "none", charset: "ascii", absWorkingDir: here };

const worker = await build({ ...common, entryPoints: ["worker.ts"] });
const page = await build({
  ...common,
  entryPoints: ["main.tsx"],
  outdir: "out",
  jsx: "automatic",
  jsxImportSource: "preact",
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
});
const notice = "/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller) and uPlot (MIT, Leon Sorokin). */\n";
let stale = false;
for (const file of page.outputFiles) {
  const name = file.path.endsWith(".css") ? "page.css" : "page.js";
  // no text of ours may end the block that it stands in
  const text = notice + file.text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  if (process.argv.includes("--check")) {
    let kept = "";
    try {
      kept = readFileSync(target + name, "utf8");
    } catch {}
    stale ||= kept !== text;
    if (kept !== text) console.error(`replays/page/built/${name} is not what clients/typescript/page builds: run make page`);
  } else writeFileSync(target + name, text);
  console.log(`${name}: ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzip`);
}
process.exitCode = stale ? 1 : 0;
