// Whatever is altered on the way, or said otherwise the second time, is told.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Code, type Transport, ConnectError } from "@connectrpc/connect";
import { create, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";

import {
  type CommitContribution, CommitContributionSchema, EntrySchema, type Entry, type Outcome, PartySchema, ProtocolEventSchema, type Receipt,
  RollSchema, Signatures, type WatchRequest,
} from "adjudicator-client/contract";
import { type ClientError, Game, Key, NotProven, RandomPlayer, Refused, type Service, Unanswered } from "adjudicator-client/node";
import { CommitBattleFormationsSchema, EventSchema, grinding_annihilation } from "adjudicator-client/grinding_annihilation";
import { dice, mpint } from "adjudicator-client/verify";

import { address, byChance, endTampered, open, play, type Played, service, tampered, withService } from "./play.js";
import type { Fields } from "./vectors.js";

type Change = (message: never, method: string) => void;

// A transport that changes requests and answers of its calls.
const changed = (answers: Change, requests: Change = () => {}) => (inner: Transport): Transport => ({
  unary: async (method, signal, timeout, header, input, values) => {
    requests(input as never, method.name);
    const answer = await inner.unary(method, signal, timeout, header, input, values);
    answers(answer.message as never, method.name);
    return answer;
  },
  stream: async (method, signal, timeout, header, input, values) => {
    async function* inputs() {
      for await (const each of input) {
        requests(each as never, method.name);
        yield each;
      }
    }
    const answer = await inner.stream(method, signal, timeout, header, inputs(), values);
    async function* messages() {
      for await (const each of answer.message) {
        answers(each as never, method.name);
        yield each;
      }
    }
    return { ...answer, message: messages() };
  },
});

const proven = (check: string, seq?: number) => (error: unknown) =>
  error instanceof NotProven && error.check === check && (seq === undefined || error.seq === seq) && error.game.length === 32;

// A party's side of the same game through a transport that tampers.
function through(game: Game, token: string, answers: Change, requests?: Change): Game {
  return new Game(tampered(changed(answers, requests)), game.ruleset, game.game, token);
}

const drain = async (entries: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of entries) void _;
};

const flip = (bytes: Uint8Array): void => { bytes[0] = bytes[0]! ^ 1; };

describe("tampering is told", withService, () => {
  let from: Service;
  let played: Played;
  let spectator: string;
  let marked: number;

  before(async () => {
    from = service();
    played = await play(from, grinding_annihilation, byChance(1, 60));
    spectator = played.opened.credentials.find(({ role }) => role === 4)!.token;
    const entries: Entry[] = [];
    for await (const entry of played.opened.spectator().read()) entries.push(entry);
    marked = Number(entries.find(({ rolls }) => rolls.length > 0)!.seq);
  });
  after(() => {
    from.close();
    endTampered();
  });

  const other = (answers: Change, requests?: Change) => through(played.games[0]!, spectator, answers, requests);
  const atEntryWith = (wanted: (entry: Entry) => boolean) => (change: (entry: Entry) => void): Change => (message: Message) => {
    if (message.$typeName === EntrySchema.typeName && wanted(message as Entry)) change(message as Entry);
  };
  const atEntry = (seq: number, change: (entry: Entry) => void) => atEntryWith((entry) => Number(entry.seq) === seq)(change);
  // an entry's record with fields changed
  const record = (change: (fields: Fields) => void) => (entry: Entry) => {
    const fields = mpint.decode(entry.record) as Fields;
    change(fields);
    entry.record = mpint.encode(fields);
  };

  test("an untouched log passes", async () => {
    await drain(other(() => {}).read());
    assert.equal((await other(() => {}).verify()).dice > 0, true);
  });

  test("a record with another die", async () => {
    const turned = record((fields) => {
      const faces = ((fields[8] as Fields)[0] as Fields)[4] as Fields;
      faces[0] = (Number(faces[0]) % 6) + 1;
    });
    await assert.rejects(drain(other(atEntry(marked, turned)).read()), proven("ENTRY_MISMATCH", marked));
    const last = atEntry(marked, (entry) => { turned(entry); entry.hash = new Uint8Array(32); });
    await assert.rejects(drain(other(last).read()), proven("ENTRY_MISMATCH", marked));
  });

  test("an entry that shows another die, kind, actor, time or id than its record", async () => {
    const changes: ((entry: Entry) => void)[] = [
      (entry) => { entry.rolls[0]!.faces[0] = (entry.rolls[0]!.faces[0]! % 6) + 1; },
      (entry) => { entry.rolls.length = 0; },
      (entry) => { entry.command = "Other"; },
      (entry) => { entry.actor!.key = "other"; },
      (entry) => { entry.time!.seconds += 1n; },
      (entry) => { flip(entry.commandId); },
      (entry) => { flip(entry.hash); },
    ];
    for (const change of changes) {
      await assert.rejects(drain(other(atEntry(marked, change)).read()), proven("ENTRY_MISMATCH", marked), String(change));
    }
  });

  test("an entry that shows a die that its record does not have, or another owner of it", async () => {
    const changes: ((entry: Entry) => void)[] = [
      (entry) => { entry.rolls.push({ ...entry.rolls[0]!, why: "made up" }); },
      (entry) => { entry.rolls.push(entry.rolls[0]!); },
      (entry) => { entry.rolls[0]!.owner = create(PartySchema, { who: { case: "seat", value: 1 } }); },
      (entry) => { delete entry.rolls[0]!.roller; },
      (entry) => { entry.rolls[0]!.reported = true; },
    ];
    for (const change of changes) {
      await assert.rejects(drain(other(atEntry(marked, change)).read()), proven("ENTRY_MISMATCH", marked), String(change));
    }
  });

  test("an entry that shows another event than its record", async () => {
    const changes: ((entry: Entry) => void)[] = [
      (entry) => { entry.ruled.length = 0; },
      (entry) => { entry.ruled.push(entry.ruled[0]!); },
      (entry) => { entry.ruled[0]!.name = "Other"; },
      (entry) => { entry.ruled[0]!.clauses.push("GA-1"); },
      (entry) => { entry.ruled[0]!.place += 1; },
      (entry) => { entry.ruled[0]!.event!.typeUrl = "x/wargame.grinding_annihilation.v1.View"; },
      (entry) => { entry.ruled[0]!.event!.value = Uint8Array.of(255); },
      (entry) => { delete entry.ruled[0]!.event; },
      (entry) => { entry.ruled[0]!.event = anyPack(ProtocolEventSchema, create(ProtocolEventSchema, { kind: { case: "drawDeclined", value: {} } })); },
    ];
    for (const change of changes) {
      await assert.rejects(drain(other(atEntry(marked, change)).read()), proven("ENTRY_MISMATCH", marked), String(change));
    }
  });

  test("an event with another field than the record's", async () => {
    const entries: Entry[] = [];
    for await (const entry of other(() => {}).read()) entries.push(entry);
    const ended = Number(entries.find(({ ruled }) => ruled.some(({ name }) => name === "ResultReached"))!.seq);
    const change = (entry: Entry) => {
      for (const { event, name } of entry.ruled) {
        if (name !== "ResultReached") continue;
        const { kind } = fromBinary(ProtocolEventSchema, event!.value);
        assert(kind.case === "resultReached");
        kind.value.outcome += "!";
        event!.value = toBinary(ProtocolEventSchema, create(ProtocolEventSchema, { kind }));
      }
    };
    await assert.rejects(drain(other(atEntry(ended, change)).read()), proven("ENTRY_MISMATCH", ended));
    const emptied = (entry: Entry) => {
      for (const { event } of entry.ruled) {
        if (!event!.typeUrl.endsWith("/wargame.grinding_annihilation.v1.Event")) continue;
        const { kind } = fromBinary(EventSchema, event!.value);
        event!.value = toBinary(EventSchema, create(EventSchema, { kind: { case: kind.case, value: {} } as never }));
      }
    };
    await assert.rejects(drain(other(atEntry(marked, emptied)).read()), proven("ENTRY_MISMATCH", marked));
  });

  test("an entry that is left out, and one that names another hash before", async () => {
    const skipped = atEntry(3, (entry) => { entry.record = mpint.encode((mpint.decode(entry.record) as Fields).with(2, 4)); });
    await assert.rejects(drain(other(skipped).read()), proven("MISSING_ENTRY", 3));
    const broken = atEntry(3, record((fields) => { fields[3] = new Uint8Array(32); }));
    await assert.rejects(drain(other(broken).read()), proven("CHAIN_BREAK", 3));
  });

  test("a log that is told otherwise the second time", async () => {
    let second = false;
    const game = other((message: Message) => {
      const entry = message as Entry;
      if (second && entry.$typeName === EntrySchema.typeName && entry.seq === 2n) record((fields) => { fields[4] = Number(fields[4]) + 1; })(entry);
    });
    await drain(game.read());
    second = true;
    await assert.rejects(drain(game.read()), proven("HEAD_MISMATCH", 2));
  });

  test("a watch that begins with another hash is refused", async () => {
    const game = other(() => {}, (request: WatchRequest, method) => { if (method === "Watch") request.hash = new Uint8Array(32).fill(1); });
    await game.receipts.add((await played.games[0]!.facts()).receipt!);
    await assert.rejects(
      drain(game.watch(3)),
      (error: ClientError) => error instanceof Refused && error.reason === "conflict" && error.seq > 3,
    );
  });

  test("an opening that was never committed to, and one that is withheld", async () => {
    const opened = atEntryWith((entry) => entry.openings.length > 0);
    await assert.rejects(other(opened((entry) => flip(entry.openings[0]!.data))).verify(), proven("SEALED_OPENING_MISMATCH"));
    await assert.rejects(other(opened((entry) => {
      entry.openings = entry.openings.filter(({ part }) => part !== 0);
    })).verify(), proven("SEALED_OPENING_MISMATCH"));
    // an event that shows what no opening does
    await assert.rejects(other(opened((entry) => { entry.openings.length = 0; })).verify(), proven("ENTRY_MISMATCH"));
  });

  test("a secret that is forged", async () => {
    const last = (await played.games[0]!.facts()).receipt!;
    const change = record((fields) => { (((fields[6] as Fields)[2] as Fields)[1] = new Uint8Array(32)); });
    const forged = atEntryWith(({ command }) => command === "Reveal")(change);
    await assert.rejects(drain(other(forged).read()), proven("ENTRY_MISMATCH", Number(last.seq)));
  });

  test("a receipt with a flipped byte, another number, or of another log", async () => {
    const { receipt } = await played.games[0]!.facts();
    const { receipts } = other(() => {});
    const add = (change: (receipt: Receipt) => void) => {
      const copy = { ...receipt!, hash: receipt!.hash.slice() };
      change(copy);
      return receipts.add(copy);
    };
    await assert.rejects(add((each) => { flip(each.hash); }), proven("RECEIPT_MISMATCH"));
    await assert.rejects(add((each) => { each.seq -= 1n; }), proven("RECEIPT_MISMATCH"));
    const at = receipt!.note.length - 12;
    const letter = receipt!.note[at] === "A" ? "B" : "A";
    const note = receipt!.note.slice(0, at) + letter + receipt!.note.slice(at + 1);
    await assert.rejects(add((each) => { each.note = note; }), proven("HEAD_SIGNATURE_INVALID"));
    const stranger = await open(from, grinding_annihilation, { signatures: Signatures.SEATS });
    await assert.rejects(receipts.add(stranger.receipt), proven("WRONG_GAME"));
    assert.equal(receipts.size, 0);
    await add(() => {});
    assert.equal(receipts.size, 1);
  });

  test("two heads of one size", async () => {
    const { receipt } = await played.games[0]!.facts();
    const { receipts } = other(() => {});
    await receipts.add(receipt!);
    assert.throws(() => receipts.check(Number(receipt!.seq), new Uint8Array(32)), proven("TWO_HEADS", Number(receipt!.seq)));
  });

  test("a command is answered with a receipt of something else", async () => {
    const seats = [{ name: "red" }, { name: "blue" }];
    const begun = await from.open(grinding_annihilation, seats, { signatures: Signatures.NONE });
    const { token } = begun.credentials.find(({ seat }) => seat === 0)!;
    const early: Change = (message: Message) => {
      if ("receipt" in message) (message as Outcome).receipt = begun.receipt;
    };
    const game = new Game(tampered(changed(early)), grinding_annihilation, begun.game, token, { seat: 0 });
    await assert.rejects(game.join(), proven("RECEIPT_MISMATCH", 1));
  });

  // A seat of a new game, whose contribution is asked for, through a transport that tampers.
  const begun = async (answers: Change, requests?: Change) => {
    const { game, credentials } = await from.open(grinding_annihilation, [{ name: "red" }, { name: "blue" }], { signatures: Signatures.NONE });
    const { token } = credentials.find(({ seat }) => seat === 0)!;
    return new Game(tampered(changed(answers, requests)), grinding_annihilation, game, token, { seat: 0 });
  };

  test("a command is answered with a die that its entry does not have", async () => {
    const invented: Change = (message: Message) => {
      if ("rolls" in message && "receipt" in message) (message as Outcome).rolls.push(create(RollSchema, { sides: 6, faces: [6], why: "made up" }));
    };
    await assert.rejects((await begun(invented)).join(), proven("ANSWER_MISMATCH", 2));
  });

  test("a command is answered with events that its entry does not have", async () => {
    const stranger = await open(from, grinding_annihilation, { signatures: Signatures.SEATS });
    await Promise.all([stranger.seat(0).join(), stranger.seat(1).join()]);
    const invented: Change = (message: Message) => {
      if ("ruled" in message && "receipt" in message) (message as Outcome).ruled[0]!.clauses.push("GA-1");
    };
    const owner = new Game(tampered(changed(invented)), grinding_annihilation, stranger.game);
    const player = new RandomPlayer(owner, 1);
    await assert.rejects(player.step(), proven("ANSWER_MISMATCH"));
  });

  test("offers or a view that hold after another entry than the one that is known", async () => {
    for (const ask of ["offers", "view"] as const) {
      const game = await begun((message: Message) => {
        if ("head" in message && "seq" in message) flip((message as unknown as { head: Uint8Array }).head);
      });
      await game.receipts.add((await game.facts()).receipt!);
      await assert.rejects(game[ask](), proven("TWO_HEADS", 1), ask);
      assert.equal(game.head, undefined);
    }
  });

  test("an entry that is another than offers have told", async () => {
    let told = false;
    const game = await begun((message: Message) => {
      if (!told && "offers" in message) flip((message as unknown as { head: Uint8Array }).head);
    });
    await game.offers();
    told = true;
    await assert.rejects(drain(game.read()), proven("TWO_HEADS", 1));
  });

  test("a command that is prepared is sent with the same bytes, as often as it is given", async () => {
    const keys = [await Key.new(), await Key.new()];
    const { game, credentials } = await from.open(grinding_annihilation, [{ name: "red", key: keys[0]! }, { name: "blue", key: keys[1]! }]);
    const { token } = credentials.find(({ seat }) => seat === 0)!;
    const sent: Uint8Array[] = [];
    const lost: Change = (message: CommitContribution, method) => {
      if (method !== "CommitContribution") return;
      sent.push(toBinary(CommitContributionSchema, message));
      if (sent.length < 3) throw new ConnectError("lost", Code.Unavailable);
    };
    const service = tampered(changed(() => {}, lost), address, { patience: { seconds: 0 } });
    const red = new Game(service, grinding_annihilation, game, token, { seat: 0, key: keys[0]! });
    await red.offers();
    const commitment = await dice.seatCommit(game, 0, red.contribution);
    const prepared = await red.prepare(CommitContributionSchema, { commitment });
    assert.equal(prepared.header!.signature.length, 64);
    for (let tries = 0; tries < 2; tries += 1) await assert.rejects(red.give(prepared), Unanswered);
    red.head = new Uint8Array(32);
    const kept = fromBinary(CommitContributionSchema, toBinary(CommitContributionSchema, prepared));
    const { receipt } = await red.give(kept); // by another run, from bytes that were kept
    assert.equal(receipt!.seq, 2n);
    assert.equal((await red.give(kept)).receipt!.seq, 2n);
    assert.equal(sent.length, 4);
    for (const bytes of sent) assert.deepEqual(bytes, toBinary(CommitContributionSchema, prepared));
    const secret = await red.prepare(CommitBattleFormationsSchema, { formations: {} });
    assert.equal(secret.header!.salt.length, 32);
    assert.deepEqual(await red.prepare(secret), secret);
  });

  test("receipts in a file are verified as they are read", async () => {
    const game = played.games[1]!;
    const file = JSON.parse(JSON.stringify(game.receipts)) as ReturnType<typeof game.receipts.toJSON>;
    assert.equal(file.format, "adjudicator-receipts/1");
    assert(file.receipts.length > 10);
    const again = other(() => {}).receipts;
    await again.load(file);
    assert.deepEqual(again.toJSON(), file);
    const [first, ...rest] = file.receipts;
    const altered = { ...first!, hash: `00${first!.hash.slice(2)}` };
    await assert.rejects(other(() => {}).receipts.load({ ...file, receipts: [altered, ...rest] }), proven("RECEIPT_MISMATCH"));
    await assert.rejects(again.load({ ...file, format: "other" as never }), TypeError);
    await assert.rejects(again.load({ ...file, game: "00".repeat(16) }), proven("WRONG_GAME"));
  });
});
