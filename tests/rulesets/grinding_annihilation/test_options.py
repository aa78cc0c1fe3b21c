"""Options that say how the table agrees: roles, disputes, impossibility; and two that change the attack sequence."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import adjudicator.rulesets.grinding_annihilation as ruleset
from adjudicator.kernel.messages import (
    ConfirmFact,
    DisputeFact,
    DisputeRolledOff,
    FactDisputed,
    FactSettled,
    FactStated,
    SettleDispute,
)
from adjudicator.rulesets.grinding_annihilation import bot_setup, setup, solver
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    BattleCreated,
    ChooseDeploymentZone,
    ChooseRetreatCasualties,
    ChooseRole,
    ClaimImpossible,
    CloseIn,
    Consolidate,
    Consolidated,
    CreateBattle,
    DeclarationWithdrawn,
    DeclareAssault,
    DeclareRetreat,
    FormationMoved,
    HitsRolled,
    MakeAssaultMove,
    MakeRetreatMove,
    Options,
    PlaceTerrainFeature,
    RolesAssigned,
    RollAssault,
    RollOffMade,
    SelectToFight,
    SelectToShoot,
    ShootingEnded,
    TargetsDeclared,
    TerrainFeatureAgreed,
    ZonesAssigned,
)
from adjudicator.rulesets.grinding_annihilation.options import Reading
from adjudicator.rulesets.grinding_annihilation.scenario import OPTIONS
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    assaulted,
    battle,
    blade,
    brawl,
    created,
    duel,
    formation,
    last,
    path,
    places,
    settle,
    shots,
    story,
)
from tests.rulesets.grinding_annihilation.ground import woods
from tests.rulesets.grinding_annihilation.test_setup import on_field

RAID = bot_setup.submitted(bot_setup.ARMIES["kolkata_raid"])
HOME = Path(ruleset.__file__).parent


# -- the catalogue


def test_every_option_is_read_by_a_clause():
    """Each option of the catalogue is marked as read, stands in what clauses ask, and some module asks for it."""
    catalogue = tomllib.loads(resources.files(ruleset).joinpath("data", "options.toml").read_text())
    assert all(row["read"] for row in catalogue.values())
    assert sorted(Reading.__struct_fields__) == sorted(catalogue)
    told = "".join(each.read_text() for each in HOME.glob("*.py") if each.name != "messages.py")
    assert [name for name in catalogue if f"how.{name}" not in told] == []


def test_an_option_that_nothing_reads_takes_its_default_alone(monkeypatch: pytest.MonkeyPatch):
    """Were an option marked as unread, any other value of it would be refused."""
    unread = replace(OPTIONS["roles"], read=False)
    monkeypatch.setattr(setup, "OPTIONS", {**OPTIONS, "roles": unread})
    for roles in ("roll_off", "agreed"):
        table = Table(created().rules)
        start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(roles=roles))
        outcome = table.when("referee", start)
        if roles == "agreed":
            outcome.rejected("GA-7.0-07", "option-not-read", "options.roles", option="roles", default="roll_off")
        else:
            outcome.accepted()


@pytest.mark.parametrize(("option", "value"), [
    ("roles", "agreed"), ("impossibility", "solver"), ("dispute_by", "roll_off"), ("auto_wound_optional", True),
    ("precision_steers_mortals", True),
])  # fmt: skip
def test_the_opening_shows_what_was_chosen(option: str, value: Any):
    """The battle's creation names every option as it stands, and the view shows the same."""
    for chosen in ({}, {option: value}):
        table = created(options=chosen)
        made = last(table, BattleCreated).options
        assert getattr(made, option) == (value if chosen else OPTIONS[option].default)
        assert table.view("spectator").options == made
        assert getattr(table.game.how, option) == getattr(made, option)


# -- roles


def mustered(*dice: int, roles: str = "agreed", **rest: Any) -> Table:
    """Let both players hand an army in."""
    table = created(options={"roles": roles}, dice=dice, **rest)
    return table.play(("red", RAID), ("blue", RAID)).table


@pytest.mark.rule("GA-7.0-07")
def test_roles_are_rolled_for_unless_agreed():
    """By default the armies are followed by a roll-off; agreed roles are stated without a die."""
    table = mustered(2, 6, roles="roll_off")
    assert last(table, RollOffMade).winner == 1
    assert table.window.asks == (1,)
    table = mustered()
    assert story(table, RollOffMade) == []
    assert (table.window.kind, table.window.asks) == ("choose_role", (0,))


@pytest.mark.rule("GA-7.0-07")
@pytest.mark.parametrize(("role", "attacker"), [("attacker", 0), ("defender", 1)])
def test_agreed_roles_stand_once_they_are_confirmed(role: str, attacker: int):
    """The first player states his role; the other lets it stand and chooses the zone."""
    table = mustered(6, 1)
    table.when("red", ChooseRole(role="spectator")).rejected("GA-7.0-07", "unknown-role")
    stated = table.when("red", ChooseRole(role=role)).without(RolesAssigned)
    fact = stated.one(FactStated)
    assert (fact.kind, fact.value, fact.by) == ("role", role, 0)
    stated.asks("fact_stated", "blue")
    table.when("blue", ConfirmFact(fact=fact.fact)).then(RolesAssigned, attacker=attacker).asks("choose_zone", "blue")
    assert table.game.facts == {}
    table.when("blue", ChooseDeploymentZone(side="low")).then(ZonesAssigned, low=1)


@pytest.mark.rule("GA-7.0-07", "GA-2.5-11")
@pytest.mark.parametrize(("dice", "attacker", "chooses"), [((5, 3), 0, "blue"), ((4, 4, 2, 6), 1, "red")])
def test_roles_that_are_not_agreed_are_rolled_off(dice: tuple[int, ...], attacker: int, chooses: str):
    """The other player may hold the other role against it; who loses the roll-off about it chooses the zone."""
    table = mustered(*dice)
    fact = table.when("red", ChooseRole(role="attacker")).one(FactStated).fact
    table.when("blue", DisputeFact(fact=fact, value="attacker")).rejected("GA-7.0-07", "same-role")
    table.when("blue", DisputeFact(fact=fact, value="first")).rejected("GA-7.0-07", "unknown-role")
    disputed = table.when("blue", DisputeFact(fact=fact, value="defender"))
    disputed.then(FactDisputed, value="defender").then(DisputeRolledOff, faces=dice)
    disputed.then(RolesAssigned, attacker=attacker).asks("choose_zone", chooses)


@pytest.mark.rule("GA-7.0-07", "GA-2.5-11")
def test_a_referee_settles_roles_by_a_role():
    """Where a referee is seated he says which role it is, and nothing else."""
    table = mustered(referee=True)
    fact = table.when("red", ChooseRole(role="attacker")).one(FactStated).fact
    table.when("blue", DisputeFact(fact=fact, value="defender")).asks("dispute", "referee")
    table.when("referee", SettleDispute(fact=fact, value="both", reason="")).rejected("GA-7.0-07", "unknown-role")
    settled = table.when("referee", SettleDispute(fact=fact, value="attacker", reason=""))
    settled.then(RolesAssigned, attacker=0).asks("choose_zone", "blue")


# -- who settles a dispute


def stated(*dice: int, **rest: Any) -> tuple[Table, str]:
    """Declare one shot at a troop that is said to be fully visible; give the fact."""
    table = duel(*dice, referee=True, **rest)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    return table, last(table, TargetsDeclared).sights[0].fact


@pytest.mark.rule("GA-2.5-11")
def test_the_dice_go_before_a_seated_referee_by_option():
    """With dispute_by = roll_off the players roll off at once, and the referee is asked nothing."""
    table, fact = stated(3, 3, 3, 5, options={"dispute_by": "roll_off"})
    outcome = table.when("blue", DisputeFact(fact=fact, value="none"))
    rolled = outcome.one(DisputeRolledOff)
    assert (rolled.faces, rolled.winner) == ((3, 3, 3, 5), 1)
    outcome.then(FactDisputed, value="none").then(FactSettled, value="none").then(DeclarationWithdrawn)
    outcome.cites("GA-2.5-11", "GA-2.5-08").asks("declare_targets", "red")
    table.when("red", aim(table, "a-r")).then(ShootingEnded, formation="a-r")


@pytest.mark.rule("GA-2.5-11")
def test_a_roll_off_before_the_referee_may_be_lost():
    """Won by the player who stated it, the statement stands and the attacks go on."""
    table, fact = stated(6, 2, 1, options={"dispute_by": "roll_off"})
    outcome = table.when("blue", DisputeFact(fact=fact, value="none"))
    outcome.then(FactSettled, value="full").without(DeclarationWithdrawn)
    settle(table)
    assert len(story(table, HitsRolled)) == 1


@pytest.mark.rule("GA-2.5-11")
def test_a_seated_referee_settles_by_default():
    """With dispute_by = referee_if_seated nothing is thrown: the referee is asked."""
    table, fact = stated()
    outcome = table.when("blue", DisputeFact(fact=fact, value="none")).without(DisputeRolledOff)
    outcome.asks("dispute", "referee")


@pytest.mark.rule("GA-2.5-11", "GA-6.0-01")
@pytest.mark.parametrize(("by", "dice"), [("roll_off", (2, 4)), ("referee_if_seated", ())])
def test_terrain_is_settled_like_sight(by: str, dice: tuple[int, ...]):
    """A dispute about a feature goes the same way as one about sight."""
    table = on_field(referee=True, dice=dice, options={"dispute_by": by})
    table.set(battle=replace(table.game.battle, step="terrain"))
    table.ask("terrain", "red")
    fact = table.when("red", PlaceTerrainFeature(feature=woods(28, 20, 32, 24))).one(FactStated).fact
    outcome = table.when("blue", DisputeFact(fact=fact, value="craters"))
    if by == "roll_off":
        outcome.then(DisputeRolledOff, winner=1).then(TerrainFeatureAgreed)
        assert table.game.terrain["t1"].feature.type == "craters"
    else:
        outcome.without(DisputeRolledOff, TerrainFeatureAgreed).asks("dispute", "referee")


# -- impossibility

SOLVER = {"impossibility": "solver"}
GIVE_UP = ClaimImpossible(what="assault", formation="a-r")


def charging(*dice: int, at: Any = ((10, 10),), enemy: Any = ((18, 10),), other: Any = (), options: Any = SOLVER,
             **rest: Any) -> Table:  # fmt: skip
    """Let "a-r" assault "b-b" and roll; "b-c" stands in the way, or about."""
    units = [formation("a-r", at=at, weapons=(blade(),), **rest), formation("b-b", at=enemy, weapons=(blade(),))]
    units += [formation("b-c", at=other, weapons=())] if other else []
    table = battle(*units, phase="assault", dice=dice, options=options)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_move", "red")
    return table


def run(*paths: Any) -> MakeAssaultMove:
    return MakeAssaultMove(formation="a-r", paths=paths)


def claims(table: Table) -> dict[str, tuple[str, ...]]:
    """Give what red is offered to claim, with the troops."""
    found: dict[str, tuple[str, ...]] = {}
    for each in table.offers("red"):
        if each.command == "ClaimImpossible":
            values = {domain.field: domain.values.values for domain in each.fields}
            found |= dict.fromkeys(values["what"], values.get("troops", ()))
    return found


def said(table: Table) -> Any:
    """Give what red's silence stands for."""
    otherwise = table.rules.windows[table.window.kind].default_command
    return otherwise(table.game, table.window, 0) if otherwise and table.window else None


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
def test_the_service_refuses_a_claim_that_it_can_refute():
    """With the solver a claim against free ground is refused with a legal end state, and is not offered."""
    table = charging(5, 5)
    assert claims(table) == {}
    table.when("red", GIVE_UP).rejected("GA-2.4-13", "end-found", "what", found="assault")
    assert story(table, FactStated) == []
    table.when("red", said(table)).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
def test_the_other_player_judges_a_claim_by_default():
    """Without the solver the same claim is taken, and only the other player's end state speaks against it."""
    table = charging(5, 5, options={})
    assert set(claims(table)) == {"assault", "contact", "closer"}
    table.when("red", GIVE_UP).asks("fact_stated", "blue").without(FactSettled)


@pytest.mark.rule("GA-2.4-13", "GA-3.4-09")
def test_a_claim_that_holds_stands_at_once():
    """Where no way leads to the target the claim stands without asking anybody, and the Assault fails."""
    wall = [(14, 8.8 + 1.01 * number) for number in range(-8, 32)]
    table = charging(5, 5, other=wall)
    assert claims(table) == {"assault": ()}
    table.when("red", run(path("a-r.1", (17, 10)))).rejected("GA-3.4-12", "crosses-enemy")
    assert said(table) == GIVE_UP
    claimed = table.when("red", GIVE_UP)
    claimed.then(FactStated, kind="impossible", by=0).then(FactSettled, value="impossible")
    claimed.then(AssaultFailed, reason="impossible").cites("GA-2.4-13")


@pytest.mark.rule("GA-2.4-13", "GA-3.4-11")
def test_a_place_that_two_can_share_is_found():
    """The troop behind reaches only one place, the one in front several: no claim of contact holds."""
    table = charging(3, 4, at=((10, 10), (8, 10)), enemy=((16, 10),))
    assert claims(table) == {}
    for troops in (("a-r.1",), ("a-r.2",), ("a-r.1", "a-r.2"), ()):
        claim = ClaimImpossible(what="contact", formation="a-r", troops=troops)
        table.when("red", claim).rejected("GA-2.4-13", "end-found")
    table.when("red", run(path("a-r.1", (15, 10)), path("a-r.2", (14, 10)))).rejected("GA-3.4-11", "contact-owed")
    table.when("red", said(table)).then(FormationMoved)
    gaps = [(x - 16) ** 2 + (y - 10) ** 2 for x, y in places(table)]
    assert all(each <= 1.01**2 for each in gaps)


@pytest.mark.rule("GA-2.4-13", "GA-3.4-11")
def test_who_stays_apart_is_claimed_one_after_the_other():
    """Three troops, room for two in the corner: any one may be said to stay apart, and no two of them."""
    at = ((5, 2), (4.5, 3.5), (4, 5))
    table = charging(3, 3, at=at, enemy=((0.5, 0.5),))
    free = ("a-r.1", "a-r.2", "a-r.3")
    assert claims(table) == {"contact": free}
    both = ClaimImpossible(what="contact", formation="a-r", troops=free[:2])
    table.when("red", both).rejected("GA-2.4-13", "end-found")
    claim = ClaimImpossible(what="contact", formation="a-r", troops=("a-r.2",))
    table.when("red", claim).then(FactSettled, value="impossible").asks("assault_move", "red")
    assert claims(table) == {}
    table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=free[2:])).rejected(
        "GA-2.4-13", "end-found"
    )
    made = said(table)
    assert isinstance(made, MakeAssaultMove)
    table.when("red", made).then(FormationMoved)
    gaps = [(x - 0.5) ** 2 + (y - 0.5) ** 2 <= 1.01**2 for x, y in places(table)]
    assert gaps == [True, False, True]


@pytest.mark.rule("GA-2.4-13", "GA-3.4-11")
def test_silence_claims_and_moves_with_the_solver():
    """Silence alone comes to the move: it claims for one troop and then takes the end that is left."""
    table = charging(3, 3, at=((5, 2), (4.5, 3.5), (4, 5)), enemy=((0.5, 0.5),))
    first = said(table)
    assert isinstance(first, ClaimImpossible)
    assert (first.what, len(first.troops)) == ("contact", 1)
    table.when("red", first).accepted()
    table.when("red", said(table)).then(FormationMoved, kind="assault")


def retreating(options: Any = SOLVER) -> Table:
    """Let the plan of a Retreat lose its middle troop; what is left of it is not cohesive."""
    own = formation("a-r", at=[(10, 10 + 1.5 * n) for n in range(3)])
    foe = formation("b-b", at=[(11.5, 10), (11.5, 11.5)])
    table = battle(own, foe, phase="move", dice=[1, 4], options=options)
    plan = (path("a-r.1", (14.5, 10)), path("a-r.2", (14.5, 12.5)), path("a-r.3", (14.5, 14.9)))
    table.when("red", DeclareRetreat(formation="a-r", paths=plan)).accepted()
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).asks("make_move", "red")
    return table


@pytest.mark.rule("GA-2.4-13", "GA-3.2-21")
def test_a_retreat_that_is_left_is_found():
    """With the solver nobody may say that no Retreat is left where one is, and silence makes it."""
    claim = ClaimImpossible(what="retreat", formation="a-r")
    assert claims(retreating({})) == {"retreat": ()}
    table = retreating()
    assert claims(table) == {}
    table.when("red", claim).rejected("GA-2.4-13", "end-found", found="retreat")
    made = said(table)
    assert isinstance(made, MakeRetreatMove)
    table.when("red", made).then(FormationMoved, kind="retreat")
    assert all(x < 10 for x, _ in places(table))


@pytest.mark.rule("GA-2.4-13", "GA-3.2-21")
def test_no_retreat_is_left_where_the_search_finds_none(monkeypatch: pytest.MonkeyPatch):
    """Where the service finds no Retreat the claim stands at once, and the formation has retreated where it is."""
    monkeypatch.setattr(solver, "retreats", lambda _game, _formation: iter(()))
    table = retreating()
    assert claims(table) == {"retreat": ()}
    claimed = table.when("red", said(table)).then(FactSettled, value="impossible")
    claimed.then(FormationMoved, kind="retreat", troops=())


def fighting(at: Any, foe: Any, options: Any, **rest: Any) -> Table:
    """Let "a-r" fight, select it, and stop at the first question of a move."""
    units = [formation("a-r", at=at, weapons=(blade(),)), formation("b-b", at=foe, weapons=())]
    table = brawl(*units, options=options, **rest)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return table


@pytest.mark.rule("GA-2.4-13", "GA-3.5-11")
@pytest.mark.parametrize("impossibility", ["solver", "declared_with_dispute"])
def test_contact_in_closing_in_is_judged_alike(impossibility: str):
    """By option contact is owed in Close In: the solver refuses a claim where there is room for it."""
    options = {"impossibility": impossibility, "close_in_base_contact": True}
    table = fighting([(20, 10), (18, 10)], [(21.5, 10)], options)
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (20.2, 10)),))).rejected(
        "GA-3.5-11", "contact-owed"
    )
    claim = table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=("a-r.1",)))
    if impossibility == "solver":
        claim.rejected("GA-2.4-13", "end-found")
        assert claims(table) == {}
    else:
        claim.asks("fact_stated", "blue")


@pytest.mark.rule("GA-2.4-13", "GA-3.5-21")
@pytest.mark.parametrize(("friends", "stands"), [((), False), ((8.97, 9.98, 10.99), True)])
def test_an_enemy_that_may_be_reached_is_found(friends: Any, *, stands: bool):
    """An enemy 4" away is reached unless friends stand in all places beside it: then a marker may be."""
    units = [formation("a-r", at=[(20, 10)], weapons=()), formation("b-b", at=[(24.8, 10)], weapons=())]
    units += [formation("a-f", at=[(22.8, y) for y in friends], weapons=())] if friends else []
    past = {"assault": assaulted("a-r", "b-b")}
    table = brawl(*units, options=SOLVER, markers=((20, 14),), past=past)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    assert ("consolidate" in claims(table)) is stands
    claim = table.when("red", ClaimImpossible(what="consolidate", formation="a-r"))
    to_marker = Consolidate(formation="a-r", paths=(path("a-r.1", (20, 11)),), marker="1")
    if stands:
        claim.then(FactSettled, value="impossible").asks("consolidate", "red")
        table.when("red", to_marker).then(Consolidated, marker="1")
    else:
        claim.rejected("GA-2.4-13", "end-found")
        table.when("red", to_marker).rejected("GA-3.5-21", "enemy-in-reach")
