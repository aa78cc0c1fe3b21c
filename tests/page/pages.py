"""Pages for the browser, and what they have to show: games of bots, tampered ones, and names that look like markup."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from adjudicator.registry import rules_of
from replays.audit.audit import audit
from replays.bundle import read_bundle
from replays.page.document import checker, filled, page_of
from replays.page.game_states import ReplayGame
from replays.page.packing import packed, packed_json
from replays.party_names import party_of
from services.tools.play import BotTable
from tests.page.altered import Altered, altered, flipped
from tests.page.bots import SEED, ShortTable, played, scenarios
from tests.page.scenes import scenes, ten_of

RULESETS = ("hex_orders", "tile_formations", "antares", "grinding_annihilation")
SHORT = 100
# What a page shows, of which each is changed in a page of its own.
CHANGED = ("face", "roller", "source", "party", "clause", "sum", "kind", "table")
EVIL = "</script><script>globalThis.broken=1</script><!-- \"'<img src=x onerror=globalThis.broken=2>"


def game(folder: Path, name: str) -> dict[str, Any]:
    """Play a whole game, write its page and altered ones, and say what they have to show."""
    rules, table = rules_of(name), BotTable(name, SEED)
    case = Altered(table, played(table)).registered()
    data = case.forged()
    (folder / f"{name}.replay").write_bytes(data)
    bundle = read_bundle(data)
    page = page_of(data, rules, report=audit(data))
    (folder / f"{name}.html").write_text(page)
    about = data_of(page)
    count = len(bundle.records)
    middle = count // 2
    viewers = [viewer["name"] for viewer in about["viewers"]]
    seen = {viewer: party_of(viewer, about["names"]) for viewer in viewers[1:]}
    return {
        "name": name,
        "entries": count,
        "middle": middle,
        "hash": about["hashes"][middle - 1],
        "key": ReplayGame(bundle, rules).terms.log_key,
        "viewers": viewers,
        "scenes": scenes(bundle, rules, ten_of(count)),
        "seen": {viewer: scenes(bundle, rules, [middle], party)[middle] for viewer, party in seen.items()},
        "ordered": ordered(about),
        "search": {word: count_of(about, word) for word in searched(about)},
        "flipped": flips(folder, name, data),
        "tampered": tampered(folder, name, page, case),
    }


def scenario(folder: Path, ruleset: str, name: str) -> dict[str, Any]:
    """Play a short game of a scenario, write its page, and say what it has to show."""
    rules, data = rules_of(ruleset), played(ShortTable(ruleset, name, SHORT))
    bundle, file = read_bundle(data), f"scenario-{ruleset}-{name}"
    (folder / f"{file}.html").write_text(page_of(data, rules))
    count = len(bundle.records)
    return {"name": file, "entries": count, "scenes": scenes(bundle, rules, ten_of(count))}


def ordered(about: dict[str, Any]) -> list[Any] | None:
    """Choose the first entry of a throw whose results stand in an order; what its page says of it."""
    for row in about["told"]["first"]:
        for _, result, just, better, of in (order for event in row["ev"] for order in event.get("orders", ())):
            percent = [f"{round(1000 * good / of) / 10:g} %" for good in (just, better)]
            said = f"{just} in {of} ({percent[0]}) for {result}, {better} in {of} ({percent[1]}) for that or better"
            return [row["n"], f"chance before: {said}"]
    return None


def searched(about: dict[str, Any]) -> list[str]:
    """Choose what to search for: a side, a command, a number, and two words that stand in one entry."""
    rows = about["told"]["first"]
    told = rows[len(rows) // 2]
    return [told["by"], told["kind"].lower(), str(told["n"]), f"{told['by']} {told['kind'].lower()}", "no such word"]


def count_of(about: dict[str, Any], words: str) -> int:
    """Count the entries that hold all of these words, as the page tells them."""

    def text(row: dict[str, Any]) -> str:
        told = [*row.get("head", ()), *(event.get("t", "") for event in row["ev"])]
        return " ".join([str(row["n"]), row["by"], row["kind"], row["with"], *filter(None, told)]).lower()

    return sum(all(word in text(row) for word in words.split()) for row in about["told"]["first"])


def data_of(page: str) -> dict[str, Any]:
    """Read what a page holds."""
    block = re.search(r'id="data">([^<]*)<', page)
    assert block is not None
    value: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(block[1])))
    return value


def flips(folder: Path, name: str, data: bytes) -> list[dict[str, str]]:
    """Write replay files of which one bit differs, in each member and behind them."""
    found = []
    for member, changed in flipped(data):
        file = f"flipped-{name}-{member}.replay"
        (folder / file).write_bytes(changed)
        found.append({"member": member, "file": file})
    return found


def tampered(folder: Path, name: str, page: str, case: Altered) -> list[dict[str, Any]]:
    """Write pages whose replay file says something else, or that show something else than the bytes say."""
    found: list[dict[str, Any]] = []
    for place, (row, entry, data) in enumerate(altered(case)):
        file = f"tampered-{name}-{place}-{row.replace(' ', '-')}"
        (folder / f"{file}.html").write_text(with_block(page, "replay", packed(data)))
        found.append({"name": file, "row": row, "entry": entry})
    return [*found, *pictures(folder, name, page)]


def pictures(folder: Path, name: str, page: str) -> list[dict[str, Any]]:
    """Write pages that show something else than the bytes say."""
    found = []
    for what in CHANGED:
        value = data_of(page)
        seq = changed_picture(value, what)
        file = f"picture-{name}-{what}"
        (folder / f"{file}.html").write_text(with_block(page, "data", packed_json(value)))
        found.append({"name": file, "row": "picture", "entry": seq})
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


def written(folder: Path, make: Callable[..., Any], every: Sequence[Sequence[Any]]) -> list[Any]:
    """Make many pages, on every core."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return [made.result() for made in [pool.submit(make, folder, *one) for one in every]]


def long_game(folder: Path) -> dict[str, Any]:
    """Write the page of a long game, whose times are told."""
    data = played(BotTable("hex_orders", SEED, scenario="as_printed"))
    (folder / "long.html").write_text(page_of(data, rules_of("hex_orders")))
    return {"name": "long", "entries": len(read_bundle(data).records)}


def part(folder: Path, what: str, *names: str) -> Any:
    """Make one of the parts of the plan."""
    made: dict[str, Callable[..., Any]] = {"game": game, "scenario": scenario, "long": long_game}
    return made[what](folder, *names)


def prepare(folder: Path) -> None:
    """Write all pages, and the plan of what they have to show."""
    every = [("long",), *(("game", name) for name in RULESETS), *(("scenario", *one) for one in scenarios())]
    long, *made = written(folder, part, every)
    plan: dict[str, Any] = {"long": long, "games": made[: len(RULESETS)], "scenarios": made[len(RULESETS) :]}
    first = RULESETS[0]
    plan["evil"] = evil(folder, first)
    page = (folder / f"{first}.html").read_text()
    (folder / "changed.html").write_text(page.replace("performance.mark(", "performance.mark (", 1))
    plan["changed"] = "changed"
    (folder / "checker.html").write_text(checker())
    data = (folder / f"{first}.replay").read_bytes()
    (folder / "seat.html").write_text(page_of(data, rules_of(first), seat="red"))
    plan["seat"] = "seat"
    (folder / "plan.json").write_text(json.dumps(plan))
