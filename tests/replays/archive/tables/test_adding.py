"""What is added to tables that are there: refusals to games that they have, and of a file what it says already."""

import pytest

from adjudicator.kernel.decide.faults import Fault
from replays.audit.entries import decode
from replays.bundle import read_bundle
from replays.wallet.refusal import Refusal, write_refusal
from tests.replays.archive.files import begun, game, written
from tests.replays.archive.tables.test_tables import rows, tables
from tests.replays.wallet.steps import based, lines

pytestmark = pytest.mark.archive
FIRST, SECOND = "TF-COVER-08", "TF-MOVE-01"
REFUSALS = "SELECT file, wallet, seq, clause FROM refusals ORDER BY file, clause"


def id_of(data):
    """Give the id of the game in a replay file."""
    return decode(1, read_bundle(data).records[0]).game


def wallet(path, game_id, *clauses):
    """Write a wallet that has kept a refusal under each clause."""
    kept = [
        write_refusal(Refusal(game_id, 7, bytes(32), 1_000, bytes([place]) * 32, (Fault(clause, "too-far", "to", ()),)))
        for place, clause in enumerate(clauses)
    ]
    signed = [{"kind": "refusal", "refusal": based(one), "signature": "00" * 64, "log_key": "key"} for one in kept]
    path.write_bytes(lines([{"format": "adjudicator-wallet/1", "game": game_id.hex()}, *signed]))
    return path


def test_refusals_are_added_to_games_that_are_there(tmp_path, capsys):
    """A wallet counts whenever it is named, and what is there of it is not added again, whatever its name is by now."""
    data = game()
    files, out = written(tmp_path / "games", {"one": data}), tmp_path / "out"
    red = wallet(tmp_path / "red.wallet", id_of(data), FIRST)
    assert tables(capsys, files, "--out", out) == (0, {"games": 1, "kinds": {}, "left_out": {}})
    before = {path: path.read_bytes() for path in out.glob("*/*.parquet")}
    one = str(files / "one.replay")
    for _ in range(2):
        assert tables(capsys, files, "--out", out, "--refusals", red) == (0, {"games": 1, "kinds": {}, "left_out": {}})
        assert rows(out, REFUSALS) == [[one, "red.wallet", 7, FIRST]]
    grown = wallet(tmp_path / "moved.wallet", id_of(data), FIRST, SECOND)
    assert tables(capsys, files, "--out", out, "--refusals", grown, "--refusals", red)[0] == 0
    assert rows(out, REFUSALS) == [[one, "red.wallet", 7, FIRST], [one, "moved.wallet", 7, SECOND]]
    assert {path: path.read_bytes() for path in before} == before
    assert rows(out, "SELECT count(*) FROM games") == [[1]]


def test_refusals_come_with_their_game(tmp_path, capsys):
    """A wallet that is named with the file of its game is written in the same run, and more games can follow."""
    data = game()
    files, out = written(tmp_path / "games", {"one": data}), tmp_path / "out"
    red = wallet(tmp_path / "red.wallet", id_of(data), FIRST)
    assert tables(capsys, files, "--out", out, "--refusals", red) == (0, {"games": 1, "kinds": {}, "left_out": {}})
    assert rows(out, REFUSALS) == [[str(files / "one.replay"), "red.wallet", 7, FIRST]]
    written(files, {"two": game("hex_orders")})
    assert tables(capsys, files, "--out", out) == (0, {"games": 2, "kinds": {}, "left_out": {}})
    assert rows(out, "SELECT count(*) FROM games") == [[2]]


def test_refusals_that_were_not_listed_are_added_by_the_next_run(tmp_path, capsys):
    """A run that was ended before it had listed its part of refusals is gone on with by the same command."""
    data = game()
    files, out = written(tmp_path / "games", {"one": data}), tmp_path / "out"
    red = wallet(tmp_path / "red.wallet", id_of(data), FIRST)
    tables(capsys, files, "--out", out, "--refusals", red)
    listed = out / "files.jsonl"
    listed.write_text("".join(line for line in listed.read_text().splitlines(True) if "red.wallet" not in line))
    assert rows(out, REFUSALS) == []
    assert tables(capsys, files, "--out", out, "--refusals", red)[0] == 0
    assert rows(out, REFUSALS) == [[str(files / "one.replay"), "red.wallet", 7, FIRST]]


def test_a_wallet_without_its_game_is_named(tmp_path, capsys):
    """A wallet of a game that the tables do not have is left out by name; that its game goes on is no fault."""
    data, whole = begun("hex_orders", seed=2), game()  # another seed: another id
    files = written(tmp_path / "games", {"one": whole, "begun": data})
    other = wallet(tmp_path / "other.wallet", b"\xab" * 16, FIRST)
    code, said = tables(capsys, files / "one.replay", "--out", tmp_path / "out", "--refusals", other)
    why = f"a wallet of game {'ab' * 16}, which is not in these tables: name its replay file too"
    assert (code, said["games"]) == (1, 1)
    assert said["left_out"] == {str(other): {"kind": "game", "why": why}}
    own = wallet(tmp_path / "own.wallet", id_of(data), FIRST)
    code, said = tables(capsys, files, "--finished", "--out", tmp_path / "finished", "--refusals", own)
    goes_on = {"kind": "game", "why": "its game goes on"}
    left = {str(own): goes_on, str(files / "begun.replay"): goes_on}
    assert (code, said) == (0, {"games": 1, "kinds": {"game": 2}, "left_out": left})


@pytest.mark.parametrize("entries", [10, 60])
def test_a_game_that_went_on_stays_as_it_was_and_that_is_told(tmp_path, capsys, entries):
    """Whoever has tabled a game too early hears how far it was, and what to do; no name has two games."""
    name, out = tmp_path / "games/one.replay", tmp_path / "out"
    written(tmp_path / "games", {"one": begun("hex_orders", entries=entries)})
    assert tables(capsys, name, "--out", out)[0] == 0
    name.write_bytes(whole := game("hex_orders"))
    count = len(read_bundle(whole).records)
    code, said = tables(capsys, name, "--out", out)
    assert (code, said["games"]) == (1, 1)
    assert said["left_out"][str(name)]["why"] == (
        f"{name} is there as it was with {entries} entries, when its game went on, and this one has {count}: "
        "write the tables anew into another folder, with --finished where games still go on"
    )
    assert rows(out, "SELECT entries, finished FROM games") == [[entries, False]]


def test_another_game_under_a_known_name_is_left_out(tmp_path, capsys):
    """Tables are joined by file, so a file's name stands for one game."""
    name, out = tmp_path / "games/one.replay", tmp_path / "out"
    written(tmp_path / "games", {"one": game()})
    tables(capsys, name, "--out", out)
    name.write_bytes(game("hex_orders"))
    code, said = tables(capsys, name, "--out", out)
    assert (code, list(said["left_out"])) == (1, [str(name)])
    assert said["left_out"][str(name)]["why"].startswith("another game is there under this name: ")
    assert rows(out, "SELECT ruleset FROM games") == [["tile_formations"]]
