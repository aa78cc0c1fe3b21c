"""Plots of luck: well-formed pictures with words for who does not see them, that need no colour."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from adjudicator.kernel.labels import Chance, Outcome
from replays.luck.players import luck_of
from replays.luck.plots import distribution_plot, luck_plot
from replays.luck.throws import GameThrows, Judged, Ranked, Summed
from replays.luck.words import row_words

SVG = "{http://www.w3.org/2000/svg}"
INK = "#1A1A1A"


def game(names=("red", "blue"), entries=40):
    judged = [
        Judged(seq, names[seq % 2], "hits", Chance(seq % 2, 1, 2, seq % 3 == 0, "hit", faces=(4,)))
        for seq in range(1, entries)
    ]
    return GameThrows("00" * 16, "toy", names, entries, tuple(judged), (Summed(5, names[0], "damage", 6, (6, 5)),), {})


def parsed(text):
    svg = ET.fromstring(text)  # noqa: S314  (our own text)
    assert svg.get("role") == "img"
    assert svg[0].tag == f"{SVG}title"
    assert svg[1].tag == f"{SVG}desc"
    assert svg[0].text
    assert svg[1].text
    assert not [one for one in svg.iter() if one.tag in (f"{SVG}script", f"{SVG}style", f"{SVG}a")]
    return svg


def texts(svg):
    return [one.text for one in svg.iter(f"{SVG}text")]


class TestLuck:
    def test_a_line_for_each_player(self):
        """Each player has a line of dashes of its own, named at its end and in the description."""
        games = [game()]
        svg = parsed(luck_plot(games, luck_of(games)))
        lines = [one for one in svg.iter(f"{SVG}path") if one.get("fill") == "none"]
        assert len(lines) == 2
        assert len({one.get("stroke-dasharray") for one in lines}) == 2
        assert {"red", "blue", "as expected"} <= set(texts(svg))
        for row in luck_of(games).rows:
            if row.counts == "successes":
                assert f"{row.who} {float(row.got - row.expected):+.1f}" in svg[1].text
        assert "nothing here is unusual" in svg[1].text

    def test_several_games_stand_in_a_row(self):
        """The entries of a second game follow those of the first."""
        games = [game(), game()]
        assert parsed(luck_plot(games, luck_of(games)))[0].text == "Luck over 80 entries"

    def test_without_throws(self):
        """A game without odds has a picture that says so."""
        none = GameThrows("00" * 16, "toy", ("red", "blue"), 9, (), (), {})
        svg = parsed(luck_plot([none], luck_of([none])))
        assert "no throw of these games has odds" in svg[1].text
        parsed(distribution_plot(luck_of([none])))

    def test_names_are_text(self):
        """A name that looks like markup is written as it is."""
        games = [game(("<b>", "&amp;"))]
        assert {"<b>", "&amp;"} <= set(texts(parsed(luck_plot(games, luck_of(games)))))


class TestDistributions:
    def test_what_came_is_the_black_bar(self):
        """Every row has one black bar, under which stands what came; its words are its title and in the description."""
        luck = luck_of([game()])
        svg = parsed(distribution_plot(luck))
        groups = list(svg.iter(f"{SVG}g"))
        assert len(groups) == len(luck.rows) == 3
        for row, group in zip(luck.rows, groups, strict=True):
            bars = list(group.iter(f"{SVG}rect"))
            assert [bar.get("fill") for bar in bars].count(INK) == 1
            assert str(row.got) in texts(group)
            assert group[0].text == f"{row.who}, {row.what}: {row_words(row, 1)}"
            assert row_words(row, 1) in svg[1].text

    def test_the_tallest_bar_is_the_likeliest(self):
        """Of two dice the bar of 7 is the tallest, and that of 11 a third as tall."""
        luck = luck_of([game()])
        place = next(number for number, row in enumerate(luck.rows) if row.what == "damage")
        group = list(parsed(distribution_plot(luck)).iter(f"{SVG}g"))[place]
        tall = [int(bar.get("height")) for bar in group.iter(f"{SVG}rect")]
        assert len(tall) == 11
        assert tall[7 - 2] == max(tall)
        assert tall[11 - 2] == round(max(tall) / 3)

    def test_results_in_an_order_have_bars(self):
        """A roll with 2/6, 3/6 and 1/6 has three bars, as tall as these, the one that came black."""
        outcome = Outcome(0, 2, (2, 3, 1), ("nothing", "one dies", "two die"), "damage", (6,))
        ranked = (Ranked(3, "red", "damage table", outcome),)
        played = GameThrows("00" * 16, "toy", ("red", "blue"), 9, (), (), {}, ranked)
        svg = parsed(distribution_plot(luck_of([played])))
        (group,) = svg.iter(f"{SVG}g")
        bars = list(group.iter(f"{SVG}rect"))
        assert [int(bar.get("height")) for bar in bars] == [64, 96, 32]
        assert [bar.get("fill") == INK for bar in bars] == [False, False, True]
        assert "2 steps, 0.8 expected" in texts(group)
        assert "2 steps above the worst results of 1 throw" in svg[1].text
        parsed(luck_plot([played], luck_of([played])))
