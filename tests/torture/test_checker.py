"""What the checker and the figures are there to find is planted, and found."""

from __future__ import annotations

import pytest

from tests.torture.checker import check
from tests.torture.history import History, Stored
from tests.verifier.golang import needs_go

GAME = b"g" * 16
START = (6, b"\x06" * 32)


def entry(seq):
    """Give the entry of this number, made by the command of this number."""
    return Stored(seq, b"c%d" % seq, b"%032d" % seq)


def told(history, seq, began, ended, command=None):
    """Let a client be told that its command became this entry."""
    operation = history.begin(GAME, 1, "append", command or entry(seq).id)
    operation.end("answered", seq, entry(seq).hash)
    operation.began, operation.ended, operation.tries = began, ended, 1
    return operation


def read(history, seq, began, ended):
    """Let a client read this entry as the last one."""
    operation = history.begin(GAME, 2, "read")
    operation.end("answered", seq, entry(seq).hash)
    operation.began, operation.ended = began, ended
    return operation


def play():
    """Two clients write four entries, one of which is asked for again, and read in between: all is well."""
    history = History(starts={GAME: START})
    told(history, 7, 10, 20)
    told(history, 8, 15, 30)
    read(history, 7, 16, 25)
    read(history, 8, 31, 40)
    told(history, 9, 41, 60)
    told(history, 10, 42, 50)
    told(history, 9, 61, 70)
    read(history, 10, 71, 80)
    return history, {GAME: [entry(seq) for seq in range(1, 11)]}


def refused(history, command, tries):
    """Let a client be refused."""
    operation = history.begin(GAME, 3, "append", command)
    operation.end("refused")
    operation.tries = tries
    operation.began, operation.ended = 45, 46


def refused_games(path):
    """Games whose history the checker refuses."""
    verdict = check(path)
    assert verdict is not None
    return verdict["not_linearizable"]


def nothing(_history, _logs):
    """Leave it as it is."""


def lost(_history, logs):
    """The last entry, which was answered, is gone."""
    del logs[GAME][9]


def replaced(_history, logs):
    """The number of an answered entry belongs to another one."""
    logs[GAME][9] = Stored(10, b"other", b"x" * 32)


def doubled(_history, logs):
    """A command stands in the log twice."""
    logs[GAME].append(Stored(11, entry(10).id, b"x" * 32))


def answered_differently(history, _logs):
    """A retry is told another entry."""
    told(history, 8, 90, 95, command=entry(9).id)


def two_at_one_place(history, logs):
    """Two commands are told the same number."""
    told(history, 10, 43, 51, command=b"second")
    logs[GAME][9] = Stored(10, b"second", entry(10).hash)


def read_too_old(history, _logs):
    """Somebody reads less than another was told before."""
    read(history, 8, 81, 82)


def written_before_it_was_asked(history, _logs):
    """An entry comes before one that was answered before its command was given."""
    history.operations[0].began, history.operations[0].ended = 90, 95


def refused_and_written(history, _logs):
    """A refused command stands in the log."""
    history.operations[5].end("refused")
    history.operations[5].ended = 50


def shown_and_not_stored(history, logs):
    """A reader is shown an entry that the log does not have."""
    read(history, 11, 81, 82)


PLANTED = {
    nothing: {},
    lost: {"lost": 1, "shown_but_not_stored": 1},
    replaced: {"lost": 1, "shown_but_not_stored": 1},
    doubled: {"doubled": 1},
    answered_differently: {"answered_differently": 1},
    two_at_one_place: {"lost": 1},
    read_too_old: {},
    written_before_it_was_asked: {},
    refused_and_written: {"refused_but_written": 1},
    shown_and_not_stored: {"shown_but_not_stored": 1},
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_planted_faults_are_counted(plant):
    """The figures count what was lost, doubled or answered differently, and nothing where all is well."""
    history, logs = play()
    plant(history, logs)
    assert history.figures(logs).wrong == PLANTED[plant]


@needs_go
@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_planted_faults_are_not_linearizable(plant, tmp_path):
    """The checker refuses every history that no log with idempotent ids could have, and takes the one that it could."""
    history, logs = play()
    plant(history, logs)
    history.write(tmp_path / "history", logs)
    assert refused_games(tmp_path / "history") == ([] if plant is nothing else [GAME.hex()])


@needs_go
@pytest.mark.parametrize("seq", [8, 10], ids=["old", "newest"])
def test_old_reads(seq, tmp_path):
    """Where old reads are allowed one may show less than was told, but nothing that never was."""
    history, logs = play()
    history.old_reads = True
    read(history, seq, 81, 82)
    history.write(tmp_path / "history", logs)
    assert refused_games(tmp_path / "history") == []
    read(history, seq, 83, 84).hash = b"x" * 32
    history.write(tmp_path / "history", logs)
    assert refused_games(tmp_path / "history") == [GAME.hex()]


@needs_go
@pytest.mark.parametrize("written", [True, False])
def test_without_an_answer(written, tmp_path):
    """A command without an answer may stand in the log or not; so may one that was refused after such a try."""
    history, logs = play()
    history.begin(GAME, 3, "append", b"unknown").began = 75
    refused(history, b"twice", 2)
    if written:
        logs[GAME] += [Stored(11, b"unknown", b"u" * 32), Stored(12, b"twice", b"t" * 32)]
    history.write(tmp_path / "history", logs)
    assert refused_games(tmp_path / "history") == []
    assert history.figures(logs).wrong == {"never_answered": 1}
