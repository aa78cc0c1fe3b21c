"""Acts on an event as a whole: interpretations, penalties outside of games, its close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.messages import PenaltyRule
from adjudicator.kernel.protocol.roles import SERVER_ROLE
from adjudicator.kernel.record.record import Actor
from services.events.counts import penalties_in_games, penalty_rules
from services.events.log.entries import ClauseInterpreted, EventClosed, PersonPenalised
from services.events.log.scopes import require_whole
from services.events.log.state import EventState, Given
from services.events.messages import TEXT_MOST, read_clause, read_reason, read_row
from services.events.opening import derived_id
from services.events.seen_late import delay_in
from services.games.digests import FINISHED
from services.games.refusals import Worded
from services.rpc.access.credentials import Denied
from services.rpc.errors import NotDone
from services.rpc.wire_values import Invalid, timestamp_of, words_of
from services.sessions.cited import OF_EVENT, OF_GAME, require_clause, require_given
from wargame.v1 import events_pb2, penalties_pb2, terms_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.events.desk import EventDesk
    from services.events.in_games.game_acts import GameActs
    from services.events.in_games.removals import Removals
    from services.events.rebuild import Rebuild
    from services.rpc.access.credentials import Credential
    from services.rpc.loaded_rulesets import LoadedRulesets

KINDS: Final = words_of(terms_pb2.PenaltyKind.DESCRIPTOR)
SCOPE_EVENT: Final = "event"
CARDS: Final = frozenset({"caution", "yellow", "red", "loss", "removal"})


class Acts:
    """Serves Interpret, Penalise, Close, and the lists of what was ruled."""

    def __init__(
        self, desk: EventDesk, rulesets: LoadedRulesets, rebuild: Rebuild, games: GameActs, removals: Removals
    ) -> None:
        self._desk = desk
        self._games = games
        self._removals = removals
        self._rulesets = rulesets
        self._rebuild = rebuild

    # -- interpretations

    async def interpret(
        self, credential: Credential, request: events_pb2.InterpretRequest
    ) -> events_pb2.Interpretation:
        """Rule on the meaning of a clause; a retry gets the same number."""
        state = await self._desk.reached(credential, request.event)
        self._require_clause(state, request.clause)
        if not request.text.strip() or len(request.text) > TEXT_MOST:
            raise Invalid("text", f"must be 1 to {TEXT_MOST} characters: say what the clause means")
        body = ClauseInterpreted(request.clause, request.text, read_reason(request.reason), request.replaces)

        def check(now: EventState) -> None:
            before = {f"I-{number}": given for number, given in enumerate(now.interpretations, 1)}
            known: Any = before.get(body.replaces)
            if body.replaces and (known is None or known.body.clause != body.clause):
                text = "replaces names no interpretation of that clause: ListInterpretations gives those that there are"
                raise NotDone("INTERPRETATION_UNKNOWN", text)
            if body.replaces and any(getattr(row.body, "replaces", "") == body.replaces for row in before.values()):
                raise NotDone("INTERPRETATION_REPLACED", f"{body.replaces} was replaced already: replace the last one")

        state, given = await self._desk.give(request.event, request.command_id, credential.actor, body, check)
        return _interpretations(state)[state.interpretations.index(given)]

    def _require_clause(self, state: EventState, clause: str) -> None:
        rules = self._rules(state)
        if not any(clause in row.texts for row in rules):
            named = ", ".join(sorted(row.name for row in rules))
            text = f"is no clause of {named}: name one by the id that events and refusals show; Games.Explain gives it"
            raise Invalid("clause", text)

    def _rules(self, state: EventState, ruleset: str = "") -> list[LoadedRuleset[Any]]:
        """List the rulesets of an event, or the one of this name, as far as they are served here."""
        rows = state.terms.rulesets if state.terms is not None else ()
        named = [ruleset] if ruleset else [row.ruleset for row in rows]
        return [self._rulesets.by_name[name] for name in named if name in self._rulesets.by_name]

    async def list_interpretations(
        self, credential: Credential, request: events_pb2.ListInterpretationsRequest
    ) -> events_pb2.ListInterpretationsResponse:
        """List the interpretations of a clause, or all."""
        state = await self._desk.reached(credential, request.event)
        rows = [row for row in _interpretations(state) if request.clause in ("", row.clause)]
        return events_pb2.ListInterpretationsResponse(interpretations=rows)

    # -- penalties

    async def penalise(
        self, credential: Credential, request: events_pb2.EventPenaltyRequest
    ) -> events_pb2.EventPenalty:
        """Penalise a person outside of a game, with what the terms say follows."""
        kind = {number: word for word, number in KINDS.items()}.get(request.kind, "")
        if not kind:
            raise Invalid("kind", "is no kind of penalty")
        if (kind in CARDS) != (request.amount == 0):
            raise Invalid("amount", "must be 0 for cards, losses and removals, and more than that for points and time")
        game = bytes(request.game) if request.HasField("game") else None
        body = PersonPenalised(
            request.person, kind, request.amount, game, read_reason(request.reason), read_clause(request.clause), 0
        )
        state = await self._desk.reached(credential, request.event)
        if game not in state.games:
            require_whole(state, credential, "a penalty outside of games")
        elif why := await self._games.outside(request.event, game, credential.kid):
            raise Denied(why)
        if request.command_id not in state.given:
            await self.require_cited(state, game, body.clause)
            await self._require_over(state, body)
        state, given = await self._desk.give(
            request.event, request.command_id, credential.actor, body, lambda now: _require_person(now, body)
        )
        await self._follow(state, given, bytes(request.command_id))
        await self._removals.enforce(request.event)
        return penalty_of(await self._desk.find(request.event), given)

    async def require_cited(self, state: EventState, game: bytes | None, cited: str) -> None:
        """WG-RULE-01 An act of the event rests on what a ruling of its game may rest on, or of any ruleset without one.

        Raises Rejected, Refused, NotDone.
        """
        opened = state.games.get(game) if game is not None else None
        if opened is not None and OF_GAME.fullmatch(cited):
            await self._games.require_cited(opened.row.game, cited, "clause")
            return
        rules = self._rules(state, opened.row.ruleset if opened is not None else "")
        try:
            require_given(cited, len(state.interpretations), "clause")
            if not OF_EVENT.fullmatch(cited):
                require_clause(rules, cited, "clause")
        except Rejected as refusal:
            raise (Worded(refusal, rules[0]) if rules else refusal) from None

    async def _require_over(self, state: EventState, body: PersonPenalised) -> None:
        """Refuse a penalty that belongs into its game."""
        if body.game is None:
            return
        if state.seat_of(body.game, body.person) is None:
            raise NotDone("PERSON_UNKNOWN", "this person sits in no game of that id: name a game of that person")
        row = (await self._rebuild.rows(state)).get(body.game)
        if row is None or read_row(row).status != FINISHED:
            raise NotDone("GAME_NOT_FINISHED", "the game is not finished: penalise the seat in it")

    async def _follow(self, state: EventState, given: Given, command_id: bytes) -> None:
        """Give what follows by the terms from so many penalties in the event; each follows once."""
        body: Any = given.body
        in_games = penalties_in_games(state, body.person, await self._rebuild.signs(state))
        for number, rule in enumerate(penalty_rules(state), 1):
            if rule.scope != SCOPE_EVENT:
                continue
            after = _counted(state, body.person, rule, given.seq) + in_games.get(rule.kind, 0)
            added = 1 if body.kind == rule.kind else 0
            if not after - added < rule.count <= after:
                continue
            follows = PersonPenalised(body.person, rule.then, rule.amount, body.game, body.reason, "", given.seq)
            own_id = derived_id("event penalty", command_id, number.to_bytes(4, "big"))
            actor = Actor(SERVER_ROLE, TABLE, "")
            state, next_given = await self._desk.give(state.event, own_id, actor, follows)
            await self._follow(state, next_given, own_id)

    async def list_penalties(
        self, credential: Credential, request: events_pb2.ListPenaltiesRequest
    ) -> events_pb2.ListPenaltiesResponse:
        """List the penalties outside of games."""
        state = await self._desk.reached(credential, request.event)
        rows = [penalty_of(state, given) for given in state.penalties]
        found = events_pb2.ListPenaltiesResponse(penalties=[row for row in rows if request.person in ("", row.person)])
        if request.HasField("game") and request.HasField("seat"):
            counts = await self._games.before(state, request.game, request.seat, delay_in(state, credential))
            found.before.extend(penalties_pb2.PenaltyCount(kind=_number(kind), count=counts[kind]) for kind in counts)
        return found

    # -- the end

    async def close(self, credential: Credential, request: events_pb2.CloseEventRequest) -> EventState:
        """Close an event of which all games are over."""
        body = EventClosed(read_reason(request.reason))
        state = await self._desk.reached(credential, request.event)
        if request.command_id not in state.given:
            rows = await self._rebuild.rows(state)
            playing = [
                opened.number
                for game, opened in state.games.items()
                if game not in rows or read_row(rows[game]).status != FINISHED
            ]
            if playing:
                text = f"{len(playing)} games are not finished, the first is number {playing[0]}: finish them first"
                raise NotDone("GAMES_NOT_FINISHED", text)
        state, _ = await self._desk.give(request.event, request.command_id, credential.actor, body)
        return state


def _counted(state: EventState, person: str, rule: PenaltyRule, up_to: int) -> int:
    """Count the penalties of a kind outside of games, up to an entry of the event's log."""
    bodies: list[Any] = [given.body for given in state.penalties if given.seq <= up_to]
    return sum(body.person == person and body.kind == rule.kind for body in bodies)


def _number(kind: str) -> Any:
    return KINDS[kind]


def _require_person(state: EventState, body: PersonPenalised) -> None:
    if body.person not in state.roster:
        raise NotDone("PERSON_UNKNOWN", "this person is not on the roster: name one that is")


def penalty_of(state: EventState, given: Given) -> events_pb2.EventPenalty:
    """Write a penalty."""
    body: Any = given.body
    kind: Any = KINDS[body.kind]
    shown = events_pb2.EventPenalty(
        seq=given.seq,
        person=body.person,
        kind=kind,
        amount=body.amount,
        reason=body.reason,
        clause=body.clause,
        referee=state.name_of(given.actor.key) if not body.follows else "",
        time=timestamp_of(given.time),
        follows=body.follows or None,
    )
    if body.game is not None:
        shown.game = body.game
    return shown


def _interpretations(state: EventState) -> list[events_pb2.Interpretation]:
    found: list[events_pb2.Interpretation] = []
    for number, given in enumerate(state.interpretations, 1):
        body: Any = given.body
        row = events_pb2.Interpretation(
            number=f"I-{number}",
            clause=body.clause,
            text=body.text,
            reason=body.reason,
            referee=state.name_of(given.actor.key),
            time=timestamp_of(given.time),
            replaces=body.replaces,
        )
        if body.replaces:
            found[int(body.replaces.removeprefix("I-")) - 1].replaced_by = row.number
        found.append(row)
    return found
