"""The work of one file's process: the audit, as `adjudicator replay audit` runs it, and what the file says it is."""

from __future__ import annotations

import json
import re
import zipfile
from io import BytesIO
from typing import Any, Final

import msgspec

from adjudicator.kernel.protocol.editions import later_edition
from adjudicator.kernel.record.record import decoder
from adjudicator.registry import RULESETS, rules_of
from replays.archive.audit.result import FOREIGN, GAME, NEWER, TORN, Judgement
from replays.audit.audit import audit, registered
from replays.bundle import FORMAT, MANIFEST, Bundle, BundleFault, read_bundle

JOB: Final = "replays.archive.audit.job:audit_bytes"
_ZIP: Final = b"PK\x03\x04"
_NAMED: Final = re.compile(r"wgreplay/([0-9]{1,6})")
_CUT: Final = ("cut off", "unreadable after row")


def prepare() -> None:
    """Load what every audit needs, and make what would be made anew in the process of each file."""
    for name in RULESETS:
        registered(name)
        decoder(rules_of(name))


def audit_bytes(data: bytes) -> bytes:
    """Audit a file; gives a Judgement as msgpack."""
    report = audit(data).as_json()
    try:
        bundle = read_bundle(data)
    except BundleFault as fault:
        return msgspec.msgpack.encode(Judgement(report, *_unreadable(data, fault)))
    return msgspec.msgpack.encode(_judgement(report, bundle))


def _judgement(report: dict[str, Any], bundle: Bundle) -> Judgement:
    named = [str(bundle.manifest[key]) for key in ("ruleset", "edition", "engine")]
    ruleset, edition, _ = named
    if ruleset not in RULESETS:
        return Judgement(report, NEWER, f"ruleset {ruleset} is not in this build", *named)
    try:
        newer = later_edition(edition, rules_of(ruleset).edition)
    except ValueError:
        newer = False
    note = f"edition {edition} is later than this build's, {rules_of(ruleset).edition}" if newer else ""
    return Judgement(report, NEWER if newer else GAME, note, *named)


def _unreadable(data: bytes, fault: BundleFault) -> tuple[str, str]:
    """Say what a file is that can not be read, and why."""
    if not data.startswith(_ZIP):
        return FOREIGN, "no replay file" if data else "an empty file"
    named = _NAMED.fullmatch(_format(data))
    if named is not None and int(named[1]) > int(FORMAT.rpartition("/")[2]):
        return NEWER, f"format {named[0]}, this build reads {FORMAT}"
    whole = zipfile.is_zipfile(BytesIO(data))
    if not whole or any(text in fault.text for text in _CUT):
        return TORN, str(fault)
    return FOREIGN, str(fault)


def _format(data: bytes) -> str:
    """Give the format that the manifest of a zip file names; empty where there is none."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            info = archive.getinfo(MANIFEST)
            manifest = json.loads(archive.read(info)) if info.file_size <= len(data) else None
    except Exception:  # noqa: BLE001  (zipfile raises whatever struct, seek and codecs raise)
        return ""
    return str(manifest.get("format", "")) if isinstance(manifest, dict) else ""
