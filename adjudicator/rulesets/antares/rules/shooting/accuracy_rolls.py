"""Accuracy dice: what is left of a volley when they are thrown, their numbers, and the throw (AN-ACC-01)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import AccuracyRolled, RollAccuracy, ShotsLost
from adjudicator.rulesets.antares.model.rows import Group, Volley
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.model.subjects import VolleySubject
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers, eligibility
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

WINDOW = "accuracy"
D3 = 3


def roll_accuracy(ruling: Ruling[Game], _command: RollAccuracy) -> None:
    """AN-SHOOT-12 AN-ACC-01 Check again who may shoot, then throw the accuracy dice of the volley that is asked for."""
    volley = ruling.subject(VolleySubject).volley
    ruling.answered()
    drop_lost_shots(ruling, volley)
    roll_groups(ruling, volley)


def drop_lost_shots(ruling: Ruling[Game], volley: str) -> None:
    """AN-SHOOT-12 AN-REACT-17 Take away the shots that can not be made any more; they are not retargeted."""
    for index, reason, models in eligibility.lost_shots(ruling.game, ruling.game.volleys[volley]):
        ruling.record(ShotsLost(volley=volley, models=models, reason=reason, group=index), "AN-SHOOT-12", "AN-SHOOT-02")


def roll_groups(ruling: Ruling[Game], volley: str, why: str = "accuracy") -> None:
    """AN-ACC-01 AN-H2H-03 Throw all dice of a volley, group by group, and read them.

    The D3 of a Blur comes first (AN-ACC-26). A volley that has lost all its shots throws nothing.
    """
    game = ruling.game
    row = game.volleys[volley]
    todo = volleys.unrolled_groups(row)
    if not todo:
        return
    blur = _roll_blur(ruling, row)
    row = accuracy_modifiers.with_numbers(game, row, blur)
    faces = [ruling.roll(group.dice, D10, why, row.seat) if group.dice else () for group in row.groups]
    judged = hit_scoring.read_faces(game, row, faces)
    for index in todo:
        group = row.groups[index]
        needed = group.needed or Tally.base(0, "AN-ACC-01")
        results = {die.result for die in judged[index]}
        event = AccuracyRolled(
            volley=volley, group=index, needed=needed, dice=judged[index], blur=0 if group.blind else blur
        )
        ruling.record(event, *needed.clauses(), *_reasons(row, group, results))


def _roll_blur(ruling: Ruling[Game], row: Volley) -> int:
    """AN-ACC-26 Throw the D3 of a Blur once for the volley; blind fire alone needs none (AN-OH-08)."""
    sighted = any(group.dice and not group.blind for group in row.groups)
    if not sighted or not accuracy_modifiers.is_blurred(ruling.game, row):
        return 0
    return ruling.roll(1, D3, "blur", row.seat)[0]


def _reasons(row: Volley, group: Group, results: set[str]) -> tuple[str, ...]:
    """Name the clauses that read the faces of a group."""
    lucky = ("AN-HIT-01", "AN-HIT-02") if "lucky" in results else ()
    fight = ("AN-H2H-07",) if row.kind == volleys.HAND_TO_HAND else ()
    duds = ("AN-HIT-07", *(("AN-OH-11",) if group.overhead else ())) if "dud" in results else ()
    missed = ("AN-HIT-06", "AN-OH-10" if group.blind else "AN-OH-06") if group.overhead else ("AN-HIT-05",)
    shifts = ("AN-HIT-06", "AN-OH-03") if "shift" in results else ()
    return (*lucky, *fight, *duds, *(missed if "miss" in results else ()), *shifts)


def shots_lost(game: Game, event: ShotsLost) -> None:
    """Take models and their dice out of a group."""
    group = game.volleys[event.volley].groups[event.group]
    left = tuple(model for model in group.models if model not in event.models)
    dice = group.dice * len(left) // len(group.models)
    volleys.put_group(game, event.volley, event.group, replace(group, models=left, dice=dice))


def accuracy_rolled(game: Game, event: AccuracyRolled) -> None:
    """Put the dice into their group."""
    group = game.volleys[event.volley].groups[event.group]
    volleys.put_group(game, event.volley, event.group, replace(group, needed=event.needed, rolled=event.dice))


def _offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(RollAccuracy, "AN-ACC-01")]


PART = Part(
    handlers=handlers(roll_accuracy),
    reducers=reducers(shots_lost, accuracy_rolled),
    windows=windows(
        WindowKind(WINDOW, "AN-ACC-01", (RollAccuracy,), _offers, always(RollAccuracy()), subject=VolleySubject)
    ),
)
