import { type Bytes, random, unbase64 } from "./verify/bytes.js";
import { sign, signingKey } from "./verify/signatures.js";

/** An Ed25519 key of a seat. Its secret is in a private field, and shown by nothing but `secret()`. */
export class Key {
  readonly #key: CryptoKey;
  readonly #secret: Bytes | null;

  /** The public key, 32 bytes: what stands in the terms of a game. */
  readonly public: Uint8Array;

  private constructor(key: CryptoKey, secret: Bytes | null, publicKey: Uint8Array) {
    this.#key = key;
    this.#secret = secret;
    this.public = publicKey;
  }

  /** Makes a new key. */
  static new(): Promise<Key> {
    return Key.of(random(32));
  }

  /** Makes the key of a secret of 32 bytes. */
  static async of(secret: Uint8Array): Promise<Key> {
    const own = new Uint8Array(secret);
    const { x = "" } = await globalThis.crypto.subtle.exportKey("jwk", await signingKey(own, true));
    const letters = x.replaceAll("-", "+").replaceAll("_", "/");
    return new Key(await signingKey(own), own, unbase64(letters.padEnd(Math.ceil(letters.length / 4) * 4, "=")));
  }

  /** The key of a pair of WebCrypto's, whose secret may be one that nobody can read. */
  static async ofPair({ privateKey, publicKey }: CryptoKeyPair): Promise<Key> {
    return new Key(privateKey, null, new Uint8Array(await globalThis.crypto.subtle.exportKey("raw", publicKey)));
  }

  /** The 32 bytes that `of` makes the same key of: keep them where nobody else can read them. */
  secret(): Bytes {
    if (this.#secret === null) throw new TypeError("the secret of this key can not be read: its pair was made by WebCrypto");
    return this.#secret.slice();
  }

  sign(bytes: Uint8Array): Promise<Bytes> {
    return sign(this.#key, bytes);
  }
}
