"""Bounded processes: whatever a file does to its own, the others are done."""

from collections import defaultdict

import pytest

from adjudicator.kernel.record.record import decoder
from adjudicator.registry import RULESETS, rules_of
from replays.archive.audit import job as audit_job
from replays.archive.audit import running as auditing
from replays.archive.lab import job as playing
from replays.archive.lab.judge import job as judge_job
from replays.archive.lab.judge import running as judging
from replays.archive.lab.judge.job import Change
from replays.archive.tables import job as tables_job
from replays.archive.tables import running as tabling
from replays.archive.work import bounded
from replays.archive.work.bounded import MIB, BoundedProcess, Bounds, Outcome, do_bounded, start_bounded
from tests.replays.archive.poison import JOB, SPUN

pytestmark = pytest.mark.archive
BOUNDS = Bounds(2, 512 * MIB)


@pytest.fixture(scope="module")
def kept():
    process = BoundedProcess()
    yield process
    process.close()


@pytest.fixture
def process(kept):
    """Give one that has none for warm jobs yet: a job with a process of its own ends that."""
    assert kept.do(JOB, b"leave", BOUNDS).data == b"1"
    return kept


@pytest.mark.parametrize("warm", [False, True])
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
def test_a_file_that_goes_wrong_is_told_of_by_how_its_process_ended(process, data, end, warm):
    """Time, memory, a signal and a fault each have an end of their own, whatever was done before, and the next is done.

    So it is where each has a process of its own, and where warm ones share one.
    """
    for _ in range(2):
        assert process.do(JOB, data, BOUNDS, warm=warm).end == end
        assert process.do(JOB, b"no replay file", BOUNDS, warm=warm).done


def test_what_a_job_prints_does_not_stand_among_the_answers(process):
    """Answers are what the job gave, whatever is printed meanwhile."""
    said, quiet = process.do(JOB, b"print", BOUNDS), process.do(JOB, b"quiet", BOUNDS)
    assert said.done
    assert b"among the answers" not in said.data
    assert quiet.done


def test_a_file_leaves_nothing_behind_for_the_next(process):
    """Each file has a process of its own, before and after warm jobs too, which find what those before them left."""
    found = [int(process.do(JOB, b"leave", BOUNDS, warm=warm).data) for warm in (0, 0, 1, 1, 1, 0, 1, 1)]
    assert found == [1, 1, 1, 2, 3, 1, 1, 2]


def test_what_ends_a_process_that_had_other_jobs_is_done_by_a_fresh_one(process):
    """How a warm job ends says nothing of those before it."""
    assert process.do(JOB, b"leave", BOUNDS, warm=True).data == b"1"
    assert process.do(JOB, b"die where others were", BOUNDS, warm=True).done
    assert process.do(JOB, b"leave", BOUNDS, warm=True).data == b"1"


def test_time_that_warm_jobs_took_is_not_counted_for_the_next(process):
    """Jobs that take more than their bound together, and less each, are all done in one process."""
    ends = [process.do(JOB, b"spin", BOUNDS, warm=True).end for _ in range(12)]
    assert BOUNDS.seconds < 12 * SPUN
    assert ends == ["done"] * 12
    assert process.do(JOB, b"leave", BOUNDS, warm=True).data == b"13"


@pytest.mark.parametrize(("warm", "final"), [(False, True), (True, False)])
def test_nothing_raises_the_bounds_of_a_file(process, warm, final):
    """The process of a file can not set its bounds higher; that of warm jobs has to for the next."""
    answer = process.do(JOB, b"raise the bounds", BOUNDS, warm=warm)
    assert answer.end == ("exit code 4" if final else "done")


def test_games_of_a_plan_share_a_process_and_files_never(monkeypatch):
    """Whatever reads a file of a stranger has a process of its own for it; what follows from a plan goes on in one."""
    asked = []

    def done(_job, _data, _bounds, *, warm=False):
        asked.append(warm)
        return Outcome("done", b"")

    for module in (auditing, judging, tabling, playing):
        monkeypatch.setattr(module, "do_bounded", done)
    auditing.work_on(BOUNDS, b"")
    judging.work_on(Change({}, play_on=True), BOUNDS, b"")
    tabling.work_on(BOUNDS, "file", "", b"")
    playing.work_on(b"", BOUNDS, 1)
    assert asked == [False, False, False, True]


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


@pytest.mark.parametrize("job", [audit_job, tables_job, judge_job], ids=lambda job: job.__name__)
def test_what_every_file_needs_is_made_before_the_files_come(job):
    """The decoders of all rulesets are there before a process is forked for a file: none makes them anew."""
    decoder.cache_clear()
    job.prepare()
    made = decoder.cache_info().misses
    assert [decoder(rules_of(name)) for name in RULESETS]
    assert (decoder.cache_info().misses, made) == (len(RULESETS), len(RULESETS))
