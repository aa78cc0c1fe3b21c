"""Spotting: who may try to reveal a token, and the roll (HX-GUNNERY-08, HX-GUNNERY-19, HX-GUNNERY-20)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import EVERYONE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.messages import (
    Faces,
    SpotAim,
    SpotDeclared,
    SpotFailed,
    SpotHiddenUnit,
    SpotReckoned,
    SpotRolled,
)
from adjudicator.rulesets.hex_orders.model.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, order_of_ids, other_seat, owner_if_hidden
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_orders, legal_shots, open_ended_dice, to_hit
from adjudicator.rulesets.hex_orders.rules.gunnery.revealing import reveal

SPOT = "Spot"


# -- who may try


def attempts_left(game: Game, row: Unit) -> int:
    """HX-GUNNERY-08 Count the attempts that a unit has left in this step: one for each part Spot."""
    tried = sum(item.kind == "spot" and item.unit == row.id for item in game.declared.values())
    return fire_orders.actions_of(game, row.id).count(SPOT) - tried


def tokens_for(game: Game, row: Unit) -> tuple[str, ...]:
    """HX-GUNNERY-20 List the tokens that a unit may try to spot now."""
    weapon = to_hit.default_weapon(game, row.id) if attempts_left(game, row) > 0 else None
    if weapon is None:
        return ()
    tokens = (item for item in on_board(game, other_seat(row.seat)) if item.hidden)
    return tuple(token.id for token in tokens if legal_shots.fault_of_token(game, row, weapon, token) is None)


def declare_spot(ruling: Ruling[Game], command: SpotHiddenUnit) -> None:
    """HX-GUNNERY-19 A unit that is seen itself tries to reveal a token."""
    row = legal_shots.own_unit(ruling, command.spot.unit, "spot.unit")
    ruling.require(not row.hidden, "HX-GAP-09", "hidden-spots-in-secret", "spot.unit", unit=row.id)
    _declare(
        ruling, row, command.spot, EVERYONE, ids.open_id(ids.SHOT, fire_orders.next_number(ruling.game)), "spot.token"
    )


def spot_in_secret(ruling: Ruling[Game], spots: Sequence[SpotAim]) -> None:
    """HX-GAP-09 Let hidden units try to reveal tokens; only their seat learns of it."""
    for index, spot in enumerate(spots):
        path = f"spots.spots[{index}]"
        row = legal_shots.own_unit(ruling, spot.unit, f"{path}.unit")
        ruling.require(row.hidden, "HX-GAP-09", "open-spotter", f"{path}.unit", unit=row.id)
        tried = sum(other.kind == "spot" and other.unit == row.id for other in ruling.game.declared.values())
        _declare(ruling, row, spot, row.seat, ids.hidden_id(row.id, tried + 1), f"{path}.token")


def _declare(ruling: Ruling[Game], row: Unit, spot: SpotAim, owner: Party, id: str, path: str) -> None:
    game = ruling.game
    ruling.require(SPOT in fire_orders.actions_of(game, row.id), "HX-GUNNERY-08", "no-spot-part", "", unit=row.id)
    ruling.require(attempts_left(game, row) > 0, "HX-GUNNERY-08", "has-spotted", "", unit=row.id)
    token = ruling.find(game.units, spot.token, path)
    weapon = to_hit.default_weapon(game, row.id)
    if weapon is None:
        ruling.reject("HX-GUNNERY-19", "no-usual-weapon", "", unit=row.id)
    fault = legal_shots.fault_of_token(game, row, weapon, token)
    fire_orders.refuse_at(ruling, fault, path, unit=row.id, target=token.id, weapon=weapon.id)
    ruling.record(SpotDeclared(owner=owner, id=id, unit=row.id, token=token.id), "HX-GUNNERY-19", "HX-GUNNERY-08")


def spot_declared(game: Game, event: SpotDeclared) -> None:
    """Remember the attempt."""
    if event.id is None or event.unit is None or event.token is None:
        return
    seat = game.units[event.unit].seat
    game.declared[event.id] = Declared(event.id, "spot", seat, event.unit, target=event.token)


# -- the roll


def roll_spot(ruling: Ruling[Game], declared: Declared) -> None:
    """HX-GUNNERY-19 Make the to-hit roll of a spotter; a token that is found turns face up when the step is over.

    Of a hidden spotter's roll only its seat learns, of what the token adds only the token's.
    """
    game = ruling.game
    spotter, token = game.units[declared.unit], game.units[declared.target]
    faces = open_ended_dice.throw_open_ended(ruling, "spot", declared.seat, hidden=spotter.hidden)
    owner = owner_if_hidden(game, spotter.id)
    rows = ("HX-GUNNERY-19", "HX-OPEN-01", "HX-OPEN-02")
    ruling.record(SpotRolled(owner=owner, unit=spotter.id, token=token.id, faces=Faces(faces=faces)), *rows)
    tally, because = to_hit.spot_modifiers(game, spotter, token)
    result = open_ended_dice.face_value(faces) + tally.total
    if owner == EVERYONE:
        event = SpotReckoned(owner=owner_if_hidden(game, token.id), token=token.id, modifiers=tally, result=result)
        ruling.record(event, "HX-GUNNERY-19", *because)
    if result < to_hit.NEEDED:
        ruling.record(SpotFailed(owner=owner, unit=spotter.id, token=token.id), "HX-GUNNERY-19", "HX-FIRE-02")


def spot_failed(game: Game, event: SpotFailed) -> None:
    """Drop the attempt: those that are left when all is rolled have found their token."""
    found = (row for row in game.declared.values() if row.kind == "spot")
    key = next((row.id for row in found if (row.unit, row.target) == (event.unit, event.token)), None)
    if key is not None:
        game.declared.pop(key)


def nothing_more(_game: Game, _event: SpotRolled) -> None:
    """Change nothing: what comes of it has an event of its own."""


def nothing_reckoned(_game: Game, _event: SpotReckoned) -> None:
    """Change nothing: what comes of it has an event of its own."""


def reveal_spotted(ruling: Ruling[Game]) -> None:
    """HX-TURN-22 At the end of the step, turn those face up that were spotted."""
    found = {row.target for row in ruling.game.declared.values() if row.kind == "spot"}
    for unit in sorted(found, key=order_of_ids):
        reveal(ruling, unit, "spotted", "HX-GUNNERY-19", "HX-TURN-22")


PART = Part(reducers=reducers(spot_declared, spot_failed, nothing_more, nothing_reckoned))
