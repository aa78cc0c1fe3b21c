// Opens the live pages in headless Chromiums and plays; a line of JSON for each test: its name, figures, what was wrong.
// Usage: node run.mjs PLAN, which tests/page/test_live_in_browser.py has written: addresses, tokens, what to play.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import assert from "node:assert/strict";

import puppeteer from "puppeteer-core";

import { act, chanceOf, panel, pause } from "./driver.mjs";
import { Ears } from "./ears.mjs";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
  // the pages are ours, and a container that runs as root has no sandbox
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});

/** A link that opens the pages once with what a token may do. */
async function linkOf(token) {
  const response = await fetch(`${plan.base}/wargame.v1.Links/MakeLink`, {
    method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "connect-protocol-version": "1" }, body: "{}",
  });
  const { link } = await response.json();
  return new URL(link, plan.base).href;
}

/** A browser of one person: nothing is shared with the others. */
class Person {
  static async of(name, { width = 1280, height = 900, listens = false } = {}) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const person = new Person();
    Object.assign(person, { name, context, page, noise: [] });
    page.on("console", (message) => person.noise.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => person.noise.push(`error: ${error}`));
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    person.ears = listens ? await Ears.of(page) : null;
    return person;
  }

  async open(address) {
    await this.page.bringToFront();
    await this.page.goto(address);
  }

  /** Opens a link, and from there the game. */
  async joins(token, game) {
    await this.open(await linkOf(token));
    await this.page.waitForSelector("nav.steps, .picks", { timeout: 20_000 });
    assert.equal(new URL(this.page.url()).search + new URL(this.page.url()).hash, "", "the invite is wiped from the address");
    if (!this.page.url().endsWith(game)) await this.open(`${plan.base}/game/${game}`);
    await this.page.waitForSelector("nav.steps", { timeout: 20_000 });
    return this;
  }

  /** Looks for violations of the rules of access. */
  async accessible(what) {
    await this.page.bringToFront();
    // what the debugger runs is not bound by the policy of the page
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].any[0]?.message ?? ""}`), []);
  }

  quiet() {
    assert.equal(this.noise.join("; "), "", this.name);
  }

  close() {
    return this.context.close();
  }
}

const tests = {};
const listed = () => Object.values(plan.games);

/** Lets people act in turn until `done`, or nobody is asked; gives how many acts there were. */
async function playOn(people, chance, tally, { done, most, avoid = [] }) {
  let acts = 0;
  for (let idle = 0; acts < most && idle < 40;) {
    let any = false;
    for (const person of people) {
      await person.page.bringToFront();
      if (!(await act(person.page, chance, tally, avoid))) continue;
      any = true;
      acts += 1;
      await person.acted?.();
      if (await done(person)) return acts;
    }
    idle = any ? 0 : idle + 1;
    if (!any) await pause(100);
  }
  return acts;
}

const headline = (person) => person.page.$eval(".now", (node) => node.textContent);
const ended = (person) => person.page.evaluate(() => /confirm result|the game is over/i.test(document.querySelector(".asks")?.textContent ?? "") );

/** Gives a command that is offered at any time, by its own button. */
async function giveAnytime(person, command) {
  const { page } = person;
  await page.bringToFront();
  await page.waitForSelector("details.besides");
  await page.$eval("details.besides", (node) => { node.open = true; });
  await page.$eval(`.besides .offer[data-command="${command}"]`, (node) => node.click());
  await page.waitForSelector("[data-act=give]:not(:disabled)");
  await page.$eval("[data-act=give]", (node) => node.click());
  await page.waitForSelector("[data-act=send]");
  await page.$eval("[data-act=send]", (node) => node.click());
  await page.waitForFunction(() => document.querySelector(".sent")?.textContent !== "");
}

for (const game of listed()) {
  tests[`${game.name}: two browsers play${game.rounds ? ` ${game.rounds} rounds` : " a whole game"}`] = async () => {
    const people = [];
    for (const [name, token] of Object.entries(game.tokens)) {
      people.push(await (await Person.of(name, { listens: name !== "owner" })).joins(token, game.game));
    }
    const spectator = people.find(({ name }) => name === "spectator");
    const players = people.filter((person) => person !== spectator);
    const [red, blue] = ["red", "blue"].map((name) => people.find((person) => person.name === name));
    for (const person of [red, blue]) {
      const others = people.filter((other) => other !== person && other.ears !== null);
      person.acted = async () => {
        for (const secret of person.ears.secretsSince()) for (const other of others) await other.ears.demandAbsent(secret, other.page, `${person.name}'s secret at ${other.name}`);
      };
    }
    const tally = { clicks: 0, commands: {} };
    const began = performance.now();
    const past = (person) => headline(person).then((text) => Number(/(?:Turn|Round) (\d+)/.exec(text)?.[1] ?? 0) > (game.rounds ?? 1e9));
    const acts = await playOn(players, chanceOf(game.seed), tally, { done: past, most: game.most, avoid: game.avoid });
    const where = await headline(red);
    let conceded = false;
    await red.page.bringToFront();
    if ((await red.page.$('.besides .offer[data-command="Concede"]')) !== null) {
      await giveAnytime(red, "Concede");
      conceded = true;
      await playOn(players, chanceOf(game.seed), tally, { done: () => false, most: 20 });
    }
    // whoever looks on sees what the players see
    await spectator.page.bringToFront();
    const count = (person) => person.page.$eval(".entry .no", (node) => node.textContent);
    await red.page.bringToFront();
    const total = await count(red);
    await spectator.page.bringToFront();
    await spectator.page.waitForFunction((text) => document.querySelector(".entry .no")?.textContent === text, { timeout: 10_000 }, total);
    for (const person of people) {
      await person.page.bringToFront();
      person.quiet();
    }
    for (const person of [red, blue, spectator]) await person.accessible(`${game.name} as ${person.name}`);
    for (const person of people) await person.close();
    if (game.rounds && !new RegExp(`(Turn|Round) (${game.rounds + 1}|${game.rounds + 2})`).test(where)) assert.fail(`${game.name} ended at ${where}, before ${game.rounds} rounds were over`);
    return { acts, seconds: Math.round((performance.now() - began) / 1000), conceded, where, secrets: red.ears.secrets.length + blue.ears.secrets.length, clicks: tally.clicks, commands: Object.keys(tally.commands).length };
  };
}

export { act, assert, axe, browser, chanceOf, giveAnytime, headline, linkOf, panel, pause, Person, plan, playOn, tests };

const wanted = process.env.ONLY ?? "";
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(wanted)) continue;
  const began = performance.now();
  let result;
  try {
    result = { figures: (await test()) ?? null };
  } catch (error) {
    result = { error: String(error?.stack ?? error).slice(0, 3000) };
    for (const context of browser.browserContexts()) if (context !== browser.defaultBrowserContext()) await context.close();
  }
  console.log(JSON.stringify({ name, ms: Math.round(performance.now() - began), ...result }));
}
await browser.close();
writeFileSync(`${process.argv[2]}.done`, "");
