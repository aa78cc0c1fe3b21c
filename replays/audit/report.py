"""What an audit found: findings with stable codes, a primary one, and what no audit can show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

# order of meaning inside one entry: format, chain, seed, dice, authority, meaning
ORDER = ("format", "chain", "seed", "dice", "authority", "meaning")
# what the levels of an audit look at
LEVEL_NAMES: Mapping[str, str] = MappingProxyType(
    {"L0": "bytes, signatures, dice", "L1": "order and authority", "L2": "the rules", "L3": "receipts and register"}
)
CODES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "BUNDLE_MALFORMED": ("L0", "format"),
        "NON_CANONICAL_ENTRY": ("L0", "format"),
        "GENESIS_INVALID": ("L0", "format"),
        "WRONG_GAME": ("L0", "chain"),
        "MISSING_ENTRY": ("L0", "chain"),
        "REORDERED_ENTRY": ("L0", "chain"),
        "DUPLICATE_ENTRY": ("L0", "chain"),
        "COMMAND_ID_REUSED": ("L1", "chain"),
        "CHAIN_BREAK": ("L0", "chain"),
        "FORKED_LOG": ("L0", "chain"),
        "HEAD_SIGNATURE_INVALID": ("L0", "chain"),
        "HEAD_MISMATCH": ("L0", "chain"),
        "TRUNCATED_LOG": ("L0", "chain"),
        "UNSIGNED_TAIL": ("L0", "chain"),
        "HEAD_CADENCE": ("L1", "chain"),
        "LOG_KEY_UNPROVEN": ("L0", "chain"),
        "RECEIPT_NOT_IN_LOG": ("L3", "chain"),
        "RECEIPT_UNPROVEN": ("L3", "chain"),
        "WALLET_CONTRADICTED": ("L3", "chain"),
        "STATEMENT_CONTRADICTED": ("L3", "chain"),
        "REGISTRY_MISMATCH": ("L3", "chain"),
        "GAME_ABANDONED": ("L3", "chain"),
        "WITNESS_QUORUM_MISSING": ("L3", "chain"),
        "TIME_REGRESSION": ("L1", "chain"),
        "OPENING_REPLACED": ("L3", "seed"),
        "CONTRIBUTION_REPLACED": ("L3", "seed"),
        "SEED_COMMIT_LATE": ("L0", "seed"),
        "SEED_COMMIT_MISMATCH": ("L0", "seed"),
        "SEED_NOT_REVEALED": ("L0", "seed"),
        "TEST_SEED": ("L0", "seed"),
        "CONTRIBUTION_MISSING": ("L1", "seed"),
        "CONTRIBUTION_MISMATCH": ("L0", "seed"),
        "CONTRIBUTION_ORDER": ("L1", "seed"),
        "CONTRIBUTION_WEAK": ("L1", "seed"),
        "EPOCH_INVALID": ("L0", "dice"),
        "DICE_BEFORE_SEED": ("L1", "dice"),
        "DICE_NOT_FROM_SEED": ("L0", "dice"),
        "DICE_CURSOR_GAP": ("L1", "dice"),
        "DICE_REUSED": ("L1", "dice"),
        "DICE_SOURCE_VIOLATION": ("L1", "dice"),
        "REPORTED_ROLL_UNCONFIRMED": ("L1", "dice"),
        "DICE_SPEC_MISMATCH": ("L2", "dice"),
        "UNAUTHORISED_ACTOR": ("L1", "authority"),
        "COMMAND_SIGNATURE_INVALID": ("L0", "authority"),
        "KEY_NOT_VALID": ("L1", "authority"),
        "UNSIGNED_GAME": ("L1", "authority"),
        "UNSIGNED_ACTS": ("L1", "authority"),
        "STALE_COMMAND": ("L0", "authority"),
        "SEALED_OPENING_MISMATCH": ("L0", "authority"),
        "COMMAND_MISSING": ("L3", "authority"),
        "COMMAND_ALTERED": ("L3", "authority"),
        "RESULT_UNCONFIRMED": ("L1", "authority"),
        "CLOCK_MISMATCH": ("L1", "authority"),
        "UNDO_AFTER_INFORMATION": ("L1", "authority"),
        "REWIND_INVALID": ("L1", "authority"),
        "STOP_INVALID": ("L1", "authority"),
        "LATE_RULING": ("L1", "authority"),
        "APPEAL_UNRESOLVED": ("L1", "authority"),
        "APPEAL_INVALID": ("L1", "authority"),
        "CORRECTION_MISMATCH": ("L1", "authority"),
        "CORRECTION_UNDECLARED": ("L1", "authority"),
        "RULING_INCOMPLETE": ("L1", "authority"),
        "EVENT_INVALID": ("L1", "authority"),
        "EVENT_GAME_MISMATCH": ("L1", "authority"),
        "EVENT_GAME_FAILED": ("L1", "authority"),
        "EVENT_RULING_INVALID": ("L1", "authority"),
        "CONFLICTED_REFEREE": ("L1", "authority"),
        "EVENT_PENALTY_MISMATCH": ("L1", "authority"),
        "ENGINE_MISMATCH": ("L2", "meaning"),
        "ILLEGAL_COMMAND_ACCEPTED": ("L2", "meaning"),
        "EVENTS_MISMATCH": ("L2", "meaning"),
        "STATE_HASH_MISMATCH": ("L2", "meaning"),
        "REFUSED_LEGAL_COMMAND": ("L3", "meaning"),
        "REFUSAL_MISSTATED": ("L3", "meaning"),
        "REFUSAL_UNPROVEN": ("L3", "meaning"),
    }
)
_PLACES = MappingProxyType({code: place for place, code in enumerate(CODES)})
LONGEST = 400
# Findings of one code that are listed, and remarks of one kind; of more the report says how many there are.
FINDINGS_MOST = 1_000
REMARKS_MOST = 5_000
WARNINGS = frozenset(
    {
        "CONTRIBUTION_WEAK",
        "HEAD_CADENCE",
        "LOG_KEY_UNPROVEN",
        "RECEIPT_UNPROVEN",
        "REFUSAL_MISSTATED",
        "REFUSAL_UNPROVEN",
        "RESULT_UNCONFIRMED",
        "STATEMENT_CONTRADICTED",
        "WALLET_CONTRADICTED",
        "UNSIGNED_ACTS",
        "UNSIGNED_GAME",
    }
)
PASS, NOTES, FAIL, INCOMPLETE = "PASS", "PASS_WITH_NOTES", "FAIL", "INCOMPLETE"
EXIT = MappingProxyType({PASS: 0, NOTES: 1, FAIL: 2, INCOMPLETE: 3})
LIMITS = (
    "whether the operator gave a player coming dice (profile P0 and P1)",
    "whether a sealed order was given away before it opened",
    "whether two players agreed on reported dice that were never thrown",
    "whether a command was dropped of which the player holds no receipt",
    "whether a command was refused without an answer, or with one that nobody has signed",
    "whether it is the only game that was opened for its seats: a register that somebody watches does",
    "whether the pinned rules code reads the rulebook rightly",
    "who sat at the keyboard",
)


class Finding(Struct, frozen=True):
    """A fault that was found: stable code, severity, entry (0 for the file), what was expected and found."""

    code: str
    severity: str
    seq: int
    expected: str
    found: str


class Judged(Struct, frozen=True):
    """Entries from `first` to `last` whose commands a build has adjudicated again: its edition, and its digest."""

    first: int
    last: int
    edition: str
    engine: str


class Report(Struct, frozen=True):
    """Outcome of an audit.

    `levels` says for L0 to L2, and for L3 where there were receipts, whether it ran completely ("done") or why not.
    `forgers` says whose keys it takes to forge such a game unseen, `declared` what its terms declare, `testimony` the
    facts and reports that rest on people's word, `refusals` what came of refusals that were judged again, `limits` what
    no audit can show. `sha256` is the file that was audited, and `judged` what of it was adjudicated again (L2):
    reports of several builds on one file make a whole. `foreign` are the stretches that only other builds can judge.
    """

    result: str
    game: str
    entries: int
    levels: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    primary: Finding | None
    declared: tuple[str, ...]
    testimony: tuple[str, ...]
    notes: tuple[str, ...]
    refusals: tuple[str, ...] = ()
    limits: tuple[str, ...] = LIMITS
    forgers: str = ""
    sha256: str = ""
    judged: tuple[Judged, ...] = ()
    foreign: tuple[Judged, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 pass, 1 pass with notes, 2 fail, 3 incomplete."""
        return EXIT[self.result]

    def as_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "result": self.result,
            "game": self.game,
            "entries": self.entries,
            "levels": dict(self.levels),
            "primary": _plain(self.primary),
            "findings": [_plain(finding) for finding in self.findings],
            "declared": list(self.declared),
            "testimony": list(self.testimony),
            "notes": list(self.notes),
            "refusals": list(self.refusals),
            "limits": list(self.limits),
            "forgers": self.forgers,
            "sha256": self.sha256,
            "judged": [_plain(stretch) for stretch in self.judged],
        }


def _plain(row: Finding | Judged | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {name: getattr(row, name) for name in row.__struct_fields__}


class Findings:
    """Collects findings and notes while the checks run; of each code `most` are listed, and the others counted."""

    def __init__(self, most: int = FINDINGS_MOST) -> None:
        self.most = most
        self.total = 0
        self.found: list[Finding] = []
        self.notes: list[str] = []
        self.testimony: list[str] = []
        self.refusals: list[str] = []
        self.incomplete: dict[str, str] = {}
        self.judged: list[Judged] = []
        self.foreign: list[Judged] = []
        self._listed: Counter[str] = Counter()
        self._left: Counter[str] = Counter()
        self._seen: set[Finding] = set()

    def add(self, code: str, seq: int, expected: object, found: object) -> None:
        """Add a finding; what is expected and found is shown as text."""
        self.total += 1
        if self._listed[code] >= self.most:
            self._left[code] += 1
            return
        severity = "warning" if code in WARNINGS else "error"
        finding = Finding(code, severity, seq, _text(expected), _text(found))
        if finding not in self._seen:
            self._seen.add(finding)
            self._listed[code] += 1
            self.found.append(finding)

    def judge(self, seq: int, edition: str, engine: bytes) -> None:
        """Say that an entry was adjudicated again and is as it was, with a build of this edition and digest."""
        last = self.judged[-1] if self.judged else None
        if last is not None and (last.last + 1, last.edition) == (seq, edition):
            self.judged[-1] = replace(last, last=seq)
        else:
            self.judged.append(Judged(seq, seq, edition, engine.hex()))

    def has(self, *codes: str) -> bool:
        """Whether one of these was found."""
        return any(finding.code in codes for finding in self.found)

    def has_at(self, seq: int, code: str) -> bool:
        """Whether this was found of an entry."""
        return any((finding.seq, finding.code) == (seq, code) for finding in self.found)

    def report(self, game: str, entries: int, declared: tuple[str, ...], levels: tuple[str, ...]) -> Report:
        """Make the report."""
        ranked = in_order(self.found)
        states = tuple((level, self.incomplete.get(level, "done")) for level in levels)
        primary = primary_of(ranked)
        result = result_of(ranked, self.notes, whole=not self.incomplete)
        left = [f"{code}: {count} findings more are not listed" for code, count in sorted(self._left.items())]
        lines = _lines(declared), _lines(self.testimony), _lines([*self.notes, *left]), _lines(self.refusals)
        return Report(
            result,
            game,
            entries,
            states,
            ranked,
            primary,
            *lines,
            judged=tuple(self.judged),
            foreign=tuple(self.foreign),
        )


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Put what matters first at the front: errors, the earliest, and of one entry what the others follow from."""
    return tuple(sorted(findings, key=_rank))


def primary_of(ranked: Sequence[Finding]) -> Finding | None:
    """Give the first error, where there is one."""
    return next((finding for finding in ranked if finding.severity == "error"), None)


def result_of(ranked: Sequence[Finding], notes: Sequence[str], *, whole: bool) -> str:
    """Say in a word what an audit found; `whole` says that nothing was left unchecked."""
    if primary_of(ranked) is not None:
        return FAIL
    if not whole:
        return INCOMPLETE
    return NOTES if ranked or notes else PASS


def _rank(finding: Finding) -> tuple[bool, int, int, int]:
    whole_file = finding.seq == 0  # a fault of an entry says more than that the file is not as written
    seq = 1 << 40 if whole_file else finding.seq
    return (finding.severity != "error", seq, ORDER.index(CODES[finding.code][1]), _PLACES[finding.code])


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    """Cut remarks to what a report takes of them, lines and length."""
    lines = list(texts)
    left = len(lines) - REMARKS_MOST
    return (*map(_text, lines[:REMARKS_MOST]), *([f"{left} lines more are not listed"] if left > 0 else []))


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value[:LONGEST].hex()[:LONGEST]
    text = printable(str(value)[: LONGEST + 1])
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def printable(text: str) -> str:
    """Escape control characters and what a terminal can not show: the text comes from an unchecked file."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
