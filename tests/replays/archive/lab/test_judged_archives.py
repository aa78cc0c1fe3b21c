"""`archive judge` as it is called: what it takes for games, what it refuses, and what it does not claim."""

import errno
import json
import os

import pytest

from replays.archive.lab.again import judge
from replays.bundle import read_bundle, write_bundle
from services.cli import main
from tests.replays.archive.files import begun, game, written

pytestmark = pytest.mark.archive


def judged(capsys, *words):
    code = main(["archive", "judge", "--quiet", "--json", "--jobs", "1", *map(str, words)])
    return code, json.loads(capsys.readouterr().out)


def told(capsys, *words):
    code = main(["archive", "judge", "--quiet", "--jobs", "1", *map(str, words)])
    return code, capsys.readouterr()


# -- sealed parts


def opened_before(data: bytes, entry: int) -> bytes:
    """Write a game whose sealed parts are opened only in the entries before one."""
    bundle = read_bundle(data)
    names = [bundle.manifest[name] for name in ("ruleset", "edition", "engine")]
    sealed = [row for row in bundle.sealed if row.seq < entry]
    return write_bundle(names[0], names[1], bytes.fromhex(names[2]), bundle.records, bundle.heads, sealed)


def first_sealed_from(data: bytes, entry: int) -> int:
    return next(row.seq for row in read_bundle(data).sealed if row.seq >= entry)


def test_a_game_that_is_sealed_is_not_said_to_be_the_same(tmp_path, capsys):
    """A game of which nothing can be looked at counts neither as one that differs nor as one that does not."""
    folder = written(tmp_path, {"whole": game(), "sealed": begun("hex_orders")})
    code, said = told(capsys, folder)
    lines = said.out.splitlines()
    assert code == 3
    assert lines[0] == "2 files: 1 game judged, 1 judged in part."
    assert lines[1] == "1 game could be judged only up to a sealed entry, and no further."
    assert "0 games of 1 differ; of 1 result 1 would stand, 0 come after a difference and are not claimed." in lines[2]
    assert lines[3].endswith("sealed.replay: entry 1 is sealed, so nothing was judged")
    assert len(lines) == 4
    _, found = judged(capsys, folder)
    assert [found[name] for name in ("judged", "judged_in_part", "differ")] == [1, 1, 0]
    assert found["states"] == {"judged": 1, "judged in part": 1}


def test_a_result_behind_a_sealed_entry_is_said_to_be_so(tmp_path, capsys):
    """Such a result comes after a sealed part, and not after a difference that nobody found."""
    entry = first_sealed_from(game("hex_orders"), 100)
    folder = written(tmp_path, {"sealed": opened_before(game("hex_orders"), entry)})
    _, said = told(capsys, folder)
    assert (
        "0 games of 0 differ; of 1 result 0 would stand, 0 come after a difference, 1 after a sealed part, and are"
        in (said.out)
    )
    assert f"sealed.replay: judged only up to entry {entry - 1}: what follows is sealed" in said.out
    _, found = judged(capsys, folder)
    assert (found["results"], found["stand"], found["after_a_sealed_part"], found["after_a_difference"]) == (1, 0, 1, 0)


def test_a_difference_before_what_is_sealed_is_a_difference(tmp_path, capsys):
    """A game that differs before its first sealed entry counts among those that differ."""
    last = judge(game("hex_orders"), {"turn_limit": "1"}).difference.entry
    entry = first_sealed_from(game("hex_orders"), last + 1)
    folder = written(tmp_path, {"sealed": opened_before(game("hex_orders"), entry)})
    code, found = judged(capsys, folder, "--option", "turn_limit=1")
    counts = [found[name] for name in ("judged_in_part", "differ", "after_a_difference", "after_a_sealed_part")]
    assert (code, counts) == (0, [0, 1, 1, 0])


# -- options that no game can have


@pytest.mark.parametrize(
    ("words", "told_of"),
    [
        (["zoc_radius=-5"], "tile_formations refuses options.zoc_radius: "),
        (["tile_shape=hexagonx"], "Option tile_shape can not be `hexagonx`. Take one of: square8 square4 hex."),
        (["hit_allocation=nobody"], "Take one of: even free. (AN-HIT-04)"),
        (["zoc_radius=1", "zoc_radius=2"], "--option zoc_radius: named twice, as 1 and as 2; name it once"),
    ],
)
def test_an_option_that_no_game_can_have_is_refused(tmp_path, capsys, words, told_of):
    """What the rules refuse of every game is no change to judge games under: the rules' own words say why."""
    folder = written(tmp_path, {"game": game()})
    options = [part for word in words for part in ("--option", word)]
    code, said = told(capsys, folder, *options)
    assert (code, said.out) == (4, "")
    assert told_of in said.err


def test_an_option_that_another_ruleset_takes_so_leaves_a_game_alone(tmp_path, capsys):
    """Where only another ruleset takes a value, a game is one without the option, and no result is lost by it."""
    folder = written(tmp_path, {"game": game()})
    code, found = judged(capsys, folder, "--option", "hit_allocation=free")
    assert (code, found["differ"], found["states"]) == (0, 0, {"without the option": 1})
    assert found["rows"][0]["why"].startswith("tile_formations does not take it: options.hit_allocation: ")


# -- files


def test_files_are_found_as_for_an_audit(tmp_path, capsys):
    """In a folder only files named *.replay are games, and the log of an event is none; the others are counted."""
    folder = written(tmp_path, {"game": game(), "event": b"the log of an event"})
    folder.joinpath("readme.txt").write_text("of the organiser")
    code, found = judged(capsys, folder)
    assert (code, found["files"]) == (0, 1)
    assert found["left_alone"] == [str(folder / "event.replay"), str(folder / "readme.txt")]
    _, said = told(capsys, folder)
    assert "2 files left alone, not named *.replay, or the log of an event" in said.out


@pytest.mark.parametrize("word", ["no-such-place", "no-such-*", "."])
def test_words_that_name_nothing_are_refused(tmp_path, capsys, monkeypatch, word):
    """A path that is not there is refused with what to name, as an audit refuses it."""
    monkeypatch.chdir(tmp_path)
    code, said = told(capsys, word)
    main(["archive", "audit", word])
    assert code == 4
    assert said.err == capsys.readouterr().err.replace("archive audit: ", "archive judge: ")


def test_a_folder_that_can_not_be_searched_is_named(tmp_path, capsys, monkeypatch):
    """A closed folder among the others is a file that could not be read: nobody takes its games for judged."""
    folder = written(tmp_path, {"game": game()})
    closed = folder / "closed"
    closed.mkdir()
    search = os.scandir

    def refuse(path):
        if path == closed:
            raise PermissionError(errno.EACCES, "Permission denied", str(closed))
        return search(path)

    monkeypatch.setattr(os, "scandir", refuse)
    code, found = judged(capsys, folder)
    assert (code, found["states"]) == (3, {"judged": 1, "unreadable": 1})
