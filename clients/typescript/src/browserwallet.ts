/** Wallets in a browser: IndexedDB, from where they can be handed on as files. */
import { hex } from "./verify/bytes.js";
import { Wallet, WalletFault, type WalletStore } from "./wallet.js";

const DATABASE = "adjudicator-wallets";
const LINES = "lines";
const BY_WALLET = "wallet";

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

  /** Appends in a transaction of its own, in order, whole or not at all. A durable line is waited for, and with it all before. */
  async append(line: string, durable: boolean): Promise<void> {
    if (this.fault !== null) throw this.fault;
    const writing = this.base.transaction(LINES, "readwrite", { durability: durable ? "strict" : "relaxed" });
    const written = new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => {
        this.fault ??= new WalletFault(`${this.name} can not be written: ${writing.error?.message ?? "the browser gave up"}; give it room`);
        reject(this.fault);
      };
    });
    writing.objectStore(LINES).add({ wallet: this.name, line } satisfies Row);
    if (durable) await written;
    else written.catch(() => {}); // the next line is told
  }

  async close(): Promise<void> {
    this.base.close();
  }
}

/**
 * Opens the wallet of a game that this browser keeps, or begins it; `holder` tells the parties of one browser apart, such
 * as "0" or "owner". Whoever clears what the browser keeps of the page loses it: hand it on as a file (`walletFile`).
 */
export async function openWallet(game: Uint8Array, holder: string): Promise<Wallet> {
  return Wallet.open(new BrowserStore(await database(), `${hex(game)} ${holder}`), game);
}

/** The wallet as a file; offer it for download, with a name that ends in `.wallet`. */
export const walletFile = async (wallet: Wallet): Promise<Blob> => new Blob([await wallet.text()], { type: "application/json" });
