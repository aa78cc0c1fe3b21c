"""Games that went back: the kept ones, and one on a service."""

import asyncio
import json

import pytest

from adjudicator_client import Key, NotProven, RandomPlayer, Refused, Seat, Stale, Step, rewound, void_entries
from adjudicator_client.contract.wargame.v1.referee_pb2 import DESCRIPTOR as REFEREE
from adjudicator_client.contract.wargame.v1.rewinds_pb2 import REWIND_DICE_FRESH, Rewind
from adjudicator_client.contract.wargame.v1.rulings_pb2 import AddNote, Grounds
from adjudicator_client.proof import games, records
from adjudicator_client.proof.mpint import decode, encode
from adjudicator_client.proof.receipts import Kept

GAMES = ("agreed", "ruled")
WHY = Grounds(reason="the wrong modifier")


@pytest.fixture
def kept(vectors):
    """The kept games by name, and the openings."""
    return json.loads((vectors / "rewind_vectors.json").read_text())


def game_of(kept, name):
    return next(game for game in kept["games"] if game["name"] == name)


def read(game, copies=None):
    """Read the records of a kept game, or of a changed one."""
    found = []
    for seq, row in enumerate(game["entries"], 1):
        opened = (
            [records.Opening(*part) for part in decode(bytes.fromhex(row["openings"]))] if "openings" in row else []
        )
        data = copies[seq - 1] if copies else bytes.fromhex(row["record"])
        found.append(records.read_record(data, bytes.fromhex(game["game"]), seq, opened))
    return found


def changed(game, change):
    """Set one value, and make the chain good again behind it."""
    rows = [decode(bytes.fromhex(row["record"])) for row in game["entries"]]
    holder = rows[change["entry"] - 1]
    for place in change["path"][:-1]:
        holder = holder[place]
    holder[change["path"][-1]] = change["value"]
    before, made = bytes(32), []
    for row in rows:
        row[3] = before
        made.append(encode(row))
        before = records.entry_hash(made[-1])
    return made


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_verifies(kept, name):
    """Every die, those that were used once more among them; and what is void."""
    game = game_of(kept, name)
    found = read(game)
    last = found[-1]
    proof = games.verify_game(found, [Kept(last.seq, last.hash, game["note"])], game["verify_key"])
    assert (proof.dice, proof.void, proof.head.hex()) == (game["dice"], len(game["void"]), game["entries"][-1]["hash"])
    assert void_entries(found) == game["void"]
    assert games.settings_digest(found[0].values).hex() == game["settings"]


def test_void_entries_of_every_stretch(kept):
    """What stands follows from the rewinds up to there: a rewind that is itself void makes nothing void."""
    game = game_of(kept, "ruled")
    found, rewinds = read(game), dict(game["rewinds"])
    for size in range(1, len(found) + 1):
        path, seq = set(), size
        while seq:
            path.add(seq)
            seq = rewinds.get(seq, seq) - 1
        assert void_entries(found[:size]) == [seq for seq in range(1, size + 1) if seq not in path]


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_kept_game_is_told(kept, name):
    """Each change by its name and at its entry, where the chain was made good again behind it."""
    game = game_of(kept, name)
    assert len(game["changes"]) > 10
    for change in game["changes"]:
        found = read(game, changed(game, change))
        verify = void_entries if change["check"] == "REWIND_INVALID" else games.verify_dice
        with pytest.raises(NotProven) as caught:
            verify(found)
        assert (caught.value.check, caught.value.seq) == (change["check"], change["at"]), change["name"]


def test_openings_of_every_edition_have_their_digest(kept):
    """What later editions append counts from the end up to the last value that says something."""
    for row in kept["openings"]:
        assert games.settings_digest(decode(bytes.fromhex(row["opening"]))).hex() == row["settings"], row["name"]


@pytest.fixture
async def table(service):
    """A signed game with a referee in which a seat is asked; its sides, and the last command of play."""
    seats = [Seat("red", Key.new()), Seat("blue", Key.new())]
    opened = await service.open("grinding_annihilation", seats, referee=True)
    red, blue, referee = opened.seat(0), opened.seat(1), opened.referee()
    await asyncio.gather(red.join(), blue.join())
    players = [RandomPlayer(game, 5) for game in (referee, red, blue)]
    steps: list[Step] = []
    while len(steps) < 4 or not await seat_asked(red, blue):
        steps += [step for player in players if (step := await player.step())]
    return opened, red, blue, referee, steps[-1].seq


async def seat_asked(*games):
    """Give the first of these sides that is asked something, and its offers."""
    seen = [(game, await game.offers()) for game in games]
    return next(((game, offers) for game, offers in seen if offers.offers), None)


async def test_a_referee_goes_back(table):
    """The ruling stands in the log as it was given, with the head that the referee saw; watchers are told."""
    opened, red, _, referee, last = table
    await referee.offers()
    seen = referee.head
    reply = await referee.give(Rewind(grounds=WHY, to=last, dice=REWIND_DICE_FRESH))
    assert reply.DESCRIPTOR.full_name == "wargame.v1.Acknowledged"
    entries = [entry async for entry in opened.spectator().read(after=last)]
    assert [(entry.command, entry.seq) for entry in entries] == [("Rewind", last + 1)]
    assert decode(entries[0].record)[6][1] == seen
    watched = await anext(red.watch(after=last))
    back = rewound(watched)
    assert (watched.seq, back.to, list(back.voids), list(back.learnt)) == (last + 1, last, [last], [])
    assert await red.void_entries() == await opened.spectator().void_entries() == [last]
    assert rewound(await anext(red.read(after=last - 1))) is None
    assert (await red.verify()).void == 1


async def test_a_command_from_before_a_rewind_is_stale(table):
    """It is told once, with what went back; nothing is repeated, and after a look a command goes through."""
    _, red, blue, referee, last = table
    game, offers = await seat_asked(red, blue)
    command = await game.make(offers.offers[0], RandomPlayer(game, 1).answer)
    with pytest.raises(Stale) as caught:  # neither may a referee rule on what was not seen
        await referee.give(Rewind(grounds=WHY, to=last))
    assert caught.value.rewinds == {}
    await referee.offers()
    await referee.give(Rewind(grounds=WHY, to=last))
    for _ in range(2):
        with pytest.raises(Stale) as caught:
            await game.give(command)
        stale = caught.value
        assert (stale.reason, stale.path, stale.rewinds) == ("stale-head", "header.head", {last + 1: last})
        assert stale.seq == last + 1
    assert await game.void_entries() == [last]
    assert (await game.facts()).receipt.seq == last + 1
    players = [RandomPlayer(side, 1) for side in (red, blue, referee)]
    steps = [step for player in players if (step := await player.step())]
    assert steps[0].seq == last + 2


async def test_who_has_not_looked_looks_first(table, service):
    """A referee's command never goes out without a head."""
    opened, _, _, _, last = table
    stranger = service.game(opened.game, token=opened.token(2), key=opened.keys["referee"])
    await stranger.give(AddNote(grounds=Grounds(reason="a table is wet")))
    entry = await anext(opened.spectator().read(after=last))
    assert decode(entry.record)[6][1] == entry_before(await anext(opened.spectator().read(after=last - 1)))


def entry_before(entry):
    return entry.hash


async def test_every_command_of_the_referee_is_given(table):
    """Each method of the service takes its message, whatever is said of it: none is unknown to the client."""
    _, _, _, referee, _ = table
    methods = REFEREE.services_by_name["Referee"].methods
    assert len(methods) >= 4
    for method in methods:
        service, found = await referee._method(method.input_type.name)
        assert (service, found.name) == ("wargame.v1.Referee", method.name)
    await referee.offers()
    with pytest.raises(Refused, match=r"WG-RULE-01 reason-missing"):
        await referee.give(AddNote(grounds=Grounds()))
