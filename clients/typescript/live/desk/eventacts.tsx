/** The acts of an event as such: what this role may give, each with its form. */
import { useState } from "preact/hooks";
import { create } from "@bufbuild/protobuf";
import { Events, PersonSchema } from "../../src/contract.js";
import { errorOf } from "../../src/errors.js";
import { hex, unhex } from "../../src/verify/bytes.js";
import { ActForm, Area, Choose, ClauseField, Field, Reason, type Said } from "./actform.js";
import type { DeskProps } from "./deskpage.js";
import { readPairings } from "./pairings.js";
import { may } from "./rights.js";
import { Ruled } from "./ruled.js";
import { gather } from "./signedacts.js";
import type { TablesFeed } from "./tables.js";
import { amountOf, PENALTIES, penaltyName, placeOf, plainWord, playersOf } from "./words.js";

const { method } = Events;
const OPENED_MOST = 500;

interface Props extends DeskProps { readonly feed: TablesFeed }

/** Whether officials sign what they do in the games of the event. */
const signsActs = ({ sheet }: DeskProps): boolean => (sheet.terms?.ownerKeys.length ?? 0) > 0;

export function EventActs(props: Props) {
  const { session, sheet } = props;
  const can = (each: (typeof method)[keyof typeof method]): boolean => !sheet.closed && may(session, each);
  return (
    <div class="acts">
      {sheet.closed && <p class="banner">The event is closed: nothing is added to it any more.</p>}
      <Persons {...props} />
      {can(method.pause) && <section aria-label="All games"><h2>All games</h2><PauseAll {...props} /><ResumeAll {...props} /></section>}
      {(can(method.interpret) || can(method.penalise)) && (
        <section aria-label="Rulings of the event"><h2>Rulings of the event</h2>
          {can(method.interpret) && <Interpret {...props} />}
          {can(method.penalise) && <Penalise {...props} />}
          {can(method.dueAwards) && signsActs(props) && <DueAwards {...props} />}
        </section>
      )}
      {(can(method.openGames) || can(method.changeRoster) || can(method.close)) && (
        <section aria-label="Games and persons"><h2>Games and persons</h2>
          {can(method.openGames) && <OpenGames {...props} />}
          {can(method.changeRoster) && <><AddPersons {...props} /><Withdraw {...props} /></>}
          {can(method.close) && <Close {...props} />}
        </section>
      )}
    </div>
  );
}

function Persons({ sheet }: DeskProps) {
  return (
    <details class="roster"><summary>Roster: {sheet.roster.length} persons</summary>
      <ul>{sheet.roster.map(({ name, affiliation, withdrawn, keys }) => <li data-person={name}>{name}{affiliation && `, ${affiliation}`}{keys.length > 0 && ", signs"}{withdrawn && ", withdrawn"}</li>)}</ul>
    </details>
  );
}

const roundsOf = ({ state }: TablesFeed): (readonly [string, string])[] => [...new Set([...state.tables.values()].map(({ row }) => row.round))].map((name) => [name, `round ${name}`]);
const inRounds = (said: Said): { rounds: string[]; words: string } => {
  const round = said.text("round");
  return round === "" ? { rounds: [], words: "all games" } : { rounds: [round], words: `all games of round ${round}` };
};

function PauseAll(props: Props) {
  const { service, sheet, feed } = props;
  return (
    <ActForm act="pause" title="Pause all games" about="Each game that can be paused stands still by a ruling of its own, until the games are resumed or the longest pause is over."
      summary={(said) => `Pause ${inRounds(said).words}: ${said.text("reason")}`}
      send={async (said, commandId, tell) => <Ruled done="paused" games={await gather(props,
        service.stream(method.pause, { event: sheet.event, commandId, rounds: inRounds(said).rounds, reason: said.text("reason"), clause: said.text("clause") }), (games) => tell(<Ruled done="paused" games={games} />))} />}>
      <Choose name="round" label="Which" options={roundsOf(feed)} none="all rounds" /><Reason /><ClauseField />
    </ActForm>
  );
}

function ResumeAll(props: Props) {
  const { service, sheet, feed } = props;
  return (
    <ActForm act="resume" title="Resume all games" about="Games that stand still by “Pause all games” go on. What a ruling of its own has stopped goes on by a ruling of its own."
      summary={(said) => `Resume ${inRounds(said).words}: ${said.text("reason")}`}
      send={async (said, commandId, tell) => <Ruled done="resumed" games={await gather(props,
        service.stream(method.resume, { event: sheet.event, commandId, rounds: inRounds(said).rounds, reason: said.text("reason"), clause: said.text("clause") }), (games) => tell(<Ruled done="resumed" games={games} />))} />}>
      <Choose name="round" label="Which" options={roundsOf(feed)} none="all rounds" /><Reason /><ClauseField />
    </ActForm>
  );
}

function Interpret({ service, sheet }: Props) {
  return (
    <ActForm act="interpret" title="Interpret a clause" about="What a clause means in all games of the event from now on. It gets a number, which rulings may name as their clause."
      summary={(said) => `${said.text("clause")} means: ${said.text("text")}`}
      send={async (said, commandId) => {
        const { number, clause } = await service.call(method.interpret, { event: sheet.event, commandId, clause: said.text("clause"), text: said.text("text"), reason: said.text("reason"), replaces: said.text("replaces") });
        return <p>{number} holds for {clause}. <a href="#v=rulings">See the rulings</a></p>;
      }}>
      <ClauseField required /><Area name="text" label="What it means" required most={1000} /><Reason /><Field name="replaces" label="Number of the interpretation that it replaces, if any" />
    </ActForm>
  );
}

function Penalise(props: Props) {
  const { service, sheet, feed } = props;
  const tables = [...feed.state.tables.values()].map(({ id, row }) => [id, `${placeOf(row)}: ${playersOf(row.seats)}`] as const);
  const kindOf = (said: Said): number => Number(said.text("kind"));
  return (
    <ActForm act="penalise" title="Penalise a person" about="For what happened at no table, or in a game that is finished. In a game that is not, penalise in the game."
      summary={(said) => `${penaltyName(kindOf(said))} for ${said.text("person")}: ${said.text("reason")}`}
      send={async (said, commandId, tell) => {
        const game = said.text("game");
        const given = await service.call(method.penalise, {
          event: sheet.event, commandId, person: said.text("person"), kind: kindOf(said), amount: amountOf(kindOf(said), Number(said.text("amount") || 0)), reason: said.text("reason"), clause: said.text("clause"), ...(game !== "" && { game: unhex(game) }),
        });
        const told = <p>{given.person} has: {penaltyName(given.kind)}, entry {String(given.seq)} of the event's log.</p>;
        // where officials sign, the awards that follow from a removal want a signature, too
        if (!signsActs(props)) return told;
        tell(told);
        const awards = await gather(props, service.stream(method.dueAwards, { event: sheet.event }), () => {});
        return <>{told}{awards.length > 0 && <Ruled done="awarded" games={awards} />}</>;
      }}>
      <Choose name="person" label="Who" options={sheet.roster.map(({ name }) => [name, name])} />
      <Choose name="kind" label="What" options={PENALTIES.map(([kind, word]) => [String(kind), plainWord(word)])} />
      <Field name="amount" label="How many points or minutes, where it takes or gives some" type="number" />
      <Choose name="game" label="In which game" options={tables} none="in none" /><Reason /><ClauseField />
    </ActForm>
  );
}

/** After a removal in a game, whose form gives that game's act alone; done again, it gives what is left. */
function DueAwards(props: Props) {
  const { service, sheet } = props;
  return (
    <ActForm act="awards" title="Give the awards that follow from removals" about="Whoever was removed plays no more: each of their games that has no result is awarded to the opponents, and your browser signs it."
      summary={() => "Give each award that is due, and not given yet"}
      send={async (_said, _id, tell) => <Ruled done="awarded" games={await gather(props, service.stream(method.dueAwards, { event: sheet.event }), (games) => tell(<Ruled done="awarded" games={games} />))} />}>
      {null}
    </ActForm>
  );
}

interface Opening { readonly place: string; readonly players: string; readonly game: string }

const Openings = ({ made }: { made: readonly Opening[] }) => (
  <><p>{made.length} {made.length === 1 ? "game is" : "games are"} open.</p><ul>{made.map(({ place, players, game }) => <li data-opened={game}><a href={`/game/${game}`}>{place}</a>: {players}</li>)}</ul></>
);

function OpenGames({ service, sheet, look }: Props) {
  const example = `round,table,ruleset,red,blue,starts\n1,1,${sheet.terms?.rulesets[0]?.ruleset ?? "ruleset"},anna,ben,`;
  return (
    <ActForm act="open" title="Open games" about={<>A line for each game, as CSV: round, table, ruleset, a person for each seat, and perhaps when clocks may start. With a line of names each seat is called as its column:<br /><code>{example.split("\n").map((line) => <>{line}<br /></>)}</code></>}
      summary={(said) => {
        const pairings = readPairings(said.text("pairings"), sheet);
        if (pairings.length > OPENED_MOST) throw new RangeError(`These are ${pairings.length} games; one call opens ${OPENED_MOST} at most: give them in parts.`);
        return `Open ${pairings.length} ${pairings.length === 1 ? "game" : "games"}: ${pairings.slice(0, 5).map((pairing) => `${placeOf(pairing)} ${playersOf(pairing.seats)}`).join("; ")}${pairings.length > 5 ? " …" : ""}`;
      }}
      send={async (said, commandId, tell) => {
        const pairings = readPairings(said.text("pairings"), sheet);
        const made: Opening[] = [];
        try {
          for await (const { index, game } of await service.stream(method.openGames, { event: sheet.event, commandId, pairings })) {
            const pairing = pairings[index];
            if (pairing !== undefined) made.push({ place: placeOf(pairing), players: playersOf(pairing.seats), game: hex(game) });
            tell(<Openings made={[...made]} />);
          }
        } catch (fault) {
          throw errorOf(fault);
        }
        look();
        return <Openings made={made} />;
      }}>
      <Area name="pairings" label="Pairings" rows={8} required />
    </ActForm>
  );
}

const KEY = /^[0-9a-f]{64}$/;

function AddPersons({ service, sheet, look }: Props) {
  const [count, setCount] = useState(1);
  const rows = Array.from({ length: count }, (_, at) => at);
  const persons = (said: Said) => rows.flatMap((at) => {
    const [name, keys] = [said.text(`name${at}`), said.text(`keys${at}`).split(/[\s,]+/).filter(Boolean)];
    if (keys.some((key) => !KEY.test(key))) throw new TypeError(`A key of ${name} is none: a public key is 64 digits from 0 to 9 and a to f.`);
    return name === "" ? [] : [create(PersonSchema, { name, affiliation: said.text(`affiliation${at}`), keys: keys.map(unhex) })];
  });
  return (
    <ActForm act="add" title="Add persons" about="Who is there already is replaced: affiliation and keys as they are given here."
      summary={(said) => {
        const found = persons(said);
        if (found.length === 0) throw new TypeError("Nobody is named.");
        return `Add ${found.map(({ name }) => name).join(", ")}: ${said.text("reason")}`;
      }}
      send={async (said, commandId) => {
        const { roster } = await service.call(method.changeRoster, { event: sheet.event, commandId, add: persons(said), reason: said.text("reason") });
        look();
        return <p>The roster has {roster.length} persons.</p>;
      }}>
      {rows.map((at) => (
        <fieldset class="group"><legend>Person {at + 1}</legend>
          <Field name={`name${at}`} label="Name: a to z, 0 to 9, - and _" required={at === 0} />
          <Field name={`affiliation${at}`} label="Club, team or nation" />
          <Field name={`keys${at}`} label="Public keys, where commands are signed" required={at === 0 && sheet.terms?.signed === true} />
        </fieldset>
      ))}
      <p><button type="button" onClick={() => setCount(count + 1)}>One more</button></p><Reason />
    </ActForm>
  );
}

function Withdraw({ service, sheet, look }: Props) {
  return (
    <ActForm act="withdraw" title="Withdraw a person" about="Plays in no further game. Games that are open stay as they are."
      summary={(said) => `Withdraw ${said.text("person")}: ${said.text("reason")}`}
      send={async (said, commandId) => {
        const person = said.text("person");
        await service.call(method.changeRoster, { event: sheet.event, commandId, withdraw: [person], reason: said.text("reason") });
        look();
        return <p>{person} plays in no further game.</p>;
      }}>
      <Choose name="person" label="Who" options={sheet.roster.filter(({ withdrawn }) => !withdrawn).map(({ name }) => [name, name])} /><Reason />
    </ActForm>
  );
}

function Close({ service, sheet, look }: Props) {
  return (
    <ActForm act="close" title="Close the event" about="Once all games are over. Nothing is added to the event afterwards, but that a token is revoked."
      summary={(said) => `Close ${sheet.terms?.name ?? "the event"} for good: ${said.text("reason")}`}
      send={async (said, commandId) => {
        await service.call(method.close, { event: sheet.event, commandId, reason: said.text("reason") });
        look();
        return <p>The event is closed.</p>;
      }}>
      <Reason />
    </ActForm>
  );
}
