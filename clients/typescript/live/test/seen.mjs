// What people see and reach: spectators, access on every view, a small screen, keys alone, forced colours, weight.

import { act, chanceOf, pause, taken } from "./driver.mjs";
import { assert, bytesOf, call, joinBegun, linkOf, openByForm, panel, Person, plan, streamed } from "./harness.mjs";

export const tests = {};
const WEIGHT_MOST = 500_000;

const click = (page, selector) => page.$eval(selector, (node) => node.click());
const button = (page, text) => page.evaluate((wanted) => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === wanted)?.click(), text);
const shown = (page) => page.$eval(".entry .no", (node) => node.textContent);

tests["spectators: a live game is stepped, played and plotted as a finished one"] = async () => {
  const person = await joinBegun("hexes", "spectator");
  const { page } = person;
  const { game, tokens } = plan.begun.hexes;
  const steps = await streamed("Boards/ReadBoards", { game: bytesOf(game), after: "0" }, tokens.spectator);
  const last = steps.length;
  await page.waitForFunction((count) => document.querySelector(".entry .no")?.textContent === `Entry ${count} of ${count}`, {}, last);
  assert.equal(await page.$("section.play"), null, "nothing is offered to who looks on");
  await button(page, "Luck and points");
  await page.waitForSelector(".plots table");
  await page.waitForFunction(() => [...document.querySelectorAll(".plots tbody tr")].length > 1);
  // what the service counts after an entry stands in the table
  const table = () => page.$$eval(".plots tbody tr", (rows) => Object.fromEntries(rows.map((row) => [row.querySelector("th").textContent, [...row.querySelectorAll("td")].map((cell) => cell.textContent)])));
  for (const at of [last, Math.floor(last / 2)]) {
    await page.evaluate((hash) => { location.hash = hash; }, `e=${at}`);
    await page.waitForFunction((text) => document.querySelector(".entry .no")?.textContent === text, {}, `Entry ${at} of ${last}`);
    const { counts = [] } = steps[at - 1];
    assert(counts.length > 0 || at < last, "the last entry has numbers");
    // the plots are drawn when the entries around have come
    const wanted = counts.map(({ name, seat = 0, value = "0" }) => `${name} of ${seat}: ${value}`);
    const said = async () => { const found = await table(); return counts.map(({ name, seat = 0 }) => `${name} of ${seat}: ${found[name]?.[seat]}`); };
    for (let tries = 0; tries < 600 && `${await said()}` !== `${wanted}`; tries += 1) await pause(100);
    assert.deepEqual(await said(), wanted, `after ${at}`);
  }
  assert((await page.$$(".plots canvas")).length > 1);
  await person.accessible("the plots of a live game");
  // plays on to the game as it stands
  const from = last - 4;
  await page.evaluate((hash) => { location.hash = hash; }, `e=${from}`);
  await page.waitForFunction((text) => document.querySelector(".entry .no")?.textContent === text, {}, `Entry ${from} of ${last}`);
  await page.select(".speed select", "20");
  await click(page, ".buttons .play");
  await page.waitForFunction(() => document.querySelector(".tonow").textContent === "Live");
  assert.equal(await shown(page), `Entry ${last} of ${last}`);
  assert.equal(await page.$eval(".buttons .play", (node) => node.disabled), true);
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".banner");
  assert.equal(await shown(page), `Entry ${last - 1} of ${last}`);
  person.quiet();
  await person.close();
};

/** A view of the app: opens it for a person. */
const VIEWS = {
  "who has no link": async (person) => { await person.open(`${plan.base}/`); await person.page.waitForSelector(".ownkey"); await person.keys(); },
  "games and the form that opens one": async (person) => {
    await person.open(await linkOf(plan.owner));
    await person.page.waitForSelector("form.opening");
    await click(person.page, "form.opening [name=referee]");
    await person.page.waitForSelector("[name=refereekey]");
  },
  "a link that was used": async (person) => { await person.open(`${plan.base}/join#t=wgi1_${"0".repeat(64)}`); await person.page.waitForSelector("[role=alert]"); person.noise = []; },
  "who one is": async (person) => {
    const { tokens, game } = plan.begun.hexes;
    for (const name of ["red", "blue"]) { await person.open(await linkOf(tokens[name])); await person.page.waitForSelector("nav.steps"); }
    await person.page.evaluate(() => sessionStorage.clear());
    await person.open(`${plan.base}/game/${game}`);
    await person.page.waitForSelector(".picks");
  },
  "what may be done, and the keys": async (person) => {
    await person.joins(plan.begun.inches.tokens[plan.begun.inches.asked], plan.begun.inches.game);
    await person.page.waitForSelector(".offers .offer");
    await button(person.page, "Keys");
    await person.page.waitForSelector(".help");
    await button(person.page, "Board in words");
  },
  "the form of a command": async (person) => {
    await person.joins(plan.begun.inches.tokens[plan.begun.inches.asked], plan.begun.inches.game);
    await person.page.waitForSelector(".offers .offer");
    await click(person.page, ".offers .offer");
    await person.page.waitForSelector("form.command");
    await person.page.waitForFunction(() => document.querySelectorAll("form.command .question").length > 0);
  },
};

const SCREENS = [["a desk", { width: 1280, height: 900 }], ["a phone", { width: 360, height: 740 }]];

for (const [name, view] of Object.entries(VIEWS)) {
  tests[`access to ${name}: no violation, and nothing beside the screen`] = async () => {
    const person = await Person.of(name);
    await view(person);
    for (const [size, screen] of SCREENS) {
      await person.page.setViewport(screen);
      await person.accessible(`${name} on ${size}`);
      const [wide, beside] = await person.page.evaluate((most) => [
        document.documentElement.scrollWidth,
        [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > most + 1).slice(-3).map((node) => node.outerHTML.slice(0, 120)),
      ], screen.width);
      assert(wide <= screen.width, `${name} is ${wide} wide on ${size}: ${beside.join(" ")}`);
    }
    person.quiet();
    await person.close();
  };
}

/** Goes on with the tabulator until something has the focus; nothing else moves it. */
async function tabTo(page, selector, most = 400) {
  for (let times = 0; times < most; times += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no key leads to ${selector}`);
}

const busy = (page) => page.waitForFunction(() => document.querySelector("section.play")?.dataset.busy === "false");

/** Answers what is open, with keys alone. */
async function answerByKeys(page) {
  for (let turn = 0; turn < 60; turn += 1) {
    const { open, variant, said } = await panel(page);
    if (variant === "-1") {
      await tabTo(page, "[data-question=variant]");
      await page.keyboard.press("ArrowDown");
    } else if (open?.length > 0) {
      const within = "form.command .question[data-open=true]";
      await tabTo(page, `${within} select, ${within} input`);
      const kind = await page.evaluate(() => document.activeElement.type ?? "");
      if (kind === "text") {
        await page.keyboard.type("because so");
        await page.keyboard.press("Tab");
      } else await page.keyboard.press(kind.startsWith("select") ? "ArrowDown" : "Space");
    } else if (said === "allowed") return;
    else await page.waitForFunction(() => ["allowed", "refused", "unknown"].includes(document.querySelector("form.command [data-said]")?.dataset.said) || document.querySelector("form.command .question[data-open=true]") !== null);
    await taken(page);
  }
  throw new Error(`not answered by keys: ${JSON.stringify(await panel(page))}`);
}

tests["keys alone play a few acts"] = async () => {
  const person = await joinBegun("keys", "asked");
  const { page } = person;
  await page.waitForSelector(".offers .offer");
  let acts = 0;
  for (; acts < 3 && (await page.$(":not(.besides) > .offers .offer")) !== null; acts += 1) {
    await tabTo(page, ".offers .offer");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.closest("form.command") !== null);
    await answerByKeys(page);
    await tabTo(page, "[data-act=give]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-act=send]");
    await tabTo(page, "[data-act=send]");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
    await busy(page);
  }
  assert(acts >= 2, `${acts} acts`);
  person.quiet();
  await person.close();
};

tests["forced colours: what may be chosen, and what is refused, is still told apart"] = async () => {
  const person = await joinBegun("inches", "asked");
  const { page } = person;
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  assert.equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), true);
  await page.waitForSelector(".offers .offer");
  await click(page, ".offers .offer");
  await page.waitForSelector("form.command");
  const looks = await page.evaluate(() => {
    const of = (selector) => { const node = document.querySelector(selector); return node && getComputedStyle(node); };
    return { board: of(".board")?.forcedColorAdjust, give: of("[data-act=give]")?.borderTopStyle, dot: of(".dot")?.forcedColorAdjust };
  });
  assert.deepEqual(looks, { board: "none", give: "solid", dot: "none" });
  await person.accessible("forced colours");
  person.quiet();
  await person.close();
};

// The times are told and not asserted; the weight is.
tests["weight: the page without its game"] = async () => {
  const person = await Person.of("owner");
  const { page } = person;
  await person.open(await linkOf(plan.owner));
  await page.waitForSelector("form.opening");
  const measure = () => page.evaluate(() => ({
    sent: performance.getEntriesByType("resource").reduce((sum, { encodedBodySize, name }) => sum + (/\/assets\//.test(name) ? encodedBodySize : 0), 0),
    bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter(({ name }) => !/\/wargame\.|\/sessions|\/join$/.test(name)).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    paint: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0), drawn: Math.round(performance.getEntriesByName("drawn")[0]?.startTime ?? 0),
  }));
  const home = await measure();
  await person.open(`${plan.base}/game/${plan.begun.inches.game}`);
  await page.waitForSelector("[data-id]");
  await page.waitForSelector("section.play[data-busy=false]");
  const game = await measure();
  assert(home.bytes > 50_000 && home.bytes < WEIGHT_MOST, `${home.bytes} bytes`);
  // with the contract of a ruleset: as it is sent, which is packed
  assert(game.sent > 50_000 && game.sent < WEIGHT_MOST, `${game.sent} bytes with the contract of a ruleset`);
  await person.close();
  return { home: home.bytes, homePaint: home.paint, homeSent: home.sent, withContract: game.bytes, withContractSent: game.sent, gamePaint: game.paint, gameDrawn: game.drawn };
};

tests["the form opens a game of reported dice, with a referee who signs and a limit"] = async () => {
  const [red, blue, referee, owner] = [await Person.of("red"), await Person.of("blue"), await Person.of("referee"), await Person.of("owner")];
  const keys = [(await red.keys()).seat, (await blue.keys()).seat];
  const office = (await referee.keys()).office;
  await owner.open(await linkOf(plan.owner));
  const { game, links } = await openByForm(owner, { ruleset: "tile_formations", keys, dice: "reported", referee: office, limit: "30" });
  await referee.follows(links.referee, game);
  await red.follows(links.red, game);
  await blue.follows(links.blue, game);
  // the referee creates the game, with a signature that the terms ask for
  await referee.page.bringToFront();
  assert.equal(await referee.page.$(".play .warning"), null);
  const files = plan.games.find(({ name }) => name === "tile_formations").files;
  const tally = { clicks: 0, commands: {} };
  for (let turn = 0; turn < 150 && !tally.commands.CreateBattlefield; turn += 1) {
    for (const person of [red, blue, referee]) {
      await person.page.bringToFront();
      if (person === referee) await act(person.page, chanceOf(2), tally, { files });
    }
    await new Promise((done) => { setTimeout(done, 200); });
  }
  assert.equal(tally.commands.CreateBattlefield, 1);
  const { terms } = await call("Games/Get", { game: bytesOf(game) }, plan.owner);
  assert.deepEqual([terms.diceMode, terms.referee, terms.responseLimit, terms.actsSigned, terms.signed], ["DICE_MODE_REPORTED", true, "1800s", true, true]);
  for (const person of [red, blue, referee, owner]) {
    await person.page.bringToFront();
    person.quiet();
    await person.close();
  }
};
