// Builds the live pages into the Python package that serves them: index.html, and assets whose names have their hashes.
// With --check nothing is written, and a file that differs from what would be built is an error. Needs buf on the path.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const target = fileURLToPath(new URL("../../../services/web/built/", import.meta.url));
const contract = fileURLToPath(new URL("../../../proto", import.meta.url));
const NOTICE = "/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */\n";
const hashed = (text) => createHash("sha256").update(text).digest("hex").slice(0, 10);

// What the contract says of its messages and fields, by `Message` and `Message.field`: the comments before them.
function wordsOf(files) {
  const found = {};
  for (const { messageType, sourceCodeInfo } of files) {
    const said = new Map((sourceCodeInfo?.location ?? []).map(({ path, leadingComments }) => [path.join(), leadingComments.trim().replace(/\s+/g, " ")]));
    messageType.forEach(({ name, field }, at) => {
      found[name] = said.get(`4,${at}`) ?? "";
      field.forEach((own, place) => { found[`${name}.${own.name}`] = said.get(`4,${at},2,${place}`) ?? ""; });
    });
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== "").sort(([one], [other]) => (one < other ? -1 : 1)));
}

const built = new Map();
const { file } = fromBinary(FileDescriptorSetSchema, execFileSync("buf", ["build", contract, "-o", "-"], { maxBuffer: 1 << 26 }));
const rulesets = readdirSync(`${here}../src/rulesets`).map((name) => name.replace(/\.ts$/, "")).filter((name) => name !== "index");
const words = {};
for (const name of rulesets) {
  const own = file.filter(({ name: path }) => path === `wargame/${name}/v1/commands.proto` || /^wargame\/v1\/[a-z_]+\.proto$/.test(path));
  const text = JSON.stringify(wordsOf(own));
  words[name] = `/assets/words-${name}-${hashed(text)}.json`;
  built.set(words[name].slice(1), text);
}

const { outputFiles, metafile } = await build({
  absWorkingDir: here, entryPoints: { app: "main.tsx" }, outdir: "/assets", bundle: true, minify: true, write: false, splitting: true, metafile: true,
  target: "es2022", format: "esm", legalComments: "none", charset: "ascii", jsx: "automatic", jsxImportSource: "preact",
  entryNames: "[name]-[hash]", chunkNames: "part-[hash]", assetNames: "[name]-[hash]", publicPath: "/assets",
  define: { CONTRACT_WORDS: JSON.stringify(words) },
});
for (const { path, text } of outputFiles) built.set(`assets/${path.split("/").at(-1)}`, NOTICE + text);
const icon = readFileSync(`${here}icon.svg`, "utf8");
const iconName = `icon-${hashed(icon)}.svg`;
built.set(`assets/${iconName}`, icon);
const named = (end) => [...built.keys()].find((name) => name.startsWith("assets/app-") && name.endsWith(end))?.slice("assets/".length) ?? "";
built.set("index.html", readFileSync(`${here}index.html`, "utf8").replace("STYLE", named(".css")).replace("SCRIPT", named(".js")).replace("ICON", iconName));

const kept = () => {
  try {
    return readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath.slice(target.length)}/${entry.name}`.replace(/^\//, ""));
  } catch {
    return [];
  }
};
if (process.argv.includes("--check")) {
  const stale = [...new Set([...kept(), ...built.keys()])].filter((name) => {
    try {
      return readFileSync(target + name, "utf8") !== built.get(name);
    } catch {
      return true;
    }
  });
  for (const name of stale) console.error(`services/web/built/${name} is not what clients/typescript/live builds: run make page`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(`${target}assets`, { recursive: true });
  for (const [name, text] of built) writeFileSync(target + name, text);
}
const size = (name) => built.get(name).length;
const first = Object.entries(metafile.outputs).find(([path]) => path.includes("/app-") && path.endsWith(".js"))?.[1];
const parts = (first?.imports ?? []).filter(({ kind }) => kind === "import-statement").map(({ path }) => `assets/${path.split("/").at(-1)}`);
const loaded = ["index.html", ...[...built.keys()].filter((name) => name.startsWith("assets/app-")), ...parts];
const weight = loaded.reduce((sum, name) => sum + size(name), 0);
// what a page may weigh without its game, as it lies there
const WEIGHT_MOST = 500_000;
if (weight > WEIGHT_MOST) {
  console.error(`live: ${weight} bytes to begin with, more than ${WEIGHT_MOST}: load what not everybody needs as a part`);
  process.exitCode = 1;
}
console.log(`live: ${weight} bytes, ${loaded.reduce((sum, name) => sum + gzipSync(built.get(name), { level: 9 }).length, 0)} gzip to begin with; ${built.size} files`);
