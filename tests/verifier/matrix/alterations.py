"""What is altered, by the name that the matrix has for it: in which game, how, and when.

EARLY is before hashes and signatures are made anew, LATE after it: what those would hide again. `file` changes the
written file besides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack

from adjudicator.kernel.dice.wgdice import REPORTED
from adjudicator.kernel.record import chain
from replays.audit.checks_dice import SIZE
from services.games.signing import sign
from tests.replays.audit.steps import (
    ACTOR,
    BODY,
    COMMAND,
    DICE,
    EVENTS,
    HEAD,
    ID,
    PREV,
    SEALED,
    SIGNATURE,
    STATE,
    TIME,
    Case,
)
from tests.replays.audit.test_tamper_keys import (
    JUDGE_KEY,
    dice_of_another_epoch,
    shown_early,
    signed_again,
    wrong_secret,
)
from tests.verifier.matrix import parts
from tests.verifier.matrix.games import game, signed

EARLY, LATE = "early", "late"


class Alteration(NamedTuple):
    """The game, what is done to it, and when; of a FILE, and with it the keys held, what is written instead."""

    game: str
    do: Callable[..., Any]
    when: str = EARLY
    file: Callable[[bytes, str], bytes] | None = None


def untouched(case: Case) -> None:
    """The entries are as the service has written them."""


def die(case: Case) -> None:
    faces = case.with_dice()[DICE][0]
    faces[4][0] = faces[4][0] % faces[3] + 1


def removed(case: Case) -> None:
    del case.entries[9]


def swapped(case: Case) -> None:
    case.entries[9:11] = case.entries[10], case.entries[9]


def duplicated(case: Case) -> None:
    case.entries.insert(9, case.entries[8].copy())


def tail_cut(case: Case) -> None:
    del case.entries[-5:]
    case.openings = {seq: rows for seq, rows in case.openings.items() if seq <= len(case.entries)}


def appended(case: Case) -> None:
    _appended(case, case.entries[-1])


def _appended(case: Case, like: Any, command_id: bytes = b"appended".ljust(16, b"\0")) -> Any:
    """Add an entry like another one at the end, with sealed parts of its own."""
    entry = like.copy()
    entry[2], entry[TIME], entry.recorded = len(case.entries) + 1, case.entries[-1][TIME], b""
    entry[COMMAND][ID] = command_id
    case.openings[entry[2]] = [list(row) for row in case.openings[like[2]]]
    rows: Any = case.openings[entry[2]]
    hashes = {
        row[0]: chain.sealed_hash(entry[1], row[0], row[1], command_id, row[2], row[3]) for row in rows if row[1] == 1
    }
    entry[SEALED] = [[owner, hashes[owner]] for owner, _ in entry[SEALED]]
    entry[PREV] = case.entries[-1].recorded
    case.entries.append(entry)
    return entry


def head_text(case: Case) -> None:
    case.heads[1] = case.heads[1].replace("\n5\n", "\n6\n")


def head_of_another_history(case: Case) -> None:
    case.heads[1] = case.note(5, b"f" * 32)


def two_heads(case: Case) -> None:
    case.heads.insert(2, case.note(5, b"f" * 32))


def longer_integer(case: Case) -> None:
    data = msgpack.packb(case.entries[8])
    case.bytes[8] = data[:1] + b"\xcc\x01" + data[2:]


def trailing_bytes(case: Case) -> None:
    case.bytes[8] = msgpack.packb(case.entries[8]) + b"\xc0"


def spliced(case: Case) -> None:
    entry = game("reported").entries[9].copy()
    entry[1] = b"o" * 16
    case.entries[9] = entry


def public_state(case: Case) -> None:
    case.entries[15][STATE][0] = bytes(32)


def keyed_state(case: Case) -> None:
    case.entries[15][STATE][1] = bytes(32)


def command_dropped(case: Case) -> None:
    del case.entries[case.place("DrawToken")]


def invented(case: Case) -> None:
    place = case.place("Strike")
    entry = case.entries[place].copy()
    entry[COMMAND][ID] = b"i" * 16
    entry.recorded = b""
    case.entries.insert(place + 1, entry)


def target(case: Case) -> None:
    body = case.of("Strike")[COMMAND][BODY]
    body[2] = "r1" if body[2] != "r1" else "r2"


def other_seed(case: Case) -> None:
    case.of("Reveal")[COMMAND][BODY][1] = bytes(SIZE)


def contribution_replaced(case: Case) -> None:
    case.of("OpenContribution")[COMMAND][BODY][1] = b"\x07" * 31 + b"\x08"


def contribution_early(case: Case) -> None:
    second, first = case.place("CommitContribution", 1), case.place("OpenContribution")
    case.entries[second], case.entries[first] = case.entries[first], case.entries[second]


def contribution_dropped(case: Case) -> None:
    del case.entries[case.place("OpenContribution")]


def take_back(case: Case) -> None:
    place = case.place("TakeBack")
    event = next(row[0] for row in case.entries[place][EVENTS] if row[0][0] == "Rewound")
    thrown = max(at for at, entry in enumerate(case.entries[:place]) if entry[DICE]) + 1
    event[1], event[2] = thrown, list(range(thrown, place + 1))


def cursor_rewound(case: Case) -> None:
    back = case.place("Rewind")
    used = next(entry[DICE][0] for entry in reversed(case.entries[:back]) if entry[DICE])
    next(entry for entry in case.entries[back:] if entry[DICE])[DICE][0] = list(used)


def stands(entry: Any) -> bool:
    return any(row[0][0] == "Rewound" and row[0][3] == "stand" for row in entry[EVENTS])


def stand_twice(case: Case) -> None:
    back = next(at for at, entry in enumerate(case.entries) if stands(entry))
    once, twice = [entry for entry in case.entries[back:] if entry[DICE]][:2]
    twice[DICE][0] = list(once[DICE][0])


def void_not_named(case: Case) -> None:
    next(row[0] for entry in case.entries for row in entry[EVENTS] if row[0][0] == "Rewound")[2].pop()


def word(kind: str) -> Callable[[Case], None]:
    """Give what changes the words of a ruling, in command and event."""

    def edited(case: Case) -> None:
        entry = case.of(kind)
        told = next(row[0] for row in entry[EVENTS] if row[0][0] == "RulingGiven")
        told[2] = entry[COMMAND][BODY][1][0] = told[2] + ", said nobody"

    return edited


def again_after_the_close(case: Case) -> None:
    old = case.of("Rewind")
    _appended(case, old, old[COMMAND][ID])


def late_ruling(case: Case) -> None:
    last = case.entries[-1].recorded
    _appended(case, case.of("AddNote", 1))[COMMAND][HEAD] = last


def by_a_seat(case: Case) -> None:
    case.of("Reveal")[ACTOR] = [3, 0, "seat0"]


def ruling_by_a_seat(case: Any) -> None:
    entry = case.of("AddNote")
    entry[SIGNATURE] = sign(case.recorder.keys[0], signed(entry))
    case.kept = {entry[2]}


def revoked_key(case: Any) -> None:
    entry = case.of("AddNote", 1)
    signed_again(entry, JUDGE_KEY)
    case.kept = {entry[2]}


def never_acknowledged(case: Case) -> None:
    entry = case.of("AcknowledgeRoll")
    entry[COMMAND][BODY] = ["DisputeRoll", "cocked"]
    entry[EVENTS][0][0][:] = ["RollDisputed", 0, "cocked"]


def own_acknowledgement(case: Case) -> None:
    case.of("AcknowledgeRoll")[ACTOR] = list(case.of("ReportRoll")[ACTOR])


def other_faces(case: Case) -> None:
    entry = case.of("ReportRoll", 2)
    for faces in (entry[COMMAND][BODY][1], entry[EVENTS][0][0][1]):
        faces[0] = 1 if faces[0] > 1 else 2


def reported_die(case: Case) -> None:
    row = case.with_dice(2)[DICE][0]
    row[0], row[2] = REPORTED, 0


def note_that_sets(case: Case) -> None:
    event = next(row for row in case.of("Correct")[EVENTS] if row[0][0] == "Corrected")
    case.of("AddNote")[EVENTS].append(event)


def note_that_does(case: Case) -> None:
    case.of("AddNote")[EVENTS].append([["TimeCalled"], ["WG-RULE-01"]])


def sets_another_value(case: Case) -> None:
    next(row[0] for row in case.of("Correct")[EVENTS] if row[0][0] == "Corrected")[-1] = "9"


def retried(case: Case) -> None:
    place = case.place("DrawToken")
    case.entries.insert(place + 1, case.entries[place].copy())


def time_back(case: Case) -> None:
    case.entries[9][TIME] -= 5_000


def time_on(case: Case) -> None:
    case.entries[9][TIME] += 500


def not_revealed(case: Case) -> None:
    del case.entries[-1]


def no_commitment(case: Case) -> None:
    case.of("OpenGame")[COMMAND][BODY][17] = None


def too_early(case: Case) -> None:
    for entry in case.entries[case.place("EnforceDeadline") :]:
        entry[TIME] -= 30_000


def appeal_left_open(case: Case) -> None:
    del case.entries[case.place("Award")]


def edition_without_command(case: Case) -> None:
    case.of("AddNote")[EVENTS].append([["EditionAdopted", "1", "2", b"e" * 32, False], ["WG-EDITION-01"]])


ALTERATIONS = {
    "die": Alteration("plain", die),
    "removed": Alteration("plain", removed),
    "swapped": Alteration("plain", swapped),
    "duplicated": Alteration("plain", duplicated),
    "tail_cut": Alteration("plain", tail_cut),
    "appended": Alteration("plain", appended),
    "head_text": Alteration("plain", head_text, LATE),
    "head_of_another_history": Alteration("plain", head_of_another_history, LATE),
    "longer_integer": Alteration("plain", longer_integer),
    "trailing_bytes": Alteration("plain", trailing_bytes),
    "spliced": Alteration("plain", spliced),
    "public_state": Alteration("plain", public_state),
    "keyed_state": Alteration("plain", keyed_state),
    "command_dropped": Alteration("plain", command_dropped),
    "invented": Alteration("plain", invented),
    "target": Alteration("plain", target),
    "other_seed": Alteration("plain", other_seed),
    "contribution_replaced": Alteration("plain", contribution_replaced),
    "contribution_early": Alteration("plain", contribution_early),
    "contribution_dropped": Alteration("plain", contribution_dropped),
    "take_back": Alteration("agreed", take_back),
    "cursor_rewound": Alteration("ruled", cursor_rewound),
    "stand_twice": Alteration("agreed", stand_twice),
    "void_not_named": Alteration("ruled", void_not_named),
    "word": Alteration("ruled", word("Rewind")),
    "signed_word": Alteration("acts", word("AddNote")),
    "again_after_the_close": Alteration("ruled", again_after_the_close),
    "late_ruling": Alteration("acts", late_ruling),
    "by_a_seat": Alteration("plain", by_a_seat),
    "ruling_by_a_seat": Alteration("acts", ruling_by_a_seat),
    "revoked_key": Alteration("acts", revoked_key),
    "never_acknowledged": Alteration("reported", never_acknowledged),
    "own_acknowledgement": Alteration("reported", own_acknowledgement),
    "other_faces": Alteration("reported", other_faces),
    "reported_die": Alteration("plain", reported_die),
    "note_that_sets": Alteration("corrected", note_that_sets),
    "note_that_does": Alteration("corrected", note_that_does),
    "sets_another_value": Alteration("corrected", sets_another_value),
    "two_heads": Alteration("plain", two_heads, LATE),
    "retried": Alteration("plain", retried),
    "time_back": Alteration("plain", time_back),
    "time_on": Alteration("plain", time_on),
    "not_revealed": Alteration("plain", not_revealed),
    "no_commitment": Alteration("plain", no_commitment),
    "order_swapped": Alteration("plain", parts.order_swapped),
    "secret_in_clear": Alteration("plain", parts.secret_in_clear),
    "part_left_out": Alteration("plain", parts.part_left_out),
    "hidden_die": Alteration("plain", parts.resealed(lambda row: row[4].__setitem__(0, row[4][0] % 6 + 1))),
    "hidden_gap": Alteration("plain", parts.resealed(lambda row: row.__setitem__(2, row[2] + 1))),
    "too_early": Alteration("silent", too_early),
    "appeal_left_open": Alteration("appealed", appeal_left_open),
    "edition_without_command": Alteration("corrected", edition_without_command),
    "stretch_of_another_secret": Alteration("stretches", wrong_secret),
    "stretch_shown_early": Alteration("stretches", shown_early),
    "dice_of_another_epoch": Alteration("stretches", dice_of_another_epoch),
    "heads_out_of_order": Alteration("plain", parts.heads_out_of_order, LATE),
    "head_twice": Alteration("plain", parts.head_twice, LATE),
    "openings_out_of_order": Alteration("plain", parts.openings_out_of_order, LATE),
    "opening_for_nothing": Alteration("plain", parts.opening_for_nothing, LATE),
    "entries_of_openings_out_of_order": Alteration("plain", untouched, file=parts.openings_as(lambda rows: rows[::-1])),
    "entry_of_openings_twice": Alteration("plain", untouched, file=parts.openings_as(lambda rows: (*rows[:1], *rows))),
    "members_out_of_order": Alteration("plain", untouched, file=parts.members_out_of_order),
    "register_of_another_opening": Alteration("plain", untouched, file=parts.carrying(parts.other_opening)),
    "register_of_a_late_opening": Alteration("plain", untouched, file=parts.carrying(parts.late_opening)),
    "register_of_another_end": Alteration("plain", untouched, file=parts.carrying(parts.other_end)),
    "register_without_witnesses": Alteration("plain", untouched, file=parts.carrying(parts.no_witness)),
    "register_proof": Alteration("plain", untouched, file=parts.proof_altered),
    "register_of_a_longer_game": Alteration("plain", tail_cut, file=parts.cut_with_its_register),
}
