// MP-int has one spelling for every value, and refuses all others.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hex, mpint, unhex, type Value } from "adjudicator-client/verify";

const { decode, encode } = mpint;

describe("mpint", () => {
  const spelt: [Value, string][] = [
    [null, "c0"], [false, "c2"], [true, "c3"], [0, "00"], [-32, "e0"], [-33, "d0df"], [-129, "d1ff7f"], [128, "cc80"],
    [65536, "ce00010000"], [2 ** 32, "cf0000000100000000"], [2 ** 53 - 1, "cf001fffffffffffff"],
    [-(2 ** 31) - 1, "d3ffffffff7fffffff"], [1 - 2 ** 53, "d3ffe0000000000001"], ["é", "a2c3a9"], ["\ufeffa", "a4efbbbf61"],
    [Uint8Array.of(0), "c40100"], [[1, ["a", new Uint8Array()]], "920192a161c400"],
  ];
  for (const [value, digits] of spelt) {
    test(`${digits} and back`, () => {
      assert.equal(hex(encode(value)), digits);
      assert.deepEqual(decode(unhex(digits)), value);
    });
  }

  test("every length, on both sides of every step", () => {
    for (const size of [15, 16, 31, 32, 255, 256, 65535, 65536]) {
      for (const value of ["x".repeat(size), new Uint8Array(size), new Array<null>(size).fill(null)]) {
        assert.deepEqual(decode(encode(value)), value);
      }
    }
  });

  const nested = (depth: number): Value => (depth ? [nested(depth - 1)] : 1);
  for (const value of [1.5, Number.NaN, 2 ** 53, 10n, {}, undefined, "\ud800", nested(17), new Map()]) {
    test(`no place for ${typeof value} ${String(value)}`, () => assert.throws(() => encode(value as Value), TypeError));
  }

  const wrong = {
    "a long zero": "cc00", "a long minus one": "d0ff", "a signed one": "d00001", "a wide eight": "cd00ff",
    "a wide number": "cf00000000ffffffff", "beyond 2^53": "cf0020000000000000", "a long text": "d90161",
    "a long array": "dc000101", "wide bytes": "c5000100", "a float": "cb0000000000000000", "a map": "80", "an ext": "d40100",
    "two values": "0101", "no value": "", "half an array": "9201", "half a text": "a2c3", "bad text": "a1ff",
    "a huge array": "ddffffffff", "seventeen deep": `${"91".repeat(17)}01`,
  };
  for (const [name, digits] of Object.entries(wrong)) {
    test(`${name} is refused`, () => assert.throws(() => decode(unhex(digits)), TypeError));
  }
});
