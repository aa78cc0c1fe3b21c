// Keys under which anybody can sign anything are no keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { signedBy, smallOrder, text, unhex } from "adjudicator-client/verify";

import { smallOrderFigures } from "./vectors.js";

test("a signature under a key of small order never fits", async () => {
  for (const row of smallOrderFigures.keys) {
    assert(smallOrder(unhex(row.key)));
    assert.equal(await signedBy(unhex(row.key), unhex(smallOrderFigures.signature), text(row.text)), false);
  }
  assert(!smallOrder(unhex("5866666666666666666666666666666666666666666666666666666666666666")));
});
