"""A game as a referee reports it, for everybody or for one seat."""

import asyncio
from typing import Any

import pytest
from msgspec import Struct, defstruct

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import NO_LABELS, Labels
from adjudicator.kernel.messages import EnforceDeadline, RollRequested
from adjudicator.kernel.sentences import inches
from replays.bundle import read_bundle
from replays.tell.phrases import EventFormatter
from replays.tell.show import show
from replays.tell.values import brief_text
from tests.kernel.fixtures import changed, plot_openly
from tests.replays.fixtures import Recorder, played, recorded, toy_rules
from tests.toy.model.messages import MarchPlotted, PlotMarch, StrikeRolled

LABELS = Labels({"RoundBegun": "Round {round}", "TurnBegun": "Turn of {seat}"})


class Pair(Struct):
    what: object
    much: object


class Leg(Struct):
    unit: str
    into: str
    seat: int
    some_dice: tuple[int, ...]
    careful: bool


def shown(data, labels=LABELS, rules=True, **options):
    lines = show(read_bundle(data), toy_rules() if rules else None, labels, **options)
    return [line for _, line in lines]


class TestShow:
    def test_a_strike(self):
        """A strike is shown with its dice, what it needed and why, and whom it asks."""
        lines = shown(recorded(9))
        at = next(place for place, line in enumerate(lines) if "+2 (TOY-2.5-01)" in line)
        assert lines[at - 2].strip() == "Blue throws 1d6 for strike: 5."
        assert lines[at - 1].split() == [
            "b1",
            "throws",
            "5",
            "against",
            "r1,",
            "needs",
            "6.",
            "TOY-2.4-04",
            "TOY-2.5-01",
        ]
        assert lines[at].strip() == "needed 6: base 4 (TOY-2.4-04), +2 (TOY-2.5-01)"
        assert any(line.strip() == "-> Red is to parry (b1 and r1)." for line in lines)

    def test_headings(self):
        """Rounds and turns are headings where the ruleset says so, in the place where they happen."""
        lines = shown(recorded(1))
        at = lines.index("Round 2")
        assert lines[at - 1] == ""
        assert "Blue ends its turn" in lines[at - 2]
        assert "Turn of red" in lines
        assert "Round 2" in "\n".join(shown(recorded(1), NO_LABELS))

    def test_part(self):
        """Only the entries asked for are shown."""
        lines = shown(recorded(1), first=9, last=9)
        assert [line.split()[:3] for line in lines if line[:5].strip().isdigit()] == [["9", "red", "DrawToken"]]

    def test_seat(self):
        """A seat sees its own secrets, and of the others' that there are some."""
        lines = "\n".join(shown(recorded(1), seat="blue"))
        assert "as blue sees it" in lines
        assert "PlotMarch heading=secret" in lines
        assert "Blue lays ambush a24 in the west" in lines
        assert "Red lays" not in lines
        assert "Red throws 1d6 for ambush" not in lines
        assert "Blue lays" not in "\n".join(shown(recorded(1), seat="0"))

    def test_open_at_once(self):
        """A seat is shown another's command that its own entry opens, and nothing else of the other's."""
        rules = changed({PlotMarch: plot_openly})
        bundle = read_bundle(asyncio.run(played(1, rules=rules).file()))
        lines = [line for _, line in show(bundle, rules, LABELS, seat="blue")]
        plots = [line for line in lines if "PlotMarch" in line]
        assert {line.split()[1] for line in plots} == {"red", "blue"}
        assert not any("?" in line for line in plots)
        assert "Red lays" not in "\n".join(lines)
        assert any("LayAmbush place=secret" in line for line in lines)

    def test_no_such_seat(self):
        """A seat that nobody has is refused, and those that there are named."""
        with pytest.raises(ValueError, match="the seats are red, blue"):
            shown(recorded(1), seat="green")

    def test_all_open(self):
        """Without a seat everything is shown that the file opens."""
        lines = "\n".join(shown(recorded(1)))
        assert "Red throws 1d6 for ambush, hidden: 2." in lines
        assert "Red lays ambush a18 in the east, strength 2" in lines
        assert "?" not in lines.replace("-> ", "")

    def test_no_event_is_without_words(self):
        """Every event of the games is shown by its phrase."""
        kinds = {kind.__name__ for kind in toy_rules().reducers}
        for seed in (1, 4, 8, 9):
            for data in (recorded(seed), recorded(seed, dice_mode="reported", disputes=True)):
                events = [line.split() for line in shown(data) if line.startswith(" " * 14)]
                assert not [words for words in events if words and words[0] in kinds]

    def test_ruleset_not_at_hand(self):
        """A game of an unknown ruleset is shown value by value."""
        lines = shown(recorded(1), rules=False)
        assert any(line.strip().startswith("TokenDrawn 0 gold") for line in lines)
        assert any("Strike b1 r2" in line for line in lines)
        assert any("Blue throws 1d6 for strike: 6." in line for line in lines)

    def test_redacted_file(self):
        """What a file does not open is a question mark."""

        async def running():
            recorder = await Recorder(1).play(lambda session: session.protocol.seq >= 26)
            return await recorder.file(0)

        lines = "\n".join(shown(asyncio.run(running())))
        assert "Red lays ambush a18" in lines
        assert "LayAmbush place=secret" in lines

    def test_nothing_to_show(self, case):
        """A file without a readable entry says so."""
        case.bytes = dict.fromkeys(range(len(case.entries)), b"\x90")
        assert shown(case.forged()) == ["no entry of this file can be read: see `replay audit`"]

    def test_altered_entry(self, case):
        """An entry that lies about its ruleset is shown value by value."""
        case.of("Strike")[6][2] = ["Smite", "b1"]
        assert any("Smite b1" in line for line in shown(case.forged()))

    def test_no_control_signs(self, case):
        """What a terminal would obey is written out."""
        case.of("Strike")[6][2][1] = "b1\x1b[2J\nred won"
        text = shown(case.forged())
        assert all(line.isprintable() for line in text)


def replace_phrases(**phrases):
    from dataclasses import replace

    return replace(toy_rules(), phrases={**toy_rules().phrases, **phrases})


class TestPhrases:
    @staticmethod
    def formatter(**phrases):
        return EventFormatter(replace_phrases(**phrases), ("red", "blue"), Labels(lengths=frozenset({"round"})))

    def test_parts(self):
        """A phrase may name the total of a number that was worked out."""
        event = StrikeRolled(piece="r1", target="b1", face=3, needed=Tally.base(4, "TOY-2.4-04"))
        formatter = self.formatter(StrikeRolled="{piece} needs {needed.total}+")
        assert formatter.format_event(event) == "r1 needs 4+."
        assert formatter.reasons(event) == []

    def test_broken_phrase(self):
        """A phrase that does not fit its event is no reason to fail."""
        event = MarchPlotted(seat=1, heading=None, entry=3)
        for phrase in ("{nothing}", "{seat.name}", "{0}", "{seat"):
            assert self.formatter(MarchPlotted=phrase).format_event(event) == "MarchPlotted seat=1 heading=? entry=3"

    def test_what_is_hidden(self):
        """A secret and its parts are a question mark, and nothing at all in a file that opens everything."""
        event = MarchPlotted(seat=1, heading=None, entry=3)
        formatter = self.formatter(MarchPlotted="{seat} to {heading}, {heading.way}")
        assert formatter.format_event(event) == "Blue to ?, ?."
        assert self.formatter(MarchPlotted="{heading}").format_event(event, whole=True) == "None."

    def test_what_is_hidden_has_a_phrase_of_its_own(self):
        """It is told to those who may not know a secret, and to nobody else."""
        rules = replace_phrases(MarchPlotted="{seat} to {heading}")
        labels = Labels(secret={"MarchPlotted": "{seat} marches, where to is secret"})
        formatter = EventFormatter(rules, ("red", "blue"), labels)
        hidden = MarchPlotted(seat=1, heading=None, entry=3)
        assert formatter.format_event(hidden) == "Blue marches, where to is secret."
        assert formatter.format_event(hidden, whole=True) == "Blue to none."
        known = MarchPlotted(seat=1, heading="north", entry=3)
        assert formatter.format_event(known) == "Blue to north."

    def test_names(self):
        """Parties are named, the special ones too."""
        event = RollRequested(count=2, sides=6, why="hit", roller=255, by_table=True)
        assert self.formatter().format_event(event) == "The table throws 2 dice of 6 sides for hit."

    @pytest.mark.parametrize(
        ("phrase", "found", "text"),
        [
            ("{way: by }", "", ""),
            ("{way: by }", "north", " by north"),
            ("{steps: for }", 0, ""),
            ("{steps: for }", 2, " for 2"),
            ("{steps: for }", (), ""),
            ("{steps: for }", (2, 3), " for 2 3"),
            ("{steps:, hidden}", False, ""),
            ("{steps:, hidden}", True, ", hidden"),
        ],
    )
    def test_words_that_may_be_left_out(self, phrase, found, text):
        """Words behind a colon stand before a value, and go with it where it says nothing; a truth is them alone."""
        name = "way" if "way" in phrase else "steps"
        event = defstruct("Event", [(name, Any)])(found)
        assert self.formatter().format_event(event, phrase) == text

    @pytest.mark.parametrize(
        ("found", "text"),
        [
            (Pair("ruins", 3), "ruins 3"),
            (Pair("ruins", ""), "ruins"),
            (Pair("a1", False), "a1 no"),
            (Pair(1, 5), "what 1, much 5"),
            (Leg("a1", "", 0, (), True), "a1 (red, careful)"),
            (Leg("a1", "B2", 1, (3, 4), False), "a1 (into B2, blue, some dice 3 4)"),
            ((Pair("ruins", 3), Pair("hills", 1)), "ruins 3 and hills 1"),
            ((Leg("a1", "B2", 1, (), True), Leg("a2", "", 0, (), False)), "a1 (into B2, blue, careful); a2 (red)"),
            ((), "none"),
        ],
    )
    def test_nested_messages(self, found, text):
        """A message within an event is written as its first field, and the others with their names."""
        assert self.formatter().format_event(defstruct("Event", [("found", Any)])(found), "{found}") == text

    def test_lengths(self):
        """Lengths are thousandths of an inch."""
        assert [inches(row) for row in (0, 12_000, 12_500, -250)] == ['0"', '12"', '12.5"', '-0.25"']

    def test_words_and_lists(self):
        """A ruleset may say what values are called, and tell messages of a kind together, one alone too."""
        rules = replace_phrases(Event="{found} ({way})")
        labels = Labels(words={"go_on": "goes on"}, lists={Pair: lambda rows: f"{len(rows)} pairs"})
        formatter = EventFormatter(rules, ("red", "blue"), labels)
        kind = defstruct("Event", [("found", Any), ("way", Any)])
        assert formatter.format_event(kind((Pair("a", 1), Pair("b", 2)), "go_on")) == "2 pairs (goes on)."
        assert formatter.format_event(kind(Pair("a", 1), "stay")) == "1 pairs (stay)."


@pytest.mark.parametrize("silent_first", [True, False])
def test_a_drawn_throw_is_shown_once(silent_first):
    """Where it was drawn, and not as faces from the table; a throw that was reported is from the table."""

    async def rolled_off():
        recorder = Recorder(3, dice_mode="reported", response_limit=60)
        await recorder.play(lambda session: session.game.stack[-1].kind == "roll_report")
        await recorder.play(lambda session: session.game.suspended.faces or silent_first)
        async with recorder.command_handler.locked(recorder.game_id) as session:
            window, roller = session.game.stack[-1].id, session.game.stack[-1].asks[0]
        recorder.now += 60_000
        await recorder.submit(TABLE, EnforceDeadline(window=window))
        await recorder.play()
        return roller, await recorder.file()

    roller, data = asyncio.run(rolled_off())
    lines = [line.strip() for line in shown(data) if " throws 1d6 for first" in line][:2]
    said = [("from the table" in line, line.startswith(("Red", "Blue")[roller])) for line in lines]
    assert sorted(said) == [(False, True), (True, False)]


def test_a_long_list_of_a_command_ends_with_a_whole_member():
    """Of a list that is too long for its line the beginning is told, no half member, and that there is more."""
    found = brief_text(tuple(f"a-choir.{number}" for number in range(9)))
    assert found == "a-choir.0,a-choir.1,a-choir.2,a-choir.3,a-choir.4,a-choir.5 ..."
    assert brief_text("x" * 70) == f"{'x' * 60} ..."
    assert brief_text(("a1", "a2")) == "a1,a2"
