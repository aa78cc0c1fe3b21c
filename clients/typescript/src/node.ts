/** The client for Node: gRPC, keys and receipts in files. */
import { readFile, rename, writeFile } from "node:fs/promises";
import type { SecureClientSessionOptions } from "node:http2";

import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { Key, type Receipts, type ReceiptsFile, Service, type ServiceOptions } from "./core.js";
import { hex, unhex } from "./verify/bytes.js";

export * from "./core.js";
export { openWallet } from "./filewallet.js";

/** TLS: `true` for the usual authorities, or what a certificate is checked with. */
export type Tls = boolean | Pick<SecureClientSessionOptions, "ca" | "cert" | "key" | "servername">;

export interface ConnectOptions extends Omit<ServiceOptions, "close"> {
  readonly tls?: Tls;
}

// longer than the least that servers take, so that a line that went dead is noticed
const PING = { pingIntervalMs: 310_000, pingTimeoutMs: 20_000 };

/** Reaches a service at an address, such as "127.0.0.1:50051", with a token. Ends with `close()`. */
export function connect(address: string, token: string, { tls = false, ...options }: ConnectOptions = {}): Service {
  const baseUrl = `${tls === false ? "http" : "https"}://${address}`;
  const nodeOptions = typeof tls === "boolean" ? {} : tls;
  const sessionManager = new Http2SessionManager(baseUrl, PING, nodeOptions);
  const transport = createGrpcTransport({ baseUrl, sessionManager });
  return new Service(transport, token, { address, ...options, close: () => sessionManager.abort() });
}

/** Writes a key to a file that its owner alone can read; an existing file is not overwritten. */
export const saveKey = (key: Key, path: string): Promise<void> =>
  writeFile(path, `${hex(key.secret())}\n`, { mode: 0o600, flag: "wx" });

export const loadKey = async (path: string): Promise<Key> => Key.of(unhex((await readFile(path, "utf8")).trim()));

/** Writes receipts to a file; at no moment is there half of one. */
export async function saveReceipts(receipts: Receipts, path: string): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(receipts, null, 1)}\n`);
  await rename(`${path}.new`, path);
}

/** Adds the receipts of a file, each verified. */
export async function loadReceipts(receipts: Receipts, path: string): Promise<void> {
  await receipts.load(JSON.parse(await readFile(path, "utf8")) as ReceiptsFile);
}
