"""What a bot makes of its view: the game set up anew from what it sees, and small questions about it.

The twin holds what the view tells; marks that nobody is shown (tests taken, uses of Free Reactions) are empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import Struct

from adjudicator.board.inches import Point
from adjudicator.kernel.bot import Generator, Sight
from adjudicator.kernel.decide.offers import Offer
from adjudicator.rulesets.antares import measure
from adjudicator.rulesets.antares.bot_offers import sampled
from adjudicator.rulesets.antares.options import How
from adjudicator.rulesets.antares.reports.messages import ActionView, UnitView, View
from adjudicator.rulesets.antares.rows import Action, Assault, Device, Model, Move, Reaction, Side, Terms, Unit
from adjudicator.rulesets.antares.state import Game, on_table, rival

FAR = 1_000_000


class Turn:
    """One choice: what is seen, what is offered, and a generator. `seat` is the bot's own."""

    def __init__(self, sight: Sight, chance: Generator) -> None:
        self.view: View = sight.view
        self.seat = sight.party
        self.offers = sight.offers
        self.windows = sight.windows
        self.chance = chance

    # -- offers

    def offered(self, kind: str) -> list[Offer]:
        """List the offers of one kind of command."""
        return [each for each in self.offers if each.command == kind]

    def any_of(self, kind: str) -> Struct | None:
        """Take any offer of a kind that is told in full, with any values."""
        made = [command for each in self.offered(kind) if (command := sampled(each, self.chance)) is not None]
        return self.chance.choice(made) if made else None

    def one_in(self, count: int) -> bool:
        """Tell whether a whim comes that comes once in so many choices."""
        return self.chance.randrange(count) == 0

    # -- the game

    @cached_property
    def game(self) -> Game:
        """The game as the view tells it."""
        return rebuilt(self.view)

    @cached_property
    def about(self) -> tuple[str, ...]:
        """What the innermost question is about."""
        return self.windows[-1].about if self.windows else ()

    def mine(self) -> tuple[Unit, ...]:
        """List the own units on the table."""
        return on_table(self.game, self.seat)

    def foes(self) -> tuple[Unit, ...]:
        """List the enemies on the table."""
        return on_table(self.game, rival(self.seat))

    @cached_property
    def apart(self) -> dict[tuple[str, str], int]:
        """How far own units are from enemies."""
        bodies = {row.id: measure.bodies_of(self.game, row.id) for row in on_table(self.game)}
        return {
            (row.id, foe.id): measure.least_gap(bodies[row.id], bodies[foe.id])
            for row in self.mine()
            for foe in self.foes()
            if bodies[row.id] and bodies[foe.id]
        }

    def nearest(self, unit: str) -> tuple[int, str]:
        """Give the distance of the nearest enemy and its id; FAR and "" where there is none."""
        found = ((gap, foe) for (own, foe), gap in self.apart.items() if own == unit)
        return min(found, default=(FAR, ""))

    def middle(self, unit: str) -> Point:
        """Give the middle of a unit."""
        return middle_of((each.pose.x, each.pose.y) for each in measure.bodies_of(self.game, unit))


def middle_of(points: Iterable[Point]) -> Point:
    """Give the middle of some points."""
    rows = tuple(points)
    count = max(1, len(rows))
    return sum(x for x, _ in rows) // count, sum(y for _, y in rows) // count


# -- setting the game up anew


def rebuilt(view: View) -> Game:
    """Set a game up from a view."""
    game = Game()
    if view.terms is not None:
        game.terms = Terms(scenario=view.scenario, terms=view.terms, points_limit=view.points_limit)
    if view.options is not None:
        game.options = view.options
        game.how = How(**{name: getattr(view.options, name) for name in How.__struct_fields__})
    game.turn, game.step, game.special = view.turn, view.step, view.special_dice
    game.terrain = {each.id: each for each in view.terrain}
    game.weapons = {each.id: each for each in view.weapons}
    game.device_sheets = {each.id: each for each in view.device_sheets}
    game.sides = {
        each.seat: Side(
            seat=each.seat, army=each.army, force=each.list, accepted=bool(each.list), starting=each.starting_dice,
            lost=each.lost_dice, bag=each.bag, aside=each.aside, points=each.points, broken=each.broken,
        )
        for each in view.sides
    }  # fmt: skip
    _people(game, view)
    _under_way(game, view)
    return game


def _people(game: Game, view: View) -> None:
    for each in view.units:
        game.units[each.id] = _unit(each)
        game.sheets[each.id] = each.sheet
        for model in each.models:
            game.models[model.id] = Model(
                id=model.id, unit=each.id, kind=model.kind, wounds=model.wounds, pose=model.pose
            )
    for row in view.devices:
        game.devices[row.id] = Device(
            id=row.id, sheet=row.sheet, seat=row.seat, unit=row.unit, state=row.state, lends=row.lends_sight_to,
            pose=row.pose,
        )  # fmt: skip


def _unit(each: UnitView) -> Unit:
    return Unit(
        id=each.id, seat=each.seat, place=each.place, models=tuple(model.id for model in each.models), pins=each.pins,
        order=each.order, dice=each.dice, hand=each.hand, kept=each.kept, resist_loss=each.resist_loss,
        move_limit=each.move_limit, disabled=each.disabled,
        flags=tuple(flag for flag in each.flags if flag not in each.sheet.flags),
        unflagged=tuple(flag for flag in each.sheet.flags if flag not in each.flags), sprinting=each.sprinting,
        fleeing=each.fleeing,
    )  # fmt: skip


def _under_way(game: Game, view: View) -> None:
    game.actions = tuple(_action(game, each) for each in view.actions)
    game.reactions = tuple(
        Reaction(unit=each.unit, reaction=each.reaction, stage=each.stage, point=each.point) for each in view.reactions
    )
    if view.assault is not None:
        game.assault = Assault(unit=view.assault.unit, target=view.assault.target, round=view.assault.round)


def _action(game: Game, each: ActionView) -> Action:
    fields: dict[str, Any] = {"moved": each.moved, "shot": each.shot, "target": each.target}
    if each.paths:
        # how far it may go is not told; nobody asks a bot to go on with a move that is under way
        fields["move"] = Move(
            kind=each.order, paths=each.paths, starts=(), sprint=game.units[each.unit].sprinting, allowance=0,
            progress=each.progress,
        )  # fmt: skip
    return Action(unit=each.unit, seat=game.units[each.unit].seat, order=each.order, kind=each.kind, **fields)


__all__ = ["FAR", "Turn", "middle_of", "rebuilt"]
