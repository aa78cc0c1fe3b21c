"""Bases that go and bases that can not."""

from tests.rulesets.hex_orders.assault.fixtures import STILL, fighter
from tests.rulesets.hex_orders.fixtures import ability, free, infantry, line, model, tank

MAY_RETREAT = (ability("pre_assault_retreat", 4),)

MEEK = (model("meek", line(0, 6)),)


def meek(nation="elf", **changes):
    """A base of one model that throws no dice: of two of them the stronger nation wins."""
    return infantry(nation=nation, models=MEEK, **changes)


def tank_ahead():
    return free(tank(nation="ork"), "F+-+-")


def guards(*places, letter="a", start=2, sheet=None):
    """Set bases that stand still into these hexes."""
    made = sheet or fighter("ork" if letter == "a" else "elf")
    return [(f"{letter}{start + number}", place, "N", made, STILL) for number, place in enumerate(places)]


SHY = infantry(abilities=(ability("pre_assault_retreat", 2),))
