"""A game as rows: what the log says, throws with the chances that statistics have, and nothing that is secret."""

import asyncio
import json
from fractions import Fraction

import pytest

from adjudicator.registry import rules_of
from replays.archive.tables.refusals import refusals_in
from replays.archive.tables.rows import Unfit, rows_of
from replays.archive.tables.schema import TABLES
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import read_bundle
from replays.luck.throws import throws_of
from tests.replays.archive.files import damages, disputed_game, game
from tests.replays.audit.test_appeals import refereed
from tests.replays.fixtures import Recorder, find
from tests.replays.wallet.steps import lines, refusal_rows, title
from tests.toy.model.messages import EndTurn

pytestmark = pytest.mark.archive
RULESETS = ("tile_formations", "hex_orders", "grinding_annihilation")


def dicts(made, table):
    return [dict(zip(TABLES[table].names, row, strict=True)) for row in made[table]]


def read(data, **options):
    return rows_of(data, "a.replay", "00", **options)[0]


@pytest.fixture(scope="module", params=RULESETS)
def played(request):
    data = game(request.param)
    return request.param, read_bundle(data), read(data)


def raw_entries(bundle):
    return read_entries(bundle, Findings())


def test_every_row_fits_its_columns(played):
    """Each row has a value for each column, and names file and game."""
    _, bundle, made = played
    first = ["a.replay", raw_entries(bundle)[0].game.hex()]
    assert set(made) == set(TABLES)
    for name, rows in made.items():
        assert all(len(row) == len(TABLES[name].names) and row[:2] == first for row in rows)


def test_entries_and_commands_are_those_of_the_log(played):
    """There is a row for each entry, with its kind, its time and what it took."""
    _, bundle, made = played
    entries = raw_entries(bundle)
    rows = dicts(made, "entries")
    assert [(row["seq"], row["command"], row["time_ms"]) for row in rows] == [
        (raw.seq, raw.kind, raw.time) for raw in entries
    ]
    assert sum(row["took_ms"] for row in rows) == entries[-1].time - entries[0].time
    assert [(row["seq"], row["command"]) for row in dicts(made, "commands")] == [(raw.seq, raw.kind) for raw in entries]
    assert rows[-2]["question"] == "confirm_result"
    assert {row["turn"] for row in rows} >= {None, 1, 2}


def test_commands_have_their_fields_under_their_names(played):
    """Of a finished game every command is open, orders that were sealed among them."""
    name, _, made = played
    rows = dicts(made, "commands")
    assert all(row["open"] for row in rows)
    kinds = {kind.__name__: kind.__struct_fields__ for kind in rules_of(name).masks}
    assert all(tuple(json.loads(row["fields"])) == kinds[row["command"]] for row in rows)
    if name == "hex_orders":
        plotted = [json.loads(row["fields"]) for row in rows if row["command"] == "PlotOrders"]
        assert plotted
        assert all(row["plot"]["movement"] is not None for row in plotted)


def test_throws_have_the_chances_of_the_statistics(played):
    """Successes and exact chances are those that `replay stats` counts, and so are dice that add up."""
    name, bundle, made = played
    counted = throws_of(bundle, rules_of(name))
    rows = dicts(made, "throws")
    judged = [row for row in rows if row["counts"] == "successes"]
    assert [
        (row["seq"], row["party"], row["name"], Fraction(row["chance_good"], row["chance_of"]), row["success"])
        for row in judged
    ] == [(row.seq, row.who, row.name, row.chance.ratio, row.chance.success) for row in counted.judged]
    summed = [(row["seq"], row["faces"], row["sides"]) for row in rows if row["counts"] == "pips"]
    assert summed == [(row.seq, list(row.faces), row.sides) for row in counted.summed]
    assert judged


def test_clauses_are_those_that_the_events_cite(played):
    """Each public event's clauses are there; the opened events of a finished game may cite more."""
    _, bundle, made = played
    cited = {
        (raw.seq, str(event[0]), clause)
        for raw in raw_entries(bundle)
        for event, clauses in raw.events
        for clause in clauses
    }
    found = {(row["seq"], row["event"], row["clause"]) for row in dicts(made, "clauses")}
    assert cited <= found


def test_seats_have_what_they_played_and_what_came_of_it(played):
    """Armies are those of the log, places and winners those of its result."""
    name, bundle, made = played
    result = next(event for raw in raw_entries(bundle) if (event := raw.event("ResultReached")))
    seats = dicts(made, "seats")
    assert [row["seat"] for row in seats if row["won"]] == result[0]
    assert [row["place"] for row in seats] == result[4]
    assert [row["army"] for row in seats] == armies_in(name, raw_entries(bundle))
    (row,) = dicts(made, "games")
    assert (row["ruleset"], row["outcome"], row["finished"]) == (name, result[1], True)
    assert row["scenario"]


def armies_in(ruleset, entries):
    """Give what each seat plays, from the fields of the log."""
    kinds = {"tile_formations": "ArmyMustered", "grinding_annihilation": "RosterAccepted", "hex_orders": "GameCreated"}
    events = [event for raw in entries if (event := raw.event(kinds[ruleset]))]
    if ruleset == "hex_orders":
        return [", ".join(side[0]) for side in events[0][5]]
    return [army for _, army in sorted(event[:2] for event in events)]


def test_a_dispute_names_the_clause_of_what_was_stated():
    """A fact that was disputed is a row for its clause, with what was stated, held, and stands."""
    data = disputed_game()
    entries = raw_entries(read_bundle(data))
    disputed = next(raw for raw in entries if raw.event("FactDisputed"))
    fact, held, _ = disputed.event("FactDisputed")
    stated, clauses = next(
        (event, clauses) for raw in entries for event, clauses in raw.events if event[:2] == ["FactStated", fact]
    )
    rows = [row for row in dicts(read(data), "disputes") if row["seq"] == disputed.seq]
    assert [row["clause"] for row in rows] == clauses
    assert {(row["how"], row["stated"], row["held"]) for row in rows} == {("fact", stated[4], held)}
    assert all(row["about"] < row["seq"] <= row["settled"] for row in rows)


# -- the desk, and what stays secret


@pytest.fixture(scope="module")
def desk():
    return asyncio.run(refereed())


def test_acts_of_the_desk_have_their_grounds(desk):
    """Rulings, interpretations, penalties and appeals are rows, with reason, clause and what they are about."""
    made = read(asyncio.run(desk.file()), find=find)
    acts = dicts(made, "acts")
    interpreted = next(row for row in acts if row["act"] == "ClauseInterpreted")
    assert (interpreted["clause"], interpreted["text"]) == ("TOY-1.4-01", "no means no")
    ruled = [(row["command"], row["reason"]) for row in acts if row["act"] == "RulingGiven"]
    assert ruled == [(kind, "as the book says") for kind in ("Inspect", "Interpret", "Penalise", "Award")]
    appeals = [(row["reason"], row["about"]) for row in acts if row["act"] == "AppealLodged"]
    assert [reason for reason, _ in appeals] == ["my points", "I slipped"]
    disputed = [(row["how"], row["stands"]) for row in dicts(made, "disputes")]
    assert set(disputed) == {("appeal", "withdrawn"), ("appeal", "overturned")}


def test_private_notes_of_referees_are_in_no_row(desk):
    """What a referee noted for referees alone stays out, though the file of the operator opens it."""
    data = asyncio.run(desk.file())
    assert b"suspects something" in data
    written = json.dumps(read(data, find=find))
    assert "suspects" not in written
    assert "AddPrivateNote" in written


def test_of_a_game_that_goes_on_there_is_only_what_everybody_sees():
    """The file of a seat, with its secrets, gives the rows of one that opens nothing."""
    recorder = Recorder(1)
    asyncio.run(recorder.play(lambda session: session.protocol.seq >= 26))
    own = [asyncio.run(recorder.file(seat)) for seat in (0, 1, 99)]
    assert len({read_bundle(data).sealed for data in own}) == 3
    made = [read(data, find=find) for data in own]
    assert made[0] == made[1] == made[2]
    assert not all(row["open"] for row in dicts(made[0], "commands"))
    assert dicts(made[0], "games")[0]["finished"] is False


def test_refusals_are_those_that_a_wallet_has_kept(tmp_path):
    """Each fault of a kept refusal is a row, with clause, reason and facts; what two wallets have stands once."""
    recorder = Recorder(1)
    asyncio.run(recorder.play(lambda session: session.protocol.seq >= 10))
    party = 1 - asyncio.run(_asked(recorder))
    rows = asyncio.run(refusal_rows(recorder, party, EndTurn()))
    path = tmp_path / "red.wallet"
    path.write_bytes(lines([title(recorder), *rows]))
    again = tmp_path / "copy.wallet"
    again.write_bytes(path.read_bytes())
    found, copied = refusals_in([path, again])
    assert (found.wallet, found.game) == (str(path), recorder.game_id.hex())
    assert copied.rows == []
    ((wallet, seq, _, clause, reason, _, facts),) = found.rows
    assert (wallet, seq, reason) == ("red.wallet", 10, "not-asked")
    assert clause == "TOY-1.3-01"
    assert isinstance(json.loads(facts), dict)


async def _asked(recorder):
    async with recorder.command_handler.locked(recorder.game_id) as session:
        return session.game.stack[-1].asks[0]


@pytest.mark.parametrize("name", ["torn", "foreign", "other-zip"])
def test_no_rows_are_made_of_what_is_no_replay_file(name):
    """Such a file is told by what it is."""
    with pytest.raises(Unfit) as unfit:
        read(damages(game())[name])
    assert unfit.value.kind == ("torn" if name == "torn" else "foreign")


@pytest.mark.parametrize("name", ["bit-in-entries", "one-more-byte"])
def test_no_rows_are_made_of_an_altered_file(name):
    """What was altered is told, and nothing of it is written."""
    with pytest.raises(Unfit) as unfit:
        read(damages(game())[name])
    assert unfit.value.kind == "altered"
