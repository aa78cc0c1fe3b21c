"""One game is in the tables once, whatever its file is called and however far it was."""

import json

import pytest

from replays.bundle import read_bundle
from tests.replays.archive.files import begun, game, written
from tests.replays.archive.tables.test_tables import rows, tables

pytestmark = pytest.mark.archive


@pytest.mark.parametrize("entries", [1, 12, 19, 20, 21])
def test_a_game_that_went_on_is_known_under_another_name(tmp_path, capsys, entries):
    """A file of a game that was tabled with few entries is left out, with how far it was, whatever its name is."""
    out = tmp_path / "out"
    early = written(tmp_path / "games", {"early": begun(entries=entries)}) / "early.replay"
    assert tables(capsys, early, "--out", out)[0] == 0
    late = written(tmp_path / "games", {"late": game()}) / "late.replay"
    code, said = tables(capsys, early, late, "--out", out)
    count = len(read_bundle(late.read_bytes()).records)
    assert (code, list(said["left_out"])) == (1, [str(late)])
    told = f"{early} is there as it was with {entries} entries, when its game went on, and this one has {count}: "
    assert said["left_out"][str(late)]["why"].startswith(told)
    assert rows(out, "SELECT entries FROM games") == [[entries]]


@pytest.mark.parametrize("entries", [1, 12, 20])
def test_a_game_as_it_was_is_known_under_another_name(tmp_path, capsys, entries):
    """A file of a game with few entries is left out where the tables have it with more."""
    out = tmp_path / "out"
    late = written(tmp_path / "games", {"late": game()}) / "late.replay"
    assert tables(capsys, late, "--out", out)[0] == 0
    early = written(tmp_path / "games", {"early": begun(entries=entries)}) / "early.replay"
    _, said = tables(capsys, early, "--out", out)
    why = f"its game is there already, from {late}"
    assert said["left_out"] == {str(early): {"kind": "game", "why": why}}
    assert rows(out, "SELECT count(*) FROM games") == [[1]]


def test_a_list_of_an_earlier_release_knows_its_games(tmp_path, capsys):
    """Tables whose list has one mark of each game are added to, and a game that went on is told there, too."""
    out, listed = tmp_path / "out", tmp_path / "out/files.jsonl"
    folder = written(tmp_path / "games", {"early": begun(entries=12)})
    assert tables(capsys, folder, "--out", out)[0] == 0
    before = [json.loads(line) for line in listed.read_text().splitlines()]
    listed.write_text("".join(json.dumps(_before(row)) + "\n" for row in before))
    written(folder, {"late": game(), "other": game(seed=2)})
    _, said = tables(capsys, folder, "--out", out)
    assert said["games"] == 2
    assert list(said["left_out"]) == [str(folder / "late.replay")]


def _before(row):
    return {name: value for name, value in row.items() if name != "earlier"}


@pytest.mark.parametrize("entries", [2, 60])
def test_another_game_under_the_name_of_one_that_went_on(tmp_path, capsys, entries):
    """A file that holds another game by now is told so, even where the first was tabled before its end."""
    name, out = tmp_path / "games/one.replay", tmp_path / "out"
    written(tmp_path / "games", {"one": begun(entries=entries)})
    assert tables(capsys, name, "--out", out)[0] == 0
    name.write_bytes(game("hex_orders"))
    _, said = tables(capsys, name, "--out", out)
    assert said["left_out"][str(name)]["why"].startswith("another game is there under this name: ")


def test_a_part_that_was_listed_in_part_is_written_again(tmp_path, capsys):
    """Where a run was killed while it listed a part, the next has each of its games once."""
    out, listed = tmp_path / "out", tmp_path / "out/files.jsonl"
    folder = written(tmp_path / "games", {"one": game(), "two": game(seed=2)})
    assert tables(capsys, folder, "--out", out)[0] == 0
    listed.write_bytes(listed.read_bytes().splitlines(keepends=True)[0] + b'{"file":"torn')
    assert tables(capsys, folder, "--out", out) == (0, {"games": 2, "kinds": {}, "left_out": {}})
    assert rows(out, "SELECT count(*), count(DISTINCT file) FROM games") == [[2, 2]]
    assert len(listed.read_bytes().splitlines()) == 2
