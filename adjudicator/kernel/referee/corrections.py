"""Corrections: a ruling sets named values of the state, as far as a ruleset lists them (WG-CORRECT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.kernel.decide.correctable import NULL, Correctable, Correctables, Unfit, put, standing
from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.offers import Choice, Offer, items, offer, shape
from adjudicator.kernel.decide.parties import EVERYONE, Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import Correct, Corrected, CorrectHidden, PatchItem
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import grounds_domain, is_head, require_grounds, require_head, rule
from adjudicator.kernel.referee.results.overturning import overturn, overturning_domain, require_overturn
from adjudicator.kernel.referee.results.revisions import count_anew
from adjudicator.kernel.referee.rewinding.proposals import propose
from adjudicator.kernel.referee.stopping.sealed import void_changed

SET = "WG-CORRECT-01"
HIDDEN = "WG-CORRECT-02"
# values that are offered; a ruling may name any that the ruleset lists
OFFERED_MOST = 24


def correct(ruling: Ruling[Tables], command: Correct) -> None:
    """WG-CORRECT-01 A ruling sets values that everybody may know, all at once; the old ones must stand."""
    require_grounds(ruling, command.grounds)
    _require_moment(ruling, SET)
    if is_seat(ruling.actor):
        ruling.require(ruling.rules.seats_correct, SET, "referee-corrects")
    _check(ruling, command.patch, SET)
    appeal = require_overturn(ruling, command.overturns)
    if is_seat(ruling.actor):
        propose(ruling)
        return
    rule(ruling, command.grounds)
    overturn(ruling, appeal)
    set_values(ruling, command.patch, SET)
    count_anew(ruling, SET)


def agreed_correct(ruling: Ruling[Tables], command: Correct) -> None:
    """Set the values as proposed, where the old ones still stand."""
    _check(ruling, command.patch, SET)
    rule(ruling, command.grounds, type(command).__name__)
    set_values(ruling, command.patch, SET)


def correct_hidden(ruling: Ruling[Tables], command: CorrectHidden) -> None:
    """WG-CORRECT-02 A head referee who has inspected a table sets values in it that only one seat knows."""
    require_grounds(ruling, command.grounds)
    require_head(ruling, HIDDEN)
    _require_moment(ruling, HIDDEN)
    patch = command.patch.items if command.patch is not None else ()
    for place, item in enumerate(patch):
        ruling.require(_has_seen(ruling, item.table), HIDDEN, "not-inspected", f"patch.items[{place}].table")
    _check(ruling, patch, HIDDEN)
    rule(ruling, command.grounds)
    set_values(ruling, patch, HIDDEN)
    count_anew(ruling, HIDDEN)


def _has_seen(ruling: Ruling[Tables], table: str) -> bool:
    """Whether the actor has inspected a table, under the same credential."""
    return any(row.key == ruling.by.key and table in row.tables for row in ruling.docket.inspected.values())


def set_values(ruling: Ruling[Tables], patch: Sequence[PatchItem], clause: str) -> None:
    """Record each value, once all is checked, and ask the open questions anew."""
    owners = [ruling.rules.correctable[item.table].known_to(ruling.game, item.key, item.field) for item in patch]
    for item, known_to in zip(patch, owners, strict=True):
        ruling.record(
            Corrected(
                known_to=known_to,
                table=item.table,
                key=item.key,
                field=item.field,
                before=item.before,
                after=item.after,
            ),
            clause,
        )
    void_changed(ruling)
    ruling.ask_anew()
    ruling.rules.after_correction(ruling, patch)


def _require_moment(ruling: Ruling[Tables], clause: str) -> None:
    """Values are set once the dice are fixed; after a result by a head referee, and never in a closed game."""
    protocol = ruling.protocol
    ruling.require(protocol.transcript is not None or protocol.terms.profile == "P0", clause, "seed-open")
    ruling.require(protocol.finished is None, clause, "closed-already")
    if ruling.game.result is not None:
        ruling.require(not is_seat(ruling.actor), clause, "result-stands")
        ruling.require(is_head(ruling), clause, "head-referee-needed")


# -- the checks


def _check(ruling: Ruling[Tables], patch: Sequence[PatchItem], clause: str) -> None:
    """Try the patch on a fork; of a hidden place nothing is said that its value could tell."""
    path = "patch.items" if clause == HIDDEN else "patch"
    ruling.require(bool(patch), clause, "nothing-to-set", path)
    for place, item in enumerate(patch):
        _require_place(ruling, item, f"{path}[{place}]", clause)
    places = [(item.table, item.key, item.field) for item in patch]
    for place, (table, key, field) in enumerate(places):
        twice = places.index((table, key, field)) < place or (field and (table, key, "") in places)
        ruling.require(not twice, clause, "place-twice", f"{path}[{place}]")
    trial = ruling.game.fork()
    for place, item in enumerate(patch):
        _require_old(ruling, item, f"{path}[{place}]", clause)
        try:
            put(trial, ruling.rules.correctable[item.table], item)
        except Unfit as fault:
            ruling.reject(clause, fault.reason, f"{path}[{place}].after")
    for item in patch:
        known_to = ruling.rules.correctable[item.table].known_to
        kept = known_to(trial, item.key, item.field) == known_to(ruling.game, item.key, item.field)
        ruling.require(kept, clause, "known-to-others", path)
    broken = _broken(ruling.rules, trial, patch)
    if broken and clause == SET and not ruling.rules.seats_correct:
        ruling.reject(clause, "breaks-hidden-rules", path)
    ruling.require(not broken, clause, "breaks-the-rules", path, broken=broken)
    ruling.require(_all_can_answer(ruling.rules.windows, trial), clause, "nobody-could-answer", path)


def _broken(rules: Any, game: Tables, patch: Sequence[PatchItem]) -> str:
    """Say what is wrong with the rows that were set, or does not hold as it does of every game; empty for nothing."""
    try:
        found = (rules.correctable[item.table].wrong(game, item.key, item.field) for item in patch)
        return next((words for words in found if words), "") or next(iter(rules.invariants(game)), "")
    except Exception as fault:  # noqa: BLE001  (a patch may name any state, and what reads it may stumble over it)
        return f"{type(fault).__name__}: the values do not fit together"


def _require_place(ruling: Ruling[Tables], item: PatchItem, path: str, clause: str) -> None:
    spec = ruling.rules.correctable.get(item.table)
    may = spec is not None and (item.field in spec.fields if item.field else spec.whole)
    ruling.require(may, clause, "not-correctable", path, table=item.table, field=item.field)
    assert spec is not None  # noqa: S101  (required above; says so to the type checker)
    secret = spec.known_to(ruling.game, item.key, item.field) != EVERYONE
    ruling.require(secret == (clause == HIDDEN), clause, "hidden-value" if secret else "open-value", path)


def _require_old(ruling: Ruling[Tables], item: PatchItem, path: str, clause: str) -> None:
    try:
        stands = standing(ruling.game, ruling.rules.correctable[item.table], item)
    except Unfit as fault:
        ruling.reject(clause, fault.reason, path)
    if clause == HIDDEN:
        ruling.require(item.before == stands, clause, "hidden-old-differs", f"{path}.before")
    else:
        ruling.require(item.before == stands, clause, "old-differs", f"{path}.before", stands=stands)
    ruling.require(item.after != stands, clause, "nothing-to-set", f"{path}.after")


def _all_can_answer(kinds: Any, game: Tables) -> bool:
    """Tell whether every party that the innermost question asks has an answer, or silence stands for one."""
    window = game.stack[-1] if game.stack else None
    if window is None or game.result is not None:
        return True
    try:
        return all(_can_answer(kinds[window.kind], game, window, party) for party in window.asks)
    except Exception:  # noqa: BLE001  (a patch may name any state, and what reads it may stumble over it)
        return False


def _can_answer(kind: Any, game: Tables, window: Window, party: Party) -> bool:
    if kind.silence_passes or kind.offers is None:
        return True
    return bool(kind.offers(game, window, party)) or (
        kind.default_command is not None and kind.default_command(game, window, party) is not None
    )


# -- offers


def _offers(rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    if protocol.finished is not None or game.result is not None or not game.stack:
        return []
    if protocol.transcript is None and protocol.terms.profile != "P0":
        return []
    if is_seat(party) and not _seats_may(rules, protocol):
        return []
    found = []
    for item in _offered(rules.correctable, game):
        where = {"field": Choice((item[2],)), "before": Choice((item[3],)), "after": Choice(tuple(item[4]))}
        key = {"key": Choice((item[1],))} if item[1] else {}
        found.append(shape(PatchItem, table=Choice((item[0],)), **key, **where))
    if not found:
        return []
    patch = items(*found[:OFFERED_MOST], least=1, most=1)
    overturns = overturning_domain(protocol)
    return [offer(Correct, SET, grounds=grounds_domain(), patch=patch, overturns=overturns)]


def _seats_may(rules: Any, protocol: ProtocolState) -> bool:
    alone = protocol.referee or len(protocol.seats) == 1 or protocol.docket.proposal is not None
    return rules.seats_correct and not alone


def _offered(specs: Correctables, game: Tables) -> Iterator[tuple[str, str, str, str, Sequence[str]]]:
    for table, spec in specs.items():
        for key, field, values in spec.steps(game):
            place = PatchItem(table=table, key=key, field=field, before=NULL, after=NULL)
            stands = standing(game, spec, place)
            others = [value for value in values if value != stands]
            if others and spec.known_to(game, key, field) == EVERYONE:
                yield table, key, field, stands, others


def correcting(specs: Correctables) -> Part:
    """Make the part whose reducer sets values in the tables of a ruleset."""

    def corrected(game: Tables, event: Corrected) -> None:
        """Set the value; a command that waited for dice is dropped."""
        game.suspended = None
        spec: Correctable = specs[event.table or ""]
        item = PatchItem(
            table=event.table or "",
            key=event.key or "",
            field=event.field or "",
            before=event.before or NULL,
            after=event.after or NULL,
        )
        put(game, spec, item)

    return Part(reducers={Corrected: corrected})


CORRECTIONS = Part(
    handlers=handlers(correct, correct_hidden),
    anytime=frozenset({Correct, CorrectHidden}),
    desk_offers={Correct: _offers, CorrectHidden: lambda *_: ()},
)
