// An event in which everybody signs: its games are opened, ruled, appealed and closed by forms, each act under a key of a browser.

import { act, chanceOf } from "./driver.mjs";
import { assert, bytesOf, call, eventually, giveCommand, linkOf, plan, playOn, readLog } from "./harness.mjs";
import { Official } from "./officials.mjs";

export const tests = {};
const RULESET = "tile_formations";
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
const REFUSED = /the server responded with a status of (400|403|409|412)/;
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

/** Lets both seats confirm the result. */
const confirmed = (people) => playOn(people, chanceOf(6), { clicks: 0, commands: {} }, { most: 2 });

tests["an event that signs: rulings, an official admitted later, an appeal and the close, by forms"] = async () => {
  const all = await persons("owner", "hana", "rob", "anna", "ben");
  const [owner, hana, rob, anna, ben] = all;
  const terms = { name: "Signed cup", rulesets: [{ ruleset: RULESET, profile: "PROFILE_P0" }], signed: true, referee: true, ownerKeys: [owner.officeKey], appealWindow: "600s" };
  const roster = [anna, ben].map(({ name, seatKey }) => ({ name, keys: [seatKey] }));
  const { event } = await call("Events/Create", { commandId: random(), terms, roster }, plan.owner);
  const id = Buffer.from(event, "base64").toString("hex");
  const token = async (role, name, keys = []) => call("Events/MakeToken", { event, commandId: random(), role, name, keys }, plan.owner);
  const made = {
    hana: await token("ROLE_HEAD_REFEREE", "hana", [hana.officeKey]), rob: await token("ROLE_REFEREE", "rob"),
    anna: await token("ROLE_SEAT", "anna"), ben: await token("ROLE_SEAT", "ben"),
  };

  // the owner opens a game by the form of the event, and creates it
  await owner.joinsAs(plan.owner);
  await owner.desk("acts", id);
  assert.match(await owner.giveForm("open", { pairings: `round,table,ruleset,red,blue,starts\n1,1,${RULESET},anna,ben,\n` }), /1 game is open/);
  const game = Buffer.from((await call("Events/Games", { event }, plan.owner)).games[0].game, "base64").toString("hex");
  const files = plan.games.find(({ name }) => name === RULESET).files;
  for (const person of [hana, rob, anna, ben]) await person.open(await linkOf(made[person.name].token));
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
  assert.match(await owner.giveOwn("AdmitOfficial", { office: "referee", token: made.rob.made.key, keys: rob.office }), /is done/);
  await rob.game(game);
  assert.match(await rob.giveCommand("AddNote", grounds("AddNote", "look, too")), /is done/);

  // all games are paused at once: the service says what is due, and this browser signs it
  await hana.desk("acts", id);
  assert.match(await hana.giveForm("pause", { reason: "fire alarm" }), /^1 game is paused\.$/);
  assert.match(await hana.giveForm("resume", { reason: "it was a test" }), /^1 game is resumed\.$/);

  // a call, answered at the table
  await anna.game(game);
  assert.match(await anna.giveCommand("CallReferee", { "CallReferee.question": "whose turn is it?" }), /is done/);
  await rob.game(game);
  await rob.page.waitForSelector('[data-matter="call"]');
  assert.match(await rob.giveCommand("AnswerCall", grounds("AnswerCall", "red's"), '[data-matter="call"]'), /is done/);

  // the end, an appeal against it, and who upholds it
  await giveCommand(ben, "Concede");
  await ben.ready();
  assert.match(await ben.giveCommand("Appeal", { "Appeal.reason": "we both misread the hour" }), /is done/);
  await hana.game(game);
  await hana.page.waitForSelector('[data-matter="appeal"]');
  assert.match(await hana.text('[data-matter="appeal"]'), /misread the hour/);
  assert.match(await hana.giveCommand("UpholdRuling", grounds("UpholdRuling", "it stands"), '[data-matter="appeal"]'), /is done/);
  await hana.until(() => document.querySelector(".matters") === null);
  for (const person of [anna, ben]) {
    await person.page.bringToFront();
    assert.match(await person.giveCommand("WaiveAppeal", {}), /is done/);
  }
  await confirmed([anna, ben]);
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
  const acts = ["AddNote", "AdmitOfficial", "PauseGame", "ResumeGame", "AnswerCall", "UpholdRuling"];
  const found = await kinds();
  assert.deepEqual(acts.map((kind) => found.filter((each) => each === kind).length), [2, 1, 1, 1, 1, 1]);
  for (const person of all) await person.leaves(REFUSED);
  return { signedGame: game };
};
