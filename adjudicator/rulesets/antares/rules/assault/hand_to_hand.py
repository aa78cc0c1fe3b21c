"""AN-H2H: hand to hand, round by round: the blows, the comparison of pins, and the follow-on.

A suspended "h2h_strikes" is about the units whose blows fall then.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, table_step, windows
from adjudicator.rulesets.antares.model import volleys, weapons
from adjudicator.rulesets.antares.model.messages import (
    ChooseFollowOn,
    FiredGroup,
    FollowOnChosen,
    H2HRoundBegun,
    H2HRoundResolved,
    Hazard,
    HazardTriggered,
    Hit,
    ResolveH2HResult,
    RollH2H,
)
from adjudicator.rulesets.antares.model.rows import Assault, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, has_flag, is_down, kind_of, models_of
from adjudicator.rulesets.antares.model.subjects import UnitsSubject, UnitSubject
from adjudicator.rulesets.antares.rules.assault.fighters import current_assault, fighters_left, other_fighter
from adjudicator.rulesets.antares.rules.damage import break_tests, casualties
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import accuracy_rolls, declarations, volley_stages
from adjudicator.rulesets.antares.rules.tests import amounts, natural_results

BOTH = 2

# -- a round


def _begin_fight(ruling: Ruling[Game], _window: Window) -> None:
    """AN-H2H-01 AN-PBS-11 Fight, if both units are there and neither has broken off."""
    if len(fighters_left(ruling.game)) == BOTH:
        begin_round(ruling)


def begin_round(ruling: Ruling[Game]) -> None:
    """AN-H2H-01 AN-H2H-02 Let both units strike at once, or the one that alone is Down after the other."""
    game = ruling.game
    number = current_assault(game).round + 1
    ruling.record(H2HRoundBegun(round=number), "AN-H2H-01" if number == 1 else "AN-H2H-17")
    ruling.ask("h2h_after")
    ruling.ask("h2h_result", TABLE)
    both = fighters_left(game)
    late = tuple(row for row in both if is_down(game, row))
    if len(late) == 1:
        ruling.ask("h2h_strikes", subject=UnitsSubject(late))
        both = tuple(row for row in both if row not in late)
    ruling.ask("h2h_strikes", subject=UnitsSubject(both))


def _strike(ruling: Ruling[Game], window: Window) -> None:
    """AN-H2H-02 Let blows fall while both units are there."""
    if len(fighters_left(ruling.game)) == BOTH:
        ruling.ask("h2h_roll", TABLE, subject=subject_of(window, UnitsSubject))


def roll_h2h(ruling: Ruling[Game], _command: RollH2H) -> None:
    """AN-H2H-03 AN-H2H-06 Roll the attacks of all models of the units that strike now, the assaulter's first."""
    striking = ruling.subject(UnitsSubject).units
    attacks = [(unit, groups_of(ruling.game, unit)) for unit in striking]
    because = ("AN-H2H-01", "AN-H2H-06", "AN-H2H-08", *(("AN-H2H-02",) if len(striking) < BOTH else ()))
    declared = [
        declarations.declare(ruling, unit, other_fighter(ruling.game, unit), volleys.HAND_TO_HAND, groups, *because)
        for unit, groups in attacks
        if groups
    ]
    for volley in declared:
        accuracy_rolls.roll_groups(ruling, volley, "attack")
        _trigger_hazards(ruling, volley)
        hit_scoring.score_hits(ruling, volley)
    for volley in declared:
        _natural_results(ruling, volley)
    ruling.answered()
    volley_stages.push_hits(ruling)


def _natural_results(ruling: Ruling[Game], volley: str) -> None:
    row = ruling.game.volleys[volley]
    for die in volleys.dice_of(row):
        natural_results.apply_natural_result(ruling, row.unit, "h2h", die.face)


def groups_of(game: Game, unit: str) -> tuple[FiredGroup, ...]:
    """AN-H2H-06 Gather the attacks of a unit, kind of model by kind of model."""
    models = models_of(game, unit)
    kinds = {kind_of(game, model).name: kind_of(game, model) for model in models}
    return tuple(
        FiredGroup(
            weapon="",
            mode=name,
            models=names,
            dice=kind.attacks * len(names),
            overhead=False,
            blind=False,
            aim=None,
            heavy=False,
        )
        for name, kind in kinds.items()
        if kind.attacks and (names := tuple(model.id for model in models if model.kind == name))
    )


# -- hazards


def _trigger_hazards(ruling: Ruling[Game], volley: str) -> None:
    """AN-HIT-09 Let the 10s of a hazardous weapon hurt its user."""
    hits = tuple(_hazards(ruling, volley))
    if hits:
        ruling.record(HazardTriggered(volley=volley, hits=hits), "AN-HIT-09", "AN-H2H-07")


def _hazards(ruling: Ruling[Game], volley: str) -> Iterator[Hit]:
    row = ruling.game.volleys[volley]
    for die in volleys.dice_of(row):
        user = volleys.shooter_of(row.groups[die.group], die.place)
        hazard = hazard_of(ruling.game, user) if die.result == "dud" else None
        if hazard is not None:
            value = amounts.roll_amount(ruling, hazard.strike_value, "hazard", row.seat)
            yield Hit(
                id=f"{volley}.{die.number:03}",
                volley=volley,
                unit=row.unit,
                weapon="",
                strike_value=value,
                lucky=False,
                overhead=False,
                shooter=user,
                model=user,
            )


def hazard_of(game: Game, name: str) -> Hazard | None:
    """AN-HIT-09 Find what a 10 in hand to hand does to a model: by its hand weapon, or by another that it carries."""
    model = game.models[name]
    kind = kind_of(game, model)
    carried = (game.weapons[weapon] for weapon in kind.weapons if not weapons.is_disabled(game, model, weapon))
    return kind.hazard or next((row.hazard for row in carried if row.hazard is not None), None)


# -- its result


def resolve_h2h_result(ruling: Ruling[Game], _command: ResolveH2HResult) -> None:
    """AN-H2H-11 AN-H2H-12 AN-H2H-13 Compare pins: the unit with more has lost; then units whose pins break them go."""
    game, fight = ruling.game, current_assault(ruling.game)
    loser, clause = loser_of(game, fight)
    there = [row for row in fighters_left(game) if not break_tests.breaks_by_pins(game, row)]
    winner = next((row for row in there if loser and row != loser), "")
    pins = tuple(pins_compared(game, row) for row in (fight.unit, fight.target))
    event = H2HRoundResolved(round=fight.round, pins=pins, loser=loser, winner=winner)
    chart = bool(loser) and has_flag(game, loser, "uses_damage_chart")
    ruling.record(event, "AN-H2H-11", clause, *(("AN-H2H-15",) if chart else ()))
    ruling.answered()
    if loser in there:
        casualties.require_break_test(ruling, loser, "defeat", "AN-BREAK-08", "AN-H2H-14")
    break_tests.push_checks(ruling)


def loser_of(game: Game, fight: Assault) -> tuple[str, str]:
    """AN-H2H-11 AN-H2H-12 AN-H2H-13 Name the unit that has lost the round, "" for none, and the clause that says so.

    A unit that is gone has lost, and by option one whose pins break it, whatever the comparison; where that is true of
    both nobody has won.
    """
    both = (fight.unit, fight.target)
    left = fighters_left(game)
    decides = game.options.automatic_break_decides
    lost = [row for row in both if row not in left or (decides and break_tests.breaks_by_pins(game, row))]
    if lost:
        return (lost[0] if len(lost) == 1 else ""), "AN-H2H-13"
    first, second = (pins_compared(game, row) for row in both)
    if first == second:
        return "", "AN-H2H-12"
    return both[second > first], "AN-H2H-11"


def pins_compared(game: Game, unit: str) -> int:
    """AN-H2H-11 Count the pins of a unit as the option has them compared."""
    row = game.units[unit]
    since = {"total": 0, "gained_in_round": row.pins_before_round, "gained_in_assault": row.pins_before_assault}
    return max(0, row.pins - since[game.options.h2h_compare])


def _ask_follow_on(ruling: Ruling[Game], _window: Window) -> None:
    """AN-H2H-16 AN-H2H-17 The winner may go on if both units are still there and a round is left."""
    game, fight = ruling.game, current_assault(ruling.game)
    over = fight.round > game.options.max_follow_on_rounds
    if fight.winner and not over and len(fighters_left(game)) == BOTH:
        ruling.ask("follow_on", game.units[fight.winner].seat, subject=UnitSubject(fight.winner))


def choose_follow_on(ruling: Ruling[Game], command: ChooseFollowOn) -> None:
    """AN-H2H-16 The winner fights another round, or lets the units part."""
    unit = ruling.subject(UnitSubject).unit
    ruling.record(FollowOnChosen(unit=unit, follow_on=command.follow_on), "AN-H2H-16")
    ruling.answered()
    if command.follow_on:
        begin_round(ruling)


def _follow_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseFollowOn, "AN-H2H-16", follow_on=Choice(("false", "true")))]


# -- reducers


def h2h_round_begun(game: Game, event: H2HRoundBegun) -> None:
    """Note the round, and the pins that both units have."""
    fight = current_assault(game)
    game.assault = replace(fight, round=event.round, winner="", loser="", resolved=False)
    for row in (fight.unit, fight.target):
        game.units[row] = replace(game.units[row], pins_before_round=game.units[row].pins)


def h2h_round_resolved(game: Game, event: H2HRoundResolved) -> None:
    """Note who has won."""
    fight = current_assault(game)
    first = event.winner if event.round == 1 else fight.first_winner
    game.assault = replace(fight, winner=event.winner, loser=event.loser, first_winner=first, resolved=True)


def follow_on_chosen(game: Game, event: FollowOnChosen) -> None:
    """Note the choice."""
    game.assault = replace(current_assault(game), follow_on=event.follow_on)


def hazard_triggered(game: Game, event: HazardTriggered) -> None:
    """Put the hits on the users."""
    game.hits |= {hit.id: hit for hit in event.hits}
    for unit in sorted({hit.unit for hit in event.hits}):
        game.volley_results[unit] = replace(game.volley_results.get(unit) or VolleyResult(unit=unit), hit=True)


PART = Part(
    handlers=handlers(roll_h2h, resolve_h2h_result, choose_follow_on),
    reducers=reducers(h2h_round_begun, h2h_round_resolved, follow_on_chosen, hazard_triggered),
    windows=windows(
        WindowKind("h2h", "AN-H2H-01", on_close=_begin_fight),
        WindowKind("h2h_strikes", "AN-H2H-02", on_close=_strike, subject=UnitsSubject),
        table_step("h2h_roll", "AN-H2H-01", RollH2H, subject=UnitsSubject),
        table_step("h2h_result", "AN-H2H-11", ResolveH2HResult),
        WindowKind("h2h_after", "AN-H2H-16", on_close=_ask_follow_on),
        WindowKind(
            "follow_on",
            "AN-H2H-16",
            (ChooseFollowOn,),
            _follow_offers,
            always(ChooseFollowOn(follow_on=False)),
            subject=UnitSubject,
        ),
    ),
)
