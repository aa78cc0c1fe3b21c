"""A game that has something to show."""

from adjudicator.rulesets.hex_orders.model.messages import Aim, Bonus
from tests.rulesets.hex_orders.fixtures import infantry, table, tank


def two_sides_one_hidden():
    """Set up two sides; one unit of blue is hidden."""
    return table(
        step="gunnery_1",
        hexes={"D5": "forest+smoke"},
        units=[
            ("a1", "D8", "N", tank(), {"loads": {"main_gun": 1}, "aim": Aim(hex="D8", turn=1), "pinned": 2}),
            ("b1", "D2", "SW", infantry(), {"hidden": True, "bonuses": (Bonus(table="regular", by=2),)}),
        ],
    )
