import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice.wgdice import PUBLIC
from adjudicator.kernel.messages import Concede, ConfirmResult, Reveal
from adjudicator.kernel.protocol.protocol_state import ZERO_HEAD, ProtocolState
from adjudicator.kernel.record.chain import entry_hash
from tests.kernel.fixtures import TOY, turn
from tests.kit import GAME, MINUTE, SECRET, Table
from tests.toy.model.messages import DrawToken, EndTurn, LayAmbush


def test_before_the_first_entry():
    """A game begins at entry 0 with a head of zero bytes, without seats, and with steps that happen by themselves."""
    protocol = ProtocolState(GAME)
    assert (protocol.seq, protocol.head, protocol.seats) == (0, ZERO_HEAD, ())
    assert (protocol.referee, protocol.reported, protocol.automatic) == (False, False, True)
    with pytest.raises(LookupError, match="not open"):
        _ = protocol.terms


def test_what_the_opening_says():
    """Seats, referee, dice and pace are those of the opening."""
    protocol = Table(TOY, referee=True, reported=True, pace="step").protocol
    assert protocol.seats == ("red", "blue")
    assert (protocol.referee, protocol.reported, protocol.automatic) == (True, True, False)


def test_every_entry_counts():
    """The protocol state counts entries, keeps their hashes, times and command ids, and who spoke last."""
    table = turn()
    table.wait(5).when("red", EndTurn())
    protocol = table.protocol
    assert protocol.seq == len(table.drafts) == len(protocol.times)
    assert protocol.head == entry_hash(table.drafts[-1].data)
    assert protocol.hashes[entry_hash(table.drafts[0].data)] == 1
    assert protocol.answered[(3).to_bytes(16, "big")] == 3
    assert protocol.time_of(protocol.seq) - protocol.time_of(protocol.seq - 1) == 5_000
    assert protocol.time_of(1) == MINUTE
    assert protocol.last_by == {REFEREE: 2, 0: 5, 1: 4}


def test_cursors_count_dice_of_every_stream():
    """Cursors stand after the last die of every stream, hidden ones too."""
    table = turn([1, 6, 6])
    assert table.protocol.cursors == {PUBLIC: 2}
    table.play(("red", DrawToken()), ("red", LayAmbush(place="north")), ("red", LayAmbush(place="east")))
    assert table.protocol.cursors == {PUBLIC: 3, 1: 2}


def test_what_was_opened():
    """The protocol state knows from which entry on the commands of others are open."""
    table = turn()
    assert table.protocol.unsealed == {3: 4, 4: 4}


def test_the_end_is_kept():
    """Result, close, confirmations and the secret are kept with their entries."""
    table = turn()
    table.play(("red", Concede()))
    protocol = table.protocol
    assert protocol.result is not None
    assert protocol.result.winners == (1,)
    assert (protocol.finished, protocol.confirmed, protocol.secret) == (protocol.seq, {}, None)
    table.play(("red", ConfirmResult()), ("blue", ConfirmResult()), ("table", Reveal(secret=SECRET)))
    assert protocol.confirmed == {0: protocol.seq - 2, 1: protocol.seq - 1}
    assert protocol.secret == SECRET
