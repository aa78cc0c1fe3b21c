"""Testimony: what in a log rests on people's word (reported dice, stated facts, rulings) and can not be checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import OpenGame
from replays.audit.entries import RawEntry
from replays.party_names import party_name

RULINGS = ("SettleDispute", "DeclareAbsent", "EnforceDeadline", "Finish")


def testimony_of(entries: Sequence[RawEntry], terms: OpenGame) -> list[str]:
    """List statements with who made them and who confirmed, disputed or ruled."""
    names = [seat.name for seat in terms.seats]
    return [f"entry {raw.seq}: {text}" for raw in entries for text in _of_entry(raw, names)]


def _of_entry(raw: RawEntry, names: list[str]) -> Iterator[str]:
    who = party_name(raw.party, names)
    arguments = " ".join(str(argument) for argument in raw.arguments)
    if raw.kind == "ReportRoll":
        yield f"{who} reports faces {_listed(raw.arguments[0] if raw.arguments else ())}"
    elif raw.kind == "AcknowledgeRoll":
        yield f"{who} acknowledges the reported faces"
    elif raw.kind == "DisputeRoll":
        yield f"{who} does not accept the reported faces: {arguments}"
    elif raw.party == REFEREE and raw.kind in RULINGS:
        yield f"the referee rules: {raw.kind} {arguments}".rstrip()
    for kind, *fields in (event[0] for event in raw.events):
        yield from _of_event(kind, fields, who)


def _of_event(kind: str, fields: list[object], who: str) -> Iterator[str]:
    if kind == "FactStated" and len(fields) >= 4:  # noqa: PLR2004  (fact, kind, subjects, value)
        yield f"{who} states {fields[0]}: {fields[1]} of {_listed(fields[2])} is {fields[3]}"
    elif kind in ("FactConfirmed", "FactDisputed", "FactSettled") and fields:
        verb = {"FactConfirmed": "confirms", "FactDisputed": "disputes", "FactSettled": "settles"}[kind]
        held = f" as {fields[1]}" if len(fields) > 1 else ""
        yield f"{who} {verb} {fields[0]}{held}"
    elif kind == "DeadlineEnforced" and len(fields) >= 3:  # noqa: PLR2004  (window, party, answer)
        yield f"party {fields[1]} did not answer in time; {fields[2] or 'silence'} was taken for its answer"


def _listed(values: object) -> str:
    return " ".join(str(value) for value in values) if isinstance(values, list) else str(values)
