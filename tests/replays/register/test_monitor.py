"""What the monitor finds with the register alone: games that were played anew, dropped and cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from replays.register.leaves import Begun, Body, EventEnded, GameEnded, GameOpened, GameVoided, write_leaf
from replays.register.monitor import HOUR_MS
from replays.register.watching import FORGED, NOTHING, TOLD, UNREADABLE, Watch, Watched
from tests.replays.register.steps import ORIGIN, SEED, VKEY, MadeRegister

EVENT = b"E" * 16
BEGUN = Begun("event", EVENT, "", 0, ())
NOW = 10_000 * HOUR_MS


def game(number: int) -> bytes:
    return bytes([number]) * 16


def opened(number: int, table: str = "", *, restarts: int | None = None, seed: bytes = b"c") -> GameOpened:
    before = None if restarts is None else game(restarts)
    return GameOpened(game(number), seed * 32, bytes(32), "toy", ((), ()), EVENT, "1", table or str(number), before)


def ended(number: int, size: int = 40, head: bytes = b"h") -> GameEnded:
    return GameEnded(game(number), size, head * 32, "won", "points", (0,))


def register(*bodies: Body, hours_ago: int = 1) -> MadeRegister:
    return MadeRegister([write_leaf(NOW - hours_ago * HOUR_MS, body) for body in (BEGUN, *bodies)])


def look(folder: Path, made: MadeRegister, state: Path | None = None, hours: float = 48) -> Watched:
    return Watch(str(made.write(folder)), VKEY, state, hours).look(NOW)


def codes(found: Watched) -> list[tuple[str, str]]:
    return [(item.code, item.game[:2]) for item in found.noticed]


def test_a_whole_event_has_nothing_to_tell(tmp_path: Path) -> None:
    """Games that end, one that is voided, one that takes the place of a voided one, and one that is still played."""
    made = register(
        opened(1), opened(2), opened(3), ended(1), GameVoided(game(2), 9, bytes(32), "restarted", 9),
        opened(4, "2", restarts=2), ended(4),
    )  # fmt: skip
    found = look(tmp_path, made)
    assert (found.status, found.noticed, found.size) == (NOTHING, (), 8)


# -- played anew


def test_remade_at_its_table(tmp_path: Path) -> None:
    """Two games at one table of one round, of which none takes the place of the other by a ruling."""
    found = look(tmp_path, register(opened(1, "7"), opened(2, "7"), ended(1), ended(2)))
    assert codes(found) == [("GAME_REMADE", "02")]
    assert found.status == TOLD


def test_remade_under_its_own_id(tmp_path: Path) -> None:
    """One game opened twice, with another commitment to its seed."""
    found = look(tmp_path, register(opened(1), opened(1, seed=b"d"), ended(1)))
    assert codes(found) == [("GAME_REMADE", "01")]
    assert "another commitment" in found.noticed[0].text


def test_remade_in_the_place_of_a_game_with_a_result(tmp_path: Path) -> None:
    """A restart of a game that no ruling has voided: its result did not suit somebody."""
    found = look(tmp_path, register(opened(1, "7"), ended(1), opened(2, "7", restarts=1), ended(2)))
    assert codes(found) == [("GAME_REMADE", "02")]


# -- dropped


def test_dropped_when_the_event_is_closed(tmp_path: Path) -> None:
    """A game without an end, in an event that is closed."""
    found = look(tmp_path, register(opened(1), opened(2), ended(1), EventEnded("over")))
    assert codes(found) == [("GAME_ABANDONED", "02")]


def test_dropped_after_its_time(tmp_path: Path) -> None:
    """A game without an end that was opened longer ago than a game may last."""
    made = register(opened(1), opened(2), ended(1), hours_ago=50)
    assert codes(look(tmp_path, made)) == [("GAME_ABANDONED", "02")]
    assert not look(tmp_path, made, hours=51).noticed


def test_dropped_for_another(tmp_path: Path) -> None:
    """A game that another one replaces, and that never ended, is asked for as well."""
    made = register(opened(1, "7"), opened(2, "7", restarts=1), ended(2), EventEnded("over"))
    assert codes(look(tmp_path, made)) == [("GAME_ABANDONED", "01")]


# -- cut


def test_cut_by_a_second_end(tmp_path: Path) -> None:
    """A game that ended, and ended again with fewer entries."""
    found = look(tmp_path, register(opened(1), ended(1), ended(1, 30, b"i")))
    assert codes(found) == [("GAME_ENDED_TWICE", "01")]


def test_cut_by_an_end_of_another_history(tmp_path: Path) -> None:
    """The same number of entries and another head: two histories of one game."""
    found = look(tmp_path, register(opened(1), ended(1), ended(1, 40, b"i")))
    assert codes(found) == [("GAME_ENDED_TWICE", "01")]


def test_cut_by_taking_leaves_back(tmp_path: Path) -> None:
    """A register that has lost an end that was read before is not to be believed."""
    made = register(opened(1), ended(1))
    assert look(tmp_path / "a", made, tmp_path / "state").status == NOTHING
    found = look(tmp_path / "b", register(opened(1)), tmp_path / "state")
    assert found.status == FORGED
    assert "had 3 before" in found.fault


# -- the register itself


def test_another_history_of_the_register_is_told(tmp_path: Path) -> None:
    """Leaves that were read before stay what they were, even where the new root is signed."""
    assert look(tmp_path / "a", register(opened(1), ended(1)), tmp_path / "state").status == NOTHING
    found = look(tmp_path / "b", register(opened(1), ended(1, 30), opened(2)), tmp_path / "state")
    assert found.status == FORGED
    other = register(opened(1), ended(1), opened(2))
    assert look(tmp_path / "c", other, tmp_path / "state").before == 3


@pytest.mark.parametrize("part", ["checkpoint", "tile/0/000.p/3", "tile/entries/000.p/3"])
def test_a_register_that_does_not_fit_its_signature_is_told(tmp_path: Path, part: str) -> None:
    """A changed byte in any file of a register is found."""
    made = register(opened(1), ended(1))
    folder = made.write(tmp_path)
    data = bytearray((folder / part).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / part).write_bytes(data)
    assert Watch(str(folder), VKEY).look(NOW).status == FORGED


def test_what_is_not_there_can_not_be_read(tmp_path: Path) -> None:
    """A folder without a register, and a state of another register, are no findings of games."""
    assert Watch(str(tmp_path / "none"), VKEY).look(NOW).status == UNREADABLE
    made = register(opened(1), ended(1))
    look(tmp_path / "a", made, tmp_path / "state")
    other = MadeRegister(made.leaves, ORIGIN + "x", SEED)
    found = Watch(str(other.write(tmp_path / "b")), other.vkey, tmp_path / "state").look(NOW)
    assert found.status == UNREADABLE


def test_a_game_of_another_event_is_told(tmp_path: Path) -> None:
    """A register of an event holds games of that event, each opened before it ends and before the event closes."""
    stray = GameOpened(game(3), bytes(32), bytes(32), "toy", (), b"O" * 16, "", "", None)
    found = look(tmp_path, register(stray, ended(3), ended(9)))
    assert codes(found) == [("REGISTRY_MISMATCH", "09"), ("REGISTRY_MISMATCH", "03")]
