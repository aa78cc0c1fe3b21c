"""Scenarios as sheets of the contract."""

from __future__ import annotations

from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    LayoutSheet,
    MarkersSheet,
    PointSheet,
    ScenarioSheet,
    ScoringSheet,
    StripSheet,
    WarfieldSheet,
    ZonesSheet,
)
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import Point, Scenario


def scenario_sheet(row: Scenario) -> ScenarioSheet:
    """Show a scenario with its numbers and clauses."""
    removals, delivery, blitzkrieg = row.removals, row.delivery, row.blitzkrieg
    return ScenarioSheet(
        name=row.id,
        title=row.name,
        clause=row.clause,
        sizes=row.sizes.accepted,
        sizes_clause=row.sizes.clause,
        last_round=row.rounds.last,
        rounds_clause=row.rounds.clause,
        warfields=tuple(
            WarfieldSheet(size=size, clause=board.clause, length=board.length, width=board.width)
            for size, board in row.boards.items()
        ),
        zones=ZonesSheet(**{name: getattr(row.zones, name) for name in ZonesSheet.__struct_fields__}),
        markers=_markers(row),
        scoring=ScoringSheet(**{name: getattr(row.scoring, name) for name in ScoringSheet.__struct_fields__}),
        victory=row.victory.rule,
        victory_clause=row.victory.clause,
        annihilation_wins=row.victory.annihilation_wins,
        removal_rounds=removals.rounds if removals else (),
        removals_clause=removals.clause if removals else "",
        delivery_points=delivery.each if delivery else 0,
        delivery_clause=delivery.clause if delivery else "",
        blitzkrieg_points=blitzkrieg.points if blitzkrieg else 0,
        blitzkrieg_clause=blitzkrieg.clause if blitzkrieg else "",
    )


def _markers(row: Scenario) -> MarkersSheet:
    markers, near = row.markers, row.marker_range
    return MarkersSheet(
        clause=markers.clause,
        count=markers.count,
        place=markers.place,
        from_edge=markers.from_edge,
        from_zone=markers.from_zone,
        apart=markers.apart,
        layouts=tuple(
            LayoutSheet(name=name, points=tuple(map(_point, points))) for name, points in markers.layouts.items()
        ),
        strips=tuple(StripSheet(near=strip.near, far=strip.far) for strip in markers.strips),
        range_horizontal=near.horizontal,
        range_vertical=near.vertical,
        range_clause=near.clause,
    )


def _point(point: Point) -> PointSheet:
    return PointSheet(x_from=point.x_from, x=point.x, y_from=point.y_from, y=point.y)
