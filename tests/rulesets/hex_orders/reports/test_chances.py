"""Chances of throws by the ledger: damage tables, tokens, spotting, effects of hexes, and roll-offs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.labels import Chance, Known, Outcome
from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    AreaDiceRolled,
    DamageRolled,
    Faces,
    HexEffectTriggered,
    RollOffRolled,
    SetupAdvantageGained,
    SetupDiceRolled,
    SpotReckoned,
    SpotRolled,
    UnitPlaced,
)
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.reports.chances import OPTIONS_NOTED, luck
from tests.rulesets.hex_orders.fixtures import infantry

INFANTRY_ROWS = ("no damage", "future 1", "kill 1", "kill 1, bleeding 4")


def known_of(*rolls: Roll) -> Known:
    """Know the ledger's infantry of blue, and these throws."""
    known = Known()
    list(luck(UnitPlaced(unit="b1", seat=1, hex="D5", facing="N", sheet=infantry(), owner=EVERYONE, slot=1), known))
    known.rolls = rolls
    return known


def roll(seat: int, why: str, *faces: int, sides: int = 6) -> Roll:
    return Roll(0, 0, 0, sides, faces, why, seat)


def damaged(face: int, added: int = 0, *, hit: str = "h1", table: str = "regular") -> DamageRolled:
    total = Tally.base(face, "HX-DTABLE-01").add(added, "HX-DTABLE-02")
    return DamageRolled(owner=EVERYONE, hit=hit, target="b1", table=table, face=face, total=total, row=0)


def outcome(event: DamageRolled, known: Known) -> Outcome:
    (found,) = luck(event, known)
    assert isinstance(found, Outcome)
    return found


# -- damage


@pytest.mark.rule("HX-DTABLE-01", "HX-DTABLE-03", "HX-DTABLE-04")
def test_a_damage_table():
    """Rows at 3, 4 and 6: a d6 does nothing in 2 of 6, has row 3 in 1, row 4 in 2 and row 6 in 1; more is better."""
    found = outcome(damaged(5), known_of(roll(0, "damage", 5)))
    assert found.names == INFANTRY_ROWS
    assert found.weights == (2, 1, 2, 1)
    assert (found.seat, found.place, found.kind, found.faces) == (0, 2, "damage", (5,))


@pytest.mark.rule("HX-DTABLE-02")
@pytest.mark.parametrize(
    ("sides", "added", "weights"),
    [(6, 2, (0, 1, 2, 3)), (6, -3, (5, 1, 0, 0)), (10, 0, (2, 1, 2, 5)), (4, 1, (1, 1, 2, 0))],
)
def test_a_damage_table_with_something_added(sides, added, weights):
    """What is added moves every face; a greater die reaches the last row more often."""
    assert outcome(damaged(1, added), known_of(roll(0, "damage", 1, sides=sides))).weights == weights


@pytest.mark.rule("HX-SPECIAL-03")
def test_other_tables():
    """A table of another type is read by its own rows, at 4 and 6; one that there is not has no odds."""
    found = outcome(damaged(4, hit="fear", table="psychic"), known_of(roll(0, "fear", 4)))
    assert (found.names, found.weights, found.kind) == (("no damage", "shaken", "kill 1"), (3, 2, 1), "fear")
    assert list(luck(damaged(4, table="light"), known_of(roll(0, "light-damage", 4)))) == []


@pytest.mark.rule("HX-GAP-09")
def test_what_is_hidden_has_none():
    """An open throw of its own side is none of a base's damage, and without the sheet of a base nothing is said."""
    assert list(luck(damaged(5), known_of(roll(1, "damage", 5)))) == []
    unknown = Known()
    unknown.rolls = (roll(0, "damage", 5),)
    assert list(luck(damaged(5), unknown)) == []


def hidden(seat: int, why: str, *faces: int, sides: int = 6) -> Roll:
    """A throw of the seat's own stream: wgdice/1 numbers that of seat i with i + 1."""
    return Roll(seat + 1, 0, 0, sides, faces, why, seat)


@pytest.mark.rule("HX-GAP-09", "HX-DTABLE-04")
@pytest.mark.parametrize(("face", "place"), [(2, 3), (3, 2), (5, 1), (6, 0)])
def test_damage_to_what_is_hidden_is_bad_luck_of_its_own_side(face, place):
    """A hidden base's damage is thrown by its own side, for which the rows are in the other order: none is the best."""
    found = outcome(replace(damaged(face), owner=1), known_of(hidden(1, "damage", face)))
    assert found.names == tuple(reversed(INFANTRY_ROWS))
    assert found.weights == (1, 2, 1, 2)
    assert (found.seat, found.place, found.kind, found.faces) == (1, place, "damage", (face,))


@pytest.mark.rule("HX-GAP-09", "HX-AREA-01")
@pytest.mark.parametrize("owner", [1, EVERYONE])
def test_an_area_attack_on_what_is_hidden(owner):
    """Its own side throws and is lucky to stay below 5: 4 of 6 for each model; who was hit is face up by then."""
    event = AreaDiceRolled(
        owner=owner, shot="s1", target="b1", faces=Faces(faces=(4, 5)), needed=Tally.base(5, "HX-AREA-06"), successes=1
    )
    found = list(luck(event, known_of(hidden(1, "area", 4, 5))))
    assert [row[:5] for row in found] == [(1, 4, 6, True, "area"), (1, 4, 6, False, "area")]
    assert [(row.low, row.needed, row.faces) for row in found] == [(True, Tally(4, ()), (face,)) for face in (4, 5)]
    # whoever is not shown the throw of a base that was hit would count hits alone
    assert list(luck(event, known_of())) == []
    assert list(luck(event, known_of(roll(1, "area", 4, 5)))) == []


@pytest.mark.rule("HX-GAP-09")
def test_a_throw_of_others_is_none_of_a_hidden_base():
    """Where the throw of an open base has the face of a hidden one's, it is not read on the table of the hidden one."""
    event = replace(damaged(5), owner=1)
    assert list(luck(event, known_of(roll(0, "damage", 5, sides=10)))) == []
    token_of_hidden = replace(token("poison", 5, level=8), owner=1)
    assert list(luck(token_of_hidden, known_of(roll(0, "poison", 5)))) == []
    met = HexEffectTriggered(
        owner=1,
        unit="b1",
        hex="D5",
        effect="poison",
        faces=Faces(faces=(5,)),
        needed=Tally.base(5, "HX-HEXFX-07"),
        affected=1,
    )
    assert list(luck(met, known_of(roll(253, "poison-pin", 5, sides=4)))) == []


# -- tokens


def token(kind: str, face: int, less: int = 0, level: int = 0) -> AgonyRolled:
    return AgonyRolled(owner=EVERYONE, unit="b1", kind=kind, level=level, face=face, result=face - less)


@pytest.mark.rule("HX-CONT-03")
@pytest.mark.parametrize("other", [roll(0, "poison", 3, sides=4), roll(0, "acid", 3, 4), roll(0, "minor-acid", 5)])
def test_the_throw_of_another_token_has_no_chance_here(other):
    """Of dice that were thrown for several tokens at once, one that is not this token's tells nothing of it."""
    assert list(luck(token("acid", 5), known_of(other))) == []


@pytest.mark.rule("HX-CONT-15", "HX-CONT-19")
@pytest.mark.parametrize(("kind", "sides", "weights"), [("fire", 6, (2, 1, 2, 1)), ("poison", 8, (2, 1, 2, 3))])
def test_fire_and_poison_are_damage(kind, sides, weights):
    """The die of the token is read on the regular table: it is told once, with the row, as the enemy's."""
    known = known_of(roll(0, kind, 6, sides=sides))
    assert list(luck(token(kind, 6), known)) == []
    known.rolls = ()
    found = outcome(damaged(6, hit=kind), known)
    assert (found.seat, found.kind, found.weights, found.place) == (0, kind, weights, 3)


@pytest.mark.rule("HX-CONT-22", "HX-CONT-23")
def test_bleeding_goes_on_or_ends():
    """Of a d4 a 1 ends it: it goes on in 3 of 4, and then 2, 3 and 4 are a third each; the die counts once."""
    known = known_of(roll(0, "bleeding", 3, sides=4))
    (goes_on,) = luck(token("bleeding", 3, level=4), known)
    assert isinstance(goes_on, Chance)
    assert goes_on[:5] == (0, 3, 4, True, "bleeding")
    known.rolls = ()
    found = outcome(damaged(3, hit="bleeding"), known)
    assert (found.kind, found.weights, found.place, found.faces) == ("bleeding-damage", (1, 1, 1), 1, ())
    (ends,) = luck(token("bleeding", 1, level=4), known_of(roll(0, "bleeding", 1, sides=4)))
    assert isinstance(ends, Chance)
    assert ends[:4] == (0, 3, 4, False)


@pytest.mark.rule("HX-CONT-24")
def test_bleeding_causes_no_new_bleeding():
    """Rows 4 and 6 are a death alike: of the faces 2 to 8 of a d8 one does nothing, one is future damage, five kill."""
    known = known_of(roll(0, "bleeding", 7, sides=8))
    list(luck(token("bleeding", 7, level=8), known))
    known.rolls = ()
    found = outcome(damaged(7, hit="bleeding"), known)
    assert (found.names, found.weights) == (("no damage", "future 1", "kill 1"), (1, 1, 5))
    assert found.names[found.place] == "kill 1"


@pytest.mark.rule("HX-CONT-09", "HX-CONT-10")
def test_a_five_of_acid_that_is_a_six_and_fire():
    """By the option a 5 gives the two rolls of a 6 and fire besides: it is the best result."""
    known = known_of(roll(0, "acid", 6))
    known.noted[OPTIONS_NOTED] = replace(OPTIONS.defaults, acid_five="as_6")
    (found,) = luck(token("acid", 6), known)
    assert isinstance(found, Outcome)
    assert found.names == ("row 1 or less", "row 2", "row 3", "row 4", "row 6 or more", "row 5")
    assert (found.weights, found.names[found.place]) == ((1,) * 6, "row 6 or more")


@pytest.mark.rule("HX-CONT-04", "HX-CONT-05", "HX-CONT-10")
@pytest.mark.parametrize(("less", "weights"), [(0, (1, 1, 1, 1, 1, 1)), (2, (3, 1, 1, 1, 0, 0))])
def test_acid_is_a_table(less, weights):
    """Results of 1 or less are one row, 6 the last; resistance 2 leaves 3 of 6 with the first."""
    (found,) = luck(token("acid", 4, less), known_of(roll(0, "acid", 4)))
    assert isinstance(found, Outcome)
    assert (found.seat, found.weights, found.place) == (0, weights, 3 - less)


@pytest.mark.rule("HX-CONT-13", "HX-CONT-14")
@pytest.mark.parametrize(("less", "good"), [(0, 4), (1, 3)])
def test_minor_acid_stays_on_three(less, good):
    """Minor acid stays on 3 or more: 4 of 6, with resistance 1 in 3 of 6."""
    (found,) = luck(token("minor_acid", 3, less), known_of(roll(0, "minor-acid", 3)))
    assert isinstance(found, Chance)
    assert found[:5] == (0, good, 6, less == 0, "minor-acid")


@pytest.mark.rule("HX-GAP-09")
def test_tokens_of_what_is_hidden_have_none():
    """An open throw of a base's own side is none of its tokens: neither the token nor its damage is told."""
    known = known_of(roll(1, "fire", 6))
    assert list(luck(token("fire", 6), known)) == []
    known.rolls = ()
    assert list(luck(damaged(6, hit="fire"), known)) == []


@pytest.mark.rule("HX-GAP-09", "HX-CONT-05", "HX-CONT-13", "HX-CONT-22")
def test_tokens_of_what_is_hidden_are_bad_luck_of_its_own_side():
    """Row 1 of acid is the best of six; minor acid goes in 2 of 6, bleeding ends in 1 of 6; fire is read as damage."""

    def of_hidden(kind: str, face: int, level: int = 0) -> AgonyRolled:
        return replace(token(kind, face, level=level), owner=1)

    (acid,) = luck(of_hidden("acid", 1), known_of(hidden(1, "acid", 1)))
    assert isinstance(acid, Outcome)
    assert (acid.seat, acid.place, acid.names[-1]) == (1, 5, "row 1 or less")
    (minor,) = luck(of_hidden("minor_acid", 2), known_of(hidden(1, "minor-acid", 2)))
    assert isinstance(minor, Chance)
    assert (minor[:5], minor.low, minor.needed) == ((1, 2, 6, True, "minor-acid"), True, Tally(2, ()))
    known = known_of(hidden(1, "bleeding", 5))
    (bleeding,) = luck(of_hidden("bleeding", 5, level=6), known)
    assert isinstance(bleeding, Chance)
    assert bleeding[:5] == (1, 1, 6, False, "bleeding")
    known.rolls = ()
    row = outcome(replace(damaged(5, hit="bleeding"), owner=1), known)
    assert (row.seat, row.names[-1], row.faces) == (1, "no damage", ())
    known = known_of(hidden(1, "fire", 6))
    assert list(luck(of_hidden("fire", 6), known)) == []
    known.rolls = ()
    assert outcome(replace(damaged(6, hit="fire"), owner=1), known).place == 0


# -- spotting, effects of hexes


@pytest.mark.rule("HX-GUNNERY-19", "HX-OPEN-02")
@pytest.mark.parametrize(("added", "good", "of"), [(0, 2, 6), (2, 4, 6), (-2, 1, 18)])
def test_spotting(added, good, of):
    """A spotter needs 5 with what is added: 2 of 6, with +2 4 of 6; with -2 a six and a further 5 or 6, 1 of 18."""
    known = Known()
    rolled = SpotRolled(owner=EVERYONE, unit="a1", token="b1", faces=Faces(faces=(3,)))
    assert list(luck(rolled, known)) == []
    tally = Tally.base(added, "HX-FIRE-05")
    reckoned = SpotReckoned(owner=1, token="b1", modifiers=tally, result=3 + added)
    (found,) = luck(reckoned, known)
    assert isinstance(found, Chance)
    assert found[:5] == (0, good, of, added == 2, "spot")
    assert found.faces == (3,)


@pytest.mark.rule("HX-GAP-09", "HX-GUNNERY-19")
def test_a_hidden_spotter_between():
    """The log has a hidden spotter's roll before what is reckoned of an open one's: the chance is the open one's."""
    known = Known()
    list(luck(SpotRolled(owner=EVERYONE, unit="a1", token="b1", faces=Faces(faces=(3,))), known))
    list(luck(SpotRolled(owner=0, unit="a2", token="b2", faces=Faces(faces=(6, 5, 1))), known))
    reckoned = SpotReckoned(owner=1, token="b1", modifiers=Tally.base(2, "HX-FIRE-05"), result=5)
    (found,) = luck(reckoned, known)
    assert (found[:5], found.faces) == ((0, 4, 6, True, "spot"), (3,))


def test_spotting_of_which_only_a_part_is_seen():
    """Where the reader does not see what a token adds, nothing is said."""
    known = Known()
    list(luck(SpotRolled(owner=EVERYONE, unit="a1", token="b1", faces=Faces(faces=(3,))), known))
    assert list(luck(SpotReckoned(owner=1), known)) == []
    assert list(luck(SpotReckoned(owner=1, modifiers=Tally.base(0, "x"), result=3), Known())) == []


@pytest.mark.rule("HX-HEXFX-06", "HX-HEXFX-07", "HX-HEXFX-16")
@pytest.mark.parametrize(
    ("why", "sides", "needed", "good"),
    [("hex-fire", 6, 5, 4), ("poison-cloud", 6, 4, 3), ("poison-pin", 8, 5, 4), ("poison-cloud", 6, 1, 0)],
)
def test_who_meets_an_effect_is_lucky_to_stay_below(why, sides, needed, good):
    """Fire takes hold on 5 or 6, and so its unit gets off in 4 of 6; a cloud of 4+ spares each model in 3 of 6."""
    event = HexEffectTriggered(
        owner=EVERYONE,
        unit="b1",
        hex="D5",
        effect="fire",
        faces=Faces(faces=(needed, needed)),
        needed=Tally.base(needed, "HX-HEXFX-06"),
        affected=2,
    )
    found = list(luck(event, known_of(roll(253, why, needed, needed, sides=sides))))
    assert [row[:5] for row in found] == [(1, good, sides, False, why)] * 2


# -- roll-offs


@pytest.mark.rule("HX-CHOICE-07", "HX-MAP-05", "HX-RETREAT-09")
@pytest.mark.parametrize(("question", "why"), [("rank", "rank"), ("side", "side"), ("retreat_space", "retreat-space")])
def test_a_roll_off_is_won_in_one_of_two(question, why):
    """Ties are rolled again by both: each wins in 1 of 2."""
    known = known_of(roll(0, why, 2), roll(1, why, 2), roll(0, why, 1), roll(1, why, 6))
    found = list(luck(RollOffRolled(question=question, faces=(2, 2, 1, 6), winner=1), known))
    assert [row[:5] for row in found] == [(0, 1, 2, False, why), (1, 1, 2, True, why)]


@pytest.mark.rule("HX-SETUP-08", "HX-SETUP-09")
def test_the_advantage_in_the_setup():
    """The event after the dice says who has it."""
    known = known_of(roll(0, "setup-advantage", 5), roll(1, "setup-advantage", 3))
    assert list(luck(SetupDiceRolled(step=1, faces=(5, 3)), known)) == []
    known.rolls = ()
    found = list(luck(SetupAdvantageGained(step=1, seat=0), known))
    assert [row[:4] for row in found] == [(0, 1, 2, True), (1, 1, 2, False)]
