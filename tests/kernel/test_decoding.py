import sys
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from msgspec import Struct, field

from adjudicator.kernel.decoding import Decoder, read, read_file, read_folder, read_table


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    name: str = ""


class Die(Struct, frozen=True):
    sides: int
    plus: int = 0


class Piece(Struct, frozen=True):
    id: str
    points: int
    elite: bool
    seal: bytes
    die: Die
    words: tuple[str, ...]
    dice: tuple[Die, ...]
    leader: Die | None
    speed: Literal["slow", "fast"] = "slow"
    wounds: int = 1


class Either(Struct, frozen=True):
    what: int | str | None = None


@dataclass
class Package:
    """A package of data files that a test writes."""

    name: str
    folder: Any

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def package(tmp_path, monkeypatch):
    name = "package_of_a_test"
    made = Package(name, tmp_path / name)
    made.write("__init__.py", "")
    monkeypatch.syspath_prepend(tmp_path)
    yield made
    sys.modules.pop(name, None)


# -- files


def test_a_file_is_one_value(package):
    """A file under data is read as one value of its type, and one beside it by its path."""
    package.write("data/rows.toml", "points = 3\n")
    package.write("texts/rows.toml", 'points = 4\nname = "é"\n')
    assert read(package.name, "rows.toml", Row) == Row(3)
    assert read_file(package.name, "texts/rows.toml", Row) == Row(4, "é")


def test_a_table_keeps_its_keys(package):
    """A file of rows is a table by key that can not be changed."""
    package.write("data/rows.toml", "[a]\npoints = 1\n[b]\npoints = 2\n")
    table = read_table(package.name, "rows.toml", Row)
    assert table == {"a": Row(1), "b": Row(2)}
    with pytest.raises(TypeError):
        table["c"] = Row(3)  # type: ignore[index]


def test_a_folder_is_read_in_order(package):
    """The toml files of a folder are read in the order of their names, by name without ending; others are not."""
    for number, name in enumerate(("c.toml", "a.toml", "b.toml", "a.map", "toml")):
        package.write(f"data/rows/{name}", f"points = {number}\n")
    assert list(read_folder(package.name, "rows", Row).items()) == [("a", Row(1)), ("b", Row(2)), ("c", Row(0))]


@pytest.mark.parametrize(
    "text",
    ["points = ", "points = 1\npoints = 2\n", "points = 1\ncolour = 2\n", "", 'points = "1"\n', "points = 1.5\n"],
)
def test_a_fault_names_the_file(package, text):
    """What is no toml, and a key that is unknown, missing or of another sort, is an error that names the file."""
    package.write("data/rows.toml", text)
    with pytest.raises(ValueError, match=f"{package.name}/data/rows.toml: .*correct the file"):
        read(package.name, "rows.toml", Row)


def test_a_fault_names_the_place(package):
    """What is of another sort is named by its place in the file."""
    package.write("data/rows.toml", '[a]\npoints = 1\n[b]\npoints = "2"\n')
    with pytest.raises(ValueError, match=r"rows\.toml: .*points"):
        read_table(package.name, "rows.toml", Row)


# -- messages

EMPTY = Piece("", 0, False, b"", Die(0), (), (), None, "slow", 1)


def test_what_is_left_out_is_empty():
    """A field that a table leaves out has its own default, and is empty where it has none."""
    assert Decoder().message(Piece, {}) == EMPTY


class Made(Struct, frozen=True):
    rows: tuple[str, ...] = field(default_factory=lambda: ("a",))


def test_a_default_that_is_made_counts():
    """A field whose default is made anew for each message keeps it where a table leaves it out."""
    assert Decoder().message(Made, {}) == Made(("a",))


def test_everything_may_be_written():
    """Words, numbers, truth values, lists, tables in tables and absent parts stand in the message as written."""
    row = {
        "id": "a",
        "points": -3,
        "elite": True,
        "seal": b"s",
        "die": {"sides": 6},
        "words": ["x", ""],
        "dice": [{"sides": 4, "plus": 1}, {}],
        "leader": {"sides": 10},
        "speed": "fast",
        "wounds": 2,
    }
    expected = Piece("a", -3, True, b"s", Die(6), ("x", ""), (Die(4, 1), Die(0)), Die(10), "fast", 2)
    assert Decoder().message(Piece, row) == expected


def test_messages_that_are_made_already_stay():
    """A message that stands in a table is taken as it is, alone and in a list or tuple."""
    made = Decoder().message(Piece, {"die": Die(6), "leader": Die(8), "dice": (Die(4), {"sides": 3})})
    assert (made.die, made.leader, made.dice) == (Die(6), Die(8), (Die(4), Die(3)))


def test_defaults_go_before_the_fields_own():
    """What the decoder says for a type goes before the field's own default, within other messages too."""
    decoder = Decoder(defaults={Piece: {"wounds": 3, "words": ["x"]}, Die: {"sides": 6}})
    made = decoder.message(Piece, {"dice": [{}, {"sides": 4}]})
    assert (made.wounds, made.words, made.die, made.dice) == (3, ("x",), Die(6), (Die(6), Die(4)))
    assert decoder.message(Piece, {"wounds": 0}).wounds == 0


def die(text):
    if not text.startswith("d"):
        raise ValueError(f"{text!r} is no die: write d6")
    return Die(int(text[1:]))


def test_readers_read_by_type():
    """What a reader reads stands written short, wherever a message of its type stands."""
    made = Decoder({Die: die}).message(Piece, {"die": "d6", "dice": ["d4", Die(3)], "leader": "d8"})
    assert (made.die, made.dice, made.leader) == (Die(6), (Die(4), Die(3)), Die(8))


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"id": 5}, "Piece.id"),
        ({"points": "5"}, "Piece.points"),
        ({"points": True}, "Piece.points"),
        ({"points": 1.0}, "Piece.points"),
        ({"elite": 1}, "Piece.elite"),
        ({"elite": "true"}, "Piece.elite"),
        ({"seal": "s"}, "Piece.seal"),
        ({"speed": "quick"}, "Piece.speed"),
        ({"speed": 1}, "Piece.speed"),
        ({"speed": ["slow"]}, "Piece.speed"),
        ({"words": "ab"}, "Piece.words"),
        ({"words": ""}, "Piece.words"),
        ({"words": 0}, "Piece.words"),
        ({"words": False}, "Piece.words"),
        ({"words": {}}, "Piece.words"),
        ({"words": {"a": 1}}, "Piece.words"),
        ({"words": ["a", 1]}, "Piece.words[1]"),
        ({"words": [["a"]]}, "Piece.words[0]"),
        ({"die": 0}, "Piece.die"),
        ({"die": 6}, "Piece.die"),
        ({"die": ""}, "Piece.die"),
        ({"die": []}, "Piece.die"),
        ({"die": False}, "Piece.die"),
        ({"die": "d6"}, "Piece.die"),
        ({"die": {"sides": "6"}}, "Piece.die.sides"),
        ({"dice": [{}, {"sides": "6"}]}, "Piece.dice[1].sides"),
        ({"dice": [0]}, "Piece.dice[0]"),
        ({"dice": {"sides": 6}}, "Piece.dice"),
        ({"leader": 0}, "Piece.leader"),
        ({"leader": []}, "Piece.leader"),
        ({"colour": 1}, "Piece"),
        ({"die": {"colour": 1}}, "Piece.die"),
        ({"dice": [{"colour": 1}]}, "Piece.dice[0]"),
    ],
)
def test_what_a_message_does_not_have_is_named_by_its_place(row, place):
    """What stands in a table and fits no field, or not its field's type, is an error that begins with its place."""
    with pytest.raises(ValueError) as fault:  # noqa: PT011  # the place is looked at below
        Decoder().message(Piece, row)
    assert str(fault.value).startswith(f"{place}: ")


def test_the_place_begins_where_the_caller_says():
    """Places begin with what the caller calls the table."""
    with pytest.raises(ValueError, match=r"^army\.die\.sides: "):
        Decoder().message(Piece, {"die": {"sides": "6"}}, "army")
    with pytest.raises(ValueError, match=r"^army: no field is called colour, form"):
        Decoder().message(Piece, {"form": 1, "colour": 1}, "army")


@pytest.mark.parametrize("row", [0, 1, "", "a", [], [{}], None])
def test_a_message_is_a_table(row):
    """Where a message is to be made of anything but a table an error says so."""
    with pytest.raises(ValueError, match=r"^army: "):
        Decoder().message(Die, row, "army")


@pytest.mark.parametrize("found", ["6", 6, [], {}, "dx"])
def test_a_readers_fault_has_a_place(found):
    """What a reader can not read is an error that begins with its place, however the reader fails."""
    with pytest.raises(ValueError, match=r"^army\.dice\[1\]: "):
        Decoder({Die: die}).message(Piece, {"die": "d6", "dice": ["d6", found]}, "army")


def test_a_readers_own_words_are_kept():
    """What a reader says of a text that it can not read stands in the error."""
    with pytest.raises(ValueError, match=r"^Piece\.die: '6' is no die: write d6$"):
        Decoder({Die: die}).message(Piece, {"die": "6"})


def test_a_default_of_no_field_is_refused():
    """Defaults name fields of their message, or the decoder is not made."""
    with pytest.raises(ValueError, match="defaults of Die: no field is called side: leave it out"):
        Decoder(defaults={Die: {"side": 6}})


def test_a_field_of_two_types_is_refused():
    """A field has one type, and perhaps None; another hint is an error of the contract, by its place."""
    with pytest.raises(TypeError, match=r"Either\.what: a field is of one type"):
        Decoder().message(Either, {"what": 3})
