/** Tokens of an event: made as links that open one browser, listed, revoked. */
import { useEffect, useState } from "preact/hooks";
import { type EventToken, Events, Links, Role } from "../../src/contract.js";
import { unhex } from "../../src/verify/bytes.js";
import { faultText, serviceWith } from "../service.js";
import { ActForm, Choose, Field, Reason } from "./actform.js";
import { msOf } from "./attention.js";
import type { DeskProps } from "./deskpage.js";
import { roleName } from "./rights.js";
import { timeText } from "./words.js";

const { method } = Events;
const ROLES: readonly Role[] = [Role.HEAD_REFEREE, Role.REFEREE, Role.SEAT, Role.SPECTATOR, Role.AUDITOR];
const KEY = /^[0-9a-f]{64}$/;
const nameOf = (role: Role): string => roleName((Role[role] ?? "").toLowerCase());

export function Tokens({ session, service, sheet }: DeskProps) {
  const [tokens, setTokens] = useState<readonly EventToken[]>([]);
  const [fault, setFault] = useState("");
  const look = (): void => void service.call(method.listTokens, { event: sheet.event }).then(({ tokens: found }) => setTokens(found), (error: unknown) => setFault(faultText(error)));
  useEffect(look, [service]);
  const held = tokens.filter(({ revokedTime }) => revokedTime === undefined);
  // a head referee makes no other head referee
  const roles = ROLES.filter((role) => role !== Role.HEAD_REFEREE || session.role === "owner");
  return (
    <section aria-label="Tokens">
      {fault !== "" && <p role="alert">{fault}</p>}
      {!sheet.closed && (
        <ActForm act="token" title="Make a token" open about="A token is for this event: it reaches all its games. It is shown here once, as a link that opens one browser, once, within half an hour."
          summary={(said) => `A token of a ${nameOf(Number(said.text("role")))}${said.text("name") && ` for ${said.text("name")}`}`}
          send={async (said, commandId) => {
            const keys = said.text("keys").split(/[\s,]+/).filter(Boolean);
            if (keys.some((key) => !KEY.test(key))) throw new TypeError("A public key is 64 digits from 0 to 9 and a to f.");
            const role: Role = Number(said.text("role"));
            const { token } = await service.call(method.makeToken, { event: sheet.event, commandId, role, name: said.text("name"), affiliation: said.text("affiliation"), keys: keys.map(unhex) });
            look();
            const { link } = await serviceWith(token).call(Links.method.makeLink, {});
            return <p class="links">{nameOf(role)}{said.text("name") && ` ${said.text("name")}`}: <code data-link>{new URL(link, location.origin).href}</code></p>;
          }}>
          <Choose name="role" label="For a" options={roles.map((role) => [String(role), nameOf(role)])} />
          <Field name="name" label="Whose: a person of the roster for a seat; for a referee a name that is nobody's there" list="roster-names" />
          <datalist id="roster-names">{sheet.roster.map(({ name }) => <option value={name} />)}</datalist>
          <Field name="affiliation" label="Club, team or nation of a referee" />
          <Field name="keys" label="Public keys of a referee" />
        </ActForm>
      )}
      <ActForm act="revoke" title="Revoke a token" about="It is refused from two seconds later on, and its sessions end. What was done with it stands."
        summary={(said) => `Revoke ${said.text("key")}: ${said.text("reason")}`}
        send={async (said, commandId) => {
          const { key, name } = await service.call(method.revokeToken, { event: sheet.event, commandId, key: said.text("key"), reason: said.text("reason") });
          look();
          return <p>The token {key} {name && `of ${name} `}is revoked.</p>;
        }}>
        <Choose name="key" label="Which" options={held.map(({ key, role, name }) => [key, [nameOf(role), name, key].filter(Boolean).join(" ")])} /><Reason />
      </ActForm>
      <div class="scroll" role="region" aria-label="List of tokens" tabIndex={0}>
        <table><thead><tr><th scope="col">Role</th><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Made</th><th scope="col">Holds</th></tr></thead>
          <tbody>{tokens.map((token) => <Row token={token} />)}</tbody></table>
      </div>
    </section>
  );
}

function Row({ token: { key, role, name, affiliation, madeTime, expiresTime, revokedTime } }: { token: EventToken }) {
  const now = Date.now();
  const [expires, revoked] = [msOf(expiresTime), msOf(revokedTime)];
  const holds = revoked !== null ? `revoked ${timeText(revoked, now)}` : expires === null ? "yes" : expires <= now ? `until ${timeText(expires, now)}, over` : `until ${timeText(expires, now)}`;
  return <tr data-token={key}><td>{nameOf(role)}</td><td>{name}{affiliation && `, ${affiliation}`}</td><td><code>{key}</code></td><td>{timeText(msOf(madeTime), now)}</td><td>{holds}</td></tr>;
}
