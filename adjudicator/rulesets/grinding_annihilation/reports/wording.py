"""How events are told whose usual phrase does not do: moves, markers, hits without a roll, reactions, facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.agreement import names_many
from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.labels import Teller
from adjudicator.kernel.sentences import at, by_seat, inches, listed, rolled_off
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AttackGroupEnded,
    ClosedIn,
    CohesionChecked,
    Consolidated,
    ControlDetermined,
    DeadlyDemiseRolled,
    DefenceRolled,
    DemiseResult,
    DominionNoted,
    Effect,
    EligibilityNoted,
    FormationArrived,
    FormationDeployed,
    FormationDestroyed,
    FormationDisembarked,
    FormationMoved,
    FormationSelectedToShoot,
    HitsRolled,
    ManoeuvrePointsGained,
    MarkerControl,
    MarkerPoint,
    MortalWoundsEnded,
    OrderChosen,
    ReactionDeclined,
    Rerolled,
    RollOffMade,
    RosterAccepted,
    TroopMove,
    TroopPose,
    TroopReach,
    VictorDetermined,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.model.options import PACKAGE
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import ANSWERS
from adjudicator.rulesets.grinding_annihilation.rules.troops import scouts

Told = tuple[str, Mapping[str, object]]
# what follows an Assault move, by the names that it is ordered by (GA-2.5-09)
MOMENTS = MappingProxyType({effects.CHARGE: "the Armoured Charge", ANSWERS: "the answers to the Assault move"})
MOVES = FormationMoved | ClosedIn | Consolidated
FACTS = read_sentences(PACKAGE, "facts")
CLAIMS = read_sentences(PACKAGE, "claims")
DECLINED = read_sentences(PACKAGE, "declined")
WORDS = read_sentences(PACKAGE, "words")
SIDES = 6


def titles(event: Struct) -> Iterator[tuple[str, str]]:
    """Give the names of an army's formations."""
    if isinstance(event, RosterAccepted):
        yield from ((formation.id, formation.name) for formation in event.formations)


def notes(event: Struct) -> Iterator[tuple[str, str]]:
    """Note who shoots, and where troops stand."""
    if isinstance(event, FormationSelectedToShoot):
        yield "shooter", event.formation
    if isinstance(event, FormationDestroyed) and event.whole:
        yield f"gone:{event.formation}", event.formation
    if isinstance(event, MOVES | FormationDeployed | FormationArrived | FormationDisembarked):
        yield from ((f"place:{row.troop}", _place(row)) for row in event.troops)


def _place(row: TroopPose | TroopMove) -> str:
    return at(row.pose.x, row.pose.y)


def format_fact(kind: str, subjects: Sequence[str], value: str, teller: Teller) -> str | None:
    """Say what was stated about the table; None for a kind that has no sentence."""
    phrase = FACTS.get(f"{kind}_{value}", FACTS.get(kind))
    if phrase is None or not subjects:
        return None
    if kind == "sight":
        side = seat_of_id(subjects[0])
        seers = [row for row in subjects if seat_of_id(row) == side]
        seen = [row for row in subjects if seat_of_id(row) != side]
        named = teller.names(seers)
        one = len(seers) == 1 and not names_many(named)
        return phrase.format(named, teller.names(seen), see="sees" if one else "see", do="does" if one else "do")
    if kind == "impossible":
        what = subjects[1] if len(subjects) > 1 else ""
        whom = teller.names(subjects[2:] or subjects[:1])
        return phrase.format(whom, what=CLAIMS.get(what, what.replace("_", " ")))
    # behind the type stand the corners of a boundary
    return phrase.format(teller.name(subjects[0]), value=value.partition(" ")[0].replace("_", " "))


def format_markers(rows: Sequence[MarkerPoint]) -> str:
    """Say where markers lie."""
    return ", ".join(f"{row.marker} {at(row.x, row.y)}" for row in rows)


def format_rerolled(rows: Sequence[Rerolled]) -> str:
    """Say dice that were thrown again: "attack 2, a 3, is a 5 now (saved)"."""
    return "; ".join(map(_rerolled, rows))


def _rerolled(row: Rerolled) -> str:
    means = f" ({_plain(row.outcome)})" if row.outcome else ""
    which = f"attack {row.attack}, a {row.was}," if row.attack else f"a {row.was}"
    return f"{which} is a {row.face} now{means}"


def format_effects(rows: Sequence[Effect]) -> str:
    """Say effects of Battle-Manoeuvres: "Find Cover on b-choir"."""
    return listed(
        [f"{WORDS.get(row.manoeuvre, _plain(row.manoeuvre))} on {row.troop or row.formation}" for row in rows]
    )


def format_demise(rows: Sequence[DemiseResult]) -> str:
    """Say whom a Deadly Demise strikes, how far away, with how many mortal wounds."""
    return listed([f"{row.formation}, {inches(row.distance)} away, mortal wounds {row.wounds}" for row in rows])


def format_reaches(rows: Sequence[TroopReach]) -> str:
    """Say how far each troop may go."""
    return ", ".join(f"{row.troop} {inches(row.reach.total)}" for row in rows)


def _plain(word: str) -> str:
    return word.replace("_", " ")


LISTS: Mapping[type[Struct], Callable[[Sequence[Any]], str]] = MappingProxyType(
    {
        DemiseResult: format_demise,
        Effect: format_effects,
        MarkerPoint: format_markers,
        Rerolled: format_rerolled,
        TroopReach: format_reaches,
    }
)


def _moved(key: str) -> Callable[[MOVES, Teller], Told]:
    """Say of a move from where to where it led, by the first troop that left its place."""

    def moved(event: MOVES, teller: Teller) -> Told:
        if not event.troops and f"gone:{event.formation}" in teller.kept:
            return f"{key}_fallen", {}
        ways = [(teller.kept.get(f"place:{row.troop}", ""), _place(row)) for row in event.troops]
        left = next(((start, to) for start, to in ways if start not in ("", to)), None)
        if left is not None:
            return f"{key}_moved", {"start": left[0], "to": left[1]}
        return (f"{key}_unmoved" if all(start for start, _ in ways) else ""), {}

    return moved


def _deployed(event: FormationDeployed, _teller: Teller) -> Told:
    return ("formation_placed", {"to": _place(event.troops[0])}) if event.troops else ("", {})


def _declined(event: ReactionDeclined, teller: Teller) -> Told:
    if event.window == "targets_selected" and "shooter" in teller.kept:
        return "answer_to", {"shooter": teller.kept["shooter"]}
    return "answer", {"text": DECLINED.get(event.window, f"passes the moment: {_plain(event.window)}")}


def _hits(event: HitsRolled, _teller: Teller) -> Told:
    return "" if event.faces else "hits_unrolled", {}


def _wounds(event: WoundsRolled, _teller: Teller) -> Told:
    return "" if event.faces else "wounds_unrolled", {}


def _defence(event: DefenceRolled, _teller: Teller) -> Told:
    return "defence_hopeless" if event.needed.total > SIDES and not event.saved else "", {}


def _demise(event: DeadlyDemiseRolled, _teller: Teller) -> Told:
    return "" if event.results else "demise_fails", {}


def _lost(key: str) -> Callable[[Any, Teller], Told]:
    """Make what tells that something found nobody left."""
    return lambda event, _teller: (key if event.lost else "", {})


def _cohesion(event: CohesionChecked, _teller: Teller) -> Told:
    return "" if event.broken else "cohesion_kept", {}


def _noted(event: EligibilityNoted, _teller: Teller) -> Told:
    return "" if event.formations else "nobody_noted", {}


def _dominion(event: DominionNoted, _teller: Teller) -> Told:
    return "" if event.markers else "no_dominion", {}


def _control(event: ControlDetermined, teller: Teller) -> Told:
    return "", {"markers": "; ".join(_marker(row, teller) for row in event.markers)}


def _marker(row: MarkerControl, teller: Teller) -> str:
    whose = "nobody" if row.controller is None else teller.party(row.controller)
    return f"marker {row.marker} is held by {whose} ({by_seat(row.levels, teller)})"


def _targets(event: AssaultDeclared, _teller: Teller) -> Told:
    return "", {"distances": listed([inches(distance) for distance in event.distances])}


def _totals(event: ManoeuvrePointsGained, teller: Teller) -> Told:
    return "", {"totals": by_seat(event.totals, teller)}


def _order(event: OrderChosen, teller: Teller) -> Told:
    first, *others = (_of_a_moment(name, teller) for name in event.order)
    return "", {"order": ", then ".join([f"first {first}" if others else first, *others])}


def _of_a_moment(name: str, teller: Teller) -> str:
    """Say what a name of an order is: a seat's rules, a rule of a formation, what follows an Assault, or a troop's."""
    if name in MOMENTS:
        return MOMENTS[name]
    if name in scouts.SIDES:
        return f"{teller.party(scouts.SIDES.index(name))}'s rules before the battle"
    rule, colon, formation = name.partition(":")
    if colon:
        return f"{_plain(rule).title()} of {teller.name(formation)}"
    return f"the Deadly Demise of {name}"


def _rolled(event: RollOffMade, teller: Teller) -> Told:
    return "", {"faces": rolled_off(event.faces, teller)}


def _victor(event: VictorDetermined, teller: Teller) -> Told:
    if event.winner is None:
        return "drawn_battle", {"score": f"Tactical Points {by_seat(event.points, teller)}"}
    return "won_battle", {"score": score(event.points, event.winner)}


def score(points: Sequence[int], winner: int) -> str:
    """Say points with the winner's first: "11 to 0"."""
    return " to ".join(map(str, (points[winner], *(row for seat, row in enumerate(points) if seat != winner))))


VARIANTS: Mapping[type[Struct], Callable[[Any, Teller], Told]] = MappingProxyType(
    {
        AssaultDeclared: _targets,
        AttackGroupEnded: _lost("attacks_lost"),
        CohesionChecked: _cohesion,
        ControlDetermined: _control,
        DeadlyDemiseRolled: _demise,
        DefenceRolled: _defence,
        DominionNoted: _dominion,
        EligibilityNoted: _noted,
        FormationDeployed: _deployed,
        ClosedIn: _moved("closing_in"),
        Consolidated: _moved("consolidation"),
        FormationMoved: _moved("formation"),
        HitsRolled: _hits,
        ManoeuvrePointsGained: _totals,
        MortalWoundsEnded: _lost("mortals_lost"),
        OrderChosen: _order,
        ReactionDeclined: _declined,
        RollOffMade: _rolled,
        VictorDetermined: _victor,
        WoundsRolled: _wounds,
    }
)
