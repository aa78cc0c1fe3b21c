import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

MODULE = """
import pytest

@pytest.mark.rule("GA-5.7-01", "GA-3.1-02")
def test_overwatch(): "A law."

@pytest.mark.rule("GA-5.7-02")
@pytest.mark.parametrize("n", [1, 2])
def test_more_overwatch(n): "A law."

@pytest.mark.rule("GA-5.7" "0-01")
def test_another_section(): "A law."

@pytest.mark.rule("AN-PIN-01")
class TestPins:
    def test_pins(self): "A law."

def test_machinery(): "A law."
"""


@pytest.fixture
def select(pytester):
    """Collect a module under our conftest, with options; gives the result of the run."""
    shutil.copy(Path(__file__).parents[1] / "conftest.py", pytester.path)
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\nmarkers =\n    rule\n    node\n")
    pytester.makepyfile(MODULE)
    return lambda *options: pytester.runpytest_inprocess("-q", "--collect-only", "-p", "no:cacheprovider", *options)


@pytest.mark.parametrize(
    ("rules", "selected"),
    [
        (["GA-5.7-01"], ["overwatch"]),
        (["GA-5.7"], ["overwatch", "more_overwatch[1]", "more_overwatch[2]"]),
        (["ga-5.7"], ["overwatch", "more_overwatch[1]", "more_overwatch[2]"]),
        (["GA-5"], ["overwatch", "more_overwatch[1]", "more_overwatch[2]", "another_section"]),
        (["GA-5.70"], ["another_section"]),
        (["GA"], ["overwatch", "more_overwatch[1]", "more_overwatch[2]", "another_section"]),
        (["AN-PIN"], ["pins"]),
        (["AN-PIN", "GA-3.1-02"], ["overwatch", "pins"]),
        ([], ["overwatch", "more_overwatch[1]", "more_overwatch[2]", "another_section", "pins", "machinery"]),
    ],
)
def test_tests_are_selected_by_clause(select, rules, selected):
    """A clause or the beginning of one, up to a dot or dash, selects the tests that prove it; several add up."""
    result = select(*(f"--rule={rule}" for rule in rules))
    found = [line.rpartition("::test_")[2] for line in result.outlines if "::" in line]
    assert found == selected


def test_several_workers_tell_it_once(pytester, select):
    """Run on several cores, what selects nothing is told at the end, and nothing is run."""
    result = pytester.runpytest_subprocess("-q", "-n", "2", "-p", "no:cacheprovider", "--rule=GA-5.71")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert result.stdout.str().count("ERROR: no collected test proves GA-5.71") == 1
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize("rule", ["GA-5.", "GA-5.71", "GA-5.7-0", "PIN", "XX"])
def test_a_clause_that_no_test_proves_is_an_error(select, rule):
    """What selects nothing is refused by name, with what may stand there."""
    result = select("--rule=GA-5.7", f"--rule={rule}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: no collected test proves {rule}: --rule takes a clause such as GA-5.7-01*"])
