// Games of one course in two services, in which one secret of a seat differs: others are sent and shown the same in both.
// Usage: node twins.mjs PLAN, which tests/page/test_twins_in_browser.py has written.

import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { run } from "../../page/test/browsers.mjs";
import { assert, browser, bytesOf, call, linkOf, Person, plan } from "./harness.mjs";

const random = (size) => Buffer.from(crypto.getRandomValues(new Uint8Array(size))).toString("base64");
const HASH = /\b[0-9a-f]{8}(?:[0-9a-f]{8})*\b/g;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
// ids, hashes and keys in JSON, by how many bytes they have
const LETTERS = new Map([[24, 16], [44, 32], [88, 64]]);

const contract = await (async () => {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: fileURLToPath(new URL("..", import.meta.url)), loader: "ts",
      contents: 'export * from "../src/contract.ts"; export { createRegistry, fromBinary, toJson } from "@bufbuild/protobuf"; export { hex_orders } from "../src/rulesets/hex_orders.ts"; export { grinding_annihilation } from "../src/rulesets/grinding_annihilation.ts";',
    },
    bundle: true, write: false, format: "esm", platform: "neutral", mainFields: ["module", "main"],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
})();

/** Methods by the path of their address. */
const METHODS = new Map(Object.values(contract).filter((each) => each?.kind === "service").concat([contract.hex_orders.play, contract.grinding_annihilation.play])
  .flatMap(({ typeName, methods }) => methods.map((method) => [`${typeName}/${method.name}`, method])));
const REGISTRY = contract.createRegistry(...new Set([...METHODS.values()].map(({ parent }) => parent.file)));

/** The messages of an answer: one, or one after the other with a size before each, the last of which ends a stream. */
function* messagesOf(bytes, { methodKind, output }) {
  const read = (part) => contract.toJson(output, contract.fromBinary(output, part), { registry: REGISTRY });
  if (methodKind === "unary") return yield read(bytes);
  for (let at = 0; at + 5 <= bytes.length;) {
    const [ends, size] = [bytes[at] & 2, bytes.readUInt32BE(at + 1)];
    const part = bytes.subarray(at + 5, at + 5 + size);
    if (part.length < size) return undefined; // what has not come yet
    if (!ends) yield read(part);
    at += 5 + size;
  }
  return undefined;
}

/** Fields of heads, of the register and of clocks: signed by the key of each service, or counted by its clock. */
const SIGNED = new Set(["note", "logKey", "verificationKey", "leaf", "proof", "key"]);

/** The same without ids, hashes, signatures and times. */
function plain(value) {
  if (typeof value === "string") {
    if (TIME.test(value)) return "<time>";
    const bytes = LETTERS.get(value.length);
    return bytes !== undefined && /^[A-Za-z0-9+/]+={1,2}$/.test(value) ? `<${bytes} bytes>` : value;
  }
  if (Array.isArray(value)) return value.map(plain);
  return value !== null && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, SIGNED.has(key) && typeof each === "string" ? `<${each.length} letters>` : plain(each)])) : value;
}

/** What came to a browser, call by call. */
const cameTo = ({ ears }) => ears.answers().map(({ method, bytes }) => {
  const found = METHODS.get(method);
  assert(found !== undefined, method);
  return [method, ...[...messagesOf(bytes, found)].map((message) => JSON.stringify(plain(message)))];
});

/** What stands on a page and is kept by it: names, attributes and texts. */
const shownTo = async ({ page, ears }) => (await ears.kept()).replace(HASH, "<hash>").replace(/\/game\/<hash>/g, "").replaceAll(new URL(page.url()).host, "<host>");

const factsOf = ({ game }, base) => call("Games/Get", { game: bytesOf(game) }, plan.owner, base).then(({ receipt }) => ({ seq: Number(receipt.seq), head: receipt.hash }));

/** Waits until a page shows the entry that is last, and what may be done after it. */
async function settled({ page }, seq) {
  await page.bringToFront();
  await page.waitForFunction((wanted) => {
    const play = document.querySelector("section.play");
    return document.querySelector(".entry .no")?.textContent === `Entry ${wanted} of ${wanted}` && (play === null || (play.dataset.seq === String(wanted) && play.dataset.busy === "false"));
  }, {}, seq);
}

/** How long, in ms, a page asks for nothing before it is taken to want nothing more. */
const IDLE = 200;

/** Waits until all that a page asks for has come: a network is idle to the browser once answers have begun, and a stream goes on. */
async function heardAll({ page, ears }) {
  for (let calls = -1; calls !== ears.urls.size;) {
    calls = ears.urls.size;
    await page.waitForNetworkIdle({ idleTime: IDLE, concurrency: 1 });
    await ears.demandEnded();
  }
}

/** The other seat and a spectator of a game in one service, who look at it before and after the secret is given. */
async function watched(base, game, message) {
  const people = [];
  for (const name of [game.other, "spectator"]) {
    const person = await Person.of(name, { base, listens: true });
    await person.open(await linkOf(game.tokens[name], base));
    people.push(person);
  }
  const { seq: before, head } = await factsOf(game, base);
  for (const person of people) await settled(person, before);
  const header = { game: bytesOf(game.game), commandId: random(16), head, salt: random(32) };
  const response = await fetch(`${base}/${game.method}`, {
    method: "POST", headers: { authorization: `Bearer ${game.tokens[game.seat]}`, "content-type": "application/json", "connect-protocol-version": "1" }, body: JSON.stringify({ ...message, header }),
  });
  assert(response.ok, `${game.method}: ${await response.text()}`);
  const { seq: after } = await factsOf(game, base);
  assert(after > before);
  const found = [];
  for (const person of people) {
    await settled(person, after);
    for (const label of ["Board in words", "Luck and points"]) await person.page.evaluate((text) => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text).click(), label);
    await person.page.waitForSelector(".plots table");
    await heardAll(person);
    // nothing of the salt either, in any form
    await person.ears.demandAbsent([{ method: game.method, salt: Buffer.from(header.salt, "base64"), fields: Buffer.alloc(0) }], person.name);
    found.push({ name: person.name, came: cameTo(person), shown: await shownTo(person) });
    // and whoever comes later finds the same
    const late = await Person.of(person.name, { base, listens: true });
    await late.open(await linkOf(game.tokens[person.name], base));
    await settled(late, after);
    await heardAll(late);
    found.push({ name: `${person.name}, later`, came: cameTo(late), shown: await shownTo(late) });
    late.quiet();
    await late.close();
    person.quiet();
    await person.close();
  }
  return found;
}

const tests = {};

tests["answers are heard to their end, however long they pause"] = async () => {
  const parts = ["some of it, ", "and the rest"];
  const server = createServer(({ method }, response) => {
    if (method !== "POST") return response.end();
    response.write(parts[0]);
    return setTimeout(() => response.end(parts[1]), 3 * IDLE);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const reader = await Person.of("reader", { listens: true });
  await reader.open(`http://127.0.0.1:${server.address().port}/`);
  await reader.page.evaluate(() => { fetch("/wargame.v1.Boards/ReadBoards", { method: "POST" }).then((response) => response.text()); });
  await heardAll(reader);
  assert.deepEqual(reader.ears.answers().map(({ bytes }) => bytes.toString()), [parts.join("")]);
  await reader.close();
  server.close();
};

for (const [at, name] of plan.names.entries()) {
  tests[`twin games: ${name}`] = async () => {
    const { messages, ...game } = plan.games[at];
    assert.notDeepEqual(messages[0], messages[1]);
    const [one, other] = [await watched(plan.bases[0], game, messages[0]), await watched(plan.bases[1], game, messages[1])];
    for (const [place, { name: who, came, shown }] of one.entries()) {
      const twin = other[place];
      assert.deepEqual(came.map(([method, ...messages]) => `${method} ${messages.length}`), twin.came.map(([method, ...messages]) => `${method} ${messages.length}`), `${who}: calls and their answers`);
      assert.deepEqual(came, twin.came, `${who}: what came`);
      assert.deepEqual(came.map((rows) => rows.map(({ length }) => length)), twin.came.map((rows) => rows.map(({ length }) => length)), `${who}: sizes`);
      assert.equal(shown, twin.shown, `${who}: what is shown and kept`);
      assert(came.flat().join().length > 10_000 && shown.length > 5_000, `${who}: there is something to compare`);
    }
    return { secrets: messages.map((message) => JSON.stringify(message).length), bytes: one.map(({ came }) => came.flat().join("").length) };
  };
}
await run(browser, tests);
