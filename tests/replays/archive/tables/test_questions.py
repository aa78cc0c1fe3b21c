"""Questions that are none, that take too much, or that somebody ends: each is told in a line."""

import json
import signal
import subprocess
import sys

import pytest

from replays.archive.search.database import ask, opened
from replays.archive.work.bounded import MIB, Bounds
from replays.files import Unusable
from services.cli import main
from tests.replays.archive.tables.tabled import add_part, game

pytestmark = pytest.mark.archive
PATIENCE = 60
ENDLESS = "SELECT count(*) FROM range(100000000000000) AS a(x) WHERE x % 7 = 3"
# the program, which says when the question is put
TELLING = """
import signal
import sys
from replays.archive.search import database
from services.cli import main

# which is ignored where the tests run in the background of a shell
signal.signal(signal.SIGINT, signal.default_int_handler)
answer = database._answer

def told(*arguments):
    print("asked", flush=True)
    return answer(*arguments)

database._answer = told
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of one game."""
    made = tmp_path_factory.mktemp("tables")
    add_part(made, game("one"))
    return made


@pytest.mark.parametrize("question", ["", " ", ";", "-- nothing but a comment", "/* nothing */ ;"])
def test_an_empty_question_is_named(folder, capsys, question):
    """Where nothing is asked, the program says so."""
    assert main(["archive", "sql", question, "--tables", str(folder)]) == 4
    assert capsys.readouterr().err.startswith("archive sql: the question is empty; write one in SQL, as: SELECT ")


def test_a_question_is_ended_by_ctrl_c(folder):
    """However long it would take, it ends, and the exit code is that of other verbs that are ended."""
    command = [sys.executable, "-c", TELLING, "archive", "sql", ENDLESS, "--tables", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asking:
        try:
            assert asking.stdout.readline() == "asked\n"
            asking.send_signal(signal.SIGINT)
            out, said = asking.communicate(timeout=PATIENCE)
        finally:
            asking.kill()
    assert (asking.returncode, out, said) == (4, "", "archive sql: ended before the answer was written\n")


def test_a_question_has_bounds_of_time(folder, capsys):
    """What takes longer is ended, with the option that gives it more, and the next is answered."""
    assert main(["archive", "sql", ENDLESS, "--tables", str(folder), "--seconds", "1"]) == 4
    said = "archive sql: no answer within 1 seconds: ask for less, or give more with --seconds\n"
    assert capsys.readouterr().err == said
    with opened(folder) as database:
        with pytest.raises(Unusable):
            ask(database, ENDLESS, bounds=Bounds(1))
        assert ask(database, "SELECT file FROM games").rows == [["/srv/games/one.replay"]]


@pytest.mark.parametrize(
    "question",
    [
        "SELECT x, random()::VARCHAR AS y FROM range(20000000) AS a(x) ORDER BY y LIMIT 1 OFFSET 10000000",
        "SELECT x FROM range(20000000) AS a(x)",
        "SELECT [i + x FOR i IN range(1, 10001)] FROM range(300) AS a(x)",  # 300 values, of many each
        "SELECT {'a': {'b': range(x, x + 10000)}} FROM range(300) AS a(x)",
    ],
)
def test_a_question_has_bounds_of_memory(folder, tmp_path, monkeypatch, capsys, question):
    """Neither what is worked out nor the rows that come take more, and nothing is put on the disk instead."""
    monkeypatch.chdir(tmp_path)
    with opened(folder, Bounds(300, 64 * MIB)) as database:
        settings = ask(database, "SELECT current_setting('temp_directory'), current_setting('memory_limit')").rows
    assert settings == [["", "64.0 MiB"]]
    assert main(["archive", "sql", question, "--tables", str(folder), "--memory", "64"]) == 4
    said = "archive sql: the question takes more than 64 MiB: ask for less, or give more with --memory\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(("name", "value"), [("seconds", "0"), ("memory", "-1")])
def test_bounds_that_are_none_are_refused(folder, capsys, name, value):
    """They are named with what they may be."""
    assert main(["archive", "sql", "SELECT 1", "--tables", str(folder), f"--{name}", value]) == 4
    assert capsys.readouterr().err.startswith(f"archive sql: --{name}: {value} is no number of ")


def test_no_more_is_held_than_what_is_counted(folder):
    """Rows are counted a few at a time, so that a few large ones are not held all at once."""
    given = []

    class Cursor:
        description = (("x",),)

        def fetchmany(self, count):
            given.append(count)
            return [(b"x" * MIB,)] * count

    class Database:
        def execute(self, *_):
            return Cursor()

        def interrupt(self):
            pass

    with pytest.raises(Unusable, match="takes more than 64 MiB"):
        ask(Database(), "SELECT x", bounds=Bounds(PATIENCE, 64 * MIB))
    assert len(given) == 1
    assert given[0] <= 256


def asked(folder, capsys, question, form="json"):
    """Ask a question, and give what is printed."""
    assert main(["archive", "sql", question, "--tables", str(folder), "--format", form]) == 0
    return capsys.readouterr().out


def test_columns_with_one_name_are_all_told(folder, capsys):
    """Each column is in the JSON: the later of those with the same name have a number behind it."""
    out = asked(folder, capsys, "SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS b")
    assert json.loads(out) == [{"a": 1, "a_3": 2, "a_2": 3, "a_4": 4, "b": 5}]


def test_what_is_no_number_is_null(folder, capsys):
    """JSON has no word for what is no number, or beyond all of them: such values are null, wherever they stand."""
    question = (
        "SELECT 'nan'::DOUBLE AS a, ['-inf'::DOUBLE, 1.5] AS b, {'c': 'inf'::FLOAT} AS d, NULL AS e, MAP {2: 3} AS f"
    )
    out = asked(folder, capsys, question)
    assert json.loads(out) == [{"a": None, "b": [None, 1.5], "d": {"c": None}, "e": None, "f": {"2": 3}}]
    assert "NaN" not in out
    assert "Infinity" not in out


def test_no_question_writes_on_the_terminal(folder, capsys):
    """Names of columns, faults and ids of clauses are printed with what a terminal would obey escaped."""
    assert r"x\x1b[31my" in asked(folder, capsys, 'SELECT 1 AS "x\x1b[31my"', "table")
    for words in (["sql", 'SELECT "\x1b[31m"'], ["clause", "\x1b[31m"], ["sql", "SELECT 1", "--tables", "no\x1b[31m"]):
        tables = [] if "--tables" in words else ["--tables", str(folder)]
        assert main(["archive", *words, *tables]) == 4
        said = capsys.readouterr().err
        assert r"\x1b[31" in said.lower()
        assert "\x1b" not in said


def test_the_id_of_a_clause_is_trimmed_and_not_empty(folder, capsys):
    """Blanks around an id do not count, and where nothing else is there, that is said."""
    assert main(["archive", "clause", " tf-cover-08 ", "--tables", str(folder)]) == 1
    assert capsys.readouterr().out == "no game of these tables cites TF-COVER-08\n"
    assert main(["archive", "clause", "  ", "--tables", str(folder)]) == 4
    assert capsys.readouterr().err == "archive clause: the id of the clause is empty; write one, as GA-5.7-02\n"
