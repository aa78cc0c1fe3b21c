"""Two small armies that face each other on open ground, put on the table past all rules.

Formation "a-guns" (seat 0, red) shoots at "b-wall" (seat 1, blue). Troops stand in rows 2" apart, the rows of the two
armies 10" apart unless a distance is given. Weapons and profiles are made to order, one argument for each number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.board.inches import Pose, round_base
from adjudicator.kernel.decide.windows import Window
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    BeginAttackGroup,
    DeclareTargets,
    DeclineReaction,
    SelectToShoot,
    Shot,
    Sight,
    TroopProfile,
    Weapon,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.options import OPTIONS
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Battle, Formation, FormationPart, Side, Troop
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import ability, amount, battle, formation, gun, line, trooper

INCH = 1000


def weapon_profile(
    *abilities: Ability,
    swiftness: int | str = 1,
    skill: int = 3,
    strength: int = 4,
    penetration: int = 0,
    damage: int | str = 1,
    reach: int = 24,
    name: str = "",
) -> WeaponProfile:
    """Make a weapon profile; `reach` in inches."""
    return WeaponProfile(
        name=name,
        weapon_range=reach * INCH,
        swiftness=amount(swiftness),
        skill=skill,
        strength=strength,
        penetration=penetration,
        damage=amount(damage),
        abilities=abilities,
    )


def weapon(key: str, *profiles: WeaponProfile) -> Weapon:
    """Make a weapon; of range 0 it is a melee weapon."""
    return Weapon(id=key, name=key, melee=profiles[0].weapon_range == 0, profiles=profiles)


def troop_profile(
    name: str = "plain", *, vigour: int = 4, defence: int = 4, wounds: int = 1, invulnerable: Sequence[int] = ()
) -> TroopProfile:
    """Make a kind of troop."""
    return TroopProfile(
        name=name,
        movement=6000,
        immovable=False,
        vigour=vigour,
        defence=defence,
        wounds=wounds,
        heroism=7,
        effectiveness=1,
        invulnerable=tuple(invulnerable),
        base_size=round_base(INCH),
        height=1500,
    )


ROWS = 10

SPACING = 2 * INCH


def _plain_troop() -> TroopProfile:
    return troop_profile()


class AttackTable:
    """A table in the Shooting Phase of red."""

    def __init__(self, *dice: int, pace: str = "auto", referee: bool = False, **options: Any) -> None:
        self.table = Table(rules_of("grinding_annihilation"), dice=dice, pace=pace, referee=referee)
        battle = Battle(
            size="small",
            scenario="war_of_control",
            phase="shooting",
            step="shooting",
            round=2,
            first=0,
            turn=0,
            length=60_000,
            width=44_000,
        )
        sides = {seat: Side(seat=seat, mustered=True) for seat in (0, 1)}
        self.table.set(options=replace(OPTIONS.defaults, **options), battle=battle, sides=sides)
        self.table.ask("shooting_turn", "red")

    @property
    def game(self) -> Any:
        """The state."""
        return self.table.game

    @property
    def window(self) -> Window:
        """The innermost question."""
        window = self.table.window
        assert window is not None
        return window

    def weapons(self, *weapons: Weapon) -> AttackTable:
        """Put weapons into the armoury."""
        self.table.put("weapons", *weapons)
        return self

    def formation(
        self,
        key: str,
        count: int = 1,
        *,
        carry: Sequence[str] = (),
        kind: TroopProfile | None = None,
        at: tuple[int, int] | None = None,
        keywords: Sequence[str] = ("infantry",),
        abilities: Sequence[Ability] = (),
        leader: TroopProfile | None = None,
        leader_carry: Sequence[str] = (),
        **status: Any,
    ) -> AttackTable:
        """Put a formation on the warfield; its Leader, where one is given, is its last troop, of part `<key>boss`."""
        seat = 0 if key.startswith("a-") else 1
        x, y = at or (10 * INCH, 10 * INCH + ROWS * INCH * seat + seat * INCH)
        profile = kind or _plain_troop()
        parts = [self._part(key, key, seat, "escort" if leader else "plain", profile, count, keywords, abilities)]
        troops = [self._troop(key, key, seat, number, profile, carry, (x, y)) for number in range(1, count + 1)]
        if leader is not None:
            boss = f"{key}boss"
            parts.append(self._part(boss, key, seat, "leader", leader, 1, ("character", "infantry"), ()))
            pose = (x + count * SPACING, y)
            troops.append(self._troop(boss, key, seat, 1, leader, leader_carry, pose, place=1))
        self.table.put("parts", *parts).put("troops", *troops)
        row = Formation(
            id=key,
            seat=seat,
            place="warfield",
            parts=tuple(part.id for part in parts),
            troops=tuple(troop.id for troop in troops),
            **status,
        )
        self.table.put("formations", row)
        return self

    def _part(
        self,
        key: str,
        formation: str,
        seat: int,
        role: str,
        profile: TroopProfile,
        count: int,
        keywords: Sequence[str],
        abilities: Sequence[Ability],
    ) -> FormationPart:
        for game in (self.table.game, self.table.twin):
            game.profiles[f"{key}:{profile.name}"] = profile
        return FormationPart(
            id=key,
            seat=seat,
            formation=formation,
            catalogue=key,
            name=key,
            role=role,
            points=100,
            strength=count,
            keywords=tuple(keywords),
            leads=(),
            abilities=tuple(abilities),
            profiles=(profile,),
        )

    def _troop(
        self,
        part: str,
        formation: str,
        seat: int,
        number: int,
        profile: TroopProfile,
        carry: Sequence[str],
        at: tuple[int, int],
        place: int | None = None,
    ) -> Troop:
        x = at[0] + (number - 1 if place is None else 0) * SPACING
        return Troop(
            id=f"{part}.{number}",
            seat=seat,
            formation=formation,
            part=part,
            kind=f"{part}:{profile.name}",
            wounds_left=profile.wounds,
            pose=Pose(x, at[1], 0, 0),
            weapons=tuple(carry),
            gear=(),
            enhancements=(),
            abilities=(),
            keywords=(),
        )

    def change(self, table: str, key: str, **fields: Any) -> AttackTable:
        """Change a row."""
        self.table.put(table, replace(getattr(self.game, table)[key], **fields))
        return self

    # -- shooting

    def select(self, formation: str = "a-guns", *sidearms: str) -> Outcome:
        """Select a formation to shoot."""
        return self.table.when("red", SelectToShoot(formation=formation, sidearms=sidearms))

    def sights(self, shooter: str, *targets: str, seen: str = "full") -> tuple[Sight, ...]:
        """State the same sight for all pairs."""
        game = self.game
        troops = tuple(troop for target in targets for troop in game.formations[target].troops)
        return (Sight(observers=game.formations[shooter].troops, troops=troops, seen=seen, fact=""),) if troops else ()

    def shots(self, formation: str, *aimed: tuple[str, int, str]) -> tuple[Shot, ...]:
        """Every troop of a formation that carries a weapon fires every copy: (weapon, profile, target)."""
        troops = [self.game.troops[key] for key in self.game.formations[formation].troops]
        return tuple(
            Shot(troop=troop.id, weapon=row, profile=number, target=target)
            for row, number, target in aimed
            for troop in troops
            for _ in range(troop.weapons.count(row))
        )

    def declare(self, *aimed: tuple[str, int, str], formation: str = "a-guns", seen: str = "full") -> Outcome:
        """Declare shots at targets, all seen alike."""
        targets = tuple(dict.fromkeys(target for _, _, target in aimed))
        command = DeclareTargets(
            formation=formation, shots=self.shots(formation, *aimed), sights=self.sights(formation, *targets, seen=seen)
        )
        return self.table.when("red", command)

    def decline(self, who: str) -> Outcome:
        """Decline what the innermost window allows."""
        return self.table.when(who, DeclineReaction(window=self.window.id))

    def shoot(self, *aimed: tuple[str, int, str], seen: str = "full") -> AttackTable:
        """Select, declare, and let the other player accept the facts."""
        self.select().accepted()
        self.declare(*aimed, seen=seen).accepted()
        self.decline("blue").accepted()
        return self

    def begin(self, target: str, weapon: str, number: int = 0) -> Outcome:
        """Begin a group."""
        return self.table.when("red", self.group(target, weapon, number))

    def group(self, target: str, weapon: str, number: int = 0) -> BeginAttackGroup:
        """Name a group of the declaration."""
        return BeginAttackGroup(declaration=self.game.declaration.id, target=target, weapon=weapon, profile=number)

    @property
    def open(self) -> str:
        """Id of the open group."""
        return str(self.game.group.id)

    def wounds(self, *troops: str) -> list[int]:
        """Wounds left of troops; 0 for those that fell."""
        return [self.game.troops[key].wounds_left if key in self.game.troops else 0 for key in troops]


def attack_table(
    *abilities: Any, shooters: int = 1, pace: str = "auto", keywords=("infantry",), **numbers: Any
) -> AttackTable:
    """Put shooters with one weapon on the field; the options of the battle go with it as `_name`."""
    options = {name[1:]: numbers.pop(name) for name in list(numbers) if name.startswith("_")}
    field = AttackTable(pace=pace, **options)
    field.weapons(weapon("gun", weapon_profile(*abilities, **numbers)))
    return field.formation("a-guns", shooters, carry=("gun",), keywords=keywords)


def melee_table(*abilities: Any, **numbers: Any) -> AttackTable:
    """One troop of red, with one melee weapon, stands within Threat Range of two enemies and is to declare."""
    field = AttackTable()
    field.weapons(weapon("gun", weapon_profile(*abilities, reach=0, **numbers)))
    field.formation("a-guns", carry=("gun",), at=(10_000, 10_000))
    field.formation("b-wall", at=(10_000, 11_500)).formation(
        "b-next", at=(11_500, 10_000), leader=troop_profile("boss")
    )
    field.table.set(action=Action(formation="a-guns", kind="fight", step="declare"))
    field.table.ask("declare_melee", "red", subject=FormationSubject("a-guns"))
    return field


def attack_on_led_formation(
    *dice: int, weapons: tuple, vigour: int = 4, escorts: int = 3, wounds: int = 4, **rest: Any
) -> Table:
    """Let "a-r" with these weapons face an Escort "b-b" that "b-chief" leads."""
    red = formation("a-r", at=[(10, 10)], weapons=weapons)
    blue = formation("b-b", at=line(escorts, 20), weapons=())
    chief = formation(
        "b-chief",
        at=[(21.5, 10)],
        weapons=(),
        troop=trooper("chief", w=wounds, de=2, v=vigour),
        keywords=("character",),
        powers=("leader",),
        leads=("b",),
    )
    return battle(red, blue, chief, lead={"b-chief": "b-b"}, dice=dice, **rest)


PISTOL = gun("pistol", "sidearm", reach=12)


def shooter_in_threat_range(
    *dice: int, weapons: tuple = (PISTOL, gun()), keywords: tuple[str, ...] = ("infantry",)
) -> Table:
    """Let "a-r" stand within Threat Range of "b-b", which "a-f" is near too; "b-c" is 6 inches away."""
    return battle(
        formation("a-r", at=[(10, 10)], weapons=weapons, keywords=keywords),
        formation("a-f", at=[(11.5, 11.5)], weapons=()),
        formation("b-b", at=[(11.5, 10)], weapons=(), troop=trooper(w=3)),
        formation("b-c", at=[(10, 17)], weapons=()),
        dice=dice,
    )


def attack_on_attached(*dice_and_gun: Any, troops: int, vigour: int = 4, **rest: Any) -> Table:
    """Let a shooter face an Escort with a Leader of four wounds."""
    *dice, weapon = dice_and_gun
    red = formation("a-r", at=[(10, 10)], weapons=(weapon,))
    blue = formation("b-b", at=line(troops, 20), weapons=(), troop=trooper(v=4))
    chief = formation(
        "b-chief",
        at=[(21.5, 10)],
        weapons=(),
        troop=trooper("chief", w=4, de=2, v=vigour),
        keywords=("character",),
        powers=("leader",),
        leads=("b",),
    )
    return battle(red, blue, chief, lead={"b-chief": "b-b"}, dice=dice, **rest)


IN_THREAT_RANGE = (10_000, 11_900)  # 0.9" from the first row


def shooters_of_three(*abilities, near: bool = False, carry=("gun",), **status) -> AttackTable:
    """One formation of three faces another, in Threat Range or 10" away."""
    result = AttackTable()
    result.weapons(
        weapon("gun", weapon_profile(*abilities)),
        weapon("pistol", weapon_profile(ability("sidearm"), reach=12)),
        weapon("mortar", weapon_profile(ability("indirect"), ability("volatile"), reach=36)),
        weapon("blade", weapon_profile(reach=0)),
        weapon("two", weapon_profile(name="a"), weapon_profile(ability("storm"), name="b")),
    )
    result.formation("a-guns", 3, carry=carry, **status)
    return result.formation("b-wall", 3, at=IN_THREAT_RANGE if near else None)
