// The wallet of a browser where something does not hold: it stands against that, can be handed out, and is never passed over.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { assert, bytesOf, call, entriesOf, eventually, Person, plan, readLog } from "./harness.mjs";

export const tests = {};
const SAID = ".play [role=alert]";
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");

/** Opens a game that seats sign; gives its id, and the token of the first seat. */
async function opened(...keys) {
  const seats = [{ name: "red", keys }, { name: "blue", keys: [random()] }];
  const commandId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { game, credentials } = await call("Games/Open", { commandId, ruleset: "tile_formations", seats, profile: "PROFILE_P1", signatures: "SIGNATURES_SEATS" }, plan.owner);
  const { token } = credentials.find(({ role, seat }) => role === "ROLE_SEAT" && (seat ?? 0) === 0);
  return { id: Buffer.from(game, "base64").toString("hex"), token };
}

/** Adds a line to a wallet that the browser keeps. */
const added = (page, wallet, line) => page.evaluate((name, words) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("adjudicator-wallets");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction("lines", "readwrite");
    writing.objectStore("lines").add({ wallet: name, line: words });
    writing.oncomplete = () => { opening.result.close(); resolve(); };
    writing.onabort = () => reject(writing.error);
  };
}), wallet, line);

for (const [what, line, said] of [
  ["has seen another history", `{"kind":"head","seq":1,"hash":"${"0".repeat(64)}"}\n`, /TWO_HEADS/],
  ["has a line that nobody can read", "no\n", /no wallet/],
]) {
  tests[`a wallet that ${what} is not passed over, and can be handed out`] = async () => {
    const red = await Person.of("red");
    const { id, token } = await opened(bytesOf((await red.keys()).seat));
    await red.joins(token, id);
    // the only key is red's: once its contribution stands in the log and on the page nothing more is given by itself
    const count = (await eventually(() => readLog(id), (found) => found.length > 1)).length;
    assert.equal(await eventually(() => entriesOf(red), (found) => found === count), count);
    await red.page.waitForFunction(() => document.querySelector("section.play")?.dataset.busy === "false");
    await added(red.page, `${id} 0`, line);
    await red.page.reload();
    await red.page.waitForSelector(SAID);
    assert.match(await red.page.$eval(SAID, (node) => node.textContent), said);
    await red.accessible("a wallet that does not hold");
    const text = readFileSync(await red.proof(), "utf8");
    for (const each of ['"kind":"inclusion"', '"kind":"contribution"', line]) assert(text.includes(each), each);
    assert.equal((await readLog(id)).length, count, "nothing more was given");
    red.quiet();
    await red.close();
  };
}

tests["a seat for which this browser has no key contributes nothing by itself"] = async () => {
  const red = await Person.of("red");
  const { id, token } = await opened(random());
  await red.joins(token, id);
  await red.page.waitForSelector("[data-act=trust]");
  assert.match(await red.page.$$eval(SAID, (nodes) => nodes.map((node) => node.textContent).join()), /GENESIS_INVALID/);
  assert.equal((await readLog(id)).length, 1);
  red.quiet();
  await red.close();
};

tests["a browser's store: answers wait for their lines, and what was cleared away is told"] = async () => {
  const { outputFiles } = await build({
    stdin: { resolveDir: fileURLToPath(new URL("..", import.meta.url)), loader: "ts", contents: 'export * from "../src/browserwallet.ts";' },
    bundle: true, write: false, format: "iife", globalName: "wallets", platform: "browser", jsx: "automatic", jsxImportSource: "preact",
  });
  const red = await Person.of("red");
  const { page } = red;
  await red.open(`${plan.base}/`);
  await page.evaluate(`${outputFiles[0].text};globalThis.wallets = wallets;`);
  const kept = await page.evaluate(async () => {
    const made = IDBDatabase.prototype.transaction;
    let open = 0;
    IDBDatabase.prototype.transaction = function (...asked) {
      const found = made.apply(this, asked);
      open += 1;
      found.addEventListener("complete", () => { open -= 1; });
      return found;
    };
    const filled = (size) => new Uint8Array(size).fill(1);
    globalThis.wallet = await wallets.openWallet(filled(16), "0");
    const left = [];
    for (let seq = 1; seq < 20; seq += 1) {
      await wallet.keepHead(seq, filled(32));
      await wallet.keepReceipt({ seq, hash: filled(32), note: `note ${seq}` }, filled(16));
      left.push(open);
    }
    return { left, lines: (await (await wallets.keptFile(filled(16), "0")).text()).trimEnd().split("\n").length, none: await wallets.keptFile(filled(16), "1") };
  });
  assert.deepEqual(kept, { left: Array.from({ length: 19 }, () => 0), lines: 39, none: null });
  const session = await page.createCDPSession();
  await session.send("Storage.clearDataForOrigin", { origin: new URL(plan.base).origin, storageTypes: "indexeddb" });
  const said = await page.evaluate(() => wallet.keepContribution(0, new Uint8Array(32), new Uint8Array(32)).then(() => "kept", ({ name, message }) => `${name}: ${message}`));
  assert.match(said, /^WalletFault: (01){16} 0 can not be written/);
  await red.close();
};
