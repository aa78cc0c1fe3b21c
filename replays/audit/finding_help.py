"""Help for findings: what every code of the audit means and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

EXPORT_AGAIN = (
    "Export the game again from the service; if that file fails too, its log was altered: freeze the event's results."
)
RECEIPTS = "Ask the players for their receipts of this entry and compare; they prove what the service had answered."
OPERATOR = "The operator has to explain this; until then the result should not count."
RULES = (
    "Look at the entry with `replay show`; if the rules code is right, the operator took what the rules do not allow."
)

HELP: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "BUNDLE_MALFORMED": ("The file, or an entry in it, is not what the service writes.", EXPORT_AGAIN),
        "NON_CANONICAL_ENTRY": ("An entry's bytes were written by something else than the service.", EXPORT_AGAIN),
        "GENESIS_INVALID": ("The first entry does not open a game completely.", EXPORT_AGAIN),
        "WRONG_GAME": ("An entry of another game stands in this one.", EXPORT_AGAIN),
        "MISSING_ENTRY": ("An entry is not there.", EXPORT_AGAIN),
        "REORDERED_ENTRY": ("Entries stand in another order than they were written in.", EXPORT_AGAIN),
        "DUPLICATE_ENTRY": ("An entry stands there twice.", EXPORT_AGAIN),
        "CHAIN_BREAK": ("Something before this entry was changed after this entry was written.", EXPORT_AGAIN),
        "HEAD_SIGNATURE_INVALID": (
            "A signed head is not by the log key.",
            "Compare the key with the published one; then: " + EXPORT_AGAIN,
        ),
        "HEAD_MISMATCH": ("A signed head is of another history than this one.", RECEIPTS),
        "TRUNCATED_LOG": ("Entries that were signed are missing at the end.", EXPORT_AGAIN),
        "UNSIGNED_TAIL": ("Nobody has signed the entries at the end.", EXPORT_AGAIN),
        "HEAD_CADENCE": ("A head that the service has to keep is not in the file.", "Ask for a full export."),
        "FORKED_LOG": ("Two histories of this game were signed.", RECEIPTS),
        "LOG_KEY_UNPROVEN": (
            "The log key was changed without the earlier key's signature.",
            "Compare the later key with the published one; ask the operator why the earlier one was lost.",
        ),
        "REGISTRY_MISMATCH": (
            "The public register says something else of this game, or what the file proves of it does not hold.",
            "Keep the file and the register's checkpoint: both are signed, and cannot both be true. Ask the operator.",
        ),
        "GAME_ABANDONED": (
            "The game was opened in public and its end is not there.",
            "Ask the operator why it has no end; a game that went badly may have been dropped.",
        ),
        "WITNESS_QUORUM_MISSING": (
            "Fewer witnesses have seen the register than its policy asks for: others may have been shown another one.",
            "Ask for the proof again, when the witnesses have seen it; compare your checkpoint with those of others.",
        ),
        "RECEIPT_NOT_IN_LOG": (
            "A player holds a signed head of another history: what was answered then is not what this log says.",
            OPERATOR,
        ),
        "RECEIPT_UNPROVEN": (
            "A receipt or statement is not signed with a key of this log.",
            "Pin the published key with --vkey: either this is no receipt of the service, or the log was signed anew.",
        ),
        "WALLET_CONTRADICTED": (
            "The holder of a wallet noted something else than the log says; no signature proves it.",
            "Ask the holder for the receipt of this entry: the service's signature settles who is right.",
        ),
        "OPENING_REPLACED": (
            "The game was opened anew under the same id: its opening is another than the service signed for a player.",
            OPERATOR,
        ),
        "CONTRIBUTION_REPLACED": (
            "A seat's contribution to the seed is another than the service signed for it: its dice may be chosen.",
            OPERATOR,
        ),
        "COMMAND_MISSING": ("A command that the service confirmed to its player does not stand in the log.", OPERATOR),
        "COMMAND_ALTERED": (
            "A command stands in the log otherwise than the service confirmed it to its player.",
            OPERATOR,
        ),
        "REFUSED_LEGAL_COMMAND": (
            "The service refused a command that the rules allowed on the very state that it names.",
            OPERATOR,
        ),
        "REFUSAL_MISSTATED": (
            "The rules refuse this command too, but for another reason than the service signed.",
            "Look at the clause that is due: the player may have been told to do the wrong thing.",
        ),
        "REFUSAL_UNPROVEN": (
            "A refusal is not signed with a key of this log, or its command is not in the wallet.",
            "Pin the published key with --vkey; a refusal can be judged only with the wallet of who gave the command.",
        ),
        "STATEMENT_CONTRADICTED": (
            "A seat stated to have seen another history than this one.",
            "Ask that seat for its receipt of this entry: the service's signature settles who is right.",
        ),
        "TIME_REGRESSION": (
            "Server time goes back.",
            "Ask the operator about the clock; deadlines after this entry are in doubt.",
        ),
        "SEED_COMMIT_LATE": (
            "The seed was not fixed before the players' contributions: it may have been chosen.",
            OPERATOR,
        ),
        "SEED_COMMIT_MISMATCH": ("The revealed secret is not the one committed to.", OPERATOR),
        "SEED_NOT_REVEALED": ("The game is over and its secret is not out: the dice can not be checked.", OPERATOR),
        "TEST_SEED": ("The secret is one that everybody knows.", OPERATOR),
        "CONTRIBUTION_MISMATCH": (
            "A contribution, or what the seed was made of, is not what was committed to.",
            OPERATOR,
        ),
        "CONTRIBUTION_ORDER": (
            "A seat opened its contribution before all had committed: the last could choose.",
            OPERATOR,
        ),
        "CONTRIBUTION_MISSING": ("A seat neither contributed to the seed nor was ruled absent.", OPERATOR),
        "CONTRIBUTION_WEAK": (
            "A contribution was not random.",
            "Fix the client that made it; the other seat's was enough for fair dice.",
        ),
        "EPOCH_INVALID": (
            "Dice are of another stretch than they should be, or a stretch was not shown as it was committed to.",
            OPERATOR,
        ),
        "UNSIGNED_GAME": (
            "Nobody had to sign in this game: whoever has the log key could have written what the seats gave.",
            "Believe it as far as you believe the operator; open the next game with signatures.",
        ),
        "UNSIGNED_ACTS": (
            "Rulings of this game are not signed: whoever has the log key could have written them.",
            "Ask the referee; open the next game with signatures of its officials.",
        ),
        "DICE_BEFORE_SEED": ("A die was thrown before the seed was fixed.", OPERATOR),
        "DICE_NOT_FROM_SEED": ("A face is not the one that the seed gives.", OPERATOR),
        "DICE_CURSOR_GAP": ("A die was skipped: somebody may have looked for a better one.", OPERATOR),
        "DICE_REUSED": ("A die was used twice.", OPERATOR),
        "DICE_SPEC_MISMATCH": ("Other dice were thrown than the rules ask for.", RULES),
        "DICE_SOURCE_VIOLATION": ("Dice come from another source than the terms of the game say.", OPERATOR),
        "REPORTED_ROLL_UNCONFIRMED": (
            "Faces count that nobody but their roller has seen, or others than those seen.",
            "Ask both players.",
        ),
        "UNDO_AFTER_INFORMATION": (
            "A seat took entries back after dice were thrown, something was shown, or somebody else had acted.",
            OPERATOR,
        ),
        "REWIND_INVALID": ("A ruling went back where it may not, or does not name all that it made void.", OPERATOR),
        "STOP_INVALID": (
            "A call, pause or adjournment is not as the terms of the game say, or something was played in it.",
            OPERATOR,
        ),
        "LATE_RULING": (
            "A ruling was given after the game was closed.",
            "It counts for nothing in this game; ask the operator how it came into the log.",
        ),
        "APPEAL_UNRESOLVED": ("The game was closed while an appeal waited for a referee.", OPERATOR),
        "APPEAL_INVALID": ("An appeal was lodged, settled or granted where it may not be.", OPERATOR),
        "UNAUTHORISED_ACTOR": ("An actor gave a command that the role does not allow.", OPERATOR),
        "COMMAND_SIGNATURE_INVALID": ("The player did not sign this command as it stands here.", RECEIPTS),
        "KEY_NOT_VALID": (
            "A signature or token is of somebody who does not play the seat: unknown, no longer, or not yet.",
            OPERATOR,
        ),
        "STALE_COMMAND": (
            "The player decided on another state than the one before this entry: a command may be missing.",
            RECEIPTS,
        ),
        "COMMAND_ID_REUSED": ("One command was carried out twice.", OPERATOR),
        "SEALED_OPENING_MISMATCH": ("A sealed part is not what was committed to, or missing, or too many.", OPERATOR),
        "RESULT_UNCONFIRMED": (
            "A seat never confirmed the result.",
            "Ask the player; without it no receipt of a player covers the last entries.",
        ),
        "CLOCK_MISMATCH": ("A clock, or a time to answer, was not what the times of the entries make it.", OPERATOR),
        "CORRECTION_MISMATCH": ("A ruling set other values than it names.", OPERATOR),
        "CORRECTION_UNDECLARED": ("An entry does what is not its command's to do: a note that sets a clock.", OPERATOR),
        "RULING_INCOMPLETE": ("A ruling does not say why, or says it otherwise than who gave it.", OPERATOR),
        "EVENT_INVALID": ("An entry of an event does not follow from those before it.", OPERATOR),
        "EVENT_GAME_MISMATCH": ("A game was not opened as the log of its event says.", OPERATOR),
        "EVENT_GAME_FAILED": ("A game of the event fails its own audit.", "Look at its report: replay audit FILE."),
        "EVENT_RULING_INVALID": (
            "In a game somebody ruled who may not, or on an interpretation that there was not.",
            OPERATOR,
        ),
        "CONFLICTED_REFEREE": (
            "Somebody ruled in a game of the own club or against the own key, and not every seat has accepted that.",
            "Ask both players; what was ruled stands until the organiser has another referee look at it.",
        ),
        "EVENT_PENALTY_MISMATCH": (
            "Penalties of the event and of its games do not fit each other, or what follows from them is missing.",
            OPERATOR,
        ),
        "ENGINE_MISMATCH": (
            "Game or audit are of another build than the pinned one.",
            "Take the pinned release for both.",
        ),
        "ILLEGAL_COMMAND_ACCEPTED": ("The rules refuse this command.", RULES),
        "EVENTS_MISMATCH": ("The rules make something else of this command.", RULES),
        "STATE_HASH_MISMATCH": ("The state after this entry is another than the log says.", RULES),
    }
)
