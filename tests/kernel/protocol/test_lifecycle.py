import hashlib
from dataclasses import replace

import msgspec
import pytest

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    AdoptEdition,
    ChangeLogKey,
    CloseGame,
    CommitContribution,
    Concede,
    ConfirmResult,
    DeadlineEnforced,
    DeclareAbsent,
    DisputeRoll,
    EditionAdopted,
    EnforceDeadline,
    Finish,
    Finished,
    LogKeyChanged,
    OpenContribution,
    ReportRoll,
    ResultReached,
    Reveal,
    RollAcknowledged,
    RollDisputed,
    RollReported,
    RollRequested,
    RollsTaken,
    SeatAbsent,
    SeedFixed,
)
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record.mpint import encode
from tests.kernel.fixtures import TOY, changed, plotting, turn
from tests.kit import GAME, SECRET, Table
from tests.toy.model.messages import (
    AmbushLaid,
    CreateMatch,
    Decline,
    DrawToken,
    EndTurn,
    FirstChosen,
    LayAmbush,
    MarchPlotted,
    PlotMarch,
    PlotsShown,
    RollForFirst,
    RollStrike,
    Strike,
    StrikeRolled,
    TokenDrawn,
)

BYTES = {"red": b"\x01" * 32, "blue": b"\x02" * 32}
STRIKE = Strike(piece="r1", target="b1")


def committed(seat: str) -> CommitContribution:
    number = {"red": 0, "blue": 1}[seat]
    return CommitContribution(commitment=wgdice.seat_commit(GAME, number, BYTES[seat]))


def opened(seat: str) -> OpenContribution:
    return OpenContribution(contribution=BYTES[seat])


def transcript(table: Table, *slots: bytes | None) -> bytes:
    commitment = table.opening.commitment
    assert commitment is not None
    return wgdice.transcript(GAME, commitment, opening_digest(table.opening), slots)


# -- the seed


def test_practice_fixes_its_seed_at_once():
    """In profile P0 the seed is fixed by the opening, without contributions."""
    table = Table(TOY)
    assert table.protocol.transcript == transcript(table, None, None)
    table.when("referee", CreateMatch(rounds=0)).rejected("TOY-1.1-01", "no-rounds")


def test_the_opening_is_digested_without_its_commitment():
    """The digest of the opening covers every field but the commitment, as MP-int."""
    table = Table(TOY)
    names = table.opening.__struct_fields__
    values = [getattr(table.opening, name) for name in names]
    place = names.index("commitment")
    due = hashlib.sha256(encode([*values[:place], None])).digest()
    assert opening_digest(table.opening) == due, "what was appended and says nothing is left out"
    values[place], values[names.index("starts_ms")] = None, 5
    later = hashlib.sha256(encode(values[: names.index("starts_ms") + 1])).digest()
    assert opening_digest(msgspec.structs.replace(table.opening, starts_ms=5)) == later


def test_contributions_fix_the_seed():
    """Every seat commits, then every seat opens; the last opening fixes the seed from all of them."""
    table = Table(TOY, profile="P1")
    table.when("referee", CreateMatch(rounds=1)).rejected("WG-SEED-01", "not-asked", asks="red and blue")
    table.when("blue", opened("blue")).rejected("WG-SEED-01", "not-asked")
    table.when("blue", committed("blue")).asks("contribute", "red")
    table.when("red", committed("red")).asks("open_contribution", "red", "blue").without(SeedFixed)
    table.when("blue", opened("red")).rejected("WG-SEED-02", "commitment-mismatch", "contribution")
    table.when("blue", opened("blue")).without(SeedFixed)
    fixed = transcript(table, BYTES["red"], BYTES["blue"])
    table.when("red", opened("red")).exactly(SeedFixed(transcript=fixed)).asks("create", "referee")
    assert table.protocol.transcript == fixed


@pytest.mark.parametrize("size", [0, 31, 33])
def test_contributions_have_32_bytes(size):
    """Bytes of another length are refused, committed or opened."""
    table = Table(TOY, profile="P1")
    wrong = CommitContribution(commitment=bytes(size))
    table.when("red", wrong).rejected("WG-SEED-01", "wrong-length", "commitment", expected=32, found=size)
    table.play(("red", committed("red")), ("blue", committed("blue")))
    short = OpenContribution(contribution=bytes(size))
    table.when("red", short).rejected("WG-SEED-02", "wrong-length", "contribution", found=size)


def test_a_contribution_belongs_to_its_seat():
    """A seat can not open another seat's commitment, nor commit to a copy of it and open that."""
    table = Table(TOY, profile="P1")
    table.play(("red", committed("red")), ("blue", committed("red")))
    table.when("blue", opened("red")).rejected("WG-SEED-02", "commitment-mismatch")


def test_a_seat_may_be_absent_before_it_commits():
    """A seat that is ruled absent is not asked any more; the others fix the seed without it."""
    table = Table(TOY, profile="P1")
    table.when("referee", DeclareAbsent(seat=0, reason="late")).then(SeatAbsent, seat=0).asks("contribute", "blue")
    table.when("referee", DeclareAbsent(seat=0, reason="late")).rejected("WG-SEED-03", "unknown-id", "seat")
    table.when("blue", committed("blue")).asks("open_contribution", "blue")
    table.when("blue", opened("blue")).then(SeedFixed(transcript=transcript(table, None, BYTES["blue"])))


@pytest.mark.parametrize("first", ["red", "blue"])
def test_a_seat_may_be_absent_before_it_opens(first):
    """A seat that has committed and does not open is left out of the seed, whoever was first."""
    table = Table(TOY, profile="P1")
    table.play(("red", committed("red")), ("blue", committed("blue")))
    if first == "red":
        table.when("referee", DeclareAbsent(seat=1, reason="")).without(SeedFixed)
        last = table.when("red", opened("red"))
    else:
        table.when("red", opened("red")).without(SeedFixed)
        last = table.when("referee", DeclareAbsent(seat=1, reason=""))
    last.then(SeedFixed(transcript=transcript(table, BYTES["red"], None))).asks("create")


def test_all_may_be_absent():
    """Where no seat contributes the seed is the service's alone."""
    table = Table(TOY, profile="P1", limit=60).wait(60)
    silence = table.when("table", EnforceDeadline(window=table.windows[-1].id))
    silence.then(SeatAbsent(seat=0), SeatAbsent(seat=1), SeedFixed(transcript=transcript(table, None, None)))
    assert set(table.protocol.absent) == {0, 1}


def test_silence_about_a_contribution_is_absence():
    """The deadline rules those absent that were silent, and nobody else."""
    table = Table(TOY, profile="P1")
    table.play(("blue", committed("blue")))
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).then(
        DeadlineEnforced, party=0, answer="DeclareAbsent"
    )
    table.when("blue", opened("blue")).then(SeedFixed(transcript=transcript(table, None, BYTES["blue"])))


# -- deadlines


def test_a_deadline_is_enforced_when_it_is_due():
    """The service ends a silence once the time to answer has run out, to the millisecond."""
    table = turn(limit=30)
    window = EnforceDeadline(window=table.windows[-1].id)
    table.when("table", window).rejected("WG-ASK-02", "not-due", seconds=30)
    table.time += 29_999
    table.when("table", window).rejected("WG-ASK-02", "not-due", seconds=1)
    table.time += 1
    table.when("table", window).then(DeadlineEnforced, party=0, answer="EndTurn").asks("turn", "blue")


def test_no_limit_is_never_due():
    """Without a limit only the referee ends a silence."""
    table = turn().wait(10**6)
    window = EnforceDeadline(window=table.windows[-1].id)
    table.when("table", window).rejected("WG-ASK-02", "not-due")
    table.when("referee", window).then(DeadlineEnforced).asks("turn", "blue")


def test_another_window_is_not_enforced():
    """A deadline names the innermost window; an old or outer one is refused with the open one's id."""
    table = turn()
    outer = table.windows[-1].id
    table.when("red", STRIKE).asks("parry")
    table.when("referee", EnforceDeadline(window=outer)).rejected(
        "WG-ASK-02", "other-window", "window", window=outer, open=table.windows[-1].id
    )


def test_silence_answers_for_all_that_are_asked():
    """Every party that is still asked is answered for, through the same clause, in order."""
    table = plotting()
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).then(
        DeadlineEnforced, MarchPlotted, DeadlineEnforced, MarchPlotted, PlotsShown
    )
    assert [plot.heading for plot in table.last.one(PlotsShown).plots] == ["north", "north"]
    table = plotting()
    table.play(("blue", PlotMarch(heading="west")))
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).then(DeadlineEnforced, party=0)
    assert [plot.heading for plot in table.last.one(PlotsShown).plots] == ["north", "west"]


@pytest.mark.parametrize("parts", [1, 2, 5])
def test_silence_answers_every_part(parts):
    """A question that takes several answers of a party is answered to its end by one deadline, whatever it is about."""

    def plot_in_parts(ruling: Ruling, command: PlotMarch) -> None:
        """TOY-1.2-01 A march is plotted part by part."""
        ruling.record(MarchPlotted(seat=ruling.actor, entry=ruling.seq), "TOY-1.2-01")
        plotted = [
            event for event, _ in ruling.events if isinstance(event, MarchPlotted) and event.seat == ruling.actor
        ]
        if len(plotted) == parts:
            ruling.answered()

    table = plotting(rules=changed({PlotMarch: plot_in_parts}))
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).accepted()
    answered = [event.party for event in table.events if isinstance(event, DeadlineEnforced)]
    assert answered == [0] * parts + [1] * parts


def test_silence_may_throw_dice():
    """What silence stands for may be a throw; the entry holds it."""
    table = turn([3])
    table.play(("red", STRIKE), ("blue", Decline()))
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).then(DeadlineEnforced, StrikeRolled, face=3)


# -- physical dice


def suspended(table: Table) -> tuple:
    waits = table.game.suspended
    return waits.command, waits.actor, waits.faces, waits.reported


def test_physical_dice_are_requested_reported_and_seen():
    """A command that needs physical dice waits; reported faces count once another party has seen them."""
    table = turn(reported=True)
    table.play(("red", STRIKE), ("blue", Decline()))
    asked = table.when("red", RollStrike()).asks("roll_report", "red")
    asked.exactly(RollRequested(count=1, sides=6, why="strike", roller=0, by_table=False))
    assert asked.rolls == ()
    table.when("blue", ReportRoll(faces=(4,), dice_set="")).rejected("WG-DICE-01", "not-asked", asks="red")
    table.when("red", RollStrike()).rejected("WG-DICE-01", "not-asked", window="roll_report")
    table.when("red", ReportRoll(faces=(3,), dice_set="bone")).then(RollReported, faces=(3,)).asks(
        "roll_acknowledge", "blue"
    )
    table.when("red", AcknowledgeRoll()).rejected("WG-DICE-02", "not-asked", asks="blue")
    seen = table.when("blue", AcknowledgeRoll()).asks("turn", "red")
    seen.exactly(
        RollAcknowledged(by=1),
        StrikeRolled(piece="r1", target="b1", face=3, needed=seen.one(StrikeRolled).needed),
        RollsTaken(count=1),
    )
    assert [(roll.stream, roll.faces, roll.roller) for roll in seen.rolls] == [(wgdice.REPORTED, (3,), 0)]
    assert table.game.suspended is None


def test_disputed_faces_are_reported_again():
    """Faces that are not accepted never count, and the roller reports anew."""
    table = turn(reported=True)
    table.play(("red", DrawToken()))
    table.play(("red", ReportRoll(faces=(1,), dice_set="")))
    table.when("blue", DisputeRoll(reason="cocked")).then(RollDisputed, by=1, reason="cocked").asks(
        "roll_report", "red"
    )
    assert suspended(table) == (DrawToken(), 0, (), None)
    table.when("blue", AcknowledgeRoll()).rejected("WG-DICE-01", "not-asked")
    table.thrown(4).then(TokenDrawn, token="lead")


def test_faces_fit_the_throw():
    """A report has every die of the throw, and no face that the die does not have."""
    table = turn(reported=True)
    table.play(("red", DrawToken()))
    table.when("red", ReportRoll(faces=(), dice_set="")).rejected(
        "WG-DICE-01", "faces-count", "faces", expected=1, found=0
    )
    table.when("red", ReportRoll(faces=(1, 1), dice_set="")).rejected("WG-DICE-01", "faces-count", found=2)
    for face in (0, 5):
        table.when("red", ReportRoll(faces=(face,), dice_set="")).rejected("WG-DICE-01", "face-range", "faces", sides=4)


def test_a_referee_may_see_dice():
    """Where a referee is seated he may acknowledge too, and one acknowledgement is enough."""
    table = turn(reported=True, referee=True)
    table.play(("red", DrawToken()))
    table.when("red", ReportRoll(faces=(1,), dice_set="")).asks("roll_acknowledge", "blue", "referee")
    table.when("referee", AcknowledgeRoll()).then(RollAcknowledged, by=254).then(TokenDrawn).asks("turn", "red")


def two_throws(ruling: Ruling, _command: DrawToken) -> None:
    """A clause that throws twice, the second time for the other seat."""
    mine = ruling.roll(1, 6, "mine")[0]
    theirs = ruling.roll(2, 6, "theirs", 1)
    token = ruling.game.bag[(mine + sum(theirs)) % len(ruling.game.bag)]
    ruling.record(TokenDrawn(seat=ruling.actor, token=token), "TOY-2.2-01")


def test_a_command_may_wait_twice():
    """A command with two throws waits for each, keeps the faces it has, and records both throws in one entry."""
    table = turn(reported=True, rules=changed({DrawToken: two_throws}))
    table.when("red", DrawToken()).asks("roll_report", "red")
    table.play(("red", ReportRoll(faces=(6,), dice_set="")))
    again = table.when("blue", AcknowledgeRoll()).asks("roll_report", "blue").without(TokenDrawn, RollsTaken)
    again.then(RollRequested, count=2, why="theirs", roller=1)
    assert again.rolls == ()
    assert suspended(table) == (DrawToken(), 0, ((6,),), None)
    table.play(("blue", ReportRoll(faces=(1, 2), dice_set="")))
    last = table.when("red", AcknowledgeRoll()).then(TokenDrawn, token="iron").then(RollsTaken, count=2)
    assert [(roll.index - last.rolls[0].index, roll.faces) for roll in last.rolls] == [(0, (6,)), (1, (1, 2))]


def test_a_step_of_the_table_may_wait():
    """A step of the table waits for its throws too; what happened before it in the entry stays."""
    table = Table(TOY, reported=True)
    created = table.when("referee", CreateMatch(rounds=1)).asks("roll_report", "red").without(FirstChosen)
    created.then(RollRequested, why="first", roller=0, by_table=True)
    assert table.game.rounds == 1
    table.thrown(2).asks("roll_report", "blue")
    table.thrown(2).asks("roll_report", "red")
    table.thrown(6).asks("roll_report", "blue")
    table.thrown(1).then(FirstChosen, seat=0, faces=(2, 2, 6, 1)).then(RollsTaken, count=4).asks("plot")


@pytest.mark.parametrize("who", ["blue", "referee", "table"])
def test_a_step_taken_by_hand_may_wait(who):
    """At pace step the table's command waits as the table's, whoever gave it."""
    table = Table(TOY, reported=True, pace="step")
    table.play(("referee", CreateMatch(rounds=1)))
    table.when(who, RollForFirst()).asks("roll_report", "red")
    table.thrown(5)
    table.thrown(1).then(FirstChosen, seat=0).asks("plot")


def open_ambush(ruling: Ruling, command: LayAmbush) -> None:
    """A secret command that throws both hidden and open dice."""
    hidden = ruling.roll(1, 6, "ambush", hidden=True)[0]
    ruling.roll(1, 6, "noise")
    laid = AmbushLaid(seat=ruling.actor, ambush=f"a{ruling.seq}", place=command.place, strength=hidden)
    ruling.record(laid, "TOY-2.7-01")


def test_a_secret_may_wait():
    """A waiting command keeps its secret; hidden dice are never reported and are thrown but once."""
    table = turn([3, 3], reported=True, rules=changed({LayAmbush: open_ambush}))
    table.when("red", LayAmbush(place="east")).asks("roll_report", "red").without(AmbushLaid)
    assert b"east" not in table.drafts[-1].data
    assert suspended(table)[0] == LayAmbush(place="east")
    assert table.protocol.cursors == {wgdice.REPORTED: 2}
    laid = table.thrown(2).then(AmbushLaid, place="east", strength=3)
    assert [(roll.stream, roll.index) for roll in laid.rolls] == [(1, 0), (wgdice.REPORTED, 2)]
    assert b"east" not in table.drafts[-1].data


def test_a_deadline_may_wait():
    """A throw that silence stands for is requested, and taken when it is reported."""
    table = turn(reported=True)
    table.play(("red", STRIKE), ("blue", Decline()))
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).asks("roll_report", "red").without(
        DeadlineEnforced
    )
    table.thrown(2).then(RollAcknowledged, DeadlineEnforced, StrikeRolled, RollsTaken)


def test_a_result_drops_what_waits():
    """A seat that gives up while dice are awaited ends the game; the waiting command is dropped."""
    table = turn(reported=True)
    table.play(("red", DrawToken()))
    table.when("blue", Concede()).then(ResultReached, winners=(0,))
    assert table.game.suspended is None


# -- editions


def test_another_edition_is_adopted():
    """A game goes on under a later edition from the entry on that says so, whatever is asked, and never twice."""
    table = plotting()
    asked = table.windows
    table.rules = replace(table.rules, edition="2")
    ruling = AdoptEdition(edition="2", engine=bytes(32))
    table.when("table", ruling).then(EditionAdopted, before="1", edition="2")
    assert (table.windows, table.protocol.edition) == (asked, "2")
    table.when("table", ruling).rejected("WG-EDITION-01", "other-edition")
    table.when("red", PlotMarch(heading="west")).accepted()


def test_an_edition_that_does_not_fit():
    """An edition that is not this build's is refused, and one that does not know what is asked."""
    table = plotting()
    table.when("table", AdoptEdition(edition="3", engine=bytes(32))).rejected("WG-EDITION-01", "other-edition")
    kinds = {kind: window for kind, window in table.rules.windows.items() if kind != table.windows[-1].kind}
    table.rules = replace(table.rules, edition="3", windows=kinds)
    table.when("table", AdoptEdition(edition="3", engine=bytes(32))).rejected("WG-EDITION-01", "unknown-question")


def test_an_earlier_edition_is_never_adopted():
    """A game goes forward alone: by numbers, as 2026.10 is later than 2026.9."""
    table = plotting()
    table.rules = replace(table.rules, edition="0.9")
    ruling = AdoptEdition(edition="0.9", engine=bytes(32))
    table.when("table", ruling).rejected("WG-EDITION-01", "other-edition", game="1", server="0.9")
    table.rules = replace(table.rules, edition="1.10")
    table.when("table", AdoptEdition(edition="1.10", engine=bytes(32))).accepted()


def test_a_closed_game_keeps_its_edition():
    """Nothing is written behind the last entry of a game in which nothing is open any more."""
    table = ended()
    table.play(("red", ConfirmResult()), ("blue", ConfirmResult()), ("table", Reveal(secret=SECRET)))
    assert table.windows == ()
    table.rules = replace(table.rules, edition="2")
    table.when("table", AdoptEdition(edition="2", engine=bytes(32))).rejected("WG-END-04", "nothing-open")


# -- another log key


def test_another_log_key():
    """Heads are signed with another key from the entry on that says so, whatever is asked."""
    table = plotting()
    asked, before = table.windows, table.protocol.log_key
    table.when("table", ChangeLogKey(log_key="next", changes=("a note",), reason="")).then(
        LogKeyChanged, before=before, log_key="next"
    )
    assert (table.windows, table.protocol.log_key) == (asked, "next")
    for same in ("next", ""):
        table.when("table", ChangeLogKey(log_key=same, changes=("a note",), reason="")).rejected(
            "WG-KEY-01", "same-key"
        )
    table.when("red", PlotMarch(heading="west")).accepted()


def test_a_log_key_without_proof_or_reason():
    """A change that no earlier key has signed needs a reason on record."""
    table = plotting()
    table.when("table", ChangeLogKey(log_key="next", reason="")).rejected("WG-KEY-01", "reason-missing", "reason")
    table.when("table", ChangeLogKey(log_key="next", reason="the disk is gone")).then(LogKeyChanged, log_key="next")


def test_a_closed_game_keeps_its_log_key():
    """Nothing is written behind the last entry."""
    table = ended()
    table.play(("red", ConfirmResult()), ("blue", ConfirmResult()), ("table", Reveal(secret=SECRET)))
    change = ChangeLogKey(log_key="next", changes=("a note",), reason="")
    table.when("table", change).rejected("WG-END-04", "nothing-open")


# -- closed by the operator


def test_the_operator_closes_a_game():
    """A game that nobody plays on is closed without a winner, whatever is asked, and its secret shown."""
    table = plotting()
    table.when("table", CloseGame(reason="")).rejected("WG-END-05", "reason-missing", "reason")
    closed = table.when("table", CloseGame(reason="nobody came back"))
    closed.then(ResultReached, winners=(), outcome="closed").then(Finished).asks("reveal", "table")
    table.when("table", CloseGame(reason="once more")).rejected("WG-END-05", "closed-already")
    table.when("red", PlotMarch(heading="west")).rejected("WG-END-03", "not-asked")
    table.when("table", Reveal(secret=SECRET)).accepted()
    table.when("table", CloseGame(reason="once more")).rejected("WG-END-04", "nothing-open")


def test_the_operator_closes_after_the_result():
    """A result that stands stays, where a game is closed before its appeals are over."""
    table = ended(appeal=60)
    result = table.protocol.result
    table.when("table", CloseGame(reason="the event is over")).without(ResultReached).then(Finished)
    assert table.protocol.result == result


# -- the end


def ended(**ways) -> Table:
    table = turn(**ways)
    table.play(("red", Concede()))
    return table


def test_the_game_closes_by_itself():
    """Without time for appeals the result closes the game at once; every seat confirms, then the secret is shown."""
    table = ended()
    table.last.then(ResultReached, Finished).asks("confirm_result", "red", "blue")
    table.when("blue", ConfirmResult()).asks("confirm_result", "red")
    table.when("red", ConfirmResult()).asks("reveal", "table")
    table.when("table", Reveal(secret=bytes(31))).rejected("WG-END-03", "wrong-length", found=31)
    table.when("table", Reveal(secret=bytes(32))).rejected("WG-END-03", "secret-mismatch", "secret")
    table.when("table", Reveal(secret=SECRET)).accepted()
    assert table.windows == ()
    assert (table.protocol.secret, set(table.protocol.confirmed)) == (SECRET, {0, 1})
    table.when("red", EndTurn()).rejected("WG-END-04", "nothing-open")


def test_appeals_take_their_time():
    """While the result may be appealed the service does not close the game."""
    table = ended(appeal=60)
    table.last.then(ResultReached).without(Finished).asks("appeal", "table")
    table.wait(59).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished).asks("confirm_result")


def test_a_seated_referee_does_not_hold_the_game_open():
    """Where a referee is seated the time for appeals runs out by itself, and nobody closes the game before that."""
    table = ended(appeal=60, referee=True)
    table.last.asks("appeal", "table")
    table.when("referee", Finish()).rejected("WG-END-01", "appeals-open", seconds=60)
    table.wait(60).when("table", Finish()).then(Finished)


def test_confirmation_is_not_awaited_for_ever():
    """Ten minutes after the close the service goes on without a seat's confirmation, and takes none for given."""
    table = ended()
    window = EnforceDeadline(window=table.windows[-1].id)
    table.when("red", ConfirmResult())
    table.wait(599).when("table", window).rejected("WG-ASK-02", "not-due", seconds=1)
    table.wait(1).when("table", window).exactly(DeadlineEnforced(window=window.window, party=1, answer="")).asks(
        "reveal"
    )
    assert set(table.protocol.confirmed) == {0}
