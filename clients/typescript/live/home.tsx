/** The first page: the games that a session is for, and for who may open games, a form for that. */
import { useEffect, useState } from "preact/hooks";
import { Games, Links, type ListedGame, Office, OfficialSchema, OpenRequestSchema, Role, SeatSchema, Signatures } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { hex, random, unhex } from "../src/verify/bytes.js";
import { create } from "@bufbuild/protobuf";
import { OwnKey } from "./ownkey.js";
import { officeKey } from "./play/kept.js";
import { RULESETS } from "./play/rulesets.js";
import { faultText, serviceWith } from "./service.js";
import type { Session } from "./session.js";

interface Props { readonly session: Session; readonly service: Service; readonly id: string }

export function Home({ session, service }: Props) {
  const [games, setGames] = useState<readonly ListedGame[]>([]);
  const [fault, setFault] = useState("");
  const look = (): void => void service.call(Games.method.list, { pageSize: 50 }).then(({ games: found }) => setGames(found), (error: unknown) => setFault(faultText(error)));
  useEffect(look, [service]);
  return (
    <main class="plain">
      <h1>Games</h1>
      {fault !== "" && <p role="alert">{fault}</p>}
      <ul class="picks">
        {games.map(({ game, terms }) => <li key={hex(game)}><a href={`/game/${hex(game)}`}>{terms?.seats.map(({ name }) => name).join(" against ")}, {terms?.ruleset.replace(/_/g, " ")}</a></li>)}
        {games.length === 0 && fault === "" && <li>There is none yet.</li>}
      </ul>
      {session.role === "owner" && <OpenForm service={service} opened={look} />}
      <OwnKey />
    </main>
  );
}

interface Made { readonly game: string; readonly links: readonly (readonly [string, string])[] }

const KEY = /^[0-9a-f]{64}$/;

const NOBODY_SIGNS = { signatures: Signatures.NONE };

/** Everybody signs: the seats, and whoever opens the game with a key of this browser that no seat has. */
async function allSign() {
  const { public: key } = await officeKey();
  return { signatures: Signatures.ALL, officials: [create(OfficialSchema, { office: Office.OWNER, keys: [key] })] };
}

function OpenForm({ service, opened }: { service: Service; opened: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [unsigned, setUnsigned] = useState(false);
  const [fault, setFault] = useState("");
  const open = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const said = (name: string): string => String(data.get(name) ?? "").trim();
    const keys = ["key0", "key1"].map(said).map((digits) => (KEY.test(digits) ? [unhex(digits)] : []));
    const seats = ["name0", "name1"].map((name, at) => create(SeatSchema, { name: said(name), keys: keys[at] ?? [] }));
    const request = create(OpenRequestSchema, { commandId: random(16), ruleset: said("ruleset"), seats, ...(unsigned ? NOBODY_SIGNS : await allSign()) });
    const { game, credentials } = await service.call(Games.method.open, request);
    const links = await Promise.all(credentials.map(async ({ role, seat, token }) => {
      const { link } = await serviceWith(token).call(Links.method.makeLink, {});
      return [seat === undefined ? (Role[role] ?? "").toLowerCase() : (seats[seat]?.name ?? ""), new URL(link, location.origin).href] as const;
    }));
    setMade({ game: hex(game), links });
    opened();
  };
  return (
    <form class="opening" onSubmit={(event) => { event.preventDefault(); setFault(""); void open(event.currentTarget as HTMLFormElement).catch((error: unknown) => setFault(faultText(error))); }}>
      <h2>Open a game</h2>
      <label>Rules <select name="ruleset">{RULESETS.map((name) => <option value={name}>{name.replace(/_/g, " ")}</option>)}</select></label>
      {[0, 1].map((seat) => (
        <fieldset class="group"><legend>Seat {seat + 1}</legend>
          <label>Name <input name={`name${seat}`} defaultValue={["red", "blue"][seat]} required /></label>
          {!unsigned && <label>Public key, which this page shows to the player <input name={`key${seat}`} pattern="[0-9a-f]{64}" required /></label>}
        </fieldset>
      ))}
      <label><input type="checkbox" checked={unsigned} onChange={(event) => setUnsigned((event.currentTarget as HTMLInputElement).checked)} /> Without signatures: whoever keeps the log could then write this game anew</label>
      <button type="submit" class="primary">Open</button>
      {fault !== "" && <p role="alert">{fault}</p>}
      {made !== null && (
        <div role="status" class="links"><p>Open. <a href={`/game/${made.game}`}>To the game</a>. Each link opens one browser, once:</p>
          <ul>{made.links.map(([who, link]) => <li>{who}: <code>{link}</code></li>)}</ul></div>
      )}
    </form>
  );
}
