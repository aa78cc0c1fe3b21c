"""Rulings set values in games of any ruleset at any moment: just these change, and the game is played on."""

from random import Random

import msgspec
import pytest

from adjudicator.kernel.decide.correctable import written
from adjudicator.kernel.decide.parties import EVERYONE, is_seat
from adjudicator.kernel.docket.readings import Inspection
from adjudicator.kernel.messages import Correct, Corrected, CorrectHidden, Grounds, HiddenPatch, PatchItem
from replays.audit.desk.checks_corrections import plain, set_plainly
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

WHY = Grounds(reason="it was set up wrongly", clause="", about=())
TRIES, CORRECTIONS = 15, 6


def places(table):
    """List every place that a ruling may set, with what stands there."""
    game, specs = table.game, table.rules.correctable
    for name, spec in specs.items():
        held = getattr(game, name)
        rows = held if isinstance(held, dict) else {"": held}
        for key, row in rows.items():
            fields = [*spec.fields, *([""] if spec.whole else [])]
            for field in fields:
                if row is None and field:
                    continue
                yield spec, name, str(key), field, getattr(row, field) if field else row


def other(generator, value, values):
    """Make another value of the same sort, often one that stands in another row."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and generator.random() < 0.7:
        return max(0, value + generator.choice((-1, 1)))
    return generator.choice(values)


def patch_of(table, generator):
    """Name a random place and a random value for it; the owner of the place."""
    listed = list(places(table))
    spec, name, key, field, value = generator.choice(listed)
    values = [row[4] for row in listed if row[1] == name and row[3] == field]
    new = other(generator, value, values)
    item = PatchItem(table=name, key=key, field=field, before=written(value), after=written(new))
    return item, spec.known_to(table.game, key, field)


def inspect_all(table):
    for protocol in (table.protocol, table.twin_protocol):
        protocol.docket.inspected = {1: Inspection("h", tuple(table.rules.correctable))}


@every_ruleset
@pytest.mark.rule("WG-CORRECT-01")
def test_random_corrections_in_random_games(path):
    """What is accepted changes just the named values, in ruling and fold alike, and play goes on from there."""
    generator = Random(8)
    table = Table(rules_at(path), dice=seeded(8), referee=True)
    driver = Driver(table, 8)
    done = 0
    for _ in range(CORRECTIONS):
        driver.walk(generator.randint(4, 12))
        if table.game.result is not None:
            break
        for _ in range(TRIES):
            inspect_all(table)
            item, known_to = patch_of(table, generator)
            shown, hidden = Correct(grounds=WHY, patch=(item,)), HiddenPatch(items=(item,))
            given = CorrectHidden(grounds=WHY, patch=hidden) if known_to != EVERYONE else shown
            if table.refused(given, "head"):
                continue
            due = plain(table.game)
            table.when("head", given).accepted()
            found = [event for event in table.events if isinstance(event, Corrected)]
            assert [msgspec.structs.replace(row, known_to=EVERYONE) for row in found] == [
                Corrected(known_to=EVERYONE, **msgspec.structs.asdict(item))
            ]
            set_plainly(due, table.rules.correctable, found[0])
            now = plain(table.game)
            changed = [name for name in now if name != "stack" and now[name] != due[name]]
            assert not changed or len(table.events) > 2, f"{item} changed {changed} too"
            done += 1
            break
    assert done


@every_ruleset
@pytest.mark.rule("WG-CORRECT-01")
def test_what_is_offered_is_taken(path):
    """Every value that a referee is offered to set may be set."""
    table = Table(rules_at(path), dice=seeded(4), referee=True)
    driver = Driver(table, 4)
    tried = 0
    for _ in range(5):
        driver.walk(8)
        offers = table.rules.desk_offers[Correct](table.rules, table.game, table.protocol, 254)
        for shaped in offers[0].fields[1].values.of[:4] if offers else ():
            parts = {part.field: part.values.values for part in shaped.values.parts}
            rest = {name: parts.get(name, ("",))[0] for name in ("table", "key", "field", "before")}
            for new in parts["after"]:
                tried += 1
                given = Correct(grounds=WHY, patch=(PatchItem(**rest, after=new),))
                assert table.refused(given, "head") == (), given
    assert tried >= 10


def other_than(value, values):
    """A value that stands elsewhere in the same field, or the next number; None where there is no other."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return next((row for row in values if row != value), None)


@every_ruleset
@pytest.mark.rule("WG-CORRECT-01", "WG-CORRECT-02")
def test_what_is_stale_unknown_or_hidden_is_refused_whole(path):
    """One item that does not fit takes the others with it; what is hidden is refused alike, whatever stands there.

    Without an inspection the answer to a hidden patch is the same for every guess, and no question or table of the
    kernel is a value of the state.
    """
    table = Table(rules_at(path), dice=seeded(5), referee=True)
    driver = Driver(table, 5)
    fitting = hidden = 0
    for _ in range(6):
        driver.walk(9)
        if table.game.result is not None:
            break
        listed = list(places(table))
        unseen = [row for row in listed if is_seat(row[0].known_to(table.game, row[2], row[3]))]
        for spec, name, key, field, value in [*listed[:: max(1, len(listed) // 25)], *unseen[:4]]:
            new = other_than(value, [row[4] for row in listed if (row[1], row[3]) == (name, field)])
            if new is None:
                continue
            item = PatchItem(table=name, key=key, field=field, before=written(value), after=written(new))
            stale = msgspec.structs.replace(item, before=written(new), after=written(value))
            if is_seat(spec.known_to(table.game, key, field)):
                hidden += 1
                given = [table.refused(Correct(grounds=WHY, patch=(row,)), "head") for row in (item, stale)]
                assert given[0] == given[1]
                assert [(fault.clause, fault.reason) for fault in given[0]] == [("WG-CORRECT-01", "hidden-value")]
                guesses = [
                    table.refused(CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(row,))), "head")
                    for row in (item, stale)
                ]
                assert guesses[0] == guesses[1]
                assert [fault.reason for fault in guesses[0]] == ["not-inspected"]
            elif not table.refused(Correct(grounds=WHY, patch=(item,)), "head"):
                fitting += 1
                faults = table.refused(Correct(grounds=WHY, patch=(stale,)), "head")
                assert [(fault.reason, fault.path) for fault in faults] == [("old-differs", "patch[0].before")]
                for own in ("stack", "result", "facts", "suspended", "nothing"):
                    wrong = PatchItem(table=own, key="", field="", before="null", after="null")
                    assert table.refused(Correct(grounds=WHY, patch=(item, wrong)), "head") != (), own
    assert fitting >= 3
    assert hidden or "hex_orders" not in path


RULESETS = "adjudicator.rulesets."
# what no ruling sets: a table and field, and a value beyond what rules and sheets know
BEYOND = [
    ("antares", "units", "pins", -1),
    ("antares", "units", "resist_loss", -1),
    ("antares", "units", "added_flags", ["shiny"]),
    ("antares", "models", "wounds", 99),
    ("antares", "models", "pose", [-1, 0, 0, 0]),
    ("antares", "sides", "points", -1),
    ("antares", "turn", "", -1),
    ("grinding_annihilation", "formations", "place", "elsewhere"),
    ("grinding_annihilation", "formations", "arrived", 99),
    ("grinding_annihilation", "formations", "bound", "for ever"),
    ("grinding_annihilation", "troops", "wounds_left", 99),
    ("grinding_annihilation", "markers", "x", -1),
    ("grinding_annihilation", "markers", "controller", 7),
    ("grinding_annihilation", "sides", "removed", 99),
    ("grinding_annihilation", "battle", "passes", -1),
    ("hex_orders", "units", "hex", "ZZ99"),
    ("hex_orders", "units", "pinned", -1),
    ("hex_orders", "units", "lost_weapons", ["a spoon"]),
    ("hex_orders", "units", "stuck", -1),
    ("hex_orders", "turn", "", -1),
    ("tile_formations", "formations", "shock", -1),
    ("tile_formations", "formations", "state", "asleep"),
    ("tile_formations", "formations", "acted", -1),
    ("tile_formations", "units", "integrity", 99),
    ("tile_formations", "units", "tile", "ZZ99"),
    ("tile_formations", "first", "", 7),
    ("tile_formations", "turn", "", -1),
]


@pytest.fixture(scope="module")
def under_way():
    """A game of each ruleset, some way into its play."""
    made = {}
    for name in {row[0] for row in BEYOND}:
        made[name] = Table(rules_at(RULESETS + name), dice=seeded(2), referee=True)
        Driver(made[name], 2).walk(45)
    return made


@pytest.mark.rule("WG-CORRECT-01")
@pytest.mark.parametrize(("ruleset", "table", "field", "value"), BEYOND)
def test_no_ruling_sets_what_is_beyond_the_rules(under_way, ruleset, table, field, value):
    """Counts below 0, more than there is, places off the board, words and seats that nobody knows."""
    played = under_way[ruleset]
    places_of = [row for row in places(played) if (row[1], row[3]) == (table, field)]
    shown = [row for row in places_of if row[0].known_to(played.game, row[2], field) == EVERYONE]
    spec, name, key, _, before = next(row for row in shown if row[4] is not None or field == "controller")
    item = PatchItem(table=name, key=key, field=field, before=written(before), after=written(value))
    (found,) = played.refused(Correct(grounds=WHY, patch=(item,)), "head")
    assert found.reason == ("breaks-the-rules" if played.rules.seats_correct else "breaks-hidden-rules"), spec
