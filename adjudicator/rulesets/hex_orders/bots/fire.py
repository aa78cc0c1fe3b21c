"""How a bot fires, holds its fire and spots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import word_of
from adjudicator.rulesets.hex_orders.bots.situation import FAR, Situation, best, sampled
from adjudicator.rulesets.hex_orders.model.board_hexes import distance
from adjudicator.rulesets.hex_orders.model.messages import Weapon
from adjudicator.rulesets.hex_orders.reports.messages import UnitView

FIRES = ("FireWeapon", "FireAreaWeapon", "FireHexEffect", "SpotHiddenUnit")
BETTER = 2
SMOKE, FIRE = "smoke", "fire"


def fire(situation: Situation) -> Struct | None:
    """Take a shot that is offered: nearly always the next one, now and then none at all."""
    found = [row for kind in FIRES for row in situation.offered(kind)]
    if situation.offered("HoldFire") and situation.one_in(25):
        return situation.any_of("HoldFire")
    shooting = [row for row in found if not _keeps_quiet(situation, row)]
    if not shooting or situation.one_in(20):
        return situation.any_of("PassChoice") if situation.offered("PassChoice") else None
    return _shot(situation, shooting[0])


def _keeps_quiet(situation: Situation, offered: Offer) -> bool:
    """A hidden unit does not give itself away for a poor shot; smoke is not wasted on everything."""
    unit = situation.units.get(word_of(offered.fields, "unit"))
    if unit is None or unit.sheet is None:
        return False
    weapon = _weapon(unit, offered)
    if weapon is not None and weapon.hex_effect is not None and weapon.hex_effect.kind == SMOKE:
        return situation.chance.randrange(3) > 0
    return unit.hidden and situation.chance.randrange(3) > 0


def _weapon(unit: UnitView | None, offered: Offer) -> Weapon | None:
    weapons = unit.sheet.weapons if unit is not None and unit.sheet is not None else ()
    return next((weapon for weapon in weapons if weapon.id == word_of(offered.fields, "weapon")), None)


def _shot(situation: Situation, offered: Offer) -> Struct | None:
    unit = situation.units.get(word_of(offered.fields, "unit") or word_of(offered.fields, "spot", "unit"))
    here = unit.hex if unit is not None else ""
    weapon = _weapon(unit, offered)
    burns = weapon is not None and weapon.hex_effect is not None and weapon.hex_effect.kind == FIRE

    def prefer(field: str, values: Sequence[str]) -> str:
        if field == "use_aim":
            return "true"
        if field in ("target", "token"):
            return best(((_worth(situation, here, value), value) for value in values), situation.chance, BETTER)
        if field == "hex":
            good = list(_worthwhile(situation, here, values))
            woods = [name for name in _woods(situation) if name in (good or values)] if burns else []
            return situation.chance.choice(woods or good or list(values))
        return situation.chance.choice(values)

    return sampled(offered, situation.chance, prefer)


def _worth(situation: Situation, here: str, target: str) -> int:
    """Weigh a target: the nearer the better, and rather one that was hurt already."""
    unit = situation.units.get(target)
    if unit is None:
        return FAR
    hurt = len(unit.status.dead) + len(unit.status.pending) if unit.status is not None else 0
    return 2 * distance(here, unit.hex) - hurt


def _worthwhile(situation: Situation, here: str, hexes: Sequence[str]) -> Iterator[str]:
    """List the hexes with enemies and without friends; of these not the own one."""
    friends = {row.hex for row in situation.mine()}
    return (name for name in hexes if name in situation.enemy_hexes and name not in friends and name != here)


def _woods(situation: Situation) -> list[str]:
    """List what burns down."""
    return [hex_.hex for hex_ in situation.view.hexes if hex_.terrain == "forest"]
