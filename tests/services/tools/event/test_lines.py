"""What an organiser reads of games, and of what happens in them."""

from services.rpc.wire_values import span_of
from services.tools.event.games import GAME_COLUMNS, game_row
from services.tools.event.output import in_columns, points, say, say_json, span
from services.tools.event.watching import Board, entry_line, sign_lines
from wargame.v1 import events_pb2, games_pb2, record_pb2, terms_pb2

ANNA_BEN = [events_pb2.EventSeat(name="red", person="anna"), events_pb2.EventSeat(name="blue", person="ben")]


def game(**fields):
    """A game of anna and ben, at entry 9, of 12:00:00."""
    row = events_pb2.EventGame(
        game=bytes(12) + b"\xab" * 4, ruleset="antares", round="1", table="3", seats=ANNA_BEN, seq=9, number=3, **fields
    )
    row.last_time.FromSeconds(43_200)
    return row


def cells(row, now=43_200_000):
    return dict(zip(GAME_COLUMNS, game_row(row, now), strict=True))


def test_a_game_that_is_played():
    """Who is asked since when, the banks with a star where one runs, and the scores."""
    row = game(status=events_pb2.EVENT_GAME_STATUS_PLAYING, asked=[record_pb2.Party(seat=1)], open_matters=2)
    row.asked_time.FromSeconds(43_190)
    row.due_time.FromSeconds(43_500)
    row.clocks.add(seat=0, bank=span_of(3_600_000))
    row.clocks.add(seat=1, bank=span_of(300_000), running=True)
    row.scores.add(total=1250)
    row.scores.add(total=-5)
    assert cells(row, 43_210_000) == {
        "round": "1",
        "table": "3",
        "game": "abababab",
        "ruleset": "antares",
        "players": "anna - ben",
        "state": "playing",
        "asked": "ben",
        "since": "11:59:50",
        "left": "1:00:00 / 4:50*",
        "score": "12.5 - -0.05",
        "open": "2",
    }
    row.clocks[1].flag = True
    assert cells(row)["left"] == "1:00:00 / flag"
    del row.clocks[:]
    assert cells(row)["left"] == "5:00"
    row.ClearField("due_time")
    assert cells(row)["left"] == ""


def test_a_game_that_is_over():
    """Its state tells how it ended, its score is that of the result."""
    row = game(status=events_pb2.EVENT_GAME_STATUS_FINISHED)
    row.result.ending = terms_pb2.ENDING_NO_SHOW
    row.result.scores.add(total=300)
    row.scores.add(total=100)
    assert (cells(row)["state"], cells(row)["score"]) == ("finished: no show", "3")


def test_times_and_points():
    """Times have hours where there are some, points no more digits than they need."""
    assert [span(value) for value in (0, 61_999, 3_600_000, -30_000)] == ["0:00", "1:01", "1:00:00", "-0:30"]
    assert [points(value) for value in (0, 100, 1250, 1205, -25)] == ["0", "1", "12.5", "12.05", "-0.25"]
    assert in_columns([["a", "bcd", ""], ["ab", "c", "x"]]) == ["a   bcd", "ab  c    x"]


def entry(row, *signs):
    made = events_pb2.FeedEntry(game=row.game, seq=row.seq, command="Penalise", signs=signs, row=row)
    made.time.FromSeconds(43_200)
    made.actor.party.named = record_pb2.NAMED_PARTY_REFEREE
    return made


def test_a_line_for_each_sign():
    """Where, which entry, what of whom, the ruling, what it is about, the clause and the reason."""
    call = events_pb2.Sign(kind=events_pb2.SIGN_KIND_CALL, party=record_pb2.Party(seat=0), reason="is that legal?")
    ruled = events_pb2.Sign(
        kind=events_pb2.SIGN_KIND_RULING, act="Rewind", about=[5, 6], clause="GA-3.3-07", reason="wrong modifier"
    )
    assert sign_lines(entry(game(), call, ruled)) == [
        "12:00:00  1/3  entry 9  call of anna: is that legal?",
        "12:00:00  1/3  entry 9  ruling Rewind about 5, 6 under GA-3.3-07: wrong modifier",
    ]
    assert sign_lines(entry(game())) == []
    assert entry_line(entry(game())) == "12:00:00  1/3  entry 9  Penalise by referee"


def test_a_result_names_the_winner():
    """Who played, how it ended, who won."""
    row = game(status=events_pb2.EVENT_GAME_STATUS_RESULT)
    row.result.CopyFrom(games_pb2.GameResult(ending=terms_pb2.ENDING_CONCEDED, winners=[1]))
    (line,) = sign_lines(entry(row, events_pb2.Sign(kind=events_pb2.SIGN_KIND_RESULT)))
    assert line == "12:00:00  1/3  entry 9  result anna - ben (result: conceded, ben won)"


def test_an_older_row_changes_nothing():
    """Rows come twice and in any order between a reading and the stream; the newest stands."""
    board = Board([])
    newer, older = game(status=events_pb2.EVENT_GAME_STATUS_FINISHED), game()
    older.seq = 8
    assert board.take(newer)
    assert board.take(older)
    assert board.rows[newer.game] == newer
    assert board.finished
    other = Board(["2"])
    assert not other.take(newer)
    assert not other.finished


def test_no_text_of_others_controls_the_terminal(capsys):
    """Escapes and ends of lines in a question or a reason are shown, and end neither the line nor the screen."""
    entry = events_pb2.FeedEntry(seq=9, row=game())
    entry.signs.add(kind=events_pb2.SIGN_KIND_CALL, reason="may he?\x1b[2J\n12:00:00  1/3  result")
    (line,) = sign_lines(entry)
    assert line.endswith(r"may he?\x1b[2J\n12:00:00  1/3  result")
    say("a\x9b2Jb\nc")
    say_json({"reason": "a\x9b2Jb\U000e0001"})
    assert capsys.readouterr().out == 'a\\x9b2Jb\\nc\n{"reason": "a\\u009b2Jb\\udb40\\udc01"}\n'
