"""The worked study: its plans can be played, and the figures of its page are those of the games that are kept."""

import gzip
import re
import shutil
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from adjudicator.kernel.messages import ResultReached
from adjudicator.registry import RULESETS, engine_digest
from replays.archive.lab.games import GameRow, play
from replays.archive.lab.plan import Plan, game_of, read_plan
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import LUCK_STAYS, page_of
from replays.archive.lab.report.store import Games
from replays.archive.lab.report.study import share_of, study_of
from replays.archive.lab.report.words import chance_words, difference_words, range_words
from replays.archive.lab.sequential import Progress
from tools.studies.page import kept_beside, main, played

pytestmark = pytest.mark.archive
DOCS = Path(__file__).parents[4] / "docs"
PLANS = sorted(DOCS.joinpath("studies").glob("*.toml"))
every_plan = pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)


def kept(path: Path) -> tuple[Plan, list[GameRow]]:
    """Give a plan with the games that were played of it, as many for each setting as there are."""
    found = played(path)
    return found.plan, found.rows


def test_every_ruleset_has_a_plan():
    """Each ruleset is asked, three options of each, in settings of their own."""
    plans = {plan.ruleset: plan for plan in map(read_plan, PLANS)}
    assert sorted(plans) == sorted(RULESETS)
    assert [len(plan.comparisons) for plan in plans.values()] == [3] * 4


@every_plan
def test_a_sample_of_it_is_played(path):
    """The first and the last setting are played to a result."""
    prepared = Prepared(read_plan(path))
    for number in (1, len(prepared.plan.settings)):
        row = play(prepared, game_of(prepared.plan, number))
        assert row.failed == ""
        assert row.rounds >= 1
        assert (row.first is not None) == (prepared.plan.of == "first")


def told_apart(prepared: list[Prepared], number: int) -> bool:
    """Say whether two plans' games of a number differ in a command after the one that creates them, or in result."""
    games = []
    for found in prepared:
        entries = islice(found.table(game_of(found.plan, number)).entries(), 2, None)
        given = [(record.actor.party, opened) for record, opened in entries]
        results = [event for _, opened in given for event, _ in opened.events if isinstance(event, ResultReached)]
        games.append(([(party, opened.command) for party, opened in given], results))
    return games[0] != games[1]


def alone(plan: Plan, name: str, **changed) -> Prepared:
    """Prepare a plan of one of its settings alone, under a name that does not depend on it."""
    [setting] = (row for row in plan.settings if row.name == name)
    setting = msgspec.structs.replace(setting, name="one", **changed)
    return Prepared(msgspec.structs.replace(plan, settings=(setting,), comparisons=()))


@pytest.mark.parametrize(
    ("plan", "row"),
    [
        pytest.param(plan, row, id=f"{plan.ruleset}: {row.setting}")
        for plan in map(read_plan, PLANS)
        for row in plan.comparisons
    ],
)
def test_settings_that_are_compared_play_differently(plan, row):
    """An option that is asked about matters to bots: of twelve games on the same seeds one goes another way."""
    prepared = [alone(plan, name) for name in (row.setting, row.against)]
    assert [game_of(found.plan, 1) for found in prepared] == [game_of(prepared[0].plan, 1)] * 2
    assert any(told_apart(prepared, number) for number in range(1, 13))


def test_settings_that_play_alike_would_be_found():
    """An option laid down as it is by default changes no game, and the test above would say so of a comparison."""
    plan = read_plan(DOCS / "studies/first_player_tile_formations.toml")
    prepared = [alone(plan, "as printed"), alone(plan, "as printed", options={"zoc_radius": 2})]
    created = [next(islice(found.table(game_of(found.plan, 1)).entries(), 1, 2))[1].command for found in prepared]
    assert created[0] != created[1]
    assert not any(told_apart(prepared, number) for number in range(1, 5))


@every_plan
def test_values_that_take_turns_are_in_as_many_games(path):
    """Where values of options take turns, a plan's games are whole turns of them, on either seat."""
    plan = read_plan(path)
    assert bool(plan.alternate) == (plan.ruleset == "tile_formations")
    for values in plan.alternate.values():
        assert plan.games % (2 * len(values)) == 0


@every_plan
def test_the_figures_of_the_page(path):
    """What the page of the study says of each setting and comparison is what the games that are kept say."""
    plan, rows = kept(path)
    assert [row.seed for row in rows] == [game_of(plan, row.number).seed for row in rows]
    study = study_of(plan, Progress(plan, rows).counted)
    text = DOCS.joinpath("explanation/first-player.md").read_text(encoding="utf-8")
    for answer in study.answers:
        line = (
            f"| {answer.setting} | {answer.won} | {answer.lost} | {answer.drawn} | {range_words(answer.share)} "
            f"| {chance_words(answer.corrected)} | {range_words(answer.adjusted)} |"
        )
        assert line in text
    won, decided = (sum(getattr(answer, name) for answer in study.answers) for name in ("won", "decided"))
    together = range_words(share_of(won, decided, plan.interval, plan.confidence))
    assert f"All settings together: {together} of {decided} games that were won or lost." in text
    for row in study.compared:
        found = (
            f"| {row.setting} | {row.against} | {difference_words(row.difference)} | {chance_words(row.corrected)} "
            f"| {difference_words(row.adjusted)} |"
        )
        assert found in text


@every_plan
def test_its_report(path):
    """The report of what is kept has every setting, every game and no fault."""
    plan, rows = kept(path)
    progress = Progress(plan, rows)
    counts = frozenset(row.number for found in progress.counted.values() for row in found)
    study = study_of(plan, progress.counted)
    page = page_of(plan, path.read_text(encoding="utf-8"), str(path), study, rows, counts)
    assert len(re.findall("<td><code>adjudicator archive play ", page)) == len(rows) == len(counts)
    assert "nan" not in page
    assert "\N{HORIZONTAL ELLIPSIS}" not in page, "a name is cut off"
    assert (LUCK_STAYS in page) == all(answer.adjusted is None for answer in study.answers)
    assert (">luck taken out<" in page) != (LUCK_STAYS in page)


# -- the tables of the page are made of the games


def altered(text: str) -> str:
    """Give a page with another figure in its tables."""
    changed, count = re.subn(r"(?m)^\| clash \| (\d+) \|", lambda found: f"| clash | {int(found[1]) + 1} |", text)
    assert count == 1
    return changed


def test_a_page_that_can_not_be_written_stays(docs, monkeypatch, capsys):
    """Where the disk takes no more, the page is whole as it was, and the program says why."""
    page = docs / "explanation/first-player.md"
    page.write_text(text := altered(page.read_text()))
    write = Path.write_bytes

    def full(path, data):
        write(path, data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main(["--docs", str(docs)]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert page.read_text() == text


@pytest.fixture
def docs(tmp_path):
    """Give a copy of the study's plans, games and page, without runs that are under way."""
    shutil.copytree(DOCS / "studies", tmp_path / "studies", ignore=shutil.ignore_patterns("*.begun.jsonl.gz"))
    tmp_path.joinpath("explanation").mkdir()
    shutil.copy(DOCS / "explanation/first-player.md", tmp_path / "explanation")
    return tmp_path


def test_the_tables_are_made_of_the_games(docs):
    """The page's tables are those that its games give: another figure is found, and written as it should be."""
    page = docs / "explanation/first-player.md"
    text = page.read_text()
    assert main(["--docs", str(docs), "--check"]) == 0
    page.write_text(altered(text))
    assert main(["--docs", str(docs), "--check"]) == 1
    assert page.read_text() == altered(text)
    assert main(["--docs", str(docs)]) == 0
    assert page.read_text() == text


def of_build(head: bytes, engine: str) -> bytes:
    """Give the first line of a file of games as a build writes it."""
    return msgspec.json.encode(msgspec.json.decode(head) | {"engine": engine})


def kept_lines(path: Path) -> list[bytes]:
    """Give the lines of the file of games beside a plan."""
    data = kept_beside(path).read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).splitlines()


def put(folder: Path, lines: list[bytes]) -> None:
    """Write games as a run has them."""
    folder.mkdir(parents=True)
    folder.joinpath("games.jsonl").write_bytes(b"\n".join([*lines, b""]))


def test_games_are_brought_from_where_they_were_played(docs, tmp_path):
    """From the folder of a run games come in their order, each once, whole rounds alone, compressed and repeatable."""
    expected = {path: played(path) for path in docs.joinpath("studies").glob("*.toml")}
    for path, found in expected.items():
        head, *rows = kept_lines(path)
        head = of_build(head, engine_digest(found.plan.ruleset).hex())
        last = msgspec.structs.replace(found.rows[-1], number=len(rows) + 1)  # of a round that goes on
        undecided = msgspec.structs.replace(found.rows[0], failed="not decided: it took more than 1 s")
        more = [msgspec.json.encode(row) for row in (last, undecided)]
        put(tmp_path / "out" / path.stem, [head, *more, *reversed(rows)])
    text = docs.joinpath("explanation/first-player.md").read_text()
    packed = []
    for _ in range(2):
        assert main(["--docs", str(docs), "--games", str(tmp_path / "out")]) == 0
        packed.append([path.with_suffix(".games.jsonl.gz").read_bytes() for path in expected])
    assert packed[0] == packed[1]
    assert {path: played(path) for path in expected} == expected
    assert not list(docs.joinpath("studies").glob("*.jsonl"))
    assert docs.joinpath("explanation/first-player.md").read_text() == text


def test_games_of_one_plan_are_brought(docs, tmp_path):
    """Plans that were not played in the folder keep the games that they have."""
    path = docs / "studies/first_player_antares.toml"
    others = {other: kept_beside(other).read_bytes() for other in docs.glob("studies/*.toml") if other != path}
    head, *rows = kept_lines(path)
    put(tmp_path / "out" / path.stem, [of_build(head, engine_digest("antares").hex()), *rows])
    assert main(["--docs", str(docs), "--games", str(tmp_path / "out")]) == 0
    assert kept_beside(path).suffix == ".gz"
    assert {other: kept_beside(other).read_bytes() for other in others} == others


def test_a_run_goes_on_with_games_that_are_kept(docs, tmp_path, capsys):
    """Games of this build are put where a run goes on with them; a run that has begun, and other builds', are left."""
    path = docs / "studies/first_player_antares.toml"
    head, *rows = kept_lines(path)
    kept_beside(path).unlink()
    here = [of_build(head, engine_digest("antares").hex()), *rows[:12]]
    path.with_suffix(".games.jsonl.gz").write_bytes(gzip.compress(b"\n".join([*here, b""])))
    other = docs / "studies/first_player_tile_formations.toml"
    of_other = [of_build(kept_lines(other)[0], "ab" * 32), *kept_lines(other)[1:]]
    kept_beside(other).unlink()
    other.with_suffix(".games.jsonl").write_bytes(b"\n".join([*of_other, b""]))
    out = tmp_path / "out"
    put(out / "first_player_hex_orders", [b"begun"])
    assert main(["--docs", str(docs), "--resume", str(out)]) == 0
    said = capsys.readouterr().out
    assert "first_player_antares: goes on after 12 games that are kept" in said
    assert "first_player_tile_formations: begins anew, since another build played the games that are kept" in said
    assert f"first_player_hex_orders: goes on with what lies in {out / 'first_player_hex_orders'}" in said
    assert not (out / other.stem).exists()
    assert (out / "first_player_hex_orders/games.jsonl").read_bytes() == b"begun\n"
    with Games(out / path.stem, read_plan(path)) as games:
        assert games.rows == [msgspec.json.decode(row, type=GameRow) for row in rows[:12]]


def test_a_run_of_another_plan_begins_anew(docs, tmp_path, capsys):
    """Games that are kept of another plan than there is now are no beginning: the new one begins with none."""
    path = docs / "studies/first_player_antares.toml"
    path.write_text(path.read_text().replace("seed = 2026", "seed = 2027"))
    assert main(["--docs", str(docs), "--resume", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "first_player_antares: begins anew, since the games that are kept are of another plan" in said
    assert not (tmp_path / "out" / path.stem).exists()
    assert (tmp_path / "out/first_player_hex_orders/games.jsonl").exists()


def test_rounds_with_each_value_are_brought_whole(docs, tmp_path, capsys):
    """Of a plan whose options take turns as many games are kept as have each seating and value as often."""
    path = docs / "studies/first_player_tile_formations.toml"
    plan, (head, *rows) = read_plan(path), kept_lines(path)
    size = len(plan.settings)
    assert plan.cycle == 4
    assert len(rows) % (4 * size) == 0
    head = of_build(head, engine_digest(plan.ruleset).hex())
    put(tmp_path / "few" / path.stem, [head, *rows[: 4 * size - 1]])
    assert main(["--docs", str(docs), "--games", str(tmp_path / "few")]) == 1
    assert "has no 4 games of each setting yet" in capsys.readouterr().err
    put(tmp_path / "more" / path.stem, [head, *rows[: 7 * size]])
    assert main(["--docs", str(docs), "--games", str(tmp_path / "more")]) == 0
    assert kept_lines(path)[1:] == rows[: 4 * size]
    text = docs.joinpath("explanation/first-player.md").read_text()
    assert re.search(
        r"(?m)^By value, all settings together: .* with first_seat = 0 and .* with first_seat = 1\.$", text
    )


def test_a_run_under_way_is_kept_and_gone_on_with(docs, tmp_path, capsys):
    """All games of a run under way are kept without a look at them, and taken before others; `--games` ends that."""
    path = docs / "studies/first_player_antares.toml"
    head, *rows = kept_lines(path)
    head = of_build(head, engine_digest("antares").hex())
    page = docs.joinpath("explanation/first-player.md").read_bytes()
    put(tmp_path / "out" / path.stem, [head, *reversed(rows[:17])])
    assert main(["--docs", str(docs), "--keep", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == f"first_player_antares: 17 of {read_plan(path).size} games kept\n"
    assert docs.joinpath("explanation/first-player.md").read_bytes() == page
    assert main(["--docs", str(docs), "--check"]) == 0
    assert main(["--docs", str(docs), "--resume", str(tmp_path / "again")]) == 0
    with Games(tmp_path / "again" / path.stem, read_plan(path)) as games:
        assert games.rows == [msgspec.json.decode(row, type=GameRow) for row in rows[:17]]
    assert main(["--docs", str(docs), "--games", str(tmp_path / "out")]) == 0
    assert not list(docs.glob("studies/*.begun.jsonl.gz"))
    done = docs / "studies/first_player_hex_orders.toml"
    head, *rows = kept_lines(done)
    assert len(rows) == read_plan(done).size
    put(tmp_path / "done" / done.stem, [of_build(head, engine_digest("hex_orders").hex()), *rows])
    assert main(["--docs", str(docs), "--keep", str(tmp_path / "done")]) == 0
    assert "first_player_hex_orders: done, and not kept as under way" in capsys.readouterr().out
    assert not list(docs.glob("studies/*.begun.jsonl.gz"))
    assert main(["--docs", str(docs), "--keep", str(tmp_path / "nowhere")]) == 1
    assert "nowhere has no games of any plan" in capsys.readouterr().err


def test_what_the_tables_can_not_be_made_of(docs, tmp_path, capsys):
    """Games of another plan, a folder without games and a page without a place are refused with what to do."""
    path = docs / "studies/first_player_antares.toml"
    games, other = path.with_suffix(".games.jsonl"), path.with_suffix(".games.jsonl.gz")
    head, *rows = kept_lines(path)
    unnamed = {name: value for name, value in msgspec.json.decode(head).items() if name != "engine"}
    lines = [msgspec.json.encode(unnamed), *rows]
    kept_beside(path).unlink()
    games.write_bytes(b"\n".join([*lines, b""]))
    page = docs / "explanation/first-player.md"

    def refused(*words) -> str:
        before = page.read_bytes()
        assert main(["--docs", str(docs), *map(str, words)]) == 1
        assert page.read_bytes() == before
        return capsys.readouterr().err

    assert "nowhere has no games of any plan; play some there" in refused("--games", tmp_path / "nowhere")
    here = of_build(lines[0], engine_digest("antares").hex())
    put(tmp_path / "few" / path.stem, [here, *lines[1:4]])
    assert "has no game of each setting yet; let it go on" in refused("--games", tmp_path / "few")
    put(tmp_path / "unnamed" / path.stem, lines)
    assert "holds games of another build (not named); bring them with" in refused("--games", tmp_path / "unnamed")
    put(tmp_path / "later" / path.stem, [of_build(lines[0], "ab" * 32), *lines[1:]])
    assert f"holds games of another build ({'ab' * 32}); " in refused("--games", tmp_path / "later")
    other.write_bytes(b"")
    assert "two files of games lie beside it; leave one" in refused()
    games.unlink()
    assert "can not be read (" in refused()
    packed = bytearray(gzip.compress(b"\n".join(lines), mtime=0))
    packed[20] ^= 0xFF  # what is packed is no packing any more
    other.write_bytes(packed)
    assert "can not be read (" in refused()
    other.unlink()
    assert "no file of games lies beside it" in refused()
    games.write_bytes(b"\n".join([lines[0].replace(b'"plan":"', b'"plan":"0'), *lines[1:], b""]))
    assert "holds games of another plan than" in refused()
    games.write_bytes(b"\n".join([*lines, b""]))
    page.write_text(page.read_text().replace("<!-- end of tables of antares -->", ""))
    assert "there is not one place for tables of antares" in refused()
