"""Logs of every edition that there was: they fold and show under today's code, and none is ever called lost.

`adjudicator play RULESET --seed 1 --out FILE` makes one of the edition that is about to be raised.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from adjudicator.kernel.protocol.editions import later_edition
from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.record import OpenedPart
from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.entries import read_entries
from replays.audit.report import FAIL, Findings
from replays.bundle import read_bundle
from replays.tell.show import show
from services.sessions.session import EditionUnreadable, load

FOLDER = Path(__file__).with_name("history")
LOGS = {path.name.removesuffix(".replay.gz"): path for path in sorted(FOLDER.glob("*.replay.gz"))}


def read(name):
    """Read a log by ruleset and edition."""
    return read_bundle(gzip.decompress(LOGS[name].read_bytes()))


async def loaded(name, **changes):
    """Load a log as the service does, under the rules of this build."""
    ruleset, _ = name.rsplit("-", 1)
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
        found = [key.rpartition("-")[2] for key in LOGS if key.startswith(f"{name}-")]
        assert {f"2026.{number}" for number in range(1, int(found[-1].split(".")[1]) + 1)} == set(found)
        assert not any(later_edition(edition, rules_of(name).edition) for edition in found)


@pytest.mark.parametrize("name", LOGS)
async def test_it_folds(name):
    """It folds to its end, and every seat sees its game; the state is what the log says it is."""
    session, entries = await loaded(name)
    assert session is not None
    assert (session.protocol.seq, session.protocol.edition) == (entries, name.rpartition("-")[2])
    for seat in range(len(session.protocol.seats)):
        assert session.rules.view(session.game, seat) is not None


@pytest.mark.parametrize("name", LOGS)
def test_it_shows(name):
    """It is told entry by entry, and the audit finds nothing wrong with it, though it may not judge every decision."""
    bundle = read(name)
    rules = rules_of(name.rsplit("-", 1)[0])
    text = "\n".join(line for _, line in show(bundle, rules, rules.labels))
    assert f"edition {name.rpartition('-')[2]}" in text
    assert f"{len(bundle.records)} " in text
    report = audit(gzip.decompress(LOGS[name].read_bytes()))
    assert report.result != FAIL, [(finding.seq, finding.code, finding.expected) for finding in report.findings]


@pytest.mark.parametrize("name", ["antares-2026.1", "antares-2026.2", "hex_orders-2026.1", "tile_formations-2026.2"])
async def test_what_does_not_fold_is_not_lost(name):
    """A log of an earlier edition that a release does not fold any more is named as that, and never as lost data."""
    rules = rules_of(name.rsplit("-", 1)[0])
    own = f"adjudicator.rulesets.{rules.name}."
    reducers = {kind: _unknown if kind.__module__.startswith(own) else row for kind, row in rules.reducers.items()}
    with pytest.raises(EditionUnreadable, match="nothing of it is lost") as fault:
        await loaded(name, reducers=reducers)
    assert (fault.value.edition, fault.value.ours) == (name.rpartition("-")[2], rules.edition)


def _unknown(*_):
    raise KeyError("an event of an earlier edition")
