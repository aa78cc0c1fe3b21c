// The desk of an event in headless Chromiums; a line of JSON for each test: its name, figures, what was wrong.
// Usage: node desk.mjs PLAN, which tests/page/test_desk_in_browser.py has written: addresses, tokens, games by table.

import { build } from "esbuild";

import { run } from "../../page/test/browsers.mjs";
import { assert, browser, bytesOf, call as asked, eventually, plan, readLog, WAIT } from "./harness.mjs";
import { Official as Person } from "./officials.mjs";

const [TILES, HEXES] = [plan.games["1"], plan.games["2"]];
const PHONE = { width: 360, height: 740 };

/** Calls the service beside the browsers, as the seats that are at no browser do. */
const call = (token, service, method, fields) => asked(`${service}/${method}`, fields, token);

const base64 = bytesOf;
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");

/** Gives an act of a seat on the entry that was seen last. */
async function actOfSeat(name, act, game, fields = {}) {
  const { receipt } = await call(plan.tokens[name], "Games", "Get", { game: base64(game) });
  return call(plan.tokens[name], "Referee", act, { ...fields, header: { game: base64(game), commandId: random(), head: receipt.hash } });
}

const rowOf = async (game) => (await call(plan.tokens.hana, "Events", "Games", { event: base64(plan.event) })).games.find((row) => row.game === base64(game));

const tests = {};

const headings = (person) => person.texts("section.heading h3");
const offered = (person) => person.page.$$eval("section.play [data-command], section.play [data-own]", (nodes) => nodes.map((node) => node.dataset.command ?? node.dataset.own));
const order = (person) => person.page.$$eval("tr[data-game]", (rows) => rows.map((row) => row.dataset.game));
/** Waits until the rows stand so. */
const listed = (person, games) => person.until((wanted) => [...document.querySelectorAll("tr[data-game]")].map((row) => row.dataset.game).join() === wanted, games.join());
const REFUSALS = /the server responded with a status of (400|403|409|412)/;
const attention = (game) => `tr[data-game="${game}"]`;
const countOf = (person, filter) => person.text(`[data-filter="${filter}"] b`).then(Number);
const needs = (person, game, kind) => person.until((row, wanted) => (document.querySelector(row)?.dataset.attention ?? "").split(" ").includes(wanted), attention(game), kind);

const rulingsOf = async (game) => ((await call(plan.tokens.hana, "Events", "Results", { event: base64(plan.event) })).rulings ?? []).filter((row) => row.game === base64(game));
/** Names of seats, as a form may write them. */
const [RED] = [["0", "red", "seat 0", "anna"]];

/** A part of the desk that needs no browser. */
async function partOf(name) {
  const { outputFiles } = await build({
    entryPoints: [new URL(`../desk/${name}.ts`, import.meta.url).pathname], bundle: true, write: false, format: "esm", platform: "node", target: "node20", logLevel: "silent",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

tests["what needs attention follows from the row and the time"] = async () => {
  const { attentionOf, bankAt, before, rankOf } = await partOf("attention");
  const NOW = 1_800_000_000_000;
  const [minutes, stamp] = [(count) => count * 60_000, (ms) => ({ seconds: BigInt(Math.floor(ms / 1000)), nanos: 0 })];
  const clock = (bankMs, running, flag = false) => ({ bank: { seconds: BigInt(bankMs) / 1000n, nanos: (bankMs % 1000) * 1e6 }, running, flag });
  const playing = { status: 2, asked: [{}], matters: [], openMatters: 0, clocks: [], lastTime: stamp(NOW - minutes(1)), round: "1", table: "9", number: 9 };
  const kinds = (change) => attentionOf({ ...playing, ...change }, NOW).map(({ kind }) => kind);
  assert.deepEqual(kinds({}), []);
  assert.deepEqual(kinds({ dueTime: stamp(NOW + 1000) }), []);
  assert.deepEqual(kinds({ dueTime: stamp(NOW) }), ["deadline"]);
  assert.deepEqual(kinds({ dueTime: stamp(NOW), status: 6 }), [], "what is over has no deadline");
  assert.deepEqual(kinds({ clocks: [clock(minutes(11), true), clock(minutes(3), false)] }), [], "a clock that stands hurries nobody");
  assert.deepEqual(kinds({ clocks: [clock(minutes(11) - 1, true)] }), ["low"], "a minute has passed since the last entry");
  assert.deepEqual(kinds({ clocks: [clock(0, false, true)] }), ["flag"]);
  assert.deepEqual(kinds({ lastTime: stamp(NOW - minutes(10) - 1000) }), ["silent"]);
  assert.deepEqual(kinds({ lastTime: stamp(NOW - minutes(30)), status: 3 }), [], "a game that stands still is not silent");
  assert.deepEqual(kinds({ matters: [5, 4, 3, 2, 1].map((kind) => ({ kind, entry: 7n })), openMatters: 5 }), ["call", "dispute", "appeal", "proposal", "question"]);
  const places = (...matters) => attentionOf({ ...playing, matters, openMatters: 2 }, NOW).map(({ entry }) => entry);
  assert.deepEqual(places({ kind: 1, entry: 7n }, { kind: 5 }), [7, 0], "what the game as it stands does not tell has no entry");
  assert.deepEqual(kinds({ openMatters: 2 }), ["question"], "an earlier release does not say what waits");
  assert.equal(bankAt({ ...playing, clocks: [clock(minutes(5), true)] }, 0, NOW), minutes(4));
  const rank = (change) => rankOf({ ...playing, ...change }, attentionOf({ ...playing, ...change }, NOW));
  const rows = [{ table: "10" }, { table: "9" }, { openMatters: 1 }, { dueTime: stamp(NOW) }, { matters: [{ kind: 1, entry: 2n, sinceTime: stamp(NOW - 1000) }] }, { matters: [{ kind: 1, entry: 2n, sinceTime: stamp(NOW - 9000) }] }];
  assert.deepEqual(rows.map((_, at) => at).sort((one, other) => before(rank(rows[one]), rank(rows[other]))), [5, 4, 3, 2, 1, 0], "call before deadline before question, the longest first, table 9 before table 10");
};

tests["pairings are read as the command line reads them"] = async () => {
  const { readPairings } = await partOf("pairings");
  const sheet = { roster: [{ name: "anna" }, { name: "ben" }, { name: "cleo", withdrawn: true }, { name: "dora" }], terms: { rulesets: [{ ruleset: "antares" }] } };
  const read = (text) => readPairings(text, sheet).map(({ round, table, ruleset, seats, startsTime }) => [round, table, ruleset, seats.map(({ name, person }) => `${name}=${person}`).join(" "), startsTime?.seconds]);
  assert.deepEqual(read("round,table,ruleset,red,blue,starts\r\n# no line\r\n\r\n1,\"7, left\",antares,anna,ben,2026-11-21T09:30:00Z\r\n"), [["1", "7, left", "antares", "red=anna blue=ben", 1795253400n]]);
  assert.deepEqual(read("1,1,antares,anna,ben"), [["1", "1", "antares", "=anna =ben", undefined]]);
  assert.deepEqual(read("1,1,antares,anna,ben,2026-11-21T09:30:00+01:00\n2,1,antares,anna,ben"), [["1", "1", "antares", "=anna =ben", 1795249800n], ["2", "1", "antares", "=anna =ben", undefined]]);
  for (const [text, said] of [
    ["", /Line 1, column 1: is empty/], ["1,1,chess,anna,ben", /Line 1, column 3: .chess. is none of/], ["1,1,antares,anna,cleo", /column 5: .cleo. has withdrawn/],
    ["1,1,antares,anna,ben\n1,2,antares,dora,anna", /Line 2, column 5: .anna. plays in round 1 already, on line 1/], ["1,1,antares,anna,ben\n1,1,antares,dora,anna", /Line 2/],
    ["1,1,antares,anna", /column 5: is empty/], ["1,1,antares,anna,ben,12:30", /column 6: .12:30. is no time/], ["round,table,rules,red,blue\n", /column 3: is called ruleset/], ['1,1,antares,"anna,ben', /a quote that nothing ends/],
  ]) assert.throws(() => read(text), said, text);
};

tests["a call reaches the desk and is answered there"] = async () => {
  const [hana, rob] = [await Person.of("hana"), await Person.of("rob")];
  await hana.page.bringToFront();
  await listed(hana, [TILES, HEXES]);
  assert.equal(await countOf(hana, "call"), 0);
  await actOfSeat("cleo", "CallReferee", HEXES, { question: "does the hill block?" });
  await needs(hana, HEXES, "call");
  assert.equal(await countOf(hana, "call"), 1);
  assert.deepEqual(await order(hana), [TILES, HEXES], "rows stay until they are sorted");
  await hana.until(() => /^1 changed, sort$/.test(document.querySelector(".sorting")?.textContent ?? ""));
  await hana.click(".sorting");
  await hana.until((first) => document.querySelector("tr[data-game]").dataset.game === first, HEXES);
  await hana.click('[data-filter="call"]');
  await listed(hana, [HEXES]);
  await hana.desk();
  await listed(hana, [HEXES, TILES]);
  const entry = (await rowOf(HEXES)).matters[0].entry;
  await rob.game(HEXES);
  const waits = '.matters [data-matter="call"]';
  await rob.page.waitForSelector(waits, WAIT);
  assert.match(await rob.text(waits), /does the hill block\?/);
  assert.equal(await rob.page.$eval(waits, (node) => node.dataset.entry), entry);
  await rob.click(`${waits} .offer[data-command="AnswerCall"]`);
  await rob.answer("AnswerCall.grounds.reason", "it does, see the clause");
  assert.match(await rob.sendCommand(), /is done/);
  await rob.until(() => document.querySelector(".matters") === null);
  await hana.page.bringToFront();
  await hana.until((row) => !document.querySelector(row).dataset.attention.includes("call"), attention(HEXES));
  await rob.leaves();
  await hana.leaves();
};

tests["every kind of act in a game by its form"] = async () => {
  const hana = await Person.of("hana");
  await hana.game(TILES);
  assert.deepEqual((await eventually(() => headings(hana), ({ length }) => length > 6)).slice(0, 7), ["Clock and stops", "Go back and correct", "Penalties and results", "People", "Dice", "Rulings and notes", "Of these rules"]);
  const given = [];
  const give = async (command, answers) => {
    const before = Number((await rowOf(TILES)).seq);
    const named = Object.fromEntries(Object.entries({ "grounds.reason": "as it was at the table", ...answers }).map(([path, value]) => [`${command}.${path}`, value]));
    assert.match(await hana.giveCommand(command, named), /is done/, command);
    assert.equal(Number((await rowOf(TILES)).seq), before + 1, command);
    given.push(command);
    return before + 1;
  };
  await give("PauseGame");
  assert.equal((await rowOf(TILES)).status, "EVENT_GAME_STATUS_STOPPED");
  // silence is taken for who is absent as soon as the game goes on
  await give("OrderAbsent", { seat: RED });
  assert.deepEqual((await rowOf(TILES)).absent, [0]);
  await give("RevokeAbsent");
  await give("ResumeGame");
  assert.equal((await rowOf(TILES)).status, "EVENT_GAME_STATUS_PLAYING");
  await hana.fillCommand("SetClock", {});
  await hana.answer("variant", RED);
  await hana.answer("SetClock.grounds.reason", "the clock stood");
  await hana.answer("SetClock.new_bank", String(90 * 60));
  assert.match(await hana.sendCommand(), /is done/);
  await hana.page.waitForSelector('section.play[data-busy="false"]', WAIT);
  assert(parseFloat((await rowOf(TILES)).clocks[0].bank) > 85 * 60); // as "5400s"
  await give("Correct", { "patch[0]": "formations a1 shock 0 1", "patch[0].after": "3" });
  const corrected = Number((await rowOf(TILES)).seq);
  await give("Rewind", { to: String(corrected) });
  await hana.until((seq) => document.querySelector(".entry")?.textContent.includes(String(seq)), corrected);
  await give("AddNote");
  await hana.page.$eval('[data-act-form="AddPrivateNote"]', (node) => { node.open = true; });
  await hana.fill('[data-act-form="AddPrivateNote"]', { "[name=note]": "seat 1 looked tired: ü" });
  await hana.click('[data-act-form="AddPrivateNote"] [data-act=ask]');
  await hana.click('[data-act-form="AddPrivateNote"] [data-act=send-own]');
  await hana.until(() => document.querySelector(".sent")?.textContent !== "");
  const acts = (await rulingsOf(TILES)).map(({ act, referee }) => `${act} ${referee}`);
  assert.deepEqual(acts, ["PauseGame", "OrderAbsent", "RevokeAbsent", "ResumeGame", "SetClock", "Correct", "Rewind", "AddNote"].map((act) => `${act} hana`));
  await hana.leaves();
  return { given };
};

tests["acts of the event by their forms; cards of the event count in its games"] = async () => {
  const hana = await Person.of("hana");
  await hana.desk("acts");
  assert.match(await hana.giveForm("interpret", { clause: "TF-MOVE-06", text: "as it is printed", reason: "asked at two tables" }), /^I-1 holds for TF-MOVE-06/);
  const kinds = await hana.page.$$eval('[data-act-form="penalise"] [name=kind] option', (found) => found.map(({ value, textContent }) => [textContent, value]));
  const caution = Object.fromEntries(kinds).caution;
  assert.match(await hana.giveForm("penalise", { person: "anna", kind: caution, reason: "came late to the briefing" }), /anna has: caution/);
  assert.match(await hana.giveForm("penalise", { person: "emil", kind: caution, reason: "came late, too", game: TILES }), /^This was not done: .+/, "the refusal in the service's words");
  await hana.game(HEXES);
  assert.match(await hana.giveCommand("PauseGame", { "PauseGame.grounds.reason": "a word with both" }), /is done/);
  await hana.desk("acts");
  assert.match(await hana.giveForm("pause", { reason: "fire alarm" }), /^1 game is paused\./);
  assert.equal((await rowOf(TILES)).status, "EVENT_GAME_STATUS_STOPPED");
  assert.match(await hana.giveForm("resume", { reason: "it was a test" }), /^1 game is resumed\./);
  assert.match(await hana.giveForm("add", { name0: "fay", reason: "comes late" }), /6 persons/);
  assert.match(await hana.giveForm("withdraw", { person: "fay", reason: "does not come" }), /plays in no further game/);
  assert.match(await hana.giveForm("close", { reason: "over" }), /^This was not done: .*game/, "games are played");
  await hana.game(HEXES);
  assert.match(await hana.giveCommand("ResumeGame", { "ResumeGame.grounds.reason": "heard" }), /is done/);
  // anna has a caution of the event: with another one in her game a yellow card follows, as the terms say
  await hana.game(TILES);
  assert.match(await hana.giveCommand("Penalise", { "Penalise.grounds.reason": "moved before it was asked", "Penalise.seat": RED, "Penalise.kind": "caution" }), /is done/);
  await hana.until(() => /yellow/i.test(document.querySelector(".entry")?.textContent ?? ""));
  await hana.desk("rulings");
  await hana.page.waitForSelector('[data-clause="TF-MOVE-06"] [data-interpretation="I-1"]', WAIT);
  assert.match(await hana.text('[data-clause="TF-MOVE-06"] [data-interpretation="I-1"]'), /as it is printed/);
  assert.equal((await hana.texts('[data-clause=""] [data-ruling]')).length, (await rulingsOf(TILES)).length + (await rulingsOf(HEXES)).length);
  await hana.fill("main", { "[type=search]": "tf-move" });
  await hana.until(() => document.querySelectorAll(".byclause").length === 1);
  await hana.fill("main", { "[type=search]": "moved before" });
  await hana.until(() => document.querySelectorAll("[data-ruling]").length === 1);
  const [game, seq] = (await hana.page.$eval("[data-ruling]", (node) => node.dataset.ruling)).split(" ");
  await hana.click("[data-ruling] a");
  await hana.page.waitForSelector("nav.steps", WAIT);
  assert.equal(game, TILES);
  await hana.until((text) => document.querySelector(".entry .no")?.textContent.startsWith(`Entry ${text} `), seq);
  await hana.leaves(REFUSALS);
};

tests["a proposal waits in the game, and is answered by its button"] = async () => {
  const [hana, rob] = [await Person.of("hana"), await Person.of("rob")];
  // a referee who is no head may not go back behind what was sealed: another one has to agree
  const sealed = (await readLog(HEXES, plan.tokens.owner)).findLast(({ command }) => command === "PlotOrders").seq;
  await rob.game(HEXES);
  assert.match(await rob.giveCommand("Rewind", { "Rewind.grounds.reason": "the set-up was wrong", "Rewind.to": sealed }), /is done/);
  await hana.game(HEXES);
  const proposal = '[data-matter="proposal"]';
  await hana.page.waitForSelector(proposal, WAIT);
  assert.match(await hana.text(proposal), /Rewind/);
  assert.match(await hana.giveCommand("AnswerProposal", { "AnswerProposal.agree": "no" }, proposal), /is done/);
  await hana.until((row) => document.querySelector(row) === null, proposal);
  await rob.leaves();
  await hana.leaves();
};

tests["a pause of all games shows each game that refuses it, and why"] = async () => {
  const sam = await Person.of("sam");
  await sam.desk("acts");
  const said = await sam.giveForm("pause", { reason: "fire alarm" });
  assert.match(said, /^1 game is paused\.1\/2: .+/, "a referee of the club of a player rules at another table alone");
  assert.match(await sam.giveForm("resume", { reason: "it was a test" }), /^1 game is resumed\./);
  await sam.leaves();
};

tests["nobody is shown what the role may not do, and the service refuses it"] = async () => {
  const [rob, owner] = [await Person.of("rob"), await Person.of("owner")];
  await rob.desk("acts");
  const forms = (person) => person.page.$$eval("[data-act-form]", (nodes) => nodes.map((node) => node.dataset.actForm));
  assert.deepEqual(await forms(rob), ["pause", "resume", "penalise"]);
  assert.deepEqual(await rob.texts("nav.views a"), ["Tables", "Rulings", "The event", "All games"]);
  await assert.rejects(call(plan.tokens.rob, "Events", "Interpret", { event: base64(plan.event), commandId: random(), clause: "TF-MOVE-06", text: "x", reason: "x" }), /permission_denied/);
  await rob.game(TILES);
  const mine = await offered(rob);
  for (const command of ["Interpret", "RestartGame", "CorrectHidden", "AdmitOfficial"]) assert(!mine.includes(command), command);
  for (const command of ["PauseGame", "Correct", "AddPrivateNote", "Inspect"]) assert(mine.includes(command), command);
  await rob.leaves();
  // the owner opens games and makes tokens, and rules nothing
  await owner.desk("acts");
  assert.deepEqual(await forms(owner), ["open", "add", "withdraw", "close"]);
  const open = '[data-act-form="open"]';
  await owner.page.$eval(open, (node) => { node.open = true; });
  await owner.fill(open, { "[name=pairings]": "round,table,ruleset,red,blue,starts\n2,1,tile_formations,anna,nobody," });
  await owner.click(`${open} [data-act=give]`);
  await owner.until((form) => /Line 2, column 5: .nobody. is not on the roster/.test(document.querySelector(`${form} [role=alert]`)?.textContent ?? ""), open);
  assert.match(await owner.giveForm("open", { pairings: 'round,table,ruleset,red,blue,starts\n2,1,"tile_formations",anna,emil,2030-01-01T09:00:00Z\n' }), /1 game is open.*2\/1: anna – emil/);
  await owner.desk();
  assert.equal((await eventually(() => order(owner), ({ length }) => length === 3)).length, 3);
  await owner.desk("tokens");
  const made = await owner.giveForm("token", { role: "4", name: "hall" });
  const link = /http\S+#t=\S+/.exec(made)?.[0];
  assert(link !== undefined && !/wg1_/.test(await owner.page.content()), "a link is shown, and no token");
  const guest = await Person.of("guest");
  await guest.open(link);
  await guest.page.waitForSelector(`a[href="/event/${plan.event}"]`, WAIT);
  await guest.open(`${plan.base}/event/${plan.event}`);
  await guest.page.waitForSelector("tr[data-game]", WAIT);
  assert.deepEqual(await guest.texts("nav.views a"), ["Tables", "Rulings", "All games"]);
  const [key] = (await owner.page.$$eval("[data-token]", (rows) => rows.filter((row) => row.textContent.includes("hall")).map((row) => row.dataset.token)));
  assert.match(await owner.giveForm("revoke", { key, reason: "the hall is closed" }), /is revoked/);
  await owner.until((row) => /revoked/.test(document.querySelector(`[data-token="${row}"]`).textContent), key);
  await guest.leaves();
  await owner.leaves();
};

tests["another person plays a seat"] = async () => {
  const hana = await Person.of("hana");
  const game = (await order(hana)).find((id) => id !== TILES && id !== HEXES);
  await hana.game(game);
  const form = '[data-act-form="Substitute"]';
  await hana.page.$eval(form, (node) => { node.open = true; });
  const persons = await eventually(() => hana.texts(`${form} [name=person] option`), ({ length }) => length > 1);
  assert(persons.includes("ben") && !persons.includes("anna") && !persons.includes("emil"), "who plays there already takes no other seat");
  await hana.fill(form, { "[name=reason]": "emil is ill", "[name=seat]": "1", "[name=person]": "ben" });
  await hana.click(`${form} [data-act=ask]`);
  await hana.click(`${form} [data-act=send-own]`);
  await hana.until(() => document.querySelector(".sent")?.textContent !== "");
  assert.deepEqual((await rulingsOf(game)).map(({ act, reason }) => `${act}: ${reason}`), ["Substitute: emil is ill"]);
  await hana.until(() => /ben/.test(document.querySelector(".entry")?.textContent ?? ""));
  await hana.desk();
  await hana.until((row) => document.querySelector(`${row} [data-label=Players]`)?.textContent === "anna – ben", attention(game));
  await hana.leaves();
};

tests["of two desks at once exactly one act takes effect"] = async () => {
  await actOfSeat("anna", "CallReferee", TILES, { question: "whose turn is it?" });
  const { entry: called } = (await rowOf(TILES)).matters[0];
  const both = [await Person.of("hana"), await Person.of("ria")];
  for (const person of both) {
    await person.game(TILES);
    await person.fillCommand("AnswerCall", { "AnswerCall.grounds.reason": `says ${person.name}` });
    await person.sure();
  }
  await Promise.all(both.map((person) => person.page.$eval("[data-act=send]", (node) => node.click())));
  const said = [];
  for (const person of both) {
    await person.page.bringToFront();
    said.push(await person.said());
  }
  assert.equal(said.filter((text) => /is done/.test(text)).length, 1, said.join(" | "));
  const answers = (await rulingsOf(TILES)).filter(({ act, about }) => act === "AnswerCall" && (about ?? [called]).includes(called));
  assert.equal(answers.length, 1);
  assert.equal(answers[0].reason, `says ${both[said.findIndex((text) => /is done/.test(text))].name}`);
  for (const person of both) await person.leaves(REFUSALS);
  return { said };
};

tests["what a seat hides reaches no referee before an Inspect"] = async () => {
  const hana = await Person.of("hana", { listens: true });
  const { words, key, instead } = plan.hidden;
  // what a unit may be ordered is on its sheet: the secret is that this one is, in a sentence, as JSON and in bytes alike
  const secret = new RegExp(`${key.split("@")[0]}(?: moves |[^a-z]{1,12})${words.replace(/[^a-z0-9]/gi, "\\$&")}`);
  const heard = () => hana.ears.heard().map((bytes) => secret.exec(bytes.toString("latin1"))?.[0]).find(Boolean);
  await hana.game(HEXES);
  await hana.click("section.boardpart .tools button");
  assert.match(await hana.giveCommand("AddNote", { "AddNote.grounds.reason": "both plot" }), /is done/);
  await hana.desk();
  await hana.desk("rulings");
  assert(await eventually(() => hana.ears.heard().some((bytes) => bytes.includes("both plot")), Boolean), "what came was heard");
  assert.equal(heard(), undefined, "orders in what came");
  assert.doesNotMatch(await hana.page.content(), secret);
  await hana.game(HEXES);
  const form = '[data-act-form="CorrectHidden"]';
  const correct = async (before, after) => {
    await hana.page.$eval(form, (node) => { node.open = true; });
    await hana.fill(form, { "[name=reason]": "the wrong line was read", "[name=table]": "orders", "[name=key]": key, "[name=field]": "movement", "[name=before]": JSON.stringify(before), "[name=after]": JSON.stringify(after) });
    await hana.click(`${form} [data-act=ask]`);
    await hana.until((own) => document.querySelector(`${own} [role=alert]`) !== null || document.querySelector(`${own} [data-act=send-own]`) !== null, form);
    return hana.page.$eval(form, (node) => node.querySelector("[role=alert]")?.textContent ?? "");
  };
  assert.match(await correct(words, instead), /refused/i, "who has not inspected the table corrects nothing in it");
  await hana.game(HEXES);
  await hana.fillCommand("Inspect", { "Inspect.grounds.reason": "a question of both", "Inspect.tables": "units" });
  await hana.answer("Inspect.tables", "orders");
  assert.match(await hana.sendCommand(), /is done/);
  await hana.page.waitForSelector("[data-inspected]", WAIT);
  assert.equal(heard(), undefined, "the act itself shows nothing");
  await hana.click("[data-inspected]");
  await hana.until((text) => document.querySelector("[data-read]")?.textContent.includes(text), words);
  assert.match((await eventually(heard, Boolean)) ?? "", secret, "what was inspected is heard");
  assert.equal(await correct(words, instead), "");
  await hana.click(`${form} [data-act=send-own]`);
  await hana.until(() => document.querySelector(".sent")?.textContent !== "");
  const lastActs = async () => (await rulingsOf(HEXES)).slice(-2).map(({ act }) => act).join();
  // what an act before it was told is no sign that this one is through
  assert.equal(await eventually(lastActs, (acts) => acts.endsWith("CorrectHidden")), "Inspect,CorrectHidden");
  await hana.leaves();
};

/** An answer of a stream that ends at once, with a fault. */
function ended(code) {
  const text = Buffer.from(JSON.stringify({ error: { code, message: "for a test" } }));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  return { status: 200, contentType: "application/connect+proto", body: Buffer.concat([Buffer.from([2]), size, text]) };
}

tests["the stream rests in hidden tabs, goes on from its position, and begins anew with a new feed"] = async () => {
  const rob = await Person.of("rob");
  await rob.page.bringToFront();
  await rob.until(() => document.querySelector("[role=status][data-link]").dataset.link === "live");
  const counted = (name) => rob.calls.filter((each) => each === name).length;
  const before = [counted("Games"), counted("Follow")];
  const hidden = (is) => rob.page.evaluate((now) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, is);
  await hidden(true);
  await rob.until(() => document.querySelector("[role=status][data-link]").dataset.link === "paused");
  await actOfSeat("anna", "CallReferee", TILES, { question: "is anybody there?" });
  await eventually(() => rowOf(TILES), ({ matters = [] }) => matters.length > 0);
  assert.equal(counted("Follow"), before[1]);
  assert.notEqual(await rob.page.$eval(attention(TILES), (row) => row.dataset.attention), "call", "nothing comes to a tab that nobody sees");
  await hidden(false);
  await needs(rob, TILES, "call");
  assert.deepEqual([counted("Games"), counted("Follow")], [before[0], before[1] + 1], "what was missed came by the stream");
  // a feed that was made anew refuses the position: all is read again
  await rob.page.setRequestInterception(true);
  let refused = 0;
  rob.page.on("request", (request) => {
    if (refused > 0 || !request.url().endsWith("/Follow")) return void request.continue();
    refused += 1;
    return void request.respond(ended("out_of_range"));
  });
  await rob.desk();
  await needs(rob, TILES, "call");
  await eventually(() => counted("Follow"), (count) => count >= before[1] + 3);
  assert.deepEqual([refused, counted("Games"), counted("Follow")], [1, before[0] + 2, before[1] + 3]);
  await rob.game(TILES);
  assert.match(await rob.giveCommand("AnswerCall", { "AnswerCall.grounds.reason": "yes" }), /is done/);
  await rob.leaves();
};

tests["every view can be used by everybody, on a phone too"] = async () => {
  for (const [size, what] of [[{}, "wide"], [PHONE, "on a phone"]]) {
    const hana = await Person.of("hana", size);
    for (const view of ["tables", "rulings", "acts", "tokens"]) {
      await hana.desk(view);
      await hana.page.$$eval("details", (all) => all.forEach((each) => { each.open = true; }));
      await hana.accessible(`${view} ${what}`);
      await hana.fits(`${view} ${what}`);
    }
    await hana.game(TILES);
    await hana.page.$$eval("section.play details", (all) => all.forEach((each) => { each.open = true; }));
    await hana.accessible(`game ${what}`);
    await hana.fits(`game ${what}`);
    await hana.leaves();
  }
};

tests["precedents of a clause are looked up by a form"] = async () => {
  const rob = await Person.of("rob", PHONE);
  await rob.game(TILES);
  const box = "section.precedents";
  // what was shown before stays until the page is drawn anew: what is waited for is not what was there
  const look = async (clause) => {
    const before = await rob.page.$eval(box, (node) => node.querySelector("[role=alert]")?.textContent ?? "");
    await rob.fill(box, { "[name=clause]": clause });
    await rob.click(`${box} [data-act=precedents]`);
    await rob.until((node, said) => document.querySelector(node).getAttribute("aria-busy") === "false" && ((document.querySelector(`${node} [role=alert]`)?.textContent ?? said) !== said || document.querySelector(`${node} table`) !== null), box, before);
  };
  await rob.page.waitForSelector(`${box} form`, WAIT);
  assert(!rob.calls.includes("FindPrecedents"), "nothing is asked before somebody asks");
  if (plan.precedents === undefined) {
    await look("TF-MOVE-06");
    assert.match(await rob.text(`${box} [role=alert]`), /this service has no precedents: its operator writes tables of finished games/);
    await rob.accessible("a service without precedents");
    return rob.leaves(REFUSALS);
  }
  const { clause, counts, entries } = plan.precedents;
  await look("NO-SUCH-1");
  assert.match(await rob.text(`${box} [role=alert]`), /no clause of that id/);
  await look(clause);
  // the first question of a service loads its packages: on a busy machine it is asked again, as the page says
  for (let tries = 0; tries < 4 && /took too long|is not answered yet/.test((await rob.texts(`${box} [role=alert]`)).join()); tries += 1) {
    await rob.game(TILES);
    await rob.page.waitForSelector(`${box} form`, WAIT);
    await look(clause);
  }
  assert.deepEqual(await rob.texts(`${box} [role=alert]`), [], "what was wrong before is gone");
  assert.deepEqual(await rob.page.$$eval(`${box} tbody tr`, (rows) => rows.map((row) => [row.dataset.count, ...[...row.cells].slice(1, 3).map(({ textContent }) => Number(textContent))])), counts);
  const listed = () => rob.page.$$eval(`${box} [data-precedent]`, (rows) => rows.map((row) => [row.querySelector("b").textContent, row.querySelector("a").getAttribute("href")]));
  assert.deepEqual(await listed(), entries.slice(0, 20));
  await rob.click(`${box} [data-act=more-precedents]`);
  await rob.until((node) => document.querySelector(`${node} [data-act=more-precedents]`) === null, box);
  assert.deepEqual(await listed(), entries);
  assert.match(await rob.text(`${box} [data-precedent]`), /it means this/);
  assert(!/of a game that goes on/.test(await rob.text(box)), "finished games alone");
  await rob.accessible("precedents");
  await rob.fits("precedents");
  // no clause of that id, and what a busy machine answers
  return rob.leaves(/the server responded with a status of (404|429|504)/);
};

tests["a result by award"] = async () => {
  const hana = await Person.of("hana");
  await hana.game(HEXES);
  assert.match(await hana.giveCommand("Award", { "Award.grounds.reason": "both asked for it", "Award.ending": "adjudicated", "Award.winners": RED }), /is done/);
  await hana.desk();
  await hana.until((row) => /result/.test(document.querySelector(`${row} [data-label=Status]`).textContent), attention(HEXES));
  await hana.leaves();
};

await run(browser, tests);
