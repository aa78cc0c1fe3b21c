"""How events are told whose usual phrase does not do: open-ended dice, armour, replaced orders, fights, scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.agreement import agreed, names_many
from adjudicator.kernel.labels import Teller
from adjudicator.kernel.sentences import by_seat, listed, rolled_off, spelled
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.hex_orders.model.messages import (
    AllocationsRevealed,
    ArmourRolled,
    AssaultAdvantageGained,
    AssaultDiceRolled,
    AssaultIntentCommitted,
    AssaultIntentsRevealed,
    DamagePended,
    DamageRolled,
    DeflectionDiceRolled,
    FightEnded,
    FightUnit,
    GameEnded,
    HexContested,
    HexEffectRolled,
    HexEffectTriggered,
    HitRolled,
    HitScored,
    HugeList,
    HugeOf,
    HugeUnitsCommitted,
    HugeUnitsDisclosed,
    Intent,
    ModelRemoved,
    MovesChosen,
    NoDamage,
    OrderReplacedByDefault,
    PlacementTurnPassed,
    RollOffRolled,
    ScoreCounted,
    SetupDiceRolled,
    SpeedChanged,
    SpotReckoned,
    UnitPlaced,
    UnitRetreated,
    UnitRevealed,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.reports.list_formatting import format_result
from adjudicator.rulesets.hex_orders.rules.gunnery.open_ended_dice import die_adds_one

Told = tuple[str, Mapping[str, object]]
HIT = re.compile(r"h[0-9]+")
DICE = re.compile(r"[a-h][0-9]+\.[0-9]+")
ORDERS = read_sentences(PACKAGE, "orders")
INSTEAD = read_sentences(PACKAGE, "instead")
WHY = read_sentences(PACKAGE, "why")


def titles(event: Struct) -> Iterator[tuple[str, str]]:
    """Give the names of units that stand openly on the board."""
    if isinstance(event, UnitPlaced | UnitRevealed):
        yield event.unit, event.sheet.name


def open_ended(faces: Sequence[int]) -> str:
    """HX-OPEN-02 Say an open-ended die: "6, then 5 5 (+2), 3 ends it: 8"."""
    if len(faces) <= 1:
        return " ".join(map(str, faces))
    added = [face for face in faces[1:] if die_adds_one(face)]
    last = [face for face in faces[1:] if not die_adds_one(face)]
    then = f", then {' '.join(map(str, added))} (+{len(added)})" if added else ", then"
    end = f"{',' if added else ''} {last[0]} ends it" if last else ""
    return f"{faces[0]}{then}{end}: {faces[0] + len(added)}"


def _sum(modifiers: int, result: int) -> str:
    """Say modifiers and, where there are any, what they lead to: "+1, which makes 4"."""
    return f"{modifiers:+d}, which makes {result}" if modifiers else "0"


def _shot(event: HitRolled, _teller: Teller) -> Told:
    return "shot", {"throw": open_ended(event.faces), "sum": _sum(event.modifiers.total, event.result)}


def _effect_shot(event: HexEffectRolled, _teller: Teller) -> Told:
    key = "shot_at_hex" if event.faces else "effect_unrolled"
    return key, {"throw": open_ended(event.faces), "sum": _sum(event.modifiers.total, event.result)}


def _spot(event: SpotReckoned, _teller: Teller) -> Told:
    return ("spotted", {"sum": f"{event.modifiers.total:+d}"}) if event.modifiers is not None else ("", {})


def _armour(event: ArmourRolled, _teller: Teller) -> Told:
    if event.faces is None or event.faces.faces:
        return "", {}
    return ("armour_beaten" if event.armour else "armour_none"), {}


def _source(cause: str | None) -> str:
    """Name what hurt a unit: a hit by its number, or a token."""
    cause = cause or ""
    return f"hit {cause}" if HIT.fullmatch(cause) else cause.replace("_", " ")


def _hit(event: DamageRolled | NoDamage, _teller: Teller) -> Told:
    return "", {"hit": _source(event.hit)}


def _scored(event: HitScored, _teller: Teller) -> Told:
    return "struck" if event.hit is not None and DICE.fullmatch(event.hit.source) else "", {}


def _cause(event: ModelRemoved | UnitShaken, _teller: Teller) -> Told:
    return "", {"cause": _source(event.cause)} if HIT.fullmatch(event.cause or "") else {}


def _pended(event: DamagePended, _teller: Teller) -> Told:
    if event.pending is None:
        return "", {}
    return "pended", {"hit": _source(event.pending.cause), "result": format_result(event.pending.result)}


def _replaced(event: OrderReplacedByDefault, _teller: Teller) -> Told:
    """HX-ORDERS-34 Say which order is not carried out, why, and what is done instead."""
    ordered, instead, order = event.ordered or "", event.instead or "", event.order or ""
    name = ordered.partition("[")[0]
    same = bool(ordered) and ordered == instead and not event.part
    told = "its~ default is the same" if same else INSTEAD.get(f"{order}.{instead}", f"it~ carries~ out {instead}")
    return "replaced", {
        "what": ORDERS.get(name, f"order {ordered}") if event.part or name in ORDERS else f"{order} order {ordered}",
        "why": WHY.get(event.reason or "", f"is not possible ({(event.reason or '').replace('-', ' ')})"),
        "instead": told,
    }


def _speed(event: SpeedChanged, _teller: Teller) -> Told:
    code = (event.cause or "").partition("[")[0]
    return {"A": "speeds", "B": "slows"}.get(code, ""), {}


def _moves(event: MovesChosen, _teller: Teller) -> Told:
    hidden = event.hidden is not None and event.hidden.choices
    if hidden:
        return "", {}
    return "moves_seen" if event.choices else "moves_as_ordered", {}


def _intents(event: AssaultIntentCommitted, teller: Teller) -> Told:
    wishes = _wishes(event.intents.intents, teller) if event.intents else ""
    return ("", {"intents": wishes}) if wishes else ("nobody_wants", {})


def _intents_revealed(event: AssaultIntentsRevealed, teller: Teller) -> Told:
    wishes = _wishes(event.intents, teller)
    return ("", {"intents": wishes}) if wishes else ("nobody_wanted", {})


def _wishes(rows: Sequence[Intent], teller: Teller) -> str:
    """Say who wants an assault and who does not: "Boar riders (b5) want one; Warchief (a9) does not"."""
    told = []
    for enter, verb in ((True, "wants~ one"), (False, "does~ not")):
        units = [row.unit for row in rows if row.enter is enter]
        if units:
            names = teller.names(units)
            told.append(f"{names} {agreed(verb, many=len(units) > 1 or names_many(names))}")
    return "; ".join(told)


def _quota(event: PlacementTurnPassed, _teller: Teller) -> Told:
    return "" if event.quota else "places_all", {}


def _huge(event: HugeUnitsCommitted, _teller: Teller) -> Told:
    return ("", {"huge": _kinds(event.huge)}) if event.huge and event.huge.kinds else ("no_huge", {})


def _huge_shown(event: HugeUnitsDisclosed, teller: Teller) -> Told:
    return "", {"huge": "; ".join(f"{teller.party(row.seat)} {_kinds(row)}" for row in event.huge)}


def _kinds(huge: HugeList | HugeOf) -> str:
    return listed([f"{kind.partition(':')[2] or kind}".replace("_", " ") for kind in huge.kinds]) or "none"


def _contested(event: HexContested, teller: Teller) -> Told:
    return "", {"units": "; ".join(_fighter(row, teller) for row in event.units)}


def _fighter(row: FightUnit, teller: Teller) -> str:
    name = teller.name(row.unit)
    many = names_many(name)
    if not row.goal:
        angles = listed([angle.replace("_", " ") for angle in row.angles])
        its = agreed("its~", many=many)
        return f"{name} {agreed('stands~', many=many)} there{f', attacked on {its} {angles}' if angles else ''}"
    return f"{name} {agreed('comes~', many=many)} from {row.origin}{' backwards' if row.reverse else ''}"


def _dice(event: AssaultDiceRolled | DeflectionDiceRolled, _teller: Teller) -> Told:
    kind = "assault" if isinstance(event, AssaultDiceRolled) else "deflection"
    return "" if any(group.faces for group in event.groups) else "throws_none", {"dice": kind}


def _advantage(event: AssaultAdvantageGained, teller: Teller) -> Told:
    fields = ("successes", "deflections", "left")
    return "", {field: by_seat(getattr(event, field), teller) for field in fields}


def _allocated(event: AllocationsRevealed, teller: Teller) -> Told:
    told = []
    for hit in event.hits:
        supports = listed([f"{row.count} of {row.group}" for row in hit.supports])
        by = f", supported by {supports}" if supports else ""
        told.append(f"{hit.id} of {hit.group} ({teller.party(hit.seat)}) on {teller.name(hit.target)}{by}")
    return "", {"hits": "; ".join(told)}


def _fight_ended(event: FightEnded, _teller: Teller) -> Told:
    return "fight_even" if event.winner is None else "", {}


def _ended(event: GameEnded, _teller: Teller) -> Told:
    return "draw" if event.winner is None else "", {}


def _triggered(event: HexEffectTriggered, _teller: Teller) -> Told:
    affected = spelled(event.affected, "time") if event.affected else ""
    return "", {"affected": f"it takes effect {affected}" if affected else ""}


def _retreated(event: UnitRetreated, _teller: Teller) -> Told:
    return "no_retreat" if event.hex == event.origin else "", {}


def _scores(event: ScoreCounted, teller: Teller) -> Told:
    return "", {"scores": ", ".join(f"{teller.party(row.seat)} {row.points}" for row in event.scores)}


def _rolled(event: RollOffRolled | SetupDiceRolled, teller: Teller) -> Told:
    return "", {"faces": rolled_off(event.faces, teller)}


VARIANTS: Mapping[type[Struct], Callable[[Any, Teller], Told]] = MappingProxyType(
    {
        AllocationsRevealed: _allocated,
        ArmourRolled: _armour,
        AssaultAdvantageGained: _advantage,
        AssaultDiceRolled: _dice,
        AssaultIntentCommitted: _intents,
        AssaultIntentsRevealed: _intents_revealed,
        DamagePended: _pended,
        DamageRolled: _hit,
        DeflectionDiceRolled: _dice,
        FightEnded: _fight_ended,
        GameEnded: _ended,
        HexContested: _contested,
        HexEffectRolled: _effect_shot,
        HexEffectTriggered: _triggered,
        HitRolled: _shot,
        HitScored: _scored,
        HugeUnitsCommitted: _huge,
        HugeUnitsDisclosed: _huge_shown,
        ModelRemoved: _cause,
        MovesChosen: _moves,
        NoDamage: _hit,
        OrderReplacedByDefault: _replaced,
        PlacementTurnPassed: _quota,
        RollOffRolled: _rolled,
        ScoreCounted: _scores,
        SetupDiceRolled: _rolled,
        SpeedChanged: _speed,
        SpotReckoned: _spot,
        UnitRetreated: _retreated,
        UnitShaken: _cause,
    }
)
