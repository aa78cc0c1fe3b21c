"""Names of what is hidden bear a mark that must be in nothing that is sent to the other side."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.kernel.mpint import encode
from adjudicator.kernel.parties import REFEREE, SPECTATOR
from adjudicator.rulesets.hex_orders import messages, views
from adjudicator.rulesets.hex_orders.messages import LoadArmyList, PlaceHiddenToken
from adjudicator.rulesets.hex_orders.state import on_board
from tests.conformance.driver import HiddenApart
from tests.rulesets.hex_orders import creating, givens
from tests.rulesets.hex_orders.creating import army, huge, terms
from tests.rulesets.hex_orders.worlds import MARK, Pair, World, made_up, mark_of, shown, words_of

OTHERS = {0: (1, SPECTATOR, REFEREE), 1: (0, SPECTATOR, REFEREE)}
MODES = ({}, {"hidden_reveal": "spot_only"}, {"open_orders": True})


def sent(world, viewer):
    """Write down everything that a viewer is sent after an entry, in bytes and in words."""
    found = shown(world, viewer)
    return f"{found} {encode(found['view'])!r} {found['view'].board}"


def answers(world, viewer, chance, count):
    """Write down what a seat is told when it tries commands at random."""
    pools = words_of(world)
    kinds = chance.sample(messages.COMMANDS, count)
    tried = [(each, world.tried(each, viewer)) for each in (made_up(kind, pools, chance) for kind in kinds)]
    return " ".join(str(faults) for _, faults in tried)


def watch(seed, **options):
    """Play a world and look for marks of units that are hidden; how much was looked through."""
    pair = Pair(seed, SPECTATOR, **options)
    world, told, chance = pair.one, Counter(), Random(seed)
    for _ in range(70):
        made = pair.next()
        if made is None or world.window is None:
            break
        world.when(made[0], made[1]).accepted()
        pair.two = world
        hidden = [row for row in on_board(world.game) if row.hidden]
        for viewer in (0, 1, SPECTATOR, REFEREE):
            text = sent(world, viewer)
            for row in hidden:
                if viewer in OTHERS[row.seat]:
                    assert mark_of(row.id) not in text, f"{row.id} shows in what {viewer} gets: {made[1]}"
                    told["looked"] += 1
                elif viewer == row.seat:
                    told["own"] += mark_of(row.id) in text
        if chance.random() < 0.1:
            for viewer in (0, 1):
                text = answers(world, viewer, chance, 12)
                theirs = [mark_of(row.id) for row in hidden if row.seat != viewer]
                told["tried"] += 12
                assert not [mark for mark in strip(text, theirs) if mark in text]
    return told


def strip(text, marks):
    """A fact may repeat what the seat has named itself: only marks that stand in a fact besides count."""
    return [mark for mark in marks if f"{mark} " in text]


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize("options", MODES, ids=["standard", "spot_only", "open_orders"])
def test_no_name_of_a_hidden_unit_is_sent_to_others(options):
    """Records, events, views, offers, windows and refusals of others bear no mark of a unit while it is hidden."""
    told = Counter()
    for seed in range(4000, 4004):
        told += watch(seed, **options)
    assert told["looked"] > 1000
    assert told["own"] > 300, "the marks are not where they should be: nothing was looked for"
    assert told["tried"]


@pytest.mark.rule("HX-SETUP-07", "HX-ARMY-09")
def test_no_name_in_an_army_is_sent_to_others():
    """From the army on no other party is sent the mark of a hidden unit of it, also not where tokens are placed."""
    world = World(givens.rules(), dice=HiddenApart(4, 1, (0, 1)))
    canary = givens.infantry(kind=f"{MARK}_kind", name=f"{MARK} name", hidden=True, price=givens.price(mp=3))
    for nation, units in (("dwarf", (*creating.UNITS, canary)), ("elf", creating.UNITS)):
        world.when("referee", LoadArmyList(list=creating.army_list(nation, units))).accepted()
    world.when("referee", terms()).accepted()
    world.play((0, huge()), (1, huge()))
    placed, looked = 0, 0
    world.when(0, army("standard_tank", canary.kind, canary.kind)).accepted()
    while world.game.turn < 2:
        for viewer in (1, SPECTATOR, REFEREE):
            assert MARK not in sent(world, viewer), world.commands[-1]
            looked += 1
        placed += isinstance(world.commands[-1][1], PlaceHiddenToken)
        top = world.window
        silent = world.rules.windows[top.kind].otherwise
        command = army("standard_tank") if top.kind == "army" else silent(world.game, top, top.asks[-1])
        world.when(top.asks[-1], command).accepted()
    assert placed == 2
    assert looked > 60
    assert MARK in sent(world, 0)


def test_the_canary_sings(monkeypatch):
    """A view that shows what is hidden is found out."""
    plain = views._unit
    monkeypatch.setattr(views, "_unit", lambda game, party, unit: plain(game, party, replace(unit, hidden=False)))
    with pytest.raises(AssertionError, match="shows in what"):
        watch(4000)
