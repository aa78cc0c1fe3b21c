"""Chapter 8.1, army creation: a roster is accepted whole, or refused with every fault that it has."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.faults import Fault, among, shown
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    MusteredFormation,
    MusteredTroop,
    RosterAccepted,
    SubmitRoster,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, FormationPart, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, id_of
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.roster.mustering import arsenal, mustered
from adjudicator.rulesets.grinding_annihilation.roster.ready_armies import ARMIES, submitted
from adjudicator.rulesets.grinding_annihilation.rules.armies.army_checks import CHARACTER, MOST_PREPARED, army_faults


def submit_roster(ruling: Ruling[Game], command: SubmitRoster) -> None:
    """GA-8.1-04 An army is what its roster lists, within the points of the battle size; a ready one goes by its id."""
    game, seat = ruling.game, ruling.actor
    ruling.refuse_all(tuple(_ready_faults(command)))
    roster = submitted(ARMIES[command.ready]) if command.ready else command
    ruling.refuse_all(tuple(army_faults(roster, game.battle.points_limit, game.options)))
    found = LIBRARY.doctrines.get(roster.doctrine)
    name, number = roster.general.rsplit(".", 1)
    doctrine = None if found is None else found[1]
    formations = tuple(
        mustered(row, seat, doctrine, int(number) if row.id == name else None) for row in roster.formations
    )
    event = RosterAccepted(
        seat=seat,
        faction=roster.faction,
        doctrine=roster.doctrine,
        points=sum(row.points for row in formations),
        formations=formations,
        weapons=arsenal(formations),
        general=id_of(seat, roster.general),
        prepared_manoeuvres=roster.prepared_manoeuvres,
    )
    ruling.record(event, "GA-8.1-04", "GA-8.1-01", "GA-8.1-02", "GA-8.1-05", "GA-8.1-07")
    ruling.answered()


def _ready_faults(command: SubmitRoster) -> Iterator[Fault]:
    """GA-8.1-04 A ready army is one that there is, and nothing else is handed in with it."""
    if command.ready:
        yield from among("WG-ARMY-01", "ready", command.ready, ARMIES)
        written = (command.faction, command.doctrine, command.formations, command.general, command.prepared_manoeuvres)
        if any(written):
            yield Fault("WG-ARMY-01", "two-armies", "ready", (("ready", shown(command.ready)),))


def ready_for(game: Game) -> tuple[str, ...]:
    """GA-8.1-01 Name the ready armies that may be handed in here."""
    limit, options = game.battle.points_limit, game.options
    return tuple(key for key, army in ARMIES.items() if not any(army_faults(submitted(army), limit, options)))


def own_roster_offer(ready: str) -> Offer:
    """GA-8.1-03 GA-8.1-07 GA-5.0-04 Offer the formations of a ready army with any doctrine, General and Manoeuvres."""
    roster = submitted(ARMIES[ready])
    faction = LIBRARY.factions[roster.faction]
    prepared = (*LIBRARY.manoeuvres, *faction.manoeuvres)
    generals = tuple(
        f"{row.id}.{number}"
        for row in roster.formations
        if CHARACTER in LIBRARY.catalogues[row.catalogue].keywords
        for number in range(1, sum(troop.count for troop in row.troops) + 1)
    )
    doctrine = {"doctrine": optional(Choice(tuple(faction.doctrines)))} if faction.doctrines else {}
    return offer(
        SubmitRoster,
        "GA-8.1-04",
        faction=Choice((roster.faction,)),
        **doctrine,
        formations=exact_items(roster.formations),
        general=Choice(generals),
        prepared_manoeuvres=optional(Some(prepared, 0, MOST_PREPARED)),
    )


def roster_accepted(game: Game, event: RosterAccepted) -> None:
    """Muster the army; nothing of it stands on the warfield yet."""
    game.sides[event.seat] = replace(
        game.sides[event.seat],
        mustered=True,
        faction=event.faction,
        doctrine=event.doctrine,
        points=event.points,
        general=event.general,
        prepared=event.prepared_manoeuvres,
    )
    for weapon in event.weapons:
        game.weapons[weapon.id] = weapon
    for row in event.formations:
        _enlist(game, event.seat, row)


def _enlist(game: Game, seat: Party, row: MusteredFormation) -> None:
    game.parts[row.id] = FormationPart(
        id=row.id,
        seat=seat,
        formation=row.id,
        catalogue=row.catalogue,
        name=row.name,
        points=row.points,
        strength=len(row.troops),
        keywords=row.keywords,
        leads=row.leads,
        abilities=row.abilities,
        profiles=row.profiles,
        transport=row.transport,
    )
    for profile in row.profiles:
        game.profiles[f"{row.id}:{profile.name}"] = profile
    for troop in row.troops:
        game.troops[troop.id] = _recruit(game, seat, row.id, troop)
    names = tuple(troop.id for troop in row.troops)
    game.formations[row.id] = Formation(id=row.id, seat=seat, parts=(row.id,), troops=names)


def _recruit(game: Game, seat: Party, formation: str, troop: MusteredTroop) -> Troop:
    kind = f"{formation}:{troop.profile}"
    return Troop(
        id=troop.id,
        seat=seat,
        formation=formation,
        part=formation,
        kind=kind,
        wounds_left=game.profiles[kind].wounds,
        weapons=troop.weapons,
        gear=troop.gear,
        enhancements=troop.enhancements,
        abilities=troop.abilities,
        keywords=troop.keywords,
    )


PART = Part(handlers=handlers(submit_roster), reducers=reducers(roster_accepted))
