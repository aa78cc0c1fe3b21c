"""Corrections in the audit: the events say what the command says (L1), and just these values change (L2)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.decide.correctable import Correctables
from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.messages import Corrected
from adjudicator.kernel.record.record import OpenedRecord
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.entries import RawEntry
from replays.audit.report import Findings


def check_corrections(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Check that a correction in full view records its own items, and that only rulings record any."""
    proposed: list[Any] = []
    for raw in entries:
        found = [fields[1:] for kind, *fields in (event[0] for event in raw.events) if kind == Corrected.__name__]
        if raw.kind == "Correct" and raw.event("ProposalMade") is not None:
            proposed = raw.arguments[1]
        elif raw.kind in ("Correct", "AnswerProposal") and found:
            due = raw.arguments[1] if raw.kind == "Correct" else proposed
            if due != found:
                findings.add("CORRECTION_MISMATCH", raw.seq, f"the items {due}", found)
        elif raw.kind == "CorrectHidden":
            owners = [event[0][1] for event in raw.events if event[0][0] == Corrected.__name__]
            if EVERYONE in owners or any(value is not None for row in found for value in row):
                findings.add("CORRECTION_MISMATCH", raw.seq, "values that only a seat knows", found)
        elif found:
            findings.add("CORRECTION_MISMATCH", raw.seq, f"no correction by {raw.kind}", found)


def check_patch(rules: LoadedRuleset[Any], game: Any, raw: RawEntry, opened: OpenedRecord, findings: Findings) -> None:
    """Check that the tables before and after differ in the named values and in nothing else, by their dumps alone."""
    items = [event for event, _ in opened.events if isinstance(event, Corrected)]
    if not items:
        return
    due = plain(game)
    after = game.fork()
    for item in items:
        set_plainly(due, rules.correctable, item)
        rules.reducers[Corrected](after, item)
    differ = [name for name, rows in plain(after).items() if rows != due[name]]
    if differ:
        findings.add("CORRECTION_MISMATCH", raw.seq, "a change of the named values alone", f"other {', '.join(differ)}")


def plain(game: Any) -> dict[str, Any]:
    """Give the tables as JSON has them, rows by key."""
    tables = {name: getattr(game, name) for name, _ in game.dump()}
    plain = ((name, _by_key(table)) for name, table in tables.items())
    return {name: json.loads(msgspec.json.encode(table)) for name, table in plain}


def _by_key(table: Any) -> Any:
    return {str(key): row for key, row in table.items()} if isinstance(table, dict) else table


def set_plainly(plain: dict[str, Any], correctable: Correctables, item: Corrected) -> None:
    spec, new = correctable[item.table or ""], json.loads(item.after or "null")
    whole = plain[item.table or ""]
    place = list(_names(spec.row)).index(item.field) if item.field else 0
    if item.key and item.field:
        whole[item.key][place] = new
    elif item.key and new is None:
        whole.pop(item.key, None)
    elif item.key:
        whole[item.key] = new
    elif item.field:
        whole[place] = new
    else:
        plain[item.table or ""] = new


def _names(row: Any) -> Iterator[str]:
    return (field.name for field in msgspec.structs.fields(row))
