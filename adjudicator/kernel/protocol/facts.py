"""Stated facts: confirmed, disputed and settled alike in every ruleset."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, at
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Values, Words, bare, offer, optional, where
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact, Tables
from adjudicator.kernel.decide.windows import FactsSubject, Subject, Window, WindowKind, subject_of, windows
from adjudicator.kernel.messages import (
    ConfirmFact,
    DisputeFact,
    DisputeRolledOff,
    FactConfirmed,
    FactDisputed,
    FactSettled,
    FactStated,
    SettleDispute,
)

SIDES = 6
# characters of a text that are offered; nothing limits it but the size of a request
TEXT_MOST = 200


class FactSubject(Subject, frozen=True):
    """One fact about the real table, by id."""

    fact: str


def ask_about(ruling: Ruling[Any], *facts: str) -> None:
    """Ask the other seats to confirm or dispute these facts."""
    others = [seat for seat in range(len(ruling.protocol.seats)) if seat != ruling.actor]
    ruling.ask("fact_stated", *others, subject=FactsSubject(facts))


def confirm_fact(ruling: Ruling[Tables], command: ConfirmFact) -> None:
    """WG-FACT-01 A confirmed fact stands."""
    _open_fact(ruling, command.fact)
    ruling.record(FactConfirmed(fact=command.fact), "WG-FACT-01")
    if not _left(ruling):
        ruling.answered_all()


def dispute_fact(ruling: Ruling[Tables], command: DisputeFact) -> None:
    """WG-FACT-02 A disputed fact is settled before anything that rests on it goes on; at once where the rules judge."""
    fact = _open_fact(ruling, command.fact)
    value = _judged(ruling, fact, command.value)
    ruling.record(FactDisputed(fact=command.fact, value=command.value, by=ruling.actor), "WG-FACT-02")
    if ruling.window is not None and ruling.window.kind == "fact_stated" and not _left(ruling):
        ruling.answered_all()
    if value is not None:
        ruling.record(FactSettled(fact=command.fact, value=value), "WG-FACT-02")
        return
    refereed = ruling.protocol.referee and not ruling.rules.rolled_off(ruling.game)
    ruling.ask("dispute", REFEREE if refereed else TABLE, subject=FactSubject(command.fact))


def settle_dispute(ruling: Ruling[Tables], command: SettleDispute) -> None:
    """WG-FACT-02 The referee names the value; where none is seated, or by option, the winner of a roll-off does."""
    window = ruling.window
    asked = window is not None and subject_of(window, FactSubject).fact == command.fact
    ruling.require(asked, "WG-FACT-02", "fact-not-open", "fact")
    fact = ruling.find(ruling.game.facts, command.fact, "fact")
    if ruling.actor == REFEREE:
        ruling.require(command.value, "WG-FACT-02", "ruling-needed", "value")
        ruled = _judged(ruling, fact, command.value)
        value = command.value if ruled is None else ruled
    else:
        value = _rolled_off(ruling, fact)
    ruling.record(FactSettled(fact=fact.id, value=value), "WG-FACT-02")
    ruling.answered_all()


def _judged(ruling: Ruling[Tables], fact: Fact, value: str) -> str | None:
    """Give what the rules make of a value; None where they do not judge. Raises Rejected where it can not be."""
    judge = ruling.rules.judges.get(fact.kind)
    try:
        return None if judge is None else judge(ruling, fact, value)
    except Rejected as refusal:
        raise at("value", refusal) from None


def _rolled_off(ruling: Ruling[Tables], fact: Fact) -> str:
    off = ruling.roll_off(SIDES, "dispute", (fact.by, fact.against))
    faces = tuple(face for row in off.rounds for face in row)
    by_option = ruling.rules.rolled_off(ruling.game)
    ruling.record(DisputeRolledOff(fact=fact.id, faces=faces, winner=off.winner), "WG-FACT-02", *by_option)
    return fact.value if off.winner == fact.by else fact.other


def _open_fact(ruling: Ruling[Tables], key: str) -> Fact:
    window = ruling.window
    named = window is not None and key in subject_of(window, FactsSubject).facts
    fact = ruling.game.facts.get(key)
    ruling.require(named and fact is not None and fact.status == "stated", "WG-FACT-01", "fact-not-open", "fact")
    assert fact is not None  # noqa: S101  (required above; says so to the type checker)
    return fact


def _left(ruling: Ruling[Tables]) -> bool:
    return ruling.window is not None and bool(_stated(ruling.game, ruling.window))


def _stated(game: Tables, window: Window) -> tuple[str, ...]:
    """List the facts of a window that nobody has answered."""
    asked = subject_of(window, FactsSubject).facts
    return tuple(key for key in asked if key in game.facts and game.facts[key].status == "stated")


def fact_windows(part: Part) -> dict[str, WindowKind]:
    """Make the windows about facts, with what a ruleset says may be held against them."""

    def fact_offers(game: Tables, window: Window, _party: Party) -> list[Offer]:
        stated = _stated(game, window)
        held = {key: against(game, game.facts[key]) for key in stated}
        told = tuple(key for key, values in held.items() if values is not None)
        values = [where(values, fact=key) for key, values in held.items() if values is not None]
        dispute = offer(DisputeFact, "WG-FACT-02", fact=Choice(told), value=values)
        return [offer(ConfirmFact, "WG-FACT-01", fact=Choice(stated)), *([dispute] if told else [])]

    def settle_offers(game: Tables, window: Window, party: Party) -> list[Offer]:
        fact = subject_of(window, FactSubject).fact
        values = against(game, game.facts[fact])
        reason = optional(Words(TEXT_MOST))
        if party != REFEREE or values is None:
            return [offer(SettleDispute, "WG-FACT-02", fact=Choice((fact,)), reason=reason)]
        rulings = (bare(values), bare(Choice((game.facts[fact].value,))))
        return [offer(SettleDispute, "WG-FACT-02", fact=Choice((fact,)), value=rulings, reason=reason)]

    def against(game: Tables, fact: Fact) -> Values | None:
        told = part.disputes.get(fact.kind)
        if told is not None:
            return told(game, fact)
        return None if fact.kind in part.judges else Words(TEXT_MOST, least=1)

    return windows(
        WindowKind(
            "fact_stated",
            "WG-FACT-01",
            (ConfirmFact, DisputeFact),
            fact_offers,
            _accepted,
            subject=FactsSubject,
            # or whoever has time left could state what he likes
            after_flag=True,
        ),
        WindowKind("dispute", "WG-FACT-02", (SettleDispute,), settle_offers, _settle, subject=FactSubject),
    )


def _accepted(game: Tables, window: Window, _party: Party) -> ConfirmFact | None:
    """Silence confirms, one fact after the other."""
    stated = _stated(game, window)
    return ConfirmFact(fact=stated[0]) if stated else None


def _settle(_game: Tables, window: Window, _party: Party) -> SettleDispute:
    """The table rolls off, and so it is where the referee is silent."""
    return SettleDispute(fact=subject_of(window, FactSubject).fact, value="", reason="")


def fact_stated(game: Tables, event: FactStated) -> None:
    """Note the statement."""
    game.facts[event.fact] = Fact(event.fact, event.kind, event.subjects, event.value, event.by, "stated")


def fact_confirmed(game: Tables, event: FactConfirmed) -> None:
    """Note that it stands."""
    game.facts[event.fact] = replace(game.facts[event.fact], status="confirmed")


def fact_disputed(game: Tables, event: FactDisputed) -> None:
    """Note what the other side holds."""
    game.facts[event.fact] = replace(game.facts[event.fact], status="disputed", other=event.value, against=event.by)


def fact_settled(game: Tables, event: FactSettled) -> None:
    """Note what holds."""
    game.facts[event.fact] = replace(game.facts[event.fact], status="settled", value=event.value)


def dispute_rolled_off(game: Tables, _event: DisputeRolledOff) -> None:
    """It is told for the record; what is settled is an event of its own."""
    del game


FACTS = Part(
    handlers=handlers(confirm_fact, dispute_fact, settle_dispute),
    reducers=reducers(fact_stated, fact_confirmed, fact_disputed, fact_settled, dispute_rolled_off),
)
