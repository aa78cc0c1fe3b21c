"""HX-ASSAULT: the fights of a step, one after the other: who rolls, by which angle, the dice and the advantage.

A fight goes through the steps of FIGHT; between them sides are asked. Retreats come after all fights of the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.kernel.answers import finished_all
from adjudicator.kernel.offers import Choice, Offer, offer
from adjudicator.kernel.parties import TABLE, Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Fault, Ruling
from adjudicator.kernel.windows import Asks, Window, table_step, windows
from adjudicator.rulesets.hex_orders import allocation, cunning, deflection, fear, retreats, strikes, withdrawal
from adjudicator.rulesets.hex_orders.dice_pools import assault_dice, deflection_dice, scored, throw
from adjudicator.rulesets.hex_orders.fights import (
    angle_in,
    attacked_from,
    fighters,
    open_fights,
    rolling,
    too_many,
    usual_contributors,
    with_fight,
)
from adjudicator.rulesets.hex_orders.messages import (
    AssaultAdvantageGained,
    AssaultAngleChosen,
    AssaultContributorsChosen,
    AssaultDiceRolled,
    ChooseAssaultAngle,
    ChooseAssaultContributors,
    Contributors,
    ContributorsCommitted,
    DeflectionDiceRolled,
    DiceGroup,
    FightEnded,
    RollAssault,
    RollOffRolled,
)
from adjudicator.rulesets.hex_orders.nations import assault_rank
from adjudicator.rulesets.hex_orders.rows import Fight
from adjudicator.rulesets.hex_orders.stacking import holds
from adjudicator.rulesets.hex_orders.state import SEATS, Game, rival

# -- the course of a step


def begin_assaults(ruling: Ruling[Game], _number: int) -> None:
    """HX-TURN-08, HX-TURN-24 Let every fight be fought in which damage at once has left both sides."""
    withdrawal.cancel_one_sided(ruling, "HX-TURN-24")
    if open_fights(ruling.game):
        ruling.ask("fights")


def _next_fight(ruling: Ruling[Game], window: Window) -> None:
    """HX-ASSAULT-36 Fights are independent of each other; after the last one come the retreats (HX-TURN-09).

    Fights of the surrounded come in the midst of these (HX-RETREAT-06): then the window is about "again".
    """
    left = open_fights(ruling.game)
    if not left:
        if not window.about:
            retreats.begin_after_assault(ruling)
        return
    ruling.ask("fights", about=window.about)
    ruling.ask("fight", about=(left[0].id, "0"))


def _go_on(ruling: Ruling[Game], window: Window) -> None:
    """HX-ASSAULT-05 Take the next step of a fight."""
    key, place = window.about[0], int(window.about[1])
    if place + 1 < len(FIGHT):
        ruling.ask("fight", about=(key, str(place + 1)))
    FIGHT[place](ruling, ruling.game.fights[key])


def _end(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-TURN-09 The retreats wait for all fights of the step."""
    ruling.record(FightEnded(fight=fight.id, winner=fight.advantage), "HX-ASSAULT-20")


# -- who rolls


def ask_contributors(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-14 Ask the sides that have more bases in the fight than may roll."""
    asked = [seat for seat in SEATS if too_many(ruling.game, fight, seat)]
    if asked:
        ruling.ask("contributors", *asked, about=(fight.id,))


def choose_assault_contributors(ruling: Ruling[Game], command: ChooseAssaultContributors) -> None:
    """HX-ASSAULT-14 A side says which of its bases roll, and can be hit."""
    fight = _fight(ruling)
    units = command.contributors.units if command.contributors else ()
    ruling.refuse_all([*_contributor_faults(ruling.game, fight, ruling.actor, units)])
    chosen = Contributors(units=units)
    ruling.record(ContributorsCommitted(fight=fight.id, seat=ruling.actor, contributors=chosen), "HX-ASSAULT-14")
    ruling.answered()


def _fight(ruling: Ruling[Game]) -> Fight:
    return ruling.game.fights[ruling.window.about[0] if ruling.window else ""]


def _contributor_faults(game: Game, fight: Fight, seat: Party, units: Sequence[str]) -> Iterator[Fault]:
    own = [each.unit for each in fighters(fight, seat)]
    path = "contributors.units"
    for index, unit in enumerate(units):
        if unit not in own:
            yield Fault("HX-ASSAULT-14", "not-in-fight", f"{path}[{index}]", (("unit", unit),))
        elif unit in units[:index]:
            yield Fault("HX-ASSAULT-14", "unit-named-twice", f"{path}[{index}]", (("unit", unit),))
    known = [unit for unit in dict.fromkeys(units) if unit in own]
    if not known:
        yield Fault("HX-ASSAULT-14", "nobody-rolls", path)
    elif not holds(game, known):
        yield Fault("HX-ASSAULT-14", "too-many-bases", path, (("units", len(known)),))
    elif any(holds(game, (*known, unit)) for unit in own if unit not in known):
        yield Fault("HX-ASSAULT-14", "room-for-more", path, (("units", len(known)),))


def contributors_committed(game: Game, event: ContributorsCommitted) -> None:
    """Keep the choice until both sides have chosen."""
    units = event.contributors.units if event.contributors else ()
    committed = (*game.fights[event.fight].committed, (event.seat, units))
    with_fight(game, event.fight, committed=tuple(sorted(committed)))


def _reveal_contributors(ruling: Ruling[Game], window: Window) -> None:
    fight = ruling.game.fights[window.about[0]]
    for seat, units in fight.committed:
        ruling.record(AssaultContributorsChosen(fight=fight.id, seat=seat, units=units), "HX-ASSAULT-14")


def assault_contributors_chosen(game: Game, event: AssaultContributorsChosen) -> None:
    """These roll."""
    row = game.fights[event.fight]
    seats = tuple(sorted((*row.contributors_of, event.seat)))
    with_fight(game, event.fight, contributors=(*row.contributors, *event.units), contributors_of=seats)


# -- by which angle


def ask_angles(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-13 Ask for the angle of stationary units that are attacked from several sides."""
    game = ruling.game
    attacker = game.how.assault_angle_choice == "attacker"
    found = (each for seat in SEATS for each in rolling(game, fight, seat))
    for each in reversed([each for each in found if len(attacked_from(game, fight, each)) > 1]):
        ruling.ask("angle", rival(each.seat) if attacker else each.seat, about=(fight.id, each.unit))


def _angles(game: Game, window: Window) -> tuple[str, ...]:
    fight = game.fights[window.about[0]]
    return next(attacked_from(game, fight, each) for each in fight.units if each.unit == window.about[1])


def choose_assault_angle(ruling: Ruling[Game], command: ChooseAssaultAngle) -> None:
    """HX-ASSAULT-13 One of the angles from which a stationary unit is attacked counts for the whole assault."""
    window = ruling.window
    fight, unit = window.about if window else ("", "")
    ruling.require(command.unit == unit, "HX-ASSAULT-13", "other-unit-attacked", "unit", unit=command.unit, asked=unit)
    found = _angles(ruling.game, window) if window else ()
    ruling.require(
        command.angle in found, "HX-ASSAULT-13", "not-attacked-there", "angle", angle=command.angle,
        attacked=" ".join(found),
    )  # fmt: skip
    event = AssaultAngleChosen(fight=fight, unit=unit, angle=command.angle)
    ruling.record(event, "HX-ASSAULT-12", "HX-ASSAULT-13")
    ruling.answered()


def assault_angle_chosen(game: Game, event: AssaultAngleChosen) -> None:
    """Its values count."""
    with_fight(game, event.fight, angles=(*game.fights[event.fight].angles, (event.unit, event.angle)))


# -- the dice


def ask_roll(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-19 Let the dice of the fight be thrown."""
    ruling.ask("assault", TABLE, about=(fight.id,))


def roll_assault(ruling: Ruling[Game], _command: RollAssault) -> None:
    """HX-ASSAULT-19 Assault and deflection dice of both sides are thrown at the same time."""
    game, fight = ruling.game, _fight(ruling)
    groups = tuple(each for seat in SEATS for each in throw(ruling, assault_dice(game, fight, seat), "assault"))
    shields = tuple(each for seat in SEATS for each in throw(ruling, deflection_dice(game, fight, seat), "deflection"))
    ruling.record(AssaultDiceRolled(fight=fight.id, groups=groups), *_reasons(game, fight))
    ruling.record(DeflectionDiceRolled(fight=fight.id, groups=shields), "HX-ASSAULT-17", "HX-ASSAULT-19")
    _give_advantage(ruling, fight, groups, shields)
    ruling.answered()


def _reasons(game: Game, fight: Fight) -> tuple[str, ...]:
    angles = (angle_in(game, fight, each)[1] for seat in SEATS for each in rolling(game, fight, seat))
    halved = ("HX-ABILITIES-08",) if fight.kept else ()
    return "HX-ASSAULT-09", "HX-ASSAULT-14", "HX-ASSAULT-15", "HX-ASSAULT-19", *angles, *halved


def assault_dice_rolled(game: Game, event: AssaultDiceRolled) -> None:
    """Lay the assault dice out."""
    with_fight(game, event.fight, groups=event.groups)


def deflection_dice_rolled(game: Game, event: DeflectionDiceRolled) -> None:
    """Lay the deflection dice out."""
    with_fight(game, event.fight, deflections=event.groups)


# -- the advantage


def left_after(hits: Sequence[int], shields: Sequence[int]) -> tuple[int, int]:
    """HX-ASSAULT-18 Give the successes that both sides keep; more deflections than successes are lost."""
    return max(0, hits[0] - shields[1]), max(0, hits[1] - shields[0])


def _give_advantage(
    ruling: Ruling[Game], fight: Fight, groups: Sequence[DiceGroup], shields: Sequence[DiceGroup]
) -> None:
    """HX-ASSAULT-20, HX-ASSAULT-21 More successes, or else the nation with more winning-power, have the advantage."""
    hits, stopped = scored(groups), scored(shields)
    left = left_after(hits, stopped)
    tie = left[0] == left[1]
    seat = _stronger(ruling, fight) if tie else left.index(max(left))
    event = AssaultAdvantageGained(
        fight=fight.id, seat=seat, successes=hits, deflections=stopped, left=left, tie=tie,
    )  # fmt: skip
    ruling.record(event, "HX-ASSAULT-18", "HX-ASSAULT-20", *(("HX-ASSAULT-21",) if tie else ()))


def stronger_nation(game: Game, units: Sequence[str]) -> Party | None:
    """HX-ASSAULT-21 Name the side whose best-ranked nation has more winning-power; None where both have the same."""
    best = [
        min((assault_rank(game.sheets[unit].nation) for unit in units if game.units[unit].seat == seat), default=99)
        for seat in SEATS
    ]
    return None if best[0] == best[1] else best.index(min(best))


def _stronger(ruling: Ruling[Game], fight: Fight) -> Party:
    """HX-CHOICE-07 Sides of one nation roll for it, unless a roll holds already for this step or game."""
    found = stronger_nation(ruling.game, [each.unit for each in fight.units])
    if found is not None:
        return found
    if ruling.game.rank is None:
        off = ruling.roll_off(6, "rank")
        faces = tuple(face for each in off.rounds for face in each)
        ruling.record(RollOffRolled(question="rank", faces=faces, winner=off.winner), "HX-CHOICE-07", "HX-ASSAULT-21")
    return ruling.game.rank or 0


def assault_advantage_gained(game: Game, event: AssaultAdvantageGained) -> None:
    """Note who has it."""
    with_fight(game, event.fight, advantage=event.seat, left=event.left)


# -- the steps of a fight

FIGHT: tuple[Callable[[Ruling[Game], Fight], None], ...] = (
    ask_contributors, ask_angles, fear.halve_dice, ask_roll, deflection.ask_deflections, allocation.ask_allocations,
    allocation.reveal_allocations, cunning.ask_cunning, strikes.strike, _end,
)  # fmt: skip

# -- what may be said


def _contributor_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    fight = game.fights[window.about[0]]
    own = [each.unit for each in fighters(fight, party)]
    sets = (_filled(game, own[first:] + own[:first]) for first in range(len(own)))
    made = (ChooseAssaultContributors(contributors=Contributors(units=units)) for units in sets)
    return finished_all(made, "HX-ASSAULT-14")


def _filled(game: Game, units: Sequence[str]) -> tuple[str, ...]:
    taken: tuple[str, ...] = ()
    for unit in units:
        taken = (*taken, unit) if holds(game, (*taken, unit)) else taken
    return tuple(sorted(taken, key=lambda unit: int(unit[1:])))


def _usual(game: Game, window: Window, party: Party) -> ChooseAssaultContributors:
    units = usual_contributors(game, game.fights[window.about[0]], party)
    return ChooseAssaultContributors(contributors=Contributors(units=units))


def _angle_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit, angles = Choice((window.about[1],)), Choice(_angles(game, window))
    return [offer(ChooseAssaultAngle, "HX-ASSAULT-13", unit=unit, angle=angles)]


def _first_angle(game: Game, window: Window, _party: Party) -> ChooseAssaultAngle:
    return ChooseAssaultAngle(unit=window.about[1], angle=_angles(game, window)[0])


CLAUSES = clauses(choose_assault_contributors, choose_assault_angle, roll_assault)
REDUCERS = reducers(
    contributors_committed, assault_contributors_chosen, assault_angle_chosen, assault_dice_rolled,
    deflection_dice_rolled, assault_advantage_gained,
)  # fmt: skip
WINDOWS = windows(
    Asks("fights", "HX-TURN-08", then=_next_fight),
    Asks("fight", "HX-ASSAULT-05", then=_go_on),
    Asks(
        "contributors", "HX-ASSAULT-14", (ChooseAssaultContributors,), _contributor_offers, _usual,
        _reveal_contributors,
    ),
    Asks("angle", "HX-ASSAULT-13", (ChooseAssaultAngle,), _angle_offers, _first_angle),
    table_step("assault", "HX-ASSAULT-19", RollAssault),
)  # fmt: skip

__all__ = [
    "CLAUSES", "FIGHT", "REDUCERS", "WINDOWS", "begin_assaults", "left_after", "stronger_nation",
]  # fmt: skip
