/** Who uses this page: sessions that links open, and the one that this tab has. The cookie behind it is read by no script. */

export interface Session {
  /** Sent with every call. */
  readonly session: string;
  readonly role: string;
  /** Id of the game in hexadecimal digits; null where it is for more than one. */
  readonly game: string | null;
  readonly seat: number | null;
  readonly event: string | null;
  readonly name: string;
  /** Id of the credential, which stands under what is signed. */
  readonly key?: string;
}

/** A request of sessions was refused. */
export class SessionFault extends Error {
  override name = "SessionFault";

  constructor(readonly status: number, message: string) {
    super(message);
  }
}

const HEADERS = { "content-type": "application/json", "connect-protocol-version": "1" };
const SAID: Readonly<Record<number, string>> = {
  401: "This link was used before, or is too old: a link opens one browser, once. Ask for another.",
  403: "This page was not opened at the address of its service.",
  429: "Too many tries from here: wait a minute.",
};

async function answered<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  throw new SessionFault(response.status, SAID[response.status] ?? `The service answers ${response.status}: try again.`);
}

/** Exchanges the secret of a link for a session. */
export const join = async (invite: string): Promise<Session> =>
  answered<Session>(await fetch("/join", { method: "POST", headers: HEADERS, body: JSON.stringify({ invite }) }));

/** All sessions of this browser that hold. */
export const sessions = async (): Promise<readonly Session[]> =>
  (await answered<{ sessions: readonly Session[] }>(await fetch("/sessions", { headers: HEADERS }))).sessions;

/** Ends a session for good. */
export async function leave({ session }: Session): Promise<void> {
  await fetch("/leave", { method: "POST", headers: { ...HEADERS, "wargame-session": session }, body: "{}" });
  forget();
}

const KEPT = "session";

/** The session that this tab has: named in the address, which is then wiped, or kept from before. */
export function ownSession(): string | null {
  const said = new URLSearchParams(location.hash.slice(1));
  const named = said.get("s");
  if (named !== null) {
    keep(named);
    said.delete("s");
    history.replaceState(null, "", `${location.pathname}${said.size > 0 ? `#${said}` : ""}`);
  }
  return sessionStorage.getItem(KEPT);
}

export const keep = (session: string): void => sessionStorage.setItem(KEPT, session);
export const forget = (): void => sessionStorage.removeItem(KEPT);
