/** The client for browsers, and for whatever else has `fetch`: the Connect protocol over HTTP. */
import { createConnectTransport } from "@connectrpc/connect-web";

import { Service, type ServiceOptions } from "./core.js";

export { keptFile, openWallet, walletFile } from "./browserwallet.js";
export * from "./core.js";

/** Ends the body of an answer with the signal of its request: some engines forget that where the request is held by nobody. */
const ending: typeof fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init);
  const signal = init?.signal;
  if (!signal || response.body === null) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
};

/** Reaches a service at a URL, such as "https://wargames.example", with a token. */
export function connect(url: string, token: string, options: Omit<ServiceOptions, "close"> = {}): Service {
  const transport = createConnectTransport({ baseUrl: url, useBinaryFormat: true, fetch: ending });
  return new Service(transport, token, { address: url, ...options });
}
