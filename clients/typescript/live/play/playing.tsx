/** What the party of this page may do: the offers of the service, and the form of the one that is picked. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { VNode } from "preact";
import type { Message } from "@bufbuild/protobuf";
import type { BoardStep, GetResponse, Offer, Offers } from "../../src/contract.js";
import { Stale } from "../../src/errors.js";
import type { Given } from "../../src/game.js";
import type { Service } from "../../src/service.js";
import type { Board } from "../../page/board.js";
import type { Scene } from "../../page/types.js";
import { faultText } from "../service.js";
import type { Session } from "../session.js";
import type { Shown } from "../desk/gamedesk.js";
import { CommandForm } from "./commandform.js";
import type { Wish } from "./entryacts.js";
import { commandName, identityOf, namedBy, offerTexts } from "./naming.js";
import { mayGoOn, PlayerSide, SEEDING } from "./player.js";
import { Proof } from "./proof.js";
import { Refusal } from "./refusal.js";
import { useTargets } from "./targets.js";

interface Props {
  readonly session: Session;
  readonly service: Service;
  readonly facts: GetResponse;
  readonly now: BoardStep;
  readonly board: Board | null;
  readonly scene: Scene | null;
  readonly live: boolean;
  readonly toNow: () => void;
  /** What was wished for beside the panel, such as from an entry; another object every time. */
  readonly wish?: Wish | null;
  /** Told what may be given by now. */
  readonly onGroups?: (groups: readonly Group[]) => void;
  /** Shows the choices in its own way, under headings of its own. */
  readonly choices?: (shown: Shown) => VNode;
}

/** The player's side once its contract has come. */
function usePlayer({ session, service, facts }: Props, trusting: boolean): { player: PlayerSide | null; fault: string } {
  const [found, setFound] = useState<{ player: PlayerSide | null; fault: string }>({ player: null, fault: "" });
  useEffect(() => {
    PlayerSide.of(service, session, facts, trusting).then((player) => setFound({ player, fault: "" }), (error: unknown) => setFound({ player: null, fault: faultText(error) }));
  }, [service, session, facts, trusting]);
  return found;
}

/** The offers after every entry; what seeds the dice is given by itself. */
function useOffers(player: PlayerSide | null, seq: bigint): { offers: Offers | null; fault: unknown; look: () => void } {
  const [offers, setOffers] = useState<Offers | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (player === null) return undefined;
    let gone = false;
    player.offers().then(async (found) => {
      if (gone) return;
      setFault(null);
      setOffers(found);
      const seed = found.offers.find(({ command }) => SEEDING.includes(command));
      if (seed === undefined) return;
      const { fill } = await import("./questions.js");
      const { command } = await fill(player.ruleset, seed, new Map(), player.find(seed, found.seq), player.octets);
      if (command !== null) await player.give(command).catch((error: unknown) => { if (!(error instanceof Stale)) throw error; });
    }).catch((error: unknown) => { if (!gone) setFault(error); });
    return () => { gone = true; };
  }, [player, seq, asked]);
  return { offers, fault, look: useCallback(() => setAsked((times) => times + 1), []) };
}

/** What was picked: a command, and which of its offers as it was then, null for none yet. */
interface Picked { readonly command: string; readonly anytime: boolean; readonly offer: Offer | null; readonly wish: Wish | null }

/** Offers of one command together. */
export interface Group { readonly command: string; readonly anytime: boolean; readonly offers: readonly Offer[]; readonly texts: readonly string[] }

function grouped(offers: readonly Offer[], anytime: boolean): Group[] {
  const names = [...new Set(offers.map(({ command }) => command))].filter((name) => !SEEDING.includes(name));
  return names.map((command) => {
    const own = offers.filter((offer) => offer.command === command);
    return { command, anytime, offers: own, texts: own.length > 1 ? offerTexts(own) : [""] };
  });
}

/** The place of a picked offer among those that there are now; -1 where none of them is surely meant. */
function placeOf({ offers }: Group, picked: Offer | null): number {
  if (offers.length === 1) return 0;
  if (picked === null) return -1;
  const same = offers.indexOf(picked);
  if (same >= 0) return same;
  const wanted = identityOf(picked);
  const found = offers.flatMap((offer, at) => (identityOf(offer) === wanted ? [at] : []));
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

export function Playing(props: Props) {
  const { now, board, scene, live, toNow, wish = null, onGroups } = props;
  const [trusting, setTrusting] = useState(false);
  const { player, fault } = usePlayer(props, trusting);
  const { offers, fault: offersFault, look } = useOffers(player, now.seq);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const [pending, setPending] = useState<Message | null>(null);
  const [sent, setSent] = useState("");
  const [upTo, setUpTo] = useState(0n);
  useEffect(() => setPending(player?.pending() ?? null), [player]);
  const groups = useMemo(() => (offers === null ? [] : [...grouped(offers.offers, false), ...grouped(offers.anytime, true)]), [offers]);
  const group = groups.find(({ command, anytime }) => command === picked?.command && anytime === picked.anytime);
  const pick = useCallback((command: string, anytime: boolean, offer: Offer | null, wanted: Wish | null = null): void => {
    setRefused(null);
    setSent("");
    setPicked({ command, anytime, offer, wish: wanted });
  }, []);
  useEffect(() => onGroups?.(groups), [groups, onGroups]);
  useEffect(() => { if (wish !== null) pick(wish.command, wish.anytime, null, wish); }, [wish, pick]);
  // what was picked is not offered any more: said once, and forgotten
  useEffect(() => {
    if (picked === null || offers === null || group !== undefined) return;
    setPicked(null);
    if (!sending) setSent(`The game has gone on: ${commandName(picked.command)} is not offered any more.`);
  }, [offers]);
  const give = async (act: () => Promise<Given>, name: string): Promise<void> => {
    setSending(true);
    setRefused(null);
    try {
      setUpTo((await act()).receipt?.seq ?? 0n);
      setPicked(null);
      setSent(`${commandName(name)} is done.`);
    } catch (error) {
      setRefused(error);
    }
    setPending(player?.pending() ?? null);
    setSending(false);
    look();
  };
  // a click on the board picks what names the unit or the cell, as long as no form is open that asks for one
  const targets = useMemo(() => {
    const found = new Map<string, () => void>();
    if (group !== undefined) return found;
    for (const { command, anytime, offers: own } of groups) {
      if (anytime) continue;
      own.forEach((offer) => {
        for (const word of namedBy(offer)) if (!found.has(word)) found.set(word, () => pick(command, false, offer));
      });
    }
    return found;
  }, [groups, group, pick]);
  useTargets(live && group === undefined ? board : null, scene, targets, false);
  const proof = <Proof session={props.session} game={props.facts.game} />;
  if (fault !== "") return <section class="play"><p role="alert">What you may do can not be shown: {fault}</p>{proof}</section>;
  if (player === null || offers === null) {
    return offersFault === null
      ? <section class="play" aria-busy="true"><p>What you may do is being fetched.</p></section>
      : <section class="play"><p role="alert">{faultText(offersFault)} <button type="button" onClick={look}>Try again</button></p>{proof}</section>;
  }
  if (!live) return <section class="play"><p>You look at an earlier entry. <button type="button" onClick={toNow}>Back to now</button> to act.</p></section>;
  return (
    <section class="play" aria-label={props.choices === undefined ? "Your move" : "The desk"} data-seq={String(offers.seq)} data-busy={sending || offers.seq !== now.seq || now.seq < upTo}>
      {player.signs.unknown && <p class="warning" role="alert">{props.session.seat === null ? "Acts of this game are signed, and its opening names no key of this browser for your office: until the owner admits it, they are refused." : "Commands of this game are signed, and the key of this seat is not in this browser."}</p>}
      {pending && !sending && (
        <p class="warning" role="alert">{commandName(pending.$typeName.split(".").at(-1) ?? "")} was not answered; it may have been done.{" "}
          <button type="button" onClick={() => void give(() => player.giveAgain(pending), pending.$typeName.split(".").at(-1) ?? "")}>Send it again</button>{" "}
          <button type="button" onClick={() => { player.drop(); setPending(null); look(); }}>Forget it</button></p>
      )}
      {offersFault !== null && (
        <p role="alert">{faultText(offersFault)} <button type="button" onClick={look}>Try again</button>
          {mayGoOn(offersFault) && <>{" "}<button type="button" data-act="trust" onClick={() => setTrusting(true)}>Contribute all the same</button></>}</p>
      )}
      {group !== undefined && picked !== null
        ? <CommandForm key={`${group.command} ${group.anytime} ${JSON.stringify(picked.wish?.answers)}`} player={player} group={group} wish={picked.wish} variant={placeOf(group, picked.offer)} seq={offers.seq} window={offers.windows.at(-1)} board={board} scene={scene} sending={sending} refused={refused}
            setVariant={(variant) => pick(group.command, group.anytime, group.offers[variant] ?? null, picked.wish)} give={(command) => give(() => player.give(command), group.command)} close={() => { setRefused(null); setPicked(null); }} />
        : props.choices !== undefined
          ? props.choices({ groups, button: (found) => <OfferButton group={found} pick={pick} />, window: offers.windows.at(-1), player, sending, give: (command, name) => give(() => player.give(command), name) })
          : <Choices groups={groups} pick={pick} waits={offers.windows.at(-1)?.kind ?? ""} />}
      {group === undefined && refused !== null && <Refusal fault={refused} />}
      <p class="sent" role="status">{sent}</p>
      {proof}
    </section>
  );
}

function OfferButton({ group: { command, anytime, offers }, pick }: { group: Group; pick: (command: string, anytime: boolean, offer: Offer | null) => void }) {
  return (
    <button type="button" class="offer" data-command={command} onClick={() => pick(command, anytime, null)}>
      {commandName(command)}{offers.length > 1 && <small> {offers.length} choices</small>}
    </button>
  );
}

/** The commands that are offered, as buttons: those that answer the question first. */
function Choices({ groups, pick, waits }: { groups: readonly Group[]; pick: (command: string, anytime: boolean, offer: Offer | null) => void; waits: string }) {
  const [answers, besides] = [groups.filter(({ anytime }) => !anytime), groups.filter(({ anytime }) => anytime)];
  const button = (group: Group) => <OfferButton group={group} pick={pick} />;
  return (
    <>
      <h2>{answers.length > 0 ? "Your move" : "Nothing is asked of you now"}</h2>
      {answers.length === 0 && waits !== "" && <p class="waits">The game waits for the others: {waits.replace(/_/g, " ")}.</p>}
      <div class="offers">{answers.map(button)}</div>
      {besides.length > 0 && <details class="besides"><summary>At any time: {besides.length}</summary><div class="offers">{besides.map(button)}</div></details>}
    </>
  );
}
