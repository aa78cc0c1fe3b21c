"""What a referee is told of a clause: finished games alone, the weightiest kinds first, page by page."""

import json

import grpc
import pytest

from replays.archive.search.database import ask, opened
from replays.archive.search.precedents import find
from replays.archive.search.questions import ANEW, DECIDED, DISPUTED, INTERPRETED, KINDS, REFUSED, RULED_UPON, Question
from services.cli import main
from services.rpc.access.statuses import read_status
from tests.replays.archive.files import begun, disputed_game, written
from tests.replays.archive.tables.tabled import add_part, game
from tests.services.fixtures import serve_toy
from wargame.v1 import precedents_pb2

pytestmark = pytest.mark.archive
CLAUSE, OTHER = "TOY-2.7-01", "WG-ASK-01"
EVENT = "ab" * 16


def cited(seq, clause=CLAUSE, event="TokenDrawn"):
    return {"seq": seq, "place": 1, "event": event, "clause": clause, "party": "red"}


def act(kind, seq, clause, *, about=(), **fields):
    given = {"command": "Rule", "party": "referee", "reason": "why", "text": ""}
    return given | {"seq": seq, "act": kind, "clause": clause, "about": list(about)} | fields


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of two finished games and of one that goes on."""
    made = tmp_path_factory.mktemp("tables")
    old = game(
        "old",
        ended_ms=1_000,
        clauses=[cited(3), cited(3, event="Moved"), cited(4), cited(9, OTHER)],
        refusals=[{"wallet": "red", "seq": 2, "clause": CLAUSE, "reason": "too-far", "path": "to", "facts": "{}"}],
    )
    new = game(
        "new",
        ended_ms=2_000,
        event=EVENT,
        clauses=[cited(5)],
        acts=[
            act("RulingGiven", 6, OTHER, about=[5]),
            act("RulingGiven", 7, CLAUSE),
            act("RulingGiven", 8, OTHER, about=[4]),
            act("ClauseInterpreted", 9, CLAUSE, text="it means this"),
            act("ClauseInterpreted", 10, OTHER, text="of another clause"),
        ],
        disputes=[{"seq": 5, "how": "fact", "party": "blue", "about": 4, "clause": CLAUSE, "stated": "3", "held": "4"}],
    )
    going = game(
        "going",
        finished=False,
        ended_ms=3_000,
        event=EVENT,
        clauses=[cited(1)],
        acts=[act("ClauseInterpreted", 2, CLAUSE, text="of a game that goes on")],
        refusals=[{"wallet": "red", "seq": 2, "clause": CLAUSE, "reason": "too-far", "path": "to", "facts": "{}"}],
    )
    add_part(made, old, going)
    add_part(made, new)
    return made


def told(answer):
    return [(row.kind, row.file, row.seq) for row in answer.precedents]


ALL = [
    (INTERPRETED, "new.replay", 9),
    (RULED_UPON, "new.replay", 6),
    (RULED_UPON, "new.replay", 7),
    (DISPUTED, "new.replay", 5),
    (REFUSED, "old.replay", 2),
    (DECIDED, "new.replay", 5),
    (DECIDED, "old.replay", 3),
    (DECIDED, "old.replay", 4),
]


def test_every_kind_is_told_and_counted_in_finished_games_alone(folder):
    """Nothing of the game that goes on is shown or counted, and the folder of a file is nobody's business."""
    answer = find(Question(str(folder), CLAUSE))
    assert told(answer) == ALL
    assert answer.games == 2
    assert [(row.kind, row.times, row.games) for row in answer.counts] == [
        (INTERPRETED, 1, 1),
        (RULED_UPON, 2, 1),
        (DISPUTED, 1, 1),
        (REFUSED, 1, 1),
        (DECIDED, 3, 2),
    ]
    assert answer.precedents[0].text == "it means this"
    assert next(row.what for row in answer.precedents if row.seq == 3) == "Moved, TokenDrawn"


def test_kinds_and_events_are_chosen(folder):
    """Kinds choose what is listed, an event chooses games; counts are of all kinds."""
    answer = find(Question(str(folder), CLAUSE, kinds=(REFUSED, DISPUTED)))
    assert told(answer) == [row for row in ALL if row[0] in (DISPUTED, REFUSED)]
    assert {row.kind for row in answer.counts} == set(KINDS)
    of_event = find(Question(str(folder), CLAUSE, event=EVENT))
    assert of_event.games == 1
    assert told(of_event) == [row for row in ALL if row[1] == "new.replay"]


def test_pages_are_of_the_games_that_the_first_one_read(folder, tmp_path):
    """What is added between two pages moves nothing; a token of other tables is told as such."""
    add_part(tmp_path, game("one", ended_ms=1, clauses=[cited(1), cited(2)]))
    first = find(Question(str(tmp_path), CLAUSE, most=1))
    assert (told(first), first.end, first.parts) == ([(DECIDED, "one.replay", 1)], False, 1)
    add_part(tmp_path, game("two", ended_ms=2, clauses=[cited(1)]))
    second = find(Question(str(tmp_path), CLAUSE, most=1, parts=first.parts, skip=1))
    assert (told(second), second.end) == ([(DECIDED, "one.replay", 2)], True)
    assert told(find(Question(str(tmp_path), CLAUSE, most=1))) == [(DECIDED, "two.replay", 1)]
    assert find(Question(str(tmp_path), CLAUSE, parts=3)).why == ANEW


def test_tables_that_grow_are_read_up_to_the_last_whole_line(tmp_path):
    """A line of the list that is being written does not count yet."""
    add_part(tmp_path, game("one", clauses=[cited(1)]))
    with (tmp_path / "files.jsonl").open("a") as lines:
        lines.write('{"file":"half of a li')
    assert told(find(Question(str(tmp_path), CLAUSE))) == [(DECIDED, "one.replay", 1)]


def test_long_texts_are_cut(tmp_path):
    """A page has a size, whatever somebody wrote."""
    long = act("ClauseInterpreted", 2, CLAUSE, text="x" * 5_000, reason="y" * 5_000, about=range(5_000))
    add_part(tmp_path, game("one", acts=[long]))
    row = find(Question(str(tmp_path), CLAUSE)).precedents[0]
    assert (len(row.text), len(row.reason), len(row.about)) == (1_000, 1_000, 1_000)


# -- over gRPC


async def pages(service, token, **fields):
    """Read all pages of precedents."""
    found, page_token = [], ""
    while True:
        request = precedents_pb2.FindPrecedentsRequest(clause=CLAUSE, page_token=page_token, **fields)
        page = await service.call("FindPrecedents", token, request)
        found.append(page)
        page_token = page.next_page_token
        if not page_token:
            return found


async def test_a_referee_reads_them_page_by_page(folder, tmp_path):
    """Referees of a game get the same as the owner, whose seats get nothing."""
    async with serve_toy(tmp_path, precedents=folder) as service:
        match = await service.open(referee=True)
        found = await pages(service, match.tokens["referee"], page_size=3)
        assert found == await pages(service, service.owner, page_size=3)
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await pages(service, match.tokens["red"])
        assert fault.value.code() == grpc.StatusCode.PERMISSION_DENIED
        request = precedents_pb2.FindPrecedentsRequest(clause=CLAUSE, page_token="9.1")
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await service.call("FindPrecedents", service.owner, request)
        assert read_status(fault.value).message.startswith("page_token is of tables that were written anew")
    rows = [row for page in found for row in page.precedents]
    assert [len(page.precedents) for page in found] == [3, 3, 2]
    assert [(KINDS[row.kind - 1], row.file, row.seq) for row in rows] == ALL
    assert {row.game for row in rows} == {b"new".ljust(16, b"\0"), b"old".ljust(16, b"\0")}
    assert [(row.times, row.games) for row in found[0].counts] == [(1, 1), (2, 1), (1, 1), (1, 1), (3, 2)]
    assert rows[0].ended_time.ToMilliseconds() == 2_000
    assert (rows[3].what, rows[3].text, rows[3].held, list(rows[3].about)) == ("fact", "3", "4", [4])


async def test_a_question_that_ends_its_process_is_no_answer(folder, tmp_path, monkeypatch):
    """The caller is told that it took too much, and the next question is answered."""
    monkeypatch.setattr("services.precedents.serving.MEMORY", 64 * 1024 * 1024)
    request = precedents_pb2.FindPrecedentsRequest(clause=CLAUSE)
    async with serve_toy(tmp_path, precedents=folder) as service:
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await service.call("FindPrecedents", service.owner, request)
        assert fault.value.code() in (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.RESOURCE_EXHAUSTED)
        monkeypatch.undo()
    async with serve_toy(tmp_path, precedents=folder) as service:
        assert (await service.call("FindPrecedents", service.owner, request)).games == 2


def test_they_are_what_archive_clause_says(tmp_path, capsys):
    """Of the tables that `archive tables --finished` wrote a referee gets the counts that `archive clause` gives."""
    files = written(tmp_path / "games", {"tiles": disputed_game(), "begun": begun()})
    out = str(tmp_path / "tables")
    assert main(["archive", "tables", str(files), "--finished", "--quiet", "--jobs", "1", "--out", out]) == 0
    capsys.readouterr()
    with opened(tmp_path / "tables") as database:
        clause = ask(database, "SELECT clause FROM disputes WHERE clause <> '' ORDER BY seq").rows[0][0]
    assert main(["archive", "clause", clause, "--tables", out, "--json"]) == 0
    said = [(row["what"], row["times"], row["games"]) for row in json.loads(capsys.readouterr().out)["counts"]]
    answer = find(Question(out, clause))
    assert sorted((row.kind, row.times, row.games) for row in answer.counts) == sorted(said)
    assert DISPUTED in {row.kind for row in answer.counts}
    assert answer.games == 1
