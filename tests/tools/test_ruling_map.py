"""The table of rulings and tests: made of marks, compared with ledgers."""

import pytest

from tools import ruling_map

LEDGER = """clauses:
  - id: AN-PIN-01
    rule: >-
      A rule. Not a ruling.
    ruling: >-
      The sheet is silent. A unit keeps
      its pins.
    check: >-
      Nothing. Else.
  - id: AN-PIN-02
    rule: >-
      Another.
"""
TEST = '''import pytest


@pytest.mark.ruling({})
def test_pins_stay():
    """Pins stay."""
'''


@pytest.fixture
def root(tmp_path):
    """A project with one test that names a sentence, and a ledger beside it."""
    folder = tmp_path / "tests/rulesets/antares/rulings"
    folder.mkdir(parents=True)
    (folder / "test_pins.py").write_text(TEST.format('"AN-PIN-01.2"'))
    (tmp_path / "docs/rulesets").mkdir(parents=True)
    (tmp_path / "antares.yaml").write_text(LEDGER)
    return tmp_path


def test_sentences_are_counted_from_one(root):
    """A ruling is cut into sentences; rule and check are none of it."""
    found = ruling_map.rulings(root / "antares.yaml")
    assert found == {"AN-PIN-01.1": "The sheet is silent.", "AN-PIN-01.2": "A unit keeps its pins."}


def test_what_no_test_names_is_missing(root, capsys):
    """Sentences without a test are listed, but for those that decide nothing."""
    tests = ruling_map.marked_tests(root)
    assert tests == {"AN-PIN-01.2": ["tests/rulesets/antares/rulings/test_pins.py::test_pins_stay"]}
    assert ruling_map.report(root, tests, set(), missing=True) == 0
    assert capsys.readouterr().out == (
        "antares: 1 of 2 deciding sentences of rulings named by a test\n  missing: AN-PIN-01.1\n"
    )
    (root / "tests/rulesets/antares/rulings/background.txt").write_text("AN-PIN-01.1\n")
    assert ruling_map.report(root, tests, ruling_map.background(root), missing=True) == 0
    assert capsys.readouterr().out.startswith("antares: 1 of 1 ")


def test_an_unknown_sentence_is_an_error(root, capsys):
    """A test that names a sentence which no ledger has is told."""
    assert ruling_map.report(root, {"AN-PIN-01.3": ["x"]}, set(), missing=False) == 1
    assert "no ledger has: AN-PIN-01.3" in capsys.readouterr().out


def test_every_deciding_sentence_has_its_test():
    """Each sentence of each ruling is named by a test, or decides nothing; none is in both lists, and all are known."""
    known = {
        f"{key}.{number}" for key, most in ruling_map.kept(ruling_map.ROOT).items() for number in range(1, most + 1)
    }
    named, idle = set(ruling_map.marked_tests(ruling_map.ROOT)), ruling_map.background(ruling_map.ROOT)
    assert {key[:2] for key in known} == set(ruling_map.PREFIXES)
    assert ruling_map.unproved(ruling_map.ROOT, named) == []
    assert sorted((named | idle) - known) == []
    assert sorted(named & idle) == []


def test_a_sentence_that_lost_its_test_is_found(root):
    """Numbers of sentences are kept, and one that no test names any more is told; so is a ruling that has grown."""
    ruling_map.keep(root, root)
    rulings = root / "tests/rulesets/antares/rulings"
    assert (rulings / "sentences.txt").read_text() == "AN-PIN-01 2\n"
    assert ruling_map.unproved(root, ruling_map.marked_tests(root)) == ["AN-PIN-01.1"]
    (rulings / "background.txt").write_text("AN-PIN-01.1\n")
    assert ruling_map.unproved(root, ruling_map.marked_tests(root)) == []
    (rulings / "test_pins.py").unlink()
    assert ruling_map.unproved(root, ruling_map.marked_tests(root)) == ["AN-PIN-01.2"]
    assert ruling_map.stale(root, root) == 0
    (root / "antares.yaml").write_text(LEDGER.replace("its pins.", "its pins. All."))
    assert ruling_map.stale(root, root) == 1


def test_a_stale_table_is_an_error(root, capsys):
    """With --check a table that no longer fits is named and stays as it is."""
    assert ruling_map.write(root, ruling_map.marked_tests(root), check=False) == 0
    table = root / "docs/rulesets/antares-rulings.md"
    assert "| AN-PIN-01.2 | `tests/rulesets/antares/rulings/test_pins.py::test_pins_stay` |" in table.read_text()
    assert ruling_map.write(root, ruling_map.marked_tests(root), check=True) == 0
    before = table.read_text()
    assert ruling_map.write(root, {}, check=True) == 1
    assert "docs/rulesets/antares-rulings.md" in capsys.readouterr().err
    assert table.read_text() == before


def test_sentences_that_begin_with_anything_are_apart(root):
    """A quotation, a number or a small letter begins a sentence too; the names of rules and three points end none."""
    text = "See 'it ... does'. 'Set up' covers it. 3-3 is a draw. axial q is 1. Find Cover! can wait."
    (root / "antares.yaml").write_text(LEDGER.replace("The sheet is silent.", text))
    assert list(ruling_map.rulings(root / "antares.yaml").values()) == [
        "See 'it ... does'.",
        "'Set up' covers it.",
        "3-3 is a draw.",
        "axial q is 1.",
        "Find Cover! can wait.",
        "A unit keeps its pins.",
    ]
