"""Audits of one file by the builds of its editions, put together, where an edition was adopted in mid-game."""

import asyncio
import json
from dataclasses import replace
from functools import cache

import pytest
from msgspec.structs import replace as with_fields

from adjudicator.kernel.dice.tally import Tally
from replays.audit.audit import audit
from replays.audit.combining import combine, of_the_same, reports_in
from replays.audit.report import FAIL, INCOMPLETE, NOTES, PASS
from services.games.command_handler import CommandHandler
from tests.replays.fixtures import ENGINE, Recorder, find, recorded, toy_rules
from tests.toy.model.messages import RollStrike, StrikeRolled
from tests.toy.model.state import HARD, blow_of, in_cover
from tests.toy.rules.turns.actions import lose

LATER_ENGINE = bytes(range(32))


def roll_harder(ruling, _command):
    """A strike hits on five or more: what the later edition has changed."""
    blow = blow_of(ruling.game)
    needed = Tally.base(HARD + 1, "TOY-2.4-04").add(2 if blow.parried else 0, "TOY-2.5-01")
    needed = needed.add(1 if in_cover(ruling.game, blow.target) else 0, "TOY-2.3-01")
    (face,) = ruling.roll(1, 6, "strike")
    rolled = StrikeRolled(piece=blow.piece, target=blow.target, face=face, needed=needed)
    ruling.record(rolled, *needed.clauses())
    ruling.answered()
    if face >= needed.total:
        lose(ruling, blow.target)


@cache
def later_rules():
    now = toy_rules()
    return replace(now, edition="2", handlers={**now.handlers, RollStrike: roll_harder})


def later(name):
    """Find the toy as the later build has it."""
    return (later_rules(), LATER_ENGINE) if name == "toy" else None


def relabelled(name):
    """Find the rules of the first edition under the number of the second: a build that decides otherwise."""
    return (replace(toy_rules(), edition="2"), LATER_ENGINE) if name == "toy" else None


async def _adopting() -> tuple[bytes, int]:
    recorder = Recorder(4, rounds=3)
    await recorder.play(lambda session: session.game.blow is None and session.protocol.seq > 20)
    recorder.rules = later_rules()
    recorder.command_handler = CommandHandler(
        recorder.log, lambda _: later_rules(), lambda _: recorder.secret, recorder.clock, recorder.fresh
    )
    recorder.command_handler.adopt_editions(lambda _: LATER_ENGINE)
    before = len([entry async for entry in recorder.log.read(recorder.game_id)])
    await recorder.play()
    return await recorder.file(), before + 1


@cache
def adopting():
    """Give the file of a game that went on under a later edition, and the entry from which on it decides."""
    return asyncio.run(_adopting())


def reports():
    """Audit that game by both builds."""
    data, _ = adopting()
    return audit(data, find=find), audit(data, find=later)


def read_back(report):
    return reports_in(json.dumps(report.as_json()).encode())


def test_both_together_are_whole():
    """Neither build has judged the game whole; together they have, and it passes, either way round."""
    data, first = adopting()
    one, other = reports()
    for ours, theirs in ((one, other), (other, one)):
        assert ours.result == INCOMPLETE
        whole = combine(ours, read_back(theirs))
        assert (whole.result, dict(whole.levels)) == (PASS, {"L0": "done", "L1": "done", "L2": "done"})
        assert [(row.first, row.last, row.edition, row.engine) for row in whole.judged] == [
            (1, first - 1, "1", ENGINE.hex()),
            (first, whole.entries, "2", LATER_ENGINE.hex()),
        ]
        assert any("another build" in text for text in whole.declared)
    assert audit(data, find=relabelled).result == FAIL, "the later edition decides nothing otherwise"


def test_what_either_finds_is_found():
    """A build that decides its stretch otherwise fails the whole, whatever its report calls that."""
    data, _ = adopting()
    wrong = audit(data, find=relabelled)
    for ours, theirs in ((audit(data, find=find), wrong), (wrong, audit(data, find=find))):
        assert combine(ours, read_back(theirs)).result == FAIL
    hushed = with_fields(wrong.findings[0], severity="warning")
    told = with_fields(wrong, findings=(hushed,), primary=None, result=NOTES)
    assert combine(audit(data, find=find), [told]).result == FAIL


def test_what_is_left_is_named():
    """Entries that no report has judged leave the level open: so do two reports of one build."""
    one, other = reports()
    _, first = adopting()
    again = combine(one, read_back(one))
    assert again.result == INCOMPLETE
    assert dict(again.levels)["L2"].startswith(f"no report has judged entries {first} to {one.entries}")
    late = with_fields(other, judged=(with_fields(other.judged[0], first=first + 2),))
    assert f"entries {first} to {first + 1};" in dict(combine(one, [late]).levels)["L2"]


def test_notes_of_either_are_kept():
    """A build of the same edition with other code says so, and so does the whole."""
    data, _ = adopting()
    other_code = audit(data, find=lambda name: (later_rules(), bytes(32)) if name == "toy" else None)
    whole = combine(audit(data, find=find), read_back(other_code))
    assert (whole.result, len(whole.notes)) == (NOTES, 1)
    assert "other code or data of edition 2" in whole.notes[0]


def test_other_levels_stay_as_they_are():
    """Another build's word is taken for the rules alone: what this one could not check otherwise stays open."""
    one, other = reports()
    open_dice = with_fields(one, levels=(("L0", "the dice can be checked later"), *one.levels[1:]))
    assert combine(open_dice, read_back(other)).result == INCOMPLETE
    order = with_fields(one, levels=one.levels[:2])
    assert [level for level, _ in combine(order, read_back(other)).levels] == ["L0", "L1"]


def test_another_file():
    """A report of other bytes says nothing of these."""
    one, other = reports()
    stranger = audit(recorded(1), find=find)
    assert of_the_same(one, [stranger, other]) == [other]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"PASS", "is no report of an audit"),
        (b"[1]", "is no report of an audit"),
        (b'{"event": {}, "games": 1}', "is no report of an audit"),
        (b'{"result": "PASS"}', "does not say of which file it is and what it judged"),
        (b'{"result": "PASS", "sha256": "00", "judged": [{"first": "1"}]}', "is no report of an audit"),
        (b"[" * 100_000, "is no report of an audit"),
    ],
)
def test_no_report(text, problem):
    """What is no report of an audit is refused, and said what it lacks."""
    with pytest.raises(ValueError, match=problem):
        reports_in(text)


def test_a_finding_of_a_later_release():
    """A code that this release does not know is not passed over."""
    row = reports()[0].as_json()
    row["findings"] = [{"code": "OF_LATER", "severity": "error", "seq": 1, "expected": "", "found": ""}]
    with pytest.raises(ValueError, match="OF_LATER"):
        reports_in(json.dumps(row).encode())


@pytest.mark.parametrize("edition", ["2", "x"])
def test_a_report_counts_within_the_stretch_of_its_edition_alone(edition):
    """What a report claims to have judged of another stretch, or past the end, fills nothing."""
    first, second = reports()
    _, adopted = adopting()
    rows = {
        "another edition": (adopted, first.entries, "x"),
        "before the edition was adopted": (1, first.entries, edition),
        "past the end": (adopted, 10**9, edition),
        "backwards": (first.entries, adopted, edition),
    }
    for name, (begin, end, of) in rows.items():
        claimed = with_fields(second.judged[0], first=begin, last=end, edition=of)
        report = combine(first, [with_fields(second, judged=(claimed,))])
        assert (report.result, dict(report.levels)["L2"] == "done") == (INCOMPLETE, False), name


def test_what_is_incomplete_for_another_reason_stays_so():
    """A file whose rules are not in this build is not made whole by a report that says it has judged everything."""
    data = recorded(1)
    whole = audit(data, find=find)
    unread = audit(data, find=lambda _: None)
    assert dict(unread.levels)["L2"] != "done"
    claimed = with_fields(whole, judged=(*whole.judged,))
    assert dict(combine(unread, [claimed]).levels)["L2"] != "done"
