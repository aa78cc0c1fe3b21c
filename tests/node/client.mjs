// A client of the service for Node. The contract is read from proto/ as it stands; nothing is generated.

import { fileURLToPath } from "node:url";

import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";

import { encode } from "./mpint.mjs";
import { sealedHash, signCommand } from "./wglog.mjs";

export const { status: codes } = grpc;
export const SEAT = 3; // number of the role of a player
const HEADER = 100; // number of the field that every command has and no log
const OWN_PART = 0;

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const RULESETS = ["grinding_annihilation", "hex_orders"];
const FILES = ["wargame/v1/games.proto", "wargame/v1/protocol.proto", ...RULESETS.flatMap((name) => ["play", "events"].map((file) => `wargame/${name}/v1/${file}.proto`))];
const contract = loader.loadSync([...FILES, "status.proto"], {
  includeDirs: [folder("../../proto"), folder(".")], keepCase: true, longs: Number, enums: Number, defaults: true,
});

// Fields that are marked VISIBILITY_OWNER: the loader leaves marks out.
const SECRETS = new Map(Object.entries({
  CommitBattleFormations: ["formations"],
  SplitFreePoints: ["points"], DeclareHugeUnits: ["huge"], SubmitArmy: ["army"], SubmitMapArea: ["area"],
  PlaceUnit: ["slot"], PlaceHiddenToken: ["slot", "facing"], PlotOrders: ["plot"],
  CommitOrders: ["allow_defaults", "further"], PassChoice: ["spots"], DeclareAssaultIntent: ["intents"],
  ChooseMoves: ["choices"], ChooseAssaultContributors: ["contributors"], AllocateHits: ["allocation"],
}));

export const random = (size) => globalThis.crypto.getRandomValues(new Uint8Array(size));

function methodOf(name, ruleset) {
  const services = [`wargame.${ruleset}.v1.Play`, "wargame.v1.Games", "wargame.v1.Protocol"]; // View is the typed one
  const service = services.find((each) => name in contract[each]);
  if (!service) throw new TypeError(`no service has a method ${name}`);
  return contract[service][name];
}

// Calls with one token; an error of a call has the `refusal` that came with it, or null.
export class Caller {
  constructor(address, token, ruleset = RULESETS[0], client = new grpc.Client(address, grpc.credentials.createInsecure())) {
    Object.assign(this, { address, token, ruleset, client });
  }

  as(token) {
    return new Caller(this.address, token, this.ruleset, this.client);
  }

  get metadata() {
    const metadata = new grpc.Metadata();
    metadata.set("authorization", `Bearer ${this.token}`);
    return metadata;
  }

  call(name, request) {
    const { path, requestSerialize, responseDeserialize } = methodOf(name, this.ruleset);
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, this.metadata, (error, reply) =>
        (error ? reject(Object.assign(error, { refusal: refusalIn(error) })) : resolve(reply)));
    });
  }

  // An async iterable; `cancel()` ends it.
  stream(name, request) {
    const { path, requestSerialize, responseDeserialize } = methodOf(name, this.ruleset);
    return this.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, this.metadata);
  }

  close() {
    this.client.close();
  }
}

function refusalIn(error) {
  const [trailer] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!trailer) return null;
  const { details } = contract["google.rpc.Status"].deserialize(trailer);
  const found = details.find(({ type_url: url }) => url.endsWith("/wargame.v1.Refusal"));
  return found ? contract["wargame.v1.Refusal"].deserialize(found.value) : null;
}

const PARTIES = { 1: 255, 2: 254, 3: 253 }; // numbers of NamedParty, and what stands for them in the log

// A Party as the log has it.
export const partyOf = ({ seat, named }) => (named ? PARTIES[named] : seat);

// The message in a Ruled: its one field is the event.
export const eventIn = ({ event }) => contract[event.type_url.split("/").at(-1)].deserialize(event.value);

// -- a command as it is logged: an array of its fields by number

function named(scope, name) {
  const parts = scope.split(".");
  while (parts.length) {
    parts.pop();
    const full = [...parts, name].join(".");
    if (full in contract) return full;
  }
  throw new TypeError(`no message ${name}, seen from ${scope}`);
}

function rowOf(kind, value) {
  const fields = new Map(contract[kind].type.field.map((field) => [field.number, field]));
  const last = Math.max(0, ...[...fields.keys()].filter((number) => number < HEADER));
  return Array.from({ length: last }, (_, at) => {
    const field = fields.get(at + 1);
    if (!field) return null; // a field that was taken away keeps its place
    const one = (each) => (field.type === "TYPE_MESSAGE" ? rowOf(named(kind, field.typeName), each) : each);
    const given = value[field.name];
    return Array.isArray(given) ? given.map(one) : given === undefined || given === null ? null : one(given);
  });
}

// Gives the logged fields, and apart from them those that only their owner sees.
function split(name, command, ruleset) {
  const { requestType } = methodOf(name, ruleset);
  const kind = [`wargame.v1.${name}`, `wargame.${ruleset}.v1.${name}`].find((each) => each in contract);
  const whole = requestType.deserialize(requestType.serialize(command)); // every field there, defaults too
  const row = rowOf(kind, whole);
  const { field } = requestType.type;
  const places = (SECRETS.get(name) ?? []).map((secret) => field.find((each) => each.name === secret).number - 1);
  const hidden = places.map((at) => row[at]);
  for (const at of places) row[at] = null;
  return { row, hidden };
}

// A player of one game: signs every command, and remembers the head and the receipts.
export class Player {
  constructor(caller, game, seat, keys) {
    Object.assign(this, { caller, game, seat, keys, head: null, receipts: [], contribution: random(32) });
    this.actor = [SEAT, seat, caller.token.split("_")[2]];
  }

  async offers() {
    const offers = await this.caller.call("Offers", { game: this.game });
    this.head = offers.head;
    return offers;
  }

  view() {
    return this.caller.call("View", { game: this.game });
  }

  // The request of a command, signed: it may be sent as often as one likes, and counts once.
  async signed(name, fields = {}, id = random(16)) {
    const { row, hidden } = split(name, fields, this.caller.ruleset);
    const salt = hidden.length ? random(32) : null;
    const seal = salt && (await sealedHash(this.game, this.seat, OWN_PART, id, salt, encode(hidden)));
    const command = [id, this.head, [name, ...row], seal];
    const signature = await signCommand(this.keys.privateKey, this.game, this.actor, command);
    const header = { game: this.game, command_id: id, head: this.head ?? undefined, signature, salt: salt ?? undefined };
    return { ...fields, header };
  }

  async send(name, request) {
    const reply = await this.caller.call(name, request);
    this.head = reply.receipt.hash;
    this.receipts.push(reply.receipt);
    return reply;
  }

  async give(name, fields = {}) {
    return this.send(name, await this.signed(name, fields));
  }
}
