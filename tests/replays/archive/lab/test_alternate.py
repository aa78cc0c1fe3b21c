"""Options whose values take turns: which game has which, that it is played under it, and what is refused."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, product
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.messages import Reveal
from adjudicator.kernel.record.record import decoder, open_record
from replays.archive.lab.games import GameRow, play, play_number, replay_of, same
from replays.archive.lab.plan import PlanFault, game_of, plan_of
from replays.archive.lab.playing import play_again, play_plan
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import page_of
from replays.archive.lab.report.store import Games
from replays.archive.lab.report.study import study_of
from replays.archive.work.where import Where
from replays.audit.audit import audit
from replays.bundle import read_bundle
from replays.files import Unusable
from services.cli import main
from tests.replays.archive.lab.plans import SMALL, plan

pytestmark = pytest.mark.archive
SETTINGS = ("two turns", "one turn, other bots")
SEATS = "alternate = { first_seat = [0, 1] }"
SEATS_BACKWARDS = "alternate = { first_seat = [1, 0] }"
SHAPES = 'alternate = { tile_shape = ["hex", "square8", "square4"] }'
BOTH = "alternate = { first_seat = [1, 0], zoc_radius = [2, 0] }"
FIXED = 'pairing = "fixed"'
# keys of a plan, the options that they name, and the values that these have in turn
TURNS = pytest.mark.parametrize(
    ("key", "names", "values"),
    [
        (SEATS, ["first_seat"], [(0,), (1,)]),
        (SEATS_BACKWARDS, ["first_seat"], [(1,), (0,)]),
        (SHAPES, ["tile_shape"], [("hex",), ("square8",), ("square4",)]),
        (BOTH, ["first_seat", "zoc_radius"], [(1, 2), (0, 0)]),
        (
            'alternate = { exit_edges = [["north"], ["south", "east"]] }',
            ["exit_edges"],
            [("north",), ("south", "east")],
        ),
    ],
    ids=["seats", "seats backwards", "three shapes", "two options", "lists"],
)
SIDES = {False: ("a", "b"), True: ("b", "a")}


def with_keys(*keys: str, games: str = "games = 12", options: str = "") -> str:
    """Write the small plan with more keys, other games, and options that every setting has besides."""
    text = SMALL.replace("games = 4", "\n".join((games, *keys)), 1)
    return text.replace("options = { ", f"options = {{ {options}, ") if options else text


def numbers_of(setting: int, indexes: Sequence[int]) -> list[int]:
    """Give the numbers of games of a setting: settings take turns."""
    return [index * len(SETTINGS) + setting + 1 for index in indexes]


def options_of(prepared: Prepared, number: int) -> Any:
    """Give the options with which a game is created."""
    [(_, opened)] = islice(prepared.table(game_of(prepared.plan, number)).entries(), 1, 2)
    command: Any = opened.command
    return command.options


def values_of(prepared: Prepared, number: int, names: Sequence[str]) -> tuple:
    """Give the values that some options of a game have; those of one that is a list, where there is one."""
    options = options_of(prepared, number)
    found = tuple(getattr(options, name) for name in names)
    return found[0] if isinstance(found[0], tuple) else found


def fault_of(text: str) -> str:
    with pytest.raises(PlanFault) as found:
        Prepared(plan_of(text.encode(), "plan.toml"))
    return str(found.value)


# -- which game has which value


@TURNS
@pytest.mark.parametrize("setting", [0, 1])
def test_values_change_from_two_games_to_the_next_two(key, names, values, setting):
    """Where sides are swapped from game to game, values change after two games: each is played on either seat."""
    prepared = Prepared(plan(with_keys(key)))
    numbers = numbers_of(setting, range(12))
    found = [values_of(prepared, number, names) for number in numbers]
    assert [game_of(prepared.plan, number).swapped for number in numbers] == [False, True] * 6
    assert found == [values[index // 2 % len(values)] for index in range(12)]
    swapped = (game_of(prepared.plan, number).swapped for number in numbers)
    assert Counter(zip(found, swapped, strict=True)) == dict.fromkeys(
        product(values, (False, True)), 12 // (2 * len(values))
    )


@TURNS
@pytest.mark.parametrize("setting", [0, 1])
def test_values_change_from_game_to_game(key, names, values, setting):
    """Where sides keep their seats, values change from game to game, and each is in as many games."""
    prepared = Prepared(plan(with_keys(key, FIXED)))
    numbers = numbers_of(setting, range(12))
    found = [values_of(prepared, number, names) for number in numbers]
    assert not any(game_of(prepared.plan, number).swapped for number in numbers)
    assert found == [values[index % len(values)] for index in range(12)]


@pytest.mark.parametrize(
    ("ruleset", "option", "values"),
    [
        ("antares", "miss_rerolls", ["all", "one_per_source"]),
        ("grinding_annihilation", "sticky_objectives", [True, False]),
        ("hex_orders", "turn_limit", [7, 5]),
        ("tile_formations", "crossfire_geometry", [False, True]),
    ],
)
def test_options_of_every_ruleset_take_turns(ruleset, option, values):
    """A game of any ruleset is created with the value whose turn it is."""
    written = msgspec.json.encode(values).decode()
    text = f'title = "x"\nruleset = "{ruleset}"\ngames = 4\nof = "red"\nalternate = {{ {option} = {written} }}\n'
    prepared = Prepared(plan_of((text + '[[settings]]\nname = "u"\n').encode(), "plan.toml"))
    found = [getattr(options_of(prepared, number), option) for number in range(1, 5)]
    assert found == [values[0], values[0], values[1], values[1]]


@pytest.mark.parametrize(("keys", "seatings"), [((), (False, True)), ((FIXED,), (False,))], ids=["swapped", "fixed"])
@pytest.mark.parametrize(
    ("key", "name", "values"),
    [(SEATS, "first_seat", [0, 1]), (SHAPES, "tile_shape", ["hex", "square8", "square4"])],
    ids=["two values", "three values"],
)
def test_listed_seeds_are_played_with_each_value_and_seating(key, name, values, keys, seatings):
    """Of seeds that are listed each is played once with every value on every seating, in each setting."""
    prepared = Prepared(plan(with_keys(key, *keys, games="seeds = [7, 9]")))
    games = [game_of(prepared.plan, number) for number in range(1, prepared.plan.size + 1)]
    found = Counter(
        (game.setting, game.seed, game.swapped, getattr(options_of(prepared, game.number), name)) for game in games
    )
    assert found == dict.fromkeys(product((0, 1), (7, 9), seatings, values), 1)


def test_other_options_of_a_setting_stay():
    """Under every value a setting has the options of its own, and nothing else is laid down."""
    shape = 'tile_shape = "square4"'  # which bots draw where nothing is laid down
    plain, turns = Prepared(plan(with_keys(options=shape))), Prepared(plan(with_keys(BOTH, options=shape)))
    for setting, index in product((0, 1), range(4)):
        [number] = numbers_of(setting, [index])
        options = options_of(turns, number)
        assert (options.turn_limit, options.tile_shape) == (2 - setting, "square4")
        assert msgspec.structs.replace(options, first_seat=None, zoc_radius=None) == options_of(plain, number)


# -- what is played


@pytest.mark.parametrize("keys", [(), (FIXED,)], ids=["swapped", "fixed"])
def test_a_seat_is_first_where_its_value_has_its_turn(keys):
    """Whichever side sits there, the seat that the value names takes the first turn, and the game's row says so."""
    prepared = Prepared(plan(with_keys(SEATS_BACKWARDS, *keys)))
    for setting, index in product((0, 1), range(4)):
        [number] = numbers_of(setting, [index])
        first = ([1, 0, 1, 0] if keys else [1, 1, 0, 0])[index]
        row = play(prepared, game_of(prepared.plan, number))
        assert (row.failed, row.setting, row.index) == ("", SETTINGS[setting], index)
        assert (row.sides, row.first) == (SIDES[not keys and index % 2 == 1], first)
        events = (
            event
            for _, opened in prepared.table(game_of(prepared.plan, number)).entries()
            for event, _ in opened.events
        )
        started: Any = next(event for event in events if type(event).__name__ == "TurnStarted")
        assert started.seat == first


def test_a_game_is_the_same_in_any_process():
    """A plan that is handed to a worker plays the games that it plays here, under their values."""
    given = plan(with_keys(BOTH, games="games = 4"))
    prepared, data = Prepared(given), msgspec.json.encode(given)
    for number in numbers_of(1, range(4)):
        row = play(prepared, game_of(given, number))
        assert same([row]) == same([msgspec.json.decode(play_number(data, number), type=GameRow)])


@pytest.mark.parametrize(
    ("key", "laid", "count"),
    [
        (SEATS, "first_seat = 0", 2),
        (SEATS_BACKWARDS, "first_seat = 1", 2),
        (SHAPES, 'tile_shape = "hex"', 3),
        (BOTH, "first_seat = 1, zoc_radius = 2", 2),
    ],
    ids=["seats", "seats backwards", "three shapes", "two options"],
)
@pytest.mark.parametrize(
    "keys", [(), (FIXED,), ('alike = ["MusterArmy"]', "seed = 3")], ids=["swapped", "fixed", "alike"]
)
@pytest.mark.parametrize("games", ["games = 12", "seeds = [7, 9]"])
def test_games_of_the_first_value_are_those_of_a_plan_without_the_key(key, laid, count, keys, games):
    """The first value's games are, one after the other, the very games of settings that lay this value down."""
    turns = Prepared(plan(with_keys(key, *keys, games=games)))
    plain = Prepared(plan(with_keys(*keys, games=games, options=laid)))
    seatings = 1 if FIXED in keys else 2
    cycle = seatings * count
    indexes = [index for index in range(2 * cycle) if index % cycle < seatings]
    for setting in (0, 1):
        numbers = numbers_of(setting, indexes)
        others = numbers_of(setting, [seatings * (index // cycle) + index % cycle for index in indexes])
        for number, other in zip(numbers, others, strict=True):
            row, plain_row = play(turns, game_of(turns.plan, number)), play(plain, game_of(plain.plan, other))
            assert row.failed == ""
            assert same([msgspec.structs.replace(row, number=0, index=0)]) == same(
                [msgspec.structs.replace(plain_row, number=0, index=0)]
            )
    assert replay_of(turns, numbers[-1]) == replay_of(plain, others[-1])


def identity(prepared: Prepared, number: int) -> tuple[bytes, ...]:
    """Give what tells a game from others and its dice follow from, as its replay file has it: id and secret."""
    read = decoder(prepared.rules)
    records = [read.decode(record) for record in read_bundle(replay_of(prepared, number)).records]
    commands = (open_record(prepared.rules, record, ()).command for record in records)
    [revealed] = (command for command in commands if isinstance(command, Reveal))
    return records[0].game, revealed.secret


@pytest.mark.parametrize("games", ["games = 24", "seeds = [7, 9, 8]"])
@pytest.mark.parametrize("keys", [(), (FIXED,)], ids=["swapped", "fixed"])
@pytest.mark.parametrize(("key", "count"), [(SEATS, 2), (SHAPES, 3)], ids=["two values", "three values"])
def test_games_of_different_values_are_different_games(key, count, keys, games):
    """No game under one value has the id or the secret of one under another, also where seeds are listed."""
    prepared = Prepared(plan(with_keys(key, *keys, games=games)))
    seatings = 1 if keys else 2
    indexes = range(2 * seatings * count)
    found = [identity(prepared, number) for number in numbers_of(1, indexes)]
    for column in zip(*found, strict=True):
        by_value = [
            {column[index] for index in indexes if index // seatings % count == value} for value in range(count)
        ]
        assert sum(map(len, by_value)) == len(set.union(*by_value))


def test_bots_choose_anew_under_each_value():
    """With the same seeds bots draw other armies under one value than under the other: no game is the other again."""
    prepared = Prepared(plan(with_keys(SEATS, FIXED, games="seeds = [1, 2, 3, 4, 5, 6, 7, 8]")))
    armies: dict[int, list] = {0: [], 1: []}
    for number in numbers_of(0, range(16)):
        entries = prepared.table(game_of(prepared.plan, number)).entries()
        commands: list[Any] = [opened.command for _, opened in islice(entries, 1, 4)]
        created, *mustered = commands
        assert [type(command).__name__ for command in mustered] == ["MusterArmy"] * 2
        armies[created.options.first_seat].append({command.force for command in mustered})
    assert len(armies[0]) == len(armies[1]) == 8
    assert armies[0] != armies[1]


def test_games_are_gone_on_with_and_played_by_their_number(tmp_path, monkeypatch, capsys):
    """A run that goes on has every game under its value; each is given by its number, and its file passes the audit."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(with_keys(SEATS, games="games = 8"))
    words = ["archive", "play", "plan.toml", "--out", "out", "--jobs", "1", "--quiet"]
    assert main([*words, "--games", "4"]) == 0
    assert main(words) == 0
    capsys.readouterr()
    with Games(tmp_path / "out", plan(path.read_text())) as games:
        rows = sorted(games.rows, key=lambda row: row.number)
    prepared = Prepared(plan(path.read_text()))
    assert same(rows) == same([play(prepared, game_of(prepared.plan, number)) for number in range(1, 17)])
    assert [row.first for row in rows] == [0, 0, 0, 0, 1, 1, 1, 1] * 2
    for number in (6, 9):
        row = rows[number - 1]
        assert main(["archive", "play", "plan.toml", "--game", str(number), "--replay", "one.replay"]) == 0
        said = f"Game {number}, {row.setting}, first_seat = {row.first}, seed {row.seed}. Written to one.replay.\n"
        assert capsys.readouterr().out == said
        data = tmp_path.joinpath("one.replay").read_bytes()
        report = audit(data)
        assert (report.result, report.findings) == ("PASS", ())
        read, bundle = decoder(prepared.rules), read_bundle(data)
        assert len(bundle.records) == row.entries
        command: Any = open_record(prepared.rules, read.decode(bundle.records[1]), ()).command
        assert command.options.first_seat == row.first


def test_games_beyond_the_plan_take_turns_too(tmp_path):
    """With more games than the plan has, values go on taking turns, and the last one is given by its number."""
    path = tmp_path / "plan.toml"
    path.write_text(with_keys(SEATS, games="games = 4"))
    play_plan(path, tmp_path / "out", Where(1), games_each=8, quiet=True)
    with Games(tmp_path / "out", plan(path.read_text())) as games:
        row = max(games.rows, key=lambda row: row.number)
    assert (row.number, row.first, row.sides) == (16, 1, ("b", "a"))
    assert play_again(path, 16, tmp_path / "last.replay").startswith(f"Game 16, {row.setting}, first_seat = 1, ")
    assert len(read_bundle(tmp_path.joinpath("last.replay").read_bytes()).records) == row.entries


def test_no_game_is_beyond_the_listed_seeds(tmp_path):
    """Of listed seeds there is a game for each value and seating, and none after these."""
    path = tmp_path / "plan.toml"
    path.write_text(with_keys(SHAPES, games="seeds = [7, 9]"))
    assert play_again(path, 24, tmp_path / "last.replay").startswith(
        "Game 24, one turn, other bots, tile_shape = square4, seed 9."
    )
    with pytest.raises(Unusable, match="the plan has games 1 to 24, and no 25"):
        play_again(path, 25, tmp_path / "none.replay")


# -- the digest


def test_what_takes_turns_is_in_the_digest():
    """Games follow from the options, their values and the order of these: with others the digest is another one."""
    keys = ["", SEATS, SEATS_BACKWARDS, SHAPES, BOTH, "alternate = { zoc_radius = [0, 1] }"]
    plans = [plan(with_keys(key)) for key in keys]
    assert len({found.digest for found in plans}) == len(plans)
    for found in plans:
        assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)).digest == found.digest
    assert plan(with_keys(SEATS, games="games = 40")).digest == plan(with_keys(SEATS)).digest


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        (SMALL, "c58b57473d17f57cf8469aae016df33d9192c7c0def17b50d4b13d9da5b976fa"),
        (
            with_keys(FIXED, 'alike = ["MusterArmy"]', games="seeds = [7, 9]"),
            "094de3fc5ddce2a14ff588a5c7b538e2afacbf9ca7af84f39b384be5d8e8a667",
        ),
    ],
    ids=["small", "alike"],
)
def test_a_plan_without_the_key_has_the_digest_it_always_had(text, digest):
    """Games that were played before plans could say `alternate` are still those of their plan."""
    assert plan(text).digest == digest


# -- what is refused


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("{ first_seat = [0] }", "alternate.first_seat: there is nothing to take turns with; write two values or more"),
        ("{ first_seat = [] }", "alternate.first_seat: there is nothing to take turns with; write two values or more"),
        ("{ first_seat = [1, 1] }", "alternate.first_seat: it is always 1; lay it down in the options of the settings"),
        ("{ zoc_radius = [0, 1, 0] }", "alternate: the same values come twice in zoc_radius; leave each in once"),
        (
            '{ exit_edges = [["north"], ["north"]] }',
            "alternate.exit_edges: it is always north; lay it down in the options of the settings",
        ),
        (
            "{ first_seat = [0, 1], zoc_radius = [0, 0] }",
            "alternate.zoc_radius: it is always 0; lay it down in the options of the settings",
        ),
        (
            "{ first_seat = [0, 1], zoc_radius = [0, 1, 2] }",
            "alternate.first_seat: it has 2 values, another option 3; write as many",
        ),
        (
            "{ zoc_radius = [0, 1, 2], first_seat = [0, 1] }",
            "alternate.first_seat: it has 2 values, another option 3; write as many",
        ),
        ("{ first_seats = [0, 1] }", "there is no 'first_seats'; there are tile_shape, "),
        ("{ first_seat = [0, true] }", "alternate.first_seat: True is no int: write one"),
        ('{ first_seat = ["0", 1] }', "alternate.first_seat: '0' is no int: write one"),
        ("{ zoc_radius = [0, 1, 2.5] }", "alternate.zoc_radius: 2.5 is no int: write one"),
        ("{ crossfire_geometry = [false, 1] }", "alternate.crossfire_geometry: 1 is no bool: write one"),
        ("{ first_seat = 1 }", "Expected `array`, got `int` - at `$.alternate"),
        ("[0, 1]", "Expected `object`, got `array` - at `$.alternate`"),
    ],
)
def test_what_can_not_take_turns_is_refused(key, told):
    """What is wrong in `alternate` is told with its place and what would be right, before a game is played."""
    assert told in fault_of(with_keys(f"alternate = {key}"))


def test_an_option_that_a_setting_has_is_refused_there():
    """An option that takes turns is laid down by no setting: each that does is named, and no other."""
    told = fault_of(with_keys("alternate = { turn_limit = [1, 2] }")).splitlines()
    assert len(told) == 2
    for line, place in zip(told, ("settings[0] (two turns)", "settings[1] (one turn, other bots)"), strict=True):
        assert f"{place}.options.turn_limit: alternate has it for all settings; leave it out of one of the two" in line
    one = with_keys(SEATS).replace("turn_limit = 1", "turn_limit = 1, first_seat = 0")
    [line] = fault_of(one).splitlines()
    assert "settings[1] (one turn, other bots).options.first_seat: alternate has it" in line


def test_options_of_the_first_command_are_not_laid_down_unsaid():
    """A setting whose `create` lays down the option that takes turns is refused, too: it would have one value alone."""
    text = with_keys(SEATS).replace("options = { turn_limit = 1 }", "create = { options = { first_seat = 1 } }")
    assert "settings[1] (one turn, other bots).create" in fault_of(text)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("{ first_seat = [0, 2] }", "`options.first_seat` is 2; it must be 0 to 1. (WG-TURN-01)"),
        ("{ first_seat = [0, 1], zoc_radius = [0, 21] }", "`options.zoc_radius` is 21; it must be 0 to 20."),
        ('{ tile_shape = ["hex", "square4", "round"] }', "Option tile_shape can not be `round`. Take one of: square8 "),
    ],
)
def test_what_the_rules_refuse_of_a_later_value(key, told):
    """A value that the rules refuse is refused before the first game, though the first value is none of those."""
    lines = fault_of(with_keys(f"alternate = {key}")).splitlines()
    for place in ("settings[0] (two turns, ", "settings[1] (one turn, other bots, "):
        assert any(place in line and told in line for line in lines)


def test_what_the_rules_refuse_of_one_setting():
    """A later value that goes with the options of one setting, and not with those of another, is refused there."""
    text = with_keys('alternate = { failed_action = ["hold", "dig"] }')
    digging = 'turn_limit = 2, moves_per_action = [{ action = "dig", number = 0 }, { action = "hold", number = 0 }]'
    [line] = fault_of(text.replace("turn_limit = 2", digging)).splitlines()
    assert "settings[1] (one turn, other bots, failed_action = dig)" in line
    assert "`options.failed_action` is `dig`, which is not known" in line


def test_a_run_that_is_refused_plays_nothing(tmp_path, monkeypatch, capsys):
    """Where a later value is refused, the program says so and ends before a game of the first one is played."""
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("plan.toml").write_text(with_keys("alternate = { first_seat = [0, 2] }"))
    assert main(["archive", "play", "plan.toml", "--out", "out", "--jobs", "1"]) == 4
    told = capsys.readouterr()
    assert "`options.first_seat` is 2; it must be 0 to 1. (WG-TURN-01)" in told.err
    assert told.out == ""
    assert not list(tmp_path.rglob("games.*"))


# -- the report


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ((), []),
        ((SEATS,), ["first_seat = 0 and first_seat = 1"]),
        ((SHAPES,), ["tile_shape = hex, tile_shape = square8 and tile_shape = square4"]),
        ((BOTH,), ["first_seat = 1, zoc_radius = 2 and first_seat = 0, zoc_radius = 0"]),
        (
            ("alternate = { crossfire_geometry = [false, true] }",),
            ["crossfire_geometry = false and crossfire_geometry = true"],
        ),
    ],
    ids=["without", "seats", "three shapes", "two options", "switch"],
)
def test_the_page_says_what_takes_turns(keys, said):
    """The page names every option that takes turns and its values, as a plan writes them, and none without the key."""
    given = plan(with_keys(*keys))
    page = page_of(given, "", "plan.toml", study_of(given, {name: [] for name in SETTINGS}), [], frozenset())
    assert re.findall(r"<p>In turn (.*): each in as many games of a setting\.</p>", page) == said
    assert ("first_seat" in page) == any("first_seat" in words for words in said)
    assert page.count("In turn") == len(said)
