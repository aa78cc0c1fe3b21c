"""Games of a plan: the same from the same number, told in rows, and audited from their replay files."""

import weakref
from itertools import islice
from unittest.mock import Mock

import msgspec
import pytest

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.record.record import decoder, open_record
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
ARMIES = {"antares": "SubmitArmy", "tile_formations": "MusterArmy"}
every_army = pytest.mark.parametrize(("ruleset", "kind"), ARMIES.items())


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


# -- what both sides give alike


def prepared_of(ruleset: str, *alike: str, sides: str = "") -> Prepared:
    """Prepare a plan of any ruleset, with kinds of command that both sides give alike, or without that key."""
    games = f"games = 40\nalike = {[*alike]}" if alike else "games = 40"
    return Prepared(plan_of((ANY.format(ruleset).replace("games = 2", games) + sides).encode(), "plan.toml"))


def entries(prepared: Prepared, number: int) -> list:
    """Play a game, and give what each party did and what came of it."""
    table = prepared.table(game_of(prepared.plan, number))
    return [(record.actor.party, opened.command, opened.events) for record, opened in table.entries()]


def armies(prepared: Prepared, number: int) -> dict:
    """Give the command that brings an army of each side, by the side's name, in the order in which they gave it."""
    game = game_of(prepared.plan, number)
    given = (
        (("ba" if game.swapped else "ab")[record.actor.party], opened.command)
        for record, opened in prepared.table(game).entries()
        if type(opened.command).__name__ in ARMIES.values()
    )
    found = dict(islice(given, 2))
    assert sorted(found) == ["a", "b"]
    return found


@every_army
@pytest.mark.parametrize("sides", ["", 'a = { bot = "random" }\nb = { bot = "steady" }\n'], ids=["usual", "others"])
def test_both_sides_lead_the_same_army(ruleset, kind, sides):
    """Given alike, the army of both is the one that the first side chose by itself, and games have several of them."""
    free, alike = prepared_of(ruleset, sides=sides), prepared_of(ruleset, kind, sides=sides)
    numbers = range(1, 9)
    assert {game_of(alike.plan, number).swapped for number in numbers} == {False, True}
    chosen = [[*armies(free, number).values()] for number in numbers]
    led = [[*armies(alike, number).values()] for number in numbers]
    assert led == [[first, first] for first, _ in chosen]
    assert led != chosen
    assert any(army != led[0] for army in led)


def test_only_what_is_listed_is_given_alike():
    """A kind is given alike wherever it stands in the list; where it is not listed, each side leads its own army."""
    apart = armies(prepared_of("tile_formations"), 1)
    assert apart["a"] != apart["b"]
    listed = prepared_of("tile_formations")  # of kinds that not both sides give a plan is refused
    for kinds, other in (
        (("AdjustShock", "MusterArmy"), "a"),
        (("MusterArmy", "AdjustShock"), "a"),
        (("AdjustShock",), "b"),
    ):
        listed.plan = msgspec.structs.replace(listed.plan, alike=kinds)
        assert armies(listed, 1) == {"a": apart["a"], "b": apart[other]}


def test_fields_of_a_side_are_put_into_what_is_alike():
    """A field that each side's commands lay down is its own on either seat, and the rest of the army is the same."""
    sides = "".join(f'{side} = {{ commands = {{ SubmitArmy = {{ name = "of {side}" }} }} }}\n' for side in "ab")
    free, alike = prepared_of("antares", sides=sides), prepared_of("antares", "SubmitArmy", sides=sides)
    for number, order in ((1, "ab"), (2, "ba")):
        apart, found = armies(free, number), armies(alike, number)
        assert [*found] == [*order]
        assert {side: army.name for side, army in found.items()} == {"a": "of a", "b": "of b"}
        assert found[order[0]] == apart[order[0]]
        assert found[order[1]] == msgspec.structs.replace(found[order[0]], name=f"of {order[1]}")
        assert found[order[1]] != apart[order[1]]


def test_a_whole_army_that_a_side_has_stays_its_own():
    """A side whose commands lay down its army leads that one, whichever side gave its army first."""
    sides = 'a = { commands = { MusterArmy = { force = "northern_host", formations = [] } } }\n'
    prepared = prepared_of("tile_formations", "MusterArmy", sides=sides)
    first, second = armies(prepared, 1), armies(prepared, 2)
    assert ([*first], [*second]) == (["a", "b"], ["b", "a"])
    assert second["b"].force != "northern_host"
    for found in (first, second):
        assert (found["a"].force, found["a"].formations) == ("northern_host", ())


@every_army
def test_every_other_choice_is_free(ruleset, kind):
    """Where both sides chose the same army by themselves, giving it alike changes nothing in the whole game."""
    free, alike = prepared_of(ruleset), prepared_of(ruleset, kind)
    for number in range(1, 5):
        assert game_of(alike.plan, number) == game_of(free.plan, number)
    found = (number for number in range(1, 200) if armies(free, number)["a"] == armies(free, number)["b"])
    number = next(found)
    assert entries(alike, number) == entries(free, number)


def test_games_under_way_share_no_army():
    """What was given in one game is given alike in that game alone, also while another one is played beside it."""
    prepared = prepared_of("tile_formations", "MusterArmy")
    alone = [entries(prepared, number)[:4] for number in (1, 2)]
    tables = [prepared.table(game_of(prepared.plan, number)).entries() for number in (1, 2)]
    beside = [
        [(record.actor.party, opened.command, opened.events) for record, opened in game]
        for game in zip(*islice(zip(*tables, strict=False), 4), strict=True)
    ]
    assert beside == alone
    assert {type(command).__name__ for game in beside for _, command, _ in game[2:]} == {"MusterArmy"}
    assert alone[0][2][1] != alone[1][2][1]


@every_army
def test_a_game_with_the_same_army_is_repeatable_and_audited(ruleset, kind):
    """Such a game has the same row whenever it is played; its replay file has one army twice, and passes the audit."""
    prepared = prepared_of(ruleset, kind)
    row = play(prepared, game_of(prepared.plan, 2))
    again = msgspec.json.decode(play_number(msgspec.json.encode(prepared.plan), 2), type=type(row))
    assert (row.failed, row.sides) == ("", ("b", "a"))
    assert same([row]) == same([again])
    data = replay_of(prepared, 2)
    report = audit(data)
    assert (report.result, report.findings) == ("PASS", ())
    bundle, read = read_bundle(data), decoder(prepared.rules)
    assert len(bundle.records) == row.entries
    commands = [open_record(prepared.rules, read.decode(record), ()).command for record in bundle.records[:4]]
    one, other = (command for command in commands if type(command).__name__ == kind)
    assert one == other == armies(prepared_of(ruleset), 2)["b"] != armies(prepared_of(ruleset), 2)["a"]
