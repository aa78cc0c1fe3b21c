// An event in which everybody signs: its games are opened, ruled, appealed and closed by forms, each act under a key of a browser.

import { act, chanceOf } from "./driver.mjs";
import { assert, bytesOf, call, eventually, giveCommand, linkOf, plan, playOn, readLog, streamed, WAIT } from "./harness.mjs";
import { Official } from "./officials.mjs";

export const tests = {};
const RULESET = "tile_formations";
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
const REFUSED = /the server responded with a status of (400|403|409|412)/;
/** Besides refusals, what a browser notes of connections that a test has cut. */
const REFUSED_OR_LOST = new RegExp(`${REFUSED.source}|net::ERR_CONNECTION_RESET`);
const grounds = (command, reason) => ({ [`${command}.grounds.reason`]: reason });

/** Persons with a browser each, and the keys that they show. */
async function persons(...names) {
  const found = [];
  for (const name of names) {
    const person = await Official.of(name, { token: undefined });
    const { seat, office } = await person.keys();
    found.push(Object.assign(person, { seatKey: bytesOf(seat), officeKey: bytesOf(office), office }));
  }
  return found;
}

/** Loses the answers to a method on their way to a browser, though what it asks is done, until the function that this gives is called. */
async function loses({ page }, method) {
  const session = await page.createCDPSession();
  session.on("Fetch.requestPaused", ({ requestId }) => void session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" }).catch(() => {}));
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `*${method}`, requestStage: "Response" }] });
  return async () => {
    await session.send("Fetch.disable");
    await session.detach();
  };
}

/** What is wrong beside a field of a form, once something is. */
async function besideField(person, form, field) {
  await person.click(`${form} [data-act=ask]`);
  const fault = `${form} [data-field="${field}"] [role=alert]`;
  await person.page.waitForSelector(fault, WAIT);
  assert.equal(await person.page.$eval(`${form} [data-field="${field}"] :is(input, select)`, (node) => node.getAttribute("aria-invalid")), "true");
  return person.text(fault);
}

/** Lets both seats confirm the result. */
const confirmed = (people) => playOn(people, chanceOf(6), { clicks: 0, commands: {} }, { most: 2 });

tests["an event that signs: rulings, an official admitted later, an appeal and the close, by forms"] = async () => {
  const all = await persons("owner", "hana", "rob", "anna", "ben", "cara");
  const [owner, hana, rob, anna, ben, cara] = all;
  const terms = { name: "Signed cup", rulesets: [{ ruleset: RULESET, profile: "PROFILE_P0" }], signed: true, referee: true, ownerKeys: [owner.officeKey], appealWindow: "600s" };
  const roster = [anna, ben, cara].map(({ name, seatKey }) => ({ name, keys: [seatKey] }));
  const { event } = await call("Events/Create", { commandId: random(), terms, roster }, plan.owner);
  const id = Buffer.from(event, "base64").toString("hex");
  const token = async (role, name, keys = []) => call("Events/MakeToken", { event, commandId: random(), role, name, keys }, plan.owner);
  const made = {
    hana: await token("ROLE_HEAD_REFEREE", "hana", [hana.officeKey]), rob: await token("ROLE_REFEREE", "rob"),
    anna: await token("ROLE_SEAT", "anna"), ben: await token("ROLE_SEAT", "ben"), cara: await token("ROLE_SEAT", "cara"),
  };

  // the owner opens a game by the form of the event, and creates it
  await owner.joinsAs(plan.owner);
  await owner.desk("acts", id);
  assert.match(await owner.giveForm("open", { pairings: `round,table,ruleset,red,blue,starts\n1,1,${RULESET},anna,ben,\n` }), /1 game is open/);
  const game = Buffer.from((await call("Events/Games", { event }, plan.owner)).games[0].game, "base64").toString("hex");
  const files = plan.games.find(({ name }) => name === RULESET).files;
  for (const person of [hana, rob, anna, ben, cara]) await person.open(await linkOf(made[person.name].token));
  await owner.game(game);
  assert(await act(owner.page, chanceOf(1), { clicks: 0, commands: {} }, { files }));
  for (const person of [hana, rob, anna, ben]) await person.game(game);
  const kinds = async () => (await readLog(game)).map(({ command }) => command);

  // a head referee whose key the opening knows rules; of another the page says that nobody knows it, and the service refuses
  assert.match(await hana.giveCommand("AddNote", grounds("AddNote", "look")), /is done/);
  assert.match(await rob.text(".warning"), /names no key of this browser/);
  await rob.fillCommand("AddNote", grounds("AddNote", "look, too"));
  assert.match(await rob.sendCommand(), /let its owner admit it/);
  await owner.game(game);
  // what is missing or wrong is told beside its field, and nothing is sent
  const admit = '[data-act-form="AdmitOfficial"]';
  await owner.unfold(admit);
  assert.match(await besideField(owner, admit, "keys"), /^No key is given, .*signs no more/);
  await owner.fill(admit, { "[name=keys]": "0123" });
  assert.match(await besideField(owner, admit, "keys"), /“0123” is no public key.*4 characters/);
  await owner.fill(admit, { "[name=keys]": rob.office, "[name=number]": "soon" });
  assert.match(await besideField(owner, admit, "number"), /“soon” is no number from 1 to 4294967295/);
  await owner.fill(admit, { "[name=keys]": Buffer.from(anna.seatKey, "base64").toString("hex"), "[name=number]": "" });
  assert.match(await besideField(owner, admit, "keys"), /./, "a refusal of the service stands beside its field, too");
  await owner.accessible("a form with a fault beside its field");
  assert.match(await owner.giveOwn("AdmitOfficial", { office: "referee", token: made.rob.made.key, keys: rob.office }), /is done/);
  const { number } = JSON.parse(JSON.stringify((await readLog(game)).at(-1)).match(/\{[^{}]*"number":\d+[^{}]*\}/)[0]);
  await owner.ready();
  await owner.fill(admit, { "[name=token]": made.rob.made.key, "[name=keys]": rob.office, "[name=number]": String(number) });
  assert.match(await besideField(owner, admit, "number"), new RegExp(`has number ${number}: give a higher one`));
  await rob.game(game);
  assert.match(await rob.giveCommand("AddNote", grounds("AddNote", "look, too")), /is done/);

  // all games are paused at once: the service says what is due, and this browser signs it
  await hana.desk("acts", id);
  // the answer is lost though the pause is done: nobody says that it was refused, and the same bytes do it once
  const found0 = await loses(hana, "Referee/PauseGame");
  assert.match(await hana.giveForm("pause", { reason: "fire alarm" }), /^0 games are paused\..*: it is not known whether this was done/);
  await found0();
  const unknown = '[data-act-form="pause"] [data-unknown]';
  assert.equal(await hana.page.$eval(unknown, (node) => node.dataset.unknown), game);
  await hana.click(`${unknown} [data-act=again]`);
  await hana.until((row) => document.querySelector(row) === null, unknown);
  assert.match(await hana.text('[data-act-form="pause"] .done'), /^1 game is paused\.$/);
  assert.match(await hana.giveForm("resume", { reason: "it was a test" }), /^1 game is resumed\.$/);

  // a call, answered at the table
  await anna.game(game);
  assert.match(await anna.giveCommand("CallReferee", { "CallReferee.question": "whose turn is it?" }), /is done/);
  await rob.game(game);
  await rob.page.waitForSelector('[data-matter="call"]');
  assert.match(await rob.giveCommand("AnswerCall", grounds("AnswerCall", "red's"), '[data-matter="call"]'), /is done/);

  // another person takes a seat over, with the keys of the roster: the page of either says so, and the new one signs
  await cara.open(`${plan.base}/game/${game}`);
  // to who plays no seat of it the game is closed
  await cara.page.waitForSelector("main.plain [role=alert] button", WAIT);
  await hana.game(game);
  assert.match(await hana.giveOwn("Substitute", { reason: "anna is ill", seat: "0", person: "cara" }), /is done/);
  await anna.page.bringToFront();
  await anna.page.waitForSelector('[data-seat="none"]', WAIT);
  assert.equal(await anna.page.$("section.play"), null, "nothing is offered to who has left");
  const restored = await loses(cara, "Events/Games");
  await cara.page.bringToFront();
  await cara.click("[role=alert] button");
  await cara.page.waitForSelector('[data-seat="unknown"]', WAIT);
  await cara.page.waitForSelector("[data-id], .noboard, .board", WAIT);
  await restored();
  await cara.click('[data-seat="unknown"] button');
  await cara.ready();
  assert.equal(await cara.page.$('[data-seat="unknown"]'), null);
  assert.equal(await cara.page.$("section.play .warning"), null, "the key of this browser is that of the seat by now");
  assert.match(await cara.giveCommand("CallReferee", { "CallReferee.question": "where were we?" }), /is done/);
  await hana.page.bringToFront();
  await hana.page.waitForSelector('[data-matter="call"]', WAIT);
  await hana.ready();
  assert.match(await hana.giveCommand("AnswerCall", grounds("AnswerCall", "red moves"), '[data-matter="call"]'), /is done/);

  // the end, an appeal against it, and who upholds it
  await giveCommand(ben, "Concede");
  await ben.ready();
  assert.match(await ben.giveCommand("Appeal", { "Appeal.reason": "we both misread the hour" }), /is done/);
  await hana.game(game);
  await hana.page.waitForSelector('[data-matter="appeal"]');
  assert.match(await hana.text('[data-matter="appeal"]'), /misread the hour/);
  assert.match(await hana.giveCommand("UpholdRuling", grounds("UpholdRuling", "it stands"), '[data-matter="appeal"]'), /is done/);
  await hana.until(() => document.querySelector(".matters") === null);
  for (const person of [cara, ben]) {
    await person.page.bringToFront();
    assert.match(await person.giveCommand("WaiveAppeal", {}), /is done/);
  }
  await confirmed([cara, ben]);
  const ended = await eventually(kinds, (found) => found.includes("Reveal"));
  assert(ended.includes("Reveal"), `${ended.slice(-8)}: ${JSON.stringify((await call("Games/Get", { game: bytesOf(game) }, plan.owner)).windows)}`);
  await owner.desk("acts", id);
  const close = '[data-act-form="close"]';
  await owner.unfold(close);
  await owner.fill(close, { "[name=reason]": "all is played" });
  await owner.click(`${close} [data-act=give]`);
  await owner.click(`${close} [data-act=send]`);
  await owner.until(() => /The event is closed/.test(document.querySelector("main.desk .banner")?.textContent ?? ""));
  assert.deepEqual(await owner.page.$$eval("[data-act-form]", (nodes) => nodes.length), 0, "nothing is added to it any more");
  const acts = ["AddNote", "AdmitOfficial", "PauseGame", "ResumeGame", "AnswerCall", "UpholdRuling", "Substitute"];
  const found = await kinds();
  assert.deepEqual(acts.map((kind) => found.filter((each) => each === kind).length), [2, 1, 1, 1, 2, 1, 1]);
  for (const person of all) await person.leaves(REFUSED_OR_LOST);
  return { signedGame: game };
};

tests["whoever is removed plays no more: the awards that follow are signed by the forms of the desk"] = async () => {
  const all = await persons("owner", "hana");
  const [owner, hana] = all;
  const key = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  const terms = { name: "Removed", rulesets: [{ ruleset: RULESET, profile: "PROFILE_P0" }], signed: true, referee: true, ownerKeys: [owner.officeKey], appealWindow: "600s" };
  const roster = ["anna", "ben", "cara", "dora"].map((name) => ({ name, keys: [key()] }));
  const { event } = await call("Events/Create", { commandId: random(), terms, roster }, plan.owner);
  const { token } = await call("Events/MakeToken", { event, commandId: random(), role: "ROLE_HEAD_REFEREE", name: "hana", keys: [hana.officeKey] }, plan.owner);
  const pairing = (round, table, ...names) => ({ round, table, ruleset: RULESET, seats: names.map((person, at) => ({ name: ["red", "blue"][at], person })) });
  const pairings = [pairing("1", "1", "anna", "ben"), pairing("1", "2", "cara", "dora"), pairing("2", "1", "dora", "anna")];
  const opened = await streamed("Events/OpenGames", { event, commandId: random(), pairings }, plan.owner);
  const [first, other, second] = opened.map(({ game }) => Buffer.from(game, "base64").toString("hex"));
  const id = Buffer.from(event, "base64").toString("hex");
  await hana.joinsAs(token);
  const resultOf = async (game) => (await call("Games/Get", { game: bytesOf(game) }, plan.owner)).result;

  // removed in a game: it is forfeited, and the next one of that person is awarded by the form of the event
  await hana.game(first);
  assert.match(await hana.giveCommand("Penalise", { ...grounds("Penalise", "struck the opponent"), "Penalise.seat": ["0", "red", "seat 0"], "Penalise.kind": "removal" }), /is done/);
  const forfeit = await resultOf(first);
  assert.deepEqual([forfeit.ending, forfeit.winners, await resultOf(second)], ["ENDING_FORFEIT", [1], undefined], "who signs has to give the award");
  await hana.desk("acts", id);
  assert.match(await hana.giveForm("awards", {}), /^1 game is awarded\.$/);
  const award = await resultOf(second);
  assert.deepEqual([award.ending, award.winners ?? [], (await readLog(second)).at(-1).command], ["ENDING_NO_SHOW", [0], "Award"]);
  assert.match(await hana.giveForm("awards", {}), /^0 games are awarded\.$/, "nothing is awarded twice");

  // removed at no table: the award follows at once, by the same form
  const kinds = await hana.page.$$eval('[data-act-form="penalise"] [name=kind] option', (found) => found.map(({ value, textContent }) => [textContent, value]));
  const { removal } = Object.fromEntries(kinds);
  assert.match(await hana.giveForm("penalise", { person: "cara", kind: removal, reason: "left the hall in anger" }), /cara has: removal, .*1 game is awarded\.$/);
  assert.deepEqual((await resultOf(other)).winners, [1]);

  // and a result of one's own where there is none: refused where one stands, since an appeal alone can change it
  await hana.game(first);
  const mine = await hana.page.$$eval("section.play [data-command]", (nodes) => nodes.map(({ dataset }) => dataset.command));
  assert(!mine.includes("Award"), "a game with a result is awarded by an appeal alone");
  for (const person of all) await person.leaves();
};
