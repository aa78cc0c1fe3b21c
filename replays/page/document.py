"""The page of a replay file: its data put into the template, with a policy that lets nothing else run or load."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, cast

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.report import Report
from replays.bundle import read_bundle
from replays.draw.glyphs import GLYPHS
from replays.draw.hatches import LINES, TILE
from replays.draw.style import terrain_style
from replays.page.boards import Boards, public_tables
from replays.page.game_states import ReplayGame
from replays.page.packing import packed, packed_json, several
from replays.page.telling import EntryTeller
from replays.party_names import party_name, party_of

FORMAT = "wgpage/1"
_FIELD = re.compile("@(POLICY|TITLE|STYLE|SUMMARY|REPLAY|DATA|SCRIPT)@")
Plain = dict[str, Any]


def page_of(data: bytes, rules: LoadedRuleset[Any], *, seat: str | None = None, report: Report | None = None) -> str:
    """Write the page of a replay file, with the audit's report where one is given.

    With `seat` it shows the game as that seat was shown it, and nothing else. Raises BundleFault where the bytes are no
    replay file, ValueError where an entry can not be read or the seat's secrets are not in it.
    """
    bundle = read_bundle(data)
    game = ReplayGame(bundle, rules)
    viewers = _viewers(game, seat)
    told = [EntryTeller(rules, game.names, viewer) for viewer in viewers]
    boards = [Boards(game, viewer) for viewer in viewers]
    rows: list[list[Plain]] = [[] for _ in viewers]
    tables: dict[str, str] = {}
    for step in game.steps():
        for place, teller in enumerate(told):
            rows[place].append(teller.entry(step))
            boards[place].add(step)
        public = public_tables(game, step)
        if public is not None:
            tables[str(step.raw.seq)] = base64.b64encode(public).decode()
    about = _about(game, viewers, seat)
    clauses = dict.fromkeys(_clauses([row for told_rows in rows for row in told_rows]))
    frames = [board.frames.found for board in boards]
    clauses |= dict.fromkeys(_clauses(frames))
    value = about | {
        "told": several(rows),
        "frames": frames,
        "series": [board.series() for board in boards],
        "void": sorted(game.void),
        "undrawn": game.undrawn,
        "tables": tables,
        "look": look([frame for found in frames for frame in found if frame is not None]),
        "clauses": {clause: rules.texts[clause] for clause in clauses if clause in rules.texts},
        "audit": report.as_json() if report is not None else None,
    }
    return filled(about["title"], about["summary"], packed(data), packed_json(value))


def look(frames: Sequence[Plain]) -> Plain:
    """Give the looks of the ground in these frames, and the signs of bodies, as every picture has them."""
    cells = {cell["terrain"] for frame in frames for cell in _drawn(frame, "cells")}
    areas = {item["kind"] for frame in frames for item in _drawn(frame, "items") if item["type"] == "area"}
    ground = {word: terrain_style(word) for word in sorted(cells | areas)}
    return {
        "ground": {word: [style.fill, style.hatch] for word, style in ground.items()},
        "hatches": {
            name: list(LINES[name]) for name in sorted({style.hatch for style in ground.values()}) if name in LINES
        },
        "tile": TILE,
        "signs": dict(GLYPHS),
    }


def _drawn(frame: Plain, layer: str) -> Sequence[Plain]:
    """List what a frame draws anew in a layer."""
    if "key" in frame:
        return cast("Sequence[Plain]", frame["key"][layer])
    return cast("Sequence[Plain]", frame.get(layer, {}).get("set", ()))


def checker() -> str:
    """Write the page with no game in it, in which anybody opens a replay file: the same bytes for everybody."""
    title = "Check a replay file"
    value = {"format": FORMAT, "title": title, "checker": True}
    return filled(title, "Open a replay file here; it is read by this page alone.", "", packed_json(value))


def filled(title: str, summary: str, replay: str, data: str) -> str:
    """Fill the template in; what comes from a game is escaped or packed in letters that end no block."""
    script, style = built("page.js"), built("page.css")
    values = {
        "POLICY": policy(script, style),
        "TITLE": html.escape(title),
        "SUMMARY": html.escape(summary),
        "STYLE": style,
        "REPLAY": replay,
        "DATA": data,
        "SCRIPT": script,
    }
    return _FIELD.sub(lambda field: values[field[1]], built("page.html"))


def policy(script: str, style: str) -> str:
    """Write the content security policy: this script and this style, a worker of the page's own, and nothing else."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; worker-src blob:; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def built(name: str) -> str:
    """Read a file that `make page` has built."""
    return resources.files("replays.page").joinpath("built", name).read_text(encoding="utf-8")


def _viewers(game: ReplayGame, seat: str | None) -> list[int]:
    """List whose eyes the page can offer: with all secrets open everybody's, else those of the file's own reader."""
    seats = range(len(game.names))
    able = [SPECTATOR, *seats] if game.revealed else sorted(game.owners) or [SPECTATOR]
    if seat is None:
        return able
    party = party_of(seat, game.names)
    if party not in able:
        names = ", ".join(party_name(viewer, game.names) for viewer in able)
        raise ValueError(f"this file does not open what {seat} was shown: it can be seen as {names}")
    return [party]


def _about(game: ReplayGame, viewers: Sequence[int], seat: str | None) -> Plain:
    names = [party_name(viewer, game.names) for viewer in viewers]
    only = names[0] if len(names) == 1 and viewers[0] != SPECTATOR else None
    title = f"{game.terms.ruleset}: {' against '.join(game.names)}" + (f", as {only} saw it" if only else "")
    return {
        "format": FORMAT,
        "title": title,
        "summary": f"{len(game.entries)} entries, edition {game.terms.edition}.",
        "banner": _banner(game, only, chosen=seat is not None),
        "game": game.entries[0].game.hex(),
        "ruleset": game.terms.ruleset,
        "edition": game.terms.edition,
        "dice": game.terms.dice_mode,
        "names": list(game.names),
        "viewers": [{"name": name, "seat": viewer} for name, viewer in zip(names, viewers, strict=True)],
        "hashes": [raw.hash.hex()[:8] for raw in game.entries],
    }


def _banner(game: ReplayGame, only: str | None, *, chosen: bool) -> str:
    if only is None:
        return "" if game.revealed else "The game is not over: what is secret is not in this file."
    if game.revealed:
        return f"This page shows the game as {only} was shown it." + (
            " The replay file inside it opens all secrets of the finished game." if chosen else ""
        )
    return f"This page holds secrets of {only} in a game that is not over: give it to nobody who may not know them."


def _clauses(value: Any) -> Iterator[str]:
    """Give the clauses that entries and scenes name."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            if name in ("c", "why"):
                yield from part
            elif name == "terms":
                yield from (term[0] for term in part)
            elif name == "clause":
                yield part
            elif isinstance(part, list | dict):
                yield from _clauses(part)
    elif isinstance(value, list):
        for part in value:
            yield from _clauses(part)
