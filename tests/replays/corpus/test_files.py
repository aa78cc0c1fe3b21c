"""A corpus in files: the same bytes twice, and whatever is torn, newer or foreign is named and refused."""

from __future__ import annotations

import hashlib
import json
import lzma

import pytest

from replays.corpus.files import CorpusFault, chapter_bytes, chapter_of, export, kept_files, packed, read_corpus
from replays.corpus.schema import index_schema
from services.cli import main
from tests.replays.corpus.fixtures import OUTCOMES, chapter, exported


def rewritten(folder, path, change):
    """Change a file, and the index so that it still fits."""
    file = folder / path
    data = change(json.loads(file.read_bytes()))
    file.write_text(json.dumps(data), encoding="utf-8")
    index = json.loads((folder / "corpus.json").read_bytes())
    for row in index["files"]:
        if row["path"] == path:
            row["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    if path != "corpus.json":
        (folder / "corpus.json").write_text(json.dumps(index), encoding="utf-8")


def files_of(folder):
    """Give what a folder holds, by path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_written_is_read(tmp_path):
    """Cases, steps and editions come back as they were, found by their clause too."""
    found = read_corpus(exported(tmp_path / "corpus"))
    assert [case.id for _, case in found.cases()] == sorted(OUTCOMES)
    assert [case.id for _, case in found.cases("TF-A-02")] == ["TF-A-02/1", "TF-A-02/2"]
    assert found.editions == {"tile_formations": "2026.1"}
    assert chapter_bytes(found.chapters[0]) == chapter_bytes(chapter())


def test_the_same_cases_are_the_same_bytes(tmp_path):
    """Files do not follow the order in which cases were found."""
    other = chapter(outcomes=dict(reversed(OUTCOMES.items())))
    assert files_of(exported(tmp_path / "a")) == files_of(exported(tmp_path / "b", other))


@pytest.mark.parametrize(
    ("path", "change", "said"),
    [
        ("corpus.json", lambda row: row | {"format": "wgcorpus/2"}, "written by a newer release"),
        ("corpus.json", lambda row: row | {"format": "zip"}, "not of the form wgcorpus/1, but 'zip'"),
        ("corpus.json", lambda _: {"files": []}, "no file of a corpus"),
        ("corpus.json", lambda row: row | {"more": 1}, "more"),
        (
            "corpus.json",
            lambda row: row | {"files": [row["files"][0] | {"path": "../away.json"}]},
            "no file of a corpus",
        ),
        ("tile_formations/TF-A.json", lambda row: row | {"format": "wgcorpus/2"}, "written by a newer release"),
        ("tile_formations/TF-A.json", lambda row: row | {"steps": {}}, "names steps that are not there, s1"),
        ("tile_formations/TF-A.json", lambda row: row | {"cases": [{"id": "x"}]}, "export it again"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path, path, change, said):
    """A newer, foreign or faulty file is refused by its name, with what to do."""
    folder = exported(tmp_path / "corpus")
    rewritten(folder, path, change)
    with pytest.raises(CorpusFault) as fault:
        read_corpus(folder)
    assert said in str(fault.value)
    assert path in str(fault.value)


def test_torn_files_are_named(tmp_path):
    """A file that is shorter than it was, or missing, is refused by its name."""
    folder = exported(tmp_path / "corpus")
    file = folder / "tile_formations/TF-A.json"
    file.write_bytes(file.read_bytes()[:-2])
    with pytest.raises(CorpusFault, match=r"TF-A\.json is torn or was changed"):
        read_corpus(folder)
    file.unlink()
    with pytest.raises(CorpusFault, match=r"TF-A\.json can not be read"):
        read_corpus(folder)


def test_packed_files_may_be_torn_too(tmp_path):
    """What comes with the program is refused where it is torn, or not there."""
    with pytest.raises(CorpusFault, match="make corpus"):
        list(kept_files(tmp_path))
    (tmp_path / "tile_formations").mkdir()
    file = tmp_path / "tile_formations/TF-A.json.xz"
    file.write_bytes(packed(chapter_bytes(chapter())))
    assert list(kept_files(tmp_path)) == [("tile_formations/TF-A.json", chapter_bytes(chapter()))]
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(CorpusFault, match=r"TF-A\.json\.xz is torn"):
        list(kept_files(tmp_path))
    file.write_bytes(lzma.compress(b"{}"))
    with pytest.raises(CorpusFault, match="no file of a corpus"):
        export(kept_files(tmp_path), lambda _: index_schema(), tmp_path / "out")


def test_a_folder_that_holds_something_stays_as_it_is(tmp_path, capsys):
    """Nothing is written over."""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["corpus", "export", str(tmp_path)]) == 2
    assert "is there and not empty: name a new folder" in capsys.readouterr().err
    assert files_of(tmp_path) == {"mine.txt": b"mine"}


@pytest.mark.parametrize(
    ("clause", "name"),
    [("GA-5.7-02", "GA-5"), ("AN-ORDER-13", "AN-ORDER"), ("TF-OW-01", "TF-OW"), ("HX-12-100", "HX-12")],
)
def test_chapters_are_beginnings_of_clauses(clause, name):
    """A chapter is the first word behind the letters of the book."""
    assert chapter_of(clause) == name
