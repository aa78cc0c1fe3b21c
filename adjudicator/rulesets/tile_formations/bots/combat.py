"""How a bot shoots, saves, uses its Overwatch and ends assaults."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.tile_formations.bots.situation import Turn
from adjudicator.rulesets.tile_formations.model.messages import AssaultHits

MOST_HITS = 2


def shoot(turn: Turn) -> Struct | None:
    """Shoot at the formation with the least integrity left; now and then not at all."""
    if turn.one_in(20):
        return turn.any_of("EndAction")
    offered = turn.offered("DeclareShooting")[0]
    weak = _weakest(turn, words_of(offered.fields, "target"))

    def prefer(_field: str, values: tuple[str, ...]) -> str:
        return weak if weak in values and not turn.one_in(4) else turn.chance.choice(values)

    return turn.sampled(offered, prefer)


def _weakest(turn: Turn, formations: tuple[str, ...]) -> str:
    return min(formations, key=lambda row: (sum(unit.integrity for unit in turn.of(row)), row), default="")


def roll(turn: Turn) -> Struct | None:
    """Roll for everybody at once; now and then for one unit."""
    return turn.any_of("RollToHit") if turn.one_in(4) else turn.sampled(turn.offered("RollToHit")[0])


def save(turn: Turn) -> Struct | None:
    """Roll for everybody at once; now and then for one unit, or with a save of one's own choice."""
    if turn.offered("ChooseSave") and turn.one_in(4):
        return turn.any_of("ChooseSave")
    return turn.any_of("RollSaves") if turn.one_in(4) else turn.sampled(turn.offered("RollSaves")[0])


def watch(turn: Turn) -> Struct | None:
    """Shoot by Overwatch, mostly."""
    return turn.any_of("PassOverwatch") if turn.one_in(5) else turn.any_of("ResolveOverwatch")


def assault(turn: Turn) -> Struct | None:
    """Say that the assault is over; now and then, before that, that an own unit was hit."""
    command = turn.any_of("AssaultHits") if turn.one_in(3) else None
    if isinstance(command, AssaultHits):
        return replace(command, hits=1 + turn.chance.randrange(MOST_HITS))
    return turn.any_of("EndAssault")
