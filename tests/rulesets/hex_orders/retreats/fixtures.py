"""Bases that go and bases that can not."""

from tests.rulesets.hex_orders.assault.fixtures import STILL, model_that_fights
from tests.rulesets.hex_orders.fixtures import ability, infantry, line, model, tank, with_orders

MAY_RETREAT = (ability("pre_assault_retreat", 4),)

NO_DICE = (model("meek", line(0, 6)),)


def base_without_dice(nation="elf", **changes):
    """A base of one model that rolls no dice: of two of them the stronger nation wins."""
    return infantry(nation=nation, models=NO_DICE, **changes)


def tank_ahead():
    return with_orders(tank(nation="ork"), "F+-+-")


def standing_bases(*places, letter="a", start=2, sheet=None):
    """Set bases that stand still into these hexes."""
    made = sheet or model_that_fights("ork" if letter == "a" else "elf")
    return [(f"{letter}{start + number}", place, "N", made, STILL) for number, place in enumerate(places)]


MAY_RETREAT_FIRST = infantry(abilities=(ability("pre_assault_retreat", 2),))
