"""The page about boards agrees with the code."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.kernel import scene as types
from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.scene import Scene, to_json
from adjudicator.registry import rules_of
from replays.tell.scenes import scene_at
from tests.scenes import kept_game

PAGE = (Path(__file__).parents[2] / "docs" / "board.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"entry (\d+) of `([\w.-]+)`:\n\n```json\n(.*?)```", re.DOTALL)
DRAWABLES = ("Cell", "Area", "Line", "Zone", "Body", "Token", "Template", "Path", "Shot", "Measure")


@cache
def _drawn(name: str, seq: int) -> dict[str, Any]:
    scene = json.loads(to_json(scene_at(kept_game(name), rules_of(name.rpartition("-")[0]), SPECTATOR, seq)))
    return {drawable["id"]: drawable for drawable in (*scene["cells"], *scene["items"], *scene["marks"])}


@pytest.mark.parametrize(("seq", "name", "text"), EXAMPLE.findall(PAGE))
def test_examples(seq: str, name: str, text: str) -> None:
    """What stands on the page is drawn of that game after that entry, field by field in this order."""
    example = json.loads(text)
    drawn = _drawn(name, int(seq))[example["id"]]
    assert list(example.items()) == list(drawn.items())


def test_there_is_an_example_of_every_kind_of_board() -> None:
    """Hexes, tiles and inches, and a mark."""
    assert len(EXAMPLE.findall(PAGE)) == 4


def test_every_type_and_field_is_on_the_page() -> None:
    """The table names every field of every drawable, and of the scene."""
    common = {field.name for field in msgspec.structs.fields(types.Drawable)}
    for kind in DRAWABLES:
        struct = getattr(types, kind)
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind.lower()}` |"))
        missing = {field.name for field in msgspec.structs.fields(struct)} - common - set(re.findall(r"`(\w+)`", row))
        assert not missing, kind
    fields = {field.name for field in msgspec.structs.fields(Scene)}
    assert fields <= set(re.findall(r"`(\w+)`", PAGE[: PAGE.index("Every drawable has")]))
