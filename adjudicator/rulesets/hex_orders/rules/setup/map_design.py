"""The battleground: each side designs its own area, and both may agree on features between them (HX-MAP)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, among, fault, within
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Flag, Offer, Range, Some, items, offer, shape
from adjudicator.kernel.decide.parties import EVERYONE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.hex_orders.model.board_hexes import no_mans_land, own_area
from adjudicator.rulesets.hex_orders.model.messages import (
    AnswerNoMansLandProposal,
    HexTerrain,
    MapArea,
    MapAreaCommitted,
    MapAreasRevealed,
    MapCompleted,
    NoMansLandAgreed,
    NoMansLandDeclined,
    NoMansLandProposed,
    PassChoice,
    ProposeNoMansLandFeatures,
    RandomHexDrawn,
    SubmitMapArea,
    TerrainCount,
    TerrainPlaced,
)
from adjudicator.rulesets.hex_orders.model.rows import BoardHex, Proposal
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, other_seat, terms_of
from adjudicator.rulesets.hex_orders.model.subjects import ProposalSubject
from adjudicator.rulesets.hex_orders.model.terrain import TERRAINS, level_of
from adjudicator.rulesets.hex_orders.rules.setup.deployment import begin_setup
from adjudicator.rulesets.hex_orders.rules.setup.terms import overlay_faults

PLAIN = "clear"
BETWEEN = "no_mans_land"
MOST_OVERLAYS = 4
# a label without a meaning of its own, and so many kinds of features, are offered
ANY_OVERLAY = "marked"
MOST_FEATURES = 3


def begin_map(ruling: Ruling[Game]) -> None:
    """HX-MAP-05 Ask for the areas, at once in secret or side 1 first in the open; a ready map is ready."""
    game = ruling.game
    if terms_of(game).map:
        _complete(ruling)
    elif game.options.secret_map_design:
        ruling.ask("areas", *SEATS)
    else:
        ruling.ask("areas", seat_of_edge(game, 2))
        ruling.ask("areas", seat_of_edge(game, 1))


def seat_of_edge(game: Game, number: int) -> Party:
    """HX-MAP-02 Give the seat whose edge has this number."""
    return next(seat for seat in SEATS if game.sides[seat].number == number)


# -- own areas


def submit_map_area(ruling: Ruling[Game], command: SubmitMapArea) -> None:
    """HX-MAP-05 A side designs the terrain of its own area entirely as it likes."""
    seat, area = ruling.actor, command.area or MapArea()
    ruling.refuse_all(tuple(_area_faults(ruling.game, seat, area)))
    owner = seat if ruling.game.options.secret_map_design else EVERYONE
    committed = MapAreaCommitted(seat=seat, owner=owner, area=area)
    ruling.record(committed, "HX-MAP-05", "HX-MAP-04", "HX-TERRAIN-01")
    ruling.answered()


def map_area_committed(game: Game, event: MapAreaCommitted) -> None:
    """Keep the design; in the open it is on the board at once."""
    area = event.area or MapArea()
    game.sides[event.seat] = replace(game.sides[event.seat], area=True)
    if event.owner == EVERYONE:
        _lay(game, area.hexes)
    else:
        game.areas[event.seat] = area


def _lay(game: Game, rows: tuple[HexTerrain, ...]) -> None:
    for row in rows:
        game.hexes[row.hex] = BoardHex(row.terrain, row.overlays)


def _area_faults(game: Game, seat: Party, area: MapArea) -> Iterator[Fault]:
    own, seen = own_area(game, seat), set[str]()
    for number, hex_ in enumerate(area.hexes):
        path = f"area.hexes[{number}]"
        if hex_.hex not in own:
            yield fault("HX-MAP-05", "outside-area", f"{path}.hex", hex=hex_.hex, first=own[0], last=own[-1])
        if hex_.hex in seen:
            yield fault("HX-TERRAIN-01", "hex-twice", f"{path}.hex", hex=hex_.hex)
        seen.add(hex_.hex)
        yield from among("HX-TERRAIN-01", f"{path}.terrain", hex_.terrain, TERRAINS)
        yield from within("HX-TERRAIN-03", f"{path}.overlays", len(hex_.overlays), 0, MOST_OVERLAYS)
        for place, name in enumerate(hex_.overlays):
            yield from overlay_faults(name, f"{path}.overlays[{place}]")
        if len(set(hex_.overlays)) != len(hex_.overlays):
            yield fault("HX-TERRAIN-03", "overlay-twice", f"{path}.overlays", hex=hex_.hex)


def _designed(ruling: Ruling[Game], _window: Window) -> None:
    """HX-MAP-05 With both areas in, they are shown together; then side 1 may propose features."""
    game = ruling.game
    if not all(game.sides[seat].area for seat in SEATS):
        return
    if game.options.secret_map_design:
        rows = (hex_ for seat in SEATS for hex_ in game.areas[seat].hexes)
        shown = tuple(row for row in rows if row.terrain != PLAIN or row.overlays)
        ruling.record(MapAreasRevealed(hexes=shown), "HX-MAP-05")
    ruling.ask(BETWEEN, seat_of_edge(game, 1), subject=ProposalSubject(1))


def map_areas_revealed(game: Game, event: MapAreasRevealed) -> None:
    """Lay both areas out."""
    _lay(game, event.hexes)
    game.areas = {}


# -- NoMansLand


def terrain_allowed_between(game: Game) -> tuple[str, ...]:
    """HX-MAP-06 List what may be put into NoMansLand: terrain that does not block sight."""
    return tuple(name for name in TERRAINS if name != PLAIN and level_of(game.options, name) is None)


def propose_features(ruling: Ruling[Game], command: ProposeNoMansLandFeatures) -> None:
    """HX-MAP-07 A side proposes features for hexes of NoMansLand that are drawn."""
    ruling.refuse_all(tuple(_proposal_faults(ruling.game, command.features)))
    ruling.record(NoMansLandProposed(seat=ruling.actor, features=command.features), "HX-MAP-07", "HX-MAP-06")
    ruling.answered()
    ruling.ask("no_mans_land_answer", other_seat(ruling.actor))


def no_mans_land_proposed(game: Game, event: NoMansLandProposed) -> None:
    """Note what is proposed."""
    game.proposal = Proposal(event.seat, tuple((feature.terrain, feature.count) for feature in event.features))


def _proposal_faults(game: Game, features: tuple[TerrainCount, ...]) -> Iterator[Fault]:
    room = len(no_mans_land(game))
    if not features:
        yield fault("HX-MAP-07", "no-features", "features")
    for number, feature in enumerate(features):
        path = f"features[{number}]"
        if feature.terrain not in terrain_allowed_between(game):
            clause = "HX-MAP-06" if feature.terrain in TERRAINS or feature.terrain == "smoke" else "HX-TERRAIN-01"
            yield from among(clause, f"{path}.terrain", feature.terrain, terrain_allowed_between(game))
        yield from within("HX-MAP-07", f"{path}.count", feature.count, 1, room)
    total = sum(feature.count for feature in features)
    if total > room and all(feature.count <= room for feature in features):
        yield fault("HX-MAP-07", "no-room-between", "features", found=total, most=room)


def answer_proposal(ruling: Ruling[Game], command: AnswerNoMansLandProposal) -> None:
    """HX-MAP-07 Only if both agree, the features are placed on distinct hexes that dice draw."""
    proposal = ruling.game.proposal
    if not command.accept or proposal is None:
        ruling.record(NoMansLandDeclined(seat=ruling.actor), "HX-MAP-07")
    else:
        ruling.record(NoMansLandAgreed(seat=ruling.actor), "HX-MAP-07")
        _draw(ruling, proposal)
    ruling.answered()


def _draw(ruling: Ruling[Game], proposal: Proposal) -> None:
    free = list(no_mans_land(ruling.game))
    for terrain, count in proposal.features:
        for _ in range(count):
            (face,) = ruling.roll(1, len(free), "no-mans-land")
            name = free.pop(face - 1)
            ruling.record(RandomHexDrawn(face=face, hex=name), "HX-MAP-07", "HX-GAP-03")
            ruling.record(TerrainPlaced(hex=name, terrain=terrain), "HX-MAP-07", "HX-MAP-06")


def no_mans_land_declined(game: Game, _event: NoMansLandDeclined) -> None:
    """Forget the proposal."""
    game.proposal = None


def no_mans_land_agreed(_game: Game, _event: NoMansLandAgreed) -> None:
    """What was agreed on stays on record until the map is complete."""


def random_hex_drawn(_game: Game, _event: RandomHexDrawn) -> None:
    """What the hex is drawn for is an event of its own."""


def terrain_placed(game: Game, event: TerrainPlaced) -> None:
    """Give the hex its terrain."""
    game.hexes[event.hex] = replace(game.hexes[event.hex], terrain=event.terrain)


def _between(ruling: Ruling[Game], window: Window) -> None:
    """HX-MAP-07 After side 1 side 2 may propose, unless features were agreed on; else all is clear."""
    if ruling.game.proposal is None and subject_of(window, ProposalSubject).number == 1:
        ruling.ask(BETWEEN, seat_of_edge(ruling.game, 2), subject=ProposalSubject(2))
    else:
        _complete(ruling)


def _complete(ruling: Ruling[Game]) -> None:
    """HX-MAP-01 The map is ready, and setting up begins."""
    ruling.record(MapCompleted(), "HX-MAP-01")
    begin_setup(ruling)


def map_completed(game: Game, _event: MapCompleted) -> None:
    """Go over to the set-up."""
    game.proposal, game.step = None, "setup"


# -- offers and what silence stands for


def _area_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    overlays = tuple(row.name for row in game.options.overlay_data) or (ANY_OVERLAY,)
    rows = [
        shape(
            HexTerrain,
            hex=Choice((name,)),
            terrain=Choice(TERRAINS),
            overlays=Some(overlays, 0, min(len(overlays), MOST_OVERLAYS)),
        )
        for name in own_area(game, party)
    ]
    hexes = items(*rows, least=0, most=len(rows), once=True)
    return [offer(SubmitMapArea, "HX-MAP-05", area=shape(MapArea, hexes=hexes))]


def _proposal_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    room = len(no_mans_land(game))
    most = min(MOST_FEATURES, room)
    terrain, count = Choice(terrain_allowed_between(game)), Range(1, room // most)
    features = items(shape(TerrainCount, terrain=terrain, count=count), least=1, most=most)
    return [offer(ProposeNoMansLandFeatures, "HX-MAP-07", features=features), offer(PassChoice, "HX-GAP-08")]


def _answers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(AnswerNoMansLandProposal, "HX-MAP-07", accept=Flag())]


PART = Part(
    handlers=handlers(submit_map_area, propose_features, answer_proposal),
    reducers=reducers(
        map_area_committed,
        map_areas_revealed,
        no_mans_land_proposed,
        no_mans_land_declined,
        no_mans_land_agreed,
        random_hex_drawn,
        terrain_placed,
        map_completed,
    ),
    windows=windows(
        WindowKind(
            "areas", "HX-MAP-05", (SubmitMapArea,), _area_offers, always(SubmitMapArea(area=MapArea())), _designed
        ),
        WindowKind(
            BETWEEN,
            "HX-MAP-07",
            (ProposeNoMansLandFeatures, PassChoice),
            _proposal_offers,
            always(PassChoice()),
            _between,
            subject=ProposalSubject,
        ),
        WindowKind(
            "no_mans_land_answer",
            "HX-MAP-07",
            (AnswerNoMansLandProposal,),
            _answers,
            always(AnswerNoMansLandProposal(accept=False)),
        ),
    ),
)
