"""Small scenes of every kind of drawable, on every kind of board."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.scene import (
    Area,
    Aside,
    Board,
    Body,
    Cell,
    Circle,
    Line,
    Measure,
    Path,
    Scene,
    Shot,
    Side,
    Template,
    Token,
    Zone,
)
from adjudicator.kernel.scene.grid_layout import polygon, size

HEXES = Scene(
    seq=9,
    viewer="spectator",
    turn="Turn 2 of 6",
    phase="movement 1",
    asks=("blue",),
    sides=(Side(seat=0, name="red", text="dwarf"), Side(seat=1, name="blue", text="elf")),
    board=Board(
        kind="hexes",
        width=size(3, 3, hexes=True)[0],
        height=size(3, 3, hexes=True)[1],
        unit="1/1000 cell",
        steps="edge",
        aside=(Aside(seat=1, text="b9, archers, is destroyed.", unit="b9"),),
    ),
    cells=tuple(
        Cell(
            id=f"cell:{'ABC'[column]}{row + 1}",
            text=f"{'ABC'[column]}{row + 1}: clear.",
            poly=polygon(column, row, hexes=True),
            terrain="forest" if (column, row) == (2, 2) else "clear",
            overlays=("hedge",) if (column, row) == (0, 2) else (),
        )
        for column in range(3)
        for row in range(3)
    ),
    items=(
        Zone(id="zone:hill", text="The hill is nobody's.", kind="objective", cells=("cell:B2",)),
        Body(
            id="unit:a1",
            text="a1 stands in A1.",
            why=("HX-MAP-02",),
            of_view=("units[0].hex",),
            unit="a1",
            seat=0,
            x=577,
            y=500,
            facing=120_000,
            shape="rect",
            length=560,
            width=560,
            glyph="infantry",
            count=3,
            wounds=3,
            of=4,
            states=("pinned",),
        ),
        Body(
            id="unit:b2",
            text="b2 is hidden in C3.",
            unit="b2",
            seat=1,
            x=2309,
            y=2500,
            shape="rect",
            length=560,
            width=560,
            glyph="unknown",
            count=0,
            hidden=True,
        ),
        Token(id="token:a1:fire", text="Two fire tokens lie on a1.", on="unit:a1", kind="fire", value="2", seat=1),
    ),
    marks=(
        Path(
            id="path:a1", text="a1 moves from A2 to A1.", body="unit:a1", points=((577, 1500), (577, 500)), kind="move"
        ),
        Shot(id="shot:1", text="a1 hits b2.", from_item="unit:a1", to_item="unit:b2", result="hit"),
    ),
)

INCHES = replace(
    HEXES,
    board=Board(kind="inches", width=48_000, height=48_000, unit="1/1000 inch"),
    cells=(),
    items=(
        Area(id="area:1", text="Woods.", poly=((0, 0), (9000, 0), (9000, 9000), (0, 9000)), kind="woods", height=3000),
        Line(id="line:1", text="A wall.", points=((0, 20_000), (20_000, 20_000)), kind="wall"),
        Zone(id="zone:1", text="Red deploys.", kind="deploy", seat=0, poly=((0, 0), (48_000, 0), (48_000, 6000))),
        Zone(id="zone:2", text="The relic.", kind="objective", circle=Circle(x=24_000, y=24_000, radius=3000)),
        Body(
            id="model:a1.1",
            text="a1.1 stands.",
            unit="a1",
            seat=0,
            x=12_000,
            y=30_000,
            facing=90_000,
            shape="oval",
            length=3000,
            width=2000,
        ),
        Body(
            id="model:b1.1",
            text="b1.1 stands.",
            unit="b1",
            seat=1,
            x=20_000,
            y=30_000,
            shape="circle",
            length=1000,
            width=1000,
        ),
        Template(id="template:1", text="A blast.", shape="circle", points=((30_000, 30_000), (31_500, 30_000))),
        Template(
            id="template:2", text="A cone.", shape="poly", points=((30_000, 9000), (31_500, 9000), (31_500, 9900))
        ),
    ),
    marks=(
        Measure(
            id="measure:1",
            text="6.5 inches, at most 6.",
            points=((13_500, 30_000), (20_000, 30_000)),
            length=6500,
            limit=6000,
            ok=False,
            clause="GA-1.1-01",
        ),
    ),
)


def named(scene: Scene, name: str) -> Scene:
    """Give the first side another name, in every place where names and texts of players stand."""
    return replace(
        scene,
        viewer=name,
        asks=(name,),
        sides=(replace(scene.sides[0], name=name), *scene.sides[1:]),
        items=tuple(replace(item, text=name, id=f"{place}:{name}") for place, item in enumerate(scene.items)),
        board=replace(scene.board, aside=(Aside(seat=0, text=name),)),
    )
