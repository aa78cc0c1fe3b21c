"""Chapter 2: what a seat does in its turn: tokens, strikes and reactions to them, cover, ambushes."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.protocol.facts import ask_about
from tests.toy.model.messages import (
    ActionSpent,
    AmbushLaid,
    AmbushSprung,
    ClaimCover,
    Decline,
    DrawToken,
    EndTurn,
    Feint,
    LayAmbush,
    Parry,
    ParryBroken,
    ParryRaised,
    PieceLost,
    RollStrike,
    SpringAmbush,
    Strike,
    StrikeDeclared,
    StrikeRolled,
    TokenDrawn,
)
from tests.toy.model.state import HARD, HEADINGS, Ambush, Blow, Game, blow_of, in_cover, pieces_of
from tests.toy.model.subjects import StrikeSubject

# -- actions


def spend(ruling: Ruling[Game]) -> None:
    """TOY-2.1-01 A turn has three actions."""
    ruling.require(ruling.game.sides[ruling.actor].actions, "TOY-2.1-01", "no-actions")
    ruling.record(ActionSpent(seat=ruling.actor), "TOY-2.1-01")


def action_spent(game: Game, event: ActionSpent) -> None:
    side = game.sides[event.seat]
    game.sides[event.seat] = replace(side, actions=side.actions - 1)


def draw_token(ruling: Ruling[Game], _command: DrawToken) -> None:
    """TOY-2.2-01 A token that is drawn does not go back into the bag."""
    spend(ruling)
    ruling.require(ruling.game.bag, "TOY-2.2-01", "bag-empty")
    token = ruling.pick(ruling.game.bag, "token")
    ruling.record(TokenDrawn(seat=ruling.actor, token=token), "TOY-2.2-01")


def token_drawn(game: Game, event: TokenDrawn) -> None:
    place, side = game.bag.index(event.token), game.sides[event.seat]
    game.bag = game.bag[:place] + game.bag[place + 1 :]
    game.sides[event.seat] = replace(side, tokens=(*side.tokens, event.token))


def claim_cover(ruling: Ruling[Game], command: ClaimCover) -> None:
    """TOY-2.3-01 That a piece stands in cover is stated by its seat and confirmed by the other."""
    spend(ruling)
    own(ruling, command.piece, "piece")
    fact = ruling.state_fact("cover", (command.piece,), "cover", "TOY-2.3-01")
    ask_about(ruling, fact)


# -- strikes


def own(ruling: Ruling[Game], piece: str, path: str) -> None:
    """TOY-2.4-01 A seat acts with its own pieces."""
    mine = ruling.find(ruling.game.pieces, piece, path) == ruling.actor
    ruling.require(mine, "TOY-2.4-01", "not-own", path, piece=piece)


def other(ruling: Ruling[Game], piece: str) -> None:
    """TOY-2.4-02 A target belongs to the other seat."""
    theirs = ruling.find(ruling.game.pieces, piece, "target") != ruling.actor
    ruling.require(theirs, "TOY-2.4-02", "own-target", "target", piece=piece)


def strike(ruling: Ruling[Game], command: Strike) -> None:
    """TOY-2.4-03 The other seat may react between a strike and its die."""
    spend(ruling)
    own(ruling, command.piece, "piece")
    other(ruling, command.target)
    ruling.record(StrikeDeclared(piece=command.piece, target=command.target), "TOY-2.4-03")
    subject = StrikeSubject(command.piece, command.target)
    ruling.ask("strike", ruling.actor, subject=subject)
    ruling.ask("parry", 1 - ruling.actor, subject=subject)


def strike_declared(game: Game, event: StrikeDeclared) -> None:
    game.blow = Blow(event.piece, event.target)


def parry(ruling: Ruling[Game], _command: Parry) -> None:
    """TOY-2.5-01 A shield makes the strike harder by two, unless the striker breaks the parry."""
    ruling.require(ruling.game.sides[ruling.actor].shields, "TOY-2.5-01", "no-shield")
    ruling.record(ParryRaised(seat=ruling.actor), "TOY-2.5-01")
    ruling.answered()
    ruling.ask("feint", 1 - ruling.actor)


def parry_raised(game: Game, event: ParryRaised) -> None:
    side = game.sides[event.seat]
    game.sides[event.seat] = replace(side, shields=side.shields - 1)
    game.blow = replace(blow_of(game), parried=True)


def feint(ruling: Ruling[Game], _command: Feint) -> None:
    """TOY-2.5-02 A token breaks a parry; the oldest one is spent."""
    ruling.require(ruling.game.sides[ruling.actor].tokens, "TOY-2.5-02", "no-token")
    ruling.record(ParryBroken(seat=ruling.actor), "TOY-2.5-02")
    ruling.answered()


def parry_broken(game: Game, event: ParryBroken) -> None:
    side = game.sides[event.seat]
    game.sides[event.seat] = replace(side, tokens=side.tokens[1:])
    game.blow = replace(blow_of(game), parried=False)


def decline(ruling: Ruling[Game], _command: Decline) -> None:
    """TOY-2.5-03 Nobody has to react."""
    ruling.answered()


def roll_strike(ruling: Ruling[Game], _command: RollStrike) -> None:
    """TOY-2.4-04 A strike hits on four or more, six or more against a parry, one more against cover."""
    blow = blow_of(ruling.game)
    needed = Tally.base(HARD, "TOY-2.4-04").add(2 if blow.parried else 0, "TOY-2.5-01")
    needed = needed.add(1 if in_cover(ruling.game, blow.target) else 0, "TOY-2.3-01")
    (face,) = ruling.roll(1, 6, "strike")
    rolled = StrikeRolled(piece=blow.piece, target=blow.target, face=face, needed=needed)
    ruling.record(rolled, *needed.clauses())
    ruling.answered()
    if face >= needed.total:
        lose(ruling, blow.target)


def strike_rolled(game: Game, _event: StrikeRolled) -> None:
    game.blow = None


def lose(ruling: Ruling[Game], piece: str) -> None:
    """TOY-2.6-01 A seat without pieces has lost."""
    seat = ruling.game.pieces[piece]
    ruling.record(PieceLost(piece=piece), "TOY-2.6-01")
    if not pieces_of(ruling.game, seat):
        ruling.finish((1 - seat,), "won", "eliminated", "TOY-2.6-01")


def piece_lost(game: Game, event: PieceLost) -> None:
    del game.pieces[event.piece]


# -- ambushes


def lay_ambush(ruling: Ruling[Game], command: LayAmbush) -> None:
    """TOY-2.7-01 An ambush and its strength are known to its owner alone."""
    spend(ruling)
    fits = command.place in HEADINGS
    ruling.require(fits, "TOY-2.7-01", "no-heading", "place", heading=command.place or "")
    (strength,) = ruling.roll(1, 6, "ambush", hidden=True)
    ambush = f"a{ruling.seq}"
    laid = AmbushLaid(seat=ruling.actor, ambush=ambush, place=command.place, strength=strength)
    ruling.record(laid, "TOY-2.7-01")


def ambush_laid(game: Game, event: AmbushLaid) -> None:
    game.ambushes[event.ambush or ""] = Ambush(event.seat, event.place or "", event.strength or 0)


def spring_ambush(ruling: Ruling[Game], command: SpringAmbush) -> None:
    """TOY-2.7-02 An ambush of four or more takes a piece of a seat that marched into it."""
    spend(ruling)
    ambush = ruling.find(ruling.game.ambushes, command.ambush, "ambush")
    other(ruling, command.target)
    met = ruling.game.plots[1 - ruling.actor].heading == ambush.place
    ruling.require(met, "TOY-2.7-02", "nobody-there", "ambush", place=ambush.place)
    sprung = AmbushSprung(ambush=command.ambush, place=ambush.place, strength=ambush.strength)
    ruling.record(sprung, "TOY-2.7-02")
    if ambush.strength >= HARD:
        lose(ruling, command.target)


def ambush_sprung(game: Game, event: AmbushSprung) -> None:
    del game.ambushes[event.ambush]


# -- what may be said


def turn_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    end = offer(EndTurn, "TOY-1.3-02")
    if not game.sides[party].actions:
        return [end]
    mine, theirs = Choice(pieces_of(game, party)), Choice(pieces_of(game, 1 - party))
    draw = [offer(DrawToken, "TOY-2.2-01")] if game.bag else []
    ready = tuple(key for key, ambush in sorted(game.ambushes.items()) if _met(game, party, ambush))
    spring = [offer(SpringAmbush, "TOY-2.7-02", ambush=Choice(ready), target=theirs)] if ready else []
    return [
        offer(Strike, "TOY-2.4-03", piece=mine, target=theirs),
        offer(ClaimCover, "TOY-2.3-01", piece=mine),
        offer(LayAmbush, "TOY-2.7-01", place=Choice(HEADINGS)),
        *draw,
        *spring,
        end,
    ]


def _met(game: Game, party: Party, ambush: Ambush) -> bool:
    return ambush.seat == party and game.plots[1 - party].heading == ambush.place


def parries(game: Game, _window: Window, party: Party) -> list[Offer]:
    ready = [offer(Parry, "TOY-2.5-01")] if game.sides[party].shields else []
    return [*ready, offer(Decline, "TOY-2.5-03")]


def feints(game: Game, _window: Window, party: Party) -> list[Offer]:
    ready = [offer(Feint, "TOY-2.5-02")] if game.sides[party].tokens else []
    return [*ready, offer(Decline, "TOY-2.5-03")]


TURN = (DrawToken, Strike, ClaimCover, LayAmbush, SpringAmbush, EndTurn)
PART = Part(
    handlers=handlers(draw_token, claim_cover, strike, parry, feint, decline, roll_strike, lay_ambush, spring_ambush),
    reducers=reducers(
        action_spent,
        token_drawn,
        strike_declared,
        parry_raised,
        parry_broken,
        strike_rolled,
        piece_lost,
        ambush_laid,
        ambush_sprung,
    ),
    windows=windows(
        WindowKind("turn", "TOY-1.3-01", TURN, turn_offers, always(EndTurn()), turn=True),
        table_step("strike", "TOY-2.4-04", RollStrike, subject=StrikeSubject, after_flag=True),
        WindowKind(
            "parry",
            "TOY-2.5-01",
            (Parry, Decline),
            parries,
            always(Decline()),
            skip_if_idle=True,
            subject=StrikeSubject,
        ),
        WindowKind("feint", "TOY-2.5-02", (Feint, Decline), feints, always(Decline()), skip_if_idle=True),
    ),
)
