import hashlib

import msgpack
import msgspec
import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE
from adjudicator.kernel.dice.wgdice import REFEREE_STREAM, Roll
from adjudicator.kernel.messages import DisputeFact
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.mpint import decode
from adjudicator.kernel.record.record import (
    COMMAND_PART,
    REST_PART,
    Actor,
    EntryMetadata,
    commitment,
    decoder,
    draft,
    in_order,
    open_record,
    read_opened_parts,
)
from adjudicator.kernel.record.visibility import Mask
from tests.kernel.fixtures import TOY, changed, turn
from tests.kit import GAME
from tests.toy.model.messages import ActionSpent, AmbushLaid, EndTurn, LayAmbush, MarchPlotted, TurnEnded

ID, HEAD, PREV = b"\xaa" * 16, b"\xbb" * 32, b"\xcc" * 32
SPENT = (ActionSpent(seat=0), ("TOY-2.1-01",))
LAID = (AmbushLaid(seat=0, ambush="a7", place="north", strength=5), ("TOY-2.7-01",))
OTHER = (AmbushLaid(seat=1, ambush="a8", place="west", strength=1), ("TOY-2.7-01",))
PLOTTED = (MarchPlotted(seat=1, heading="east", entry=7), ("TOY-1.2-02", "WG-ASK-02"))
OPEN = Roll(0, 0, 300, 6, (4,), "noise", 0)
HIDDEN = Roll(1, 0, 0, 6, (5,), "ambush", 0)
GOLDEN = (
    "9c01c410000102030405060708090a0b0c0d0e0f07c420cccccccccccccccccc"
    "cccccccccccccccccccccccccccccccccccccccccccccccf0000018bcfe56800"
    "930300a17294c410aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac420bbbbbbbbbbbb"
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb92a94c617941"
    "6d62757368c0c420c4551c5acdb456c172b01dbfaeb077977b38ae01ed4a6fc4"
    "1ed373ad1a28571bc091970000cd012c069104a56e6f69736500929292ab4163"
    "74696f6e5370656e740091aa544f592d322e312d30319294ac4d61726368506c"
    "6f7474656401c00792aa544f592d312e322d3032a957472d41534b2d30329292"
    "00c4200869c3626921eb9c16aab0be2f36de77e63ef6949822074abf54940637"
    "5f75369201c420dce5f769351e0770a32c79645dec350f6ab2ace59ffba81284"
    "eec35ee4bc41a292c42001010101010101010101010101010101010101010101"
    "01010101010101010101c0"
)
GOLDEN_HASH = "705ab1e9f865dc1bcb81363e3a07d2ffe59ac1b6951dc9694968b5dfbc94b27a"
TIME = 1_700_000_000_000


def salts():
    """Fresh salts, each its number."""
    numbers = iter(range(1, 100))
    return lambda: next(numbers).to_bytes(32, "big")


def ids(salt=None, head=HEAD):
    return EntryMetadata(GAME, PREV, TIME, Actor(3, 0, "r"), ID, head, None, salt)


def made(events=(SPENT, LAID, PLOTTED), rolls=(OPEN, HIDDEN), command=None, salt=None, rules=TOY):
    said = command or LayAmbush(place="north")
    return draft(rules, ids(salt), 7, said, list(events), list(rolls), 2, (b"\x01" * 32, None), salts())


def sealed(owner, part, number, data):
    """The commitment of a sealed part, worked out by hand."""
    salt = number.to_bytes(32, "big")
    return hashlib.sha256(b"wglog/1/sealed\0" + GAME + bytes([owner, part]) + ID + salt + data).digest()


def by_hand():
    """The entry as its format says, packed by another library."""
    secret = msgpack.packb(["north"])
    red = msgpack.packb(
        [[], [[1, [["AmbushLaid", 0, "a7", "north", 5], ["TOY-2.7-01"]]]], [[1, 0, 0, 6, [5], "ambush", 0]]]
    )
    blue = msgpack.packb([[[1, ["east"]]], [], []])
    record = [
        1,
        GAME,
        7,
        PREV,
        TIME,
        [3, 0, "r"],
        [ID, HEAD, ["LayAmbush", None], sealed(0, 0, 1, secret)],
        None,
        [[0, 0, 300, 6, [4], "noise", 0]],
        [[["ActionSpent", 0], ["TOY-2.1-01"]], [["MarchPlotted", 1, None, 7], ["TOY-1.2-02", "WG-ASK-02"]]],
        [[0, sealed(0, 1, 2, red)], [1, sealed(1, 1, 3, blue)]],
        [b"\x01" * 32, None],
    ]
    openings = [
        [0, 0, (1).to_bytes(32, "big"), secret],
        [0, 1, (2).to_bytes(32, "big"), red],
        [1, 1, (3).to_bytes(32, "big"), blue],
    ]
    return msgpack.packb(record), msgpack.packb(openings)


def test_the_bytes_of_an_entry():
    """An entry with a secret command, partly and wholly secret events and a hidden throw has exactly these bytes."""
    entry = made()
    record, openings = by_hand()
    assert entry.data.hex() == record.hex()
    assert entry.sealed_bytes() == openings
    assert entry.data.hex() == GOLDEN
    assert entry_hash(entry.data).hex() == GOLDEN_HASH


def test_nothing_hidden_stands_in_the_record():
    """Neither the command's secret, nor a secret field, nor a hidden event or throw is in what everybody gets."""
    for secret in (b"north", b"east", b"AmbushLaid", b"ambush", b"TOY-2.7-01"):
        assert secret not in made().data


@pytest.mark.parametrize("owners", [(0, 1), (0,), (1,), ()])
def test_openings_do_not_change_the_entry(owners):
    """Whoever has which openings, the entry and its hash are the same, and he reads what is his."""
    entry = made()
    record = decoder(TOY).decode(entry.data)
    mine = tuple(opening for opening in entry.openings if opening.owner in owners)
    opened = open_record(TOY, record, mine)
    assert entry_hash(msgspec.msgpack.encode(record)) == entry_hash(entry.data)
    assert opened.whole == (owners == (0, 1))
    assert opened.command == LayAmbush(place="north" if 0 in owners else None)
    plot = PLOTTED if 1 in owners else (MarchPlotted(seat=1, heading=None, entry=7), PLOTTED[1])
    assert opened.events == ((SPENT, LAID, plot) if 0 in owners else (SPENT, plot))
    assert opened.rolls == ((OPEN, HIDDEN) if 0 in owners else (OPEN,))


def test_every_opening_fits_its_commitment():
    """What is stored beside a record opens the commitments in it."""
    entry = made()
    assert read_opened_parts(entry.sealed_bytes()) == entry.openings
    given = [(opening.owner, opening.part, commitment(GAME, ID, opening)) for opening in entry.openings]
    assert given[0] == (0, COMMAND_PART, entry.record.command.seal)
    assert [(owner, digest) for owner, part, digest in given if part == REST_PART] == list(entry.record.sealed)


def test_whether_there_is_a_part_tells_nothing():
    """A marked command seals a part for every seat, also where there is no secret; another command seals none."""
    quiet = made(events=(SPENT,), rolls=())
    assert [owner for owner, _ in quiet.record.sealed] == [owner for owner, _ in made().record.sealed] == [0, 1]
    assert [opening.data for opening in quiet.openings[1:]] == [b"\x93\x90\x90\x90"] * 2
    plain = made(events=(SPENT,), rolls=(OPEN,), command=EndTurn())
    assert (plain.record.sealed, plain.record.command.seal, plain.sealed_bytes()) == ((), None, None)
    assert read_opened_parts(None) == ()


@pytest.mark.parametrize(("events", "rolls"), [((LAID,), ()), ((PLOTTED,), ()), ((), (HIDDEN,))])
def test_a_secret_needs_the_mark(events, rolls):
    """A secret in an entry whose command is not marked is a fault of the ruleset."""
    with pytest.raises(AssertionError, match="EndTurn is not marked `seals`"):
        made(events=events, rolls=rolls, command=EndTurn())


def test_the_kernel_may_hold_secrets():
    """An entry of a kernel command holds the secrets that it sets off."""
    entry = made(command=DisputeFact(fact="f", value="v"))
    assert open_record(TOY, entry.record, entry.openings).events == (SPENT, LAID, PLOTTED)
    assert entry.record.command.seal is None


def test_a_seat_may_bring_its_salt():
    """A seat that signs makes the salt of its command's seal itself; all other salts are the service's."""
    entry = made(salt=b"\x77" * 32)
    assert [opening.salt[0] for opening in entry.openings] == [0x77, 0, 0]


def test_a_secret_for_everybody_is_none():
    """An event whose owner is everyone stands in the record as it is."""
    shown = (AmbushLaid(seat=EVERYONE, ambush="a7", place="north", strength=5), ("TOY-2.7-01",))
    entry = made(events=(shown,), rolls=())
    assert open_record(TOY, entry.record, ()).events == (shown,)


def test_the_referee_may_own_a_secret():
    """Hidden dice of the table belong to the referee, in a part of his that is there whether it is empty or not."""
    rules = changed(referee_secrets=True)
    fog = Roll(REFEREE_STREAM, 0, 0, 6, (2,), "fog", 255)
    entry = made(events=(), rolls=(fog,), rules=rules)
    empty = made(events=(), rolls=(), rules=rules)
    assert [owner for owner, _ in empty.record.sealed] == [0, 1, REFEREE]
    with pytest.raises(AssertionError, match="seals_for_referee"):
        made(events=(), rolls=(fog,))
    assert [owner for owner, _ in entry.record.sealed] == [0, 1, REFEREE]
    assert (
        open_record(TOY, entry.record, [opening for opening in entry.openings if opening.owner == REFEREE]).rolls[0].why
        == "fog"
    )


def test_order_of_events_survives():
    """Events of several owners, whole, partly secret and open, come back in their order."""
    for events in ((LAID, SPENT, OTHER), (LAID, OTHER, PLOTTED, SPENT, LAID), (SPENT, LAID, OTHER), (LAID, LAID)):
        entry = made(events=events)
        assert open_record(TOY, decoder(TOY).decode(entry.data), entry.openings).events == events
        assert in_order(TOY, events) == list(events)


def test_owners_in_one_gap_stand_in_order():
    """Hidden events that no public one parts come back by owner, each owner's in his own order, as `in_order` says."""
    later = (AmbushLaid(seat=1, ambush="a9", place="north", strength=2), ("TOY-2.7-01",))
    shown = (AmbushLaid(seat=EVERYONE, ambush="a1", place="east", strength=3), ("TOY-2.7-01",))
    events = (later, LAID, OTHER, PLOTTED, OTHER, LAID, shown, LAID)
    due = (LAID, later, OTHER, PLOTTED, LAID, OTHER, shown, LAID)
    entry = made(events=events)
    assert open_record(TOY, entry.record, entry.openings).events == due
    assert open_record(TOY, entry.record, entry.openings[::-1]).events == due
    assert in_order(TOY, events) == list(due)
    assert made(events=due) == entry


@pytest.mark.parametrize("events", [(LAID, OTHER, SPENT), (SPENT, LAID, OTHER), (OTHER, LAID, PLOTTED, OTHER, SPENT)])
@pytest.mark.parametrize(("owner", "others"), [(0, OTHER), (1, LAID)])
def test_a_part_tells_of_no_other(events, owner, others):
    """What a seat can read of an entry is the same whether or not another seat's hidden events stand in it."""
    alone = tuple(row for row in events if row != others)
    both, one = (readable(made(events=row, rolls=()), owner) for row in (events, alone))
    assert both == one
    assert {event.seat for event, _ in both[2] if isinstance(event, AmbushLaid)} == {owner}


def readable(entry, owner):
    """All of an entry that one seat can read, its commitments left out."""
    own = [opening for opening in entry.openings if opening.owner == owner]
    record = msgspec.structs.replace(entry.record, sealed=tuple(row for row, _ in entry.record.sealed))
    return msgspec.msgpack.encode(record), [row.data for row in own], open_record(TOY, entry.record, own).events


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((6, 2), ["Teleport"]),
        ((6, 2), ["EndTurn", 1]),
        ((9, 0, 0), ["Blown", 1]),
        ((9, 0, 0), ["ActionSpent", 0, 1]),
        ((9, 0, 0), ["ActionSpent", "0"]),
        ((6, 2), ["ActionSpent", 0]),
        ((9, 0, 0), ["EndTurn"]),
    ],
)
def test_unknown_kinds_stop_the_fold(place, value):
    """A kind, a field too many or a value of another type that this build does not know is an error, never dropped."""
    record = decode(made().data)
    row = record
    for step in place[:-1]:
        row = row[step]
    row[place[-1]] = value
    with pytest.raises(msgspec.ValidationError):
        decoder(TOY).decode(msgpack.packb(record))


def test_unknown_kinds_in_a_sealed_part_stop_the_fold():
    """A kind that this build does not know is an error in a sealed part too."""
    entry = made()
    raw = msgspec.structs.replace(entry.openings[1], data=msgpack.packb([[], [[0, [["Blown", 1], ["x"]]]], []]))
    with pytest.raises(ValueError, match="unknown event Blown"):
        open_record(TOY, entry.record, [raw])


def test_a_longer_record_is_refused():
    """A record with a field more than this format has is an error."""
    record = decode(made().data)
    with pytest.raises(msgspec.ValidationError):
        decoder(TOY).decode(msgpack.packb([*record, 1]))


class Way(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    points: tuple[tuple[int, int], ...]
    mark: bytes


class Plotted(Struct, tag="Plotted", frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    seat: int
    way: Way | None = None


def test_secrets_may_have_parts():
    """A secret value may be a message of its own, with lists and bytes."""
    rules = changed(
        reducers={**TOY.reducers, Plotted: lambda *_: None}, masks={**TOY.masks, Plotted: Mask(owner=0, secret=(1,))}
    )
    ruled = (Plotted(seat=1, way=Way(((1, 2), (3, 4)), b"\x00\xff")), ("x",))
    entry = made(events=(ruled,), rules=rules)
    assert open_record(rules, decoder(rules).decode(entry.data), entry.openings).events == (ruled,)


def test_a_chain_of_entries():
    """Every record names the hash of the one before it, its own number and a time that does not go back."""
    table = turn()
    table.play(("red", EndTurn()))
    records = [decode(row.data) for row in table.drafts]
    assert [record[2] for record in records] == list(range(1, len(records) + 1))
    assert [record[3] for record in records[1:]] == [entry_hash(row.data) for row in table.drafts[:-1]]
    assert records[0][3] == bytes(32)
    assert table.drafts[-1].record.events[0] == (TurnEnded(seat=0), ("TOY-1.3-02",))
