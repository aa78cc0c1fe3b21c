"""Rulings set values in games of any ruleset at any moment: just these change, and the game is played on."""

from random import Random

import msgspec
import pytest

from adjudicator.kernel.decide.correctable import written
from adjudicator.kernel.decide.parties import EVERYONE
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
