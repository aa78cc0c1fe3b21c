"""What a party may see: everything, since nothing in this game is secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import ArmyOption, DieResult, FiredGroup, Options, OptionUse
from adjudicator.rulesets.antares.model.rows import Action, Group, Model, OwnedOption, Unit, Volley
from adjudicator.rulesets.antares.model.state import SEATS, Game, casualties_of, models_of
from adjudicator.rulesets.antares.reports.messages import (
    ActionView,
    AssaultView,
    DeviceView,
    DieContestView,
    ModelView,
    ObjectiveView,
    ReactionView,
    SideView,
    TemplateView,
    UnitView,
    View,
    VolleyView,
)
from adjudicator.rulesets.antares.rules.mission.objectives import holder

R = TypeVar("R")


def view(game: Game, _party: Party) -> View:
    """Show the game; `seq` and `head` are the service's to fill in."""
    terms, drawn = game.terms, game.drawn_die
    return View(
        seq=0,
        head=b"",
        scenario=terms.scenario if terms else "",
        terms=terms.terms if terms else None,
        points_limit=terms.points_limit if terms else 0,
        options=to_message(game.options, Options) if terms else None,
        turn=game.turn,
        step=game.step,
        sides=tuple(_side(game, seat) for seat in SEATS),
        terrain=tuple(_by_key(game.terrain)),
        units=tuple(_unit(game, row) for row in _by_key(game.units)),
        devices=tuple(_devices(game)),
        weapons=tuple(_by_key(game.weapons)),
        device_sheets=tuple(_by_key(game.device_sheets)),
        special_dice=game.special_dice,
        drawn=drawn.seat if drawn else None,
        down_only=bool(drawn and drawn.down_only),
        contested=tuple(
            DieContestView(owner=contest.owner, contester=contest.contester, held=contest.held)
            for contest in game.contested_dice
        ),
        actions=tuple(map(_action, game.actions)),
        reactions=tuple(_reactions(game)),
        volleys=tuple(_volley(game, row) for row in _by_key(game.volleys)),
        assault=_assault(game),
        ended=game.end_reason,
        winner=game.winner,
        points=game.final_points,
        objectives=tuple(_objectives(game)),
        templates=tuple(_templates(game)),
    )


def _by_key(rows: dict[str, R]) -> Iterator[R]:
    return (rows[key] for key in sorted(rows))


# -- sides and units


def _side(game: Game, seat: Party) -> SideView:
    row = game.sides[seat]
    options = (item for item in _by_key(game.owned_options) if item.seat == seat)
    return SideView(
        seat=seat,
        army=row.army,
        list=row.force,
        starting_dice=row.starting_dice,
        lost_dice=row.dice_lost,
        bag=row.bag,
        aside=row.aside,
        points=row.points,
        broken=row.broken,
        options=tuple(OptionUse(id=option.id, sheet=_left(option)) for option in options),
    )


def _left(row: OwnedOption) -> ArmyOption:
    return replace(row.sheet, uses=row.uses_left)


def _unit(game: Game, row: Unit) -> UnitView:
    sheet = game.sheets[row.id]
    flags = (*(flag for flag in sheet.flags if flag not in row.removed_flags), *row.added_flags)
    return UnitView(
        id=row.id,
        seat=row.seat,
        sheet=sheet,
        place=row.place,
        models=tuple(map(_model, models_of(game, row.id))),
        pins=row.pins,
        order=row.order,
        dice=row.dice,
        unused_dice=row.unused_dice,
        die_kept=row.die_kept,
        casualties=casualties_of(game, row.id),
        resist_loss=row.resist_loss,
        move_limit=row.move_limit,
        disabled_weapons=row.disabled_weapons,
        sprinting=row.sprinting,
        fleeing=row.fleeing,
        flags=flags,
    )


def _model(row: Model) -> ModelView:
    return ModelView(id=row.id, kind=row.kind, wounds=row.wounds, pose=row.pose)


def _devices(game: Game) -> Iterator[DeviceView]:
    for row in _by_key(game.devices):
        yield DeviceView(
            id=row.id,
            sheet=row.sheet,
            seat=row.seat,
            unit=row.unit,
            state=row.state,
            lends_sight_to=row.lends_sight_to,
            pose=row.pose,
        )


def _objectives(game: Game) -> Iterator[ObjectiveView]:
    terms = game.terms.terms if game.terms else None
    if terms is not None:
        for spot in terms.objectives:
            yield ObjectiveView(at=spot, holder=holder(game, spot, terms.reach))


# -- what is under way


def _action(row: Action) -> ActionView:
    move = row.move
    return ActionView(
        unit=row.unit,
        order=row.order,
        kind=row.kind,
        target=row.target,
        moved=row.moved,
        shot=row.shot,
        progress=move.progress if move else 0,
        paths=move.paths if move else (),
    )


def _reactions(game: Game) -> Iterator[ReactionView]:
    for row in game.reactions:
        yield ReactionView(unit=row.unit, reaction=row.reaction, stage=row.stage, point=row.point)


def _volley(game: Game, row: Volley) -> VolleyView:
    hits = tuple(hit for hit in _by_key(game.hits) if hit.volley == row.id)
    return VolleyView(
        id=row.id,
        unit=row.unit,
        target=row.target,
        kind=row.kind,
        groups=tuple(map(_group, row.groups)),
        dice=tuple(_dice(row)),
        hits=hits,
    )


def _group(row: Group) -> FiredGroup:
    return FiredGroup(
        weapon=row.weapon,
        mode=row.mode,
        models=row.models,
        dice=row.dice,
        overhead=row.overhead,
        blind=row.blind,
        aim=row.aim,
        heavy=row.heavy,
    )


def _dice(row: Volley) -> Iterator[DieResult]:
    for group in row.groups:
        yield from group.rolled


def _assault(game: Game) -> AssaultView | None:
    row = game.assault
    return None if row is None else AssaultView(unit=row.unit, target=row.target, round=row.round)


def _templates(game: Game) -> Iterator[TemplateView]:
    """AN-OH-12 List where templates lie, volley by volley and die by die."""
    for row in _by_key(game.volleys):
        for die in volleys.dice_of(row):
            group = row.groups[die.group]
            effect = game.weapons[group.weapon].overhead if group.overhead else None
            at = group.landing_spots[die.place] if group.landing_spots else None
            if effect is not None and at is not None:
                yield TemplateView(volley=row.id, die=die.number, at=at, radius=effect.radius)
