"""What the windows of a battle are about."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.windows import Subject, Window, subject_of

LATE_SET_UP = "late_set_up"


class FormationSubject(Subject, frozen=True):
    """The formation that acts, whether its own player is asked or the one who may answer it."""

    formation: str


class StruckSubject(Subject, frozen=True):
    """The formation that suffers mortal wounds."""

    formation: str


class OrderSubject(Subject, frozen=True):
    """Names of what resolves at one moment, in the order in which it came up: the player asked sets another."""

    names: tuple[str, ...]


class RollOffSubject(Subject, frozen=True):
    """What a roll-off is for: a purpose that has a name, names to be ordered, or nothing but the step of the battle."""

    words: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        """The purpose by name; empty where there are names to be ordered, or the step of the battle says it."""
        return LATE_SET_UP if self.words == (LATE_SET_UP,) else ""

    @property
    def ordered(self) -> tuple[str, ...]:
        """The names whose order the winner sets."""
        return () if self.named else self.words


class LateSetUpSubject(Subject, frozen=True):
    """The purpose of the roll-off that the first late set-up followed; empty without one."""

    purpose: str = ""


class RulesLeftSubject(Subject, frozen=True):
    """Rules of the start of a round that are still to be resolved, each as "rule:formation"."""

    rules: tuple[str, ...] = ()


class TurnSubject(Subject, frozen=True):
    """A player's turn of a phase."""

    phase: str
    seat: int


class ClaimSubject(Subject, frozen=True):
    """A claim that something is impossible, and the kind of window in which it was made."""

    fact: str
    window: str


class TerrainSubject(Subject, frozen=True):
    """A terrain feature, and the fact that says what it is."""

    feature: str
    fact: str


class DeclarationSubject(Subject, frozen=True):
    """Declared attacks that are worked off."""

    declaration: str


class GroupSubject(Subject, frozen=True):
    """A group of attacks."""

    group: str


class AttackSubject(Subject, frozen=True):
    """An attack of a group; 0 for the whole group."""

    group: str
    attack: int


class PendingSubject(Subject, frozen=True):
    """Mortal wounds that wait for troops to take them."""

    pending: str


class TroopSubject(Subject, frozen=True):
    """A destroyed troop."""

    troop: str


class GrenadesSubject(Subject, frozen=True):
    """Who throws Grenades at whom, by which Battle-Manoeuvre."""

    formation: str
    enemy: str
    manoeuvre: str


class AimedGrenadesSubject(Subject, frozen=True):
    """Grenades that are to be thrown, and the facts of sight that they rest on."""

    formation: str
    enemy: str
    manoeuvre: str
    facts: tuple[str, ...]


class RolledDie(Subject, frozen=True):
    """A die of a roll that may be thrown again: its face, 0 where the game holds it; `rerolled` 1 once it was."""

    number: int
    face: int
    rerolled: int = 0


class RerollSubject(Subject, frozen=True):
    """A roll that may be thrown again: which one, whose, its group or attack, the save that was used, and its dice."""

    roll: str
    formation: str
    group: str = ""
    attack: int = 0
    save: str = ""
    dice: tuple[RolledDie, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that were thrown, where they are not held by the game."""
        return tuple(die.face for die in self.dice if die.face)

    @property
    def rerolled(self) -> tuple[int, ...]:
        """The numbers of the dice that were thrown again."""
        return tuple(die.number for die in self.dice if die.rerolled)

    def with_rerolled(self, number: int, face: int) -> RerollSubject:
        """Note that a die was thrown again, and the face it shows now where faces are held here."""
        others = tuple(die for die in self.dice if die.number != number)
        die = RolledDie(number, face if self.faces else 0, 1)
        return replace(self, dice=tuple(sorted((*others, die), key=lambda row: row.number)))


def formation_of(window: Window) -> str:
    """Name the formation that a window is about."""
    return subject_of(window, FormationSubject).formation
