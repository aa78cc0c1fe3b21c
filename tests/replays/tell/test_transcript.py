"""Games as text: what is written can be played again, and says by itself when it is out of date."""

import asyncio
import re

import pytest
from msgspec import Struct

from adjudicator.kernel.dice.tally import Tally
from replays.bundle import read_bundle
from replays.tell.golden import GoldenFault, play_script, transcript_of
from replays.tell.transcript import parse
from replays.tell.values import Unreadable, field_text, fields_text, read_message
from tests.replays.fixtures import Recorder, recorded, toy_rules

GAMES = [
    {},
    {"profile": "P0"},
    {"dice_mode": "reported", "disputes": True},
    {"referee": True},
    {"signed": False},
]


class Inner(Struct, frozen=True, kw_only=True):
    id: str
    at: tuple[int, int]


class Sample(Struct, frozen=True, kw_only=True):
    name: str
    text: str | None = None
    count: int
    sure: bool
    keys: tuple[bytes, ...] = ()
    rows: tuple[Inner, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()
    needed: Tally
    one: Inner | None = None


SAMPLE = Sample(
    name="red", text='a "b", c=(d) [e]', count=-3, sure=True, keys=(b"\1\2", b""),
    rows=(Inner(id="r1", at=(1, -2)), Inner(id="~", at=(0, 0))), paths=((1, 2), ()),
    needed=Tally.base(4, "TOY-2.4-04").add(2, "TOY-2.5-01"),
)  # fmt: skip


class TestValues:
    """The notation leaves nothing out that its reader needs."""

    def test_there_and_back(self):
        """Every kind of value reads back as it was."""
        assert read_message(Sample, fields_text(SAMPLE)) == SAMPLE

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ((), "[]"), (("b2",), "b2"), ((3, 5), "3,5"), (("a b", ""), '"a b",""'), (None, "~"), (False, "no"),
            (((1,), ()), "[[1],[]]"), (b"", '""'), (b"\xff", "ff"), ("yes", "yes"), ("~", '"~"'),
        ],
    )  # fmt: skip
    def test_notation(self, value, text):
        """Lists of plain values go without brackets; what is no plain word is quoted."""
        assert field_text(value) == text

    def test_tally(self):
        """A number that was worked out is written with its reasons."""
        assert field_text(SAMPLE.needed) == "6{base:4:TOY-2.4-04,add:2:TOY-2.5-01}"

    @pytest.mark.parametrize(
        ("line", "problem"),
        [
            ("name=red count", "'=' is expected"), ("colour=red", "has no field colour"),
            ("count=many", "invalid literal"), ("sure=maybe", "maybe"), ("name=", "a word is expected"),
            ("rows=[(id=r1", "a word is expected"),
        ],
    )  # fmt: skip
    def test_unreadable(self, line, problem):
        """What is not in the notation is refused with its place."""
        with pytest.raises(Unreadable, match=problem):
            read_message(Sample, line)


class TestGolden:
    """A golden game is its own proof."""

    @pytest.mark.parametrize("options", GAMES, ids=lambda each: " ".join(map(str, each.values())) or "usual")
    @pytest.mark.parametrize("seed", [1, 8, 9])
    def test_played_again(self, seed, options):
        """The text of any game, played again, is the same text."""
        rules = toy_rules()
        text = transcript_of(read_bundle(recorded(seed, **options)), rules)
        assert play_script(parse(text, rules), rules) == text

    def test_form(self):
        """A transcript has a line for each command, throw, event, question and view, and a digest at its end."""
        text = transcript_of(read_bundle(recorded(8)), toy_rules())
        lines = text.splitlines()
        assert lines[0].startswith("game toy 1  seats=red,blue  pace=auto  dice=seeded")
        assert re.search(r"^\d+ +(red|blue) +Strike piece=[rb]\d target=[rb]\d$", text, re.MULTILINE)
        assert re.search(r"^ +1d6 strike (red|blue) \d$", text, re.MULTILINE)
        assert re.search(r"^ +StrikeRolled .* needed=\d\{base:4:TOY-2.4-04.*\}  +TOY-2.4-04", text, re.MULTILINE)
        assert re.search(r"^ +\? parry (red|blue) subject=", text, re.MULTILINE)
        assert re.fullmatch(r"sees blue after \d+: round=\d .*", lines[-2])
        assert re.fullmatch(r"= [0-9a-f]{16}", lines[-1])
        assert "engine" not in text

    def test_views_tell_what_changed(self):
        """A view lists what changed since the party's last one, and the views of a text are written again."""
        rules = toy_rules()
        text = transcript_of(read_bundle(recorded(1)), rules, {9: (0, 1), 11: (0, 252)})
        views = [line for line in text.splitlines() if line.startswith("sees")]
        assert views[2] == "sees red after 11: bag=2 sides[1].tokens=iron"
        assert views[3].startswith("sees spectator after 11: round=1")
        assert play_script(parse(text, rules), rules) == text

    def test_refusal(self):
        """A refused command has no number; its clause and reason are written again too."""
        rules = toy_rules()
        text = transcript_of(read_bundle(recorded(1)), rules)
        head, tail = text.split("10 red     EndTurn", 1)
        refused = " - blue    DrawToken\n"
        reason = "           rejected not-asked window=turn asks=red"
        repeated = play_script(parse(f"{head}# out of turn\n{refused}10 red     EndTurn{tail}", rules), rules)
        assert f"# out of turn\n{refused}" in repeated
        assert reason in repeated
        assert play_script(parse(repeated, rules), rules) == repeated

    def test_other_dice(self):
        """Dice that the rules do not throw are named with their entry."""
        rules = toy_rules()
        text = transcript_of(read_bundle(recorded(1)), rules)
        with pytest.raises(GoldenFault, match="the rules throw 1d6 'strike'"):
            play_script(parse(text.replace("1d6 strike", "1d8 strike"), rules), rules)
        extra = text.replace("10 red     EndTurn", "10 red     EndTurn\n           1d6 luck red 6")
        with pytest.raises(GoldenFault, match="entry 10: the rules do not throw"):
            play_script(parse(extra, rules), rules)

    def test_other_face(self):
        """Another face gives another game."""
        rules = toy_rules()
        text = transcript_of(read_bundle(recorded(1)), rules)
        changed = text.replace("1d6 strike blue 6", "1d6 strike blue 1", 1)
        assert "1d6 strike blue 1" in changed
        assert "PieceLost piece=r2" not in play_script(parse(changed, rules), rules)

    @pytest.mark.parametrize(
        ("line", "problem"),
        [
            ("10 red     Flee", "Flee is no command of toy"), ("10 pink    EndTurn", "'pink' is no party"),
            ("nonsense", "no line of a transcript"), ("10 red     Strike piece", "'=' is expected"),
        ],
    )  # fmt: skip
    def test_unreadable(self, line, problem):
        """A line that can not be read is named by its number."""
        head = transcript_of(read_bundle(recorded(1)), toy_rules()).splitlines()[0]
        with pytest.raises(Unreadable, match=f"line 2: .*{problem}"):
            parse(f"{head}\n{line}\n", toy_rules())

    def test_no_head(self):
        """A transcript begins with what game it is."""
        with pytest.raises(Unreadable, match="a game of toy is expected"):
            parse("10 red EndTurn", toy_rules())
        with pytest.raises(Unreadable, match="begins with"):
            parse("", toy_rules())

    def test_dice_without_a_command(self):
        """Dice stand under a command."""
        head = transcript_of(read_bundle(recorded(1)), toy_rules()).splitlines()[0]
        with pytest.raises(Unreadable, match="under a command"):
            parse(f"{head}\n   1d6 strike red 3\n", toy_rules())

    def test_closed_file(self):
        """A file that does not open everything makes no golden."""

        async def running():
            recorder = await Recorder(1).play(lambda session: session.protocol.seq >= 12)
            return await recorder.file(0)

        with pytest.raises(GoldenFault, match="sealed parts"):
            transcript_of(read_bundle(asyncio.run(running())), toy_rules())
