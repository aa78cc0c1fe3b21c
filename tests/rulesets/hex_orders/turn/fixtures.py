"""Games at the end of a turn."""

from tests.rulesets.hex_orders.fixtures import infantry, table, tank

FAR_APART = [("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry())]


def at_the_end(units=FAR_APART, turn=3, **options):
    """Let the end of a turn be looked at."""
    return table(units=units, turn=turn, step="aftermath", options=options).ask("end_check", "table")
