"""One changed thing: what an operator with the log key, the master secret and the store can not get past anybody.

`alone` is what the audit finds without anything in hand, `wallet` what the wallet of a player adds. The file carries
nothing of the register; the register itself has the last hash of the game as it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.record.chain import signing_bytes
from adjudicator.kernel.record.mpint import encode
from adjudicator_client import Refused
from replays.audit.report import LIMITS, Report
from replays.register.monitor import compare_files
from replays.register.reading import open_register
from services.games.signing import sign
from tests.hostile import forging, kit
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, EVENTS, HEAD, ID, SIGNATURE

REFUSED = "whether a command was refused without an answer, or with one that nobody has signed"


def die(made):
    """One face is another, in dice and events."""
    row = next(row for row in made.entries if row[DICE])
    faces = row[DICE][0][4]
    faces[0] = faces[0] % row[DICE][0][3] + 1
    return row


def die_and_skip(made):
    """An unlucky die is left out: the next ones are taken."""
    row = next(row for row in made.entries if row[DICE])
    row[DICE][0][2] += 1
    return row


def word(made):
    """A word of the referee's is another."""
    note = made.of("AddNote")
    note[COMMAND][BODY][1][0] = note[COMMAND][BODY][1][0].replace("red", "blue")
    for event, _ in note[EVENTS]:
        for at, value in enumerate(event):
            if isinstance(value, str):
                event[at] = value.replace("red", "blue")
    return note


def ruling_of_a_friend(made):
    """A ruling is signed anew by a player who is the operator's friend."""
    note = word(made)
    note[SIGNATURE] = sign(made.stolen[0], signed(made, note))
    return note


def word_by_a_stolen_key(made):
    """The same word, signed anew with the referee's own key, and all after it with those of the players."""
    made.keys_of = made.stolen
    return word(made)


def contribution(made):
    """What red has brought to the seed is another."""
    rows = [
        next(row for row in made.entries if row[COMMAND][BODY][0] == kind and row[ACTOR][1] == 0)
        for kind in ("CommitContribution", "OpenContribution")
    ]
    for row in rows:
        row[COMMAND][BODY][1] = bytes(32)
    return rows[0]


def commitment(made):
    """The opening is committed to another secret."""
    terms = made.entries[0][COMMAND][BODY]
    place = terms.index(made.terms.commitment)
    terms[place] = bytes(32)
    return made.of("Reveal")


def move(made):
    """A unit is put elsewhere than its player has said."""
    row = made.of("DeployUnit")
    row[COMMAND][BODY][-1] = made.of("DeployUnit", 1)[COMMAND][BODY][-1]
    return row


def move_by_a_stolen_key(made):
    """The same, signed anew with the key of the player."""
    made.keys_of = made.stolen
    return move(made)


def dropped_move(made):
    """A move was never made; gives the one after it."""
    place = made.place("DeployUnit")
    made.drop(place)
    return made.entries[place]


def late_ruling(made):
    """The referee, who is the operator's friend, rules once more after the end."""
    note = made.of("AddNote").copy()
    note[COMMAND][ID] = b"late" * 4
    note[COMMAND][HEAD] = made.entries[-1].recorded
    note.recorded = b""
    made.entries.append(note)
    made.renumber()
    note[4] = made.entries[-2][4]
    made.keys_of = {REFEREE: made.stolen[REFEREE]}
    return note


def signed(made, row):
    return signing_bytes(encode([row[1], row[ACTOR], row[COMMAND]]))


class Attack(NamedTuple):
    """What is done, what the audit finds without anything in hand, and what a wallet adds, empty for nothing.

    `do` gives the entry at which the audit has to find it: where each guard is, whatever is wrong with later entries
    for having been hashed anew.
    """

    do: Callable[[forging.Forged], Any]
    alone: str
    wallet: str


class Done(NamedTuple):
    """An attack, the file that came of it, the number of the entry at which it shows, and the audit of the file."""

    attack: Attack
    file: bytes
    seq: int
    alone: Report


ATTACKS = [
    Attack(die, "DICE_NOT_FROM_SEED", "RECEIPT_NOT_IN_LOG"),
    Attack(die_and_skip, "DICE_CURSOR_GAP", "RECEIPT_NOT_IN_LOG"),
    Attack(word, "COMMAND_SIGNATURE_INVALID", "RECEIPT_NOT_IN_LOG"),
    Attack(word_by_a_stolen_key, "", "RECEIPT_NOT_IN_LOG"),
    Attack(ruling_of_a_friend, "UNAUTHORISED_ACTOR", "RECEIPT_NOT_IN_LOG"),
    Attack(contribution, "COMMAND_SIGNATURE_INVALID", "CONTRIBUTION_REPLACED"),
    Attack(commitment, "SEED_COMMIT_MISMATCH", "OPENING_REPLACED"),
    Attack(move, "COMMAND_SIGNATURE_INVALID", "COMMAND_ALTERED"),
    Attack(move_by_a_stolen_key, "ILLEGAL_COMMAND_ACCEPTED", "COMMAND_ALTERED"),
    Attack(dropped_move, "COMMAND_SIGNATURE_INVALID", "COMMAND_MISSING"),
    Attack(late_ruling, "LATE_RULING", ""),
]


@pytest.fixture(scope="module", params=ATTACKS, ids=lambda attack: attack.do.__name__)
def attacked(request, signed):
    """What was done, the file that came of it, and what an audit says that has nothing else in hand."""
    made = forging.Forged(signed)
    made.stolen, made.terms, made.register = signed.stolen, signed.terms, b""
    changed = request.param.do(made)
    seq = 1 + next(place for place, row in enumerate(made.entries) if row is changed)
    file = made.operated(heads=True, keys=bool(made.keys_of))
    return Done(request.param, file, seq, forging.judged(signed, file))


def test_the_audit_alone(attacked):
    """In a signed game each is found in the file itself, where it was done, with only the published key in hand.

    Where all keys were stolen, a word is as good as another: that takes what a player has kept.
    """
    report = attacked.alone
    if not attacked.attack.alone:
        assert (report.result, forging.codes(report)) == ("PASS", set())
        return
    assert report.result == "FAIL"
    assert (attacked.attack.alone, attacked.seq) in forging.places(report)


def test_a_wallet(signed, attacked):
    """A player's wallet proves what was there before, from the changed entry on; both players' say the same."""
    attack, file, seq, alone = attacked
    report = forging.judged(signed, file, *signed.wallets.values())
    if attack.do is late_ruling:  # which takes nothing away that they hold
        assert forging.codes(report) == forging.codes(alone)
        return
    where = [at for code, at in forging.places(report) if code == attack.wallet]
    # of the referee's own entry no player has a receipt, but of the next
    assert min(where) in ((1,) if attack.do is commitment else (seq, seq + 1)), where


def test_a_receipt_of_the_opponent(signed, attacked):
    """The last receipt of the opponent covers all before it."""
    attack, file, _, alone = attacked
    given = kit.receipt_of(signed.wallets[1], last=True)
    found = forging.codes(forging.judged(signed, file, given)) - forging.codes(alone)
    due = set() if attack.do is late_ruling else {"RECEIPT_NOT_IN_LOG"}
    assert found & {"RECEIPT_NOT_IN_LOG", "TRUNCATED_LOG"} == due


def test_the_register(signed, attacked):
    """The register has the hash of the last entry, and the opening."""
    attack, file, _, alone = attacked
    report = forging.judged(signed, file, register=signed.register)
    found = forging.codes(report) - forging.codes(alone)
    if attack.do is late_ruling:
        assert found == set()
    else:
        assert found & {"REGISTRY_MISMATCH", "TRUNCATED_LOG"}


def test_two_histories_of_a_statement(signed, tmp_path, capsys):
    """A seat's statement from the middle of the game, made by the program, contradicts a game without its move."""
    made = forging.Forged(signed)
    dropped_move(made)
    stated = kit.statement_of(tmp_path, signed.wallets[1], signed.stolen[1], capsys)
    report = forging.judged(signed, made.operated(heads=True), stated)
    assert {row.code for row in report.findings} >= {"STATEMENT_CONTRADICTED"}


async def test_a_secret_that_is_used_again(tmp_path, monkeypatch):
    """Two games with one secret are told by whoever has both files; each of them passes."""
    monkeypatch.setattr("services.games.keys.Keys.secret_of", lambda _self, _game: b"\x5a" * 32)
    one, other = await kit.two_games(tmp_path)
    for victims in (one, other):
        assert not forging.codes(forging.judged(victims, victims.replay, *victims.wallets.values()))
    register = open_register(str(one.register))
    files = {"one.replay": one.replay, "other.replay": other.replay}
    found = compare_files(register.leaves, files, whole=True)
    assert [item.code for item in found] == ["SEED_REUSED"]


# -- it would not let me


def lied(_self, _session, *_):
    raise Rejected(Fault("TF-MOVE-01", "not-asked", "", (("asks", "the other"),)))


@pytest.fixture(scope="module")
def refusals(tmp_path_factory):
    """A game in which a command was refused rightly, and one in which a legal one was; each is played once."""

    @cache
    def played(lies: bool) -> tuple[Exception, kit.Victims]:
        patch = pytest.MonkeyPatch() if lies else None
        return asyncio.run(kit.refused_game(tmp_path_factory.mktemp("refused"), patch, lied))

    return played


@pytest.mark.parametrize("lies", [False, True])
def test_a_refused_command(refusals, lies):
    """A refusal over gRPC stands in the wallet, and the audit of the export judges it again.

    An honest service has refused rightly, and the game passes; one that has refused a legal command is found.
    """
    refused, victims = refusals(lies)
    assert isinstance(refused, Refused)
    assert refused.signed is not None
    report = forging.judged(victims, victims.replay, *victims.wallets.values(), refusals=victims.wallets.values())
    if lies:
        assert (report.result, forging.codes(report)) == ("FAIL", {"REFUSED_LEGAL_COMMAND"})
        assert any("the rules allow it" in line for line in report.refusals)
    else:
        assert (report.result, report.findings) == ("PASS", ())
        assert [("rightly refused" in line) for line in report.refusals] == [True]
    assert REFUSED in LIMITS


def test_a_refusal_that_nobody_signed_proves_nothing(refusals):
    """What can not be shown stands in the list of what no audit can show: a refusal without a signature."""
    _, victims = refusals(True)
    held = b"".join(row for row in victims.wallets[0].splitlines(keepends=True) if b'"kind":"refusal"' not in row)
    other = b"".join(row for row in victims.wallets[1].splitlines(keepends=True) if b'"kind":"refusal"' not in row)
    report = forging.judged(victims, victims.replay, held, other, refusals=[held, other])
    assert report.result == "PASS"
    assert REFUSED in report.limits
