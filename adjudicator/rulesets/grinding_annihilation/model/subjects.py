"""What the windows of a battle are about."""

from __future__ import annotations

from adjudicator.kernel.decide.windows import Subject, Window, subject_of

REROLLED = "again:"


class FormationSubject(Subject, frozen=True):
    """A formation: the one that acts, or the enemy that may be answered."""

    formation: str


class OrderSubject(Subject, frozen=True):
    """Names of what resolves at one moment, whose order is to be set or rolled off for."""

    names: tuple[str, ...] = ()


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


class RerollSubject(Subject, frozen=True):
    """A roll that may be thrown again: which one, whose, and the group or attack it belongs to.

    `more` are, in this order, the save that was used, the faces thrown, and the dice that were thrown again already.
    """

    roll: str
    formation: str
    key: str
    more: tuple[str, ...] = ()

    @property
    def save(self) -> str:
        """The save that was used."""
        return self.more[0]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that were thrown."""
        return tuple(int(word) for word in self.more if word.isdigit())

    @property
    def rerolled(self) -> tuple[int, ...]:
        """The numbers of the dice that were thrown again."""
        return tuple(int(word.removeprefix(REROLLED)) for word in self.more if word.startswith(REROLLED))

    def with_rerolled(self, die: int, face: int) -> RerollSubject:
        """Note that a die was thrown again, and the face it shows now where faces are shown."""
        faces = [str(row) for row in self.faces]
        if faces:
            faces[die - 1] = str(face)
        rerolled_dice = (*self.rerolled, die)
        return RerollSubject(
            self.roll, self.formation, self.key, (*faces, *(f"{REROLLED}{row}" for row in rerolled_dice))
        )


def formation_of(window: Window) -> str:
    """Name the formation that a window is about."""
    return subject_of(window, FormationSubject).formation
