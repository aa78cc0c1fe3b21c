// What the tests of the live pages share: a browser, people who each have one of their own, games opened by the form.

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import assert from "node:assert/strict";

import * as browsers from "../../page/test/browsers.mjs";
import { act, panel, pause } from "./driver.mjs";
import { Ears } from "./ears.mjs";

/** Written by tests/page: addresses, tokens, games that bots have begun, files to upload. */
export const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
export const browser = await browsers.launch();
export const { WAIT, eventually } = browsers;

/** A call with JSON, as a program makes it. */
export async function call(method, body, token, base = plan.base) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "connect-protocol-version": "1" };
  const response = await fetch(`${base}/wargame.v1.${method}`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  assert(response.ok, `${method}: ${JSON.stringify(answer)}`);
  return answer;
}

/** A call that is answered by many messages, as JSON. */
export async function streamed(method, body, token, base = plan.base) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/connect+json", "connect-protocol-version": "1" };
  const asked = Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(asked.length, 1);
  const response = await fetch(`${base}/wargame.v1.${method}`, { method: "POST", headers, body: Buffer.concat([head, asked]) });
  assert(response.ok, `${method}: ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const [last, size] = [bytes[at] & 2, bytes.readUInt32BE(at + 1)];
    const message = JSON.parse(bytes.subarray(at + 5, at + 5 + size));
    if (last) assert.equal(message.error, undefined, method);
    else found.push(message);
    at += 5 + size;
  }
  return found;
}

/** Ids as JSON has bytes. */
export const bytesOf = (digits) => Buffer.from(digits, "hex").toString("base64");
/** The entries of a game, as its owner sees them. */
export const readLog = (game, token = plan.owner, base = plan.base) => streamed("Games/Read", { game: bytesOf(game) }, token, base);

/** Salts of parts that the rules have shown to all by now: those that are open to whoever sees no hidden parts. */
export async function openedSalts(game) {
  const entries = await readLog(game);
  return new Set(entries.flatMap(({ openings = [] }) => openings.map(({ salt }) => salt)));
}

/** The records of entries with this command. */
async function recordsOf(game, wanted) {
  const entries = await streamed("Games/Read", { game: bytesOf(game), records: true }, plan.owner);
  return entries.filter(({ command }) => command === wanted).map(({ record }) => Buffer.from(record, "base64"));
}

/** Tells what seats have made by chance and shown to all by now: salts that the rules open, and contributions to the dice. */
export async function shownBytes(game) {
  const [salts, opened] = [await openedSalts(game), await recordsOf(game, "OpenContribution")];
  return (bytes) => salts.has(bytes.toString("base64")) || opened.some((record) => record.includes(bytes));
}

/** What a game reveals at its end, 32 bytes each: among them the service's own secret, from which all dice come. */
export async function revealed(game) {
  const known = new Set((await readLog(game)).map(({ hash }) => hash));
  const found = [];
  for (const record of await recordsOf(game, "Reveal")) {
    for (let at = record.indexOf("c420", 0, "hex"); at >= 0; at = record.indexOf("c420", at + 1, "hex")) found.push(record.subarray(at + 2, at + 34));
  }
  return found.filter((bytes) => bytes.length === 32 && !known.has(bytes.toString("base64"))).map((bytes) => ({ kind: "secret of the dice", bytes }));
}

/** A link that opens the pages once with what a token may do. */
export const linkOf = async (token, base = plan.base) => new URL((await call("Links/MakeLink", {}, token, base)).link, base).href;

const AT_ONCE = /^console: Failed to load resource: the server responded with a status of 409 \(Conflict\)$/;
const REFUSED = /^console: Failed to load resource: the server responded with a status of 400 \(Bad Request\)$/;
// said by the page where it was refused places of an offer, and the game had gone on since that offer
const PASSED = /^Places were asked for after entry \d+, and the game is at entry \d+$/;

/** A browser of one person: nothing is shared with the others. */
export class Person {
  static async of(name, { listens = false, base = plan.base, ...size } = {}) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const person = new Person();
    Object.assign(person, { name, context, page, base, noise: [] });
    browsers.listen(page, person.noise);
    person.passed = 0;
    person.asked = [];
    // the browser's own note of a refusal does not say of what
    page.on("response", async (answer) => {
      if (answer.status() === 400) person.asked.push(`${new URL(answer.url()).pathname} ${await answer.text().catch(() => "")}`);
    });
    page.on("console", (message) => { if (PASSED.test(message.text())) person.passed += 1; });
    await browsers.still(page, size);
    person.ears = listens ? await Ears.of(page) : null;
    return person;
  }

  async open(address) {
    await this.page.bringToFront();
    await this.page.goto(address);
  }

  /** The public keys of this browser, read from its page as a person would. */
  async keys() {
    await this.open(`${this.base}/`);
    await this.page.waitForSelector(".ownkey");
    await this.page.$eval(".ownkey summary", (node) => node.click());
    await this.page.waitForSelector(".ownkey button");
    await this.page.$eval(".ownkey button", (node) => node.click());
    await this.page.waitForSelector("[data-key=office]");
    return this.page.$$eval("[data-key]", (nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.key, node.textContent])));
  }

  /** Opens a link, and from there the game. */
  async follows(link, game) {
    await this.open(link);
    await this.page.waitForSelector("nav.steps, .picks");
    assert.equal(new URL(this.page.url()).search + new URL(this.page.url()).hash, "", "the invite is wiped from the address");
    if (!this.page.url().endsWith(game)) await this.open(`${this.base}/game/${game}`);
    await this.page.waitForSelector("nav.steps");
    return this;
  }

  /** Joins a game with a token. */
  async joins(token, game) {
    return this.follows(await linkOf(token, this.base), game);
  }

  /** Downloads what the page keeps of the game, as its player would; gives the path of the file. */
  async proof() {
    await this.page.bringToFront();
    const downloadPath = mkdtempSync(`${dirname(process.argv[2])}/proof-`);
    const session = await this.page.createCDPSession();
    await session.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath });
    await this.page.waitForSelector("[data-act=proof]");
    await this.page.$eval("[data-act=proof]", (node) => node.click());
    const [name] = await eventually(async () => readdirSync(downloadPath).filter((each) => each.endsWith(".wallet")), (found) => found.length > 0);
    assert(name !== undefined, "nothing was downloaded");
    return `${downloadPath}/${name}`;
  }

  /** Looks for violations of the rules of access. */
  accessible(what) {
    return browsers.accessible(this.page, what);
  }

  /** Nothing stands in the console but that two acted at once: the browser itself notes an answer 409, which the page then tells, and a refusal of which the page says that the game had gone on. */
  quiet() {
    const refused = this.noise.filter((line) => REFUSED.test(line)).length;
    assert(refused <= this.passed, `${this.name}: ${refused} requests were refused, ${this.passed} of them for places of an offer that has passed:\n${this.asked.join("\n")}`);
    assert.deepEqual(this.noise.filter((line) => !AT_ONCE.test(line) && !REFUSED.test(line)), [], this.name);
  }

  close() {
    return this.context.close();
  }
}

/** Opens a game by the form of the owner's first page; gives its id, and links by who they are for. */
export async function openByForm(owner, { ruleset, keys, dice = "seeded", referee = null, limit = "" }) {
  const { page } = owner;
  await page.waitForSelector("form.opening");
  await page.select("form.opening [name=ruleset]", ruleset);
  const put = (name, value) => page.$eval(`form.opening [name=${name}]`, (node, text) => { node.value = text; }, value);
  await put("key0", keys[0]);
  await put("key1", keys[1]);
  await page.$eval(`form.opening [name=dice][value=${dice}]`, (node) => node.click());
  await put("limit", limit);
  if (referee !== null) {
    await page.$eval("form.opening [name=referee]", (node) => node.click());
    await page.waitForSelector("form.opening [name=refereekey]");
    await put("refereekey", referee);
  }
  await page.$eval("form.opening [type=submit]", (node) => node.click());
  await page.waitForSelector("form.opening .links, form.opening [role=alert]");
  assert.equal(await page.$$eval("form.opening [role=alert]", (nodes) => nodes.map((node) => node.textContent).join()), "");
  const game = await page.$eval("form.opening .links", (node) => node.dataset.game);
  const links = await page.$$eval("form.opening .links li", (nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.for, node.querySelector("code").textContent])));
  return { game, links };
}

/** People around a new signed game: the seats show their keys first, the owner opens it, then all follow their links. */
export async function gathered(ruleset, { referee = false, listens = false, spectator = true, base = plan.base, token = plan.owner, ...terms } = {}) {
  const seats = [];
  for (const name of ["red", "blue"]) seats.push(await Person.of(name, { listens, base }));
  const judge = referee ? await Person.of("referee", { base }) : null;
  const owner = await Person.of("owner", { base });
  const keys = [];
  for (const seat of seats) keys.push((await seat.keys()).seat);
  const office = judge === null ? null : (await judge.keys()).office;
  await owner.open(await linkOf(token, base));
  const { game, links } = await openByForm(owner, { ruleset, keys, referee: office, ...terms });
  const people = [owner, ...seats, ...(judge === null ? [] : [judge])];
  await owner.open(`${base}/game/${game}`);
  for (const person of people.slice(1)) await person.follows(links[person.name], game);
  if (spectator) people.push(await (await Person.of("spectator", { listens, base })).follows(links.spectator, game));
  return { game, people, owner, red: seats[0], blue: seats[1], judge, spectator: people.find(({ name }) => name === "spectator") };
}

/** Whether a game is over and its dice are revealed: nobody is asked any more. */
export const isOver = async (game, token = plan.owner, base = plan.base) => (await call("Games/Get", { game: bytesOf(game) }, token, base)).revealed === true;

/** Lets people act in turn until `done`, or nobody is asked and the game is `over`; gives how many acts there were. */
export async function playOn(people, chance, tally, { done = async () => false, over = async () => false, before = async () => {}, most, ...how }) {
  let acts = 0;
  for (let idle = 0; acts < most && idle < 40;) {
    let any = false;
    for (const person of people) {
      await person.page.bringToFront();
      await before(person);
      if (!(await act(person.page, chance, tally, how))) continue;
      any = true;
      acts += 1;
      await person.acted?.();
      if (await done(person)) return acts;
    }
    idle = any ? 0 : idle + 1;
    if (any) continue;
    if (await over()) return acts;
    await pause(100);
  }
  return acts;
}

export const headline = (person) => person.page.$eval(".now", (node) => node.textContent);
/** What stands before all that is known: who counts, and how many entries there are. */
export const entriesOf = (person) => person.page.$eval(".entry .no", (node) => Number(/of (\d+)/.exec(node.textContent)[1]));

/** Opens the form of a command, of those that are asked for or offered at any time. */
export async function pickCommand(person, command) {
  const { page } = person;
  await page.bringToFront();
  await page.waitForSelector(`.offer[data-command="${command}"]`);
  await page.$$eval("details.besides", (nodes) => { for (const node of nodes) node.open = true; });
  await page.$eval(`.offer[data-command="${command}"]`, (node) => node.click());
  await page.waitForSelector(`form.command[data-command="${command}"]`);
}

/** Sends the form that is open, once it is allowed. */
export async function sendForm(person) {
  const { page } = person;
  await page.waitForSelector("[data-said=allowed]");
  await page.waitForSelector("[data-act=give]:not(:disabled)");
  await page.$eval("[data-act=give]", (node) => node.click());
  await page.waitForSelector("[data-act=send]");
  await page.$eval("[data-act=send]", (node) => node.click());
}

/** Goes to a game that bots have begun, as one of its parties. */
export async function joinBegun(name, who, options = {}) {
  const { game, tokens, asked } = plan.begun[name];
  const seat = who === "asked" ? asked : who === "other" ? (asked === "red" ? "blue" : "red") : who;
  return (await Person.of(seat, options)).joins(tokens[seat], game);
}

/** Gives a command that asks nothing that has to be answered. */
export async function giveCommand(person, command) {
  await pickCommand(person, command);
  await sendForm(person);
  await person.page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
}

/** Gives the game up, and lets all confirm that. */
export async function concede(person, people, chance, tally, over) {
  await giveCommand(person, "Concede");
  await playOn(people, chance, tally, { most: 20, over });
}

export { act, assert, panel, pause };
