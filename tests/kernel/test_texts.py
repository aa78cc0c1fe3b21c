import sys

import pytest

from adjudicator.kernel.messages import EVENTS
from adjudicator.kernel.texts import PHRASES, read_clauses, read_sentences, wrap_entries
from tests.kit import placeholders


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """A folder of texts in a package of the name texts_of_a_test."""
    folder = tmp_path / "texts_of_a_test" / "texts"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("texts_of_a_test", None)


def test_clauses_by_id(texts):
    """Clauses are read by id from their one file."""
    (texts / "clauses.toml").write_text('"GA-1.0-01" = "A law."\n', encoding="utf-8")
    assert read_clauses("texts_of_a_test") == {"GA-1.0-01": "A law."}


def test_sentences_of_all_files(texts):
    """A section is gathered from all files of phrases and from no other; one that stands nowhere is empty."""
    (texts / "phrases_a.toml").write_text('[phrases]\nMoved = "moves"\n[reasons]\nfar = "Too far."\n', encoding="utf-8")
    (texts / "phrases_b.toml").write_text('[phrases]\nShot = "shoots"\n', encoding="utf-8")
    (texts / "other.toml").write_text('[phrases]\nLeft = "leaves"\n', encoding="utf-8")
    assert read_sentences("texts_of_a_test", "phrases") == {"Moved": "moves", "Shot": "shoots"}
    assert read_sentences("texts_of_a_test", "reasons") == {"far": "Too far."}
    assert read_sentences("texts_of_a_test", "poems") == {}


def test_a_sentence_stands_once(texts):
    """A key that stands in two files is an error that names file and key."""
    for name in "ab":
        (texts / f"phrases_{name}.toml").write_text('[phrases]\nMoved = "moves"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"phrases_b\.toml: Moved stands in another file"):
        read_sentences("texts_of_a_test", "phrases")


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (10, ["ab   cd", "efghijklmnop", "q"]),
        (7, ["ab   cd", "efghijklmnop", "q"]),
        (6, ["ab", "cd", "efghijklmnop", "q"]),
    ],
)
def test_entries_fill_lines_and_are_never_broken(width, lines):
    """A line is begun where the next entry would be too long for it; one that is too long itself stands alone."""
    assert list(wrap_entries(["ab", "cd", "efghijklmnop", "q"], width)) == lines


def test_no_entries_are_one_empty_line():
    """A legend without entries keeps its line."""
    assert list(wrap_entries([], 80)) == [""]


def test_every_event_of_the_kernel_has_a_phrase():
    """Every event that any game may have is told in words, and the words name its own fields."""
    assert set(PHRASES) == {event.__name__ for event in EVENTS}
    for event in EVENTS:
        assert placeholders(PHRASES[event.__name__]) <= set(event.__struct_fields__), event
