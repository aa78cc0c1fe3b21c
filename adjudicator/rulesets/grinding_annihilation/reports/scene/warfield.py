"""The warfield as drawables: terrain features with their parts, deployment zones and objective markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.messages import Spot
from adjudicator.kernel.scene import Area, Circle, Line, Point, Setting, Token, Zone
from adjudicator.kernel.sentences import inches
from adjudicator.rulesets.grinding_annihilation.reports.messages import MarkerView, TerrainView, View

CLAUSES = {
    "craters": "GA-6.1-01",
    "barricade": "GA-6.2-01",
    "debris": "GA-6.3-01",
    "hill_or_building": "GA-6.4-01",
    "woods": "GA-6.5-01",
    "ruins": "GA-6.6-01",
}


def terrain(view: View) -> Iterator[Area | Line]:
    """Draw every terrain feature: its ground, what of it stands in the way, and the border of its effect."""
    for place, row in enumerate(view.terrain):
        yield from _feature(row, f"terrain[{place}].feature")


def _feature(row: TerrainView, path: str) -> Iterator[Area | Line]:
    feature = row.feature
    kind, ground = feature.terrain_type, points_of(feature.footprint)
    words, why = kind.replace("_", " ").capitalize(), (CLAUSES[kind],)
    top = max((solid.top for solid in feature.solids), default=0)
    high = f", up to {inches(top)} high" if top else ""
    yield Area(
        id=f"area:{row.id}",
        text=f"{words} ({row.id}){high}.",
        why=why,
        of_view=(f"{path}.footprint", *(f"{path}.solids[{n}].top" for n in range(len(feature.solids)))),
        poly=ground,
        kind=kind,
        height=top,
    )
    for number, solid in enumerate(feature.solids):
        corners = points_of(solid.polygon)
        if corners != ground:
            yield Area(
                id=f"area:{row.id}.{number + 1}",
                text=f"{solid.kind.capitalize()} of {row.id}, from {inches(solid.bottom)} to {inches(solid.top)}.",
                why=why,
                of_view=(f"{path}.solids[{number}].polygon", f"{path}.solids[{number}].top"),
                poly=corners,
                kind=solid.kind,
                height=solid.top,
            )
    border = points_of(feature.boundary)
    if border and border != ground:
        yield Line(
            id=f"line:{row.id}",
            text=f"Border of {row.id}.",
            why=why,
            of_view=(f"{path}.boundary",),
            points=(*border, border[0]),
            kind="boundary",
        )


def points_of(spots: Sequence[Spot]) -> tuple[Point, ...]:
    """Give the places of spots as points."""
    return tuple((spot.x, spot.y) for spot in spots)


def deployment_zones(view: View, setting: Setting) -> Iterator[Zone]:
    """Draw where each side sets up."""
    for place, row in enumerate(view.zones):
        yield Zone(
            id=f"zone:deploy-{place + 1}",
            text=f"Deployment zone of {setting.seats[row.seat]}.",
            why=("GA-7.0-09",),
            of_view=(f"zones[{place}]",),
            kind="deploy",
            seat=row.seat,
            poly=((row.x0, row.y0), (row.x1, row.y0), (row.x1, row.y1), (row.x0, row.y1)),
        )


def markers(view: View, setting: Setting) -> Iterator[Zone | Token]:
    """Draw every objective marker with the ground in range of it, and who controls it."""
    for place, row in enumerate(view.markers):
        path = f"markers[{place}]"
        zone = Zone(
            id=f"zone:marker-{row.id}",
            text=_marker_text(row, view, setting),
            why=("GA-7.0-02", "GA-7.0-04"),
            of_view=(f"{path}.x", f"{path}.y", "marker_range", f"{path}.controller"),
            kind="objective",
            seat=row.controller,
            circle=Circle(x=row.x, y=row.y, radius=view.marker_range or 0),
        )
        yield zone
        yield Token(
            id=f"token:marker-{row.id}",
            text=f"Marker {row.id}.",
            of_view=(f"{path}.id",),
            on=zone.id,
            kind="captured" if row.captured else "marker",
            value=row.id,
            seat=row.controller,
        )


def _marker_text(row: MarkerView, view: View, setting: Setting) -> str:
    levels = " to ".join(map(str, row.levels))
    counted = f", Levels of Control {levels}" if levels else ""
    if row.captured:
        held = f"captured in round {row.captured}"
    elif row.controller is not None:
        held = f"controlled by {setting.seats[row.controller]}"
    else:
        held = "contested" if levels else "not yet controlled"
    return f"Marker {row.id}, {held}{counted}; troops within {inches(view.marker_range or 0)} count."
