"""Creation: the terms and the terrain, force lists, armies; then the sides set up (AN-TERRAIN-22, AN-WIN-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, among, fault, shown, within
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    CreateGame,
    ForceListLoaded,
    GameCreated,
    LoadForceList,
    Options,
    SubmitArmy,
)
from adjudicator.rulesets.antares.model.options import OPTIONS, offered_options, option_faults
from adjudicator.rulesets.antares.model.rows import Device, Model, OwnedOption, Terms, Unit
from adjudicator.rulesets.antares.model.state import SEATS, Game, terms_of
from adjudicator.rulesets.antares.roster.force_lists import list_faults
from adjudicator.rulesets.antares.roster.library import ARMIES, FORCES, SCENARIOS, force_of
from adjudicator.rulesets.antares.roster.mustering import accepted_army, army_faults
from adjudicator.rulesets.antares.roster.terrain_checks import piece_faults
from adjudicator.rulesets.antares.rules.mission import deployment
from adjudicator.rulesets.antares.rules.mission.army_offers import own_army_offers
from adjudicator.rulesets.antares.rules.mission.list_offers import list_offers
from adjudicator.rulesets.antares.rules.mission.terrain_offers import offered_terrain

CREATE_WINDOW, ARMIES_WINDOW = "create", "armies"
MOST_POINTS = 20_000
SPRINT_MULTIPLE, RUN_MULTIPLE = 3, 2

# -- terms


def create_game(ruling: Ruling[Game], command: CreateGame) -> None:
    """AN-TERRAIN-22 Two sides agree on a scenario, its terms and its terrain; every fault is named at once."""
    ruling.refuse_all(tuple(terms_faults(command)))
    scenario = SCENARIOS[command.scenario]
    options = to_message(OPTIONS.completed(command.options), Options)
    event = GameCreated(
        scenario=command.scenario,
        terms=scenario.terms,
        options=options,
        points_limit=command.points_limit or scenario.points_limit,
        terrain=command.terrain or scenario.terrain,
    )
    ruling.record(event, "AN-TERRAIN-22", "AN-TERRAIN-16")
    ruling.answered()
    ruling.ask(ARMIES_WINDOW, *SEATS)


def terms_faults(command: CreateGame) -> Iterator[Fault]:
    """WG-DATA-01 AN-TERRAIN-22 Name everything that is wrong with the terms of a game."""
    yield from among("WG-DATA-01", "scenario", command.scenario, SCENARIOS)
    yield from within("WG-DATA-01", "points_limit", command.points_limit, 0, MOST_POINTS)
    scenario = SCENARIOS.get(command.scenario)
    if scenario is not None:
        yield from piece_faults(command.terrain, scenario.terms.length, scenario.terms.width)
    yield from option_faults(command.options)


def game_created(game: Game, event: GameCreated) -> None:
    """Note the terms and lay the table out."""
    assert event.terms is not None  # noqa: S101  (says so to the type checker: the event is ours)
    assert event.options is not None  # noqa: S101  (as above)
    game.terms = Terms(scenario=event.scenario, terms=event.terms, points_limit=event.points_limit)
    game.options = OPTIONS.completed(event.options)
    game.terrain = {row.id: row for row in event.terrain}


# -- force lists and armies


def load_force_list(ruling: Ruling[Game], command: LoadForceList) -> None:
    """WG-DATA-01 A force list comes in, in place of one of the same id; every fault is named at once."""
    ruling.refuse_all(tuple(list_faults(command.list)))
    used = [side.force for side in ruling.game.sides.values() if side.accepted]
    ruling.require(command.list.id not in used, "WG-DATA-01", "list-in-use", "list.id", list=command.list.id)
    ruling.record(ForceListLoaded(seat=ruling.actor, list=command.list), "AN-OPT-01")


def submit_army(ruling: Ruling[Game], command: SubmitArmy) -> None:
    """WG-ARMY-01 AN-WIN-01 An army is handed in and checked against its list; every fault is named at once."""
    game = ruling.game
    ruling.refuse_all(tuple(_ready_faults(command)))
    army = ARMIES[command.ready] if command.ready else command
    force = force_of(game, army.list)
    known = " ".join(sorted({*FORCES, *game.forces}))
    if force is None:
        ruling.reject("WG-ARMY-01", "no-such-list", "list", list=army.list or "nothing", known=known)
    ruling.refuse_all(tuple(army_faults(game, force, army, terms_of(game).points_limit)))
    event = accepted_army(force, ruling.actor, army)
    ruling.record(event, "AN-WIN-01", "AN-TURN-09", "AN-OPT-01")
    ruling.answered()
    if all(side.accepted for side in ruling.game.sides.values()):
        deployment.begin(ruling)


def _ready_faults(command: SubmitArmy) -> Iterator[Fault]:
    """WG-ARMY-01 A ready army is one that there is, and nothing else is handed in with it."""
    if command.ready:
        yield from among("WG-ARMY-01", "ready", command.ready, ARMIES)
        if any((command.list, command.name, command.units, command.options)):
            yield fault("WG-ARMY-01", "two-armies", "ready", ready=shown(command.ready))


def ready_for(game: Game) -> tuple[str, ...]:
    """WG-ARMY-01 Name the ready armies that may be handed in here."""
    limit = terms_of(game).points_limit
    return tuple(name for name, army in ARMIES.items() if not any(submission_faults(game, army, limit)))


def force_list_loaded(game: Game, event: ForceListLoaded) -> None:
    """Keep the list."""
    assert event.list is not None  # noqa: S101  (as above)
    game.forces[event.list.id] = event.list


def army_accepted(game: Game, event: ArmyAccepted) -> None:
    """Put the army down: its units, models, devices and options."""
    side = game.sides[event.seat]
    game.sides[event.seat] = replace(side, army=event.name, force=event.list, accepted=True)
    game.weapons |= {weapon.id: weapon for weapon in event.weapons}
    game.device_sheets |= {device_sheet.id: device_sheet for device_sheet in event.device_sheets}
    for unit in event.units:
        _muster(game, event.seat, unit.id, unit.sheet)
    for device in event.devices:
        game.devices[device.id] = Device(id=device.id, sheet=device.sheet, seat=event.seat, unit=device.unit)
    for option in event.options:
        game.owned_options[option.id] = OwnedOption(
            id=option.id, seat=event.seat, sheet=option.sheet, uses_left=option.sheet.uses
        )


def _muster(game: Game, seat: Party, id: str, sheet: Any) -> None:
    names = tuple(f"{id}.{number}" for number in range(1, len(sheet.models) + 1))
    wounds = {row.name: row.wounds for row in sheet.kinds}
    limit = SPRINT_MULTIPLE if "can_sprint" in sheet.flags else RUN_MULTIPLE
    game.sheets[id] = sheet
    game.units[id] = Unit(id=id, seat=seat, models=names, dice=sheet.order_dice, move_limit=limit)
    for name, kind in zip(names, sheet.models, strict=True):
        game.models[name] = Model(id=name, unit=id, kind=kind, wounds=wounds[kind])


# -- offers and what silence stands for


def _create_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    create = offer(
        CreateGame,
        "AN-WIN-01",
        scenario=Choice(tuple(SCENARIOS)),
        points_limit=Range(0, MOST_POINTS),
        terrain=offered_terrain(),
        options=offered_options(),
    )
    return [create, *list_offers(game)]


def _army_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """Offer the ready armies, units of each list, and to bring a list of one's own."""
    ready = ready_for(game)
    named = [offer(SubmitArmy, "AN-WIN-01", ready=Choice(ready))] if ready else []
    return [*named, *own_army_offers(game), *list_offers(game)]


def default_army(game: Game, seat: Party) -> SubmitArmy:
    """Give a ready army within the points of the game; the two sides take different ones."""
    limit = terms_of(game).points_limit
    fit = [army for army in ARMIES.values() if not list(submission_faults(game, army, limit))]
    return fit[seat % len(fit)] if fit else next(iter(ARMIES.values()))


def submission_faults(game: Game, army: SubmitArmy, limit: int) -> Iterator[Fault]:
    """WG-ARMY-01 Name everything that is wrong with an army that is handed in, its list among it."""
    force = force_of(game, army.list)
    if force is None:
        yield fault("WG-ARMY-01", "no-such-list", "list")
    else:
        yield from army_faults(game, force, army, limit)


def _default_command(game: Game, _window: Window, party: Party) -> Struct:
    return default_army(game, party)


PART = Part(
    handlers=handlers(create_game, load_force_list, submit_army),
    reducers=reducers(game_created, force_list_loaded, army_accepted),
    windows=windows(
        WindowKind(
            CREATE_WINDOW,
            "AN-TERRAIN-22",
            (CreateGame, LoadForceList),
            _create_offers,
            always(CreateGame(scenario=next(iter(SCENARIOS)), points_limit=0, terrain=(), options=Options())),
        ),
        WindowKind(ARMIES_WINDOW, "AN-WIN-01", (SubmitArmy, LoadForceList), _army_offers, _default_command),
    ),
)
