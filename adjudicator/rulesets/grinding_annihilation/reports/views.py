"""What a party may see of a battle: everything but the other player's battle formations before both are shown."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.inches import Body
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.grinding_annihilation.model.messages import Options
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, Formation, FormationPart, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game, on_warfield, troops_of
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    ActionView,
    AttackGroupView,
    AttackView,
    DeclarationView,
    FactView,
    FormationView,
    GroupView,
    ManoeuvreUseView,
    MarkerView,
    PartView,
    PendingView,
    SideView,
    TerrainView,
    TroopView,
    View,
    WreckView,
)
from adjudicator.rulesets.grinding_annihilation.rules.armies.formation_strength import below_half
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatens
from adjudicator.rulesets.grinding_annihilation.rules.missions.marker_control import marker_range
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import scenario_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.desperate_retreats import casualties_due
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import terrain_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import aboard_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.wrecks import wreck_body
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import FAILED
from adjudicator.rulesets.grinding_annihilation.rules.terrain.barricades import ACROSS


def view(game: Game, party: Party) -> View:
    """Show the battle; `seq` and `head` are the service's to fill in."""
    battle = game.battle
    threats = _threats(game)
    return View(
        seq=0,
        head=b"",
        scenario=battle.scenario,
        battle_size=battle.size,
        points_limit=battle.points_limit,
        options=to_message(game.options, Options) if battle.scenario else None,
        phase=battle.phase,
        step=battle.step,
        round=battle.round,
        first_player=battle.first,
        player_in_turn=battle.turn,
        selects_next=_selects(game),
        sides=tuple(_side(game, seat) for seat in SEATS),
        length=battle.length,
        width=battle.width,
        zones=battle.zones,
        markers=tuple(_markers(game)),
        formations=tuple(_formation(game, game.formations[key], threats) for key in sorted(game.formations)),
        weapons=tuple(game.weapons[key] for key in sorted(game.weapons)),
        own_formations=game.sides[party].written if party in SEATS else None,
        action=_action(game),
        declaration=_declaration(game),
        group=_group(game),
        pending=tuple(
            PendingView(id=row.id, formation=row.formation, wounds=row.wounds, source=row.source)
            for row in game.pending
        ),
        demises=game.demises,
        effects=game.effects,
        facts=tuple(_facts(game)),
        ended=battle.ended,
        winner=battle.winner,
        wrecks=tuple(_wreck(game, wreck.troop) for wreck in game.wrecks),
        terrain=tuple(TerrainView(id=row.id, placed_by=row.seat, feature=row.feature) for row in terrain_of(game)),
        marker_range=marker_range(game)[0] if battle.scenario else None,
        last_round=scenario_of(game).rounds.last if battle.scenario else None,
        out_of_cohesion=game.broken,
    )


def _selects(game: Game) -> int | None:
    """Name whoever places, sets up or selects next; after a formation found no room no event says who does."""
    top = game.stack[-1] if game.stack else None
    if top is not None and top.kind in ("deploy", "late_set_up") and top.asks:
        return top.asks[0]
    return game.battle.selects if game.brawl is None else game.brawl.selects


def _side(game: Game, seat: Party) -> SideView:
    side = game.sides[seat]
    return SideView(
        seat=seat,
        faction=side.faction,
        doctrine=side.doctrine,
        points=side.points,
        general=side.general,
        prepared_manoeuvres=side.prepared,
        role=side.role,
        side=side.end,
        committed=side.committed,
        manoeuvre_points=side.manoeuvre_points,
        tactical_points=side.tactical_points,
        tactical_points_this_round=side.round_points,
        casualty_order=side.casualty_order,
        save_preference=side.save_preference,
        windows_declined=side.declined,
        manoeuvres_used=tuple(
            ManoeuvreUseView(manoeuvre=row.manoeuvre, phase=row.phase, turn=row.turn) for row in side.used
        ),
    )


def _markers(game: Game) -> Iterator[MarkerView]:
    for key in sorted(game.markers):
        row = game.markers[key]
        yield MarkerView(
            id=row.id,
            x=row.x,
            y=row.y,
            placed_by=row.seat,
            levels=row.levels,
            controller=row.controller,
            fixed_by_scenario=row.fixed or None,
            captured=row.captured or None,
            dominion=row.dominion or None,
            named=row.named[0] if row.named else None,
        )


def _formation(game: Game, row: Formation, threats: dict[str, tuple[str, ...]]) -> FormationView:
    return FormationView(
        id=row.id,
        seat=row.seat,
        place=row.place,
        parts=tuple(_part(game.parts[key]) for key in row.parts),
        troops=tuple(_troop(game, troop) for troop in troops_of(game, row.id)),
        below_half=bool(row.troops) and below_half(game, row),
        fatigued=row.fatigued > 0,
        tested=row.tested,
        move_kind=row.move,
        shot=row.shot,
        near_at_start=row.near,
        assault_declared=row.assault_declared,
        assaulted=row.assaulted,
        fights_first=row.fights_first,
        first_step=row.first_step,
        fought=row.fought,
        aboard=row.aboard or None,
        arrived=row.arrived or None,
        left=row.left or None,
        disembarked=row.disembarked or None,
        assault_barred=bool(row.bound) or None,
        lent=row.lent or None,
        hover=row.hover or None,
        ingressed=row.ingressed or None,
        threatened_by=threats.get(row.id, ()),
    )


def _wreck(game: Game, troop: str) -> WreckView:
    body = wreck_body(game, troop)
    aboard = tuple(row.id for row in aboard_of(game, troop))
    return WreckView(troop=troop, base_size=body.base, height=body.height, pose=body.pose, formations=aboard)


def _part(row: FormationPart) -> PartView:
    return PartView(
        id=row.id,
        catalogue=row.catalogue,
        name=row.name,
        role=row.role,
        points=row.points,
        starting_strength=row.strength,
        keywords=row.keywords,
        abilities=row.abilities,
        profiles=row.profiles,
        destroyed=row.destroyed,
        transport=row.transport,
    )


def _troop(game: Game, row: Troop) -> TroopView:
    return TroopView(
        id=row.id,
        part=row.part,
        profile=game.profiles[row.kind].name,
        wounds_left=row.wounds_left,
        pose=row.pose,
        weapons=row.weapons,
        gear=row.gear,
        abilities=row.abilities,
        keywords=row.keywords,
        marked=row.marked,
    )


# -- Threat Range


def _threats(game: Game) -> dict[str, tuple[str, ...]]:
    """GA-2.3-02 Find the formations within Threat Range of each other, each pair looked at once."""
    ours, theirs = ([(row.id, bodies_of(game, row.id)) for row in on_warfield(game, seat)] for seat in SEATS)
    found: dict[str, list[str]] = {}
    boxes = [_box(rivals, 0) for _, rivals in theirs]
    for key, bodies in ours:
        near = _box(bodies, ACROSS)
        for box, (other, rivals) in zip(boxes, theirs, strict=True):
            if _meet(near, box) and threatens(game, bodies, rivals):
                found.setdefault(key, []).append(other)
                found.setdefault(other, []).append(key)
    return {key: tuple(sorted(item)) for key, item in found.items()}


def _box(bodies: list[Body], margin: int) -> tuple[int, int, int, int]:
    """Enclose bodies whichever way they face, with a margin."""
    reach = margin + max(body.base.length + body.base.width for body in bodies)
    xs, ys = [body.pose.x for body in bodies], [body.pose.y for body in bodies]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


# -- what is under way


def _action(game: Game) -> ActionView | None:
    row = game.action
    if row is None:
        return None
    return ActionView(
        formation=row.formation,
        kind=row.kind,
        reaches=row.reaches,
        targets=row.targets,
        tested=row.tested,
        casualties_due=casualties_due(game),
        sidearms=row.sidearms,
        only=row.only,
        step=row.step,
        paths=row.paths,
        loans=row.loans,
    )


def _declaration(game: Game) -> DeclarationView | None:
    row = game.declaration
    if row is None:
        return None
    return DeclarationView(
        id=row.id,
        formation=row.formation,
        melee=row.melee,
        groups=tuple(
            GroupView(
                target=group.target,
                weapon=group.weapon,
                profile=group.profile,
                troops=group.troops,
                status=group.status,
            )
            for group in row.groups
        ),
        targets=row.targets,
        mortal_wounds_held=sum(item.wounds for item in row.held),
        hazards=row.hazards,
        hazards_failed=row.hazards_failed,
    )


def _group(game: Game) -> AttackGroupView | None:
    row = game.group
    if row is None:
        return None
    return AttackGroupView(
        id=row.id,
        formation=row.formation,
        target=row.target,
        weapon=row.weapon,
        profile=row.profile,
        counted=row.counted,
        hit_needed=row.hit_needed,
        wound_needed=row.wound_needed,
        attacks=tuple(
            AttackView(
                attack=attack.number,
                troop=attack.troop,
                face=attack.face,
                outcome=attack.outcome,
                rerolled=attack.rerolled,
                allocated=attack.allocated,
                status=_status(attack),
            )
            for _, attack in sorted(game.attacks.items())
        ),
    )


def _status(attack: Attack) -> str:
    """GA-3.3-20 An attack whose Wound roll failed has ended; whatever is not decided yet is due."""
    if attack.outcome == FAILED:
        return "lost"
    return "due" if attack.status in {"", "allocated"} else attack.status


def _facts(game: Game) -> Iterator[FactView]:
    for key in sorted(game.facts):
        row = game.facts[key]
        yield FactView(
            fact=row.id,
            kind=row.kind,
            subjects=row.subjects,
            value=row.value,
            status=row.status,
            other=row.other or None,
        )
