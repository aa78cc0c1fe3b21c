"""A game goes on under a later edition of its rules code (WG-EDITION)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import AdoptEdition, EditionAdopted
from adjudicator.kernel.protocol.editions import later_edition
from adjudicator.kernel.protocol.seed import sized

ADOPT = "WG-EDITION-01"


def adopt_edition(ruling: Ruling[Tables], command: AdoptEdition) -> None:
    """WG-EDITION-01 From here on the rules of this build decide, where they know every open question.

    What the earlier rules have checked and not carried out is not carried out by the later: a command that waits for
    dice is dropped, standing dice fall, and the questions are asked anew. Sealed commands are checked once opened.
    """
    before, ours = ruling.protocol.edition, ruling.rules.edition
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")
    fits = command.edition == ours and later_edition(ours, before)
    ruling.require(fits, ADOPT, "other-edition", "edition", game=before, server=ours)
    unknown = [window.kind for window in ruling.game.stack if window.kind not in ruling.rules.windows]
    ruling.require(not unknown, ADOPT, "unknown-question", window=", ".join(unknown))
    sized(ruling, ADOPT, "engine", command.engine)
    waits = ruling.game.suspended is not None or ruling.game.again is not None
    adopted = EditionAdopted(before=before, edition=ours, engine=command.engine, asked_anew=waits)
    ruling.record(adopted, ADOPT)
    if waits:
        ruling.ask_anew()


def edition_adopted(game: Tables, event: EditionAdopted) -> None:
    """Drop what waited; the protocol state keeps the edition."""
    if event.asked_anew:
        game.suspended = None
        game.again = None


EDITIONS = Part(handlers=handlers(adopt_edition), reducers=reducers(edition_adopted), anytime=frozenset({AdoptEdition}))
