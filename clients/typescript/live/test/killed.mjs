// The service is killed while a command is under way, before and after it is done: nothing is lost, nothing is done twice.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { act, answerForm, chanceOf } from "./driver.mjs";
import { assert, bytesOf, concede, gathered, isOver, panel, pause, pickCommand, plan, playOn, readLog, streamed } from "./harness.mjs";

export const tests = {};
const LINE = /adjudicator serves at (\S+), browsers at (\S+),/;

/** A service of its own, which may be killed and started again on the same addresses and data. */
class Service {
  constructor() {
    this.folder = mkdtempSync(join(plan.service.folder, "killed-"));
    this.addresses = ["127.0.0.1:0", "127.0.0.1:0"];
  }

  async start() {
    const [program, ...args] = plan.service.program;
    const [listen, web] = this.addresses;
    const all = [...args, "serve", "--listen", listen, "--web", web, "--data", this.folder, "--log-level", "error"];
    this.process = spawn(program, all, { cwd: plan.service.root, stdio: ["ignore", "pipe", "inherit"] });
    const line = await new Promise((done, failed) => {
      let text = "";
      this.process.stdout.on("data", (data) => { text += data; if (text.includes("\n")) done(text); });
      this.process.on("exit", (code) => failed(new Error(`the service ended with ${code}: ${text}`)));
    });
    this.addresses = LINE.exec(line).slice(1);
    this.base = `http://${this.addresses[1]}`;
    this.token = readFileSync(join(this.folder, "owner.token"), "utf8").trim();
    return this;
  }

  signal(name) {
    process.kill(this.process.pid, name);
  }

  async kill() {
    this.process.removeAllListeners("exit");
    const ended = new Promise((done) => { this.process.once("exit", done); });
    this.signal("SIGKILL");
    await ended;
  }
}

/** Waits until the command that was sent is answered; where the page has given up, it is sent again by its button. */
async function answered(person) {
  const { page } = person;
  for (let turn = 0; turn < 600; turn += 1) {
    const said = await page.evaluate(() => ({
      done: /is done/.test(document.querySelector(".sent")?.textContent ?? ""),
      again: [...document.querySelectorAll(".warning button")].find(({ textContent }) => textContent === "Send it again") !== undefined,
    }));
    if (said.done) return;
    if (said.again) await page.evaluate(() => [...document.querySelectorAll(".warning button")].find(({ textContent }) => textContent === "Send it again")?.click());
    await pause(100);
  }
  throw new Error(`not answered: ${JSON.stringify(await panel(page))}`);
}

/** Fills in the form of a command up to the button that sends it. */
async function ready(person, chance, tally) {
  const { offers } = await panel(person.page);
  const [command] = offers;
  await pickCommand(person, command);
  assert(await answerForm(person.page, chance, tally));
  await person.page.$eval("[data-act=give]", (node) => node.click());
  await person.page.waitForSelector("[data-act=send]");
  return command;
}

tests["a service that is killed in mid-move loses nothing"] = async () => {
  const service = await new Service().start();
  try {
    const { base, token } = service;
    const table = await gathered("tile_formations", { base, token, spectator: false });
    const { people, red, game } = table;
    const [chance, tally] = [chanceOf(4), { clicks: 0, commands: {} }];
    const files = plan.games.find(({ name }) => name === "tile_formations").files;
    await playOn([table.owner], chance, tally, { most: 1, files });
    const entries = () => readLog(game, token, base);
    const own = async () => (await entries()).filter(({ actor }) => actor?.party?.seat === 0).map(({ command }) => command);
    await red.page.bringToFront();
    await red.page.waitForSelector(".offers .offer");

    // before: it has come to nobody
    const before = await own();
    const first = await ready(red, chance, tally);
    service.signal("SIGSTOP");
    const under = red.page.waitForRequest((request) => request.url().endsWith(`Play/${first}`));
    await red.page.$eval("[data-act=send]", (node) => node.click());
    await red.page.waitForSelector("section.play[data-busy=true]");
    await under;
    await service.kill();
    await service.start();
    await answered(red);
    assert.deepEqual(await own(), [...before, first]);

    // after: it is done, and its answer is lost
    const asked = async () => (await panel(red.page)).offers?.length > 0;
    for (let turn = 0; turn < 400 && !(await asked()); turn += 1) {
      await table.blue.page.bringToFront();
      await act(table.blue.page, chance, tally);
      await red.page.bringToFront();
      await pause(50);
    }
    const second = await ready(red, chance, tally);
    const session = await red.page.createCDPSession();
    const paused = new Promise((done) => { session.once("Fetch.requestPaused", done); });
    await session.send("Fetch.enable", { patterns: [{ urlPattern: `*Play/${second}`, requestStage: "Response" }] });
    await red.page.$eval("[data-act=send]", (node) => node.click());
    const { requestId } = await paused;
    await service.kill();
    await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    await session.send("Fetch.disable");
    await service.start();
    await answered(red);
    assert.deepEqual(await own(), [...before, first, second]);

    // and the game goes on, and comes to its end
    for (const { page } of [table.blue, red]) {
      await page.bringToFront(); // both have to find the service again, at pauses that grow
      await page.waitForSelector("section.play[data-busy=false]");
    }
    await playOn([table.blue, red], chance, tally, { most: 2 });
    await concede(red, people, chance, tally, () => isOver(game, token, base));
    const parts = await streamed("Games/Export", { game: bytesOf(game) }, token, base);
    const replay = join(service.folder, "game.replay");
    writeFileSync(replay, Buffer.concat(parts.map(({ data }) => Buffer.from(data, "base64"))));
    for (const person of people) await person.close();
    return { first, second, replay };
  } finally {
    await service.kill();
  }
};
