"""How a bot chooses where orders leave it a choice, goes into assaults, and gets out of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.decide.windows import subject_of
from adjudicator.kernel.sampling import Taste, words_of
from adjudicator.rulesets.hex_orders.bots.situation import Turn, best, sampled, strength
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS, distance
from adjudicator.rulesets.hex_orders.model.messages import DeclareAssaultIntent, Intent, Intents
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.rules.orders.movement_choices import ENTER

YES = "true"
AROUND = 2

# -- movement


def intents(turn: Turn) -> Struct | None:
    """Enter where the own unit is stronger than what stands near, and now and then where it is not."""
    made = turn.any_of("DeclareAssaultIntent")
    named = made.intents.intents if isinstance(made, DeclareAssaultIntent) and made.intents else ()
    rows = tuple(Intent(unit=row.unit, enter=_dares(turn, row.unit)) for row in named)
    return DeclareAssaultIntent(intents=Intents(intents=rows))


def _dares(turn: Turn, unit: str) -> bool:
    row = turn.units.get(unit)
    if row is None or turn.one_in(8):
        return turn.one_in(2)
    near = [enemy for enemy in turn.enemies() if distance(enemy.hex, row.hex) <= 1]
    return strength(row) >= max((strength(item) for item in near), default=0)


def moves(turn: Turn) -> Struct | None:
    """Go towards the enemy, and look there; those that flee go where it is farthest."""
    enters = bool(turn.windows) and subject_of(turn.windows[-1], ChoosingSubject).label == ENTER

    def taste(field: str, values: tuple[str, ...]) -> str:
        if field == "hex":
            sign = 1 if enters or turn.chance.randrange(3) else -1
            return best(((sign * turn.range_of(value) if value else 0, value) for value in values), turn.chance, 2)
        if field == "facing":
            return _ahead(turn, values)
        return turn.chance.choice(values)

    return turn.any_of("ChooseMoves", taste)


def _ahead(turn: Turn, facings: Sequence[str]) -> str:
    """Face towards the middle of the enemies, more or less."""
    mine, enemies = turn.mine(), turn.enemies()
    if not mine or not enemies or turn.one_in(4):
        return turn.chance.choice(facings)
    here, there = turn.chance.choice(mine).hex, turn.chance.choice(enemies).hex
    wanted = turn.facing_to(here, there) if here != there else "N"
    return wanted if wanted in facings else min(facings, key=FACINGS.index)


def flee_hex(turn: Turn) -> Struct | None:
    """Let an enemy flee to where the own units are many."""
    return turn.any_of("ChooseFleeHex", lambda _field, values: min(values, key=lambda row: (_crowd(turn, row), row)))


def _crowd(turn: Turn, name: str) -> int:
    return sum(min(distance(name, row.hex), AROUND) for row in turn.mine())


# -- retreats


def attempts(turn: Turn) -> Struct | None:
    """Try to leave a fight that looks lost."""
    units = words_of(turn.offered("AttemptPreAssaultRetreat")[0].fields, "units")
    fights = turn.view.fights
    worried = any(_outmatched(turn, unit, [row.unit for fight in fights for row in fight.units]) for unit in units)
    if worried or turn.one_in(4) or not turn.offered("PassChoice"):
        return turn.any_of("AttemptPreAssaultRetreat")
    return turn.any_of("PassChoice")


def _outmatched(turn: Turn, unit: str, others: Sequence[str]) -> bool:
    mine = turn.units.get(unit)
    foes = [row for row in (turn.units.get(other) for other in others) if row is not None and row.seat != turn.seat]
    return mine is not None and strength(mine) < max(map(strength, foes), default=0)


def decision(turn: Turn) -> Struct | None:
    """Go, nearly always, and as far from the enemy as one can."""
    offers = turn.offered("DecidePreAssaultRetreat")
    going = [offer for offer in offers if YES in words_of(offer.fields, "go")]
    if going and not turn.one_in(5):
        return sampled(turn.chance.choice(going), turn.chance, _away(turn))
    return turn.any_of("DecidePreAssaultRetreat", _away(turn))


def retreat(turn: Turn) -> Struct | None:
    """Leave towards where no enemy is."""
    return turn.any_of("RetreatUnit", _away(turn))


def _away(turn: Turn) -> Taste:
    def taste(field: str, values: tuple[str, ...]) -> str:
        if field == "hex":
            return best(((-turn.range_of(value), value) for value in values), turn.chance, 1)
        return turn.chance.choice(values)

    return taste


# -- what a fight asks


def casualty(turn: Turn) -> Struct | None:
    """Give up whoever is worth least: the model offered first."""
    return sampled(turn.offered("ChooseCasualty")[0], turn.chance) if turn.one_in(2) else turn.any_of("ChooseCasualty")


def cunning(turn: Turn) -> Struct | None:
    """Exchange successes for light rolls, every other time."""
    return turn.any_of("UseCunningAssault") if turn.one_in(2) else turn.any_of("PassChoice")


def damage_order(turn: Turn) -> Struct | None:
    """Order damage rolls, now and then."""
    return turn.any_of("OrderDamageRolls") if turn.one_in(3) else turn.any_of("PassChoice")
