"""Bounded processes: whatever a file does to its own, the others are done."""

import time
from collections import defaultdict

import pytest

from adjudicator.kernel.record.record import decoder
from adjudicator.registry import RULESETS, rules_of
from replays.archive.audit.job import prepare
from replays.archive.work import bounded
from replays.archive.work.bounded import MIB, BoundedProcess, Bounds, do_bounded, start_bounded
from tests.replays.archive.files import game
from tests.replays.archive.poison import JOB

pytestmark = pytest.mark.archive
BOUNDS = Bounds(2, 512 * MIB)


@pytest.fixture(scope="module")
def process():
    kept = BoundedProcess()
    yield kept
    kept.close()


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (b"hang", "time"),
        (b"eat", "memory"),
        (b"die", "SIGKILL"),
        (b"raise", "exit code 4"),
        (b"end the keeper", "its process was killed twice"),
    ],
)
def test_a_file_that_goes_wrong_is_told_of_by_how_its_process_ended(process, data, end):
    """Time, memory, a signal and a fault each have an end of their own, and the next file is worked on as ever."""
    assert process.do(JOB, data, BOUNDS).end == end
    assert process.do(JOB, b"no replay file", BOUNDS).done


def test_what_a_job_prints_does_not_stand_among_the_answers(process):
    """Answers are what the job gave, whatever is printed meanwhile."""
    said, quiet = process.do(JOB, b"print", BOUNDS), process.do(JOB, b"quiet", BOUNDS)
    assert said.done
    assert b"among the answers" not in said.data
    assert quiet.done


def test_a_file_leaves_nothing_behind_for_the_next(process):
    """Time that one file takes is not counted for the next: each has a process of its own."""
    whole = game()
    began = time.process_time()
    for _ in range(3):
        assert process.do(JOB, whole, Bounds(30)).done
    assert time.process_time() - began < 30
    assert process.do(JOB, whole, Bounds(30)).data == process.do(JOB, whole, Bounds(30)).data


def test_work_is_done_in_the_processes_that_were_started_ahead(monkeypatch):
    """As many are started as are asked for, and those that are there count; work takes one of them, and no new one."""
    idle: dict[str, list[BoundedProcess]] = defaultdict(list)
    monkeypatch.setattr(bounded, "_idle", idle)
    start_bounded(JOB, 1)
    start_bounded(JOB, 2)
    [ahead] = map(list, idle.values())
    assert len(ahead) == 2
    assert do_bounded(JOB, b"quiet", BOUNDS).done
    assert [set(row) for row in idle.values()] == [set(ahead)]
    for process in ahead:
        process.close()


def test_where_no_process_can_be_started_ahead_nothing_is_lost(monkeypatch):
    """A machine that starts no more processes does not end the run before its work."""

    def refuse(_process):
        raise BlockingIOError

    idle: dict[str, list[BoundedProcess]] = defaultdict(list)
    monkeypatch.setattr(bounded, "_idle", idle)
    monkeypatch.setattr(BoundedProcess, "start", refuse)
    start_bounded(JOB, 2)
    assert not any(idle.values())


def test_what_every_audit_needs_is_made_before_the_files_come():
    """The decoders of all rulesets are there before a process is forked for a file: none makes them anew."""
    decoder.cache_clear()
    prepare()
    made = decoder.cache_info().misses
    assert [decoder(rules_of(name)) for name in RULESETS]
    assert (decoder.cache_info().misses, made) == (len(RULESETS), len(RULESETS))
