"""Chapter TF-SAVE: owners choose saves and roll them, against hits of shootings and of assaults."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import aftermath, outside
from adjudicator.rulesets.tile_formations.contacts import open_assault
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultHits,
    ChooseSave,
    Hit,
    HitsAllocated,
    HitSaved,
    RollSaves,
    SaveChosen,
    SaveRolled,
    SavesRolled,
)
from adjudicator.rulesets.tile_formations.reading import SIDES, succeeds
from adjudicator.rulesets.tile_formations.saving import (
    ARMOUR,
    COVER,
    NO_SAVE,
    SAVES,
    bastion,
    save_taken,
    saves_of,
)
from adjudicator.rulesets.tile_formations.state import INFANTRY, Game, class_of, order_of_ids

WINDOW = "saves"
THROWN = {ARMOUR: "armour-save", COVER: "cover-save"}
LAWS = {ARMOUR: ("TF-SAVE-07",), COVER: ("TF-SAVE-02", "TF-SAVE-03"), NO_SAVE: ("TF-SAVE-07",)}
MOST_HITS, MOST_MODIFIER = 60, 6


# -- hits that wait for saves


def ask(ruling: Ruling[Game], formation: str) -> None:
    """TF-SHOOT-04 Ask the owner of a formation for its saves."""
    ruling.ask(WINDOW, ruling.game.formations[formation].seat, about=(formation,))


def number_of(hit: str) -> int:
    """Give the number in the id of a hit."""
    return int(hit[1:])


def hits_on(game: Game, unit: str) -> tuple[Hit, ...]:
    """List the hits that wait on a unit, in order."""
    found = (hit for hit in game.hits.values() if hit.unit == unit)
    return tuple(sorted(found, key=lambda hit: number_of(hit.id)))


def struck(game: Game) -> tuple[str, ...]:
    """List the units on which hits wait, by id."""
    return tuple(sorted({hit.unit for hit in game.hits.values() if hit.unit}, key=order_of_ids))


# -- choosing


def choose_save(ruling: Ruling[Game], command: ChooseSave) -> None:
    """TF-SAVE-04 The owner chooses for each hit, before rolling, which of its saves a unit takes."""
    unit = ruling.find(ruling.game.units, command.unit, "unit")
    known = command.save in SAVES
    ruling.require(known, "TF-SAVE-04", "no-such-save", "save", save=command.save[:20], known=" ".join(SAVES))
    hits = [hit for hit in hits_on(ruling.game, unit.id) if command.hit in {"", hit.id}]
    ruling.require(hits, "TF-SAVE-03", "hit-not-open", "hit", hit=command.hit[:20])
    for hit in hits:
        has = command.save in saves_of(ruling.game, unit.id, hit)
        clause, reason = ("TF-SAVE-07", "no-armour") if command.save == ARMOUR else ("TF-SAVE-06", "no-cover")
        ruling.require(has, clause, reason, "save", unit=unit.id)
    chosen = SaveChosen(unit=unit.id, hits=tuple(hit.id for hit in hits), save=command.save)
    shield = command.save == COVER and class_of(ruling.game, unit.id) != INFANTRY
    ruling.record(chosen, "TF-SAVE-04", *(("TF-GUN-06",) if shield else ()))


def save_chosen(game: Game, event: SaveChosen) -> None:
    """Note the choice with the hits."""
    for hit in event.hits:
        game.hits[hit] = replace(game.hits[hit], save=event.save)


# -- rolling


def roll_saves(ruling: Ruling[Game], command: RollSaves) -> None:
    """TF-SHOOT-04 For each hit the unit takes one save; what is not saved is a casualty once all are rolled."""
    game = ruling.game
    if command.unit:
        ruling.find(game.units, command.unit, "unit")
        ruling.require(hits_on(game, command.unit), "TF-SAVE-03", "no-hits", "unit", unit=command.unit)
    for unit in (command.unit,) if command.unit else struck(game):
        _roll(ruling, unit)
    if not struck(ruling.game):
        ruling.answered()
        aftermath.settle(ruling)


def _roll(ruling: Ruling[Game], unit: str) -> None:
    hits = hits_on(ruling.game, unit)
    rolled = tuple(_one(ruling, unit, hit) for hit in hits)
    grounds = [clause for each in rolled for clause in (*LAWS[each.save], *each.value.clauses())]
    spared = bastion(ruling.game, unit) if any(hit.crossfire for hit in hits) else ""
    shield = any(each.save == COVER for each in rolled) and class_of(ruling.game, unit) != INFANTRY
    more = [*([spared] if spared else []), *(["TF-GUN-06"] if shield else [])]
    ruling.record(SavesRolled(unit=unit, saves=rolled), "TF-SHOOT-04", "TF-SAVE-05", *grounds, *more)
    for each in rolled:
        if each.saved:
            ruling.record(HitSaved(unit=unit, hit=each.hit, save=each.save), *LAWS[each.save])


def _one(ruling: Ruling[Game], unit: str, hit: Hit) -> SaveRolled:
    """TF-SAVE-02 TF-SAVE-07 Roll one die for a hit, where the unit has a save at all."""
    save, value = save_taken(ruling.game, unit, hit)
    if save == NO_SAVE:
        return SaveRolled(hit=hit.id, save=save, value=value, face=0, saved=False)
    (face,) = ruling.roll(1, SIDES, THROWN[save], by=ruling.game.units[unit].seat)
    saved = succeeds(ruling.game.how, face, value.total)
    return SaveRolled(hit=hit.id, save=save, value=value, face=face, saved=saved)


def saves_rolled(game: Game, event: SavesRolled) -> None:
    """Take the hits off; unsaved ones wait until all saves are rolled."""
    for each in event.saves:
        game.hits.pop(each.hit, None)
    missed = sum(not each.saved for each in event.saves)
    if missed:
        game.wounds[event.unit] = game.wounds.get(event.unit, 0) + missed


def hit_saved(_game: Game, _event: HitSaved) -> None:
    """The roll has taken the hit off already."""


# -- hits of assaults


def assault_hits(ruling: Ruling[Game], command: AssaultHits) -> None:
    """TF-CHARGE-06 TF-COVER-05 Hits of an assault come from outside, without to-hit modifiers; saves are as ever."""
    unit, assault = ruling.find(ruling.game.units, command.unit, "unit"), open_assault(ruling.game)
    inside = assault is not None and unit.formation in assault.formations and not unit.out
    ruling.require(inside, "TF-CHARGE-06", "not-in-assault", "unit", unit=unit.id)
    ruling.require(1 <= command.hits <= MOST_HITS, "TF-CHARGE-06", "hits-range", "hits", most=MOST_HITS)
    fair = abs(command.save_modifier) <= MOST_MODIFIER
    facts = {"modifier": command.save_modifier, "most": MOST_MODIFIER}
    ruling.require(fair, "TF-SAVE-08", "modifier-range", "save_modifier", **facts)
    value = f"{command.hits} {command.save_modifier:+d}" if command.save_modifier else str(command.hits)
    if outside.told(ruling, "hits", (unit.id,), value, "TF-CHARGE-06"):
        struck_in_assault(ruling, (unit.id,), value)


def struck_in_assault(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-CHARGE-06 TF-SAVE-05 Let hits that were told fall on the unit, and ask its owner for saves."""
    game, (key,) = ruling.game, subjects
    unit, count = game.units[key], outside.number_in(value)
    if count is None or not 1 <= count <= MOST_HITS or unit.out:
        return
    modifier = outside.number_in(value.partition(" ")[2]) or 0
    bounded = max(-MOST_MODIFIER, min(MOST_MODIFIER, modifier))
    first = 1 + max((number_of(hit) for hit in game.hits), default=0)
    hits = tuple(_assault_hit(f"h{first + number}", key, bounded) for number in range(count))
    ruling.record(HitsAllocated(hits=hits), "TF-CHARGE-06", "TF-SAVE-05", "TF-COVER-05")
    ask(ruling, unit.formation)


def _assault_hit(hit: str, unit: str, modifier: int) -> Hit:
    return Hit(id=hit, unit=unit, shooter="", weapon="", save_modifier=modifier, air=False, crossfire=False, save="")


# -- what may be said


def _offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-SAVE-04 Offer to roll, for all units or one of several, and the choices that are left."""
    units = struck(game)
    alone = [offer(RollSaves, "TF-SHOOT-04", unit=Choice(units))] if len(units) > 1 else []
    return [offer(RollSaves, "TF-SHOOT-04"), *alone, *_choices(game, units)]


def _choices(game: Game, units: tuple[str, ...]) -> Iterator[Offer]:
    for unit in units:
        hits = tuple(hit.id for hit in hits_on(game, unit) if not hit.save and _has_choice(game, hit))
        if hits:
            yield offer(ChooseSave, "TF-SAVE-04", unit=Choice((unit,)), hit=Choice(hits), save=Choice(SAVES))


def _has_choice(game: Game, hit: Hit) -> bool:
    return len(saves_of(game, hit.unit, hit)) > 1


def _silence(_game: Game, _window: Window, _party: Party) -> Struct:
    return RollSaves(unit="")


OUTSIDE = {"hits": struck_in_assault}
CLAUSES = handlers(choose_save, roll_saves, assault_hits)
REDUCERS = reducers(save_chosen, saves_rolled, hit_saved)
WINDOWS = windows(WindowKind(WINDOW, "TF-SHOOT-04", (ChooseSave, RollSaves), _offers, _silence))

__all__ = ["CLAUSES", "OUTSIDE", "REDUCERS", "WINDOWS", "ask", "hits_on", "number_of", "struck"]
