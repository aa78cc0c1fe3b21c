"""Smokescreen and Find Cover! (GA-5.8, GA-5.9)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleManoeuvreUsed,
    DefenceRolled,
    EffectGained,
    HitsRolled,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import shots_declared, shots_declared_at
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import decline, manoeuvre_points, use
from tests.rulesets.grinding_annihilation.fixtures import gun, trooper
from tests.rulesets.grinding_annihilation.steps import aim, last_event, refused, settle, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import craters, with_terrain


@pytest.mark.rule("GA-5.8-01")
def test_smoke_hides_and_covers():
    """Behind smoke a shot of RS 3+ needs a 4, and the save of 4+ is 3+; Vehicles may burn smoke as well."""
    table = shots_declared_at(4, 6, 3, blue=("smokescreen",), keywords=("vehicle", "smoke"))
    use(table, "blue", "smokescreen", "b-b").accepted()
    decline(table, "blue")
    settle(table)
    assert last_event(table, HitsRolled).needed.total == 4
    assert (last_event(table, DefenceRolled).needed.total, last_event(table, DefenceRolled).saved) == (3, True)


@pytest.mark.rule("GA-5.8-01")
def test_only_a_target_with_smoke_may_burn_it():
    """A formation that was not selected, or has no Smoke, is refused."""
    table = shots_declared_at(blue=("smokescreen",), keywords=("infantry",))
    use(table, "blue", "smokescreen", "b-spare").rejected("GA-5.8-01", "not-a-target")
    use(table, "blue", "smokescreen", "b-b").rejected("GA-5.8-01", "keyword-missing", keyword="smoke")


@pytest.mark.rule("GA-5.8-02")
@pytest.mark.parametrize(("powers", "save"), [((), 3), (("ignores_cover",), 4)])
def test_smoke_works_against_the_rest_of_the_phase(powers: tuple[str, ...], save: int):
    """The next shooter finds the smoke too; Ignores Cover takes the cover away and leaves the -1 to hit."""
    table = shots_declared_at(1, 4, 6, 4, blue=("smokescreen",), weapon=gun("flamer", *powers))
    use(table, "blue", "smokescreen", "b-b").accepted()
    decline(table, "blue")
    settle(table)
    shots_declared(table, "a-s")
    settle(table)
    assert last_event(table, HitsRolled).needed.total == 4
    assert last_event(table, DefenceRolled).needed.total == save


@pytest.mark.rule("GA-5.8-02", "GA-5.9-01")
def test_cover_counts_once():
    """Smoke and Find Cover! together add 1 to the save and no more."""
    table = shots_declared_at(4, 6, 3, blue=("smokescreen", "find_cover"), troop=trooper(w=3, de=5))
    use(table, "blue", "smokescreen", "b-b").accepted()
    use(table, "blue", "find_cover", "b-b").accepted()
    decline(table, "blue")
    settle(table, "RollDefence")
    defence = table.rules.command("RollDefence")
    save = defence(group=table.game.group.id, attack=1, save="armour")
    assert table.when("blue", save).one(DefenceRolled).needed.total == 4


@pytest.mark.rule("GA-5.9-01")
def test_find_cover_gives_a_save():
    """Infantry with De 5+ against AP -3 saves on 5+ by Find Cover!; a Vehicle is refused."""
    table = shots_declared_at(6, 6, 5, blue=("find_cover",), weapon=gun("melta", ap=-3), troop=trooper(w=3, de=5))
    use(table, "blue", "find_cover", "b-b").then(BattleManoeuvreUsed, EffectGained, formation="b-b")
    assert manoeuvre_points(table, "blue") == 3
    decline(table, "blue")
    settle(table)
    save = last_event(table, DefenceRolled)
    assert (save.save, save.needed.total, save.saved) == ("invulnerable", 5, True)
    table = shots_declared_at(blue=("find_cover",), keywords=("vehicle",))
    use(table, "blue", "find_cover", "b-b").rejected("GA-5.9-01", "keyword-missing", keyword="infantry")


def clauses_of_save(table):
    """Give the clauses of the last Defense Check."""
    found = (why for entry in reversed(table.log) for event, why in entry.events if isinstance(event, DefenceRolled))
    return set(next(found)) & {"GA-3.3-25", "GA-5.8-01", "GA-5.9-01", "GA-6.0-02", "GA-6.1-01"}


@pytest.mark.rule("GA-5.8-01", "GA-5.9-01", "GA-6.0-02")
@pytest.mark.parametrize(
    ("used", "troop", "save", "clauses"),
    [
        (("smokescreen",), {"de": 5}, "armour", {"GA-6.0-02", "GA-5.8-01"}),
        (("smokescreen", "find_cover"), {"de": 5}, "armour", {"GA-6.0-02", "GA-5.8-01", "GA-5.9-01"}),
        (("smokescreen",), {"de": 3}, "armour", set()),
        (("find_cover",), {"de": 5}, "invulnerable", {"GA-3.3-25", "GA-5.9-01"}),
        (("find_cover",), {"de": 5, "inv": (4,)}, "invulnerable", {"GA-3.3-25"}),
        (("find_cover",), {"de": 5, "inv": (4,)}, "invulnerable-5", {"GA-3.3-25", "GA-5.9-01"}),
        (("find_cover",), {"de": 5, "inv": (5, 4)}, "invulnerable-5", {"GA-3.3-25"}),
        (("find_cover",), {"de": 5, "inv": (6,)}, "invulnerable", {"GA-3.3-25", "GA-5.9-01"}),
        (("find_cover",), {"de": 5, "inv": (6,)}, "invulnerable-6", {"GA-3.3-25"}),
        (("smokescreen",), {"de": 5, "inv": (4,)}, "invulnerable", {"GA-3.3-25"}),
    ],
)
def test_a_save_cites_what_it_is_owed_to(used, troop, save, clauses):
    """A Defense Check names the Battle-Manoeuvre that gave the cover, or the save, and none that changed nothing."""
    table = shots_declared_at(4, 6, 3, blue=used, troop=trooper(w=3, **troop))
    for row in used:
        use(table, "blue", row, "b-b").accepted()
    decline(table, "blue")
    settle(table, "RollDefence")
    command = table.rules.command("RollDefence")(group=table.game.group.id, attack=1, save=save)
    table.when("blue", command).then(DefenceRolled, save=save)
    assert clauses_of_save(table) == clauses


@pytest.mark.rule("GA-6.0-02", "GA-6.1-01", "GA-5.8-02")
@pytest.mark.parametrize("smoke", [False, True])
def test_a_save_in_terrain_cites_the_terrain(*, smoke):
    """In a crater the save names the crater's clause; smoke besides is named too, and counts no second time."""
    table = shots_declared_at(4, 6, 3, blue=("smokescreen",), troop=trooper(w=3, de=5))
    with_terrain(table, craters(18, 8, 22, 12))
    if smoke:
        use(table, "blue", "smokescreen", "b-b").accepted()
    decline(table, "blue")
    settle(table)
    assert last_event(table, DefenceRolled).needed.total == 4
    assert clauses_of_save(table) == {"GA-6.0-02", "GA-6.1-01", *(("GA-5.8-01",) if smoke else ())}


@pytest.mark.rule("GA-5.9-02")
def test_a_better_save_stays_and_cover_does_not_help_it():
    """A troop's own 4+ stays; a 4 fails against the 5+ in spite of the cover."""
    table = shots_declared_at(6, 6, 4, blue=("find_cover",), troop=trooper(w=3, de=0, inv=(4,)))
    use(table, "blue", "find_cover", "b-b").accepted()
    decline(table, "blue")
    settle(table)
    assert (last_event(table, DefenceRolled).needed.total, last_event(table, DefenceRolled).saved) == (4, True)
    table = shots_declared_at(6, 6, 4, blue=("find_cover",), troop=trooper(w=3, de=0))
    use(table, "blue", "find_cover", "b-b").accepted()
    decline(table, "blue")
    settle(table)
    assert (last_event(table, DefenceRolled).needed.total, last_event(table, DefenceRolled).saved) == (5, False)


@pytest.mark.rule("GA-5.9-02")
def test_targets_stand():
    """After the answer the first group is to begin; targets are not declared anew."""
    table = shots_declared_at(blue=("find_cover",))
    use(table, "blue", "find_cover", "b-b").accepted()
    decline(table, "blue").asks("attack_group", "red")
    anew = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    refused(table, "red", anew, "GA-3.3-39").rejected("GA-3.3-39", "not-asked", window="attack_group")
