// Plays by the controls that the app shows, choosing at random among them: it knows the app and no ruleset.

export function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = (list, chance) => list[Math.floor(chance() * list.length)];
const QUIET_MS = 60_000;
export const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** What the panel of a player shows at this moment. */
export const panel = (page) => page.evaluate(() => {
  const play = document.querySelector("section.play");
  if (play === null) return { state: "none" };
  if (play.getAttribute("aria-busy") === "true" || play.dataset.busy === "true") return { state: "busy" };
  const form = play.querySelector("form.command");
  const alerts = [...play.querySelectorAll("[role=alert]")].map((node) => node.textContent);
  if (form === null) return { state: "choices", seq: play.dataset.seq, alerts, offers: [...play.querySelectorAll(":scope > .offers .offer")].map((node) => node.dataset.command) };
  return {
    state: "form", seq: play.dataset.seq, alerts, command: form.dataset.command,
    open: [...form.querySelectorAll(".question[data-open=true]")].map((node) => ({ path: node.dataset.path, kind: node.dataset.kind })),
    variant: form.querySelector("[data-question=variant]")?.value ?? "",
    said: form.querySelector("[data-said]")?.dataset.said ?? "", told: form.querySelector(".forecast")?.textContent ?? "",
    sure: form.querySelector("[data-act=send]") !== null, able: form.querySelector("[data-act=give]")?.disabled === false,
  };
});

export async function until(page, test, what) {
  const began = Date.now();
  for (;;) {
    const seen = await panel(page);
    if (test(seen)) return seen;
    if (Date.now() - began > QUIET_MS) throw new Error(`${what}: ${JSON.stringify(seen).slice(0, 600)}`);
    await pause(25);
  }
}

/** Waits until the page has taken in what was done to it: it draws before it gets to what is put off. */
export const taken = (page) => page.evaluate(() => new Promise((done) => { setTimeout(done); }));

/** Chooses one of a select of the app, other than what only asks to choose. */
async function choose(page, select, chance) {
  const values = await select.$$eval("option", (found) => found.map(({ value }) => value).filter((value) => !value.startsWith("-")));
  await select.select(pick(values, chance));
}

/** Clicks something on the board that answers the question; false where the question stays as it was. */
async function clickBoard(page, chance) {
  const targets = await page.$$(".over .target:not(.chosen)");
  if (targets.length === 0) return false;
  const before = await panel(page);
  const at = await pick(targets, chance).evaluate((node) => {
    node.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.click(at.x, at.y);
  await taken(page);
  const after = await panel(page);
  return JSON.stringify(after.open) !== JSON.stringify(before.open) || after.state !== "form";
}

/** Answers the first question that is open, by its own control or, where that can be, by a click on the board. */
async function answerOne(page, chance, tally) {
  const question = await page.$("form.command .question[data-open=true]");
  if (question === null) return;
  const kind = await question.evaluate((node) => node.dataset.kind);
  if (!["some_of", "members"].includes(kind) && chance() < 0.5 && await clickBoard(page, chance)) {
    tally.clicks += 1;
    return;
  }
  const select = await question.$("select");
  if (select !== null) return choose(page, select, chance);
  const text = await question.$("input[type=text]");
  if (text !== null) {
    await text.click();
    await text.type("because so");
    return page.keyboard.press("Tab");
  }
  const boxes = await question.$$("input[type=radio], input[type=checkbox]");
  await pick(boxes, chance).evaluate((node) => node.click());
}

/** Marks as many as a question of several needs. */
async function markMore(page, path, chance) {
  const boxes = await page.$$(`form.command .question[data-path="${path}"] input[type=checkbox]:not(:checked)`);
  if (boxes.length > 0) await pick(boxes, chance).evaluate((node) => node.click());
}

/** Answers all that is open in the form; false where the form is gone, since the game went on. */
export async function answerForm(page, chance, tally) {
  for (let turn = 0; turn < 400; turn += 1) {
    const form = await until(page, (now) => !["form", "busy"].includes(now.state) || now.sure || now.variant === "-1" || now.open?.length > 0 || ["allowed", "refused", "unknown"].includes(now.said), "the form says nothing");
    if (form.state !== "form") return false;
    if (form.variant === "-1") {
      const variants = await page.$("[data-question=variant]");
      if (variants !== null) await choose(page, variants, chance);
      continue;
    }
    if (form.open.length === 0) {
      if (form.said === "allowed" && form.able) return true;
      throw new Error(`${form.command} is not allowed as it was offered: ${form.told} ${form.alerts}`);
    }
    if (turn > 0 && turn % 7 === 0) await markMore(page, form.open[0].path, chance);
    else {
      // what stood there may be drawn anew in the moment between
      await answerOne(page, chance, tally).catch((fault) => { if (!/detached|not clickable|No element/.test(String(fault))) throw fault; });
    }
    await taken(page);
  }
  throw new Error("a form without an end");
}

/** Takes the message of the open form out of a file. */
export async function upload(page, file) {
  await page.$eval("details.fromfile", (node) => { node.open = true; });
  await (await page.$(".fromfile input[type=file]")).uploadFile(file);
  await page.waitForSelector(".uploaded");
}

/**
 * Answers what is open and sends; false where nothing is asked. `avoid` are commands that are taken only where there is
 * nothing else, `files` messages of commands that are read from a file.
 */
export async function act(page, chance, tally, { avoid = [], files = {} } = {}) {
  const seen = await until(page, ({ state }) => state !== "busy", "no choices");
  let { command } = seen;
  if (seen.state === "choices") {
    if (seen.offers.length === 0) return false;
    const wanted = seen.offers.filter((name) => !avoid.includes(name));
    command = pick(wanted.length > 0 ? wanted : seen.offers, chance);
    await page.$eval(`.offers .offer[data-command="${command}"]`, (node) => node.click());
    await until(page, ({ state }) => state === "form" || state === "choices", "no form");
  } else if (seen.state === "none") return false;
  if (command in files) await upload(page, files[command]);
  if (!(await answerForm(page, chance, tally))) return true;
  await page.$eval("[data-act=give]", (node) => node.click());
  await until(page, ({ sure, state }) => sure || state !== "form", "nothing to send");
  if (!(await panel(page)).sure) return true;
  await page.$eval("[data-act=send]", (node) => node.click());
  const after = await until(page, ({ state, alerts }) => state === "choices" || (alerts?.length ?? 0) > 0, `${command} is not sent`);
  if (after.alerts?.length > 0 && !/gone on/.test(after.alerts.join())) throw new Error(`${command}: ${after.alerts}`);
  if (after.state === "choices") tally.commands[command] = (tally.commands[command] ?? 0) + 1;
  return true;
}
