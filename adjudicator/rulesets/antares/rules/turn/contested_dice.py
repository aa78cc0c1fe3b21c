"""Contested dice: how they come into contest, and who claims them (AN-TURNEND-13)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer, where
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.antares.model import devices
from adjudicator.rulesets.antares.model.messages import (
    ContestDie,
    ContestedDieResolved,
    DieContested,
    ResolveContestedDie,
)
from adjudicator.rulesets.antares.model.rows import ContestedDie
from adjudicator.rulesets.antares.model.state import SEATS, Game, on_table, rival
from adjudicator.rulesets.antares.rules.tests.roll_offs import roll_off
from adjudicator.rulesets.antares.rules.turn import order_dice

CLOSED = frozenset({"contested", "end_tests", "victory"})
SUBVERTER = "subverter"
OVER, HELD = "over", "held"

# -- into contest


def contest_die(ruling: Ruling[Game], command: ContestDie) -> None:
    """AN-TURNEND-13 The referee puts a die into contest, before the step in which it is resolved."""
    ruling.require(ruling.actor == REFEREE, "AN-TURNEND-13", "referee-only")
    sides = command.owner in SEATS and command.contester == rival(command.owner)
    ruling.require(sides, "AN-TURNEND-13", "contest-sides", owner=command.owner, contester=command.contester)
    ruling.require(ruling.game.step not in CLOSED, "AN-TURNEND-13", "step-closed", step=ruling.game.step)
    ruling.record(DieContested(owner=command.owner, contester=command.contester), "AN-TURNEND-13")


def contest_by_subverters(ruling: Ruling[Game]) -> None:
    """AN-TURNEND-13 Let every working subverter contest a die, where its side contests fewer than it has of them."""
    for seat in SEATS:
        contested = sum(contest.contester == seat for contest in ruling.game.contested_dice)
        for _ in range(_subverters(ruling.game, seat) - contested):
            ruling.record(DieContested(owner=rival(seat), contester=seat), "AN-TURNEND-13")


def _subverters(game: Game, seat: Party) -> int:
    return sum(row.seat == seat for row in devices.working_devices(game, SUBVERTER))


# -- out of it


def ask_contested(ruling: Ruling[Game]) -> bool:
    """AN-TURNEND-13 Let the next contested die be resolved; False where none is left."""
    if _next(ruling.game) >= len(ruling.game.contested_dice):
        return False
    ruling.ask("contested", TABLE)
    return True


def resolve_contested_die(ruling: Ruling[Game], _command: ResolveContestedDie) -> None:
    """AN-TURNEND-13 AN-GEN-05 Roll off for a contested die: the winner claims it, where its side still has one."""
    game = ruling.game
    dispute = game.contested_dice[_next(game)]
    contest = roll_off(ruling, "contest")
    claimed = contest.winner == dispute.contester and (dispute.held or order_dice.dice_supply(game, dispute.owner) > 0)
    ruling.record(
        ContestedDieResolved(
            owner=dispute.owner,
            contester=dispute.contester,
            faces=contest.faces,
            claimed=claimed,
            effect=game.options.subverter_claim_effect if claimed else "returned",
        ),
        "AN-TURNEND-13",
        "AN-GEN-05",
    )
    ruling.answered()


def _next(game: Game) -> int:
    """Give the place of the next contest: those that were resolved and are held stand first, the others are gone."""
    return sum(row == HELD for row in game.answered)


# -- reducers


def contested_die_resolved(game: Game, event: ContestedDieResolved) -> None:
    """Hand the die over, or give it back."""
    place = _next(game)
    row = game.contested_dice[place]
    before, after = game.contested_dice[:place], game.contested_dice[place + 1 :]
    custody = event.effect == "custody"
    game.contested_dice = (*before, replace(row, held=True), *after) if custody else (*before, *after)
    game.answered = (*game.answered, HELD if custody else OVER)
    if event.effect in {"permanent", "gain_die"}:
        game.sides[row.owner] = replace(game.sides[row.owner], dice_taken=game.sides[row.owner].dice_taken + 1)
    if event.effect == "gain_die":
        game.sides[row.contester] = replace(
            game.sides[row.contester], dice_gained=game.sides[row.contester].dice_gained + 1
        )
        order_dice.move_bag(game, row.contester, 1)
    _move(game, row, claimed=event.claimed)


def _move(game: Game, row: ContestedDie, *, claimed: bool) -> None:
    """Take the die out of its side's share, or put it back; one in custody is out already."""
    if claimed and not row.held:
        order_dice.move_bag(game, row.owner, -1)
    elif row.held and not claimed and _is_short(game, row.owner):
        order_dice.move_bag(game, row.owner, 1)


def _is_short(game: Game, seat: Party) -> bool:
    """AN-TURNEND-16 Tell whether a side has fewer dice than are left to it: one in custody may be lost meanwhile."""
    side, units = game.sides[seat], on_table(game, seat)
    left = sum(unit.dice for unit in units) + side.dice_gained - side.dice_taken - order_dice.in_custody(game, seat)
    return side.bag + sum(unit.dice - unit.unused_dice for unit in units) < left


def _offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """AN-TURNEND-13 Offer a referee a die of either side, before the step in which contests are resolved."""
    if party != REFEREE or game.step in CLOSED:
        return []
    contester = [where(Range(rival(seat), rival(seat)), owner=str(seat)) for seat in SEATS]
    return [offer(ContestDie, "AN-TURNEND-13", owner=Choice(tuple(map(str, SEATS))), contester=contester)]


PART = Part(
    handlers=handlers(contest_die, resolve_contested_die),
    reducers=reducers(contested_die_resolved),
    windows=windows(table_step("contested", "AN-TURNEND-13", ResolveContestedDie)),
    anytime=frozenset({ContestDie}),
    anytime_offers={ContestDie: _offers},
)
