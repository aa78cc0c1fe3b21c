// The file of a wallet: whole lines for nobody else, gone on with, and nothing else taken for one.

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, link, mkdtemp, readFile, readdir, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { ClientError, Key, NotProven, openWallet, Wallet, WalletFault, type WalletStore } from "adjudicator-client/node";
import { hex, unhex } from "adjudicator-client/verify";
import { verifyKeyOf } from "adjudicator-client/verify/held";

import { chain } from "./vectors.js";

const root = fileURLToPath(new URL("../..", import.meta.url)); // the package finds itself there by its name
const GAME = new Uint8Array(16).fill(7);
const TITLE = `{"format":"adjudicator-wallet/1","game":"${hex(GAME)}"}\n`;
const filled = (size: number, value: number): Uint8Array => new Uint8Array(size).fill(value);
const head = (seq: number): string => `{"kind":"head","seq":${seq},"hash":"${hex(filled(32, seq))}"}\n`;
const fault = (...words: string[]) => (error: unknown) =>
  error instanceof WalletFault && error instanceof ClientError && words.every((word) => error.message.includes(word));

describe("a wallet in a file", () => {
  let folder: string;
  let path: string;
  before(async () => { folder = await mkdtemp(join(tmpdir(), "wallet-")); });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => { path = join(folder, `${hex(crypto.getRandomValues(new Uint8Array(8)))}.wallet`); });
  const write = (text: string | Uint8Array) => writeFile(path, text, { mode: 0o600 });
  const read = () => readFile(path, "utf8");

  // It is not taken, and is left as it is.
  async function refused(...words: string[]): Promise<void> {
    const there = await readFile(path);
    await assert.rejects(openWallet(path, GAME), fault(path, ...words));
    assert.deepEqual(await readFile(path), there);
  }

  test("is new, with its first line, and for its owner alone", async () => {
    const wallet = await openWallet(path, GAME);
    await wallet.keepHead(1, filled(32, 1));
    await wallet.keepHead(1, filled(32, 1));
    await wallet.keepHead(0, new Uint8Array(32)); // before the first entry there is none
    assert.equal(await read(), TITLE + head(1)); // before it is closed
    assert.equal(await wallet.text(), TITLE + head(1));
    await wallet.close();
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual((await readdir(folder)).filter((name) => name.startsWith(".")), []);
  });

  test("is gone on with, and holds no line twice", async () => {
    const first = await openWallet(path, GAME);
    await first.keepContribution(1, filled(32, 9), filled(32, 2));
    await first.keepKeys(["one", "two"]);
    await first.close();
    const text = await read();
    const again = await openWallet(path, GAME);
    await again.keepContribution(1, filled(32, 9), filled(32, 2));
    assert.deepEqual([again.contribution(1), again.contribution(0), again.logKeys], [filled(32, 9), undefined, ["one", "two"]]);
    assert.equal(await read(), text);
    await again.close();
  });

  test("of a crash loses the line that was cut", async () => {
    await write(TITLE + head(1) + head(2).slice(0, 40));
    const wallet = await openWallet(path, GAME);
    await wallet.keepHead(3, filled(32, 3));
    assert.equal(await read(), TITLE + head(1) + head(3));
    await wallet.close();
  });

  test("whose first line was cut is begun anew, whoever wrote it", async () => {
    for (const title of [TITLE, TITLE.replaceAll('":', '": ').replace(",", ", ")]) {
      for (const size of [0, 1, 30, title.length - 1]) {
        await write(title.slice(0, size));
        await (await openWallet(path, GAME)).close();
        assert.equal(await read(), TITLE, `${size}`);
      }
    }
  });

  test("is no other file", async () => {
    const others = [
      '{"format":"other"}\n', "[1]\n", "no\n", "no", "\n", "{}\n", '{"format":"adjudicator-wallet/1"}\n', "a key:\nwithout the end of its line",
      TITLE.replace("/1", "/2"), TITLE.replace("07", "08"), TITLE.replace("07", "08") + head(1).slice(0, 9), TITLE + head(0) + head(2).slice(0, 9),
    ];
    for (const text of others) {
      await write(text);
      await refused();
    }
    await write(Buffer.concat([Buffer.from(TITLE), Buffer.from([34, 255, 34, 10])]));
    await refused("UTF-8");
  });

  test("has each line as its kind has it", async () => {
    const hash = hex(filled(32, 1));
    const lines = [
      "no", "[]", '{"kind":1}', "{}", '{"kind":"log_key"}', `{"kind":"head","seq":0,"hash":"${hash}"}`, `{"kind":"head","seq":true,"hash":"${hash}"}`,
      `{"kind":"head","seq":1.5,"hash":"${hash}"}`, '{"kind":"head","seq":1,"hash":"AB"}', `{"kind":"head","seq":9007199254740992,"hash":"${hash}"}`,
      `{"kind":"receipt","seq":1,"hash":"${hash}","note":"","command_id":"","record":"A"}`, '{"kind":"seat","seat":0,"token_id":"","key":"00"}',
      '{"kind":"refusal","refusal":"","signature":"","log_key":""}',
    ];
    for (const line of lines) {
      await write(`${TITLE}${line}\n`);
      await refused("line 2");
    }
  });

  // What is refused may be secret still: contributions, salts, orders.
  test("that is not read says where, and repeats nothing of it", async () => {
    const secret = "c0ffee".repeat(10) + "c0ff";
    const lines = [
      `{"kind":"contribution","seat":0,"contribution":"${secret.toUpperCase()}","commitment":"${secret}"}`,
      `{"kind":"contribution","seat":0,"contribution":"${secret}0","commitment":"${secret}"}`,
      `{"kind":"contribution","seat":0,"contribution":"${secret}" "commitment":"${secret}"}`,
      `{"kind":"command","command":"","signature":"","salt":"${secret}!","secret":""}`, `"${secret}`, `[${secret}]`,
    ];
    for (const line of lines) {
      await write(`${TITLE}${line}\n`);
      await assert.rejects(openWallet(path, GAME), (error) => fault("line 2")(error) && !/c0ff/i.test((error as Error).message));
    }
  });

  test("is a file, and of a size that can be read", async () => {
    execFileSync("mkfifo", ["-m", "600", path]);
    await assert.rejects(openWallet(path, GAME), fault(path));
    await rm(path);
    await write(TITLE);
    await truncate(path, 256 * 1024 * 1024 + 1);
    await assert.rejects(openWallet(path, GAME), fault(path, "bytes"));
    await rm(path);
    await write(TITLE + Array.from({ length: 500_001 }, (_, at) => `{"kind":"x","at":${at}}\n`).join(""));
    await assert.rejects(openWallet(path, GAME), fault(path, "lines"));
  });

  test("is not written behind what another program has cut", async () => {
    for (const there of [TITLE + head(1).slice(0, 20), ""]) {
      await write(TITLE);
      const wallet = await openWallet(path, GAME);
      await write(there);
      await assert.rejects(wallet.keepHead(2, filled(32, 2)), fault("whole line"));
      assert.equal(await read(), there);
      await wallet.close();
    }
  });

  test("leaves lines and fields of other releases alone", async () => {
    const newer = '{"kind":"newer","a":[1.5e3,true,null]}\n{"kind":"log_key","key":"one","since":-0.5}\n';
    await write(TITLE + newer);
    const wallet = await openWallet(path, GAME);
    assert.deepEqual(wallet.logKeys, ["one"]);
    await wallet.keepHead(1, filled(32, 1));
    assert.equal(await read(), TITLE + newer + head(1));
    await wallet.close();
  });

  test("that others may read is not taken, and a link is not followed", async () => {
    await (await openWallet(path, GAME)).close();
    for (const mode of [0o640, 0o604, 0o620]) {
      await chmod(path, mode);
      await refused("chmod 600");
    }
    await chmod(path, 0o600);
    await symlink(path, `${path}.link`);
    await assert.rejects(openWallet(`${path}.link`, GAME), /ELOOP/);
    await link(path, `${path}.other`); // another name of the same file is one
    await (await openWallet(`${path}.other`, GAME)).close();
  });

  test("is begun once by all who open it at once", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => openWallet(path, GAME)));
    await Promise.all(all.map((wallet, seq) => wallet.keepHead(seq + 1, filled(32, seq + 1))));
    assert.deepEqual((await read()).split("\n").toSorted(), (TITLE + [1, 2, 3, 4, 5, 6, 7, 8].map(head).join("")).split("\n").toSorted());
    await Promise.all(all.map((wallet) => wallet.close()));
  });

  test("that several programs have at once keeps every line of each, whole", async () => {
    const program = `
      import { openWallet } from "adjudicator-client/node";
      const [path, who, lines, size, opened] = process.argv.slice(1).map((word, at) => (at === 0 ? word : Number(word)));
      const game = new Uint8Array(16).fill(7);
      let wallet = await openWallet(path, game);
      for (let seq = 1; seq <= lines; seq += 1) {
        await wallet.keepReceipt({ seq, hash: new Uint8Array(32), note: \`by \${who}\` }, undefined, new Uint8Array(size));
        if (opened) {
          await wallet.close();
          wallet = await openWallet(path, game);
        }
      }
      await wallet.close();`;
    const run = (who: number, lines: number, size: number, opened: number) => promisify(execFile)(
      process.execPath, ["--no-warnings", "--input-type=module", "-e", program, path, ...[who, lines, size, opened].map(String)], { cwd: root });
    await Promise.all([run(1, 8, 100_000, 0), run(2, 8, 10, 1), run(3, 8, 10, 1)]); // one writes long, the others open and mend
    const [first, ...lines] = (await read()).trimEnd().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(first, JSON.parse(TITLE));
    const found = lines.map(({ note, seq }) => `${String(note)} ${String(seq)}`);
    const due = [[1, 8], [2, 8], [3, 8]].flatMap(([who, most = 0]) => Array.from({ length: most }, (_, at) => `by ${who} ${at + 1}`));
    assert.deepEqual(found.toSorted(), due.toSorted());
    assert.deepEqual((await readdir(folder)).filter((name) => name.endsWith(".lock")), []);
  });

  // A program that holds the lock, writes this behind what is there, says what was there, and lets go.
  async function holding(more: string, work: () => Promise<void>): Promise<string> {
    const program = `
      const { appendFileSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
      const [, path, more] = process.argv;
      writeFileSync(path + ".lock", require("node:os").hostname() + " " + process.pid + "\\n", { flag: "wx" });
      console.log("held");
      setTimeout(() => {
        const there = readFileSync(path, "utf8");
        appendFileSync(path, more);
        rmSync(path + ".lock");
        console.log(there);
      }, 300);`;
    const child = spawn(process.execPath, ["-e", program, path, more], { stdio: ["ignore", "pipe", "inherit"] });
    const parts: string[] = [];
    const ended = once(child, "close");
    child.stdout.setEncoding("utf8").on("data", (part: string) => parts.push(part));
    await once(child.stdout, "data");
    await work();
    await ended;
    return parts.join("").replace("held\n", "").trimEnd();
  }

  test("waits for a program that writes to it, whose line is not cut", async () => {
    await write(TITLE + head(1).slice(0, 40)); // half of a line, by a program that is about to write the rest
    let wallet: Wallet | undefined;
    assert.equal(await holding(head(1).slice(40), async () => { wallet = await openWallet(path, GAME); }), TITLE + head(1).slice(0, 40));
    const there = await holding("", () => wallet!.keepHead(2, filled(32, 2)));
    assert.equal(there, (TITLE + head(1)).trimEnd()); // nothing was written meanwhile
    await wallet!.close();
    assert.equal(await read(), TITLE + head(1) + head(2));
  });

  test("waits for no program that is gone", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]); // it has ended
    await writeFile(`${path}.lock`, `${hostname()} ${pid}\n`);
    await (await openWallet(path, GAME)).close();
    assert.equal(await read(), TITLE);
    assert.deepEqual((await readdir(folder)).filter((name) => name.includes(".lock")), []);
  });

  test("waits for no program that was killed while it held it", async () => {
    const program = 'require("node:fs").writeFileSync(process.argv[1] + ".lock", require("node:os").hostname() + " " + process.pid + "\\n"); console.log("held"); setInterval(() => {}, 1000)';
    const child = spawn(process.execPath, ["-e", program, path], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await (await openWallet(path, GAME)).close();
    assert.equal(await read(), TITLE);
  });

  test("names the lock of a program of another machine, which nobody takes away", async (t) => {
    let now = 0;
    t.mock.method(Date, "now", () => (now += 5000));
    await writeFile(path, TITLE, { mode: 0o600 });
    await writeFile(`${path}.lock`, "another.example 1\n");
    await assert.rejects(openWallet(path, GAME), (error: unknown) => error instanceof WalletFault
      && error.message.includes("wallet.lock is held by another.example 1: remove it"));
    assert.equal(await readFile(`${path}.lock`, "utf8"), "another.example 1\n");
    await rm(`${path}.lock`);
  });

  test("leaves no lock where the disk has no room for one, and says so", async () => {
    const program = `
      import { syncBuiltinESMExports } from "node:module";
      import fs from "node:fs";
      import { openWallet } from "adjudicator-client/node";
      const wallet = await openWallet(process.argv[1], new Uint8Array(16).fill(7));
      const { writeFileSync, writeSync } = fs;
      const full = () => { throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }); };
      fs.writeFileSync = (file, ...more) => { writeFileSync(file, "", more[1]); full(); }; // made, and left empty
      fs.writeSync = full;
      syncBuiltinESMExports();
      await wallet.keepHead(1, new Uint8Array(32)).then(() => console.log("kept"), (error) => console.log(error.name));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", "--input-type=module", "-e", program, path], { cwd: root });
    assert.equal(stdout, "WalletFault\n");
    assert.deepEqual((await readdir(folder)).filter((name) => name.includes(".lock")), []);
  });

  test("is not filled by heads under keys that nobody knows: the first ones are kept", async () => {
    for (const from of [0, 0, 30]) { // one that is shown again is no new one
      const wallet = await openWallet(path, GAME);
      for (let at = from; at < from + 40; at += 1) await wallet.keepUnproven({ seq: 1n, hash: filled(32, at), note: "note" });
      await wallet.close();
    }
    const rows = (await read()).trimEnd().split("\n").slice(1).map((line) => (JSON.parse(line) as { hash: string }).hash);
    assert.deepEqual(rows, Array.from({ length: 64 }, (_, at) => hex(filled(32, at))));
  });

  test("that is closed keeps nothing, and says so", async () => {
    const wallet = await openWallet(path, GAME);
    await wallet.close();
    await wallet.close();
    await assert.rejects(wallet.keepHead(1, filled(32, 1)), fault("open it again"));
  });

  test("verifies the receipts that it held", async () => {
    const { game, note, verify_key: line } = chain;
    const [, size = "", hash = ""] = note.split("\n");
    const row = { seq: Number(size), hash: new Uint8Array(Buffer.from(hash, "base64")), note };
    const stranger = await verifyKeyOf("ref.example.org/wg", (await Key.new()).public);
    for (const [key, change] of [[line, {}], [stranger, {}], [line, { seq: 7 }], [line, { hash: filled(32, 1) }]] as const) {
      await rm(path, { force: true });
      const wallet = await openWallet(path, unhex(game));
      await wallet.keepKeys([key]);
      await wallet.keepReceipt({ ...row, ...change }, filled(16, 5));
      await wallet.close();
      const again = openWallet(path, unhex(game));
      if (key === line && Object.keys(change).length === 0) assert.deepEqual((await again).receipts, [{ ...row, commandId: filled(16, 5) }]);
      else await assert.rejects(again, (error) => key === line ? fault("receipt of entry")(error) : error instanceof NotProven && error.check === "HEAD_SIGNATURE_INVALID");
    }
  });
});

describe("a wallet elsewhere", () => {
  // Keeps lines in memory, and has no room for those of a kind.
  class Memory implements WalletStore {
    readonly name = "memory";
    text = "";
    full = "";
    order: string[] = [];
    read = async () => this.text;
    close = async () => {};
    async append(line: string, durable: boolean): Promise<void> {
      await new Promise((resolve) => { setTimeout(resolve, Math.random() * 4); });
      if (this.full !== "" && line.includes(this.full)) throw new Error("no room");
      this.order.push(`${JSON.parse(line).kind} ${durable}`);
      this.text += line;
    }
  }

  test("is written in the order of what is kept, and what is to outlive a crash is told", async () => {
    const store = new Memory();
    const wallet = await Wallet.open(store, GAME);
    const secret = { salt: filled(32, 1), data: filled(3, 1) };
    await Promise.all([
      wallet.keepSeat(0, "id", (await Key.new()).public), wallet.keepContribution(0, filled(32, 1), filled(32, 2)),
      wallet.keepCommand([3, 0, "id"], [filled(16, 1), null, ["Kind", 1], filled(32, 3)], filled(64, 1), secret), wallet.keepStatement("note"),
      wallet.keepInclusion({ register: "r", leaf: filled(2, 1), proof: "p", key: "k" }),
      wallet.keepRefusal({ refusal: filled(2, 1), signature: filled(64, 1), logKey: "k" }),
    ]);
    assert.deepEqual(store.order, ["undefined true", "seat false", "contribution true", "command true", "statement false", "inclusion true", "refusal true"]);
    assert.deepEqual((await Wallet.open(store, GAME)).contribution(0), filled(32, 1));
  });

  test("writes nothing behind a line that could not be written", async () => {
    const store = new Memory();
    const wallet = await Wallet.open(store, GAME);
    store.full = "contribution";
    await assert.rejects(wallet.keepContribution(0, filled(32, 1), filled(32, 2)), /no room/);
    store.full = "";
    for (const keep of [wallet.keepHead(2, filled(32, 2)), wallet.keepContribution(0, filled(32, 1), filled(32, 2))]) await assert.rejects(keep, /no room/);
    assert.equal(store.text, TITLE);
    assert.equal(await wallet.text(), TITLE); // what is there can be handed on all the same
  });

  test("that two have written at once has each line once when it is handed on", async () => {
    const store = new Memory();
    for (const wallet of [await Wallet.open(store, GAME), await Wallet.open(store, GAME)]) await wallet.keepHead(1, filled(32, 1));
    store.text += TITLE + head(1);
    assert.equal(await (await Wallet.open(store, GAME)).text(), TITLE + head(1));
  });

  test("records of a megabyte are written", async () => {
    const store = new Memory();
    const wallet = await Wallet.open(store, GAME);
    await wallet.keepReceipt({ seq: 1, hash: filled(32, 1), note: "n" }, filled(16, 1), filled(1 << 20, 1));
    assert(store.text.length > 1 << 20);
    await Wallet.open(store, GAME);
  });

  test("a party without one keeps nothing", async () => {
    const none = Wallet.none(GAME);
    await none.keepHead(1, filled(32, 1));
    assert.deepEqual([none.keeps, await none.text(), none.receipts], [false, "", []]);
  });
});
