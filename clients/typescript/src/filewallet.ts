/** Wallets in files, for Node. */
import { randomBytes } from "node:crypto";
import {
  close, closeSync, constants, existsSync, fstatSync, fsync, fsyncSync, ftruncateSync, linkSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

import { alone, LockFault } from "./filelock.js";
import { equal, hex } from "./verify/bytes.js";
import { readWallet, WALLET, WALLET_MOST } from "./verify/wallet.js";
import { titleOf, Wallet, WalletFault, type WalletStore } from "./wallet.js";

const OWN = 0o600;
const OTHERS = 0o077;
const NEWLINE = 10;
/** What systems of files without links answer. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"];
const utf8 = new TextDecoder("utf-8", { fatal: true });
const posix = process.platform !== "win32";

/** A file that nobody else may read, to which whole lines are appended. */
class FileStore implements WalletStore {
  private open = true;

  private constructor(readonly name: string, private readonly file: number) {}

  /** Opens a file, and takes away what a crash has cut off its last line; what is no wallet of this game stays as it is. */
  static of(path: string, game: Uint8Array): FileStore {
    begin(path, titleOf(game));
    const file = openSync(path, constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
    try {
      const found = fstatSync(file);
      const { mode, size } = found;
      if (!found.isFile()) throw new WalletFault(`${path} is no file of its own: name another`);
      if (size > WALLET_MOST) throw new WalletFault(`${path} has more than the ${WALLET_MOST} bytes of a wallet: name another file`);
      if (posix && (mode & OTHERS) !== 0) {
        throw new WalletFault(`${path} can be read by others, and holds what is secret until it is opened: chmod 600 it`);
      }
      locked(path, () => mend(path, file, game));
      fsyncSync(file); // lines of a run that ended before they were on the disk are not written again
      return new FileStore(path, file);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  async read(): Promise<string> {
    const data = readFileSync(this.name);
    try {
      return utf8.decode(data);
    } catch {
      throw new WalletFault(`${this.name} is no wallet (${WALLET}): not all of it is UTF-8`);
    }
  }

  async append(line: string, durable: boolean): Promise<void> {
    if (!this.open) throw new WalletFault(`${this.name} is closed: open it again`);
    const bytes = Buffer.from(line);
    locked(this.name, () => this.write(bytes));
    try {
      if (durable) await promisify(fsync)(this.file);
    } catch (error) {
      throw this.unwritten(error);
    }
  }

  /** Writes a line behind whole ones; what was written of it in part is taken away at once. */
  private write(bytes: Uint8Array): void {
    const before = fstatSync(this.file).size;
    this.requireWhole(before);
    try {
      if (writeSync(this.file, bytes) !== bytes.length) throw new Error("a line was cut");
    } catch (error) {
      if (fstatSync(this.file).size < before + bytes.length) ftruncateSync(this.file, before);
      throw this.unwritten(error);
    }
  }

  private unwritten(error: unknown): WalletFault {
    return new WalletFault(`${this.name} can not be written: ${(error as Error).message}; give the disk room`);
  }

  /** Where another program has this wallet too, it may have cut a line, or the wallet may be gone: nothing is written behind that. */
  private requireWhole(size: number): void {
    const last = Buffer.alloc(1);
    if (readSync(this.file, last, 0, 1, Math.max(size - 1, 0)) === 1 && last[0] === NEWLINE) return;
    throw new WalletFault(`${this.name} does not end with a whole line any more: open it again`);
  }

  async close(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    await promisify(fsync)(this.file);
    await promisify(close)(this.file);
  }
}

/** Does something to a wallet while no other program of this package does. */
function locked<T>(path: string, work: () => T): T {
  try {
    return alone(path, work);
  } catch (error) {
    if (error instanceof LockFault) throw new WalletFault(error.message);
    throw error;
  }
}

/** Puts a new file with its first line in its place, unless there is one: whoever is first, there is one first line. */
function begin(path: string, title: string): void {
  if (existsSync(path)) return;
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(8).toString("hex")}`);
  try {
    writeFileSync(beside, title, { flag: "wx", mode: OWN, flush: true });
    linkSync(beside, path);
    if (posix) syncFolder(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (NO_LINKS.includes(code ?? "")) writeFileSync(path, title, { flag: "wx", mode: OWN, flush: true });
    else if (code !== "EEXIST") throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** The new name has to be on the disk too. */
function syncFolder(path: string): void {
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Takes away a line that was cut, once what stands before it is known to be a wallet of the game; a first line that was cut is written anew. */
function mend(path: string, file: number, game: Uint8Array): void {
  const data = readFileSync(file);
  const whole = data.subarray(0, data.lastIndexOf(NEWLINE) + 1);
  if (whole.length === data.length && data.length > 0) return;
  const [title, spaced] = [titleOf(game), `{"format": "${WALLET}", "game": "${hex(game)}"}\n`];
  const begun = [title, spaced].some((line) => line.startsWith(data.toString("latin1")));
  if (whole.length === 0 ? !begun : !isWallet(whole, game)) throw new WalletFault(`${path} is no wallet (${WALLET}) of game ${hex(game)}: name another file`);
  ftruncateSync(file, whole.length);
  if (whole.length === 0) writeSync(file, title);
}

function isWallet(lines: Uint8Array, game: Uint8Array): boolean {
  try {
    return equal(readWallet(utf8.decode(lines)).game, game);
  } catch {
    return false;
  }
}

/** Opens the wallet of a game in a file, or begins it. The file is for its owner alone. */
export async function openWallet(path: string, game: Uint8Array): Promise<Wallet> {
  const store = FileStore.of(path, game);
  try {
    return await Wallet.open(store, game);
  } catch (error) {
    await store.close();
    throw error;
  }
}
