/** The client for browsers, and for whatever else has `fetch`: the Connect protocol over HTTP. */
import { createConnectTransport } from "@connectrpc/connect-web";

import { Service, type ServiceOptions } from "./core.js";

export { keptFile, openWallet, walletFile } from "./browserwallet.js";
export * from "./core.js";

/** Reaches a service at a URL, such as "https://wargames.example", with a token. */
export function connect(url: string, token: string, options: Omit<ServiceOptions, "close"> = {}): Service {
  const transport = createConnectTransport({ baseUrl: url, useBinaryFormat: true });
  return new Service(transport, token, { address: url, ...options });
}
