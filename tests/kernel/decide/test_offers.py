import msgspec

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Places, Range, Shape, Some, offer
from tests.toy.model.messages import EndTurn, Strike


def test_an_offer_names_command_and_domains():
    """An offer names its command, the domains of its fields in the order given, and the clause."""
    made = offer(Strike, "TOY-2.4-03", target=Choice(("b1",)), piece=Choice(("r1", "r2")))
    domains = (Domain("target", Choice(("b1",))), Domain("piece", Choice(("r1", "r2"))))
    assert made == Offer("Strike", domains, "TOY-2.4-03")
    assert offer(EndTurn, "TOY-1.3-02").fields == ()


def test_domains_default_to_no_limit():
    """A domain that says nothing of reach, region or number sets no limit."""
    assert Places(("p",)) == Places(("p",), 0, ())
    assert Some(("a", "b")) == Some(("a", "b"), 0, 0)


def test_shapes_nest():
    """A structured value holds the domains of its parts."""
    inner = Domain("x", Range(0, 9))
    made = offer(Strike, "C", way=Shape("Way", (inner, Domain("more", Shape("Way", (inner,))))))
    assert msgspec.to_builtins(made)["fields"][0]["values"]["parts"][1]["values"]["parts"][0]["field"] == "x"
