"""The table as drawables: terrain, deployment zones, objectives, and templates that lie on it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.scene import Area, Circle, Line, Setting, Template, Token, Zone
from adjudicator.kernel.sentences import inches
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.reports.messages import View


def terrain(view: View) -> Iterator[Area | Line]:
    """Draw every piece of terrain: areas by their ground, obstacles as lines."""
    for place, row in enumerate(view.terrain):
        points = tuple((spot.x, spot.y) for spot in row.shape)
        text, paths = _sentence(row), (f"terrain[{place}].shape",)
        if row.terrain_type == "obstacle":
            yield Line(
                id=f"line:{row.id}", text=text, why=("AN-TERRAIN-22",), of_view=paths, points=points, kind=_kind(row)
            )
        else:
            yield Area(
                id=f"area:{row.id}",
                text=text,
                why=("AN-TERRAIN-22",),
                of_view=(*paths, f"terrain[{place}].height", f"terrain[{place}].ground"),
                poly=points,
                kind=_kind(row),
                height=row.height or row.ground,
            )


def _kind(row: TerrainPiece) -> str:
    """Say in a word what terrain is: what stops a view or a move before what hinders them."""
    if row.building:
        return "building"
    if row.terrain_type == "obstacle":
        return "wall" if row.cover == "hard" else "hedge" if row.cover == "soft" else "obstacle"
    if row.movement == "impassable":
        return "impassable"
    if row.los == "blocking":
        return "blocking"
    if row.ground:
        return "hill"
    if row.los == "obscuring":
        return "woods" if row.movement == "difficult" else "scrub"
    return "rough" if row.movement == "difficult" else "open"


def _sentence(row: TerrainPiece) -> str:
    words = [
        *(["building"] if row.building else []),
        f"{row.los} to sight",
        f"{row.movement} to move through",
        f"{row.cover} cover",
        *([f"{inches(row.height)} high"] if row.height else []),
        *([f"ground at {inches(row.ground)}"] if row.ground else []),
    ]
    return f"{row.id}: {', '.join(words)}."


def deployment_zones(view: View, setting: Setting) -> Iterator[Zone]:
    """Draw where each side sets up."""
    for place, row in enumerate(view.terms.zones if view.terms is not None else ()):
        yield Zone(
            id=f"zone:deploy-{place + 1}",
            text=f"Deployment zone of {setting.seats[row.seat]}.",
            of_view=(f"terms.zones[{place}]",),
            kind="deploy",
            seat=row.seat,
            poly=((row.x_from, row.y_from), (row.x_to, row.y_from), (row.x_to, row.y_to), (row.x_from, row.y_to)),
        )


def objectives(view: View, setting: Setting) -> Iterator[Zone | Token]:
    """Draw the points that score with the ground near them, and who holds them now."""
    reach = view.terms.reach if view.terms is not None else 0
    for place, row in enumerate(view.objectives):
        held = "nobody" if row.holder is None else setting.seats[row.holder]
        path = f"objectives[{place}]"
        zone = Zone(
            id=f"zone:objective-{place + 1}",
            text=f"Objective {place + 1}, held by {held}; units within {inches(reach)} count.",
            why=("AN-GEN-07",),
            of_view=(f"{path}.at", f"{path}.holder", "terms.reach"),
            kind="objective",
            seat=row.holder,
            circle=Circle(x=row.at.x, y=row.at.y, radius=reach),
        )
        yield zone
        yield Token(
            id=f"token:objective-{place + 1}",
            text=f"Objective {place + 1}.",
            of_view=(f"{path}.holder",),
            on=zone.id,
            kind="marker",
            value=str(place + 1),
            seat=row.holder,
        )


def templates(view: View) -> Iterator[Template]:
    """Draw the templates of volleys that are not settled yet."""
    for place, row in enumerate(view.templates):
        x, y = row.at.x, row.at.y
        yield Template(
            id=f"template:{row.volley}-{row.die}",
            text=f"A template of {row.volley}, {inches(row.radius)} about ({inches(x)}, {inches(y)}).",
            why=("AN-OH-12",),
            of_view=(f"templates[{place}].at", f"templates[{place}].radius"),
            shape="circle",
            points=((x, y), (x + row.radius, y)),
        )
