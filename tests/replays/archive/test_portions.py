"""Tasks of many jobs: every job is handed out once, whatever a task holds, and what a worker hands back again."""

import math
import threading
import time
from types import SimpleNamespace

import pytest

from replays.archive.work.portions import BYTES, MOST, SECONDS, Done, Portions, work_through

pytestmark = pytest.mark.archive


def portions(count, **more):
    return Portions(range(count), more.get("made", lambda number: (number, (number,))))


def test_every_job_is_in_one_task():
    """Jobs come in their order, each once, and what nothing is to be done of is in no task."""
    work = portions(100, made=lambda number: (number, (number,)) if number % 3 else None)
    found = []
    while task := work.next(2):
        found += [about for about, _ in task]
        work.learn([0.1] * len(task))
    assert found == [number for number in range(100) if number % 3]


@pytest.mark.parametrize(("seconds", "size"), [(SECONDS / 10, 10), (SECONDS * 2, 1), (1e-6, MOST)])
def test_a_task_holds_what_takes_as_long_as_it_should(seconds, size):
    """A task's jobs take as long as a task should by those that ended, and are never more than the most."""
    work = portions(100_000)
    work.learn([seconds] * 50)
    assert len(work.next(2)) == pytest.approx(size, abs=1)


def test_near_the_end_tasks_are_small():
    """With little left a task is a part of a worker's share, so that nobody waits for another."""
    work = portions(16)
    work.learn([0.01])
    assert len(work.next(2)) == 2


def test_many_workers_have_longer_tasks():
    """A scheduler hands out no more tasks a second than it easily can, whatever the number of workers, to the end."""
    work = portions(100_000_000)
    work.learn([1.0])
    assert [work.size(number) for number in (2, 100, 1000, 6000)] == [1, 1, 10, 60]
    work = portions(400)
    work.learn([1.0])
    assert [work.size(number) for number in (100, 1000)] == [1, 2]


def test_what_was_handed_back_comes_first_and_alone_where_it_may_be_poison():
    """Jobs that a worker did not come to are handed out next; those whose task was lost each alone."""
    work = portions(40)
    first, second = work.next(1), work.next(1)
    work.back(first[1:])
    work.back(second, alone=True)
    assert work.suspected
    assert [work.next(1) for _ in second] == [[job] for job in second]
    assert not work.suspected
    assert work.next(1)[: len(first) - 1] == first[1:]


def test_a_task_is_not_too_large():
    """Files travel with their jobs: a task of large ones holds few."""
    work = portions(1000, made=lambda number: (number, (bytes(BYTES // 2),)))
    work.learn([1e-6])
    assert len(work.next(1)) == 2


def test_a_worker_hands_back_what_there_is_no_time_for():
    """A task ends with the job at which its time is over; one that raises is told of and costs no other."""
    done = work_through(time.sleep, [(0.02,)] * 50, 0.1)
    assert 1 <= len(done) < 50
    assert [row.fault for row in work_through(int, [("1",), ("x",), ("2",)], 9)][1].startswith("ValueError: ")
    assert len(work_through(time.sleep, [(0.01,), (0.01,)], 0)) == 1


class Clock:
    """A clock that goes on where a job sleeps; its timers go off in between, beside the job as timers do."""

    def __init__(self):
        self.now = 0.0
        self.timers: list[Timer] = []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds
        for timer in self.timers:
            timer.go_off(self.now)

    def timer(self, seconds, act):
        self.timers.append(Timer(self, seconds, act))
        return self.timers[-1]


class Timer:
    def __init__(self, clock, seconds, act):
        self.clock, self.seconds, self.act = clock, seconds, act
        self.due = math.inf

    def start(self):
        self.due = self.clock.now + self.seconds

    def cancel(self):
        self.due = math.inf

    def go_off(self, now):
        if now >= self.due:
            self.cancel()
            beside = threading.Thread(target=self.act)
            beside.start()
            beside.join()


@pytest.fixture
def clock(monkeypatch):
    """Give the clock that tasks go by, so that no job takes longer than it says."""
    made = Clock()
    monkeypatch.setattr("replays.archive.work.portions.time", SimpleNamespace(monotonic=made.monotonic))
    monkeypatch.setattr("replays.archive.work.portions.threading", SimpleNamespace(Timer=made.timer))
    return made


def test_results_are_told_while_a_long_job_is_under_way(clock):
    """What was done before a job that takes long is told once, and of a task whose jobs are quick nothing is."""
    told: list[list[Done]] = []
    done = work_through(clock.sleep, [(0.0,), (0.0,), (0.4,), (0.0,)], 0.05, told.append)
    assert [len(done), *map(len, told)] == [3, 2]
    assert told[0] == done[:2]
    assert len(work_through(clock.sleep, [(0.0,), (0.0,)], 0.05, told.append)) == 2
    assert len(work_through(clock.sleep, [(0.4,), (0.0,)], 0.05, told.append)) == 1
    clock.sleep(0.2)
    assert len(told) == 1
