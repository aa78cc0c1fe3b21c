"""How lists within events are said in a report: dice by their results, hits by weapon, resist tests by their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import Struct

from adjudicator.kernel.sentences import counted, listed
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.antares.model.messages import DieResult, EffectOnUnit, Hit, HitPlace, ReactionOption, Resisted
from adjudicator.rulesets.antares.model.options import PACKAGE

T = TypeVar("T")
RESULTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "lucky": ("is lucky", "are lucky"),
        "hit": ("hits", "hit"),
        "shift": ("shifts", "shift"),
        "miss": ("misses", "miss"),
        "dud": ("is a dud", "are duds"),
    }
)


def _grouped(rows: Iterable[T], of: Callable[[T], Any]) -> dict[Any, list[T]]:
    """Put rows together that are alike in something, in the order in which it comes up."""
    out: dict[Any, list[T]] = {}
    for row in rows:
        out.setdefault(of(row), []).append(row)
    return out


def format_dice(rows: Sequence[DieResult]) -> str:
    """Say dice by what they came to: "2 4 hit, 7 misses"."""
    found = _grouped(rows, lambda row: row.result)
    phrases = ((found[name], *verbs) for name, verbs in RESULTS.items() if name in found)
    return ", ".join(
        f"{' '.join(str(row.face) for row in alike)} {one if len(alike) == 1 else many}" for alike, one, many in phrases
    )


def format_hits(rows: Sequence[Hit]) -> str:
    """Say hits by weapon and strike value: "3 hits by concord carbine (strike value 1, 1 of them lucky)"."""
    found = _grouped(rows, lambda row: (row.weapon, row.strike_value, row.overhead))
    return listed(list(map(_by_weapon, found.values())))


def _by_weapon(alike: Sequence[Hit]) -> str:
    one, lucky = alike[0], sum(row.lucky for row in alike)
    which = "lucky" if lucky == len(alike) else f"{lucky} of them lucky"
    also = [*(["overhead"] if one.overhead else []), *([which] if lucky else [])]
    weapon = one.weapon.replace("_", " ") or "hand"
    return f"{counted(len(alike), 'hit')} by {weapon} ({', '.join([f'strike value {one.strike_value}', *also])})"


def format_placed(rows: Sequence[HitPlace]) -> str:
    """Say hits by the model that takes them: "a-squad.1 takes 2 and a-squad.2 takes 1"."""
    return listed([f"{model} takes {count}" for model, count in Counter(row.model for row in rows).items()])


def format_resisted(rows: Sequence[Resisted]) -> str:
    """Say resist tests by their number: "on 5 or less: a-squad.1 throws 8 4, 1 saved"."""
    found = _grouped(rows, lambda row: row.needed.total)
    return "; ".join(f"on {needed} or less: {_by_model(alike)}" for needed, alike in found.items())


def _by_model(rows: Sequence[Resisted]) -> str:
    return "; ".join(_faces(model, alike) for model, alike in _grouped(rows, lambda row: row.model).items())


def _faces(model: str, alike: Sequence[Resisted]) -> str:
    saved = sum(row.saved for row in alike)
    which = "not saved" if not saved else "saved" if saved == len(alike) else f"{saved} saved"
    return f"{model} throws {' '.join(str(row.face) for row in alike)}, {which}"


def format_effects(rows: Sequence[EffectOnUnit]) -> str:
    """Say what a template does, unit by unit: "a-squad: 4 models, 3 hits, thrown 3"."""
    return "; ".join(f"{row.unit}: {', '.join(_suffered(row))}" for row in rows)


def format_options(rows: Sequence[ReactionOption]) -> str:
    """Say which reactions units may declare: "b-suits by Go Down or Firefight"."""
    words = read_sentences(PACKAGE, "words")
    named = [(row.unit, [words.get(name, name.replace("_", " ")) for name in row.reactions]) for row in rows]
    return "; ".join(f"{unit} by {listed(reactions, 'or')}" for unit, reactions in named)


def _suffered(unit: EffectOnUnit) -> Iterable[str]:
    thrown = f", thrown {' '.join(map(str, unit.faces))}" if unit.faces else ""
    yield counted(len(unit.models), "model")
    if unit.pins:
        yield f"{counted(unit.pins, 'pin')}{thrown}"
    elif unit.hits or unit.faces:
        yield f"{counted(unit.hits, 'hit')}{thrown}"


LISTS: Mapping[type[Struct], Callable[[Sequence[Any]], str]] = MappingProxyType(
    {
        DieResult: format_dice,
        Hit: format_hits,
        HitPlace: format_placed,
        Resisted: format_resisted,
        EffectOnUnit: format_effects,
        ReactionOption: format_options,
    }
)
