"""Pages for the browser, and what they have to show: games of bots, tampered ones, and names that look like markup."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.scene import to_json
from adjudicator.registry import rules_of
from replays.audit.audit import audit
from replays.bundle import Bundle, read_bundle
from replays.page.document import checker, filled, page_of
from replays.page.game_states import ReplayGame
from replays.page.packing import packed, packed_json
from replays.party_names import party_of
from replays.tell.scenes import scene_at

RULESETS = ("hex_orders", "tile_formations", "antares", "grinding_annihilation")
TEN = 10
EVIL = "</script><script>globalThis.broken=1</script><!-- \"'<img src=x onerror=globalThis.broken=2>"


def play(name: str, out: Path, *args: str) -> subprocess.Popen[bytes]:
    """Let bots play a game into a file."""
    command = [sys.executable, "-m", "services.cli", "play", name, "--seed", "7", "--out", str(out), *args]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def game(folder: Path, name: str) -> dict[str, Any]:
    """Write the page of a game, and say what it has to show at ten entries and its end."""
    data = (folder / f"{name}.replay").read_bytes()
    bundle, rules = read_bundle(data), rules_of(name)
    page = page_of(data, rules, report=audit(data))
    (folder / f"{name}.html").write_text(page)
    about = data_of(page)
    count = len(bundle.records)
    places = [*range(1, count, max(1, count // TEN)), count]
    middle = count // 2
    viewers = [viewer["name"] for viewer in about["viewers"]]
    return {
        "name": name,
        "entries": count,
        "middle": middle,
        "hash": about["hashes"][middle - 1],
        "key": ReplayGame(bundle, rules).terms.log_key,
        "viewers": viewers,
        "scenes": {place: scene(bundle, rules, SPECTATOR, place) for place in places},
        "seen": {name: scene(bundle, rules, party_of(name, about["names"]), middle) for name in viewers[1:]},
    }


def scene(bundle: Bundle, rules: LoadedRuleset[Any], viewer: int, seq: int) -> Any:
    """Draw one moment from the file alone; None for a ruleset that draws nothing."""
    return json.loads(to_json(scene_at(bundle, rules, viewer, seq))) if rules.scene is not None else None


def data_of(page: str) -> dict[str, Any]:
    """Read what a page holds."""
    block = re.search(r'id="data">([^<]*)<', page)
    assert block is not None
    value: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(block[1])))
    return value


def tampered(folder: Path, name: str) -> list[dict[str, Any]]:
    """Write pages whose replay file, or whose picture, is not that of the honest page."""
    page = (folder / f"{name}.html").read_text()
    data = (folder / f"{name}.replay").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sizes = {
            info.filename: (info.header_offset + 30 + len(info.filename), info.file_size) for info in archive.infolist()
        }
    found: list[dict[str, Any]] = []
    for member, row in (
        ("entries", "chain"),
        ("heads", "heads"),
        ("sealed", "sealed parts"),
        ("manifest", "container"),
    ):
        offset, size = next(place for file, place in sizes.items() if file.startswith(member))
        changed = bytearray(data)
        changed[offset + size * 2 // 3] ^= 1
        for failing in dict.fromkeys(("container", row)):
            file = f"tampered-{member}-{failing.split()[0]}"
            found.append({"name": file, "row": failing})
            (folder / f"{file}.html").write_text(with_block(page, "replay", packed(bytes(changed))))
    changed = bytearray(data)
    changed[-1] ^= 1
    (folder / "tampered-end.html").write_text(with_block(page, "replay", packed(bytes(changed))))
    return [*found, {"name": "tampered-end", "row": "container"}, *pictures(folder, page)]


def pictures(folder: Path, page: str) -> list[dict[str, Any]]:
    """Write pages that show something else than the bytes say."""
    found = []
    for what in ("face", "roller", "source", "party", "clause", "sum", "kind", "table"):
        value = data_of(page)
        seq = changed_picture(value, what)
        (folder / f"picture-{what}.html").write_text(with_block(page, "data", packed_json(value)))
        found.append({"name": f"picture-{what}", "row": "picture", "entry": seq})
    return found


def changed_picture(value: dict[str, Any], what: str) -> int:
    """Change one thing that a page shows; gives its entry."""
    if what == "table":
        seq = min(value["tables"], key=int)
        value["tables"][seq] = base64.b64encode(b"\x90").decode()
        return int(seq)
    for row in value["told"]["first"]:
        for event in row["ev"]:
            if what == "face" and event.get("throws"):
                event["throws"][0]["f"][0] += 1
            elif what == "roller" and event.get("throws"):
                event["throws"][0]["by"] += "s"
            elif what == "source" and event.get("throws"):
                event["throws"][0]["src"] = "reported"
            elif what == "party":
                row["by"] += "s"
            elif what == "clause" and event.get("c"):
                event["c"][0] += "0"
            elif what == "sum" and event.get("sums"):
                event["sums"][0]["terms"][0][2] += 1
            elif what == "kind" and event.get("k"):
                row["kind"] += "s"
            else:
                continue
            return int(row["n"])
    raise AssertionError(what)


def with_block(page: str, name: str, packed_value: str) -> str:
    """Put another block into a page."""
    return re.sub(rf'(id="{name}">)[^<]*', lambda found: found[1] + packed_value, page, count=1)


def evil(folder: Path, name: str) -> str:
    """Write a page whose title and names look like markup."""
    page = (folder / f"{name}.html").read_text()
    text = json.dumps(data_of(page)).replace('"red"', json.dumps(EVIL))
    value = json.loads(text) | {"title": f"{EVIL} against blue"}
    (folder / "evil.html").write_text(filled(value["title"], EVIL, "", packed_json(value)))
    return "evil"


def prepare(folder: Path, long: tuple[str, tuple[str, ...]]) -> None:
    """Write all pages, and the plan of what they have to show."""
    games = [play(name, folder / f"{name}.replay") for name in RULESETS]
    games.append(play(long[0], folder / "long.replay", *long[1]))
    assert [game.wait() for game in games] == [0] * len(games)
    plan: dict[str, Any] = {"games": [game(folder, name) for name in RULESETS]}
    first = RULESETS[0]
    plan["tampered"] = tampered(folder, first)
    plan["evil"] = evil(folder, first)
    page = (folder / f"{first}.html").read_text()
    (folder / "changed.html").write_text(page.replace("performance.mark(", "performance.mark (", 1))
    plan["changed"] = "changed"
    (folder / "checker.html").write_text(checker())
    data = (folder / f"{first}.replay").read_bytes()
    (folder / "seat.html").write_text(page_of(data, rules_of(first), seat="red"))
    plan["seat"] = "seat"
    data = (folder / "long.replay").read_bytes()
    (folder / "long.html").write_text(page_of(data, rules_of(long[0])))
    plan["long"] = {"name": "long", "entries": len(read_bundle(data).records)}
    (folder / "plan.json").write_text(json.dumps(plan))
