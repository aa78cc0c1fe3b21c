"""Files of an organiser: what they mean, and where they are wrong."""

import pytest
from google.protobuf.duration_pb2 import Duration

from services.rpc.wire_values import span_of
from services.tools.event.files import FileFault, openings, options_type, read_event, read_pairings
from wargame.v1 import events_pb2, terms_pb2

CUP = """
name = "Autumn cup"
referee = true
response_limit = 300

[[rulesets]]
ruleset = "tile_formations"

[[rulesets]]
ruleset = "antares"
game_options = {half_rounding = "down", natural_one_bonus = [{test = "order", effect = ""}]}

[games]
no_show_ms = 900_000
agree = "never"

[games.clock]
bank_ms = 3_600_000
on_flag = "loss"

[[games.penalties]]
kind = "caution"
count = 2
then = "yellow"

[[roster]]
name = "anna"
affiliation = "north"
keys = ["aabb"]

[[roster]]
name = "ben"
"""


def cup(tmp_path, text=CUP, name="cup.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def sheet():
    """An event with two rulesets and five persons, of whom one has withdrawn."""
    made = events_pb2.EventSheet()
    for name in ("tile_formations", "antares"):
        made.terms.rulesets.add(ruleset=name)
    for name in ("anna", "ben", "cleo", "dora"):
        made.roster.add(name=name)
    made.roster.add(name="emil", withdrawn=True)
    return made


def test_terms_and_roster_are_read(tmp_path):
    """Words stand for choices, seconds for durations, hex for keys; nothing that was not written is set."""
    request = read_event(cup(tmp_path, CUP.replace(', natural_one_bonus = [{test = "order", effect = ""}]', "")))
    assert request.terms.name == "Autumn cup"
    assert request.terms.response_limit == Duration(seconds=300)
    assert not request.terms.HasField("appeal_window")
    assert [row.ruleset for row in request.terms.rulesets] == ["tile_formations", "antares"]
    assert not request.terms.rulesets[0].HasField("game_options")
    options = options_type("antares")()
    assert request.terms.rulesets[1].game_options.Unpack(options)
    assert [field.name for field, _ in options.ListFields()] == ["half_rounding"]
    assert request.terms.games.clock == terms_pb2.ClockTerms(bank=span_of(3_600_000), on_flag=terms_pb2.ON_FLAG_LOSS)
    assert request.terms.games.agree == terms_pb2.AGREE_TERMS_NEVER
    assert [(row.kind, row.count, row.then) for row in request.terms.games.penalties] == [(1, 2, 2)]
    assert [(row.name, row.affiliation, list(row.keys)) for row in request.roster] == [
        ("anna", "north", [b"\xaa\xbb"]),
        ("ben", "", []),
    ]


def test_the_same_file_creates_one_event(tmp_path):
    """The id of the command follows from what the file says, not from how it is called or laid out."""
    first = read_event(cup(tmp_path, '{"name": "Cup", "rulesets": [{"ruleset": "antares"}]}', "cup.json"))
    again = read_event(cup(tmp_path, 'name = "Cup"  # the same\n[[rulesets]]\nruleset = "antares"\n'))
    other = read_event(cup(tmp_path, 'name = "Cups"\n[[rulesets]]\nruleset = "antares"\n'))
    assert first == again
    assert len(first.command_id) == 16
    assert other.command_id != first.command_id


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('name = "Cup"\n', 'rulesets: name at least one, as [[rulesets]] with ruleset = "tile_formations"'),
        ("name = Cup\n", "Invalid value (at line 1, column 8); a file of another format must be called .json"),
        (CUP.replace("bank_ms", "bank"), "games.clock.bank: there is no such field; there are bank_ms, increment_ms, "),
        (CUP.replace('"loss"', '"lose"'), "games.clock.on_flag: 'lose' is none of note, defaults_turn, "),
        (CUP.replace("count = 2", 'count = "two"'), "games.penalties[0].count: 'two' is no whole number"),
        (CUP.replace("referee = true", "referee = 3"), "referee: 3 is neither true nor false"),
        (CUP.replace("aabb", "aab"), "roster[0].keys[0]: is no hex: two digits for each byte"),
        (CUP.replace("half_rounding", "rounding"), "rulesets.game_options.rounding: there is no such field; there are"),
        (CUP.replace('"antares"', '"go"'), "rulesets.game_options: options are read here for "),
        ('rulesets = "antares"\n', "rulesets: is a list of tables: write [[rulesets]] over each"),
        ("games = 3\n[[rulesets]]\n", "games: holds fields: there are clock, stops, "),
    ],
)
def test_an_error_names_its_place(tmp_path, text, problem):
    """What is wrong in a file is told with its place and what may stand there."""
    path = cup(tmp_path, text)
    with pytest.raises(FileFault) as caught:
        read_event(path)
    assert str(caught.value).startswith(f"{path}: {problem}")


def test_a_file_that_is_not_there(tmp_path):
    """It is told which."""
    with pytest.raises(FileFault, match=r"gone.toml can not be read: .*No such file"):
        read_event(tmp_path / "gone.toml")


def test_pairings_without_a_line_of_names(tmp_path):
    """Round, table, ruleset, then persons; a time at the end is when it starts; empty lines and remarks are none."""
    text = "# round 1\n1, 1, antares, anna, ben\n\n1,2,tile_formations,cleo,dora,2026-11-21T10:00:00+01:00\n"
    first, second = read_pairings(cup(tmp_path, text, "pairings.csv"), sheet())
    assert (first.round, first.table, first.ruleset) == ("1", "1", "antares")
    assert [(seat.name, seat.person) for seat in first.seats] == [("", "anna"), ("", "ben")]
    assert not first.HasField("starts_time")
    assert second.starts_time.ToJsonString() == "2026-11-21T09:00:00Z"


def test_pairings_with_names_of_seats(tmp_path):
    """A column that is not called person names its seat."""
    text = "round,table,ruleset,red,blue,starts\n1,1,antares,anna,ben,2026-11-21T10:00:00Z\n1,2,antares,cleo,dora,\n"
    first, second = read_pairings(cup(tmp_path, text, "pairings.csv"), sheet())
    assert [(seat.name, seat.person) for seat in second.seats] == [("red", "cleo"), ("blue", "dora")]
    assert first.HasField("starts_time")
    assert not second.HasField("starts_time")


@pytest.mark.parametrize(
    ("line", "column", "problem"),
    [
        ("1,1,go,anna,ben", 3, "'go' is none of the event's rulesets: tile_formations, antares"),
        ("1,,antares,anna,ben", 2, "is empty: write the table"),
        ("1,1,antares,anna,bob", 5, "'bob' is not on the roster: anna, ben, cleo, dora, emil"),
        ("1,1,antares,anna,emil", 5, "'emil' has withdrawn: "),
        ("1,1,antares,anna,anna", 5, "'anna' plays in round 1 already, on line 2"),
        ("1,9,antares,cleo,anna", 5, "'anna' plays in round 1 already, on line 1"),
        ("1,0,antares,cleo,dora", 2, "table 0 of round 1 stands on line 1 already"),
        ("1,1,antares,cleo", 5, "is empty: write the name of a person for each seat"),
        ("1,1,antares,cleo,dora,ben", 6, "'ben' is no time: write it with its zone, "),
        ("1,1,antares,cleo,dora,,x", 7, "is one too many: there are 6 columns"),
        ("1,1,antares,cleo,10:30", 5, "'10:30' is no time: write it with its zone, as 2026-11-21T09:30:00Z"),
    ],
)
def test_a_wrong_pairing_names_line_and_column(tmp_path, line, column, problem):
    """An error says where it is."""
    first = "1,0,antares,ben,anna" if "cleo" in line else "2,0,antares,ben,anna"
    path = cup(tmp_path, f"{first}\n{line}\n", "pairings.csv")
    with pytest.raises(FileFault) as caught:
        read_pairings(path, sheet())
    assert str(caught.value).startswith(f"{path}: line 2, column {column}: {problem}")


def test_a_game_that_takes_the_place_of_another(tmp_path):
    """A column called restarts names it by its id; another cell there is an error with its place."""
    header = "round,table,ruleset,red,blue,restarts\n"
    game = "01a223249e597d069d0685cbed82727c"
    path = cup(tmp_path, f"{header}1,1,antares,anna,ben,{game}\n1,2,antares,cleo,dora,\n", "pairings.csv")
    first, second = read_pairings(path, sheet())
    assert (first.restarts.hex(), second.HasField("restarts")) == (game, False)
    for cell in (game[:-1], game[:-2], "1/2"):
        path = cup(tmp_path, f"{header}1,1,antares,anna,ben,{cell}\n", "wrong.csv")
        with pytest.raises(FileFault, match=f"line 2, column 6: '{cell}' is no id of a game: write its 32 hex digits"):
            read_pairings(path, sheet())


def test_columns_in_another_order(tmp_path):
    """The first three columns have their names."""
    path = cup(tmp_path, "round,ruleset,table,person,person\n", "pairings.csv")
    with pytest.raises(FileFault, match="line 1, column 2: is called table; the columns are round, table, ruleset"):
        read_pairings(path, sheet())


def test_many_pairings_are_opened_in_several_calls():
    """No call opens more than it may, and the same pairings have the same ids."""
    pairings = [events_pb2.Pairing(round="1", table=str(number)) for number in range(5)]
    first, again = openings(b"e" * 16, pairings, 2), openings(b"e" * 16, pairings, 2)
    assert [len(request.pairings) for request in first] == [2, 2, 1]
    assert first == again
    assert len({request.command_id for request in first}) == 3
    assert openings(b"f" * 16, pairings, 2)[0].command_id != first[0].command_id
