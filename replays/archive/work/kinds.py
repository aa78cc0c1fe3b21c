"""What a file is: a game of this build, or why it is none. All work of an archive is told so from here."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.messages import AdoptEdition, OpenGame
from adjudicator.kernel.protocol.editions import later_edition
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.archive.work.bounded import Bounds, Outcome
from replays.audit.audit import Find, registered
from replays.audit.checks_log import check_genesis
from replays.audit.entries import RawEntry, read_entries
from replays.audit.report import Findings
from replays.bundle import FILE_MAX, FORMAT, MANIFEST, Bundle, BundleFault, read_bundle

# What is no game of this build: cut off, no replay file, of a format, ruleset or edition that this build does not know.
GAME, TORN, FOREIGN, NEWER = "game", "torn", "foreign", "newer"
# A game that is not as it was written, and what can not be read, from disk or by this build.
ALTERED, UNREADABLE = "altered", "unreadable"
# What the work on a file took, or did to its process.
TIME, MEMORY, CRASHED = "beyond its time", "beyond its memory", "crashed"
_ZIP: Final = b"PK\x03\x04"
_FORMAT: Final = re.compile(r"wgreplay/([0-9]{1,6})")
_CUT: Final = ("cut off", "unreadable after row")
_NAMES: Final = ("ruleset", "edition", "engine")


class Strange(Struct, frozen=True):
    """A file that is no game of this build as it was written: of what kind it is, why, and what it says it is."""

    kind: str
    why: str
    ruleset: str = ""
    edition: str = ""
    engine: str = ""


class OpenedGame(Struct, frozen=True):
    """A game of this build as it was written."""

    bundle: Bundle
    rules: LoadedRuleset[Any]
    terms: OpenGame
    entries: list[RawEntry]


def told_apart(data: bytes, find: Find = registered) -> Bundle | Strange:
    """Open a file that is a game of this build, altered or not, or say what else it is: torn, foreign or newer."""
    try:
        bundle = read_bundle(data)
    except BundleFault as fault:
        return _unreadable(data, fault)
    why = _newer(bundle, find)
    return Strange(NEWER, why, *names_of(bundle)) if why else bundle


def opened_game(data: bytes, find: Find = registered) -> OpenedGame | Strange:
    """Open a game of this build that is as it was written, or say what else the file is."""
    bundle = told_apart(data, find)
    if isinstance(bundle, Strange):
        return bundle
    names = names_of(bundle)
    if bundle.altered:
        return Strange(ALTERED, bundle.altered[0], *names)
    findings = Findings()
    entries = read_entries(bundle, findings)
    terms = check_genesis(entries, findings)
    known = find(names[0])
    if terms is None or known is None or findings.found:
        return Strange(ALTERED, "its entries are not as they were written; see replay audit", *names)
    due = (terms.ruleset, terms.edition, terms.engine.hex())
    for name, found, right in zip(_NAMES, names, due, strict=True):
        if found != right:
            return Strange(ALTERED, f"{MANIFEST} names {name} {found}, and its first entry {right}", *names)
    return OpenedGame(bundle, known[0], terms, entries)


def names_of(bundle: Bundle) -> tuple[str, str, str]:
    """Give ruleset, edition and engine as a file names them."""
    ruleset, edition, engine = (str(bundle.manifest[name]) for name in _NAMES)
    return ruleset, edition, engine


def ended(outcome: Outcome, bounds: Bounds) -> tuple[str, str]:
    """Say of what kind a file is whose process came to no end of its own, and why."""
    ends = {
        "time": (TIME, f"it took more than {bounds.seconds} s; raise --seconds"),
        "memory": (MEMORY, f"it took more than {bounds.memory >> 20} MiB; raise --memory"),
    }
    return ends.get(outcome.end, (CRASHED, f"its process ended by {outcome.end}"))


# -- newer


def _newer(bundle: Bundle, find: Find) -> str:
    """Say what of a file this build does not know yet; empty where it knows all that it names."""
    for ruleset, edition in _editions(bundle):
        known = find(ruleset)
        if known is None:
            return f"ruleset {ruleset} is not in this build"
        if later_edition(edition, known[0].edition):
            return f"edition {edition} is later than this build's, {known[0].edition}"
    return ""


def _editions(bundle: Bundle) -> Iterator[tuple[str, str]]:
    """Give rulesets with editions as the manifest and the terms name them, and those that the game went on under."""
    ruleset, edition, _ = names_of(bundle)
    yield ruleset, edition
    terms = check_genesis(_read(bundle, bundle.records[:1]), Findings())
    if terms is not None:
        yield terms.ruleset, terms.edition
    kind = AdoptEdition.__name__
    for raw in _read(bundle, [record for record in bundle.records if kind.encode() in record]):
        if raw.kind == kind and raw.arguments and isinstance(raw.arguments[0], str):
            yield ruleset, raw.arguments[0]


def _read(bundle: Bundle, records: Sequence[bytes]) -> list[RawEntry]:
    return read_entries(replace(bundle, records=tuple(records)), Findings())


# -- torn and foreign


def _unreadable(data: bytes, fault: BundleFault) -> Strange:
    """Say what a file is that can not be read, and why."""
    if not data.startswith(_ZIP):
        return Strange(FOREIGN, "no replay file" if data else "an empty file")
    if len(data) > FILE_MAX:  # which is all that was read of it
        return Strange(FOREIGN, str(fault))
    named = _FORMAT.fullmatch(_format(data))
    if named is not None and int(named[1]) > int(FORMAT.rpartition("/")[2]):
        return Strange(NEWER, f"format {named[0]}, this build reads {FORMAT}")
    if not zipfile.is_zipfile(BytesIO(data)) or any(text in fault.text for text in _CUT):
        return Strange(TORN, str(fault))
    return Strange(FOREIGN, str(fault))


def _format(data: bytes) -> str:
    """Give the format that the manifest of a zip file names; empty where there is none."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            info = archive.getinfo(MANIFEST)
            manifest = json.loads(archive.read(info)) if info.file_size <= len(data) else None
    except Exception:  # noqa: BLE001  (zipfile raises whatever struct, seek and codecs raise)
        return ""
    return str(manifest.get("format", "")) if isinstance(manifest, dict) else ""
