// The published figures of dice, computed again with nothing but what a browser has.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { dice, hex, unhex } from "adjudicator-client/verify";

import { figures } from "./vectors.js";

const { S: secret, G: id, R: settings, r0, r1, K: key, C: commitment } = Object.fromEntries(
  Object.entries(figures.setup).map(([name, digits]) => [name, unhex(digits)]),
) as Record<keyof typeof figures.setup, Uint8Array>;

describe("dice", () => {
  test("commitments, transcript and key", async () => {
    assert.equal(hex(await dice.commit(id, secret)), figures.setup.C);
    assert.equal(hex(await dice.seatCommit(id, 0, r0)), figures.setup.c0);
    assert.equal(hex(await dice.seatCommit(id, 1, r1)), figures.setup.c1);
    const bound = await dice.transcript(id, commitment, settings, [r0, r1]);
    assert.equal(hex(bound), figures.setup.T);
    assert.equal(hex(await dice.streamKey(secret, bound)), figures.setup.K);
  });

  test("dice of six", async () => {
    assert.equal(hex(await dice.block(key, 0, 6, 0)), figures.d6.block);
    assert.deepEqual(await dice.draw(key, 0, 6, 24), figures.d6.faces);
  });

  test("dice of many sizes", async () => {
    const { first, sides, faces } = figures.mixed;
    assert.deepEqual(await Promise.all(sides.map((size, at) => dice.die(key, first + at, size))), faces);
  });

  test("words that are passed over", async () => {
    const { first, sides, draws } = figures.rejection;
    assert.deepEqual(await Promise.all(draws.map((_, at) => dice.uniform(key, first + at, sides))), draws);
    assert.deepEqual(await dice.uniform(key, figures.carry.index, figures.carry.sides), figures.carry.draw);
  });

  test("an open-ended roll", async () => {
    const { first, faces, control } = figures.open_ended;
    assert.deepEqual(await dice.draw(key, first, 6, faces.length), faces);
    assert.deepEqual(await dice.draw(key, control.first, 6, 1), control.faces);
  });

  test("a bag and a shuffle", async () => {
    const bag = [...figures.bag.bag];
    let drawn = "";
    for (let at = 0; at < 6; at += 1) drawn += bag.splice(await dice.die(key, figures.bag.first + at, bag.length) - 1, 1)[0];
    assert.deepEqual([drawn, bag.join("")], [figures.bag.drawn, figures.bag.rest]);
    const items = [..."ABCDEFGH"];
    for (let last = 7; last > 0; last -= 1) {
      const other = await dice.die(key, figures.bag.shuffle_first + 7 - last, last + 1) - 1;
      [items[last], items[other]] = [items[other] ?? "", items[last] ?? ""];
    }
    assert.equal(items.join(""), figures.bag.shuffled);
  });

  test("an absent seat, a later epoch, a hidden stream", async () => {
    const row = figures.later_epoch;
    const bound = await dice.transcript(id, commitment, settings, [r0, null]);
    const entropy = await dice.epochEntropy(id, 1, [unhex(row.contribution), null]);
    const own = await dice.streamKey(secret, bound, 1, row.stream, entropy);
    assert.deepEqual([bound, entropy, own].map(hex), [row.T, row.E, row.K]);
    assert.deepEqual(await dice.draw(own, 0, 6, 12), row.faces);
  });

  test("bytes of another length are refused", async () => {
    await assert.rejects(dice.commit(id, new Uint8Array(31)), RangeError);
    await assert.rejects(dice.transcript(id, commitment, settings, [new Uint8Array(33)]), RangeError);
    await assert.rejects(dice.uniform(key, 0, 0), RangeError);
    await assert.rejects(dice.uniform(key, 2 ** 32, 6), RangeError);
  });
});
