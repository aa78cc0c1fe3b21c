"""The player of offers keeps to domains, and an offer that does not fit the contract is found."""

from random import Random

import pytest

from adjudicator.kernel.decide.offers import (
    Choice,
    Domain,
    Flag,
    Lists,
    Octets,
    Offer,
    Places,
    Range,
    Shape,
    Some,
    Words,
    bare,
    items,
    lists,
    optional,
    where,
)
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.by_offers.offer_player import OfferFault, OfferPlayer, told

TILES = "adjudicator.rulesets.tile_formations"
PACKAGE = "wargame.tile_formations.v1"


def made(command, seed=1, find=None, **fields):
    domains = tuple(
        Domain(name, row.values, row.optional, row.conditions)
        for name, given in fields.items()
        for row in (given if isinstance(given, list) else [bare(given)])
    )
    offer = converter_at(TILES).to_pb(Offer(command, domains, "C"))
    player = OfferPlayer(PACKAGE, Random(seed), lambda _command, _field, size: bytes(size), find or (lambda *_: []))
    return player.command(offer), offer


def test_values_come_from_their_domains():
    """Lists, words, truth values and numbers stand as their domains say."""
    for seed in range(30):
        command, _ = made("MoveUnit", seed, unit=Choice(("a1",)), path=lists([("b2", "b3", "b2"), ("c1",)]))
        assert tuple(command.path) in {("b2", "b3", "b2"), ("c1",)}
        command, _ = made("AdjustShock", seed, amount=[bare(Range(-2, -1)), bare(Range(5, 6))], reason=Words(9, 1))
        assert command.amount in {-2, -1, 5, 6}
        assert 1 <= len(command.reason) <= 9


def test_conditions_are_kept():
    """A domain that does not hold is not followed."""
    for seed in range(30):
        action = Choice(("engage", "hold"))
        command, _ = made("BeginAction", seed, action=action, target=where(Choice(("b1",)), action="engage"))
        assert command.target == ("b1" if command.action == "engage" else "")


def test_places_are_found_on_request():
    """Places on request are asked for with what is chosen before, and one of them is taken."""
    asked = []

    def find(command, field, chosen):
        asked.append((command, field, chosen["unit"]))
        return [converter_at(TILES).to_pb(bare(lists([("d4",)])))]

    command, _ = made("MoveUnit", find=find, unit=Choice(("a1",)), path=Places(("a1",), on_request=True))
    assert asked == [("MoveUnit", "path", "a1")]
    assert list(command.path) == ["d4"]


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("NoCommand", {}),
        ("MoveUnit", {"units": Choice(("a",))}),
        ("MoveUnit", {"unit": Choice(())}),
        ("MoveUnit", {"unit": Flag()}),
        ("MoveUnit", {"unit": Octets(4)}),
        ("MoveUnit", {"path": Choice(("a1",))}),
        ("MoveUnit", {"path": Lists(())}),
        ("MoveUnit", {"path": Some(("a1",), 2, 2)}),
        ("MoveUnit", {"path": items(Choice(("a1",)), least=2, most=2, once=True)}),
        ("MoveUnit", {"path": Places(("a1",))}),
        ("AdjustShock", {"amount": Choice(("many",))}),
        ("AdjustShock", {"amount": Range(3, 2)}),
        ("AnswerDraw", {"accept": Choice(("yes",))}),
        ("CreateBattlefield", {"options": Shape("Weapon")}),
        ("CreateBattlefield", {"options": Choice(("usual",))}),
    ],
)
def test_offers_that_do_not_fit_are_found(command, fields):
    """A message, field or value that the contract does not have is an error of the offer."""
    with pytest.raises(OfferFault):
        made(command, **fields)


def test_leaves_that_are_told():
    """Fields are told down to their leaves; a shape without parts tells of none."""
    inner = Shape("HitOnUnit", (Domain("hit", Choice(("h1",))), Domain("unit", Choice(("a1",)))))
    _, offer = made("AllocateHits", hits=items(inner, least=1, most=1))
    assert told(offer.fields) == {"hits.hit", "hits.unit"}
    _, offer = made("CreateBattlefield", options=Shape("Options"), map_name=optional(Choice(("x",))))
    assert told(offer.fields) == {"map_name"}
