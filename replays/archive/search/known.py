"""Which clauses there are: an id that nobody has written is told from one that no game cites."""

from __future__ import annotations

from difflib import get_close_matches

from adjudicator.registry import RULESETS, rules_of
from replays.files import Unusable


def require_clause(clause: str) -> None:
    """Refuse what is no clause of a ruleset. Raises Unusable, which names what comes near."""
    known = sorted({one for name in RULESETS for one in rules_of(name).texts})
    if clause in known:
        return
    near = get_close_matches(clause, known)
    like = f"near it: {', '.join(near)}" if near else "ids look like GA-5.7-02 or TF-COVER-08"
    raise Unusable(f"no clause is called {clause}; {like}; adjudicator rules tells what each says")
