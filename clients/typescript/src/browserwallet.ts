/** Wallets in a browser: IndexedDB, from where they can be handed on as files. */
import { hex } from "./verify/bytes.js";
import { once, Wallet, WalletFault, type WalletStore } from "./wallet.js";

const DATABASE = "adjudicator-wallets";
const LINES = "lines";
const BY_WALLET = "wallet";
/** Lines that are not waited for: whoever reads the log has them again. */
const AGAIN = '{"kind":"head",';

interface Row { readonly wallet: string; readonly line: string }

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("this browser keeps nothing"));
  });

function database(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(LINES, { autoIncrement: true }).createIndex(BY_WALLET, BY_WALLET);
  };
  return done(opening);
}

/** Lines in IndexedDB, in the order in which they came. */
class BrowserStore implements WalletStore {
  private fault: Error | null = null;

  constructor(private readonly base: IDBDatabase, readonly name: string) {}

  async read(): Promise<string> {
    const store = this.base.transaction(LINES, "readonly").objectStore(LINES);
    const rows = (await done(store.index(BY_WALLET).getAll(this.name))) as Row[];
    return rows.map(({ line }) => line).join("");
  }

  /**
   * Appends in a transaction of its own, in order, whole or not at all. All lines are waited for but hashes of entries; a
   * durable one until it is on the disk, and with it all before.
   */
  async append(line: string, durable: boolean): Promise<void> {
    if (this.fault !== null) throw this.fault;
    const written = this.write({ wallet: this.name, line }, durable).catch((error: unknown) => {
      this.fault ??= new WalletFault(`${this.name} can not be written: ${error instanceof Error ? error.message : "the browser gave up"}; give it room, and load the page anew`);
      throw this.fault;
    });
    if (durable || !line.startsWith(AGAIN)) await written;
    else written.catch(() => {}); // the next line is told
  }

  private async write(row: Row, durable: boolean): Promise<void> {
    const writing = this.base.transaction(LINES, "readwrite", { durability: durable ? "strict" : "relaxed" });
    const written = new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
    });
    writing.objectStore(LINES).add(row);
    await written;
  }

  async close(): Promise<void> {
    this.base.close();
  }
}

const nameOf = (game: Uint8Array, holder: string): string => `${hex(game)} ${holder}`;

/**
 * Opens the wallet of a game that this browser keeps, or begins it; `holder` tells the parties of one browser apart, such
 * as "0" or "owner". Whoever clears what the browser keeps of the page loses it: hand it on as a file (`walletFile`).
 */
export async function openWallet(game: Uint8Array, holder: string): Promise<Wallet> {
  const store = new BrowserStore(await database(), nameOf(game, holder));
  try {
    return await Wallet.open(store, game);
  } catch (error) {
    await store.close();
    throw error;
  }
}

const fileOf = (text: string): Blob => new Blob([text], { type: "application/json" });

/**
 * What this browser has kept of a wallet, as a file, whether it can be gone on with or not: what contradicts itself or the
 * service is what its holder has to show. Null where nothing was kept.
 */
export async function keptFile(game: Uint8Array, holder: string): Promise<Blob | null> {
  const store = new BrowserStore(await database(), nameOf(game, holder));
  try {
    const lines = once(await store.read());
    return lines.length === 0 ? null : fileOf(`${lines.join("\n")}\n`);
  } finally {
    await store.close();
  }
}

/** The wallet as a file; offer it for download, with a name that ends in `.wallet`. */
export const walletFile = async (wallet: Wallet): Promise<Blob> => fileOf(await wallet.text());
