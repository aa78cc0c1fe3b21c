"""Chapter 7.0, step one: scenario, battle size and options; both armies follow (GA-2.1-01, GA-7.0-08)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Shape, Some, offer, optional
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleCreated,
    CreateBattle,
    GameOptions,
    Options,
    SubmitRoster,
)
from adjudicator.rulesets.grinding_annihilation.model.options import OPTIONS
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS, SIZES, Scenario
from adjudicator.rulesets.grinding_annihilation.rules.armies.army_creation import own_roster_offer, ready_for
from adjudicator.rulesets.grinding_annihilation.rules.missions.battle_end import forfeit
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.roles_and_zones import AGREED

# -- scenario and options


def create_battle(ruling: Ruling[Game], command: CreateBattle) -> None:
    """GA-2.1-01 A game is played on one scenario, with one battle size for both armies (GA-7.0-08)."""
    scenario = SCENARIOS.get(command.scenario)
    if scenario is None:
        ruling.reject("GA-2.1-01", "unknown-scenario", "scenario", scenario=command.scenario, known=" ".join(SCENARIOS))
    fits = command.battle_size in scenario.sizes.accepted
    ruling.require(
        fits,
        "GA-7.0-08",
        "wrong-battle-size",
        "battle_size",
        size=command.battle_size,
        accepted=" ".join(scenario.sizes.accepted),
    )
    ruling.refuse_all(tuple(OPTIONS.value_faults(command.options)))
    event = BattleCreated(
        battle_size=command.battle_size,
        points_limit=SIZES[command.battle_size].points,
        scenario=scenario.id,
        options=to_message(_completed(command.options, scenario), Options),
    )
    ruling.record(event, "GA-2.1-01", "GA-7.0-08", "GA-8.1-01")
    ruling.answered()
    ruling.ask("rosters", *SEATS)


def battle_created(game: Game, event: BattleCreated) -> None:
    """Note the terms."""
    game.options = to_message(event.options, GameOptions)
    game.battle = replace(
        game.battle, scenario=event.scenario, size=event.battle_size, points_limit=event.points_limit, step="rosters"
    )
    for seat in SEATS:
        game.sides[seat] = replace(game.sides[seat], manoeuvre_points=game.options.starting_mp)


def _completed(options: Options, scenario: Scenario) -> GameOptions:
    """Fill the defaults in; that of annihilation_wins is the scenario's (GA-7.0-20)."""
    if options.annihilation_wins is not None:
        return OPTIONS.completed(options)
    return OPTIONS.completed(options, annihilation_wins=scenario.victory.annihilation_wins)


def _create_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    """Offer each scenario in the sizes that it is played in (GA-7.0-08)."""
    return [
        offer(
            CreateBattle,
            "GA-2.1-01",
            battle_size=Choice(scenario.sizes.accepted),
            scenario=Choice((scenario.id,)),
            options=Shape(Options.__name__, OPTIONS.domains(**_lists())),
        )
        for scenario in SCENARIOS.values()
    ]


def _lists() -> dict[str, list[Domain]]:
    """GA-8.2-06 GA-3.3-14 Offer the options that are lists: some rounds, and the lists of keywords that there are."""
    last = max(scenario.rounds.last for scenario in SCENARIOS.values())
    rounds = tuple(map(str, range(1, last + 1)))
    words = [row for row in OPTIONS.rows["locked_exception_keywords"].values or () if row]
    return {
        "reserve_zone_ban_rounds": [optional(Some(rounds, 1, len(rounds)))],
        "locked_exception_keywords": [optional(exact_items(row)) for row in words],
    }


def _roster_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """Offer the ready armies, by name and with other doctrines, Generals and Battle-Manoeuvres."""
    ready = ready_for(game)
    named = [offer(SubmitRoster, "GA-8.1-04", ready=Choice(ready))] if ready else []
    return [*named, *map(own_roster_offer, ready)]


def _armies_mustered(ruling: Ruling[Game], _window: Window) -> None:
    """GA-7.0-06 With both armies mustered the roles are rolled for or agreed; who musters none gives the battle up."""
    absent = tuple(seat for seat in SEATS if not ruling.game.sides[seat].mustered)
    if absent:
        forfeit(ruling, absent)
    elif ruling.game.options.roles == AGREED:
        ruling.ask("choose_role", SEATS[0])
    else:
        ruling.ask("roles", TABLE)


# -- tables


OPENING_WINDOW = "battle"


PART = Part(
    handlers=handlers(create_battle),
    reducers=reducers(battle_created),
    windows=windows(
        WindowKind(
            OPENING_WINDOW,
            "GA-2.1-01",
            (CreateBattle,),
            _create_offers,
            always(CreateBattle(battle_size=next(iter(SIZES)), scenario=next(iter(SCENARIOS)), options=Options())),
        ),
        WindowKind(
            "rosters", "GA-8.1-04", (SubmitRoster,), _roster_offers, on_close=_armies_mustered, silence_passes=True
        ),
    ),
)
