"""Volleys as marks: who shoots or strikes at whom, what came of it, and where templates went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.scene import Mark, Measure, Point, SeenEvent
from adjudicator.kernel.scene.inch_layout import length
from adjudicator.kernel.sentences import counted, inches
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DieRerolled,
    FiredGroup,
    HitsScored,
    ModelLost,
    ResistRolled,
    ShootingDeclared,
    TemplateResolved,
    TemplateShifted,
    WoundLost,
)
from adjudicator.rulesets.antares.reports.scene.assaults import measured, struck
from adjudicator.rulesets.antares.reports.scene.ground import Table

HITS = ("lucky", "hit")
POINT_BLANK = "point_blank"
DOES = {
    POINT_BLANK: "shoots point blank at",
    "firefight": "fights a firefight with",
    "ambush_fire": "fires from ambush at",
    "hand_to_hand": "strikes at",
}


class Volley:
    """What an entry did of one volley; a number is None where the entry did not come to it."""

    def __init__(self, key: str, unit: str, target: str, kind: str, groups: Sequence[FiredGroup]) -> None:
        self.key, self.unit, self.target, self.kind, self.groups = key, unit, target, kind, groups
        self.declared = False
        self.dice: int | None = None
        self.good = 0
        self.scored: int | None = None
        self.saved = self.failed = self.wounds = self.lost = 0
        self.why: dict[str, None] = {}

    @property
    def told(self) -> bool:
        """Tell whether the entry did anything of it."""
        return bool(self.why)

    @property
    def hits(self) -> int | None:
        """Give its hits: as scored, or as the dice show so far."""
        return self.scored if self.scored is not None else self.good if self.dice is not None else None

    @property
    def result(self) -> str:
        """Say in a word what came of it so far."""
        if self.lost:
            return "destroyed"
        if self.failed or self.wounds:
            return "wound"
        if self.saved:
            return "saved"
        if self.hits is not None:
            return "hit" if self.hits else "miss"
        return "declared"

    def sentence(self) -> str:
        """Tell it in one sentence."""
        told = [
            *([counted(self.dice, "die", "dice")] if self.dice is not None else []),
            *([counted(self.hits, "hit")] if self.hits is not None else []),
            *([f"{self.saved} resisted"] if self.saved else []),
            *([f"{self.failed} not resisted"] if self.failed else []),
            *([f"{counted(self.lost, 'model')} lost"] if self.lost else []),
        ]
        does = DOES.get(self.kind, "shoots at")
        return f"{self.unit} {does} {self.target or 'a point it can not see'}{': ' if told else ''}{', '.join(told)}."


def shooting_marks(events: Sequence[SeenEvent], ground: Table) -> Iterator[Mark]:
    """Draw every volley that the entry did something of, once."""
    volleys = {row.id: Volley(row.id, row.unit, row.target, row.kind, row.groups) for row in ground.volleys}
    for event, why in events:
        if isinstance(event, ShootingDeclared):
            volley = Volley(event.volley, event.unit, event.target, event.kind, event.groups)
            volleys[event.volley], volley.declared = volley, True
        for volley in _concerned(event, volleys.values(), ground):
            _take(volley, event)
            volley.why |= dict.fromkeys(why)
    for volley in volleys.values():
        if volley.told:
            yield from _volley(volley, ground)


def _concerned(event: Struct, volleys: Iterable[Volley], ground: Table) -> list[Volley]:
    """List the volleys that an event is about: its own, or all at the unit that it is about."""
    if isinstance(event, ShootingDeclared | AccuracyRolled | DieRerolled | HitsScored):
        return [volley for volley in volleys if volley.key == event.volley]
    if isinstance(event, ResistRolled):
        return [volley for volley in volleys if volley.target == event.unit]
    if isinstance(event, ModelLost | WoundLost):
        return [volley for volley in volleys if event.model in ground.units.get(volley.target, ())]
    return []


def _take(volley: Volley, event: Struct) -> None:
    match event:
        case AccuracyRolled():
            volley.dice = (volley.dice or 0) + len(event.dice)
            volley.good += sum(die.result in HITS for die in event.dice)
        case DieRerolled():
            volley.good += event.now.result in HITS
        case HitsScored() if event.unit == volley.target:
            volley.scored = len(event.hits)
        case ResistRolled():
            volley.saved += sum(test.saved for test in event.tests)
            volley.failed += sum(not test.saved for test in event.tests)
        case WoundLost():
            volley.wounds += 1
        case ModelLost():
            volley.lost += 1


def _volley(volley: Volley, ground: Table) -> Iterator[Mark]:
    if not volley.target:
        return
    why = tuple(volley.why)
    yield from struck(f"volley-{volley.key}", volley.unit, volley.target, volley.result, volley.sentence(), why, ground)
    if volley.declared and volley.kind != POINT_BLANK:
        ranges = [ground.weapons[group.weapon].extreme for group in volley.groups if group.weapon in ground.weapons]
        said = f"{volley.unit} shoots at {volley.target}"
        yield from measured(volley.unit, volley.target, said, why, ground, max(ranges, default=None))


# -- templates


def template_marks(event: Struct, why: tuple[str, ...], ground: Table) -> Iterator[Mark]:
    """Draw how far a template went astray, and where one came down."""
    if isinstance(event, ShootingDeclared):
        ground.declared[event.volley] = event.groups
    if isinstance(event, TemplateShifted):
        group = _group_of(event.volley, event.die, ground)
        end = (event.at.x, event.at.y)
        if group is not None and group.aim is not None:
            said = f"The template shifts {', then '.join(map(inches, event.distances))}."
            yield _line(f"shift-{event.volley}-{event.die}", ((group.aim.x, group.aim.y), end), said, why, ground)
    if isinstance(event, TemplateResolved):
        group = _group_of(event.volley, event.die, ground)
        weapon = ground.weapons.get(group.weapon) if group is not None else None
        radius = weapon.overhead.radius if weapon is not None and weapon.overhead is not None else 0
        under = ", ".join(f"{row.unit} ({counted(row.hits, 'hit')}, {counted(row.pins, 'pin')})" for row in event.units)
        said = f"The template, {inches(radius)} about this point, comes down on {under or 'nobody'}."
        x, y = event.at.x, event.at.y
        yield _line(f"template-{event.volley}-{event.die}", ((x, y), (x + radius, y)), said, why, ground)


def _line(name: str, points: tuple[Point, Point], said: str, why: tuple[str, ...], ground: Table) -> Measure:
    return Measure(
        id=ground.name(f"measure:{name}"),
        text=said,
        why=why,
        points=points,
        length=length(*points),
        clause=why[0] if why else "",
    )


def _group_of(volley: str, die: int, ground: Table) -> FiredGroup | None:
    """Find the group of a die by its number, from 1 in the order of the volley."""
    found = next((row for row in ground.volleys if row.id == volley), None)
    for group in ground.declared.get(volley, found.groups if found is not None else ()):
        if die <= group.dice:
            return group
        die -= group.dice
    return None
