// Hears all that a browser sends and is sent, and keeps what its page keeps, to be searched for the secrets of others.

import assert from "node:assert/strict";

import { eventually } from "../../page/test/browsers.mjs";

const [HEADER, SALT] = [100, 5];
const [VARINT, LENGTH] = [0, 2];
const FIELDS_LEAST = 12;

/** The fields of a message: number, where each begins, and the bytes of those that have a length. */
function* fieldsOf(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      assert(byte !== undefined, "a message that is cut off");
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  while (at < bytes.length) {
    const begin = at;
    const tag = varint();
    const [number, kind] = [tag >> 3, tag & 7];
    if (kind === LENGTH) {
      const size = varint();
      yield { number, begin, value: bytes.subarray(at, at + size) };
      at += size;
    } else if (kind === VARINT) varint();
    else at += kind === 1 ? 8 : 4;
  }
}

/** The salt that a command was sent with, and its fields before the header; null where it has none. */
function secretOf(body) {
  for (const { number, begin, value } of fieldsOf(body)) {
    if (number !== HEADER) continue;
    for (const inner of fieldsOf(value)) if (inner.number === SALT) return { salt: Buffer.from(inner.value), fields: Buffer.from(body.subarray(0, begin)) };
  }
  return null;
}

/** Bytes in every form in which they may come or be kept: as they are, hexadecimal, base64 wherever it begins, and as in addresses. */
export function formsOf(bytes) {
  const digits = bytes.toString("hex");
  const percent = (text) => text.replace(/../g, "%$&");
  const letters = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64").replace(/=+$/, "");
    // letters at both ends hold bits of what stands beside
    return whole.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.length)) / 6));
  });
  const texts = [digits, digits.toUpperCase(), percent(digits), percent(digits.toUpperCase()), ...letters, ...letters.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")), ...letters.map(encodeURIComponent)];
  return [bytes, ...[...new Set(texts)].map((text) => Buffer.from(text))];
}

/** Notes what a page makes by chance for a seat: salts and contributions to the dice, and the keys that it can not read itself. */
function noteMade() {
  if (crypto.subtle === undefined) return; // an empty page makes nothing
  const note = (kind, bytes) => globalThis.noteCanary(kind, btoa(String.fromCharCode(...bytes)));
  const fill = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (into) => {
    fill(into);
    if (into.byteLength === 32) note("made", into);
    return into;
  };
  const { subtle } = crypto;
  const generate = subtle.generateKey.bind(subtle);
  subtle.generateKey = async (algorithm, extractable, uses) => {
    const pair = await generate(algorithm, true, uses);
    const secret = await subtle.exportKey("pkcs8", pair.privateKey);
    note("key", new Uint8Array(secret).slice(-32));
    return extractable ? pair : { publicKey: pair.publicKey, privateKey: await subtle.importKey("pkcs8", secret, algorithm, false, ["sign"]) };
  };
}

/** What a page shows and keeps, as one text. */
const keptBy = (page) => page.evaluate(async () => {
  const rows = [];
  const digits = (value) => [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((done) => { const asked = indexedDB.open(name); asked.onsuccess = () => done(asked.result); });
    for (const store of db.objectStoreNames) {
      const all = await new Promise((done) => { const asked = db.transaction(store).objectStore(store).getAll(); asked.onsuccess = () => done(asked.result); });
      rows.push(...all.map((value) => (value instanceof Uint8Array ? digits(value) : JSON.stringify(value))));
    }
    db.close();
  }
  return [document.documentElement.outerHTML, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), ...rows].join("\n");
});

export class Ears {
  static async of(page) {
    const ears = new Ears();
    Object.assign(ears, { page, streams: new Map(), urls: new Map(), ended: new Set(), sent: [], secrets: [], given: 0, canaries: [], marked: null });
    await page.exposeFunction("noteCanary", (kind, letters) => { ears.canaries.push({ kind, bytes: Buffer.from(letters, "base64") }); });
    await page.evaluateOnNewDocument(noteMade);
    const session = await page.createCDPSession();
    await session.send("Network.enable", { maxTotalBufferSize: 1 << 28, maxResourceBufferSize: 1 << 27 });
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      ears.urls.set(requestId, request.url);
      const body = Buffer.concat(request.postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? "", "base64")) ?? []);
      ears.sent.push(Buffer.from(`${request.url}\n${JSON.stringify(request.headers)}\n`), body);
      if (request.method === "POST") ears.takeSent(request.url, body);
    });
    session.on("Network.responseReceived", ({ requestId, response }) => {
      // streams are heard as they come: what is over has no body to ask for
      if (/\/wargame\./.test(response.url)) {
        session.send("Network.streamResourceContent", { requestId }).then(({ bufferedData }) => ears.hear(requestId, Buffer.from(bufferedData, "base64")), () => {});
      }
    });
    session.on("Network.dataReceived", ({ requestId, data }) => { if (data) ears.hear(requestId, Buffer.from(data, "base64")); });
    const ended = (requestId) => ears.ended.add(requestId);
    session.on("Network.loadingFinished", ({ requestId }) => {
      session.send("Network.getResponseBody", { requestId })
        .then(({ body, base64Encoded }) => ears.hear(`${requestId} whole`, Buffer.from(body, base64Encoded ? "base64" : "utf8")), () => {})
        .finally(() => ended(requestId));
    });
    session.on("Network.loadingFailed", ({ requestId }) => ended(requestId));
    return ears;
  }

  /** Parts of one answer are kept together, since a secret may lie across two of them. */
  hear(answer, bytes) {
    if (bytes.length === 0) return;
    const parts = this.streams.get(answer) ?? [];
    parts.push(bytes);
    this.streams.set(answer, parts);
  }

  /** All that was heard so far, answer by answer. */
  heard() {
    return [...this.streams.values()].map((parts) => Buffer.concat(parts));
  }

  /** Waits until all calls have been answered to the end, but for those that only end with their page. */
  async demandEnded() {
    const open = () => [...this.urls].filter(([id, url]) => /\/wargame\./.test(url) && !/\/Watch/.test(url) && !this.ended.has(id)).map(([, url]) => url);
    assert.deepEqual(await eventually(open, ({ length }) => length === 0), [], "calls that have not ended");
  }

  /** What came in answer to each call of the service, in the order of the calls. */
  answers() {
    return [...this.urls].filter(([, url]) => /\/wargame\./.test(url)).map(([id, url]) => ({
      method: new URL(url).pathname.slice(1), bytes: Buffer.concat(this.streams.get(id) ?? this.streams.get(`${id} whole`) ?? []),
    }));
  }

  /** What a page sends under a salt is its secret: the salt, and the fields before the header. */
  takeSent(url, body) {
    const method = url.split("/").at(-1);
    if (!/\.(Play|Protocol)\/[A-Za-z]+$/.test(url) || body.length === 0) return;
    const secret = secretOf(body);
    if (secret !== null) this.secrets.push({ method, ...secret });
  }

  /** The secrets that were sent since this was last asked. */
  secretsSince() {
    const found = this.secrets.slice(this.given);
    this.given = this.secrets.length;
    return found;
  }

  /** What the page shows and keeps, as one text. */
  kept() {
    return keptBy(this.page);
  }

  /** Keeps what was heard and shown up to here, to be searched for what becomes known later. */
  async mark() {
    this.marked = [...this.heard(), ...this.sent, Buffer.from(await this.kept())];
  }

  /** None of these bytes is in what came, was sent, is shown or kept, in any form; `within` is what was marked before. */
  async demandNone(canaries, what, within = null) {
    if (canaries.length === 0) return;
    const all = Buffer.concat((within ?? [...this.heard(), ...this.sent, Buffer.from(await this.kept())]).flatMap((part) => [part, Buffer.alloc(1)]));
    for (const { kind, bytes } of canaries) for (const form of formsOf(bytes)) assert(!all.includes(form), `${what}: ${kind} ${bytes.toString("hex")} as ${form.toString("latin1").slice(0, 20)}`);
  }

  /** The keys that this browser signs with never leave it. */
  demandKeysStay(what) {
    const keys = this.canaries.filter(({ kind }) => kind === "key");
    assert(keys.length > 0, `${what}: no key was made`);
    return this.demandNone(keys, `${what}'s key in what it sends, shows or keeps`);
  }

  /** Nothing that this browser was sent, shows or keeps holds one of these secrets. */
  async demandAbsent(secrets, what) {
    if (secrets.length === 0) return;
    const kept = await keptBy(this.page);
    const heard = this.heard();
    for (const { method, salt, fields } of secrets) {
      for (const word of [salt.toString("hex"), salt.toString("base64")]) {
        assert(!kept.includes(word), `${what}: the salt of ${method} in what the page shows or keeps`);
        for (const bytes of heard) assert(!bytes.includes(word), `${what}: the salt of ${method} in what came`);
      }
      for (const bytes of heard) {
        assert(!bytes.includes(salt), `${what}: the salt of ${method} in what came`);
        if (fields.length >= FIELDS_LEAST) assert(!bytes.includes(fields), `${what}: the fields of ${method} in what came`);
      }
    }
  }
}
