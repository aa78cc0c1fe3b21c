"""Files folded entry by entry: along the path where a game went back, as the party that looks was shown it."""

from __future__ import annotations

import json
import pathlib
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.record.mpint import decode
from adjudicator.kernel.record.record import open_record
from adjudicator.kernel.scene import Board, Path, Scene, SceneMaker
from replays.bundle import Bundle, Sealed
from replays.tell.moments import MomentFault, moments, seats_of, shown, viewer_of
from replays.tell.scenes import scene_at
from tests.replays.fixtures import toy_rules

GAMES = json.loads((pathlib.Path(__file__).parents[2] / "kernel" / "rewind_vectors.json").read_text(encoding="utf-8"))[
    "games"
]


def _bundle(game: dict[str, Any]) -> Bundle:
    """Make a file of a kept game with rewinds."""
    sealed = [
        Sealed(
            seq, tuple((owner, part, salt, data) for owner, part, salt, data in decode(bytes.fromhex(row["openings"])))
        )
        for seq, row in enumerate(game["entries"], start=1)
        if "openings" in row
    ]
    return Bundle({}, tuple(bytes.fromhex(row["record"]) for row in game["entries"]), (), tuple(sealed))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["name"])
def test_a_game_that_went_back_is_what_it_was_before(game: dict[str, Any]) -> None:
    """After a rewind the rows of the game are those from before its first void entry, entry by entry from there on."""
    rules = toy_rules()
    after = {moment.seq: moment.game.dump() for moment in moments(_bundle(game), rules, SPECTATOR)}
    assert len(after) == len(game["entries"])
    assert game["rewinds"]
    for seq, to in game["rewinds"]:
        before, now = after[to - 1], after[seq]
        differ = [place for place, (one, two) in enumerate(zip(before, now, strict=True)) if one != two]
        assert {before[place][0] for place in differ} <= {"stack"}  # what is asked again has another id
        assert after[seq - 1] != now


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["name"])
def test_nothing_moves_where_a_game_goes_back(game: dict[str, Any]) -> None:
    """The board after a rewind has no marks: the View before it is of another path. Every other entry has its own."""
    way = Path(id="way", text="A way.", body="a", points=((0, 0), (1, 1)), kind="move", ghost=False)
    board = Board(kind="inches", width=1, height=1, unit="1/1000 inch")
    maker = SceneMaker(
        lambda _view, setting: Scene(seq=setting.seq, viewer=setting.viewer_name, turn="", phase="", board=board),
        lambda *_: (way,),
    )
    rules = replace(toy_rules(), scene=maker)
    entries = range(2, len(game["entries"]) + 1)
    unmarked = [seq for seq in entries if scene_at(_bundle(game), rules, SPECTATOR, seq).marks == ()]
    assert unmarked == [seq for seq, _ in game["rewinds"]]


def test_a_party_is_shown_its_own_secrets_alone() -> None:
    """What a seat gave in secret is in the entry for that seat, and for nobody else when it comes."""
    rules = toy_rules()
    told = hidden = 0
    for moment in moments(_bundle(GAMES[0]), rules, SPECTATOR):
        actor = moment.record.actor.party
        if moment.record.command.seal is None:
            continue
        whole = open_record(rules, moment.record, moment.parts)
        assert shown(rules, moment, actor).command == whole.command
        for other in {0, 1, SPECTATOR} - {actor}:
            same = shown(rules, moment, other).command == whole.command
            told += same
            hidden += not same
    assert (told, hidden) == (4, 4)  # the second march of a round is opened by its own entry


def test_who_looks() -> None:
    """A seat by name or number, a spectator by that word; a seat that is called so is meant by it."""
    assert [viewer_of(name, ("red", "blue")) for name in ("blue", "0", "spectator", None)] == [
        1,
        0,
        SPECTATOR,
        SPECTATOR,
    ]
    assert [viewer_of(name, ("spectator", "1")) for name in ("spectator", "1", "0", None)] == [0, 1, 0, SPECTATOR]
    with pytest.raises(MomentFault, match="nobody is called '2' here; write one of red, blue, spectator"):
        viewer_of("2", ("red", "blue"))


def test_what_can_not_be_folded_or_drawn() -> None:
    """A file without its opening and a ruleset without scenes are told apart, with what to do."""
    rules = toy_rules()
    bundle = _bundle(GAMES[0])
    with pytest.raises(MomentFault, match="entry 1 opens no game: take the whole file"):
        seats_of(Bundle({}, bundle.records[1:], (), ()), rules)
    with pytest.raises(MomentFault, match="games of toy are not drawn: `replay show` tells them in words"):
        scene_at(bundle, rules, SPECTATOR, 1)
    cut = Bundle({}, (*bundle.records[:1], *bundle.records[2:]), (), bundle.sealed)
    with pytest.raises(MomentFault, match=r"entry [0-9]+ (does not follow|needs sealed parts)"):
        list(moments(cut, rules, SPECTATOR))
