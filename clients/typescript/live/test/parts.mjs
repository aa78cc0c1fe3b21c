// Parts of the live pages that need no browser.

import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { assert, eventually } from "./harness.mjs";

export const tests = {};

/** What these lines of a module of the pages give. */
async function partOf(contents) {
  const live = fileURLToPath(new URL("..", import.meta.url));
  const { outputFiles } = await build({
    stdin: { resolveDir: live, loader: "ts", contents }, bundle: true, write: false, format: "esm", platform: "neutral", mainFields: ["module", "main"], jsx: "automatic", jsxImportSource: "preact", define: { CONTRACT_WORDS: "{}" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** A stream that a test feeds, and breaks. */
class Fed {
  constructor() {
    this.waiting = [];
    this.wake = () => {};
  }

  put(...messages) {
    this.waiting.push(...messages);
    this.wake();
  }

  async* read(signal) {
    for (;;) {
      const next = this.waiting.shift();
      if (next instanceof Error) throw next;
      if (next !== undefined) yield next;
      else {
        await new Promise((done) => {
          this.wake = done;
          signal.addEventListener("abort", done, { once: true });
        });
        signal.throwIfAborted();
      }
    }
  }
}

tests["a stream is followed from its position, rests while nobody looks, and forgets what is of another history"] = async () => {
  const { Follower, ConnectError, Code } = await partOf('export { Follower } from "./follower.ts"; export { Code, ConnectError } from "@connectrpc/connect";');
  const [listeners, opened, taken, told] = [new Set(), [], [], []];
  let [fed, forgotten] = [new Fed(), 0];
  globalThis.document = { hidden: false, addEventListener: (_, listener) => listeners.add(listener), removeEventListener: (_, listener) => listeners.delete(listener) };
  const look = (hidden) => {
    document.hidden = hidden;
    for (const listener of listeners) listener();
  };
  const fault = (code) => new ConnectError("for a test", code);
  const follower = new Follower({
    open: async (after, signal) => { opened.push(after); return fed.read(signal); },
    take: (message) => { taken.push(message); return message % 2 === 0 ? message : undefined; },
    stale: Code.OutOfRange, forget: () => { forgotten += 1; }, over: (code) => `over: ${Code[code]}`, tell: ({ link, said }) => told.push(said === "" ? link : `${link} (${said})`),
  });
  const count = async (list, wanted) => assert.equal(await eventually(async () => list.length, (length) => length >= wanted), wanted);
  try {
    follower.start();
    await count(opened, 1);
    fed.put(1, 2, 3);
    await count(taken, 3);
    assert.deepEqual([opened, follower.position], [[undefined], 2], "a message that leads nowhere leaves the position");
    fed.put(fault(Code.Unavailable));
    await count(opened, 2);
    assert.equal(opened[1], 2, "it goes on from its position");
    fed.put(4);
    await count(taken, 4);
    look(true);
    assert.equal(told.at(-1), "paused");
    fed = new Fed();
    fed.put(6);
    look(false);
    await count(taken, 5);
    assert.deepEqual([opened, taken], [[undefined, 2, 4], [1, 2, 3, 4, 6]]);
    fed.put(fault(Code.OutOfRange));
    await count(opened, 4);
    assert.deepEqual([opened[3], forgotten], [undefined, 1], "a position of another history is forgotten");
    // two breaks in a row are told to nobody, the third is
    fed.put(fault(Code.Unavailable), fault(Code.Unavailable));
    await eventually(async () => told, (all) => all.some((text) => text.startsWith("gone (The service does not answer")));
    assert.equal(told.filter((text) => text.startsWith("gone")).length, 1, told.join());
    follower.again();
    fed.put(fault(Code.PermissionDenied));
    await eventually(async () => told.at(-1), (text) => text.startsWith("over"));
    assert.equal(told.at(-1), "over (over: PermissionDenied)");
    const before = opened.length;
    look(true);
    look(false);
    assert.equal(opened.length, before, "what is over is not opened by itself");
    follower.again();
    await count(opened, before + 1);
  } finally {
    follower.stop();
    delete globalThis.document;
  }
  assert.equal(listeners.size, 0);
};

tests["faults after which nothing is known are told from those that say that nothing was done"] = async () => {
  const { mayHaveArrived, errorOf, Code, ConnectError, Unanswered, Refused } = await partOf(
    'export { mayHaveArrived } from "./service.ts"; export { errorOf, Unanswered, Refused } from "../src/errors.ts"; export { Code, ConnectError } from "@connectrpc/connect";');
  const of = (code) => mayHaveArrived(errorOf(new ConnectError("for a test", code)));
  const unknown = [Code.Unknown, Code.Internal, Code.Canceled, Code.Aborted, Code.Unavailable, Code.DeadlineExceeded, Code.DataLoss];
  const known = [Code.Unauthenticated, Code.PermissionDenied, Code.InvalidArgument, Code.NotFound, Code.FailedPrecondition, Code.OutOfRange, Code.ResourceExhausted];
  assert.deepEqual(unknown.map(of), unknown.map(() => true));
  assert.deepEqual(known.map(of), known.map(() => false));
  assert.equal(mayHaveArrived(new Unanswered("here", 3, 8, "unavailable")), true);
  assert.equal(mayHaveArrived(new Refused(Code.FailedPrecondition, [], 1, new Uint8Array(32))), false);
};

tests["places that are refused are told from those of an offer that has passed"] = async () => {
  const { PlayerSide, Refused, Invalid, Code } = await partOf(
    'export { PlayerSide } from "./play/player.ts"; export { Code, Invalid, Refused } from "../src/errors.ts";');
  const faults = [];
  const side = new PlayerSide({ findPlaces: async () => { throw faults.shift(); } });
  const told = [];
  const { debug } = console;
  console.debug = (text) => told.push(text);
  const ask = async (offered, fault) => {
    faults.push(fault);
    return side.find({ command: "Move" }, offered)("paths", { unit: "a" }).then(() => assert.fail("places were found"), (thrown) => thrown);
  };
  const refusedAt = (seq) => new Refused(Code.FailedPrecondition, [], seq, new Uint8Array(32));
  try {
    for (const fault of [refusedAt(7), refusedAt(6), new Invalid("chosen", "for a test")]) assert.equal(await ask(7n, fault), fault, "a fault of the question is shown as it is");
    assert.deepEqual(told, []);
    assert.match((await ask(7n, refusedAt(8))).message, /gone on/);
    assert.equal(told.length, 1);
    // the same question after the entry that has come since is another one
    const both = refusedAt(8);
    assert.equal(await ask(8n, both), both);
    assert.equal(told.length, 1);
  } finally {
    console.debug = debug;
  }
};
