"""Chapter 8.1, army creation: every fault that a roster can have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.grinding_annihilation.model.messages import GameOptions, RosterFormation, SubmitRoster
from adjudicator.rulesets.grinding_annihilation.roster.catalogue import Catalogue
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.roster.mustering import (
    Draft,
    change_gear,
    composition_of,
    drafted,
    named_troops,
    option_of,
    points_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.battle_formation_checks import quarter
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT

NAME = re.compile(r"[a-z0-9_]{1,16}\Z")
NUMBER = re.compile(r"[1-9][0-9]{0,3}\Z")
MOST_ENHANCEMENTS = 3
MOST_PREPARED = 5
CHARACTER = "character"


def army_faults(command: SubmitRoster, limit: int, options: GameOptions) -> Iterator[Fault]:
    known = [(n, row) for n, row in enumerate(command.formations) if row.catalogue in LIBRARY.catalogues]
    yield from _army_faults(command)
    yield from _point_faults(command.formations, limit, options)
    yield from _names(command.formations)
    for n, row in enumerate(command.formations):
        catalogue = LIBRARY.catalogues.get(row.catalogue)
        path = f"formations[{n}]"
        if catalogue is None:
            yield _fault("GA-2.1-05", "unknown-catalogue", f"{path}.catalogue", catalogue=row.catalogue)
            continue
        if command.faction not in catalogue.faction_keywords and not options.mixed_factions:
            yield _fault("GA-8.1-02", "other-faction", f"{path}.catalogue", faction=command.faction)
        yield from _formation_faults(row, catalogue, path)
    yield from _characters([row for _, row in known])
    yield from _enhancements(known, command.faction, options)
    yield from _general(command)


def _army_faults(command: SubmitRoster) -> Iterator[Fault]:
    if command.faction not in LIBRARY.factions:
        yield _fault("GA-8.1-02", "unknown-faction", "faction", faction=command.faction)
    if command.doctrine:
        owner = LIBRARY.doctrines.get(command.doctrine, ("", None))[0]
        if owner != command.faction:
            yield _fault("GA-8.1-03", "unknown-doctrine", "doctrine", doctrine=command.doctrine)
    yield from _prepared_faults(command)


def _prepared_faults(command: SubmitRoster) -> Iterator[Fault]:
    """GA-5.0-04 At most five Battle-Manoeuvres are prepared, each once, from the core ones and one's own catalogues."""
    prepared = command.prepared_manoeuvres
    unknown_manoeuvres = [key for key in prepared if LIBRARY.manoeuvre(key) is None]
    if unknown_manoeuvres or len(prepared) > MOST_PREPARED or len(set(prepared)) < len(prepared):
        named = " ".join(unknown_manoeuvres) or "none"
        path = "prepared_manoeuvres"
        yield _fault("GA-5.0-04", "prepared", path, found=len(prepared), most=MOST_PREPARED, unknown=named)
    for n, key in enumerate(prepared):
        own = LIBRARY.own.get(key)
        if own is not None and own.faction != command.faction:
            path = f"prepared_manoeuvres[{n}]"
            yield _fault("GA-5.0-04", "foreign-manoeuvre", path, manoeuvre=key, faction=own.faction)


def _point_faults(rows: Sequence[RosterFormation], limit: int, options: GameOptions) -> Iterator[Fault]:
    """GA-8.1-01 GA-8.2-02 Find an army that costs too much, and by an option one with too many Aircraft to be set up.

    What the catalogues say counts, where it is known; else what the roster says.
    """
    points = [_worth(row) for row in rows]
    if sum(points) > limit:
        yield _fault("GA-8.1-01", "over-limit", "formations", points=sum(points), limit=limit)
    bound = sum(cost for cost, row in zip(points, rows, strict=True) if _flies(row))
    if options.aircraft_count_to_reserve_limit and bound > quarter(limit):
        yield _fault("GA-8.2-02", "aircraft-over-quarter", "formations", points=bound, limit=quarter(limit))


def _worth(row: RosterFormation) -> int:
    """GA-8.1-04 Give what a formation costs: by its catalogue, unless its troops or gear are wrong."""
    catalogue = LIBRARY.catalogues.get(row.catalogue)
    if catalogue is None or next(_size_faults(row, catalogue, ""), None) is not None:
        return row.points
    fault = next(_gear_faults(row, catalogue, drafted(row, catalogue), ""), None) is not None
    return row.points if fault else points_of(row, catalogue)


def _flies(row: RosterFormation) -> bool:
    """GA-4.3-01 Tell whether a formation has to start in Reserves: Aircraft that can not hover."""
    catalogue = LIBRARY.catalogues.get(row.catalogue)
    if catalogue is None or AIRCRAFT not in catalogue.keywords:
        return False
    return all(ability.name != "hover" for ability in catalogue.abilities)


def _names(rows: Sequence[RosterFormation]) -> Iterator[Fault]:
    seen: set[str] = set()
    for n, row in enumerate(rows):
        if not NAME.match(row.id):
            yield _fault("WG-DATA-01", "bad-name", f"formations[{n}].id", name=row.id)
        if row.id in seen:
            yield _fault("WG-DATA-01", "name-twice", f"formations[{n}].id", name=row.id)
        seen.add(row.id)


def _characters(rows: Sequence[RosterFormation]) -> Iterator[Fault]:
    chosen = Counter(row.catalogue for row in rows if CHARACTER in LIBRARY.catalogues[row.catalogue].keywords)
    if not chosen:
        yield _fault("GA-8.1-05", "no-character", "formations")
    for key in sorted(key for key, count in chosen.items() if count > 1):
        yield _fault("GA-8.1-05", "character-twice", "formations", catalogue=key)


def _enhancements(rows: Sequence[tuple[int, RosterFormation]], faction: str, options: GameOptions) -> Iterator[Fault]:
    taken: list[str] = []
    for n, row in rows:
        for m, enhancement in enumerate(row.enhancements):
            owner, entry = LIBRARY.enhancements.get(enhancement.enhancement, ("", None))
            path = f"formations[{n}].enhancements[{m}]"
            if entry is None or owner != faction:
                yield _fault("GA-8.1-06", "unknown-enhancement", path, enhancement=enhancement.enhancement)
            elif enhancement.enhancement in taken and (entry.unique or not options.duplicate_enhancements):
                yield _fault("GA-8.1-06", "enhancement-twice", path, enhancement=enhancement.enhancement)
            taken.append(enhancement.enhancement)
    if len(taken) > MOST_ENHANCEMENTS:
        yield _fault("GA-8.1-06", "many-enhancements", "formations", most=MOST_ENHANCEMENTS, found=len(taken))


def _general(command: SubmitRoster) -> Iterator[Fault]:
    name, _, number = command.general.rpartition(".")
    row = next((row for row in command.formations if row.id == name), None)
    catalogue = LIBRARY.catalogues.get(row.catalogue) if row is not None else None
    count = sum(troop.count for troop in row.troops) if row is not None else 0
    fits = NUMBER.match(number) is not None and int(number) <= count
    if catalogue is None or not fits or CHARACTER not in catalogue.keywords:
        yield _fault("GA-8.1-07", "no-general", "general", general=command.general)


def _formation_faults(row: RosterFormation, catalogue: Catalogue, path: str) -> Iterator[Fault]:
    """GA-8.1-04 Find all that is wrong with a formation; what hangs on its troops only where these are right."""
    size = list(_size_faults(row, catalogue, path))
    yield from size
    if size:
        yield from _option_faults(row, catalogue, path)
        yield from _enhanced_faults(row, catalogue, None, path)
        return
    drafts = drafted(row, catalogue)
    gear = list(_gear_faults(row, catalogue, drafts, path))
    yield from gear
    yield from _enhanced_faults(row, catalogue, len(drafts), path)
    points = points_of(row, catalogue)
    if not gear and row.points != points:
        yield _fault("GA-8.1-04", "wrong-points", f"{path}.points", points=points, found=row.points)


def _size_faults(row: RosterFormation, catalogue: Catalogue, path: str) -> Iterator[Fault]:
    counts: dict[str, int] = {}
    for n, troop in enumerate(row.troops):
        known = composition_of(catalogue, troop.profile) is not None
        if not known or troop.profile in counts:
            reason = "profile-twice" if known else "unknown-profile"
            yield _fault("GA-4.1-05", reason, f"{path}.troops[{n}].profile", profile=troop.profile)
        counts[troop.profile] = troop.count
    for entry in catalogue.composition:
        count = counts.get(entry.profile, 0)
        if not entry.min <= count <= entry.max:
            yield _fault(
                "GA-4.1-05",
                "wrong-size",
                f"{path}.troops",
                profile=entry.profile,
                least=entry.min,
                most=entry.max,
                found=count,
            )


def _option_faults(row: RosterFormation, catalogue: Catalogue, path: str) -> Iterator[Fault]:
    """GA-4.1-06 Gear options are the catalogue's, each used once."""
    seen: set[str] = set()
    for n, choice in enumerate(row.gear):
        if option_of(catalogue, choice.option) is None:
            yield _fault("GA-4.1-06", "unknown-option", f"{path}.gear[{n}]", option=choice.option)
        elif choice.option in seen:
            yield _fault("GA-4.1-06", "option-twice", f"{path}.gear[{n}]", option=choice.option)
        seen.add(choice.option)


def _gear_faults(row: RosterFormation, catalogue: Catalogue, drafts: list[Draft], path: str) -> Iterator[Fault]:
    yield from _option_faults(row, catalogue, path)
    for n, choice in enumerate(row.gear):
        option = option_of(catalogue, choice.option)
        if option is None:
            continue
        numbers = named_troops(choice, option, drafts)
        fit = all(0 < number <= len(drafts) and drafts[number - 1].profile == option.profile for number in numbers)
        if not fit or not 0 < len(set(numbers)) == len(numbers) <= option.troops:
            yield _fault("GA-4.1-06", "option-troops", f"{path}.gear[{n}].troops", option=option.id, most=option.troops)
    for key in change_gear(row, catalogue, drafts):
        yield _fault("GA-4.1-06", "weapon-gone", f"{path}.gear", option=key)


def _enhanced_faults(row: RosterFormation, catalogue: Catalogue, count: int | None, path: str) -> Iterator[Fault]:
    """GA-8.1-06 Characters alone are enhanced, each once; `count` is None where the number of troops is wrong."""
    numbers = [enhancement.troop for enhancement in row.enhancements]
    for n, number in enumerate(numbers):
        where = f"{path}.enhancements[{n}].troop"
        missing = count is not None and not 0 < number <= count
        if CHARACTER not in catalogue.keywords or missing:
            yield _fault("GA-8.1-06", "no-character-troop", where, troop=number)
        if number in numbers[:n]:
            yield _fault("GA-8.1-06", "enhanced-twice", where, troop=number)


def _fault(clause: str, reason: str, path: str, **facts: int | str) -> Fault:
    return Fault(clause, reason, path, tuple(facts.items()))
