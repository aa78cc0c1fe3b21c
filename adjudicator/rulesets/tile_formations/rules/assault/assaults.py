"""Chapter TF-CHARGE: an assault, which is fought outside, from its first contact until it is said to be over."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer, optional
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.messages import AssaultEnded, AssaultHits, EndAssault
from adjudicator.rulesets.tile_formations.model.rows import Assault
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import AssaultSubject
from adjudicator.rulesets.tile_formations.rules.assault.contacts import assault_under_way
from adjudicator.rulesets.tile_formations.rules.play import outside_results
from adjudicator.rulesets.tile_formations.rules.play.outside_values import (
    MOST_SAVE_MODIFIER,
    NOT_OVER,
    OVER,
    held,
    judge_of,
    one_of,
)
from adjudicator.rulesets.tile_formations.rules.terrain import buildings
from adjudicator.rulesets.tile_formations.rules.zones.lost_zones import restore_zones

ASSAULT = "assault"
MOST_OFFERED = 6


def ask_assault(ruling: Ruling[Game], assault: Assault) -> None:
    """TF-CHARGE-06 Wait until the referee, or the seats where none is seated, say that the assault is over."""
    seats = (REFEREE,) if ruling.protocol.referee else tuple(sorted(ruling.game.sides))
    ruling.ask(ASSAULT, *seats, subject=AssaultSubject(assault.id))


def end_assault(ruling: Ruling[Game], command: EndAssault) -> None:
    """TF-ZOC-09 When the assault is over, the zones that were lost in it return."""
    asked, assault = outside_results.answers_window(ruling, ASSAULT), assault_under_way(ruling.game)
    key = assault.id if assault else ""
    ruling.require(key, "TF-CHARGE-06", "no-assault-open", "assault")
    known = command.assault in {"", key}
    ruling.require(known, "TF-CHARGE-06", "no-such-assault", "assault", assault=command.assault[:40])
    ruling.require(asked, "TF-CHARGE-06", "assault-not-asked", "assault", assault=key)
    ruling.answered_all()
    if outside_results.holds_at_once(ruling, "assault", (key,), OVER, "TF-CHARGE-06"):
        apply_assault_end(ruling, (key,), OVER)


def apply_assault_end(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-ZOC-09 End the assault; fighting wears on the buildings in which it was (TF-BUILD-04)."""
    assault = ruling.game.assaults.get(subjects[0])
    if assault is None or assault.over or value != OVER:
        return
    ruling.record(AssaultEnded(assault=assault.id), "TF-ZOC-09", "TF-CHARGE-06")
    restore_zones(ruling, assault)
    buildings.damage_by_fighting(ruling, assault.fought)


def assault_ended(game: Game, event: AssaultEnded) -> None:
    """Let go of all contacts."""
    row = game.assaults[event.assault]
    game.assaults[event.assault] = replace(row, over=True, contacts=())
    for unit in tuple(game.units.values()):
        if unit.contacts:
            game.units[unit.id] = replace(unit, contacts=())


# -- offers


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    assault = assault_under_way(game)
    if assault is None:
        return []
    units = {unit for contact in assault.contacts for unit in (contact.unit, contact.enemy)}
    own = sorted((unit for unit in units if party in {REFEREE, game.units[unit].seat}), key=id_order)
    hits = offer(
        AssaultHits,
        "TF-CHARGE-06",
        unit=Choice(tuple(own)),
        hits=Range(1, MOST_OFFERED),
        save_modifier=optional(Range(-MOST_SAVE_MODIFIER, MOST_SAVE_MODIFIER)),
    )
    return [offer(EndAssault, "TF-ZOC-09", assault=Choice((assault.id,))), *([hits] if own else [])]


def _no_offers(_rules: object, _game: Game, _party: Party) -> list[Offer]:
    """TF-CHARGE-06 Who may end an assault is asked for it, and offered it there."""
    return []


def _default(game: Game, _window: Window, _party: Party) -> Struct | None:
    assault = assault_under_way(game)
    return EndAssault(assault=assault.id) if assault else None


RESULTS = {"assault": apply_assault_end}


PART = Part(
    handlers=handlers(end_assault),
    reducers=reducers(assault_ended),
    windows=windows(
        WindowKind(
            ASSAULT,
            "TF-CHARGE-06",
            (AssaultHits, EndAssault),
            _offers,
            _default,
            subject=AssaultSubject,
            after_flag=True,
        )
    ),
    anytime=frozenset({EndAssault}),
    anytime_offers={EndAssault: _no_offers},
    disputes={"assault": held(OVER, NOT_OVER)},
    judges={"assault": judge_of("TF-CHARGE-06", f"{OVER} or {NOT_OVER}", one_of(OVER, NOT_OVER))},
)
