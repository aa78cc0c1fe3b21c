"""Tables on disk are added to and never torn, and SQL reads them and nothing else."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from replays.archive.search.database import ask, opened
from replays.archive.tables.schema import TABLES, VERSION, reference
from services.cli import main
from tests.replays.archive.files import begun, damages, disputed_game, game, written
from tests.replays.archive.tables.tabled import add_part
from tests.replays.archive.tables.tabled import game as row_of_game

pytestmark = pytest.mark.archive
ROOT = Path(__file__).parents[4]


def tables(capsys, *words):
    code = main(["archive", "tables", "--quiet", "--json", "--jobs", "1", *map(str, words)])
    return code, json.loads(capsys.readouterr().out)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of two games, and the folder of those."""
    made = tmp_path_factory.mktemp("tables")
    files = written(made / "games", {"tiles": disputed_game(), "hexes": game("hex_orders")})
    assert main(["archive", "tables", "--quiet", "--jobs", "1", str(files), "--out", str(made / "out")]) == 0
    return made / "out"


def rows(folder, question, *values):
    with opened(folder) as database:
        return ask(database, question, values).rows


def test_parts_have_the_documented_columns(folder):
    """Every table is a file of Parquet with the columns of the schema, their meaning and its version."""
    assert sorted(path.name for path in folder.iterdir()) == sorted([*TABLES, "files.jsonl"])
    for name, table in TABLES.items():
        schema = pq.read_schema(folder / name / "part-00000.parquet")
        assert tuple(schema.names) == table.names
        assert schema.metadata[b"version"] == str(VERSION).encode()
        meanings = {column.name: column.meaning.encode() for column in table.columns}
        assert {field.name: field.metadata[b"meaning"] for field in schema} == meanings


def test_the_page_has_the_schema():
    """docs/reference/archive.md is what the schema says."""
    page = (ROOT / "docs/reference/archive.md").read_text().splitlines()
    assert page == reference(page[1])


def test_more_can_be_added(tmp_path, capsys):
    """A second run adds what is new as a part of its own, and leaves what is there untouched."""
    files = written(tmp_path / "games", {"one": game()})
    code, said = tables(capsys, files, "--out", tmp_path / "out")
    assert (code, said) == (0, {"games": 1, "kinds": {}, "left_out": {}})
    before = {path: path.read_bytes() for path in (tmp_path / "out").glob("*/*.parquet")}
    written(files, {"two": game(seed=2), "same": game()})
    code, said = tables(capsys, files, "--out", tmp_path / "out")
    assert code == 1
    assert said["games"] == 2
    why = f"its game is there already, from {files / 'one.replay'}"
    assert said["left_out"] == {str(files / "same.replay"): {"kind": "game", "why": why}}
    assert {path: path.read_bytes() for path in before} == before
    assert rows(tmp_path / "out", "SELECT count(*), count(DISTINCT file) FROM games") == [[2, 2]]


def test_games_that_go_on_can_be_passed_over_until_they_are_finished(tmp_path, capsys):
    """With --finished a game that goes on is named and no fault, and a later run takes it whole."""
    whole = game("hex_orders")
    name = tmp_path / "games/one.replay"
    written(tmp_path / "games", {"one": begun("hex_orders")})
    code, said = tables(capsys, name, "--finished", "--out", tmp_path / "out")
    left = {str(name): {"kind": "game", "why": "its game goes on"}}
    assert (code, said) == (0, {"games": 0, "kinds": {"game": 1}, "left_out": left})
    name.write_bytes(whole)
    assert tables(capsys, name, "--finished", "--out", tmp_path / "out") == (
        0,
        {"games": 1, "kinds": {}, "left_out": {}},
    )
    assert rows(tmp_path / "out", "SELECT finished FROM games") == [[True]]


def test_a_part_that_was_not_listed_counts_for_nothing(tmp_path, capsys):
    """A run that was killed between a part and its list leaves rows that nobody reads, and that the next takes away."""
    files = written(tmp_path / "games", {"one": game()})
    tables(capsys, files, "--out", tmp_path / "out")
    listed = (tmp_path / "out/files.jsonl").read_text()
    orphan = tmp_path / "out/games/part-00007.parquet"
    orphan.write_bytes((tmp_path / "out/games/part-00000.parquet").read_bytes())
    assert rows(tmp_path / "out", "SELECT count(*) FROM games") == [[1]]
    tables(capsys, files, "--out", tmp_path / "out")
    assert not orphan.exists()
    assert (tmp_path / "out/files.jsonl").read_text() == listed


def test_damaged_files_are_named_and_left_out(tmp_path, capsys):
    """Every damage is told, and the games beside it are written."""
    files = written(tmp_path / "games", {"good": game()} | damages(game()))
    code, said = tables(capsys, files, "--out", tmp_path / "out")
    assert code == 1
    assert said["games"] == 1
    left = {Path(name).stem: row["why"] for name, row in said["left_out"].items()}
    assert set(left) == set(damages(game()))
    assert left["newer-format"] == "format wgreplay/9, this build reads wgreplay/1"
    assert left["bit-in-entries"].startswith("entries.msgpack: bytes differ")


def test_folders_without_tables_are_refused(tmp_path, capsys):
    """The program says how tables are written."""
    assert main(["archive", "sql", "SELECT 1", "--tables", str(tmp_path)]) == 4
    assert f"{tmp_path} has no tables: write them with archive tables PATH" in capsys.readouterr().err


# -- questions


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("csv", "ruleset,entries\nhex_orders,{}\ntile_formations,{}\n"),
        ("json", '[\n {{\n  "ruleset": "hex_orders",\n  "entries": {}\n }},\n'),
        ("table", "ruleset          entries\nhex_orders           {}\n"),
    ],
)
def test_answers_have_three_forms(folder, capsys, form, text):
    """Rows come as CSV, as JSON and as a table for people."""
    question = "SELECT ruleset, entries FROM games ORDER BY ruleset"
    assert main(["archive", "sql", question, "--tables", str(folder), "--format", form]) == 0
    numbers = [row[1] for row in rows(folder, question)]
    assert capsys.readouterr().out.startswith(text.format(*numbers))


@pytest.mark.parametrize(
    "question",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_parquet('{}/games/part-00000.parquet')",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM '/etc/passwd'",
        "COPY games TO '{}/out.csv'",
        "ATTACH '{}/other.db'",
        "EXPORT DATABASE '{}/out'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SELECT * FROM 'https://127.0.0.1/x.csv'",
        "SET enable_external_access = true",
        "SET python_enable_replacements = true",
        "SELECT * FROM table_of_the_caller",
        "INSERT INTO games SELECT * FROM games",
        "DELETE FROM games",
    ],
)
def test_nothing_but_the_tables_can_be_reached(folder, capsys, question):
    """Files, networks, extensions and variables are out of reach, and the tables can not be written."""
    table_of_the_caller = pq.read_table(folder / "games/part-00000.parquet")
    before = sorted(folder.rglob("*"))
    assert main(["archive", "sql", question.format(folder), "--tables", str(folder)]) == 4
    assert capsys.readouterr().err.startswith("archive sql: ")
    assert sorted(folder.rglob("*")) == before
    assert table_of_the_caller.num_rows == 2


def test_a_clause_is_told_with_its_entries(folder, capsys):
    """How often it decided and was disputed is counted, with file, game and entry of each."""
    clause = rows(folder, "SELECT clause FROM disputes ORDER BY seq LIMIT 1")[0][0]
    assert main(["archive", "clause", clause, "--tables", str(folder), "--json", "--most", "1000"]) == 0
    said = json.loads(capsys.readouterr().out)
    counts = {row["what"]: (row["times"], row["games"]) for row in said["counts"]}
    decided = rows(folder, "SELECT count(DISTINCT seq) FROM clauses WHERE clause = $1", clause)[0][0]
    disputed = rows(folder, "SELECT count(DISTINCT seq) FROM disputes WHERE clause = $1", clause)[0][0]
    assert counts == {"decided": (decided, 1), "disputed": (disputed, 1)}
    assert len({row["seq"] for row in said["entries that cite it"]}) == decided
    assert all(row["file"].endswith("tiles.replay") and row["game"] for row in said["disputed"])


def test_a_clause_that_no_game_cites_is_told_so(folder, capsys):
    """The exit code is 1, however the clause is written."""
    assert main(["archive", "clause", "an-pin-01", "--tables", str(folder)]) == 1
    assert capsys.readouterr().out == "no game of these tables cites AN-PIN-01\n"


def test_a_clause_is_found_however_it_is_written(folder, capsys):
    """Small letters are the same id."""
    clause = rows(folder, "SELECT clause FROM disputes ORDER BY seq LIMIT 1")[0][0]
    assert clause != clause.lower()
    assert main(["archive", "clause", clause.lower(), "--tables", str(folder)]) == 0
    assert capsys.readouterr().out.startswith(f"{clause}\n")


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("XX-NOPE", "no clause is called XX-NOPE; ids look like GA-5.7-02 or TF-COVER-08; "),
        ("TF-COVER-8", "no clause is called TF-COVER-8; near it: TF-COVER-08, "),
        ("' OR 1=1 --", "no clause is called ' OR 1=1 --; "),
    ],
)
def test_what_is_no_clause_is_refused(folder, capsys, clause, said):
    """An id that no ruleset has is no answer about games: ids that come near are named."""
    assert main(["archive", "clause", clause, "--tables", str(folder)]) == 4
    assert capsys.readouterr().err.startswith(f"archive clause: {said}")


def test_clauses_of_earlier_editions_are_told(tmp_path, capsys):
    """What no ruleset has today is told all the same where games cite it."""
    cited = {"seq": 1, "place": 1, "event": "Moved", "clause": "TF-OLD-01", "party": "red"}
    add_part(tmp_path, row_of_game("one", clauses=[cited]))
    assert main(["archive", "clause", "TF-OLD-01", "--tables", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("TF-OLD-01\n")


@pytest.mark.parametrize("most", ["-1", "0", "100001"])
def test_so_many_entries_are_no_number(folder, capsys, most):
    """What can not be listed is refused by the name of its option."""
    assert main(["archive", "clause", "TF-COVER-08", "--tables", str(folder), "--most", most]) == 4
    said = f"archive clause: --most: {most} is no number of entries; give one from 1 to 100000\n"
    assert capsys.readouterr().err == said
