"""Assaults as marks: who assaults whom and how far away, contact, and who has won a round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.scene import Mark, Measure, Shot
from adjudicator.kernel.scene.inch_ground import body_id
from adjudicator.kernel.sentences import inches
from adjudicator.rulesets.antares.model.messages import AssaultDeclared, AssaultFailed, ContactMade, H2HRoundResolved
from adjudicator.rulesets.antares.reports.scene.ground import Table


def assault_marks(event: Struct, why: tuple[str, ...], ground: Table) -> Iterator[Mark]:
    """Draw the assaults of an event."""
    match event:
        case AssaultDeclared():
            said = f"{event.unit} assaults {event.target}"
            yield from measured(event.unit, event.target, said, why, ground, None)
        case AssaultFailed():
            said = f"The assault of {event.unit} on {event.target} makes no contact"
            yield from measured(event.unit, event.target, said, why, ground, 0)
        case ContactMade():
            said = f"{event.unit} is in contact with {event.target}."
            yield from struck("contact", event.unit, event.target, "contact", said, why, ground)
        case H2HRoundResolved() if event.winner:
            said = f"{event.winner} wins round {event.round} against {event.loser}."
            yield from struck(f"round-{event.round}", event.winner, event.loser, "won", said, why, ground)


def struck(
    name: str, unit: str, target: str, result: str, said: str, why: tuple[str, ...], ground: Table
) -> Iterator[Mark]:
    """Draw a shot or blow between the nearest models that are left of both; where one side is gone, the way it went."""
    pair = ground.nearest(ground.standing(unit, left=True), ground.standing(target, left=True))
    if pair is None:
        yield from measured(unit, target, said.rstrip("."), why, ground, None)
        return
    yield Shot(
        id=ground.name(f"shot:{name}"),
        text=said,
        why=why,
        from_item=body_id(pair[0]),
        to_item=body_id(pair[1]),
        result=result,
    )


def measured(
    unit: str, target: str, said: str, why: tuple[str, ...], ground: Table, limit: int | None
) -> Iterator[Mark]:
    """Draw the gap between the nearest models of two units."""
    pair = ground.nearest(ground.standing(unit), ground.standing(target))
    if pair is not None:
        gap = ground.gap(*pair)
        yield Measure(
            id=ground.name(f"measure:{unit}-{target}"),
            text=f"{said}, {inches(gap)} away{f' of at most {inches(limit)}' if limit else ''}.",
            why=why,
            points=ground.edges(*pair),
            length=gap,
            limit=limit,
            ok=None if limit is None else gap <= limit,
            clause=why[0] if why else "",
        )
