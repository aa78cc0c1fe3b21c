// Games that went back: the kept ones, and one on a service.

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";

import { Path, StandingDice, hex, isLater, mpint, NotProven, readRecord, settingsHash, unhex, verifyChain, verifyCorrections, verifyDice, verifyHead, voidEntries, type Value } from "adjudicator-client/verify";
import { AddNoteSchema, Referee, RewindDice, RewindSchema } from "adjudicator-client/contract";
import { type Game, RandomPlayer, Refused, rewound, Stale } from "adjudicator-client/node";
import { grinding_annihilation } from "adjudicator-client/grinding_annihilation";

import { open, service, withService } from "./play.js";
import { corrected, type Fields, kept, type KeptGame, openingsOf } from "./vectors.js";

const records = (game: KeptGame): Uint8Array[] => game.entries.map(({ record }) => unhex(record));

// Sets one value, and makes the chain good again behind it.
async function changed(game: KeptGame, { entry, path, value }: KeptGame["changes"][number]): Promise<Uint8Array[]> {
  const made: Uint8Array[] = [];
  let before = new Uint8Array(32) as Uint8Array;
  for (const [at, record] of records(game).entries()) {
    const fields = mpint.decode(record) as unknown as Fields;
    fields[3] = before;
    if (at + 1 === entry) {
      const holder = path.slice(0, -1).reduce((each, place) => each[place] as Fields, fields);
      holder[path.at(-1)!] = value;
    }
    made.push(mpint.encode(fields as Value));
    before = (await readRecord(made.at(-1)!, at + 1)).hash;
  }
  return made;
}

suite("a kept game that is corrected, and adopts an edition", () => {
  test("verifies: every die, what was set where, and from where on which edition decides", async () => {
    const entries = await verifyChain(records(corrected));
    assert.deepEqual(entries.map(({ hash }) => hex(hash)), corrected.entries.map(({ hash }) => hash));
    assert.equal(await verifyDice(entries, openingsOf(corrected)), corrected.dice);
    assert.deepEqual(verifyCorrections(entries), { corrected: corrected.corrected, editions: corrected.editions });
    assert.equal((await verifyHead(entries, corrected.verify_key, corrected.note)).size, entries.length);
  });

  for (const change of corrected.changes) {
    test(`is told where ${change.name}`, async () => {
      const entries = await verifyChain(await changed(corrected, change));
      assert.throws(() => verifyCorrections(entries), (fault) =>
        fault instanceof NotProven && fault.check === change.check && fault.seq === change.at);
    });
  }

  test("editions rise number by number", () => {
    const rising = ["0.9", "1", "1.0", "1.9", "1.10", "2026.6"];
    rising.forEach((one, at) => rising.forEach((other, before) => assert.equal(isLater(one, other), at > before, `${one} ${other}`)));
    for (const none of ["", "1.", "v2", "1..2", "-1"]) assert.equal(isLater(none, "0"), false);
  });
});

suite("kept games with rewinds", () => {
  for (const game of kept.games) {
    test(`${game.name} verifies: every die, and what is void`, async () => {
      const entries = await verifyChain(records(game));
      assert.deepEqual(entries.map(({ hash }) => hex(hash)), game.entries.map(({ hash }) => hash));
      assert.equal(await verifyDice(entries, openingsOf(game)), game.dice);
      assert.deepEqual(voidEntries(entries), game.void);
      assert.equal(hex(await settingsHash(entries[0]!.values)), game.settings);
      const head = await verifyHead(entries, game.verify_key, game.note);
      assert.deepEqual([head.size, hex(head.hash)], [entries.length, game.entries.at(-1)?.hash]);
    });

    test(`what stands after every entry of ${game.name}`, async () => {
      const entries = await verifyChain(records(game));
      const rewinds = new Map(game.rewinds);
      const path = new Path();
      for (const entry of entries) {
        path.enter(entry);
        const stand = new Set<number>();
        for (let seq = entry.seq; seq > 0; seq = (rewinds.get(seq) ?? seq) - 1) stand.add(seq);
        assert.deepEqual(path.void, entries.slice(0, entry.seq).map(({ seq }) => seq).filter((seq) => !stand.has(seq)));
      }
      assert.deepEqual([...path.rewinds], game.rewinds);
    });

    for (const change of game.changes) {
      test(`${game.name}, entry ${change.entry}: ${change.name}`, async () => {
        const entries = await verifyChain(await changed(game, change));
        const verify = async (): Promise<unknown> =>
          change.check === "REWIND_INVALID" ? voidEntries(entries) : verifyDice(entries, openingsOf(game));
        await assert.rejects(verify(), (fault) =>
          fault instanceof NotProven && fault.check === change.check && fault.seq === change.at);
      });
    }
  }

  test("openings of every edition have their hash", async () => {
    for (const { name, opening, settings } of kept.openings) {
      assert.equal(hex(await settingsHash(mpint.decode(unhex(opening)) as Value[])), settings, name);
    }
  });

  test("nothing stands without a rewind", async () => {
    const [entry] = await verifyChain(records(kept.games[0]!));
    const standing = new StandingDice();
    const row = [0, 0, 0, 6, [1], "strike", 0] as const;
    standing.enter(entry!, [row]);
    assert.equal(standing.allows(row), false);
  });
});

suite("a game that a referee takes back", withService, () => {
  const served = service();
  after(() => served.close());

  // Place of the first side that is asked something; -1 for none.
  const seatAsked = async (...sides: Game[]): Promise<number> =>
    (await Promise.all(sides.map((side) => side.offers()))).findIndex(({ offers }) => offers.length > 0);

  async function table() {
    const opened = await open(served, grinding_annihilation, { referee: true });
    const [red, blue, referee] = [opened.seat(0), opened.seat(1), opened.referee()];
    await Promise.all([red.join(), blue.join()]);
    const players = [referee, red, blue].map((game, seed) => new RandomPlayer(game, seed + 5));
    for (let rounds = 0; rounds < 2 || (await seatAsked(red, blue)) < 0; rounds += 1) for (const player of players) await player.step();
    return { opened, sides: [red, blue] as const, referee, players, last: Number((await opened.spectator().facts()).receipt!.seq) };
  }
  const grounds = { reason: "the wrong modifier" };

  test("stands in the log with the head that the referee saw, and watchers are told", async () => {
    const { opened, sides: [red], referee, last } = await table();
    await referee.offers();
    const seen = referee.head!;
    await referee.give(RewindSchema, { grounds, to: BigInt(last), dice: RewindDice.FRESH });
    for await (const entry of red.watch(last)) {
      const back = rewound(entry)!;
      assert.deepEqual([Number(entry.seq), back.to, back.voids, back.learnt], [last + 1, BigInt(last), [BigInt(last)], []]);
      assert.deepEqual((await readRecord(entry.record, last + 1)).head, seen);
      break;
    }
    for (const side of [red, opened.spectator()]) assert.deepEqual(await side.voidEntries(), [last]);
    for await (const entry of red.read({ after: last - 1, upTo: last })) assert.equal(rewound(entry), undefined);
    assert.equal((await red.verify()).void, 1);
  });

  test("refuses what was decided before as stale, once a try, and takes what is decided anew", async () => {
    const { sides, referee, players, last } = await table();
    const seen = await Promise.all(sides.map((game) => game.offers()));
    const asked = seen.findIndex(({ offers }) => offers.length > 0);
    const game = sides[asked]!;
    const command = await game.make(seen[asked]!.offers[0]!, players[1 + asked]!.choose);
    await referee.offers();
    await referee.give(RewindSchema, { grounds, to: BigInt(last) });
    for (let tries = 0; tries < 2; tries += 1) {
      const stale = await game.give(command).catch((fault: unknown) => fault);
      assert(stale instanceof Stale && stale instanceof Refused, String(stale));
      assert.deepEqual([stale.reason, stale.path, stale.seq, [...stale.rewinds]], ["stale-head", "header.head", last + 1, [[last + 1, last]]]);
    }
    assert.deepEqual(await game.voidEntries(), [last]);
    assert.equal(Number((await game.facts()).receipt!.seq), last + 1);
    for (const player of players) await player.step();
    assert(Number((await game.facts()).receipt!.seq) > last + 1);
  });

  test("goes out with a head, where the referee has not looked", async () => {
    const { opened, last } = await table();
    const stranger = opened.referee();
    await stranger.give(AddNoteSchema, { grounds: { reason: "a table is wet" } });
    const heads: unknown[] = [];
    for await (const entry of stranger.read({ after: last - 1 })) heads.push((await readRecord(entry.record, last + heads.length)).head, entry.hash);
    assert.deepEqual(heads[2], heads[1]);
  });

  test("every command of the referee's service is one that is given", async () => {
    assert(Referee.methods.length >= 4);
    for (const { input, name } of Referee.methods) assert.equal(grinding_annihilation.command(input.typeName)?.name, name);
    const { referee } = await table();
    await referee.offers();
    await assert.rejects(referee.give(AddNoteSchema, { grounds: {} }), (fault) => fault instanceof Refused && fault.reason === "reason-missing");
  });
});
