"""Games of a plan: the same from the same number, told in rows, and audited from their replay files."""

import weakref
from unittest.mock import Mock

import msgspec
import pytest

from adjudicator.kernel.decide.windows import Window
from adjudicator.registry import RULESETS
from replays.archive.lab.games import play, play_number, replay_of, same
from replays.archive.lab.plan import game_of, plan_of
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.table import NotFinished
from replays.audit.audit import audit
from replays.bundle import read_bundle
from replays.luck.throws import throws_of
from tests.replays.archive.lab.plans import plan

pytestmark = pytest.mark.archive
ANY = 'title = "Any"\nruleset = "{}"\ngames = 2\nof = "red"\n[[settings]]\nname = "usual"\n'


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_game_is_audited(ruleset):
    """The replay file of a game passes the audit with nothing found, and holds the game that the row tells of."""
    prepared = Prepared(plan_of(ANY.format(ruleset).encode(), "plan.toml"))
    row = play(prepared, game_of(prepared.plan, 2))
    data = replay_of(prepared, 2)
    report = audit(data)
    assert (report.result, report.findings) == ("PASS", ())
    bundle = read_bundle(data)
    assert len(bundle.records) == row.entries
    thrown = throws_of(bundle, prepared.rules)
    for seat, name in enumerate(thrown.seats):
        luck = sum(throw.chance.success - throw.chance.ratio for throw in thrown.judged if throw.who == name)
        assert row.luck[seat] == pytest.approx(float(luck))


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_bots_are_shown_the_view_without_its_text(ruleset):
    """At every entry of a game the bots' view has all that the view has, but for the board drawn as text."""
    prepared = Prepared(plan_of(ANY.format(ruleset).encode(), "plan.toml"))
    table, rules = prepared.table(game_of(prepared.plan, 1)), prepared.rules
    drawn = 0
    for number, _ in enumerate(table.entries()):
        for party in (0, 1) if number % 10 == 0 else ():
            view, shown = rules.view(table.game, party), rules.bot_view(table.game, party)
            drawn += bool(getattr(view, "board", ""))
            assert shown == (msgspec.structs.replace(view, board="") if hasattr(view, "board") else view)
    assert bool(drawn) == (ruleset in {"hex_orders", "tile_formations"})


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_no_seat_speaks_for_the_other(ruleset):
    """Where one answer ends what both seats were asked, it is drawn who gives it: else one seat would always do."""
    prepared = Prepared(plan_of(ANY.format(ruleset).encode(), "plan.toml"))
    spoke = set()
    for number in (1, 2):
        table = prepared.table(game_of(prepared.plan, number))
        window = None
        for _ in table.entries():
            still_open = {row.id for row in table.game.stack}
            if window is not None and window.id not in still_open and len(window.asks) > 1:
                spoke.add(window.kind)
            window = table.game.stack[-1] if table.game.stack else None
    assert spoke <= prepared.rules.shared_windows | {"confirm_result"}
    assert prepared.rules.shared_windows <= prepared.rules.windows.keys()


def test_who_speaks_for_both_is_drawn():
    """Of two seats each is drawn about as often, from the seed of the game; of other windows the first is asked."""
    prepared = Prepared(plan())
    table = prepared.table(game_of(prepared.plan, 1))
    drawn = [table._asked(Window(70_000, "assault", (0, 1), ("as1",))) for _ in range(200)]
    assert 70 < sum(drawn) < 130
    again = prepared.table(game_of(prepared.plan, 1))
    assert [again._asked(Window(70_000, "assault", (0, 1), ("as1",))) for _ in range(200)] == drawn
    assert {table._asked(Window(70_000, "deploy", (1, 0), ())) for _ in range(20)} == {1}


def test_a_row_is_the_same_whenever_it_is_played():
    """A game played anew has the same row, but for the time that it took."""
    prepared = Prepared(plan())
    data = msgspec.json.encode(plan())
    for number in (1, 2):
        row = play(prepared, game_of(prepared.plan, number))
        other = msgspec.json.decode(play_number(data, number), type=type(row))
        assert same([row]) == same([other])
        assert row.failed == ""
        assert row.rounds == (2 if number == 1 else 1)


def test_a_process_holds_no_garbage_of_plans_before():
    """What lived when a plan was prepared and is garbage since goes at the latest with the next plan."""

    class Ring:
        itself: object

    ring = Ring()
    ring.itself = ring
    gone = weakref.ref(ring)
    first = plan()
    play_number(msgspec.json.encode(msgspec.structs.replace(first, title="first")), 1)
    del ring
    play_number(msgspec.json.encode(msgspec.structs.replace(first, title="second")), 1)
    assert gone() is None


def test_sides_sit_on_either_seat():
    """Of two games of a setting the second has side b on the first seat, and its fixed commands with it."""
    text = """
title = "Armies"
ruleset = "tile_formations"
games = 2
first = "TurnStarted.seat"
[[settings]]
name = "armies"
scenario = "small_heath"
options = { turn_limit = 1 }
a = { commands = { MusterArmy = { force = "northern_host", formations = [] } } }
b = { commands = { MusterArmy = { force = "river_guard", formations = [] } } }
"""
    prepared = Prepared(plan_of(text.encode(), "plan.toml"))
    for number, forces in ((1, ["northern_host", "river_guard"]), (2, ["river_guard", "northern_host"])):
        table = prepared.table(game_of(prepared.plan, number))
        given = {
            record.actor.party: getattr(opened.command, "force", "")
            for record, opened in table.entries()
            if type(opened.command).__name__ == "MusterArmy"
        }
        assert given == dict(enumerate(forces))
    assert play(prepared, game_of(prepared.plan, 2)).sides == ("b", "a")


def test_what_breaks_one_game_is_in_its_row(monkeypatch):
    """A game that has no end, or in which something breaks, is a row that says so."""
    prepared = Prepared(plan())
    for error, told in ((NotFinished("no end after 20000 commands"), "no end"), (KeyError("x"), "broke off after 0")):
        monkeypatch.setattr("replays.archive.lab.table.LabTable.entries", Mock(side_effect=error))
        row = play(prepared, game_of(prepared.plan, 1))
        assert told in row.failed
        assert row.winners == ()
