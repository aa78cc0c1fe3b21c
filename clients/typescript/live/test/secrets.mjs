// What a seat has promised and not shown yet: its contribution to the dice, while the other seat waits for it.

import { formsOf } from "./ears.mjs";
import { assert, eventually, linkOf, openByForm, Person, plan, readLog, shownBytes } from "./harness.mjs";

export const tests = {};

const kinds = async (game) => (await readLog(game)).map(({ command }) => command);

tests["a contribution to the dice stays in its browser until it is opened, and is found once it is"] = async () => {
  const [red, blue, owner, spectator] = [await Person.of("red", { listens: true }), await Person.of("blue", { listens: true }), await Person.of("owner"), await Person.of("spectator", { listens: true })];
  const keys = [(await red.keys()).seat, (await blue.keys()).seat];
  await owner.open(await linkOf(plan.owner));
  const { game, links } = await openByForm(owner, { ruleset: "grinding_annihilation", keys });
  await spectator.follows(links.spectator, game);
  await red.follows(links.red, game);
  await eventually(() => kinds(game), (found) => found.includes("CommitContribution"));
  const [contribution] = red.ears.canaries.filter(({ kind }) => kind === "made").map(({ bytes }) => ({ kind: "contribution", bytes }));
  assert(contribution !== undefined, "red has made its contribution");
  // red goes out of reach before anybody else has promised theirs, so that it can not open what it holds
  const session = await red.page.createCDPSession();
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await blue.follows(links.blue, game);
  await eventually(() => kinds(game), (found) => found.filter((kind) => kind === "CommitContribution").length === 2);
  await eventually(() => kinds(game), (found) => found.includes("OpenContribution"));
  assert.deepEqual((await kinds(game)).slice(0, 4), ["OpenGame", "CommitContribution", "CommitContribution", "OpenContribution"]);
  for (const person of [blue, spectator]) {
    await person.page.bringToFront();
    await person.page.waitForFunction(() => document.querySelector(".entry .no")?.textContent.startsWith("Entry 4 "));
    assert(person.ears.heard().length > 3 && person.ears.sent.length > 3, `${person.name} has heard something`);
    await person.ears.demandNone([contribution, ...red.ears.canaries.filter(({ kind }) => kind === "key")], `red's secret at ${person.name}`);
  }
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await red.page.bringToFront();
  await red.page.reload();
  await eventually(() => kinds(game), (found) => found.filter((kind) => kind === "OpenContribution").length === 2);
  // what was searched for can be found: it is in what red sent, and everybody may read it now
  const holds = (parts) => parts.some((part) => formsOf(contribution.bytes).some((form) => part.includes(form)));
  await eventually(async () => holds(red.ears.sent), Boolean);
  assert(holds(red.ears.sent), "red has sent it");
  assert((await shownBytes(game))(contribution.bytes), "everybody may read it now");
  for (const person of [red, blue]) await person.ears.demandKeysStay(person.name);
  for (const person of [red, blue, owner, spectator]) await person.close();
};

tests["bytes are found in every form"] = async () => {
  const secret = Buffer.from("CANARY of one seat, 32 bytes.\xff\x00\x7f", "latin1");
  const found = (text) => formsOf(secret).some((form) => Buffer.from(text, "latin1").includes(form));
  const hex = secret.toString("hex");
  for (const before of ["", "a", "ab", "abc"]) {
    for (const after of ["", "x", "xy"]) {
      const whole = Buffer.concat([Buffer.from(before), secret, Buffer.from(after)]);
      assert(found(whole.toString("base64")) && found(whole.toString("base64url")) && found(encodeURIComponent(whole.toString("base64"))), `${before}-${after}`);
    }
  }
  assert(found(secret.toString("latin1")) && found(hex) && found(hex.toUpperCase()) && found(hex.replace(/../g, "%$&")));
  assert(!found(hex.slice(2)) && !found("CANARY of another seat"));
};
