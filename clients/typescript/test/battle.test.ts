// The opening of a signed battle between players who trust nobody: what is sent twice, altered, or wrong in many places.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Games, OpenContributionSchema, Signatures } from "adjudicator-client/contract";
import { BattleSize, CreateBattleSchema, grinding_annihilation, type SubmitRoster, SubmitRosterSchema } from "adjudicator-client/grinding_annihilation";
import { Code, Game, Invalid, Key, Refused, type Service } from "adjudicator-client/node";
import { dice, random } from "adjudicator-client/verify";

import { service, tampered, withService } from "./play.js";

const ROSTER = {
  faction: "autereium",
  doctrine: "",
  formations: [
    { id: "lord", catalogue: "metrical_lord", troops: [{ profile: "lord", count: 1 }], points: 90 },
    { id: "sentinels", catalogue: "voidforged_sentinels", troops: [{ profile: "sentinel", count: 10 }], points: 130 },
  ],
  general: "lord.1",
  preparedManoeuvres: [],
};

async function refused(work: Promise<unknown>, reason: string): Promise<Refused> {
  const error = await work.then(() => assert.fail(`${reason} was taken`), (fault: unknown) => fault);
  assert(error instanceof Refused, String(error));
  assert.equal(error.reason, reason, error.message);
  return error;
}

describe("a signed battle", withService, () => {
  const commandId = random(16);
  let from: Service;
  let keys: Key[];
  let ownerKey: Key;
  let seats: { name: string; key: Key }[];
  const open = (options: object = {}) => from.open(grinding_annihilation, seats, { commandId, ownerKey, labels: [{ name: "event", value: "ts" }], ...options });
  let opened: Awaited<ReturnType<typeof open>>;
  let red: Game<typeof grinding_annihilation>;
  let blue: Game<typeof grinding_annihilation>;

  before(async () => {
    from = service();
    keys = await Promise.all([Key.new(), Key.new()]);
    ownerKey = await Key.new();
    seats = keys.map((key, seat) => ({ name: ["red", "blue"][seat]!, key }));
    opened = await open();
    [red, blue] = [opened.seat(0), opened.seat(1)];
  });
  after(() => from.close());

  test("an opening that is sent again is answered alike, tokens included; its id opens nothing else", async () => {
    const again = await open();
    assert.deepEqual([again.game, again.receipt, again.credentials], [opened.game, opened.receipt, opened.credentials]);
    assert.equal((await refused(open({ signatures: Signatures.NONE }), "command-id-reused")).code, Code.AlreadyExists);
    const { games } = await from.games.list({ labels: [{ name: "event", value: "ts" }] });
    assert(games.some(({ game }) => `${game}` === `${opened.game}`));
  });

  test("a contribution is the one that was promised", async () => {
    await Promise.all([blue.join(), (async () => {
      const impatient = refused(red.give(OpenContributionSchema, { contribution: red.contribution }), "not-asked");
      assert.match((await impatient).clause, /^WG-SEED-/);
      await red.join();
    })()]);
    const other = await from.open(grinding_annihilation, [{ name: "red" }, { name: "blue" }], { signatures: Signatures.NONE });
    const tokens = other.credentials.filter(({ seat }) => seat !== undefined).map(({ token }) => token);
    const games = tokens.map((token, seat) => new Game(from, grinding_annihilation, other.game, token, { seat }));
    const [first, second]: [Game, Game] = [games[0]!, games[1]!];
    const joining = second.join();
    const lying = new Game(from, grinding_annihilation, other.game, tokens[0], { seat: 0 });
    const commit = (await first.offers()).offers.find(({ command }) => command === "CommitContribution")!;
    await first.give(await first.make(commit, () => dice.seatCommit(first.game, 0, first.contribution)));
    await refused(lying.join(), "commitment-mismatch");
    await first.join();
    await joining;
  });

  test("a command that was altered after it was signed is not taken", async () => {
    await opened.owner().give(CreateBattleSchema, { battleSize: BattleSize.SMALL, scenario: "war_of_control", options: {} });
    const token = opened.credentials.find(({ seat }) => seat === 0)!.token;
    const altered = tampered((inner) => ({
      ...inner,
      unary: (method, signal, limit, header, input, values) => {
        if (method.name === "SubmitRoster") (input as unknown as SubmitRoster).general = "sentinels.1";
        return inner.unary(method, signal, limit, header, input, values);
      },
      stream: (...call) => inner.stream(...call),
    }));
    const game = new Game(altered, grinding_annihilation, opened.game, token, { seat: 0, key: keys[0]! });
    await game.offers();
    await assert.rejects(game.give(SubmitRosterSchema, ROSTER), (error) => error instanceof Invalid && error.path === "header.signature");
  });

  test("an upload hears of all its faults at once, with clause and place", async () => {
    const [lord, sentinels] = ROSTER.formations;
    const wrong = { ...ROSTER, formations: [{ ...lord!, points: 1 }, { ...sentinels!, catalogue: "nobody" }] };
    await red.offers();
    const { faults, clause } = await refused(red.give(SubmitRosterSchema, wrong), "wrong-points");
    assert(faults.length > 1);
    for (const fault of faults) {
      assert.match(fault.clause, /^GA-/);
      assert(fault.path && fault.text);
    }
    const { rulesets, text } = await from.call(Games.method.explain, { clause });
    assert.deepEqual(rulesets, ["grinding_annihilation"]);
    assert(text);
    assert.equal((await red.give(SubmitRosterSchema, ROSTER)).ruled!.length > 0, true);
  });
});
