"""How a bot chooses where orders leave it a choice, goes into assaults, and gets out of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.decide.windows import subject_of
from adjudicator.kernel.sampling import Preference, words_of
from adjudicator.rulesets.hex_orders.bots.situation import Situation, best, sampled, strength
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS, distance
from adjudicator.rulesets.hex_orders.model.messages import DeclareAssaultIntent, Intent, Intents
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.rules.orders.movement_choices import ENTER

YES = "true"
AROUND = 2

# -- movement


def intents(situation: Situation) -> Struct | None:
    """Enter where the own unit is stronger than what stands near, and now and then where it is not."""
    made = situation.any_of("DeclareAssaultIntent")
    named = made.intents.intents if isinstance(made, DeclareAssaultIntent) and made.intents else ()
    rows = tuple(Intent(unit=row.unit, enter=_seems_stronger(situation, row.unit)) for row in named)
    return DeclareAssaultIntent(intents=Intents(intents=rows))


def _seems_stronger(situation: Situation, unit: str) -> bool:
    row = situation.units.get(unit)
    if row is None or situation.one_in(8):
        return situation.one_in(2)
    near = [enemy for enemy in situation.enemies() if distance(enemy.hex, row.hex) <= 1]
    return strength(row) >= max((strength(item) for item in near), default=0)


def moves(situation: Situation) -> Struct | None:
    """Go towards the enemy, and look there; those that flee go where it is farthest."""
    enters = bool(situation.windows) and subject_of(situation.windows[-1], ChoosingSubject).label == ENTER

    def prefer(field: str, values: tuple[str, ...]) -> str:
        if field == "hex":
            sign = 1 if enters or situation.chance.randrange(3) else -1
            return best(
                ((sign * situation.range_of(value) if value else 0, value) for value in values), situation.chance, 2
            )
        if field == "facing":
            return _facing_enemies(situation, values)
        return situation.chance.choice(values)

    return situation.any_of("ChooseMoves", prefer)


def _facing_enemies(situation: Situation, facings: Sequence[str]) -> str:
    """Face towards the middle of the enemies, more or less."""
    mine, enemies = situation.mine(), situation.enemies()
    if not mine or not enemies or situation.one_in(4):
        return situation.chance.choice(facings)
    here, there = situation.chance.choice(mine).hex, situation.chance.choice(enemies).hex
    wanted = situation.facing_to(here, there) if here != there else "N"
    return wanted if wanted in facings else min(facings, key=FACINGS.index)


def flee_hex(situation: Situation) -> Struct | None:
    """Let an enemy flee to where the own units are many."""
    return situation.any_of(
        "ChooseFleeHex", lambda _field, values: min(values, key=lambda row: (_distance_to_friends(situation, row), row))
    )


def _distance_to_friends(situation: Situation, name: str) -> int:
    return sum(min(distance(name, row.hex), AROUND) for row in situation.mine())


# -- retreats


def attempts(situation: Situation) -> Struct | None:
    """Try to leave a fight that looks lost."""
    units = words_of(situation.offered("AttemptPreAssaultRetreat")[0].fields, "units")
    fights = situation.view.fights
    worried = any(_outmatched(situation, unit, [row.unit for fight in fights for row in fight.units]) for unit in units)
    if worried or situation.one_in(4) or not situation.offered("PassChoice"):
        return situation.any_of("AttemptPreAssaultRetreat")
    return situation.any_of("PassChoice")


def _outmatched(situation: Situation, unit: str, others: Sequence[str]) -> bool:
    mine = situation.units.get(unit)
    enemies = [
        row
        for row in (situation.units.get(other) for other in others)
        if row is not None and row.seat != situation.seat
    ]
    return mine is not None and strength(mine) < max(map(strength, enemies), default=0)


def decision(situation: Situation) -> Struct | None:
    """Go, nearly always, and as far from the enemy as one can."""
    offers = situation.offered("DecidePreAssaultRetreat")
    going = [offer for offer in offers if YES in words_of(offer.fields, "goes")]
    if going and not situation.one_in(5):
        return sampled(situation.chance.choice(going), situation.chance, _away_from_enemies(situation))
    return situation.any_of("DecidePreAssaultRetreat", _away_from_enemies(situation))


def retreat(situation: Situation) -> Struct | None:
    """Leave towards where no enemy is."""
    return situation.any_of("RetreatUnit", _away_from_enemies(situation))


def _away_from_enemies(situation: Situation) -> Preference:
    def prefer(field: str, values: tuple[str, ...]) -> str:
        if field == "hex":
            return best(((-situation.range_of(value), value) for value in values), situation.chance, 1)
        return situation.chance.choice(values)

    return prefer


# -- what a fight asks


def casualty(situation: Situation) -> Struct | None:
    """Give up whoever is worth least: the model offered first."""
    return (
        sampled(situation.offered("ChooseCasualty")[0], situation.chance)
        if situation.one_in(2)
        else situation.any_of("ChooseCasualty")
    )


def cunning(situation: Situation) -> Struct | None:
    """Exchange successes for light rolls, every other time."""
    return situation.any_of("UseCunningAssault") if situation.one_in(2) else situation.any_of("PassChoice")


def damage_order(situation: Situation) -> Struct | None:
    """Order damage rolls, now and then."""
    return situation.any_of("OrderDamageRolls") if situation.one_in(3) else situation.any_of("PassChoice")
