"""Names of what is hidden bear a mark that must be in nothing that is sent to the other side."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.rulesets.hex_orders.model import messages
from adjudicator.rulesets.hex_orders.model.messages import LoadArmyList, PlaceHiddenToken
from adjudicator.rulesets.hex_orders.model.state import on_board
from adjudicator.rulesets.hex_orders.reports import views
from tests.conformance.driver import SplitDice
from tests.rulesets.hex_orders.fixtures import infantry, price, rules
from tests.rulesets.hex_orders.random_boards import MARKER, World, marker_of, random_message, silent_command, words_in
from tests.rulesets.hex_orders.secrets.steps import Pair, sent_to
from tests.rulesets.hex_orders.setup.full_lists import UNITS, full_army, full_list, terms_of
from tests.rulesets.hex_orders.setup.steps import huge

OTHERS = {0: (1, SPECTATOR, REFEREE), 1: (0, SPECTATOR, REFEREE)}
MOST = 60
MODES: tuple[dict[str, Any], ...] = ({}, {"hidden_reveal": "spot_only"}, {"open_orders": True})


def bytes_sent_to(world, viewer):
    """Write down everything that a viewer is sent after an entry, as bytes."""
    found = sent_to(world, viewer)
    words = (found["view"], found["offers"], found["windows"])
    rest = (str(found["events"]).encode(), *(data for _, _, data in found["own"]))
    return b"".join((found["record"], *map(json.encode, words), *rest))


def refusals_of(world, viewer, chance, count):
    """Write down what a seat is told when it tries commands at random, made of the words that it may know."""
    theirs = [marker_of(row.id) for row in on_board(world.game, 1 - viewer) if row.hidden]
    pools = {
        name: [word for word in pool if not any(mark in word for mark in theirs)]
        for name, pool in words_in(world).items()
    }
    kinds = chance.sample(messages.COMMANDS, count)
    return " ".join(str(world.tried(random_message(kind, pools, chance), viewer)) for kind in kinds)


def watch(seed, **options):
    """Play a world and look for marks of units that are hidden; how much was looked through."""
    pair = Pair(seed, SPECTATOR, **options)
    world = pair.two = pair.one
    pair.board.apart = {row.id for row in on_board(world.game) if row.hidden}
    pair.board.calm = True
    counts, chance = Counter[str](), Random(seed)
    while world.protocol.seq < MOST and (made := pair.next()) is not None:
        world.when(made[0], made[1]).accepted()
        counts += look(world)
        if chance.random() < 0.2:
            counts += ask(world, chance)
    return counts


def look(world):
    """Look for the marks of hidden units in what everybody is sent."""
    counts = Counter[str]()
    texts = {viewer: bytes_sent_to(world, viewer) for viewer in (0, 1, SPECTATOR, REFEREE)}
    for row in on_board(world.game):
        mark = marker_of(row.id).encode()
        for viewer in OTHERS[row.seat] if row.hidden else ():
            assert mark not in texts[viewer], f"{row.id} shows in what {viewer} gets"
            counts["looked"] += 1
        counts["own"] += row.hidden and mark in texts[row.seat]
    return counts


def ask(world, chance):
    """Look for marks in refusals."""
    for viewer in (0, 1):
        text = refusals_of(world, viewer, chance, 12)
        assert not [row.id for row in on_board(world.game, 1 - viewer) if row.hidden and marker_of(row.id) in text]
    return Counter(tried=24)


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize("options", MODES, ids=["standard", "spot_only", "open_orders"])
def test_no_name_of_a_hidden_unit_is_sent_to_others(options):
    """Records, events, views, offers, windows and refusals of others bear no mark of a unit while it is hidden."""
    counts = Counter[str]()
    for seed in range(4000, 4003):
        counts += watch(seed, **options)
    assert counts["looked"] > 800
    assert counts["own"] > 200, "the marks are not where they should be: nothing was looked for"
    assert counts["tried"] > 300


@pytest.mark.rule("HX-SETUP-07", "HX-ARMY-09")
def test_no_name_in_an_army_is_sent_to_others():
    """From the army on no other party is sent the mark of a hidden unit of it, also not where tokens are placed."""
    world = World(rules(), dice=SplitDice(4, 1, (0, 1)))
    word = MARKER.lower()
    marked = infantry(kind=word, name=word, hidden=True, price=price(mp=3))
    for nation, units in (("dwarf", (*UNITS, marked)), ("elf", UNITS)):
        world.when("referee", LoadArmyList(list=full_list(nation, units))).accepted()
    world.when("referee", terms_of()).accepted()
    world.play((0, huge()), (1, huge()))
    placed, looked = 0, 0
    world.when(0, full_army("standard_tank", marked.kind, marked.kind)).accepted()
    while world.game.turn < 2:
        for viewer in (1, SPECTATOR, REFEREE):
            assert word.encode() not in bytes_sent_to(world, viewer), world.commands[-1]
            looked += 1
        placed += isinstance(world.commands[-1][1], PlaceHiddenToken)
        top = world.window
        command = full_army("standard_tank") if top.kind == "army" else silent_command(world, top.asks[-1])
        world.when(top.asks[-1], command).accepted()
    assert placed == 2
    assert looked > 60
    assert word.encode() in bytes_sent_to(world, 0)


def test_a_view_that_shows_what_is_hidden_is_found_out(monkeypatch):
    """A view that shows what is hidden is found out."""
    plain = views._unit
    monkeypatch.setattr(views, "_unit", lambda game, party, unit: plain(game, party, replace(unit, hidden=False)))
    with pytest.raises(AssertionError, match="shows in what"):
        watch(4000)
