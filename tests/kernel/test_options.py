import sys
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, within
from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.options import OptionRow, OptionTable, format_value, option_fault, read_options, to_message


class GameOptions(Struct, frozen=True):
    """What a game has: every option is present."""

    half: Literal["down", "up"]
    cover: bool
    rounds: int
    keywords: tuple[str, ...]


class Options(Struct, frozen=True):
    """What is handed in: every option may be absent."""

    half: str | None = None
    cover: bool | None = None
    rounds: int | None = None
    keywords: tuple[str, ...] = ()


DATA = """
[rounds]
clause = "GA-1.0-01"
default = 5
least = 1
most = 9
[half]
clause = "GA-1.0-02"
default = "down"
values = ["down", "up"]
[cover]
clause = "GA-1.0-03"
default = true
values = [false, true]
[keywords]
clause = "GA-1.0-04"
default = ["slow"]
values = [["slow"], ["slow", "fast"]]
"""
DEFAULTS = GameOptions("down", True, 5, ("slow",))


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Reads options out of a package that has this text in its data/options.toml."""
    folder = tmp_path / "options_of_a_test"
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def reading(text=DATA, kind=GameOptions):
        (folder / "data" / "options.toml").write_text(text, encoding="utf-8")
        return read_options(folder.name, kind)

    yield reading
    sys.modules.pop(folder.name, None)


@pytest.fixture
def table(written):
    return written()


def test_options_stand_in_the_contracts_order(table):
    """Rows stand in the order of the fields of the message, whatever their order in the file, with their defaults."""
    assert list(table.rows) == ["half", "cover", "rounds", "keywords"]
    assert table.defaults == DEFAULTS
    assert (table.rows["rounds"].least, table.rows["rounds"].most) == (1, 9)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("[rounds]", "[turns]", "rounds, turns"),
        ('[cover]\nclause = "GA-1.0-03"\ndefault = true\nvalues = [false, true]\n', "", "cover"),
        ("default = 5", 'default = "5"', "rounds"),
        ("default = 5", "default = true", "rounds"),
        ("default = true", "default = 1", "cover"),
        ('default = "down"', 'default = "sideways"', "half"),
        ('default = ["slow"]', 'default = "slow"', "keywords"),
        ('default = ["slow"]', "default = [1]", "keywords"),
        ("default = 5", "", "default"),
        ('clause = "GA-1.0-01"', "", "clause"),
        ("least = 1", "lowest = 1", "lowest"),
    ],
)
def test_the_file_fits_the_contract(written, old, new, named):
    """An option that is missing, unknown or has a default of another type is an error that names file and option."""
    assert old in DATA
    with pytest.raises(ValueError, match=rf"options_of_a_test/data/options\.toml.*{named}"):
        written(DATA.replace(old, new))


def test_what_is_absent_or_empty_has_its_default(table):
    """An option that is absent, or an empty list, has its default; what is handed in stands, even where it is false."""
    assert table.completed(Options()) == DEFAULTS
    assert table.completed(Options(half="up", cover=False, rounds=0, keywords=("fast",))) == GameOptions(
        "up", False, 0, ("fast",)
    )
    assert table.given(Options(rounds=0), "rounds") == 0
    assert table.given(Options(), "keywords") == ("slow",)


def test_what_is_chosen_goes_first(table):
    """A value that the ruleset chooses goes before what is handed in and before the default, even an empty one."""
    assert table.completed(Options(rounds=3), rounds=4, keywords=()) == GameOptions("down", True, 4, ())


@given(st.sampled_from(["down", "up"]), st.booleans(), st.integers(), st.lists(st.text()).map(tuple))
def test_what_differs_from_the_defaults(half, cover, rounds, keywords):
    """Just the options that differ from their defaults are named, in their order, with their rows."""
    row = {name: OptionRow("GA-1.0-01", None) for name in GameOptions.__struct_fields__}
    found = dict(OptionTable(row, DEFAULTS).changed(GameOptions(half, cover, rounds, keywords)))
    differ = {"half": half != "down", "cover": not cover, "rounds": rounds != 5, "keywords": keywords != ("slow",)}
    assert list(found) == [name for name, is_other in differ.items() if is_other]
    assert all(found[name] is row[name] for name in found)


def test_values_that_are_listed_are_allowed(table):
    """Defaults, what is absent and every listed value bring no fault."""
    for message in (Options(), Options(half="up"), Options(cover=False), Options(keywords=("slow", "fast"))):
        assert not list(table.value_faults(message))


def test_every_value_that_is_not_listed_is_named(table):
    """Every option with a value that is not listed is a fault with its clause, place, value and what is known."""
    assert list(table.value_faults(Options(half="sideways", keywords=("fast",), rounds=10))) == [
        Fault(
            "GA-1.0-02",
            "option-value",
            "options.half",
            (("option", "half"), ("found", "sideways"), ("known", "down up")),
        ),
        *within("GA-1.0-01", "options.rounds", 10, 1, 9),
        Fault(
            "GA-1.0-04",
            "option-value",
            "options.keywords",
            (("option", "keywords"), ("found", "fast"), ("known", "slow slow,fast")),
        ),
    ]


def test_an_option_that_is_not_read_keeps_its_default(table):
    """An option that no clause of this edition reads may be given its default, and nothing else."""
    rows = {**table.rows, "half": replace(table.rows["half"], read=False)}
    unread = OptionTable(rows, table.defaults)
    assert list(unread.value_faults(Options(half="down"))) == []
    facts = (("option", "half"), ("found", "up"), ("default", "down"))
    assert list(unread.value_faults(Options(half="up"))) == [
        Fault("GA-1.0-02", "option-not-read", "options.half", facts)
    ]


@pytest.mark.parametrize(
    ("values", "value", "allowed"),
    [
        (None, "x", True),
        (None, 5, True),
        ((), "x", True),
        (("a", "b"), "a", True),
        (("a", "b"), "c", False),
        ((0, 1), True, False),
        ((False, True), 1, False),
        ((False, True), True, True),
        ((1,), 1, True),
        ((1,), "1", False),
        (("",), "", True),
    ],
)
def test_what_a_row_allows(values, value, allowed):
    """A value is allowed where it is listed with its type, and anything is where nothing is listed."""
    assert OptionRow("GA-1.0-01", None, values=values).allows(value) is allowed


def test_the_empty_word_is_offered_as_itself():
    """An option that may be the empty word is offered it as a client writes it, and not as people read it."""
    assert OptionRow(clause="GA-1.0-05", default="", values=("", "small")).domain() == Choice(("", "small"))


def test_the_fault_of_an_option_takes_more_facts():
    """The fault of an option tells its name, its value and what is known, and whatever the ruleset adds."""
    row = OptionRow("GA-1.0-01", 5, values=(True, ""))
    made = option_fault("rounds", row, False, "option-value", scenario="river", known="5")
    assert (made.clause, made.reason, made.path) == ("GA-1.0-01", "option-value", "options.rounds")
    assert dict(made.facts) == {"option": "rounds", "found": "false", "scenario": "river", "known": "5"}


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (False, "false"), (3, "3"), ("up", "up"), ("", '""'), (("a", True), "a,true")]
)
def test_values_as_a_client_writes_them(value, text):
    """Truth values are written small, an empty word as two quotes, all else as it is."""
    assert format_value(value) == text


def test_options_as_a_message(table):
    """Options written out as a message have none absent, and complete to themselves."""
    options = GameOptions("up", False, 7, ("fast",))
    message = to_message(options, Options)
    assert message == Options("up", False, 7, ("fast",))
    assert table.completed(message) == options


def test_an_empty_value_is_offered_as_it_is_given():
    """An option that may be empty is offered the empty word, which is what a client then sends."""
    row = OptionRow(clause="T-1", default="", values=("", "small"))
    assert row.domain() == Choice(("", "small"))
