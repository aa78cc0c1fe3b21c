from random import Random

import pytest
from msgspec import Struct

from adjudicator.kernel.bot import Bot, Sight, Turn
from adjudicator.kernel.decide.offers import Offer


class Made(Struct, frozen=True):
    """A command of a bot: its kind, and how it came to be."""

    kind: str
    how: str


class Chance:
    """A generator that always gives the same number, and leaves lists in their order."""

    def __init__(self, number):
        self.number = number
        self.asked = []

    def randrange(self, stop):
        self.asked.append(stop)
        return self.number % stop

    def choice(self, seq):
        return seq[self.number % len(seq)]

    def shuffle(self, x):
        return None


TO_A_PURPOSE, AT_RANDOM = 1, 0  # what is drawn for a choice to a purpose, and for one at random


def sample(offer, _chance):
    return None if offer.command.startswith("Untold") else Made(offer.command, "sampled")


def plan(kind, serves=True):
    return lambda _turn: Made(kind, "planned") if serves else None


def sight(*kinds):
    return Sight(0, None, (), tuple(Offer(kind) for kind in kinds))


def bot(*plans, random_one_in=4, **fields):
    return Bot(Turn, sample, {kind: plan(kind, serves) for kind, serves in plans}, random_one_in, **fields)


def test_a_turn_knows_its_offers():
    """A turn lists the offers of a kind in their order, and gives the first of them."""
    offers = (Offer("Move", (), "A"), Offer("Wait"), Offer("Move", (), "B"))
    turn = Turn(Sight(0, None, (), offers), Chance(0))
    assert turn.offered("Move") == [offers[0], offers[2]]
    assert turn.first("Move") == offers[0]
    assert turn.offered("Shoot") == []


def test_once_in_so_many_times():
    """One draw in a number is random: every draw in one, and about so many among many."""
    turn = Turn(sight(), Random(1))
    assert all(turn.one_in(1) for _ in range(20))
    assert 150 < sum(turn.one_in(4) for _ in range(800)) < 250


def test_plans_are_tried_in_their_order():
    """Of the plans whose kind is offered the first that serves a purpose is followed, whatever the order of offers."""
    player = bot(("Shoot", False), ("Move", True), ("Wait", True))
    assert player.choose(sight("Wait", "Move", "Shoot"), Chance(TO_A_PURPOSE)) == Made("Move", "planned")
    assert player.choose(sight("Wait"), Chance(TO_A_PURPOSE)) == Made("Wait", "planned")


def test_without_a_plan_anything_is_done():
    """Where no plan serves, any offer that can be made up is taken."""
    player = bot(("Shoot", False))
    assert player.choose(sight("Untold", "Shoot"), Chance(TO_A_PURPOSE)) == Made("Shoot", "sampled")


def test_a_whim_is_any_offer():
    """At random an offer is taken with any values although a plan would serve."""
    player = bot(("Move", True))
    chance = Chance(AT_RANDOM)
    assert player.choose(sight("Move"), chance) == Made("Move", "sampled")
    assert 4 in chance.asked


@pytest.mark.parametrize("barred", ["planned", "never_random"])
def test_some_kinds_are_not_random(barred):
    """At random no kind that is planned or never random is sampled: another offer is, or else a plan."""
    player = bot(("Move", True), random_one_in=1, **{barred: frozenset({"Move"})})
    assert player.choose(sight("Move"), Chance(AT_RANDOM)) == Made("Move", "planned")
    assert player.choose(sight("Move", "Wait"), Chance(AT_RANDOM)) == Made("Wait", "sampled")


def test_what_is_serious_may_be_sampled_for_want_of_a_plan():
    """A kind that is never random is sampled where no plan serves."""
    player = bot(("Move", False), random_one_in=1, never_random=frozenset({"Move"}))
    assert player.choose(sight("Move"), Chance(AT_RANDOM)) == Made("Move", "sampled")


@pytest.mark.parametrize("number", [AT_RANDOM, TO_A_PURPOSE])
@pytest.mark.parametrize("choose", ["choose", "choose_at_random"])
def test_what_is_planned_is_never_sampled(choose, number):
    """A planned kind whose plan serves no purpose is not sampled: nothing can be made up then."""
    player = bot(("Move", False), planned=frozenset({"Move"}))
    with pytest.raises(LookupError, match="Move"):
        getattr(player, choose)(sight("Move"), Chance(number))


@pytest.mark.parametrize("kinds", [(), ("Untold",), ("Untold", "UntoldToo")])
@pytest.mark.parametrize("choose", ["choose", "choose_at_random"])
def test_nothing_to_choose_is_an_error(choose, kinds):
    """Where nothing is offered, or nothing that can be made up, the bot says so."""
    with pytest.raises(LookupError):
        getattr(bot(("Move", True)), choose)(sight(*kinds), Chance(TO_A_PURPOSE))


def test_at_random_takes_no_notice_of_plans():
    """A choice at random samples what is offered, never random or not, and plans only what is never sampled."""
    player = bot(("Move", True), ("Shoot", True), planned=frozenset({"Shoot"}), never_random=frozenset({"Move"}))
    assert player.choose_at_random(sight("Move", "Shoot"), Chance(TO_A_PURPOSE)) == Made("Move", "sampled")
    assert player.choose_at_random(sight("Shoot"), Chance(TO_A_PURPOSE)) == Made("Shoot", "planned")
    assert player.choose_at_random(sight("Untold", "Shoot"), Chance(TO_A_PURPOSE)) == Made("Shoot", "planned")


def test_every_offer_may_come_up():
    """Among many choices at random every offer that can be made up comes up."""
    chance = Random(2)
    found = {bot().choose_at_random(sight("Move", "Shoot", "Wait", "Untold"), chance).kind for _ in range(60)}
    assert found == {"Move", "Shoot", "Wait"}


def test_the_same_whims_choose_the_same():
    """A bot with an equal generator chooses alike."""
    seen = sight("Move", "Shoot", "Wait")
    one, other = Random(3), Random(3)
    assert [bot().choose(seen, one) for _ in range(20)] == [bot().choose(seen, other) for _ in range(20)]
