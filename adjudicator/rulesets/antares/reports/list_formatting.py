"""How lists within events are said in a report: dice by their results, hits by weapon, resist tests by their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import DieResult, EffectOnUnit, Hit, HitPlace, Resisted

T = TypeVar("T")
RESULTS = ("lucky", "hit", "shift", "miss", "dud")


def _grouped(rows: Iterable[T], of: Callable[[T], Any]) -> dict[Any, list[T]]:
    """Put rows together that are alike in something, in the order in which it comes up."""
    out: dict[Any, list[T]] = {}
    for row in rows:
        out.setdefault(of(row), []).append(row)
    return out


def format_dice(rows: Sequence[DieResult]) -> str:
    """Say dice by what they came to: "2 4 (hit), 7 9 (miss)"."""
    found = _grouped(rows, lambda row: row.result)
    phrases = ((" ".join(str(row.face) for row in found[name]), name) for name in RESULTS if name in found)
    return ", ".join(f"{faces} ({name})" for faces, name in phrases)


def format_hits(rows: Sequence[Hit]) -> str:
    """Say hits by weapon and strike value: "3 by concord carbine (SV 1, 1 of them lucky)"."""
    found = _grouped(rows, lambda row: (row.weapon, row.strike_value, row.overhead))
    return ", ".join(map(_by_weapon, found.values()))


def _by_weapon(alike: Sequence[Hit]) -> str:
    one, lucky = alike[0], sum(row.lucky for row in alike)
    which = "lucky" if lucky == len(alike) else f"{lucky} of them lucky"
    also = [*(["overhead"] if one.overhead else []), *([which] if lucky else [])]
    return f"{len(alike)} by {one.weapon.replace('_', ' ') or 'hand'} ({', '.join([f'SV {one.strike_value}', *also])})"


def format_placed(rows: Sequence[HitPlace]) -> str:
    """Say hits by the model that takes them: "2 on a-squad.1, 1 on a-squad.2"."""
    return ", ".join(f"{count} on {model}" for model, count in Counter(row.model for row in rows).items())


def format_resisted(rows: Sequence[Resisted]) -> str:
    """Say resist tests by their number: "against 5: a-squad.1 8 4 (1 saved), a-squad.2 9"."""
    found = _grouped(rows, lambda row: row.needed.total)
    return "; ".join(f"against {needed}: {_by_model(alike)}" for needed, alike in found.items())


def _by_model(rows: Sequence[Resisted]) -> str:
    return ", ".join(_faces(model, alike) for model, alike in _grouped(rows, lambda row: row.model).items())


def _faces(model: str, alike: Sequence[Resisted]) -> str:
    saved = sum(row.saved for row in alike)
    which = "" if not saved else " (saved)" if saved == len(alike) else f" ({saved} saved)"
    return f"{model} {' '.join(str(row.face) for row in alike)}{which}"


def format_effects(rows: Sequence[EffectOnUnit]) -> str:
    """Say what a template does, unit by unit: "a-squad (4 models, 3 hits, thrown 3)"."""
    return ", ".join(f"{row.unit} ({', '.join(_suffered(row))})" for row in rows)


def _suffered(unit: EffectOnUnit) -> Iterable[str]:
    thrown = f", thrown {' '.join(map(str, unit.faces))}" if unit.faces else ""
    yield f"{len(unit.models)} model{'s' * (len(unit.models) != 1)}"
    if unit.pins:
        yield f"{unit.pins} pins{thrown}"
    elif unit.hits or unit.faces:
        yield f"{unit.hits} hit{'s' * (unit.hits != 1)}{thrown}"


LISTS: Mapping[type[Struct], Callable[[Sequence[Any]], str]] = MappingProxyType(
    {
        DieResult: format_dice,
        Hit: format_hits,
        HitPlace: format_placed,
        Resisted: format_resisted,
        EffectOnUnit: format_effects,
    }
)
