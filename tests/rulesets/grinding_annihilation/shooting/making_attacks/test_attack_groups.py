"""Groups of attacks (GA-3.3-07 to -11, -39 to -41): their order, step by step, and attacks that are left over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.offers import Choice
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttackGroupEnded,
    AttacksCounted,
    BattleEnded,
    BeginAttackGroup,
    DeadlyDemiseRolled,
    DeclareMeleeAttacks,
    DeclareTargets,
    DeclineReaction,
    DefenceRolled,
    FormationDestroyed,
    HitsRolled,
    MeleeEnded,
    RerollDie,
    ResolveAttackGroup,
    RollDefence,
    RollHit,
    RollWound,
    SelectToShoot,
    SetStandingChoices,
    ShootingEnded,
    Sight,
    TroopDestroyed,
    WoundsRolled,
)
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    ability,
    battle,
    blade,
    brawl,
    duel,
    formation,
    gun,
    line,
    trooper,
)
from tests.rulesets.grinding_annihilation.shooting.fixtures import (
    attack_table,
    melee_table,
    troop_profile,
    weapon,
    weapon_profile,
)
from tests.rulesets.grinding_annihilation.shooting.steps import (
    allocate_next_to,
    begin_group,
    begin_group_command,
    declared_duel,
    melee_declaration,
    mortal_wound_on,
    open_group,
    roll_hits_and_wounds,
    roll_save,
    select_shooter,
    shot_at,
)
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fire,
    last_event,
    living,
    select,
    settle,
    shoot,
    shots,
    strike,
    wounds_left,
)


@pytest.mark.rule("GA-3.3-07", "GA-2.5-01")
@pytest.mark.ruling("GA-3.3-07.2")
@pytest.mark.parametrize(
    ("swiftness", "guns", "thrown", "attacks"),
    [(2, 5, (), 10), ("D6", 1, (4,), 4), ("D6", 2, (2, 3), 5), ("3D6", 1, (2, 5, 6), 13)],
)
def test_swiftness_is_the_number_of_attacks(swiftness: str, guns: int, thrown: tuple[int, ...], attacks: int):
    """A weapon makes as many attacks as its Swiftness, thrown for each weapon where it is random."""
    table = shoot(*thrown, *(1,) * attacks, gun=gun(sw=swiftness), guns=guns)
    counted = last_event(table, AttacksCounted)
    assert counted.attacks == attacks
    assert tuple(face for count in counted.counts for face in count.faces) == thrown
    assert len(last_event(table, HitsRolled).faces) == attacks


@pytest.mark.rule("GA-3.3-08")
def test_one_target_after_the_other():
    """While attacks on one target are left none of another are begun; which comes first is the attacker's choice."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one"), gun("two"), gun("three")))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = select_shooter(battle(red, blue, green, dice=(1, 1, 1)))
    fired = (shot_at("a-r.1", "one", "b-b"), shot_at("a-r.1", "two", "b-c"), shot_at("a-r.1", "three", "b-c"))
    table.when("red", aim(table, "a-r", *fired)).accepted()
    settle(table, "BeginAttackGroup")
    table.when("red", begin_group_command(table, "two", "b-c")).accepted()
    settle(table, "BeginAttackGroup", "SelectToShoot")
    table.when("red", begin_group_command(table, "one", "b-b")).rejected("GA-3.3-08", "target-unfinished", open="b-c")
    table.when("red", begin_group_command(table, "three", "b-c")).accepted()
    settle(table)
    assert [event.target for event in events_of(table, AttackGroupBegun)] == ["b-c", "b-c", "b-b"]


@pytest.mark.rule("GA-3.3-09")
@pytest.mark.parametrize(("first", "attacks", "second"), [("rifle", 2, "cannon"), ("cannon", 1, "rifle")])
def test_weapons_of_one_profile_are_one_group(first: str, attacks: int, second: str):
    """All weapons of a profile are worked off together before another profile, whichever comes first."""
    members = {2: Member(weapons=(gun("cannon", s=9),))}
    red = formation("a-r", at=line(3, 10), only=members)
    table = select_shooter(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 1)))
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    table.when("red", begin_group_command(table, first, "b-b")).then(AttacksCounted, attacks=attacks)
    table.when("red", begin_group_command(table, second, "b-b")).rejected("GA-3.3-16", "not-asked", window="hit_roll")
    settle(table)
    assert [event.weapon for event in events_of(table, AttackGroupBegun)] == [first, second]
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [attacks, 3 - attacks]


@pytest.mark.rule("GA-3.3-10")
def test_declared_attacks_do_not_need_sight_any_more():
    """Once the only visible troops are gone the other declared attacks still fall on the hidden rest."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one"), gun("two")))
    blue = formation("b-b", at=line(2, 20), weapons=())
    table = select_shooter(battle(red, blue, dice=(3, 4, 1, 3, 4, 1)))
    sights = (
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.2",), seen="none", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=sights)).accepted()
    settle(table)
    assert len(events_of(table, TroopDestroyed)) == 2


@pytest.mark.rule("GA-3.3-08", "GA-3.3-09")
@pytest.mark.ruling("GA-3.3-09.1")
def test_order_of_groups():
    """One target is finished before the next, and weapons of one profile before another."""
    field = attack_table()
    same, other = weapon_profile(name="same"), weapon_profile(strength=9)
    field.weapons(weapon("twin", same), weapon("cannon", other))
    field.formation("a-guns", carry=("gun", "twin", "cannon", "cannon"))
    field.formation("b-wall").formation("b-far", at=(20_000, 21_000))
    field.select()
    shots = field.shots("a-guns", ("gun", 0, "b-wall"), ("twin", 0, "b-wall"), ("cannon", 0, "b-wall"))
    shots = (*shots[:-1], replace(shots[-1], target="b-far"))
    sights = field.sights("a-guns", "b-wall", "b-far")
    field.table.play(("red", DeclareTargets(formation="a-guns", shots=shots, sights=sights)))
    field.decline("blue").asks("attack_group", "red")
    field.table.faces(1)
    field.begin("b-wall", "gun").accepted()
    field.table.play(("red", RollHit(group=field.open)))
    field.begin("b-far", "cannon").rejected("GA-3.3-08", "target-unfinished", open="b-wall")
    field.begin("b-wall", "cannon").rejected("GA-3.3-09", "profile-unfinished", open="twin")
    field.begin("b-wall", "gun").rejected("GA-3.3-39", "no-such-group")
    field.begin("b-wall", "twin").accepted()
    field.table.faces(1)
    field.table.play(("red", RollHit(group=field.open)))
    (weapon_left,) = [row.values for row in field.table.offers("red")[0].fields if row.field == "weapon"]
    assert weapon_left == Choice(("cannon",))


@pytest.mark.rule("GA-3.5-15", "GA-3.3-07")
@pytest.mark.parametrize(("first", "counted"), [("b-wall", (2, 3)), ("b-next", (3, 2))])
def test_a_split_weapon_throws_once(first, counted):
    """Attacks of one melee weapon that are split between targets come from one throw for its Swiftness."""
    field = melee_table(swiftness="D6")
    field.table.when("red", melee_declaration(("b-wall", 2), ("b-next", 0))).asks("attack_group", "red")
    field.table.faces(5)
    other = "b-next" if first == "b-wall" else "b-wall"
    for target, attacks in zip((first, other), counted, strict=True):
        assert field.begin(target, "gun").one(AttacksCounted).attacks == attacks
        field.table.faces(*(1,) * attacks)
        done = field.table.when("red", RollHit(group=field.open))
    done.then(MeleeEnded)


@pytest.mark.rule("GA-3.3-11")
@pytest.mark.ruling("GA-3.3-39.2")
def test_attacks_left_over_are_lost():
    """Attacks left when the target is gone are lost."""
    table = shoot(*[3] * 12, *[4] * 12, 6, 6, 1, gun=gun(sw=12))
    assert last_event(table, AttackGroupEnded).lost == 9
    assert len(events_of(table, DefenceRolled)) == 3


@pytest.mark.rule("GA-3.3-10")
def test_declared_attacks_go_on_when_nobody_is_in_sight_or_range():
    """Declared attacks stay valid when those who were seen or in range are gone, whoever of the rest takes them."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), gun("pistol", reach=10)))
    blue = formation("b-b", at=[(20, 10), (22.5, 10)], weapons=(), troop=trooper(w=1))
    table = battle(red, blue, dice=(3, 4, 1, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    found = (
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.2",), seen="none", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=found)).accepted()
    settle(table, "BeginAttackGroup")
    begin_group(table, "lance")
    settle(table, "BeginAttackGroup", AllocateAttack=[allocate_next_to("b-b.1")])
    assert living(table, "b-b") == ["b-b.2"]
    begin_group(table, "pistol")
    settle(table)
    assert living(table, "b-b") == []


@pytest.mark.rule("GA-3.3-39")
def test_group_is_worked_off_step_by_step():
    """A group rolls its hits, its wounds in the order of the hits, then each wounding attack to its end."""
    table = declared_duel(5, 2, 4, 4, 3, 3, gun=gun(sw=3), troop=trooper(w=2))
    begin_group(table)
    assert last_event(table, AttacksCounted).attacks == 3
    group = open_group(table)
    table.when("red", RollHit(group=group)).then(HitsRolled, faces=(5, 2, 4), hits=2)
    table.when("red", RollWound(group=group)).then(WoundsRolled, faces=(4, 3), wounds=1)
    settle(table)
    assert [(event.face, event.saved) for event in events_of(table, DefenceRolled)] == [(3, False)]
    assert wounds_left(table, "b-b") == [1]


@pytest.mark.rule("GA-3.3-40")
def test_attacker_rolls_to_hit_and_wound_and_the_target_saves():
    """Hits and wounds are the attacker's to roll, saves the other player's."""
    table = declared_duel(3, 4, 1)
    begin_group(table)
    group = open_group(table)
    table.when("blue", RollHit(group=group)).rejected("GA-3.3-16", "not-asked")
    table.when("red", RollHit(group=group)).accepted()
    table.when("blue", RollWound(group=group)).rejected("GA-3.3-19", "not-asked", asks="red")
    table.when("red", RollWound(group=group)).accepted()
    settle(table, "RollDefence")
    table.when("red", RollDefence(group=group, attack=1, save="")).rejected("GA-3.3-23", "not-asked", asks="blue")
    settle(table)


@pytest.mark.rule("GA-3.3-40")
@pytest.mark.ruling("GA-3.3-40.1")
def test_reroll_is_taken_or_declined_before_the_next_step():
    """While the attacker may re-roll wounds the target's player can not save yet."""
    table = declared_duel(3, 2, 5, 6, gun=gun("twin", "twin_weapon"), troop=trooper(w=3))
    begin_group(table, "twin")
    group = open_group(table)
    table.when("red", RollHit(group=group)).accepted()
    table.when("red", RollWound(group=group)).asks("reroll", "red")
    save = RollDefence(group=group, attack=1, save="")
    table.when("blue", save).rejected("GA-3.3-40", "not-asked", asks="red")
    reroll = RerollDie(roll="wound", group=group, attacks=(1,), ability="twin_weapon")
    table.when("blue", reroll).rejected("GA-3.3-40", "not-asked", asks="red")
    table.when("red", reroll).accepted()
    settle(table, "RollDefence")
    table.when("blue", save).then(DefenceRolled, face=6, saved=True)
    settle(table)
    assert wounds_left(table, "b-b") == [3]
    declined = declared_duel(3, 2, gun=gun("twin", "twin_weapon"), troop=trooper(w=3))
    begin_group(declined, "twin")
    settle(declined, "DeclineReaction")
    assert declined.window is not None
    declined.when("red", DeclineReaction(window=declined.window.id)).then(AttackGroupEnded)


@pytest.mark.rule("GA-3.3-41")
@pytest.mark.ruling("GA-3.3-41.2")
def test_declared_attacks_of_the_dead_are_resolved():
    """Attacks are resolved though the troop that makes them is gone."""
    arms = {1: Member(weapons=(gun("lance"),)), 2: Member(weapons=(gun("bolt"),))}
    red = formation("a-r", at=[(10, 10), (12, 10)], weapons=(), only=arms)
    bomb = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 1",))}
    blue = formation("b-b", at=[(17, 10), (17, 12)], weapons=(), troop=trooper(w=3), only=bomb)
    table = battle(red, blue, dice=(3, 4, 1, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    begin_group(table, "lance")
    settle(table, AllocateAttack=[allocate_next_to("b-b.1")], AllocateMortalWound=[mortal_wound_on("a-r.2")])
    assert living(table, "a-r") == ["a-r.1"]
    assert len(events_of(table, HitsRolled)) == 2
    assert wounds_left(table, "b-b") == [1]


@pytest.mark.rule("GA-3.3-41", "GA-3.3-38")
def test_shooting_goes_on_when_the_shooter_is_gone():
    """A formation that was destroyed in the midst of its shooting has its declared attacks resolved."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one"), gun("two")))
    bombs = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 1",))}
    blue = formation("b-b", at=[(15, 10), (15, 12)], weapons=(), troop=trooper(w=5), only=bombs)
    table = battle(red, blue, dice=(3, 4, 1, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, AllocateAttack=[allocate_next_to("b-b.1")])
    assert (living(table, "a-r"), wounds_left(table, "b-b")) == ([], [3])
    assert last_event(table, ShootingEnded).formation == "a-r"


@pytest.mark.rule("GA-3.3-39", "GA-3.3-40")
@pytest.mark.parametrize("at_once", [False, True])
def test_dice_from_the_table_are_asked_for_one_throw_at_a_time(at_once: bool):
    """With reported dice every throw is asked of the player who makes it, in the order of the sequence."""
    table = declared_duel(gun=gun(sw=3), troop=trooper(w=2), reported=True)
    declared = table.view("red").declaration.id
    whole = ResolveAttackGroup(declaration=declared, target="b-b", weapon="rifle", profile=0, rerolls="")
    one = BeginAttackGroup(declaration=declared, target="b-b", weapon="rifle", profile=0)
    table.when("red", whole if at_once else one).accepted()
    throwers = []
    for faces in ((5, 2, 4), (4, 3), (3,)):
        settle(table, "ReportRoll")
        assert table.window is not None
        throwers.append(table.window.asks)
        table.thrown(*faces).accepted()
    settle(table)
    assert throwers == [(0,), (0,), (1,)]
    assert wounds_left(table, "b-b") == [1]


@pytest.mark.rule("GA-3.3-11", "GA-3.3-28", "GA-7.0-17")
def test_attacks_on_nobody_are_lost():
    """When the target is gone the rest of the attacks is lost, and an army without troops has lost at once."""
    field = attack_table(swiftness=3).formation("b-wall")
    roll_hits_and_wounds(field, 5, 5, 5, 5, 5, 5)
    outcome = roll_save(field, 1, 1)
    outcome.then(FormationDestroyed, AttackGroupEnded, lost=2).then(BattleEnded, reason="annihilation")


@pytest.mark.rule("GA-7.0-17")
def test_an_army_that_falls_by_its_own_attack():
    """A Deadly Demise that ends the attackers' army ends the battle before their other attacks."""
    field = attack_table(swiftness=2).formation("b-far", at=(40_000, 40_000))
    field.change("troops", "a-guns.1", pose=Pose(10_000, 16_000, 0, 0))
    field.formation("b-wall", 2, kind=troop_profile(wounds=2), abilities=(ability("deadly_demise", 1),))
    field.change("troops", "b-wall.1", wounds_left=1)
    roll_hits_and_wounds(field, 5, 5, 5, 5)
    ended = roll_save(field, 1, 1, 6)
    ended.then(DeadlyDemiseRolled, TroopDestroyed, FormationDestroyed, BattleEnded, reason="annihilation")
    ended.without(AttackGroupEnded)
    assert field.wounds("b-wall.1", "b-wall.2") == [0, 1]


@pytest.mark.rule("GA-3.3-11")
def test_groups_on_a_destroyed_target_are_lost():
    """What was declared at a formation that is gone may not be begun, nor sent elsewhere."""
    field = attack_table().weapons(weapon("late", weapon_profile(strength=9))).formation("b-far", at=(20_000, 21_000))
    field.formation("a-guns", carry=("gun", "late")).formation("b-wall")
    field.select()
    first, second = field.shots("a-guns", ("gun", 0, "b-wall"), ("late", 0, "b-wall"))
    third = replace(second, weapon="gun", target="b-far")
    field.change("troops", "a-guns.1", weapons=("gun", "gun", "late"))
    command = DeclareTargets(
        formation="a-guns", shots=(first, second, third), sights=field.sights("a-guns", "b-wall", "b-far")
    )
    field.table.play(("red", command))
    field.decline("blue").accepted()
    field.begin("b-wall", "gun").accepted()
    field.table.faces(5, 5)
    field.table.play(("red", RollHit(group=field.open)), ("red", RollWound(group=field.open)))
    roll_save(field, 1, 1).then(FormationDestroyed, AttackGroupEnded, lost=0).asks("attack_group", "red")
    field.begin("b-wall", "late").rejected("GA-3.3-11", "target-destroyed", target="b-wall")
    assert [group.status for group in field.game.declaration.groups] == ["done", "lost", "waiting"]


@pytest.mark.rule("GA-3.3-11", "GA-3.5-15")
def test_attacks_on_a_fallen_target_go_to_no_other():
    """Of three attacks one is named for b-b and the rest for b-c: when b-b has fallen, b-c still takes two."""
    jaw = blade("jaw", "extra_attacks", sw=1)
    red = formation("a-r", at=[(20, 10)], weapons=(blade(sw=3), jaw))
    near = [formation("b-b", at=[(21, 10)], weapons=()), formation("b-c", at=[(19, 10)], weapons=())]
    # the jaw hits, wounds and is not saved; then two blows at b-c miss
    table = brawl(red, *near, dice=[6, 6, 1, 1, 1])
    select(table)
    attacks = (strike("a-r.1", "jaw"), strike("a-r.1", attacks=1), strike("a-r.1", target="b-c"))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=())).accepted()
    settle(table, "Consolidate", "SelectToFight")
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [1, 2]
    assert table.game.formations["b-b"].place == "destroyed"


@pytest.mark.rule("GA-3.3-11", "GA-3.5-15")
def test_what_is_left_of_a_weapon_goes_to_the_rest():
    """With both targets alive the rest is what the other entry leaves, whichever group comes first."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(sw=3),))
    near = [formation("b-b", at=[(21, 10)], weapons=()), formation("b-c", at=[(19, 10)], weapons=())]
    table = brawl(red, *near, dice=[1, 1, 1])
    select(table)
    attacks = (strike("a-r.1", target="b-c"), strike("a-r.1", attacks=1))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=())).accepted()
    settle(table, "Consolidate", "SelectToFight")
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [2, 1]


@pytest.mark.rule("GA-3.3-40")
def test_declined_windows_do_not_open():
    """Who declined a kind of window beforehand is not asked in it."""
    table = duel(3, 2, gun=gun("twin", "twin_weapon"))
    command = SetStandingChoices(casualty_order=(), save_preference="", windows_declined=("reroll",))
    table.when("red", command).accepted()
    fire(table, until=("RerollDie", "SelectToShoot"))
    assert table.window is not None
    assert table.window.kind != "reroll"
    assert last_event(table, WoundsRolled).wounds == 0
