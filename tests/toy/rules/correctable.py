"""What a ruling may set in the toy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.kernel.decide.correctable import Correctable, written
from adjudicator.kernel.decide.parties import Party
from tests.toy.model.state import Ambush, Blow, Game, Side


def _ambush_known_to(game: Game, key: str, _field: str) -> Party:
    """An ambush is known to its owner alone; one that is not there is answered as if it were."""
    row = game.ambushes.get(key)
    return 0 if row is None else row.seat


def _shield_steps(game: Game) -> Iterator[tuple[str, str, Sequence[str]]]:
    for seat in sorted(game.sides):
        yield str(seat), "shields", tuple(map(written, range(3)))


CORRECTABLE: Mapping[str, Correctable] = {
    "sides": Correctable(row=Side, fields=("shields", "tokens", "actions"), keys=int, steps=_shield_steps),
    "pieces": Correctable(row=int, whole=True),
    "blow": Correctable(row=Blow, fields=("parried",)),
    "ambushes": Correctable(row=Ambush, fields=("place", "strength"), known_to=_ambush_known_to),
    "round": Correctable(row=int, whole=True),
}
