// Hears all that a browser sends and is sent, and keeps what its page keeps, to be searched for the secrets of others.

import assert from "node:assert/strict";

const SALT_FIELD = 0x2a; // field 5 of a header, 32 bytes: tag and length
const SALT_BYTES = 32;
const HEADER_TAG = Buffer.from([0xa2, 0x06]); // field 100, a message
const FIELDS_LEAST = 12;

/** The salt that a command was sent with, out of its bytes; null where it has none. */
function saltOf(body) {
  for (let at = body.lastIndexOf(HEADER_TAG); at >= 0; at = at > 0 ? body.lastIndexOf(HEADER_TAG, at - 1) : -1) {
    const place = body.indexOf(Buffer.from([SALT_FIELD, SALT_BYTES]), at);
    if (place >= 0) return body.subarray(place + 2, place + 2 + SALT_BYTES);
  }
  return null;
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
    Object.assign(ears, { page, streams: new Map(), secrets: [], given: 0 });
    const session = await page.createCDPSession();
    await session.send("Network.enable", { maxTotalBufferSize: 1 << 28, maxResourceBufferSize: 1 << 27 });
    session.on("Network.requestWillBeSent", ({ request }) => {
      if (request.method !== "POST") return;
      const body = request.postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? "", "base64")) ?? [];
      ears.takeSent(request.url, Buffer.concat(body));
    });
    session.on("Network.responseReceived", ({ requestId, response }) => {
      // streams are heard as they come: what is over has no body to ask for
      if (/\/wargame\./.test(response.url)) {
        session.send("Network.streamResourceContent", { requestId }).then(({ bufferedData }) => ears.hear(requestId, Buffer.from(bufferedData, "base64")), () => {});
      }
    });
    session.on("Network.dataReceived", ({ requestId, data }) => { if (data) ears.hear(requestId, Buffer.from(data, "base64")); });
    session.on("Network.loadingFinished", ({ requestId }) => {
      session.send("Network.getResponseBody", { requestId }).then(({ body, base64Encoded }) => ears.hear(`${requestId} whole`, Buffer.from(body, base64Encoded ? "base64" : "utf8")), () => {});
    });
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

  /** What a page sends under a salt is its secret: the salt, and the fields before the header. */
  takeSent(url, body) {
    const method = url.split("/").at(-1);
    if (["Check", "FindPlaces"].includes(method) || body.length === 0) return;
    const salt = saltOf(body);
    if (salt !== null) this.secrets.push({ method, salt: Buffer.from(salt), fields: Buffer.from(body.subarray(0, body.lastIndexOf(HEADER_TAG))) });
  }

  /** The secrets that were sent since this was last asked. */
  secretsSince() {
    const found = this.secrets.slice(this.given);
    this.given = this.secrets.length;
    return found;
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
