"""What becomes of a formation that stays where it is, in a word and a sentence: orders, tests, wounds, effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.sentences import counted, listed
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    BattleFatigueTested,
    BattleManoeuvreUsed,
    CohesionChecked,
    DesperateRetreatTested,
    FightBegun,
    FightEnded,
    FormationRemainedStationary,
    FormationSelectedToShoot,
    HazardTested,
    MortalWoundSuffered,
    MoveDeclared,
    ScientistDelivered,
    ScientistNamed,
    ShootingEnded,
)
from adjudicator.rulesets.grinding_annihilation.reports.scene.ground import Warfield


def note(event: Struct, why: Sequence[str], ground: Warfield) -> None:
    """Note what an event says of formations or troops."""
    for unit, word, said in (*_moves(event), *_fights(event), *_tests(event)):
        ground.note(unit, word, said, why)


def _moves(event: Struct) -> Iterator[tuple[str, str, str]]:
    match event:
        case FormationRemainedStationary():
            yield event.formation, "stays", f"{event.formation} remains stationary."
        case MoveDeclared():
            yield event.formation, event.kind, f"{event.formation} is selected for its move ({event.kind})."
        case AdvanceRolled():
            yield event.formation, f"rolls {event.face}", f"{event.formation} rolls a {event.face} for its Advance."
        case BattleManoeuvreUsed():
            name = (event.works_as or event.manoeuvre).replace("_", " ")
            yield event.formation, name, f"{name.capitalize()} is used on {event.formation}."
        case ScientistNamed():
            yield event.troop, "scientist", f"{event.troop} becomes a scientist at marker {event.marker}."
        case ScientistDelivered():
            yield event.troop, "delivered", f"{event.troop} is brought home."


def _fights(event: Struct) -> Iterator[tuple[str, str, str]]:
    match event:
        case FormationSelectedToShoot():
            yield event.formation, "to shoot", f"{event.formation} is selected to shoot."
        case ShootingEnded():
            yield event.formation, "shooting over", f"The shooting of {event.formation} is over."
        case FightBegun():
            yield event.formation, "to fight", f"{event.formation} is selected to fight."
        case FightEnded():
            yield event.formation, "has fought", f"{event.formation} has fought."
        case MortalWoundSuffered():
            word = "ignored" if event.ignored else "mortal wound"
            left = counted(event.wounds_left, "wound")
            yield (
                event.troop,
                word,
                f"{event.troop} {'ignores' if event.ignored else 'suffers'} a mortal wound; {left} left.",
            )


def _tests(event: Struct) -> Iterator[tuple[str, str, str]]:
    match event:
        case BattleFatigueTested():
            does = "passes" if event.passed else "fails"
            said = f"{event.formation} {does} its test with {event.total.total} against {event.needed}."
            yield event.formation, f"{does} its test", said
        case CohesionChecked():
            for unit in event.broken:
                yield unit, "out of cohesion", f"{unit} is out of cohesion."
        case DesperateRetreatTested():
            said = f"{event.formation} fails {event.failures} of {len(event.faces)} tests for its Retreat."
            yield event.formation, f"{event.failures} failed", said
        case HazardTested():
            faces = listed([str(face) for face in event.faces])
            yield (
                event.formation,
                "hazard",
                f"{event.formation} takes Hazard tests with {faces}: {event.failures} failed.",
            )
