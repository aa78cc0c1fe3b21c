"""Files that are no games of this build are told the same by all work of an archive, and reach no terminal raw."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from replays import bundle
from replays.archive.work import kinds
from services.cli import main
from tests.replays.archive.files import adopting, damages, game, rewritten, with_manifest, written

pytestmark = pytest.mark.archive
# what each file is for an audit, whose verdict says what was altered, and for what judges games or writes tables
TOLD = {
    "good": ("game", "game"),
    "torn": ("torn", "torn"),
    "bit-in-directory": ("torn", "torn"),
    "foreign": ("foreign", "foreign"),
    "other-zip": ("foreign", "foreign"),
    "empty": ("foreign", "foreign"),
    "newer-format": ("newer", "newer"),
    "newer-ruleset": ("newer", "newer"),
    "newer-edition": ("newer", "newer"),
    "newer-by-manifest": ("newer", "newer"),
    "adopts-newer": ("newer", "newer"),
    "bit-in-entries": ("game", "altered"),
    "bit-further-on": ("game", "altered"),
    "one-more-byte": ("game", "altered"),
    "earlier-by-manifest": ("game", "altered"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    data = game()
    files = damages(data) | {
        "good": data,
        "newer-by-manifest": with_manifest(data, edition="9999.1"),
        "adopts-newer": adopting(data, "9999.1"),
        "earlier-by-manifest": with_canonical_manifest(data, edition="1999.1"),
    }
    return written(tmp_path_factory.mktemp("strangers"), files)


def with_canonical_manifest(data, **names):
    """Write a file whose manifest alone has another name, and that is otherwise as it should be."""
    found = bundle.read_bundle(data)
    named = {name: found.manifest[name] for name in ("ruleset", "edition", "engine")} | names
    engine = bytes.fromhex(named["engine"])
    return bundle.write_bundle(named["ruleset"], named["edition"], engine, found.records, found.heads, found.sealed)


def said(capsys, verb, *words):
    code = main(["archive", verb, "--quiet", "--json", "--jobs", "2", *map(str, words)])
    return code, json.loads(capsys.readouterr().out)


def test_all_work_tells_a_file_apart_alike(folder, tmp_path, capsys):
    """Torn, foreign and newer are the same files for an audit, for tables and where games are judged again."""
    _, audited = said(capsys, "audit", folder)
    assert {Path(row["file"]).stem: row["kind"] for row in audited["rows"]} == {
        name: kind for name, (kind, _) in TOLD.items()
    }
    code, judged = said(capsys, "judge", folder)
    states = {Path(row["file"]).stem: row["state"] for row in judged["rows"]}
    assert code == 3
    assert states == {name: kind for name, (_, kind) in TOLD.items()} | {"good": "judged"}
    assert judged["states"] == {"altered": 4, "foreign": 3, "judged": 1, "newer": 5, "torn": 2}
    code, tabled = said(capsys, "tables", folder, "--out", tmp_path)
    left = {Path(name).stem: row["kind"] for name, row in tabled["left_out"].items()}
    assert code == 1
    assert left | {"good": "game"} == {name: kind for name, (_, kind) in TOLD.items()}
    assert tabled["kinds"] == {"altered": 4, "foreign": 3, "newer": 5, "torn": 2}
    why = {Path(row["file"]).stem: row["note"] for row in audited["rows"] if row["kind"] != "game"}
    assert why.items() <= {Path(row["file"]).stem: row["why"] for row in judged["rows"]}.items()
    assert why.items() <= {Path(name).stem: row["why"] for name, row in tabled["left_out"].items()}.items()
    assert (why["empty"], why["foreign"]) == ("an empty file", "no replay file")


def test_no_rows_are_written_of_a_game_of_a_later_edition(folder, tmp_path, capsys):
    """What only a later edition explains is left out of the tables, with a fault of the run, and named as newer."""
    name = str(folder / "newer-edition.replay")
    code, told = said(capsys, "tables", name, "--out", tmp_path)
    assert (code, told["games"]) == (1, 0)
    assert told["left_out"][name]["kind"] == "newer"
    assert told["left_out"][name]["why"].startswith("edition 9999.1 is later than this build's, ")
    assert main(["archive", "tables", "--quiet", name, "--out", str(tmp_path)]) == 1
    assert "1 files left out: 1 newer\n" in capsys.readouterr().out


def test_a_file_that_is_too_long_is_foreign(monkeypatch):
    """A file longer than any game is told so, and not that it was cut off: it was not read to its end."""
    data = game()
    for module in (bundle, kinds):
        monkeypatch.setattr(module, "FILE_MAX", len(data) - 1)
    found = kinds.told_apart(data)
    assert (found.kind, found.why) == (
        "foreign",
        f"file: larger than {len(data) - 1} bytes; a game of this service is never that long",
    )


# -- bytes of strangers

ESCAPES = "\x1b[2J\x1b[31mred\nline\x07"


def poisoned(folder):
    """Write files that name, and are named by, what a terminal would obey."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(ESCAPES, b"")
    files = {
        "zip": out.getvalue(),
        "ruleset": with_canonical_manifest(game(), ruleset=ESCAPES),
        "edition": rewritten(game(), edition=ESCAPES),
        f"name{ESCAPES}": b"no replay",
    }
    return written(folder, files)


@pytest.mark.parametrize("verb", ["audit", "judge", "tables"])
def test_nothing_of_a_stranger_reaches_the_terminal_raw(tmp_path, capsys, verb):
    """Control characters of names and contents are printed as escapes, and no line is broken in two by one."""
    files = poisoned(tmp_path / "files")
    words = [str(files), "--out", str(tmp_path / "out")]
    assert main(["archive", verb, "--quiet", *words]) != 0
    out = capsys.readouterr().out
    assert "\\x1b[2J" in out
    assert all(line.isprintable() for line in out.splitlines())
    assert not any(line.startswith("line") for line in out.splitlines())


@pytest.mark.parametrize("verb", ["audit", "judge", "tables"])
def test_a_refusal_reaches_the_terminal_with_its_signs_escaped(tmp_path, capsys, verb):
    """A name that is refused is printed so that no terminal obeys it."""
    assert main(["archive", verb, "--quiet", f"no{ESCAPES}", "--out", str(tmp_path / "out")]) == 4
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert "\x07" not in err
