// Keys under which anybody can sign anything are no keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { signedBy, smallOrder, text, unhex } from "adjudicator-client/verify";

const IDENTITY = unhex(`01${"00".repeat(31)}`);
const NOBODYS = unhex(`01${"00".repeat(63)}`); // R the identity, s zero: fits every text under the identity

test("a signature under a key of small order never fits", async () => {
  const order8 = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";
  const keys = [IDENTITY, unhex("00".repeat(32)), unhex(`${"00".repeat(31)}80`), unhex(order8), unhex(`${order8.slice(0, -2)}85`), unhex(`ee${"ff".repeat(30)}7f`)];
  for (const key of keys) {
    assert(smallOrder(key));
    assert.equal(await signedBy(key, NOBODYS, text("anything")), false);
  }
  assert(!smallOrder(unhex("5866666666666666666666666666666666666666666666666666666666666666")));
});
