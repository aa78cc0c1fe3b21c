// What a bundle for a browser holds: nothing of Node, and nothing that is not used.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const resolveDir = fileURLToPath(new URL("../..", import.meta.url));

// Bundles a program for browsers; a module of Node in it is an error.
async function bundled(contents: string): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir }, bundle: true, write: false, minify: true, metafile: true, format: "esm", platform: "browser", logLevel: "silent",
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return { text: outputFiles[0]!.text, inputs: used.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path) };
}

describe("bundles for browsers", () => {
  test("the client with one ruleset", async () => {
    const { text, inputs } = await bundled(
      'import { connect } from "adjudicator-client"; import { antares } from "adjudicator-client/antares"; console.log(connect, antares);');
    assert(!inputs.some((path) => path.includes("connect-node") || path.endsWith("dist/node.js")));
    assert(!text.includes("node:"));
    assert(inputs.some((path) => path.includes("wargame/antares")));
    assert(!inputs.some((path) => /wargame\/(hex_orders|grinding_annihilation|tile_formations)|admin_pb/.test(path)), inputs.join("\n"));
  });

  test("the checks alone need nothing", async () => {
    const { text, inputs } = await bundled('export * from "adjudicator-client/verify";');
    assert(inputs.every((path) => path.startsWith("dist/verify/")), inputs.join("\n"));
    assert(text.length < 25_000, `${text.length} bytes`);
  });

  test("proofs of a register come apart from the checks, and need nothing else", async () => {
    const { inputs } = await bundled('export * from "adjudicator-client/verify/register"; export * from "adjudicator-client/verify/file"; export * from "adjudicator-client/verify/held";');
    assert(inputs.every((path) => path.startsWith("dist/verify/")), inputs.join("\n"));
    assert(inputs.includes("dist/verify/register.js") && inputs.includes("dist/verify/container.js") && inputs.includes("dist/verify/wallet.js"));
  });

  test("what is not used is left out", async () => {
    const { inputs } = await bundled('import { mpint } from "adjudicator-client/verify"; console.log(mpint.encode(1));');
    assert.deepEqual(inputs.sort(), ["<stdin>", "dist/verify/bytes.js", "dist/verify/mpint.js"]);
  });

  test("Node's own entry can not be bundled for a browser", () =>
    assert.rejects(bundled('import { connect } from "adjudicator-client/node"; console.log(connect);')));
});
