from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudicator.kernel.decide.offers import (
    Choice,
    Condition,
    Domain,
    Flag,
    Items,
    Octets,
    Offer,
    Places,
    Range,
    Shape,
    Some,
    Words,
    items,
    lists,
    offer,
    optional,
    shape,
    where,
)
from adjudicator.kernel.messages import Finish
from adjudicator.kernel.sampling import Sampler, is_told, values_of, word_of, words_of


class Path(Struct, frozen=True):
    to: str
    steps: int = 0


class March(Struct, frozen=True):
    unit: str = ""
    pace: int = 0
    run: bool = False
    gait: Literal["", "slow", "fast"] = ""
    path: Path | None = None
    targets: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()
    bonus: int | None = None


class Bare(Struct, frozen=True):
    unit: str
    pace: int
    run: bool
    targets: tuple[str, ...]


class Whole(Struct, frozen=True):
    path: Path


SAMPLER = Sampler((March, Bare, Whole))
SEEDS = st.integers(0, 2**32)


def march(seed=1, sampler=SAMPLER, prefer=None, **fields):
    return sampler.sampled(offer(March, "A", **fields), Random(seed), prefer)


def often(**fields):
    return [march(seed, **fields) for seed in range(80)]


def test_an_offer_of_no_field_is_an_error():
    """A field that the command does not have is an error of whoever offers it, not an offer that can not be made up."""
    with pytest.raises(ValueError, match="March has no field units: correct the offer"):
        march(units=Choice(("a",)))


def test_every_value_may_come_up():
    """Every value of a choice, number of a range and size of a selection comes up, and nothing else does."""
    found = often(unit=Choice(("a", "b", "c")), pace=Range(-1, 2), targets=Some(("x", "y", "z"), 1, 2))
    assert {row.unit for row in found} == {"a", "b", "c"}
    assert {row.pace for row in found} == {-1, 0, 1, 2}
    assert {len(row.targets) for row in found} == {1, 2}
    assert {target for row in found for target in row.targets} == {"x", "y", "z"}


@given(SEEDS, st.sets(st.sampled_from("abcdef")).map(sorted), st.integers(0, 6), st.integers(0, 9))
def test_a_selection_takes_each_at_most_once(seed, values, least, more):
    """Of some values each is taken at most once, no fewer than the least and no more than the most."""
    least = min(least, len(values))
    found = march(seed, targets=Some(tuple(values), least, least + more)).targets
    assert least <= len(found) <= least + more
    assert len(set(found)) == len(found)
    assert set(found) <= set(values)


def test_values_have_the_type_of_their_field():
    """Words of an offer become numbers and truth values where the field is one, absent ones and lists too."""
    found = march(
        run=Choice(("true",)),
        pace=Choice(("-3",)),
        bonus=Choice(("2",)),
        counts=Some(("1", "2"), 2, 2),
        gait=Choice(("slow",)),
    )
    assert found == March(run=True, pace=-3, bonus=2, counts=(1, 2), gait="slow")
    assert march(run=Choice(("false",))).run is False


def test_what_is_offered_in_one_way_is_taken():
    """What is offered in one way only stands in the command as offered, whatever the generator gives."""
    fields = {"unit": Choice(("a",)), "pace": Range(3, 3), "targets": Some(("y", "x"), 2, 2)}
    assert {march(seed, **fields) for seed in range(20)} == {March(unit="a", pace=3, targets=("y", "x"))}


def test_what_is_not_offered_is_empty():
    """A field that is not offered has its default, and is empty where it must be given."""
    assert march() == March()
    assert SAMPLER.sampled(Offer("Bare"), Random(1)) == Bare("", 0, False, ())


def test_shapes_are_made_of_their_parts():
    """A shape is made of its parts, within a list too, and several of one field stand one after the other."""
    one, two = (Shape("Path", offer(Path, "", to=Choice((to,))).fields) for to in "ab")
    assert march(path=one).path == Path("a")
    made = offer(March, "A", paths=one)
    several = Offer("March", (*made.fields, *offer(March, "A", paths=two).fields))
    assert SAMPLER.sampled(several, Random(1)) == March(paths=(Path("a"), Path("b")))


@pytest.mark.parametrize("values", [Shape("Path"), Places(("a",)), Choice(()), Octets(32)])
def test_what_is_not_told_is_not_made_up(values):
    """A shape without parts, places and a choice of nothing can not be made up."""
    assert march(path=values) is None


def test_a_message_that_must_be_given_is_not_made_up():
    """A command with a message that must be given and is not offered can not be made up."""
    assert SAMPLER.sampled(Offer("Whole"), Random(1)) is None


def test_some_messages_may_hold_nothing():
    """A shape without parts is made where its message may hold nothing."""
    assert march(sampler=Sampler((March,), empty=frozenset({"Path"})), path=Shape("Path")).path == Path("")


def test_commands_that_are_not_known_are_not_made():
    """The kernel's commands are known with the ruleset's, and no others."""
    assert isinstance(SAMPLER.sampled(Offer("Finish"), Random(1)), Finish)
    assert SAMPLER.sampled(Offer("Halt"), Random(1)) is None


def test_a_taste_chooses_among_several():
    """A preference is asked for each field with several values, and not where one is all there is."""
    asked = []

    def last(field, values):
        asked.append((field, values))
        return values[-1]

    found = march(prefer=last, unit=Choice(("a", "b")), gait=Choice(("slow",)), pace=Choice(("1", "2")))
    assert found == March(unit="b", gait="slow", pace=2)
    assert asked == [("unit", ("a", "b")), ("pace", ("1", "2"))]


def test_values_that_stand_for_themselves():
    """Values of a field named so are taken one by one, at least one, in their order; of other fields all are."""
    whole = Some(("a", "b", "c"), 3, 3)
    kept = {march(seed, Sampler((March,), frozenset({"targets"})), targets=whole).targets for seed in range(200)}
    assert ("a", "b", "c") in kept
    assert len(kept) > 3
    assert all(kept_ and list(kept_) == sorted(kept_) for kept_ in kept)
    assert {march(seed, targets=whole).targets for seed in range(50)} == {("a", "b", "c")}


def test_one_text_may_hold_several():
    """A text is divided by blanks in a field of several, where the sampler says so, and in no other field."""
    fields = {"unit": Choice(("a b",)), "targets": Choice(("a b",))}
    assert march(sampler=Sampler((March,), split_texts=True), **fields) == March(unit="a b", targets=("a", "b"))
    assert march(**fields) == March(unit="a b", targets=("a b",))


def test_members_of_a_list_follow_domains():
    """Members of a list follow one of its domains each; with `once` each domain at most once, in their order."""
    ways = (shape(Path, to=Choice((to,)), steps=Range(1, 2)) for to in "abc")
    found = often(paths=items(*ways, least=1, most=2, once=True))
    assert {len(row.paths) for row in found} == {1, 2}
    assert all([path.to for path in row.paths] == sorted({path.to for path in row.paths}) for row in found)
    assert {path.steps for row in found for path in row.paths} == {1, 2}
    counts = [row.counts for row in often(counts=items(Range(1, 6), least=3, most=3))]
    assert {len(row) for row in counts} == {3}
    assert any(len(set(row)) < len(row) for row in counts)


def test_one_of_several_lists_is_taken_whole():
    """One of several lists is taken, in its order and with what comes twice."""
    assert {row.counts for row in often(counts=lists(("12", "1")))} == {(1, 2), (1,)}
    assert march(targets=lists([("b", "a", "b")])).targets == ("b", "a", "b")


def test_what_may_be_left_out_is_left_out_at_times():
    """A field that may be left out is there or not; a free text that may be is not made up."""
    found = often(unit=optional(Choice(("a",))), gait=optional(Words(9)))
    assert {row.unit for row in found} == {"a", ""}
    assert {row.gait for row in found} == {""}
    assert march(unit=Words(9, 2)).unit == "xx"
    assert {row.run for row in often(run=Flag())} == {True, False}


def test_a_domain_holds_on_conditions():
    """A domain holds where another field has one of its values; where none holds the field stays empty."""
    found = often(
        unit=Choice(("a", "b", "c")), pace=[where(Range(1, 1), unit="a"), where(Range(2, 2), unit=("a", "b"))]
    )
    assert {(row.unit, row.pace) for row in found} == {("a", 1), ("a", 2), ("b", 2), ("c", 0)}
    inner = Domain("steps", Range(7, 7), conditions=(Condition(".unit", ("b",)), Condition(".run", ("", "false"))))
    way = Shape("Path", (Domain("to", Choice(("x",))), inner))
    assert {(row.unit, row.path.steps) for row in often(unit=Choice(("a", "b")), path=way)} == {("a", 0), ("b", 7)}


def test_a_condition_through_a_list_holds_for_one_of_its_members():
    """Where a condition's path leads through a list, one member with one of its values is enough, and one is needed."""
    ways = items(shape(Path, to=Choice(("a", "b"))), least=0, most=2)
    told = Domain("run", Choice(("true",)), conditions=(Condition(".paths.to", ("b",)),))
    found = often(paths=ways, run=told)
    assert {row.run for row in found if any(path.to == "b" for path in row.paths)} == {True}
    assert {row.run for row in found if all(path.to == "a" for path in row.paths)} == {False}
    assert {("a", "b"), ("a", "a"), ()} <= {tuple(path.to for path in row.paths) for row in found}


def test_places_are_taken_from_their_spots():
    """Of places one of the spots is taken, whole."""
    spots = tuple(Domain("", items(shape(Path, to=Choice((to,))), least=1, most=1)) for to in "ab")
    assert {row.paths for row in often(paths=Places(("p",), spots=spots))} == {(Path("a"),), (Path("b"),)}


DOMAINS = offer(
    March,
    "A",
    unit=Choice(("a", "b")),
    pace=Range(2, 4),
    targets=Some(("x", "y"), 1, 2),
    path=Shape("Path", offer(Path, "", to=Choice(("c",))).fields),
).fields


def test_words_of_a_list_are_those_of_its_members():
    """The values offered for a list are those of its members."""
    found = Offer("March", (Domain("targets", Items((Domain("", Choice(("a", "b"))), Domain("", Choice(("c",)))))),))
    assert words_of(found.fields, "targets") == ("a", "b", "c")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("unit",), ("a", "b")),
        (("pace",), ("2", "3", "4")),
        (("targets",), ("x", "y")),
        (("path",), ()),
        (("path", "to"), ("c",)),
        (("path", "steps"), ()),
        (("gait",), ()),
        (("unit", "to"), ()),
    ],
)
def test_what_is_offered_for_a_field(path, words):
    """The values offered for a field, or one within its shape, are listed as words; the first is given alone."""
    assert words_of(DOMAINS, *path) == words
    assert word_of(DOMAINS, *path) == (words[0] if words else "")


def test_the_first_of_several_domains():
    """Of several domains of a field the first is found, and nothing where there is none."""
    twice = (*offer(March, "A", unit=Choice(("a",))).fields, *offer(March, "A", unit=Choice(("b",))).fields)
    assert values_of(twice, "unit") == Choice(("a",))
    assert values_of(twice, "pace") is None


def test_what_is_told():
    """An offer is told where every shape in it has parts."""
    assert is_told(Offer("March"))
    assert is_told(Offer("March", DOMAINS))
    assert not is_told(offer(March, "A", unit=Choice(("a",)), path=Shape("Path")))
