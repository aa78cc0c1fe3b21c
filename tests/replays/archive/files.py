"""Archives for tests: games of bots, files that are damaged in all ways, and what single audits say of them."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from functools import cache
from pathlib import Path

from replays import notes
from replays.audit.audit import audit
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
        "newer-ruleset": with_manifest(data, ruleset="no_such_rules"),
        "newer-edition": with_manifest(data, edition="9999.1"),
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
