"""By which angle a stationary unit fights that is attacked from several sides (HX-ASSAULT-13)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import AssaultAngleChosen, ChooseAssaultAngle
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import FightUnitSubject
from adjudicator.rulesets.hex_orders.rules.assault.fights import attacked_from, rolling_bases, with_fight


def ask_angles(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-13 Ask for the angle of stationary units that are attacked from several sides."""
    game = ruling.game
    attacker = game.options.assault_angle_choice == "attacker"
    found = (row for seat in SEATS for row in rolling_bases(game, fight, seat))
    for row in reversed([row for row in found if len(attacked_from(game, fight, row)) > 1]):
        ruling.ask(
            "angle", other_seat(row.seat) if attacker else row.seat, subject=FightUnitSubject(fight.id, row.unit)
        )


def _attack_angles(game: Game, asked: FightUnitSubject) -> tuple[str, ...]:
    fight = game.fights[asked.fight]
    return next(attacked_from(game, fight, unit) for unit in fight.units if unit.unit == asked.unit)


def choose_assault_angle(ruling: Ruling[Game], command: ChooseAssaultAngle) -> None:
    """HX-ASSAULT-13 One of the angles from which a stationary unit is attacked counts for the whole assault."""
    asked = ruling.subject(FightUnitSubject)
    fight, unit = asked.fight, asked.unit
    ruling.require(command.unit == unit, "HX-ASSAULT-13", "other-unit-attacked", "unit", unit=command.unit, asked=unit)
    found = _attack_angles(ruling.game, asked)
    ruling.require(
        command.angle in found,
        "HX-ASSAULT-13",
        "not-attacked-there",
        "angle",
        angle=command.angle,
        attacked=" ".join(found),
    )
    event = AssaultAngleChosen(fight=fight, unit=unit, angle=command.angle)
    ruling.record(event, "HX-ASSAULT-12", "HX-ASSAULT-13")
    ruling.answered()


def assault_angle_chosen(game: Game, event: AssaultAngleChosen) -> None:
    """Its values count."""
    with_fight(game, event.fight, angles=(*game.fights[event.fight].angles, (event.unit, event.angle)))


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    asked = subject_of(window, FightUnitSubject)
    unit, angles = Choice((asked.unit,)), Choice(_attack_angles(game, asked))
    return [offer(ChooseAssaultAngle, "HX-ASSAULT-13", unit=unit, angle=angles)]


def _silence(game: Game, window: Window, _party: Party) -> ChooseAssaultAngle:
    asked = subject_of(window, FightUnitSubject)
    return ChooseAssaultAngle(unit=asked.unit, angle=_attack_angles(game, asked)[0])


PART = Part(
    handlers=handlers(choose_assault_angle),
    reducers=reducers(assault_angle_chosen),
    windows=windows(
        WindowKind(
            "angle",
            "HX-ASSAULT-13",
            (ChooseAssaultAngle,),
            _offers,
            _silence,
            subject=FightUnitSubject,
            after_flag=True,
        )
    ),
)
