"""What an entry did to a battle, as marks: moves, arrivals, losses, attacks and measured distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.scene import Mark, SeenEvent, Setting
from adjudicator.rulesets.grinding_annihilation.model.messages import AssaultFailed
from adjudicator.rulesets.grinding_annihilation.reports.messages import View
from adjudicator.rulesets.grinding_annihilation.reports.scene.attacks import attack_marks, attacks_of
from adjudicator.rulesets.grinding_annihilation.reports.scene.ground import Warfield
from adjudicator.rulesets.grinding_annihilation.reports.scene.moves import move_marks
from adjudicator.rulesets.grinding_annihilation.reports.scene.notes import note


def marks(before: View, after: View, events: Sequence[SeenEvent], _setting: Setting) -> tuple[Mark, ...]:
    """Draw what the events of an entry did between two Views."""
    return tuple(_marks(before, after, events))


def _marks(before: View, after: View, events: Sequence[SeenEvent]) -> Iterator[Mark]:
    ground = Warfield(before, after)
    attacks = attacks_of(before, after, events)
    reaches = {row.troop: row.reach.total for row in (before.action.reaches if before.action else ())}
    ground.failure = "".join(f", which fails: {event.reason.replace('_', ' ')}" for event in _failures(events))
    for event, why in events:
        yield from attack_marks(event, tuple(why), ground, attacks)
        yield from move_marks(event, tuple(why), ground, reaches)
        note(event, why, ground)
    yield from ground.noted()


def _failures(events: Sequence[SeenEvent]) -> list[AssaultFailed]:
    return [event for event, _ in events if isinstance(event, AssaultFailed)]
