"""Chapter TF-SAVE: owners choose saves and roll them, against hits of shootings and of assaults."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES, succeeds
from adjudicator.rulesets.tile_formations.model.ids import hit_number, id_order
from adjudicator.rulesets.tile_formations.model.look_ups import INFANTRY, terrain_class
from adjudicator.rulesets.tile_formations.model.messages import (
    ChooseSave,
    Hit,
    HitSaved,
    RollSaves,
    SaveChosen,
    SaveRolled,
    SavesRolled,
)
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from adjudicator.rulesets.tile_formations.rules.shooting import casualties
from adjudicator.rulesets.tile_formations.rules.shooting.legal_saves import (
    ARMOUR,
    COVER,
    NO_SAVE,
    SAVES,
    bastion_clause,
    save_taken,
    saves_of,
)

WINDOW = "saves"
LABELS = {ARMOUR: "armour-save", COVER: "cover-save"}
CLAUSES = {ARMOUR: ("TF-SAVE-07",), COVER: ("TF-SAVE-02", "TF-SAVE-03"), NO_SAVE: ("TF-SAVE-07",)}


# -- hits that wait for saves


def ask_saves(ruling: Ruling[Game], formation: str) -> None:
    """TF-SHOOT-04 Ask the owner of a formation for its saves."""
    ruling.ask(WINDOW, ruling.game.formations[formation].seat, subject=FormationSubject(formation))


def hits_on(game: Game, unit: str) -> tuple[Hit, ...]:
    """List the hits that wait on a unit, in order."""
    found = (hit for hit in game.hits.values() if hit.unit == unit)
    return tuple(sorted(found, key=lambda hit: hit_number(hit.id)))


def units_with_hits(game: Game) -> tuple[str, ...]:
    """List the units on which hits wait, by id."""
    return tuple(sorted({hit.unit for hit in game.hits.values() if hit.unit}, key=id_order))


# -- choosing


def choose_save(ruling: Ruling[Game], command: ChooseSave) -> None:
    """TF-SAVE-04 The owner chooses for each hit, before rolling, which of its saves a unit takes."""
    unit = ruling.find(ruling.game.units, command.unit, "unit")
    known = command.save in SAVES
    ruling.require(known, "TF-SAVE-04", "no-such-save", "save", save=command.save[:20], known=" ".join(SAVES))
    hits = [hit for hit in hits_on(ruling.game, unit.id) if command.hit in {"", hit.id}]
    ruling.require(hits, "TF-SAVE-03", "hit-not-open", "hit", hit=command.hit[:20])
    no_cover = "TF-SAVE-01" if terrain_class(ruling.game, unit.id) == INFANTRY else "TF-SAVE-06"
    for hit in hits:
        has = command.save in saves_of(ruling.game, unit.id, hit)
        clause, reason = ("TF-SAVE-07", "no-armour") if command.save == ARMOUR else (no_cover, "no-cover")
        ruling.require(has, clause, reason, "save", unit=unit.id)
    chosen = SaveChosen(unit=unit.id, hits=tuple(hit.id for hit in hits), save=command.save)
    shield = command.save == COVER and terrain_class(ruling.game, unit.id) != INFANTRY
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
    for unit in (command.unit,) if command.unit else units_with_hits(game):
        _roll(ruling, unit)
    if not units_with_hits(ruling.game):
        ruling.answered()
        casualties.settle_casualties(ruling)


def _roll(ruling: Ruling[Game], unit: str) -> None:
    hits = hits_on(ruling.game, unit)
    rolled = tuple(_roll_hit(ruling, unit, hit) for hit in hits)
    grounds = [clause for row in rolled for clause in (*CLAUSES[row.save], *row.value.clauses())]
    spared = bastion_clause(ruling.game, unit) if any(hit.crossfire for hit in hits) else ""
    shield = any(row.save == COVER for row in rolled) and terrain_class(ruling.game, unit) != INFANTRY
    more = [*([spared] if spared else []), *(["TF-GUN-06"] if shield else [])]
    ruling.record(SavesRolled(unit=unit, saves=rolled), "TF-SHOOT-04", "TF-SAVE-05", *grounds, *more)
    for row in rolled:
        if row.saved:
            ruling.record(HitSaved(unit=unit, hit=row.hit, save=row.save), *CLAUSES[row.save])


def _roll_hit(ruling: Ruling[Game], unit: str, hit: Hit) -> SaveRolled:
    """TF-SAVE-02 TF-SAVE-07 Roll one die for a hit, where the unit has a save at all."""
    save, value = save_taken(ruling.game, unit, hit)
    if save == NO_SAVE:
        return SaveRolled(hit=hit.id, save=save, value=value, face=0, saved=False)
    (face,) = ruling.roll(1, SIDES, LABELS[save], by=ruling.game.units[unit].seat)
    saved = succeeds(ruling.game.options, face, value.total)
    return SaveRolled(hit=hit.id, save=save, value=value, face=face, saved=saved)


def saves_rolled(game: Game, event: SavesRolled) -> None:
    """Take the hits off; unsaved ones wait until all saves are rolled."""
    for save in event.saves:
        game.hits.pop(save.hit, None)
    missed = sum(not save.saved for save in event.saves)
    if missed:
        game.unsaved_hits[event.unit] = game.unsaved_hits.get(event.unit, 0) + missed


def hit_saved(_game: Game, _event: HitSaved) -> None:
    """The roll has taken the hit off already."""


# -- offers and what silence stands for


def _offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-SAVE-04 Offer to roll, for all units or one of several, and the choices that are left."""
    units = units_with_hits(game)
    alone = [offer(RollSaves, "TF-SHOOT-04", unit=Choice(units))] if len(units) > 1 else []
    return [offer(RollSaves, "TF-SHOOT-04"), *alone, *_choices(game, units)]


def _choices(game: Game, units: tuple[str, ...]) -> Iterator[Offer]:
    for unit in units:
        hits = tuple(hit.id for hit in hits_on(game, unit) if not hit.save and _has_choice(game, hit))
        if hits:
            yield offer(ChooseSave, "TF-SAVE-04", unit=Choice((unit,)), hit=Choice(hits), save=Choice(SAVES))


def _has_choice(game: Game, hit: Hit) -> bool:
    return len(saves_of(game, hit.unit, hit)) > 1


PART = Part(
    handlers=handlers(choose_save, roll_saves),
    reducers=reducers(save_chosen, saves_rolled, hit_saved),
    windows=windows(
        WindowKind(
            WINDOW,
            "TF-SHOOT-04",
            (ChooseSave, RollSaves),
            _offers,
            always(RollSaves(unit="")),
            subject=FormationSubject,
            after_flag=True,
        )
    ),
)
