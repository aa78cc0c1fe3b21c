import pytest

from adjudicator.kernel.chain import entry_hash
from adjudicator.kernel.dice import PUBLIC
from adjudicator.kernel.docket import ZERO_HEAD, Docket
from adjudicator.kernel.messages import ConfirmResult, Reveal
from adjudicator.kernel.parties import REFEREE
from tests.kernel.games import TOY, turn
from tests.kit import GAME, MINUTE, SECRET, Table
from tests.toy.messages import Concede, DrawToken, EndTurn, LayAmbush


def test_before_the_first_entry():
    """A docket begins at entry 0 with a head of zero bytes, without seats, and with steps that happen by themselves."""
    docket = Docket(GAME)
    assert (docket.seq, docket.head, docket.seats) == (0, ZERO_HEAD, ())
    assert (docket.referee, docket.reported, docket.automatic) == (False, False, True)
    with pytest.raises(LookupError, match="not open"):
        _ = docket.opened


def test_what_the_opening_says():
    """Seats, referee, dice and pace are those of the opening."""
    docket = Table(TOY, referee=True, reported=True, pace="step").docket
    assert docket.seats == ("red", "blue")
    assert (docket.referee, docket.reported, docket.automatic) == (True, True, False)


def test_every_entry_counts():
    """The docket counts entries, keeps their hashes, times and command ids, and who spoke last."""
    table = turn()
    table.wait(5).when("red", EndTurn())
    docket = table.docket
    assert docket.seq == len(table.drafts) == len(docket.times)
    assert docket.head == entry_hash(table.drafts[-1].data)
    assert docket.hashes[entry_hash(table.drafts[0].data)] == 1
    assert docket.answered[(3).to_bytes(16, "big")] == 3
    assert docket.time_of(docket.seq) - docket.time_of(docket.seq - 1) == 5_000
    assert docket.time_of(1) == MINUTE
    assert docket.last_by == {REFEREE: 2, 0: 5, 1: 4}


def test_cursors_count_dice_of_every_stream():
    """Cursors stand after the last die of every stream, hidden ones too."""
    table = turn([1, 6, 6])
    assert table.docket.cursors == {PUBLIC: 2}
    table.play(("red", DrawToken()), ("red", LayAmbush(place="north")), ("red", LayAmbush(place="east")))
    assert table.docket.cursors == {PUBLIC: 3, 1: 2}


def test_what_was_opened():
    """The docket knows from which entry on the commands of others are open."""
    table = turn()
    assert table.docket.unsealed == {3: 4, 4: 4}


def test_the_end_is_kept():
    """Result, close, confirmations and the secret are kept with their entries."""
    table = turn()
    table.play(("red", Concede()))
    docket = table.docket
    assert docket.result is not None
    assert docket.result.winners == (1,)
    assert (docket.finished, docket.confirmed, docket.secret) == (docket.seq, {}, None)
    table.play(("red", ConfirmResult()), ("blue", ConfirmResult()), ("table", Reveal(secret=SECRET)))
    assert docket.confirmed == {0: docket.seq - 2, 1: docket.seq - 1}
    assert docket.secret == SECRET
