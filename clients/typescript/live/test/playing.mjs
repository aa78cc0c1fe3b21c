// What a player does besides clicking through forms: drags bases, brings files, throws real dice, is not alone.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { act, answerForm, chanceOf, taken, upload } from "./driver.mjs";
import { assert, bytesOf, call, entriesOf, eventually, giveCommand, joinBegun, panel, Person, pickCommand, plan, readLog, sendForm, WAIT } from "./harness.mjs";

export const tests = {};
const newTally = () => ({ clicks: 0, commands: {} });

/** Where a body stands on the board. */
const bodyAt = (page, id) => page.$eval(`[data-id="body:${id}"]`, (node) => ({ x: Number(node.dataset.x), y: Number(node.dataset.y) }));
const text = (page, selector) => page.$eval(selector, (node) => node.textContent);

/** Waits until an element reads so. */
const reads = (page, selector, pattern) => page.waitForFunction((where, wanted) => new RegExp(wanted).test(document.querySelector(where)?.textContent ?? ""), WAIT, selector, pattern)
  .catch(async () => assert.fail(`${selector}: ${await page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent).join())} instead of ${pattern}`));

tests["inches: a unit is dragged, measured and asked about before it is sent"] = async () => {
  const person = await joinBegun("inches", "asked");
  const { page } = person;
  const command = plan.begun.inches.command;
  await pickCommand(person, command);
  const variants = await page.$("[data-question=variant]");
  if (variants !== null) await variants.select("0");
  await page.waitForSelector(".planpiece .planghost");
  const { id, x, y, scale } = await page.$eval(".planpiece.selected", (node) => {
    const box = node.querySelector(".planghost").getBoundingClientRect();
    return { id: node.dataset.piece, x: box.x + box.width / 2, y: box.y + box.height / 2, scale: node.getScreenCTM().a };
  });
  const before = await bodyAt(page, id);
  // an inch towards the middle of the board
  const way = before.x < 24_000 ? 1000 : -1000;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 5; step += 1) await page.mouse.move(x + (way * scale * step) / 5, y);
  await page.mouse.up();
  await reads(page, ".howfar", '^(0\\.9|1\\.0|1\\.1)" of \\d+');
  assert.match(await page.$eval(`[data-piece="${id}"]:is(button)`, (node) => node.closest("li").textContent), /moved (0\.9|1\.0|1\.1)", .* to /);
  assert.deepEqual(await bodyAt(page, id), before, "nothing moves before it is sent");
  // too far: the ghost stays within the reach
  await page.mouse.move(x + way * scale, y);
  await page.mouse.down();
  for (let step = 1; step <= 5; step += 1) await page.mouse.move(x + way * scale * (1 + step * 8), y);
  await page.mouse.up();
  const reach = /of ([\d.]+)/.exec(await text(page, ".howfar"))[1];
  await reads(page, ".howfar", `^${Number(reach).toFixed(1)}" of ${reach}"`);
  // and by keys, back to an inch or so from where it stands
  await page.$eval(".place button:not(.piece)", (node) => node.click());
  // a key that comes before the plan is gone would go on from where the piece was
  await page.waitForFunction((full) => ![...document.querySelectorAll(".howfar")].some((node) => node.textContent.startsWith(full)), WAIT, `${Number(reach).toFixed(1)}"`);
  await page.focus(`button[data-piece="${id}"]`);
  await page.keyboard.down("Shift");
  await page.keyboard.press(way > 0 ? "ArrowRight" : "ArrowLeft");
  await page.keyboard.up("Shift");
  await reads(page, ".howfar", '^1\\.0" of');
  await answerForm(page, chanceOf(3), newTally());
  await page.$eval("[data-act=give]", (node) => node.click());
  await page.waitForSelector("[data-act=send]");
  await page.$eval("[data-act=send]", (node) => node.click());
  await page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
  await page.waitForFunction((body, x0) => Number(document.querySelector(`[data-id="body:${body}"]`)?.dataset.x) !== x0, {}, id, before.x);
  const after = await bodyAt(page, id);
  assert.equal(after.x - before.x, way);
  person.quiet();
  await person.close();
};

tests["tiles: a click on the board answers what is asked"] = async () => {
  const person = await joinBegun("tiles", "asked");
  const { page } = person;
  await pickCommand(person, "DeployUnit");
  const variants = await page.$("[data-question=variant]");
  if (variants !== null) await variants.select("0");
  await page.waitForSelector(".over .target");
  const before = (await panel(page)).open.length;
  const { x, y } = await page.$eval(".over .target", (node) => {
    node.scrollIntoView({ block: "center" });
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(x, y);
  await page.waitForSelector(".over .target.chosen");
  assert((await panel(page)).open.length < before, "the click is an answer");
  assert(await answerForm(page, chanceOf(8), newTally()));
  await sendForm(person);
  await page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
  person.quiet();
  await person.close();
};

tests["an army list is brought in a file"] = async () => {
  const person = await joinBegun("army", "asked");
  const { page } = person;
  const { command, file } = plan.begun.army;
  await pickCommand(person, command);
  const wrong = `${mkdtempSync(`${tmpdir()}/`)}/wrong.json`;
  writeFileSync(wrong, JSON.stringify({ nothing: 1 }));
  await page.$eval("details.fromfile", (node) => { node.open = true; });
  await (await page.$(".fromfile input[type=file]")).uploadFile(wrong);
  await page.waitForSelector(".fromfile [role=alert]");
  assert.match(await text(page, ".fromfile [role=alert]"), new RegExp(`wrong.json is no ${command}`));
  await upload(page, file);
  await sendForm(person);
  await page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
  assert.equal((await readLog(plan.begun.army.game)).at(-1).command, command);
  person.quiet();
  await person.close();
};

tests["reported dice: every face is given by somebody"] = async () => {
  const [person, other] = [await joinBegun("reported", "asked"), await joinBegun("reported", "other")];
  const { page } = person;
  await pickCommand(person, "ReportRoll");
  await page.waitForSelector(".faces .thrown");
  const dice = await page.$$(".faces .thrown");
  assert.equal((await page.$$(".thrown[data-open=true]")).length, dice.length, "no die has a face of its own");
  assert.equal(await page.$$eval(".thrown input:checked", (nodes) => nodes.length), 0);
  assert.equal(await page.$eval("[data-act=give]", (node) => node.disabled), true);
  await person.accessible("the form of reported dice");
  const faces = dice.map((_, at) => (at % 6) + 1);
  if (dice.length > 1) {
    await page.type("[data-act=typefaces]", faces.join(""));
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll(".thrown[data-open=true]").length === 0);
  } else {
    await page.focus(".thrown input");
    await page.keyboard.press("4");
    faces[0] = 4;
  }
  // the last one is tapped, to be another
  faces[faces.length - 1] = 5;
  await page.$$eval(".thrown", (nodes) => nodes.at(-1).querySelectorAll("input")[4].click());
  // what is allowed was said of the faces before
  await taken(page);
  await sendForm(person);
  await page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
  await giveCommand(other, "AcknowledgeRoll");
  const entry = (await readLog(plan.begun.reported.game)).findLast(({ command }) => command === "ReportRoll");
  assert(JSON.stringify(entry.ruled).includes(`"faces":${JSON.stringify(faces)}`), JSON.stringify([entry.ruled, faces]));
  for (const one of [person, other]) {
    await one.page.bringToFront();
    one.quiet();
    await one.close();
  }
};

tests["a seat with a key that is not this browser's contributes only when its player says so"] = async () => {
  const [red, blue] = [await Person.of("red"), await Person.of("blue")];
  const keys = [(await red.keys()).seat, (await blue.keys()).seat].map(bytesOf);
  const other = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  const seats = [{ name: "red", keys: [keys[0], other] }, { name: "blue", keys: [keys[1]] }];
  const commandId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { game, credentials } = await call("Games/Open", { commandId, ruleset: "tile_formations", seats, profile: "PROFILE_P1", signatures: "SIGNATURES_SEATS" }, plan.owner);
  const id = Buffer.from(game, "base64").toString("hex");
  const tokenOf = (at) => credentials.find(({ role, seat }) => role === "ROLE_SEAT" && (seat ?? 0) === at).token;
  await red.joins(tokenOf(0), id);
  await red.page.waitForSelector("[data-act=trust]");
  assert.match(await text(red.page, ".play [role=alert]"), /GENESIS_INVALID/);
  await red.accessible("a game that is not to be trusted");
  assert.deepEqual((await readLog(id)).map(({ command }) => command), ["OpenGame"], "nothing was contributed");
  await red.page.$eval("[data-act=trust]", (node) => node.click());
  const kinds = await eventually(async () => (await readLog(id)).map(({ command }) => command), (found) => found.length > 1);
  assert.deepEqual(kinds, ["OpenGame", "CommitContribution"]);
  await blue.joins(tokenOf(1), id);
  const all = await eventually(async () => (await readLog(id)).map(({ command }) => command), (found) => found.filter((kind) => kind === "OpenContribution").length === 2);
  assert.equal(all.filter((kind) => kind.endsWith("Contribution")).length, 4);
  for (const one of [red, blue]) {
    await one.page.bringToFront();
    one.quiet();
    await one.close();
  }
};

/** What the controls of a form hold. */
const answersOf = (page) => page.$$eval("form.command [data-question]", (nodes) => nodes.map((node) => [
  node.dataset.question, node.value ?? "", node.checked ?? [...node.querySelectorAll("input")].map(({ checked }) => checked).join(),
].join(" ")));

tests["a plan outlives what the other does"] = async () => {
  const [red, blue] = [await joinBegun("hexes", "red", { listens: true }), await joinBegun("hexes", "blue")];
  const chance = chanceOf(5);
  await pickCommand(red, "PlotOrders");
  assert(await answerForm(red.page, chance, newTally()));
  const [answers, seq] = [await answersOf(red.page), (await panel(red.page)).seq];
  await blue.page.bringToFront();
  assert(await act(blue.page, chance, newTally(), { avoid: ["CommitOrders"] }));
  await red.page.bringToFront();
  await red.page.waitForFunction((before) => { const { seq: now, busy } = document.querySelector("section.play").dataset; return now !== before && busy === "false"; }, {}, seq);
  await red.page.waitForSelector(".carried");
  await red.page.waitForSelector("[data-said=allowed]");
  assert.deepEqual(await answersOf(red.page), answers, "the answers stand as they were");
  assert.equal(await red.page.$eval(".carried", (node) => node.dataset.lost), "0");
  await red.accessible("a form that was kept");
  const count = await entriesOf(red);
  await sendForm(red);
  await red.page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
  await red.page.waitForFunction((before) => Number(/of (\d+)/.exec(document.querySelector(".entry .no").textContent)[1]) > before, {}, count);
  assert.deepEqual(red.ears.secrets.map(({ method, salt }) => [method, salt.length]), [["PlotOrders", 32]], "the browser makes the salt, though nobody signs here");
  for (const one of [red, blue]) {
    await one.page.bringToFront();
    one.quiet();
    await one.close();
  }
};

tests["answers are kept by what they mean, and faces are read as they are typed"] = async () => {
  const live = fileURLToPath(new URL("..", import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      resolveDir: live, loader: "ts",
      contents: `export { fill, keptOf } from "./play/questions.ts"; export { typedFaces } from "./play/faces.tsx"; export { hex_orders } from "../src/rulesets/hex_orders.ts";
        export { create } from "@bufbuild/protobuf"; export { OfferSchema } from "../src/contract.ts";`,
    },
    bundle: true, write: false, format: "esm", platform: "neutral", mainFields: ["module", "main"], jsx: "automatic", jsxImportSource: "preact",
  });
  const { fill, keptOf, typedFaces, hex_orders: ruleset, create, OfferSchema } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  assert.deepEqual([typedFaces("35 1,6 7", 6), typedFaces("3 10, 07 11", 10)], [[3, 5, 1, 6], [3, 10, 7]]);
  const range = (face) => ({ values: { case: "range", value: { least: BigInt(face), most: BigInt(face) } } });
  const offer = (...faces) => create(OfferSchema, { command: "ReportRoll", fields: [{ field: "faces", values: { case: "items", value: { of: faces.map(range), least: 1, most: 1 } } }] });
  const asked = (of, answers) => fill(ruleset, of, answers, async () => [], async () => new Uint8Array());
  const [first] = (await asked(offer(2, 4, 6), new Map())).questions.filter(({ forced }) => !forced);
  assert.equal(first.open, true);
  const answers = new Map([[first.key, keptOf(first.choice, 2)]]);
  for (const [of, open, faces] of [[offer(2, 4, 6), false, [6]], [offer(6, 2), false, [6]], [offer(2, 4, 5), true, null]]) {
    const { questions, command } = await asked(of, answers);
    const [again] = questions.filter(({ forced }) => !forced);
    assert.deepEqual([again.open, again.lost], [open, open]);
    if (faces !== null) assert.deepEqual(command.faces, faces);
  }
};
