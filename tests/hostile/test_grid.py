"""Games remade, dropped, cut and forked by whoever has all keys of a service: each is found by three who have little.

A player has his wallet, an opponent one receipt out of another's, a monitor the public register alone (and, for what
was cut, the file that was published). Each forged game passes for whoever holds nothing.
"""

from __future__ import annotations

import pytest

from replays.audit.report import LIMITS
from replays.register.leaves import GameEnded, GameOpened, GameVoided
from replays.register.reading import open_register
from replays.register.watching import FORGED
from services.cli import main
from tests.hostile import forging, kit

REGISTER = "whether it is the only game that was opened for its seats: a register that somebody watches does"


def cut(victims):
    """The game as if it had ended before its last moves: a file whose end is signed, and nothing in it is false."""
    made = forging.Forged(victims)
    last = len(made.entries) - 6
    made.entries = made.entries[:last]
    made.openings = {seq: rows for seq, rows in made.openings.items() if seq <= last}
    made.register = b""
    return made.operated()


# -- what was forged passes for whoever has nothing in hand


def passes(report, *results):
    return not forging.codes(report) and report.result in (results or ("PASS", "PASS_WITH_NOTES"))


def test_nothing_is_seen_without_proof(unsigned, again, signed, forked):
    """Each forged file is sound in itself under the operator's published key: what finds it is what people keep."""
    assert again != unsigned.replay
    assert passes(forging.judged(unsigned, again))
    # of a file without its end nobody can say that it is whole, and nothing in it is false
    assert passes(forging.judged(signed, cut(signed)), "INCOMPLETE")
    for shown in forked:
        assert passes(forging.judged(shown, shown.replay))
    assert REGISTER in LIMITS
    assert REGISTER in forging.judged(unsigned, again).limits


def test_the_stolen_keys_do_what_they_can(signed, again_with_stolen_keys):
    """With the keys of everybody a signed game is remade as well as an unsigned one."""
    assert passes(forging.judged(signed, again_with_stolen_keys))


# -- remade


REMADE = ["unsigned", "stolen"]


@pytest.fixture
def remade(request, unsigned, again, signed, again_with_stolen_keys):
    """The game as it was, and as it was played again."""
    return {"unsigned": (unsigned, again), "stolen": (signed, again_with_stolen_keys)}[request.param]


@pytest.mark.parametrize("remade", REMADE, indirect=True)
@pytest.mark.parametrize("seat", [0, 1])
def test_remade_by_wallet(remade, seat):
    """Each player's wallet shows it from the first entry on, with what was replaced."""
    victims, file = remade
    report = forging.judged(victims, file, victims.wallets[seat])
    assert (report.result, report.primary.code, report.primary.seq) == ("FAIL", "RECEIPT_NOT_IN_LOG", 1)
    assert forging.codes(report) >= {"OPENING_REPLACED", "CONTRIBUTION_REPLACED", "REGISTRY_MISMATCH"}


@pytest.mark.parametrize("remade", REMADE, indirect=True)
def test_remade_by_a_receipt_of_the_opponent(remade):
    """One receipt is enough, whoever hands it in."""
    victims, file = remade
    report = forging.judged(victims, file, victims.receipt)
    assert (report.result, report.primary.code) == ("FAIL", "RECEIPT_NOT_IN_LOG")


@pytest.mark.parametrize("remade", REMADE, indirect=True)
def test_remade_by_the_register(remade, tmp_path):
    """The register has the first opening: a file of another, a second opening, an own proof, each is told."""
    victims, file = remade
    assert forging.told(forging.watched(victims, victims.register, files={"game.replay": file})) == {"GAME_REMADE"}
    assert "REGISTRY_MISMATCH" in forging.codes(forging.judged(victims, file, register=victims.register))
    register = open_register(str(victims.register))
    opening = forging.opening_of(victims, file)
    twice = forging.grown_again(register, victims.keys, more=[opening])
    place = forging.write_register(twice, victims.keys, tmp_path / "twice")
    assert "GAME_REMADE" in forging.told(forging.watched(victims, place))
    # with the first opening's proof in the file
    first = forging.carried(twice, victims.keys, (0, index_of(register, GameOpened)))
    assert "REGISTRY_MISMATCH" in forging.codes(forging.judged(victims, forging.with_register(file, first)))


@pytest.mark.parametrize("remade", REMADE, indirect=True)
def test_remade_with_its_register(remade, tmp_path):
    """A register grown anew for the remade game passes by itself; a kept look at it, or a wallet, shows two."""
    victims, file = remade
    state = tmp_path / "state"
    assert not forging.watched(victims, victims.register, state=state).noticed
    register = open_register(str(victims.register))
    opening, end = forging.opening_of(victims, file), forging.ending_of(victims, file)
    anew = forging.grown_again(register, victims.keys, without=victims.game, more=[opening, end])
    place = forging.write_register(anew, victims.keys, tmp_path / "anew")
    assert not forging.watched(victims, place).noticed
    assert forging.watched(victims, place, state=state).status == FORGED
    for wallet in victims.wallets.values():
        found = forging.watched(victims, place, wallets=[wallet])
        assert (found.status, forging.told(found)) == (FORGED, {"REGISTRY_MISMATCH", "GAME_REMADE"})
        assert "REGISTRY_MISMATCH" in forging.codes(forging.judged(victims, file, wallet, register=place))


def index_of(register, kind):
    return next(at for at, leaf in enumerate(register.leaves) if isinstance(leaf.body, kind))


# -- dropped


@pytest.fixture
def without(unsigned, tmp_path):
    """The register grown anew without the game, which is nowhere any more."""
    register = open_register(str(unsigned.register))
    made = forging.grown_again(register, unsigned.keys, without=unsigned.game)
    return forging.write_register(made, unsigned.keys, tmp_path / "without")


def test_dropped_by_wallet(unsigned, without):
    """A player's wallet proves that the game was registered; the register that lacks it has lied."""
    for wallet in unsigned.wallets.values():
        found = forging.watched(unsigned, without, wallets=[wallet])
        assert (found.status, forging.told(found)) == (FORGED, {"REGISTRY_MISMATCH", "GAME_MISSING"})


def test_dropped_by_a_receipt_of_the_opponent(unsigned, without):
    """One receipt, whose head the log key has signed, names a game that the register lacks."""
    assert forging.told(forging.watched(unsigned, without, wallets=[unsigned.receipt])) == {"GAME_MISSING"}


def test_dropped_by_the_register(unsigned, without, tmp_path):
    """A game without an end is told after its time; one that has gone from the register, to whoever looked before."""
    register = open_register(str(unsigned.register))
    ends = [row for row, leaf in zip(register.data, register.leaves, strict=True) if is_end(leaf.body)]
    made = forging.grown_again(register, unsigned.keys, without=ends[0])
    open_ = forging.write_register(made, unsigned.keys, tmp_path / "open")
    assert forging.told(forging.watched(unsigned, open_)) == set()
    assert forging.told(forging.watched(unsigned, open_, later=3 * kit.DAY_MS)) == {"GAME_ABANDONED"}
    found = forging.watched(unsigned, unsigned.register, files={}, whole=True)
    assert forging.told(found) == {"GAME_MISSING"}
    state = tmp_path / "state"
    forging.watched(unsigned, unsigned.register, state=state)
    assert forging.watched(unsigned, without, state=state).status == FORGED


def is_end(body):
    return isinstance(body, GameEnded | GameVoided)


# -- cut


@pytest.fixture(scope="module", params=["unsigned", "signed"])
def shortened(request, unsigned, signed):
    """The game as it was, and cut before its last moves."""
    victims = {"unsigned": unsigned, "signed": signed}[request.param]
    return victims, cut(victims)


@pytest.mark.parametrize("seat", [0, 1])
def test_cut_by_wallet(shortened, seat):
    """A wallet has a signed head from after the end of the file."""
    victims, file = shortened
    report = forging.judged(victims, file, victims.wallets[seat])
    assert (report.result, report.primary.code) == ("FAIL", "TRUNCATED_LOG")


def test_cut_by_a_receipt_of_the_opponent(shortened):
    """The last receipt of the other player is enough."""
    victims, file = shortened
    report = forging.judged(victims, file, kit.receipt_of(victims.wallets[1], last=True))
    assert (report.result, report.primary.code) == ("FAIL", "TRUNCATED_LOG")


def test_cut_by_the_register(shortened):
    """The register has the number of entries at the end."""
    victims, file = shortened
    assert forging.told(forging.watched(victims, victims.register, files={"game.replay": file})) == {"GAME_CUT"}
    assert "TRUNCATED_LOG" in forging.codes(forging.judged(victims, file, register=victims.register))


def test_cut_in_the_register_too(signed, tmp_path):
    """An end that was entered too early is told by a wallet that has a head from after it."""
    register, file = open_register(str(signed.register)), cut(signed)
    end = next(row for row, leaf in zip(register.data, register.leaves, strict=True) if is_end(leaf.body))
    made = forging.grown_again(register, signed.keys, without=end, more=[forging.ending_of(signed, file)])
    place = forging.write_register(made, signed.keys, tmp_path / "register")
    assert forging.told(forging.watched(signed, place)) == set()
    assert forging.told(forging.watched(signed, place, wallets=[signed.wallets[0]])) == {"GAME_CUT"}


# -- forked


@pytest.mark.parametrize("shown", [0, 1])
def test_forked_by_wallet(forked, shown):
    """Whichever history is published, the wallet of who was shown the other proves it, and both prove the fork."""
    wallets = forked.first.wallets[0], forked.second.wallets[1]
    file = forked[shown].replay
    report = forging.judged(forked.first, file, wallets[1 - shown])
    assert (report.result, report.primary.code) == ("FAIL", "RECEIPT_NOT_IN_LOG")
    assert "FORKED_LOG" in forging.codes(forging.judged(forked.first, file, *wallets))


def test_forked_by_a_receipt_of_the_opponent(forked, tmp_path, capsys):
    """Two players who exchange receipts see it without the service, and the audit by one receipt."""
    for name, data in (("red", forked.first.wallets[0]), ("blue", forked.second.wallets[1])):
        (tmp_path / name).write_bytes(data)
    capsys.readouterr()
    assert main(["wallet", "check", str(tmp_path / "red"), str(tmp_path / "blue")]) == 2
    assert "the log was forked, and both receipts prove it" in capsys.readouterr().out
    report = forging.judged(forked.first, forked.first.replay, forked.second.receipt)
    assert forging.codes(report) & {"RECEIPT_NOT_IN_LOG", "TRUNCATED_LOG"}


def test_forked_by_the_register(forked, tmp_path):
    """The register has one end, and the file of the other history another; two ends of one game are told."""
    first, second = forked
    for register, other in ((first, second), (second, first)):
        found = forging.watched(first, register.register, files={"game.replay": other.replay})
        assert forging.told(found) & {"GAME_REMADE", "GAME_CUT"} or forging.codes(
            forging.judged(first, other.replay, register=register.register)
        ) & {"REGISTRY_MISMATCH"}
    read = open_register(str(first.register))
    both = forging.grown_again(read, first.keys, more=[forging.ending_of(second, second.replay)])
    place = forging.write_register(both, first.keys, tmp_path / "both")
    assert forging.told(forging.watched(first, place)) == {"GAME_ENDED_TWICE"}


def test_two_registers_of_a_forked_game(forked):
    """The monitors of two players, who compare what they have read, hold two roots of one register."""
    one, other = (open_register(str(shown.register)) for shown in forked)
    assert one.checkpoint.size == other.checkpoint.size
    assert one.checkpoint.root != other.checkpoint.root
    assert one.vkey == other.vkey
