/** What the party of this page may do: the offers of the service, and the form of the one that is picked. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Message } from "@bufbuild/protobuf";
import type { BoardStep, GetResponse, Offer, Offers } from "../../src/contract.js";
import { Stale } from "../../src/errors.js";
import type { Service } from "../../src/service.js";
import type { Board } from "../../page/board.js";
import type { Scene } from "../../page/types.js";
import { faultText } from "../service.js";
import type { Session } from "../session.js";
import { CommandForm } from "./commandform.js";
import { commandName, namedBy, offerTexts } from "./naming.js";
import { PlayerSide, SEEDING } from "./player.js";
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
}

/** The player's side once its contract has come. */
function usePlayer({ session, service, facts }: Props): { player: PlayerSide | null; fault: string } {
  const [found, setFound] = useState<{ player: PlayerSide | null; fault: string }>({ player: null, fault: "" });
  useEffect(() => {
    PlayerSide.of(service, session, facts).then((player) => setFound({ player, fault: "" }), (error: unknown) => setFound({ player: null, fault: faultText(error) }));
  }, [service, session, facts]);
  return found;
}

/** The offers after every entry; what seeds the dice is given by itself. */
function useOffers(player: PlayerSide | null, seq: bigint): { offers: Offers | null; fault: string; look: () => void } {
  const [offers, setOffers] = useState<Offers | null>(null);
  const [fault, setFault] = useState("");
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (player === null) return undefined;
    let gone = false;
    player.offers().then(async (found) => {
      if (gone) return;
      setFault("");
      setOffers(found);
      const seed = found.offers.find(({ command }) => SEEDING.includes(command));
      if (seed === undefined) return;
      const { fill } = await import("./questions.js");
      const { command } = await fill(player.ruleset, seed, new Map(), player.find(seed), player.octets);
      if (command !== null) await player.give(command).catch((error: unknown) => { if (!(error instanceof Stale)) throw error; });
    }).catch((error: unknown) => { if (!gone) setFault(faultText(error)); });
    return () => { gone = true; };
  }, [player, seq, asked]);
  return { offers, fault, look: useCallback(() => setAsked((times) => times + 1), []) };
}

export interface Picked { readonly command: string; readonly anytime: boolean; readonly variant: number }

/** Offers of one command together. */
export interface Group { readonly command: string; readonly anytime: boolean; readonly offers: readonly Offer[]; readonly texts: readonly string[] }

function grouped(offers: readonly Offer[], anytime: boolean): Group[] {
  const names = [...new Set(offers.map(({ command }) => command))].filter((name) => !SEEDING.includes(name));
  return names.map((command) => {
    const own = offers.filter((offer) => offer.command === command);
    return { command, anytime, offers: own, texts: own.length > 1 ? offerTexts(own) : [""] };
  });
}

export function Playing(props: Props) {
  const { now, board, scene, live, toNow, facts } = props;
  const { player, fault } = usePlayer(props);
  const { offers, fault: offersFault, look } = useOffers(player, now.seq);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const [pending, setPending] = useState<Message | null>(null);
  const [sent, setSent] = useState("");
  useEffect(() => setPending(player?.pending() ?? null), [player]);
  const groups = useMemo(() => (offers === null ? [] : [...grouped(offers.offers, false), ...grouped(offers.anytime, true)]), [offers]);
  const group = groups.find(({ command, anytime }) => command === picked?.command && anytime === picked.anytime);
  const pick = useCallback((command: string, anytime: boolean, variant = -1): void => {
    setRefused(null);
    setSent("");
    setPicked({ command, anytime, variant });
  }, []);
  const give = async (act: () => Promise<unknown>, name: string): Promise<void> => {
    setSending(true);
    setRefused(null);
    try {
      await act();
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
      own.forEach((offer, variant) => {
        for (const word of namedBy(offer)) if (!found.has(word)) found.set(word, () => pick(command, false, own.length > 1 ? variant : 0));
      });
    }
    return found;
  }, [groups, group, pick]);
  useTargets(live && group === undefined ? board : null, scene, targets, false);
  if (fault !== "") return <section class="play"><p role="alert">What you may do can not be shown: {fault}</p></section>;
  if (player === null || offers === null) return <section class="play" aria-busy="true"><p>{offersFault || "What you may do is being fetched."}</p></section>;
  if (!live) return <section class="play"><p>You look at an earlier entry. <button type="button" onClick={toNow}>Back to now</button> to act.</p></section>;
  const seat = props.session.seat;
  const unsigned = facts.terms?.signed && seat !== null && player.signed === null;
  return (
    <section class="play" aria-label="Your move" data-seq={String(offers.seq)} data-busy={sending || offers.seq !== now.seq}>
      {unsigned && <p class="warning" role="alert">Commands of this game are signed, and the key of this seat is not in this browser.</p>}
      {pending && !sending && (
        <p class="warning" role="alert">{commandName(pending.$typeName.split(".").at(-1) ?? "")} was not answered; it may have been done.{" "}
          <button type="button" onClick={() => void give(() => player.giveAgain(pending), pending.$typeName.split(".").at(-1) ?? "")}>Send it again</button>{" "}
          <button type="button" onClick={() => { player.drop(); setPending(null); look(); }}>Forget it</button></p>
      )}
      {offersFault !== "" && <p role="alert">{offersFault} <button type="button" onClick={look}>Try again</button></p>}
      {group !== undefined && picked !== null
        ? <CommandForm key={`${group.command} ${group.anytime} ${offers.seq}`} player={player} group={group} variant={picked.variant} board={board} scene={scene} sending={sending} refused={refused}
            setVariant={(variant) => pick(group.command, group.anytime, variant)} give={(command) => give(() => player.give(command), group.command)} close={() => { setRefused(null); setPicked(null); }} />
        : <Choices groups={groups} pick={pick} waits={offers.windows.at(-1)?.kind ?? ""} />}
      {group === undefined && refused !== null && <Refusal fault={refused} />}
      <p class="sent" role="status">{sent}</p>
    </section>
  );
}

/** The commands that are offered, as buttons: those that answer the question first. */
function Choices({ groups, pick, waits }: { groups: readonly Group[]; pick: (command: string, anytime: boolean, variant: number) => void; waits: string }) {
  const [answers, besides] = [groups.filter(({ anytime }) => !anytime), groups.filter(({ anytime }) => anytime)];
  const button = ({ command, anytime, offers }: Group) => (
    <button type="button" class="offer" data-command={command} onClick={() => pick(command, anytime, offers.length === 1 ? 0 : -1)}>
      {commandName(command)}{offers.length > 1 && <small> {offers.length} choices</small>}
    </button>
  );
  return (
    <>
      <h2>{answers.length > 0 ? "Your move" : "Nothing is asked of you now"}</h2>
      {answers.length === 0 && waits !== "" && <p class="waits">The game waits for the others: {waits.replace(/_/g, " ")}.</p>}
      <div class="offers">{answers.map(button)}</div>
      {besides.length > 0 && <details class="besides"><summary>At any time: {besides.length}</summary><div class="offers">{besides.map(button)}</div></details>}
    </>
  );
}
