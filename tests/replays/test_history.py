"""Logs of every edition that there was: they fold and show under today's code, and none is ever called lost.

`adjudicator play RULESET --seed 1 --out FILE` makes one of the edition that is about to be raised. A word after the
edition says what else is in a log: `corrected` has commands that were retired since.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from adjudicator.kernel.protocol.editions import later_edition
from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from adjudicator.kernel.record.log import LogFault, MemoryLog, make_entry
from adjudicator.kernel.record.record import OpenedPart
from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.checks_order import check_authority
from replays.audit.entries import read_entries
from replays.audit.report import FAIL, Findings
from replays.bundle import read_bundle
from replays.tell.show import show
from services.rpc.loaded_rulesets import LoadedRulesets
from services.sessions.session import EditionUnreadable, RecordStart, load

FOLDER = Path(__file__).with_name("history")
LOGS = {path.name.removesuffix(".replay.gz"): path for path in sorted(FOLDER.glob("*.replay.gz"))}
CORRECTED = "antares-2026.6-corrected"
RETIRED = {"OverrideRuling", "PlaceMarker", "SetDeviceState", "SetUnitFlag"}


def read(name):
    """Read a log by ruleset and edition."""
    return read_bundle(gzip.decompress(LOGS[name].read_bytes()))


def ruleset_of(name):
    """Give the ruleset of a log."""
    return name.split("-")[0]


def edition_of(name):
    """Give the edition of a log."""
    return name.split("-")[1]


async def loaded(name, **changes):
    """Load a log as the service does, under the rules of this build."""
    ruleset = ruleset_of(name)
    bundle, log = read(name), MemoryLog()
    game = read_entries(bundle, Findings())[0].game
    head = GENESIS_PREV
    for seq, record in enumerate(bundle.records, start=1):
        rows = [OpenedPart(*row) for row in bundle.openings(seq)]
        await log.append(game, seq, head, record, msgspec.msgpack.encode(rows) if rows else None)
        head = entry_hash(record)
    rules = replace(rules_of(ruleset), **changes)
    return await load(log, game, lambda _: rules), len(bundle.records)


def test_every_edition_but_the_last():
    """Of each ruleset there are logs of every edition from the first on, none later than this build's."""
    for name in RULESETS:
        found = [edition_of(key) for key in LOGS if ruleset_of(key) == name]
        ours = int(rules_of(name).edition.split(".")[1])
        assert {f"2026.{number}" for number in range(1, ours)} <= set(found)
        assert not any(later_edition(edition, rules_of(name).edition) for edition in found)


@pytest.fixture(scope="module")
def converter():
    """Give what writes messages of all rulesets as those of today's contract."""
    return LoadedRulesets().converter


@pytest.mark.parametrize("name", LOGS)
async def test_it_folds(name, converter):
    """It folds to its end, and every seat sees its game; the contract has each word that its events and views hold."""
    rules = rules_of(ruleset_of(name))
    folded = []

    def watched(reducer):
        def reduce(game, event):
            folded.append(type(converter.to_pb(event)))
            return reducer(game, event)

        return reduce

    session, entries = await loaded(name, reducers={kind: watched(row) for kind, row in rules.reducers.items()})
    assert session is not None
    assert len(folded) > entries / 2
    assert (session.protocol.seq, session.protocol.edition) == (entries, edition_of(name))
    for seat in range(len(session.protocol.seats)):
        assert converter.to_pb(session.rules.view(session.game, seat)).ByteSize()


@pytest.mark.parametrize("name", LOGS)
def test_it_shows(name):
    """It is told entry by entry, and the audit finds nothing wrong with it, though it may not judge every decision."""
    bundle = read(name)
    rules = rules_of(ruleset_of(name))
    text = "\n".join(line for _, line in show(bundle, rules, rules.labels))
    assert f"edition {edition_of(name)}" in text
    assert f"{len(bundle.records)} " in text
    report = audit(gzip.decompress(LOGS[name].read_bytes()))
    assert report.result != FAIL, [(finding.seq, finding.code, finding.expected) for finding in report.findings]


@pytest.mark.parametrize("name", ["antares-2026.1", "antares-2026.2", "hex_orders-2026.1", "tile_formations-2026.2"])
async def test_what_does_not_fold_is_not_lost(name):
    """A log of an earlier edition that a release does not fold any more is named as that, and never as lost data."""
    rules = rules_of(ruleset_of(name))
    own = f"adjudicator.rulesets.{rules.name}."
    reducers = {kind: _unknown if kind.__module__.startswith(own) else row for kind, row in rules.reducers.items()}
    with pytest.raises(EditionUnreadable, match="nothing of it is lost") as fault:
        await loaded(name, reducers=reducers)
    assert (fault.value.edition, fault.value.ours) == (edition_of(name), rules.edition)


@pytest.mark.parametrize("name", ["antares-2026.1", "tile_formations-2026.2"])
@pytest.mark.parametrize("harm", ["record", "terms"])
async def test_a_first_entry_of_another_edition_is_not_lost(name, harm, monkeypatch):
    """Where the first entry is one that this release can not read, its terms say of which edition it is."""
    module, rules = "services.sessions.session", rules_of(ruleset_of(name))
    if harm == "record":
        monkeypatch.setattr(f"{module}.read_record", Mock(side_effect=LogFault("BUNDLE_MALFORMED", 1, "no record")))
    else:
        monkeypatch.setattr(f"{module}.terms_of", Mock(side_effect=LogFault("GENESIS_INVALID", 1, "other terms")))
    with pytest.raises(EditionUnreadable, match="nothing of it is lost") as fault:
        await loaded(name)
    assert (fault.value.edition, fault.value.seq, fault.value.ours) == (edition_of(name), 1, rules.edition)
    with pytest.raises(LogFault, match="BUNDLE_MALFORMED" if harm == "record" else "GENESIS_INVALID"):
        await loaded(name, edition=edition_of(name))


@pytest.mark.parametrize("named", [True, False])
async def test_an_altered_first_entry_is_never_a_foreign_one(named):
    """A first entry of another edition that the second does not name is told as altered, and never as not lost."""
    bundle, log = read("antares-2026.1"), MemoryLog()
    start = msgspec.msgpack.decode(bundle.records[0], type=RecordStart)
    kind, ruleset, _ = start.command[2][:3]
    altered = (*start.command[:2], [kind, ruleset, "2025.1"], *start.command[3:])
    first = msgspec.msgpack.encode(msgspec.structs.replace(start, command=altered))
    second = msgspec.msgpack.decode(bundle.records[1], type=RecordStart)
    if named:
        second.prev = make_entry(1, first, None).hash
    head = GENESIS_PREV
    for seq, record in enumerate((first, msgspec.msgpack.encode(second)), start=1):
        await log.append(start.game, seq, head, record, None)
        head = entry_hash(record)
    with pytest.raises(
        EditionUnreadable if named else LogFault, match="nothing of it is lost" if named else "CHAIN_BREAK"
    ):
        await load(log, start.game, rules_of)


def _unknown(*_):
    raise KeyError("an event of an earlier edition")


async def test_retired_commands_are_folded():
    """A log with each command that antares has retired folds by their events, and tells what they did."""
    session, _ = await loaded(CORRECTED)
    rules, game = session.rules, session.game
    assert {kind.__name__ for kind in rules.retired} == RETIRED
    assert {raw.kind for raw in read_entries(read(CORRECTED), Findings())} >= RETIRED
    assert game.units["a-builders"].added_flags == ("fast",)
    assert game.devices["a-builders#1"].state == "patched"
    assert game.devices["m1"].sheet == "coil_array"
    told = "\n".join(line for _, line in show(read(CORRECTED), rules, rules.labels))
    assert all(kind in told for kind in RETIRED)


def test_no_game_of_today_has_a_retired_command():
    """Where the edition of the log is the one that judges, the first such command is one that the rules refuse."""
    rules = replace(rules_of("antares"), edition=edition_of(CORRECTED))
    report = audit(gzip.decompress(LOGS[CORRECTED].read_bytes()), find=lambda _: (rules, bytes(32)))
    first = next(raw.seq for raw in read_entries(read(CORRECTED), Findings()) if raw.kind in RETIRED)
    found = [(finding.seq, finding.code, finding.found) for finding in report.findings]
    assert found == [
        (first, "ILLEGAL_COMMAND_ACCEPTED", "AN-TURN-08 not-asked {'window': 'allocation', 'asks': 'red'}")
    ]


@pytest.mark.parametrize("role", [1, 2, 8])
async def test_who_gave_a_retired_command_is_checked(role):
    """Referees could give it then; in the name of anybody else it is found."""
    session, _ = await loaded(CORRECTED)
    findings, raws = Findings(), read_entries(read(CORRECTED), Findings())
    raw = next(raw for raw in raws if raw.kind == "PlaceMarker")
    fields = raw.fields.copy()
    fields[5] = [role, *fields[5][1:]]
    check_authority([msgspec.structs.replace(raw, fields=fields)], session.protocol.terms, session.rules, findings)
    assert [finding.code for finding in findings.found] == ([] if role in {2, 8} else ["UNAUTHORISED_ACTOR"])
