"""Places that are found on request are legal, and are told of one's own formations alone (GA-7.0-12, GA-3.2-04)."""

import pytest

from adjudicator.kernel.trial import is_allowed
from adjudicator.rulesets.grinding_annihilation.model.messages import DeployFormation
from adjudicator.rulesets.grinding_annihilation.reports.places import PLACES
from adjudicator.rulesets.grinding_annihilation.rules.handlers import RULES
from tests.conformance.by_offers.offer_games import OfferGame

PATH = "adjudicator.rulesets.grinding_annihilation"
LONGEST = 2_000


def at_window(kind):
    """Play a battle by offers until a window of a kind is open."""
    game = OfferGame(PATH, 1, probes=0)
    for _ in range(LONGEST):
        top = game.table.window
        if top.kind == kind:
            return game.table.game, top.asks[0]
        game.step()
    raise AssertionError(f"no window {kind} was opened")


@pytest.fixture(scope="module")
def deploying():
    """Give a battle in which a player is to set a formation up, and that player."""
    return at_window("deploy")


@pytest.mark.rule("GA-7.0-12")
def test_set_ups_are_found_for_ones_own_formations_alone(deploying):
    """Several set-ups are found of a formation that waits; none of the enemy's, of another field, of nobody."""
    game, party = deploying
    find = PLACES["DeployFormation"]
    mine = next(key for key, row in game.formations.items() if row.seat == party and row.place == "undeployed")
    theirs = next(key for key, row in game.formations.items() if row.seat != party)
    found = tuple(find(game, party, "troops", {"formation": mine}))
    assert len(found) > 1
    assert len(found) == len(set(found))
    assert not find(game, party, "troops", {"formation": theirs})
    assert not find(game, party, "formation", {"formation": mine})
    assert not find(game, party, "troops", {})


def test_a_trial_tells_what_is_refused_and_changes_nothing(deploying):
    """A set-up without troops is refused in a trial; the battle is as before."""
    game, party = deploying
    before = game.dump()
    mine = next(key for key, row in game.formations.items() if row.seat == party and row.place == "undeployed")
    assert not is_allowed(RULES, game, party, DeployFormation(formation=mine))
    assert not is_allowed(RULES, game, party, DeployFormation(formation="nobody"))
    assert game.dump() == before


@pytest.mark.rule("GA-3.2-04")
def test_moves_are_found_for_who_moves():
    """Ways are found for the formation whose move is declared, and for no other."""
    game, party = at_window("make_move")
    moving = game.action.formation
    command = "MakeNormalMove" if game.action.kind == "normal" else "MakeAdvanceMove"
    assert PLACES[command](game, party, "paths", {"formation": moving})
    assert not PLACES[command](game, party, "paths", {"formation": "nobody"})


@pytest.mark.rule("GA-4.2-03")
def test_nothing_is_found_for_scouts_that_do_not_stand_on_the_warfield(deploying):
    """Whatever formation a client names: one that waits, or is in reserves, has no ways, and is no error."""
    game, party = deploying
    away = [key for key, row in game.formations.items() if row.seat == party and row.place != "warfield"]
    assert away
    assert not any(PLACES["ResolvePreBattleRule"](game, party, "paths", {"formation": key}) for key in away)
