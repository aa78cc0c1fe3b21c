"""What people see along the table is stated, in place of the geometry (AN-SHOOT-02, AN-TERRAIN-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Flag, Offer, Range, Some, items, offer, optional, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import ModelCover, ModelSight, RecordSightFacts, SightFactsRecorded
from adjudicator.rulesets.antares.model.rows import Volley
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.roster.terrain_checks import COVERS
from adjudicator.rulesets.antares.rules.shooting.line_of_sight import FIELDS

FARTHEST, MOST_PENALTY = 60_000, 10


def record_sight_facts(ruling: Ruling[Game], command: RecordSightFacts) -> None:
    """AN-SHOOT-02 AN-TERRAIN-16 Take what people see along the table in place of the service's own geometry."""
    row = ruling.find(ruling.game.volleys, command.volley, "volley")
    rolled = any(group.needed is not None for group in row.groups)
    ruling.require(not rolled, "AN-SHOOT-12", "dice-are-rolled", "volley", volley=row.id)
    ruling.refuse_all(list(_wrong_facts(ruling.game, row, command)))
    event = SightFactsRecorded(volley=row.id, sights=command.sights, covers=command.covers, penalty=command.penalty)
    ruling.record(event, "AN-SHOOT-02", "AN-TERRAIN-16")


def _wrong_facts(game: Game, row: Volley, command: RecordSightFacts) -> Iterator[Fault]:
    shooters = {model for group in row.groups for model in group.models}
    targets = game.units[row.target].models if row.target else ()
    for index, sight in enumerate(command.sights):
        path = f"sights[{index}]"
        if sight.model not in shooters:
            yield fault("AN-SHOOT-02", "not-a-shooter", f"{path}.model", model=sight.model)
        yield from _not_of(targets, sight.seen, f"{path}.seen")
        wrong = (word for word in sight.fields if word not in FIELDS)
        yield from (fault("AN-ACC-17", "no-such-field", f"{path}.fields", field=word) for word in wrong)
    for index, cover in enumerate(command.covers):
        yield from _not_of(targets, (cover.model,), f"covers[{index}].model")
        if cover.cover not in COVERS:
            yield fault("AN-TERRAIN-21", "no-such-cover", f"covers[{index}].cover", cover=cover.cover)
    if command.penalty is not None and command.penalty > 0:
        yield fault("AN-ACC-22", "penalty-is-a-bonus", "penalty", penalty=command.penalty)


def _not_of(targets: Sequence[str], named: Iterable[str], path: str) -> Iterator[Fault]:
    wrong = (row for row in named if row not in targets)
    yield from (fault("AN-SHOOT-02", "not-of-the-target", path, model=row) for row in wrong)


def sight_facts_recorded(game: Game, event: SightFactsRecorded) -> None:
    """Keep what was stated with its volley."""
    row = game.volleys[event.volley]
    game.volleys[event.volley] = replace(
        row, sight_stated=True, sights=event.sights, covers=event.covers, penalty=event.penalty
    )


def _offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """AN-SHOOT-02 Offer statements about each volley whose dice are not rolled."""
    return [_offer(game, row) for row in game.volleys.values() if all(group.needed is None for group in row.groups)]


def _offer(game: Game, row: Volley) -> Offer:
    shooters = tuple(dict.fromkeys(model for group in row.groups for model in group.models))
    targets = game.units[row.target].models if row.target else ()
    seen = {"seen": optional(Some(targets, 1, len(targets)))} if targets else {}
    sights = [
        shape(
            ModelSight,
            model=Choice((key,)),
            sees=Flag(),
            distance=Range(0, FARTHEST),
            obscuring=Range(0, FARTHEST),
            fields=optional(Some(FIELDS, 0, len(FIELDS))),
            **seen,
        )
        for key in shooters
    ]
    covers = [shape(ModelCover, model=Choice((key,)), cover=Choice(COVERS)) for key in targets]
    return offer(
        RecordSightFacts,
        "AN-SHOOT-02",
        volley=Choice((row.id,)),
        sights=items(*sights, least=0, most=len(sights), once=True),
        covers=items(*covers, least=0, most=len(covers), once=True),
        penalty=optional(Range(-MOST_PENALTY, 0)),
    )


PART = Part(
    handlers=handlers(record_sight_facts),
    reducers=reducers(sight_facts_recorded),
    anytime=frozenset({RecordSightFacts}),
    anytime_offers={RecordSightFacts: _offers},
)
