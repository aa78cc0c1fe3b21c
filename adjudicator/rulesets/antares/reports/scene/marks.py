"""What an entry did to a game, as marks: moves, set-up, losses, shots, assaults and measured distances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.kernel.scene import Mark, SeenEvent, Setting
from adjudicator.rulesets.antares.model.messages import ModelLost, UnitBroken, UnitDestroyed, UnitFled
from adjudicator.rulesets.antares.reports.messages import View
from adjudicator.rulesets.antares.reports.scene.assaults import assault_marks
from adjudicator.rulesets.antares.reports.scene.ground import Table
from adjudicator.rulesets.antares.reports.scene.moves import move_marks
from adjudicator.rulesets.antares.reports.scene.notes import note
from adjudicator.rulesets.antares.reports.scene.shooting import shooting_marks, template_marks


def marks(before: View, after: View, events: Sequence[SeenEvent], _setting: Setting) -> tuple[Mark, ...]:
    """Draw what the events of an entry did between two Views."""
    return tuple(_marks(before, after, events))


def _marks(before: View, after: View, events: Sequence[SeenEvent]) -> Iterator[Mark]:
    ground = Table(before, after)
    for event, why in events:
        yield from move_marks(event, tuple(why), ground)
        yield from assault_marks(event, tuple(why), ground)
        yield from template_marks(event, tuple(why), ground)
        note(event, why, ground)
    yield from shooting_marks(events, ground)
    yield from _gone(events, ground)
    yield from ground.noted()


def _gone(events: Sequence[SeenEvent], ground: Table) -> Iterator[Mark]:
    """Draw where models stood that are on the table no more."""
    reasons: dict[str, tuple[str, tuple[str, ...]]] = {}
    for event, why in events:
        for key, said in _losses(event, ground.units).items():
            reasons.setdefault(key, (said, tuple(why)))
    for model in ground.bodies:
        if model not in ground.ends:
            said, why = reasons.get(model, ("leaves the table", ()))
            place = ground.at(model)
            if place is not None:
                yield ground.path(model, (place,), "destroyed", f"{model} {said}.", why)


def _losses(event: Struct, units: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    match event:
        case ModelLost():
            return {event.model: "is lost here"}
        case UnitDestroyed():
            return dict.fromkeys(units.get(event.unit, ()), "is destroyed here")
        case UnitBroken():
            return dict.fromkeys(units.get(event.unit, ()), "breaks and leaves the table")
        case UnitFled():
            return dict.fromkeys(units.get(event.unit, ()), "flees from the table")
    return {}
