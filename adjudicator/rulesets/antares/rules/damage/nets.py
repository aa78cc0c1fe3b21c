"""Suspensor Nets: the die of their pins, and nets without a template (AN-PIN-11 to AN-PIN-13)."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model import volleys, weapons
from adjudicator.rulesets.antares.model.messages import Weapon
from adjudicator.rulesets.antares.model.rows import Volley
from adjudicator.rulesets.antares.model.state import Game

NET = "suspensor_net"
LIGHT_NET, HEAVY_NET = 3, 5


def net_sides(weapon: Weapon) -> int:
    """AN-PIN-11 AN-PIN-12 Give the sides of the die of a Suspensor Net."""
    return HEAVY_NET if weapons.is_heavy(weapon) else LIGHT_NET


def net_clause(weapon: Weapon) -> str:
    """Name the clause that says how many pins a Suspensor Net gives."""
    return "AN-PIN-12" if weapons.is_heavy(weapon) else "AN-PIN-11"


def direct_nets(game: Game, volley: Volley) -> tuple[Weapon, ...]:
    """List the nets without a template that have hit, each weapon once, by id."""
    hit = {volley.groups[die.group].weapon for die in volleys.direct_hits(volley)}
    return tuple(game.weapons[row] for row in sorted(hit) if row and NET in game.weapons[row].properties)


def roll_nets(ruling: Ruling[Game], row: Volley, seat: Party) -> tuple[tuple[int, ...], int]:
    """AN-PIN-11 AN-PIN-12 Throw for nets without a template: the faces, and the most pins of any."""
    thrown = direct_nets(ruling.game, row)
    faces = tuple(ruling.roll(1, net_sides(item), "net", seat)[0] for item in thrown)
    return faces, max((face + 1 for face in faces), default=0)
