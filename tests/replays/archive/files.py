"""Archives for tests: games of bots, files that are damaged in all ways, and what single audits say of them."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from functools import cache
from pathlib import Path

import msgpack

from adjudicator.kernel.record.mpint import pack
from replays import notes
from replays.audit.audit import audit
from replays.bundle import Sealed, read_bundle, write_bundle
from services.rpc.export import export
from services.tools.play import LOG_NAME, BotTable

RULESETS = ("tile_formations", "hex_orders", "grinding_annihilation", "antares")


@cache
def game(ruleset: str = "tile_formations", seed: int = 1) -> bytes:
    """Give the replay file of a game between bots."""

    async def play() -> bytes:
        table = BotTable(ruleset, seed)
        await table.play()
        return await table.replay()

    return asyncio.run(play())


@cache
def begun(ruleset: str = "tile_formations", seed: int = 1, entries: int = 60) -> bytes:
    """Give the replay file of that game as it was when it had so many entries, nothing opened."""

    async def play() -> bytes:
        table = BotTable(ruleset, seed)
        await table.play()
        log = [entry async for entry in table.log.read(table.game_id)][:entries]
        return export(log, lambda text: notes.sign(table.log_key, LOG_NAME, text), lambda *_: False)

    return asyncio.run(play())


@cache
def disputed_game() -> bytes:
    """Give a game in which a stated fact was disputed."""
    return next(data for seed in range(1, 40) if b"FactDisputed" in (data := game(seed=seed)))


def with_manifest(data: bytes, **changed: str) -> bytes:
    """Change what the manifest of a replay file says."""
    members = _members(data)
    manifest = json.loads(members["manifest.json"]) | changed
    return _zipped(members | {"manifest.json": json.dumps(manifest, sort_keys=True, indent=1).encode() + b"\n"})


def rewritten(data: bytes, **names: str) -> bytes:
    """Write a file of another ruleset or edition, in the manifest and in its terms."""
    bundle = read_bundle(data)
    names = {"ruleset": bundle.manifest["ruleset"], "edition": bundle.manifest["edition"], **names}
    engine = bytes.fromhex(bundle.manifest["engine"])
    first = bundle.records[0]
    for name in ("ruleset", "edition"):  # with their lengths, which may differ
        first = first.replace(pack(bundle.manifest[name]), pack(names[name]))
    sealed = [Sealed(row.seq, row.openings) for row in bundle.sealed]
    records = (first, *bundle.records[1:])
    return write_bundle(names["ruleset"], names["edition"], engine, records, bundle.heads, sealed)


def adopting(data: bytes, edition: str) -> bytes:
    """Write a file whose last entry says that the game went on under another edition."""
    bundle = read_bundle(data)
    last = msgpack.unpackb(bundle.records[-1], raw=False)
    last[6][2] = ["AdoptEdition", edition, *last[6][2][2:]]
    records = (*bundle.records[:-1], msgpack.packb(last, use_bin_type=True))
    ruleset, known, engine = (bundle.manifest[name] for name in ("ruleset", "edition", "engine"))
    return write_bundle(ruleset, known, bytes.fromhex(engine), records, bundle.heads, bundle.sealed)


def _members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            archive.writestr(name, members[name])
    return out.getvalue()


def flipped(data: bytes, part: float) -> bytes:
    """Change a bit at some part of a file."""
    place = int(len(data) * part)
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def damages(data: bytes) -> dict[str, bytes]:
    """Damage a file in every way, by name."""
    return {
        "torn": data[: len(data) * 2 // 3],
        "foreign": b"GIF89a, which is no replay file",
        "other-zip": _zipped({"readme.txt": b"a zip of something else"}),
        "empty": b"",
        "newer-format": with_manifest(data, format="wgreplay/9"),
        "newer-ruleset": rewritten(data, ruleset="no_such_rules"),
        "newer-edition": rewritten(data, edition="9999.1"),
        "bit-in-entries": flipped(data, 0.3),
        "bit-further-on": flipped(data, 0.6),
        "bit-in-directory": flipped(data, 0.9999),
        "one-more-byte": data + b"\0",
    }


def written(folder: Path, files: dict[str, bytes]) -> Path:
    """Write files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        folder.joinpath(f"{name}.replay").write_bytes(data)
    return folder


def single(path: Path) -> dict:
    """Give what an audit of this one file says, as plain values."""
    return json.loads(json.dumps(audit(path.read_bytes()).as_json()))
