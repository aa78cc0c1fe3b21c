// Refusals that the service has signed: verified, kept with their command, and told apart from those that prove nothing.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import type { Transport } from "@connectrpc/connect";
import { ConnectError } from "@connectrpc/connect";
import { antares } from "adjudicator-client/antares";
import { type OpenContribution, OpenContributionSchema, Signatures, SignedRefusalSchema } from "adjudicator-client/contract";
import { Game, Key, NotProven, openWallet, type Opened, Refused, type Service, Stale } from "adjudicator-client/node";
import { base64, concat, hex, mpint, sha256, text, type Value } from "adjudicator-client/verify";
import { verifyKeyOf, verifyRefusal } from "adjudicator-client/verify/held";

import { address, endTampered, open, service, tampered, withService } from "./play.js";

const filled = (size: number, value: number): Uint8Array => new Uint8Array(size).fill(value);
const [GAME, HEAD, COMMAND] = [filled(16, 1), filled(32, 2), filled(32, 3)];
const FAULT = { clause: "WG-1", reason: "not-asked", path: "command.to" };
const unproven = (seq: number) => (error: unknown) => error instanceof NotProven && error.check === "REFUSAL_UNPROVEN" && error.seq === seq;

describe("a signed refusal", () => {
  let own: Key;
  let line: string;
  before(async () => {
    own = await Key.new();
    line = await verifyKeyOf("log.example/wg", own.public);
  });
  const said = { game: GAME, seq: 4, head: HEAD, faults: [FAULT], command: COMMAND };
  const fields = (change: Readonly<Record<number, Value>> = {}): Value[] => {
    const row: Value[] = [1, GAME, 4, HEAD, 1_800_000_000_000, COMMAND, [["WG-1", "not-asked", "command.to", []]], 0];
    for (const [at, value] of Object.entries(change)) row[Number(at)] = value;
    return row;
  };
  const signed = async (data: Uint8Array, key = own) => ({ refusal: data, signature: await key.sign(concat(text("wglog/1/refusal\0"), data)), logKey: line });
  const fails = async (given: Awaited<ReturnType<typeof signed>>, keys = [line]) => assert.rejects(verifyRefusal(given, said, keys), unproven(4));

  test("holds for what was refused, on that head, for that reason", async () => {
    await verifyRefusal(await signed(mpint.encode(fields())), said, ["other", line]);
    const { command: _, ...unknown } = said; // whose command it is nobody here knows
    await verifyRefusal(await signed(mpint.encode(fields({ 5: filled(32, 9) }))), unknown, [line]);
  });

  test("of something else proves nothing", async () => {
    const changes: Record<number, Value>[] = [
      { 1: filled(16, 4) }, { 5: filled(32, 4) }, { 2: 5 }, { 3: filled(32, 4) }, { 0: 2 }, { 2: "4" }, { 5: "none" }, { 6: [] }, { 6: 1 }, { 6: ["WG-1"] },
      ...[["WG-2", "not-asked", "command.to", []], ["WG-1", "too-late", "command.to", []], ["WG-1", "not-asked", "", []]].map((row) => ({ 6: [row] })),
    ];
    for (const change of changes) await fails(await signed(mpint.encode(fields(change))));
    for (const data of [mpint.encode(fields().slice(0, 7)), mpint.encode([...fields(), 1]), Uint8Array.of(1, 2), new Uint8Array(), mpint.encode(1)]) await fails(await signed(data));
    await assert.rejects(verifyRefusal(await signed(mpint.encode(fields())), { ...said, faults: [] }, [line]), unproven(4));
  });

  test("that no key of the log has signed proves nothing", async () => {
    const data = mpint.encode(fields());
    await fails(await signed(data, await Key.new()));
    await fails(await signed(data), []);
    await fails({ ...(await signed(data)), logKey: await verifyKeyOf("log.example/wg", (await Key.new()).public) });
    await fails({ ...(await signed(data)), signature: new Uint8Array() });
    await fails({ ...(await signed(data)), refusal: data.with(data.length - 1, 1) });
  });
});

describe("what the service refuses", withService, () => {
  let folder: string;
  let from: Service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "refused-"));
    from = service();
  });
  after(async () => {
    from.close();
    endTampered();
    await rm(folder, { recursive: true });
  });
  const linesOf = async (path: string, kind: string) =>
    (await readFile(path, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line) as Record<string, string>).filter((row) => row.kind === kind);
  const refusedBy = async (work: Promise<unknown>): Promise<Refused> => {
    const error = await work.then(() => assert.fail("it was taken"), (fault: unknown) => fault);
    assert(error instanceof Refused, String(error));
    return error;
  };
  const sideOf = async (wrap: (inner: Transport) => Transport, { game, credentials }: Opened, path: string) =>
    new Game(tampered(wrap, address), antares, game, credentials.find(({ seat }) => seat === 0)!.token, { seat: 0, wallet: await openWallet(path, game) });

  test("is kept with its command", async () => {
    const path = join(folder, "kept.wallet");
    const opened = await open(from, antares);
    const red = opened.seat(0, await openWallet(path, opened.game));
    const { signed } = await refusedBy(red.give(OpenContributionSchema, { contribution: filled(32, 5) }));
    assert(signed);
    const [row, ...more] = await linesOf(path, "refusal");
    const [command] = await linesOf(path, "command");
    assert.deepEqual([row!.refusal, row!.signature, row!.log_key, more], [base64(signed.refusal), hex(signed.signature), signed.logKey, []]);
    const hash = await sha256(text("wglog/1/cmd\0"), new Uint8Array(Buffer.from(command!.command!, "base64")));
    assert(hex(signed.refusal).includes(hex(hash)));
    await red.wallet.close();
    const again = opened.seat(0, await openWallet(path, opened.game)); // and it can be gone on with
    await again.offers();
    await again.wallet.close();
  });

  test("for an old head is signed too, and still says what went back", async () => {
    const path = join(folder, "stale.wallet");
    const opened = await open(from, antares);
    const red = opened.seat(0, await openWallet(path, opened.game));
    await red.offers();
    const { head } = red;
    await Promise.all([red.join(), opened.seat(1).join()]);
    red.head = head;
    const stale = await refusedBy(red.give(OpenContributionSchema, { contribution: red.contribution }));
    assert(stale instanceof Stale && stale.signed !== undefined && stale.rewinds.size === 0);
    assert.equal((await linesOf(path, "refusal")).length, 1);
    await red.wallet.close();
  });

  test("of a command that was changed on the way, or said otherwise than it is signed, is not taken for the truth", async () => {
    const early = { contribution: filled(32, 5) };
    const other: typeof early = { contribution: filled(32, 6) };
    const changes: ((inner: Transport) => Transport)[] = [
      (inner) => ({ ...inner, stream: (...call) => inner.stream(...call), unary: (method, signal, limit, header, input, values) => {
        if (method.name === "OpenContribution") (input as unknown as OpenContribution).contribution = other.contribution;
        return inner.unary(method, signal, limit, header, input, values);
      } }),
      (inner) => ({ ...inner, stream: (...call) => inner.stream(...call), unary: (...call) => inner.unary(...call).catch((fault: unknown) => {
        const from = ConnectError.from(fault);
        for (const detail of from.details) {
          if ("type" in detail && detail.type === SignedRefusalSchema.typeName) detail.value = detail.value.with(60, detail.value[60]! ^ 1);
        }
        throw from;
      }) }),
    ];
    for (const [at, wrap] of changes.entries()) {
      const path = join(folder, `changed-${at}.wallet`);
      const opened = await from.open(antares, [{ name: "red" }, { name: "blue" }], { signatures: Signatures.NONE });
      const red = await sideOf(wrap, opened, path);
      const error = await red.give(OpenContributionSchema, early).then(() => assert.fail("it was taken"), (fault: unknown) => fault);
      assert(unproven(1)(error), String(error));
      const { cause } = error as Error;
      assert(cause instanceof Refused && cause.reason === "not-asked");
      assert.deepEqual(await linesOf(path, "refusal"), []);
      await red.wallet.close();
    }
  });
});
