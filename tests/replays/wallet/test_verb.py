"""`adjudicator wallet`: two players compare what they have seen, without the service."""

import json

import pytest

from replays import notes
from services.cli import main
from services.games.signing import public_key
from tests.replays.audit.steps import Case
from tests.replays.fixtures import played
from tests.replays.wallet.steps import wallet, wallet_rows


@pytest.fixture(scope="module")
def games():
    """One game, and the same opened once more under its id with another secret."""
    return Case(played(1)), Case(played(1, secret=b"\x77" * 32))


@pytest.fixture
def hands(games, tmp_path):
    """The wallets of red and blue, and of a blue who was shown another history, and blue's key."""
    one, other = games
    keys = [{"kind": "player", "seat": seat, "key": public_key(one.recorder.keys[seat]).hex()} for seat in (0, 1)]
    (tmp_path / "red").write_bytes(wallet(one, 0, *keys))
    (tmp_path / "blue").write_bytes(wallet(one, 1, *keys, upto=14))
    (tmp_path / "forked").write_bytes(wallet(other, 1, *keys, upto=14))
    (tmp_path / "key").write_text(one.recorder.keys[1].hex() + "\n")
    return tmp_path


def stated(hands, name, capsys, *more):
    """Blue's statement of what is in a wallet, in a file."""
    assert main(["wallet", "statement", str(hands / name), "--key", str(hands / "key"), *more]) == 0
    (hands / "stated").write_text(capsys.readouterr().out, encoding="utf-8")
    return hands / "stated"


def checked(hands, capsys, *words):
    status = main(["wallet", "check", str(hands / "red"), *map(str, words)])
    return status, capsys.readouterr().out


def test_one_history(hands, capsys):
    """A statement of what both have seen is of the same history, whichever entry it is of."""
    for more, size in (((), 14), (("--entry", "9"), 9)):
        path = stated(hands, "blue", capsys, *more)
        assert checked(hands, capsys, path) == (0, f"the same history, up to entry {size}\n")


def test_a_fork_found_by_two_players(hands, games, capsys):
    """Players who were shown two histories find it by a statement, and prove it by the receipts of one entry."""
    own, other = ({row["seq"] for row in wallet_rows(games[at], at) if row["kind"] == "receipt"} for at in (0, 1))
    both = min(own & other)
    status, text = checked(hands, capsys, stated(hands, "forked", capsys, "--entry", str(both)))
    assert status == 2
    assert "the service signed both: the log was forked" in text
    assert f"two histories from entry {both} on" in text


def test_a_statement_alone(hands, capsys):
    """Without a receipt a statement shows two histories and proves none."""
    path = stated(hands, "forked", capsys)
    rows = [line for line in path.read_text(encoding="utf-8").splitlines() if '"receipt"' not in line]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    status, text = checked(hands, capsys, path)
    assert status == 2
    assert "or seat 1 does not tell the truth" in text
    assert "the service signed both" not in text


def test_whole_wallets(hands, capsys):
    """Two wallets are compared entry by entry."""
    assert checked(hands, capsys, hands / "blue")[0] == 0
    status, text = checked(hands, capsys, hands / "forked")
    assert (status, "two histories from entry 1 on" in text) == (2, True)


def test_what_can_not_be_compared(hands, games, capsys):
    """Entries that were not seen, notes that nobody signed and other games are told, and decide nothing."""
    (hands / "red").write_bytes(wallet(games[0], 0, upto=9))
    status, text = checked(hands, capsys, stated(hands, "blue", capsys))
    assert (status, "has not seen that entry" in text) == (1, True)
    path = stated(hands, "blue", capsys, "--entry", "9")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows[1]["note"] = rows[1]["note"].replace("\n9\n", "\n8\n")
    path.write_text("\n".join(map(json.dumps, rows[:2])) + "\n", encoding="utf-8")
    status, text = checked(hands, capsys, path)
    assert (status, "not signed by seat 1" in text) == (1, True)


def test_another_log_key(hands, games, capsys):
    """With the published key receipts under any other count for nothing."""
    other = notes.verify_key("other.log", public_key(b"\x05" * 32))
    path = stated(hands, "forked", capsys, "--entry", "1")
    status, text = checked(hands, capsys, path, "--vkey", other)
    assert (status, "the service signed both" in text) == (2, False)
    assert checked(hands, capsys, path, "--vkey", games[0].recorder.vkey)[0] == 2


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["statement", "none", "--key", "key"], "can not be read"),
        (["statement", "blue", "--key", "none"], "can not be read"),
        (["statement", "blue", "--key", "red"], "holds no key"),
        (["statement", "red", "--key", "key"], "is of no seat with the key"),
        (["statement", "blue", "--key", "key", "--entry", "99"], "has not seen entry 99"),
        (["check", "key", "red"], "is neither a wallet"),
        (["check", "red", "key"], "is neither a wallet"),
        (["check", "red", "blue", "--vkey", "x"], "--vkey"),
    ],
)
def test_what_can_not_be_used(hands, capsys, words, text):
    """A file or key that does not fit ends with status 4, and says which and how to fix it."""
    files = {"none", "blue", "red", "key"}
    made = [str(hands / word) if word in files else word for word in words]
    assert main(["wallet", *made]) == 4
    assert text in capsys.readouterr().err
