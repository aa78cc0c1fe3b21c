"""What a bot makes of its view: the game set up anew from what it sees, and small questions about it.

The twin holds what the view tells; marks that nobody is shown (tests taken, uses of Free Reactions) are empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import Struct

from adjudicator.board.inches import Point, least_gap
from adjudicator.kernel import bot
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import Sampler, is_told, word_of, words_of
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import COMMANDS
from adjudicator.rulesets.antares.model.options import OPTIONS
from adjudicator.rulesets.antares.model.rows import Action, Assault, Device, Model, Move, Reaction, Side, Terms, Unit
from adjudicator.rulesets.antares.model.state import Game, on_table, rival
from adjudicator.rulesets.antares.reports.messages import ActionView, UnitView, View

FAR = 1_000_000
SAMPLER = Sampler(COMMANDS)


class Turn(bot.Turn):
    """One choice: what is seen, what is offered, and a generator. `seat` is the bot's own."""

    def __init__(self, sight: bot.Sight, chance: bot.Generator) -> None:
        super().__init__(sight, chance)
        self.view: View = sight.view
        self.seat = sight.party
        self.windows = sight.windows

    # -- offers

    def word(self, kind: str, field: str) -> str:
        """Give the first value that the first offer of a kind has for a field."""
        return word_of(self.first(kind).fields, field)

    def words(self, kind: str, field: str) -> tuple[str, ...]:
        """List the values that the offers of a kind have for a field, each once."""
        return tuple(dict.fromkeys(word for offer in self.offered(kind) for word in words_of(offer.fields, field)))

    def complete_offers(self, kind: str) -> list[Offer]:
        """List the offers of a kind that say what may stand in every part."""
        return [offer for offer in self.offered(kind) if is_told(offer)]

    def sampled(self, offered: Offer) -> Struct | None:
        """Make an offered command with any values."""
        return SAMPLER.sampled(offered, self.chance)

    def any_of(self, kind: str) -> Struct | None:
        """Take any offer of a kind that is told in full, with any values."""
        commands = [command for offer in self.offered(kind) if (command := self.sampled(offer)) is not None]
        return self.chance.choice(commands) if commands else None

    # -- the game

    @cached_property
    def game(self) -> Game:
        """The game as the view tells it."""
        return game_of_view(self.view)

    def own_units(self) -> tuple[Unit, ...]:
        """List the own units on the table."""
        return on_table(self.game, self.seat)

    def enemies(self) -> tuple[Unit, ...]:
        """List the enemies on the table."""
        return on_table(self.game, rival(self.seat))

    @cached_property
    def gaps(self) -> dict[tuple[str, str], int]:
        """How far own units are from enemies."""
        bodies = {row.id: distances.bodies_of(self.game, row.id) for row in on_table(self.game)}
        return {
            (row.id, enemy.id): least_gap(bodies[row.id], bodies[enemy.id])
            for row in self.own_units()
            for enemy in self.enemies()
            if bodies[row.id] and bodies[enemy.id]
        }

    def nearest_enemy(self, unit: str) -> tuple[int, str]:
        """Give the distance of the nearest enemy and its id; FAR and "" where there is none."""
        found = ((gap, enemy) for (own, enemy), gap in self.gaps.items() if own == unit)
        return min(found, default=(FAR, ""))

    def middle(self, unit: str) -> Point:
        """Give the middle of a unit."""
        return middle_of((body.pose.x, body.pose.y) for body in distances.bodies_of(self.game, unit))


def middle_of(points: Iterable[Point]) -> Point:
    """Give the middle of some points."""
    rows = tuple(points)
    count = max(1, len(rows))
    return sum(x for x, _ in rows) // count, sum(y for _, y in rows) // count


# -- setting the game up anew


def game_of_view(view: View) -> Game:
    """Set a game up from a view."""
    game = Game()
    if view.terms is not None:
        game.terms = Terms(scenario=view.scenario, terms=view.terms, points_limit=view.points_limit)
    if view.options is not None:
        game.options = OPTIONS.completed(view.options)
    game.turn, game.step, game.special_dice = view.turn, view.step, view.special_dice
    game.terrain = {row.id: row for row in view.terrain}
    game.weapons = {weapon.id: weapon for weapon in view.weapons}
    game.device_sheets = {device_sheet.id: device_sheet for device_sheet in view.device_sheets}
    game.sides = {
        side.seat: Side(
            seat=side.seat,
            army=side.army,
            force=side.list,
            accepted=bool(side.list),
            starting_dice=side.starting_dice,
            dice_lost=side.lost_dice,
            bag=side.bag,
            aside=side.aside,
            points=side.points,
            broken=side.broken,
        )
        for side in view.sides
    }
    _people(game, view)
    _under_way(game, view)
    return game


def _people(game: Game, view: View) -> None:
    for unit in view.units:
        game.units[unit.id] = _unit(unit)
        game.sheets[unit.id] = unit.sheet
        for model in unit.models:
            game.models[model.id] = Model(
                id=model.id, unit=unit.id, kind=model.kind, wounds=model.wounds, pose=model.pose
            )
    for row in view.devices:
        game.devices[row.id] = Device(
            id=row.id,
            sheet=row.sheet,
            seat=row.seat,
            unit=row.unit,
            state=row.state,
            lends_sight_to=row.lends_sight_to,
            pose=row.pose,
        )


def _unit(view: UnitView) -> Unit:
    return Unit(
        id=view.id,
        seat=view.seat,
        place=view.place,
        models=tuple(model.id for model in view.models),
        pins=view.pins,
        order=view.order,
        dice=view.dice,
        unused_dice=view.unused_dice,
        die_kept=view.die_kept,
        resist_loss=view.resist_loss,
        move_limit=view.move_limit,
        disabled_weapons=view.disabled_weapons,
        added_flags=tuple(flag for flag in view.flags if flag not in view.sheet.flags),
        removed_flags=tuple(flag for flag in view.sheet.flags if flag not in view.flags),
        sprinting=view.sprinting,
        fleeing=view.fleeing,
    )


def _under_way(game: Game, view: View) -> None:
    game.actions = tuple(_action(game, action) for action in view.actions)
    game.reactions = tuple(
        Reaction(unit=reaction.unit, reaction=reaction.reaction, stage=reaction.stage, point=reaction.point)
        for reaction in view.reactions
    )
    if view.assault is not None:
        game.assault = Assault(unit=view.assault.unit, target=view.assault.target, round=view.assault.round)


def _action(game: Game, view: ActionView) -> Action:
    fields: dict[str, Any] = {"moved": view.moved, "shot": view.shot, "target": view.target}
    if view.paths:
        # how far it may go is not told; nobody asks a bot to go on with a move that is under way
        fields["move"] = Move(
            kind=view.order,
            paths=view.paths,
            starts=(),
            sprint=game.units[view.unit].sprinting,
            allowance=0,
            progress=view.progress,
        )
    return Action(unit=view.unit, seat=game.units[view.unit].seat, order=view.order, kind=view.kind, **fields)
