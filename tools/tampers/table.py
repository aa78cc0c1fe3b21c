"""The tamper matrix as data: what is altered, with which keys, and what each verifier says of it first.

Rows 1 to 41 have the numbers of the matrix in the design; those after them are rows that it asks to be added. A cell
names what is found in the file alone, with the operator's published key pinned; empty says that nothing is. Where the
audit finds nothing, it says by whom it is found then, and under which name.
"""

from __future__ import annotations

from typing import Final

from tools.tampers.cells import BOTH, FOREIGN, FORKED, MONITOR, NOTHING, SHORTER, Found, Tamper, each, keys

TAMPERS: Final = (
    Tamper("1", "die", "the face of a die", keys("DICE_NOT_FROM_SEED", "DICE_NOT_FROM_SEED")),
    Tamper(
        "2",
        "removed",
        "an entry is taken out of the middle",
        keys("MISSING_ENTRY", "STALE_COMMAND", each("ILLEGAL_COMMAND_ACCEPTED", "STALE_COMMAND", "")),
    ),
    Tamper("3", "swapped", "two entries stand in each other's place", keys("REORDERED_ENTRY", "STALE_COMMAND")),
    Tamper(
        "4",
        "duplicated",
        "an entry stands twice",
        keys("DUPLICATE_ENTRY", each("COMMAND_ID_REUSED", None, "DICE_REUSED")),
    ),
    Tamper("5", "tail_cut", "the tail is cut off", keys("TRUNCATED_LOG", SHORTER)),
    Tamper(
        "6",
        "appended",
        "an entry is added after the last signed head",
        keys("UNSIGNED_TAIL", each("ILLEGAL_COMMAND_ACCEPTED", "")),
    ),
    Tamper("7", "head_text", "the text of a signed head", keys("HEAD_SIGNATURE_INVALID", "HEAD_SIGNATURE_INVALID")),
    Tamper(
        "7",
        "head_of_another_history",
        "a signed head of another history stands in the file",
        keys("HEAD_MISMATCH", "HEAD_MISMATCH"),
    ),
    Tamper(
        "8", "longer_integer", "the same values in longer bytes", keys("NON_CANONICAL_ENTRY", "NON_CANONICAL_ENTRY")
    ),
    Tamper("9", "trailing_bytes", "bytes after a record", keys("NON_CANONICAL_ENTRY", "NON_CANONICAL_ENTRY")),
    Tamper("10", "spliced", "an entry of another game is put in", keys("WRONG_GAME", "WRONG_GAME")),
    Tamper(
        "11",
        "other_dice",
        "every die is of another secret; events and states follow from them",
        keys(FOREIGN, "DICE_NOT_FROM_SEED"),
    ),
    Tamper("12", "index_skipped", "an unlucky index is skipped", keys(FOREIGN, "DICE_CURSOR_GAP")),
    Tamper("13", "index_twice", "a lucky index is used twice", keys(FOREIGN, "DICE_REUSED")),
    Tamper(
        "14",
        "other_die",
        "a die of eight sides where the rules ask for six",
        keys(FOREIGN, each("DICE_SPEC_MISMATCH", "")),
    ),
    Tamper("15", "extra_die", "one die too many in a throw", keys(FOREIGN, each("DICE_SPEC_MISMATCH", ""))),
    Tamper(
        "16",
        "event_added",
        "one loss more than the rules give, and the state with it",
        keys(FOREIGN, each("EVENTS_MISMATCH", "")),
    ),
    Tamper(
        "17",
        "public_state",
        "the hash of the public state",
        keys(
            each("STATE_HASH_MISMATCH", "CHAIN_BREAK"),
            each("STATE_HASH_MISMATCH", "STALE_COMMAND"),
            each("STATE_HASH_MISMATCH", ""),
        ),
    ),
    Tamper(
        "17",
        "keyed_state",
        "the keyed hash of the full state",
        keys(
            each("STATE_HASH_MISMATCH", "CHAIN_BREAK"),
            each("STATE_HASH_MISMATCH", "STALE_COMMAND"),
            each("STATE_HASH_MISMATCH", ""),
        ),
    ),
    Tamper(
        "18",
        "command_dropped",
        "a player's command is dropped, the rest renumbered; with all keys what was seen is rewritten (row 19)",
        keys("MISSING_ENTRY", "STALE_COMMAND", each("EVENTS_MISMATCH", "DICE_CURSOR_GAP")),
    ),
    Tamper(
        "18",
        "other_moves",
        "the game goes on without the command: it is played anew from there, with the same seed",
        keys(FOREIGN, "COMMAND_SIGNATURE_INVALID", FORKED),
    ),
    Tamper(
        "20",
        "invented",
        "a command that a player never gave",
        keys("DUPLICATE_ENTRY", "COMMAND_SIGNATURE_INVALID", each("STALE_COMMAND", None, "")),
    ),
    Tamper(
        "21",
        "target",
        "the target of a player's command",
        keys("COMMAND_SIGNATURE_INVALID", "COMMAND_SIGNATURE_INVALID", each("EVENTS_MISMATCH", "")),
    ),
    Tamper("22", "other_seed", "another secret is revealed", keys("HEAD_MISMATCH", "SEED_COMMIT_MISMATCH")),
    Tamper(
        "23",
        "remade",
        "the whole game is played anew with a luckier secret",
        keys(FOREIGN, "COMMAND_SIGNATURE_INVALID", NOTHING),
    ),
    Tamper(
        "24",
        "contribution_replaced",
        "a seat's contribution to the seed",
        keys("CONTRIBUTION_MISMATCH", "CONTRIBUTION_MISMATCH"),
    ),
    Tamper(
        "25",
        "contribution_early",
        "a contribution is opened before all were committed",
        keys("REORDERED_ENTRY", "CONTRIBUTION_ORDER"),
    ),
    Tamper(
        "26", "contribution_dropped", "a seat's contribution is dropped", keys("MISSING_ENTRY", "CONTRIBUTION_MISSING")
    ),
    Tamper(
        "27",
        "take_back",
        "a take-back reaches over dice",
        keys(
            each("UNDO_AFTER_INFORMATION", None, "CHAIN_BREAK"),
            each("UNDO_AFTER_INFORMATION", None, "STALE_COMMAND"),
            each("UNDO_AFTER_INFORMATION", None, ""),
        ),
    ),
    Tamper("28", "cursor_rewound", "after a rewind void dice are used again", keys("DICE_REUSED", "DICE_REUSED")),
    Tamper("28", "stand_twice", "dice that stand after a rewind are used twice", keys("DICE_REUSED", "DICE_REUSED")),
    Tamper(
        "28",
        "void_not_named",
        "a rewind does not name all that is void",
        keys(
            each("REWIND_INVALID", None, "CHAIN_BREAK"),
            each("REWIND_INVALID", None, "STALE_COMMAND"),
            each("REWIND_INVALID", None, ""),
        ),
    ),
    Tamper(
        "29", "word", "the words of a ruling, where referees do not sign", keys("CHAIN_BREAK", "STALE_COMMAND", NOTHING)
    ),
    Tamper(
        "29",
        "signed_word",
        "the words of a ruling, where referees sign",
        keys("COMMAND_SIGNATURE_INVALID", "COMMAND_SIGNATURE_INVALID", NOTHING),
    ),
    Tamper(
        "30",
        "again_after_the_close",
        "a ruling is given again after the end, under its old id",
        keys(each("COMMAND_ID_REUSED", None, "UNSIGNED_TAIL"), each("COMMAND_ID_REUSED", None, "")),
    ),
    Tamper(
        "30",
        "late_ruling",
        "a ruling is given after the end",
        keys("UNSIGNED_TAIL", "COMMAND_SIGNATURE_INVALID", each("LATE_RULING", None, "")),
    ),
    Tamper(
        "31",
        "ruling_by_a_seat",
        "a ruling is signed with a player's key",
        keys("UNAUTHORISED_ACTOR", "UNAUTHORISED_ACTOR"),
    ),
    Tamper(
        "31",
        "by_a_seat",
        "what only the service may say is said by a seat",
        keys("HEAD_MISMATCH", each("UNAUTHORISED_ACTOR", None, "COMMAND_SIGNATURE_INVALID")),
    ),
    Tamper(
        "32",
        "never_acknowledged",
        "reported faces count though they were disputed",
        keys(
            "COMMAND_SIGNATURE_INVALID",
            "COMMAND_SIGNATURE_INVALID",
            each("EVENTS_MISMATCH", "REPORTED_ROLL_UNCONFIRMED", ""),
        ),
    ),
    Tamper(
        "32",
        "own_acknowledgement",
        "who reports faces acknowledges them himself",
        keys(
            each("REPORTED_ROLL_UNCONFIRMED", None, "COMMAND_SIGNATURE_INVALID"),
            each("REPORTED_ROLL_UNCONFIRMED", None, "COMMAND_SIGNATURE_INVALID"),
            each("REPORTED_ROLL_UNCONFIRMED", None, ""),
        ),
    ),
    Tamper(
        "33", "reported_die", "a reported die in a seeded game", keys("DICE_SOURCE_VIOLATION", "DICE_SOURCE_VIOLATION")
    ),
    Tamper(
        "34",
        "note_that_does",
        "a note of a referee calls time",
        keys(
            each("CORRECTION_UNDECLARED", None, "CHAIN_BREAK"),
            each("CORRECTION_UNDECLARED", None, "STALE_COMMAND"),
            each("CORRECTION_UNDECLARED", None, ""),
        ),
    ),
    Tamper(
        "34",
        "note_that_sets",
        "a note of a referee sets a value",
        keys(
            each("CORRECTION_MISMATCH", None, "CHAIN_BREAK"),
            each("CORRECTION_MISMATCH", None, "STALE_COMMAND"),
            each("CORRECTION_MISMATCH", None, ""),
        ),
    ),
    Tamper(
        "34",
        "sets_another_value",
        "a correction sets another value than it says",
        keys(
            each("CORRECTION_MISMATCH", None, "CHAIN_BREAK"),
            each("CORRECTION_MISMATCH", None, "STALE_COMMAND"),
            each("CORRECTION_MISMATCH", None, ""),
        ),
    ),
    Tamper("35", "two_heads", "two signed heads of one size", keys("FORKED_LOG", "FORKED_LOG")),
    Tamper(
        "36",
        "vanished",
        "a game that went badly vanishes: there is no file",
        keys(
            Found("", "", "", ((MONITOR, "GAME_MISSING"),)),
            Found("", "", "", ((MONITOR, "GAME_ABANDONED"), (BOTH, "GAME_MISSING"))),
        ),
    ),
    Tamper(
        "37", "retried", "a retry is run twice", keys("DUPLICATE_ENTRY", each("COMMAND_ID_REUSED", None, "DICE_REUSED"))
    ),
    Tamper(
        "38",
        "patched_build",
        "a game of another build than the auditor pins",
        keys(FOREIGN, each("ENGINE_MISMATCH", "")),
    ),
    Tamper(
        "39",
        "time_back",
        "server time goes back",
        keys(
            each("TIME_REGRESSION", None, "CHAIN_BREAK"),
            each("TIME_REGRESSION", None, "STALE_COMMAND"),
            each("TIME_REGRESSION", None, ""),
        ),
    ),
    Tamper("39", "time_on", "server time of an entry is a little later", keys("CHAIN_BREAK", "STALE_COMMAND", NOTHING)),
    Tamper("40", "not_revealed", "the secret is never revealed", keys("SEED_NOT_REVEALED", "SEED_NOT_REVEALED")),
    Tamper("41", "out_of_turn", "a command out of turn is taken", keys(FOREIGN, each("ILLEGAL_COMMAND_ACCEPTED", ""))),
    Tamper(
        "42",
        "order_swapped",
        "a sealed order is exchanged in its opening",
        keys("SEALED_OPENING_MISMATCH", "SEALED_OPENING_MISMATCH"),
    ),
    Tamper(
        "42",
        "secret_in_clear",
        "the secret field of a command is written in clear",
        keys("COMMAND_SIGNATURE_INVALID", "COMMAND_SIGNATURE_INVALID", each("EVENTS_MISMATCH", "")),
    ),
    Tamper(
        "42", "part_left_out", "a sealed part is left out", keys("SEALED_OPENING_MISMATCH", "SEALED_OPENING_MISMATCH")
    ),
    Tamper("42", "hidden_die", "a hidden die, committed to anew", keys("DICE_NOT_FROM_SEED", "DICE_NOT_FROM_SEED")),
    Tamper("42", "hidden_gap", "an index of hidden dice is skipped", keys("DICE_CURSOR_GAP", "DICE_CURSOR_GAP")),
    Tamper(
        "43",
        "too_early",
        "a deadline is enforced too early",
        keys(
            each("CLOCK_MISMATCH", None, "CHAIN_BREAK"),
            each("CLOCK_MISMATCH", None, "STALE_COMMAND"),
            each("CLOCK_MISMATCH", None, ""),
        ),
    ),
    Tamper(
        "43",
        "other_faces",
        "other faces count than those acknowledged",
        keys("COMMAND_SIGNATURE_INVALID", "COMMAND_SIGNATURE_INVALID", each("REPORTED_ROLL_UNCONFIRMED", None, "")),
    ),
    Tamper(
        "43",
        "edition_without_command",
        "another edition is in force without its command",
        keys(
            each("CORRECTION_UNDECLARED", None, "CHAIN_BREAK"),
            each("CORRECTION_UNDECLARED", None, "STALE_COMMAND"),
            each("CORRECTION_UNDECLARED", None, ""),
        ),
    ),
    Tamper("43", "revoked_key", "a ruling is signed with a revoked key", keys("KEY_NOT_VALID", "KEY_NOT_VALID")),
    Tamper(
        "43",
        "appeal_left_open",
        "the ruling on an appeal is dropped, and the game closed",
        keys("MISSING_ENTRY", each("APPEAL_UNRESOLVED", None, "STALE_COMMAND"), each("APPEAL_UNRESOLVED", None, "")),
    ),
    Tamper(
        "44", "no_commitment", "the opening has no commitment to the secret", keys("HEAD_MISMATCH", "SEED_COMMIT_LATE")
    ),
    Tamper(
        "44",
        "stretch_of_another_secret",
        "a stretch of dice is shown with another secret",
        keys("EPOCH_INVALID", "EPOCH_INVALID"),
    ),
    Tamper("44", "stretch_shown_early", "a stretch of dice is shown too early", keys("CHAIN_BREAK", "EPOCH_INVALID")),
    Tamper(
        "44", "dice_of_another_epoch", "a die is said to be of another stretch", keys("EPOCH_INVALID", "EPOCH_INVALID")
    ),
    Tamper(
        "45",
        "register_of_another_opening",
        "the register that the file proves has another opening",
        keys("REGISTRY_MISMATCH", "REGISTRY_MISMATCH"),
    ),
    Tamper(
        "45",
        "register_of_a_late_opening",
        "the register had the opening after the first contribution",
        keys("REGISTRY_MISMATCH", "SEED_COMMIT_LATE"),
    ),
    Tamper(
        "45",
        "register_of_another_end",
        "the register has another last entry",
        keys("REGISTRY_MISMATCH", "REGISTRY_MISMATCH"),
    ),
    Tamper(
        "45",
        "register_of_a_longer_game",
        "the file is cut, and proves what the register has of its end",
        keys("TRUNCATED_LOG", "TRUNCATED_LOG"),
    ),
    Tamper(
        "45",
        "register_without_witnesses",
        "fewer witnesses have seen the register than its policy asks for",
        keys("REGISTRY_MISMATCH", "WITNESS_QUORUM_MISSING"),
    ),
    Tamper("45", "register_proof", "a byte of a proof of the register", keys("REGISTRY_MISMATCH", "REGISTRY_MISMATCH")),
    Tamper(
        "46", "heads_out_of_order", "signed heads stand in another order", keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED")
    ),
    Tamper("46", "head_twice", "a signed head stands twice", keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED")),
    Tamper(
        "46",
        "openings_out_of_order",
        "openings of an entry stand in another order",
        keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED"),
    ),
    Tamper(
        "46",
        "opening_for_nothing",
        "an entry without openings stands among those with some",
        keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED"),
    ),
    Tamper(
        "46",
        "entries_of_openings_out_of_order",
        "entries with openings stand in another order",
        keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED"),
    ),
    Tamper(
        "46",
        "entry_of_openings_twice",
        "an entry with openings stands twice",
        keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED"),
    ),
    Tamper(
        "46",
        "members_out_of_order",
        "the members of the file stand in another order",
        keys("BUNDLE_MALFORMED", "BUNDLE_MALFORMED"),
    ),
)
