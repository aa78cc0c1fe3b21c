/** A lock in a file beside another one, since Node has none of the system's: who writes to that file holds it meanwhile. */
import { randomBytes } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";

const OWN = 0o600;
/** Nobody holds it for longer than a line takes: this is a disk that stands still, or a program that is gone. */
const WAIT_MOST_MS = 10_000;
const PAUSE_MS = 2;
/** What a folder answers into which nothing may be written: then there is no lock. */
const NO_FOLDER = ["EACCES", "EPERM", "EROFS"];

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";

/** A lock can not be had: another program does not let go of it, or the disk has no room. */
export class LockFault extends Error {}

/** Does something, at once, while no other program that asks first does; LockFault where it can not be had. */
export function alone<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  const own = take(lock);
  try {
    return work();
  } finally {
    if (own) rmSync(lock, { force: true });
  }
}

/** Waits for the lock and takes it; false where there can be none. */
function take(lock: string): boolean {
  const end = Date.now() + WAIT_MOST_MS;
  for (;;) {
    try {
      make(lock);
      return true;
    } catch (error) {
      if (NO_FOLDER.includes(codeOf(error))) return false;
      if (codeOf(error) !== "EEXIST") throw new LockFault(`${lock} can not be written: ${(error as Error).message}`);
    }
    const holder = contentOf(lock);
    if (isGone(holder)) release(lock, holder);
    else if (Date.now() > end) throw new LockFault(`${lock} is held by ${holder.trim() || "a program"}: remove it where that is gone`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Makes the lock; one that can not be written whole is taken away, since nobody could tell that its program is gone. */
function make(lock: string): void {
  const file = openSync(lock, "wx", OWN);
  try {
    writeSync(file, `${hostname()} ${process.pid}\n`);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function contentOf(lock: string): string {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return ""; // let go in the meantime
    throw error;
  }
}

/** Whether the program that holds it is of this machine, and there no more. */
function isGone(holder: string): boolean {
  const [, host, id] = /^(\S+) ([0-9]+)\n$/.exec(holder) ?? [];
  if (host !== hostname()) return false;
  try {
    process.kill(Number(id), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/** Takes the lock of a program that is gone away; where another has taken it meanwhile it is put back. */
function release(lock: string, holder: string): void {
  const beside = `${lock}.${randomBytes(8).toString("hex")}`;
  try {
    renameSync(lock, beside);
    if (readFileSync(beside, "utf8") !== holder) linkSync(beside, lock);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(codeOf(error))) throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}
