/** The form that opens a game, and the links of its parties. */
import { useState } from "preact/hooks";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { DiceMode, Games, Links, Office, OfficialSchema, OnFlag, OpenRequestSchema, Role, SeatSchema, Signatures } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { hex, random, unhex } from "../src/verify/bytes.js";
import { officeKey } from "./play/kept.js";
import { RULESETS } from "./play/rulesets.js";
import { faultText, serviceWith } from "./service.js";

interface Made { readonly game: string; readonly links: readonly (readonly [string, string])[] }

const KEY = /^[0-9a-f]{64}$/;
const MINUTE = 60;

/** What a form says, by the names of its controls. */
class Said {
  private readonly data: FormData;

  constructor(form: HTMLFormElement) {
    this.data = new FormData(form);
  }

  text(name: string): string {
    return String(this.data.get(name) ?? "").trim();
  }

  flag(name: string): boolean {
    return this.data.get(name) !== null;
  }

  /** Whole minutes as seconds; 0 where nothing is said. */
  seconds(name: string): number {
    return Number(this.text(name) || 0) * MINUTE;
  }

  keys(name: string): Uint8Array[] {
    const digits = this.text(name);
    return KEY.test(digits) ? [unhex(digits)] : [];
  }
}

/** Everybody signs: the seats, the referee, and whoever opens the game with the key of this browser for officials. */
async function signers(said: Said): Promise<Pick<MessageInitShape<typeof OpenRequestSchema>, "signatures" | "officials">> {
  if (said.flag("unsigned")) return { signatures: Signatures.NONE };
  const owner = create(OfficialSchema, { office: Office.OWNER, keys: [(await officeKey()).public] });
  const referee = said.flag("referee") ? [create(OfficialSchema, { office: Office.REFEREE, keys: said.keys("refereekey") })] : [];
  return { signatures: Signatures.ALL, officials: [owner, ...referee] };
}

async function requestOf(said: Said) {
  const seats = [0, 1].map((seat) => create(SeatSchema, { name: said.text(`name${seat}`), keys: said.keys(`key${seat}`) }));
  const [limit, bank] = [said.seconds("limit"), said.seconds("clock")];
  return create(OpenRequestSchema, {
    commandId: random(16), ruleset: said.text("ruleset"), seats, referee: said.flag("referee"),
    diceMode: said.text("dice") === "reported" ? DiceMode.REPORTED : DiceMode.SEEDED,
    ...(limit > 0 && { responseLimit: { seconds: BigInt(limit), nanos: 0 } }),
    ...(bank > 0 && { eventTerms: { clock: { bank: { seconds: BigInt(bank), nanos: 0 }, onFlag: said.text("flag") === "loss" ? OnFlag.LOSS : OnFlag.NOTE } } }),
    ...(await signers(said)),
  });
}

export function OpenForm({ service, opened }: { service: Service; opened: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [unsigned, setUnsigned] = useState(false);
  const [referee, setReferee] = useState(false);
  const [fault, setFault] = useState("");
  const open = async (form: HTMLFormElement): Promise<void> => {
    const request = await requestOf(new Said(form));
    const { game, credentials } = await service.call(Games.method.open, request);
    const links = await Promise.all(credentials.map(async ({ role, seat, token }) => {
      const { link } = await serviceWith(token).call(Links.method.makeLink, {});
      return [seat === undefined ? (Role[role] ?? "").toLowerCase() : (request.seats[seat]?.name ?? ""), new URL(link, location.origin).href] as const;
    }));
    setMade({ game: hex(game), links });
    opened();
  };
  const key = (name: string, whose: string) => !unsigned && <label class="keyfield">Public key of {whose}, which the first page shows in their browser <input name={name} pattern="[0-9a-f]{64}" title="64 digits from 0 to 9 and a to f" autocomplete="off" required /></label>;
  const flag = (set: (on: boolean) => void) => (event: Event): void => set((event.currentTarget as HTMLInputElement).checked);
  return (
    <form class="opening" onSubmit={(event) => { event.preventDefault(); setFault(""); void open(event.currentTarget as HTMLFormElement).catch((error: unknown) => setFault(faultText(error))); }}>
      <h2>Open a game</h2>
      <label>Rules <select name="ruleset">{RULESETS.map((name) => <option value={name}>{name.replace(/_/g, " ")}</option>)}</select></label>
      <p class="note">Scenario, map and armies are chosen in the game.</p>
      {[0, 1].map((seat) => (
        <fieldset class="group"><legend>Seat {seat + 1}</legend>
          <label>Name <input name={`name${seat}`} defaultValue={["red", "blue"][seat]} required /></label>
          {key(`key${seat}`, "the player")}
        </fieldset>
      ))}
      <fieldset class="group"><legend>Dice</legend>
        <label class="pill"><input type="radio" name="dice" value="seeded" defaultChecked /> drawn by the service, and checked at the end</label>
        <label class="pill"><input type="radio" name="dice" value="reported" /> thrown at the table, and typed in</label>
      </fieldset>
      <fieldset class="group"><legend>Referee</legend>
        <label class="check-row"><input type="checkbox" name="referee" checked={referee} onChange={flag(setReferee)} /> A referee is seated</label>
        {referee && key("refereekey", "the referee")}
      </fieldset>
      <fieldset class="group"><legend>Time, in minutes; empty for no limit</legend>
        <label>For every answer <input type="number" name="limit" min={1} max={100000} step={1} /></label>{" "}
        <label>For each player in the whole game <input type="number" name="clock" min={1} max={10000} step={1} /></label>{" "}
        <label>When that is used up <select name="flag"><option value="note">it is noted</option><option value="loss">the game is lost</option></select></label>
      </fieldset>
      <label class="check-row"><input type="checkbox" name="unsigned" checked={unsigned} onChange={flag(setUnsigned)} /> Without signatures: whoever keeps the log could then write this game anew</label>
      <button type="submit" class="primary">Open</button>
      {fault !== "" && <p role="alert">{fault}</p>}
      {made !== null && (
        <div role="status" class="links" data-game={made.game}><p>Open. <a href={`/game/${made.game}`}>To the game</a>. Each link opens one browser, once:</p>
          <ul>{made.links.map(([who, link]) => <li data-for={who}>{who}: <code>{link}</code></li>)}</ul></div>
      )}
    </form>
  );
}
