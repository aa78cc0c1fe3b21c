// Two people play every ruleset from their links; nothing of the secrets of one comes to another.

import { readFileSync } from "node:fs";

import { chanceOf } from "./driver.mjs";
import { formsOf } from "./ears.mjs";
import { assert, concede, entriesOf, eventually, gathered, headline, isOver, openedSalts, panel, plan, playOn, revealed, shownBytes } from "./harness.mjs";

/** Secrets that the rules have not shown to all are nowhere at the others: what came, what is shown, what is kept. */
async function search(game, person, secrets, listeners) {
  if (secrets.length === 0) return;
  const opened = await openedSalts(game);
  const hidden = secrets.filter(({ salt }) => !opened.has(salt.toString("base64")));
  for (const other of listeners) if (other !== person) await other.ears.demandAbsent(hidden, `${person.name}'s secret at ${other.name}`);
}

/** All that is secret at this moment, in every form; what the service itself keeps until the end is searched for then, in what is marked here. */
async function searchAll(game, players, listeners) {
  const shown = await shownBytes(game);
  for (const person of players) {
    await search(game, person, person.ears.secrets, listeners);
    const hidden = person.ears.canaries.filter(({ kind, bytes }) => kind === "key" || !shown(bytes));
    for (const other of listeners) if (other !== person) await other.ears.demandNone(hidden, `${person.name}'s secret at ${other.name}`);
    await person.ears.demandKeysStay(person.name);
  }
  for (const person of listeners) await person.ears.mark();
}

/** Nobody had the secret of the dice before it was revealed. */
async function searchDice(game, listeners) {
  const dice = await revealed(game);
  assert(dice.length > 0, "the dice are revealed");
  for (const person of listeners) await person.ears.demandNone(dice, `the dice at ${person.name}`, person.ears.marked);
}

const CLOSING = ["ConfirmResult", "Finish"];

// the longest first, so that it does not end alone
for (const game of plan.games.toReversed()) {
  const { name, rounds, most, seed, avoid, files, secret } = game;
  const title = `${name}: two browsers play${rounds ? ` ${rounds} rounds` : " a whole game"}`;
  game.test = [title, async () => {
    const began = performance.now();
    const table = await gathered(name, { listens: true });
    const { people, red, blue, spectator } = table;
    const players = people.filter((person) => person !== spectator);
    const listeners = [red, blue, spectator];
    for (const person of [red, blue]) {
      person.acted = async () => {
        await search(table.game, person, person.ears.secretsSince(), listeners);
      };
    }
    const tally = { clicks: 0, commands: {} };
    const chance = chanceOf(seed);
    const past = async (person) => Number(/(?:Turn|Round) (\d+)/.exec(await headline(person))?.[1] ?? 0) > (rounds ?? 1e9);
    // the last moment at which the dice secret, and what was sealed, is not shown to all yet
    let searched = 0;
    const before = async (person) => {
      if (searched > 0) return;
      const { offers } = await panel(person.page);
      if (!offers?.some((command) => CLOSING.includes(command))) return;
      searched = red.ears.secrets.length + blue.ears.secrets.length;
      await searchAll(table.game, [red, blue], listeners);
    };
    const acts = await playOn(players, chance, tally, { done: past, over: () => isOver(table.game), before, most, avoid, files });
    const where = await headline(red);
    if (rounds) {
      await searchAll(table.game, [red, blue], listeners);
      assert.match(where, new RegExp(`(Turn|Round) (${rounds + 1}|${rounds + 2})`), `${name} ended before ${rounds} rounds were over`);
      await concede(red, players, chance, tally, () => isOver(table.game));
    } else assert(tally.commands.ConfirmResult > 0, `no result after ${acts} acts: ${where}, ${JSON.stringify(await Promise.all(players.map(({ page }) => panel(page))))}, ${JSON.stringify(tally.commands)}`);
    // whoever looks on sees what the players see
    await spectator.page.bringToFront();
    const counts = await eventually(() => Promise.all([red, spectator].map(entriesOf)), ([mine, theirs]) => mine === theirs);
    assert.equal(counts[1], counts[0], "the spectator sees as many entries as red");
    for (const person of people) {
      await person.page.bringToFront();
      person.quiet();
    }
    for (const person of [red, blue, spectator]) await person.accessible(`${name} as ${person.name}`);
    await searchDice(table.game, listeners);
    const wallets = [await red.proof(), await blue.proof()];
    // what was searched for is what the wallets keep
    for (const [at, person] of [red, blue].entries()) {
      const kept = readFileSync(wallets[at]);
      assert(person.ears.canaries.some(({ kind, bytes }) => kind === "made" && formsOf(bytes).some((form) => kept.includes(form))), `${person.name}'s wallet keeps what its page has made`);
    }
    for (const person of people) await person.close();
    const secrets = red.ears.secrets.length + blue.ears.secrets.length;
    const given = secret.reduce((sum, command) => sum + (tally.commands[command] ?? 0), 0);
    if (given > 0) assert(secrets > 0, `${given} commands with secret fields, and none was sent under a salt`);
    if (name === "hex_orders") assert(secrets > 0, "orders are plotted in secret");
    return { game: table.game, wallets, acts, entries: counts[0], seconds: Math.round((performance.now() - began) / 1000), where, secrets, searched, clicks: tally.clicks, commands: tally.commands };
  }];
}

export const tests = Object.fromEntries(plan.games.toReversed().map(({ test }) => test));
