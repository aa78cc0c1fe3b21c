"""Test files that take longest, dearest first: workers begin with them, so that none is left with one at the end.

A file that takes ten seconds or more belongs here; `make test ARGS='-n 3 --dist loadfile --durations=50'` names them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEAR = (
    "tests/page/test_live_in_browser.py",
    "tests/page/test_page_in_browser.py",
    "tests/page/test_desk_in_browser.py",
    "tests/clients/test_java.py",
    "tests/clients/test_go.py",
    "tests/clients/test_typescript.py",
    "tests/conformance/test_playouts.py",
    "tests/rulesets/grinding_annihilation/bots/test_odd_options.py",
    "tests/replays/audit/test_size.py",
    "tests/services/test_cli.py",
    "tests/rulesets/hex_orders/secrets/test_places_by_hand.py",
    "tests/services/tools/test_demo.py",
    "tests/hostile/test_attacks.py",
    "tests/services/register/test_witness.py",
    "tests/conformance/referee/test_paired_rulesets.py",
    "tests/tools/test_proto_breaking.py",
    "tests/rulesets/grinding_annihilation/test_golden.py",
    "tests/conformance/referee/test_stops.py",
    "tests/replays/audit/test_rulesets.py",
    "tests/services/rpc/passing/test_two_releases.py",
    "tests/services/web/test_limits.py",
    "tests/rulesets/hex_orders/test_playouts.py",
    "tests/services/tools/test_wallets.py",
    "tests/rulesets/hex_orders/rulings/test_secrets.py",
    "tests/conformance/referee/test_rewinds.py",
    "tests/conformance/test_secrets.py",
    "tests/replays/corpus/test_wrong_rules.py",
    "tests/rulesets/antares/test_playouts.py",
    "tests/services/games/test_secret_orders.py",
    "tests/conformance/test_any_options.py",
    "tests/refused_estimates/test_hex_orders.py",
    "tests/rulesets/antares/test_offers.py",
    "tests/rulesets/hex_orders/test_golden.py",
    "tests/rulesets/hex_orders/bots/test_bot.py",
    "tests/services/test_upgrade.py",
    "tests/services/referee/test_every_act.py",
    "tests/rulesets/hex_orders/model/test_derived.py",
    "tests/rulesets/grinding_annihilation/concepts/test_derived.py",
    "tests/rulesets/antares/test_every_leaf.py",
    "tests/services/faults/test_copies.py",
    "tests/services/events/whole/test_whole_event.py",
    "tests/rulesets/hex_orders/odds/test_odds_over_grpc.py",
    "tests/conformance/referee/test_corrections.py",
    "tests/hostile/test_grid.py",
    "tests/services/bench/test_tools.py",
    "tests/services/faults/test_unattended.py",
    "tests/rulesets/hex_orders/secrets/test_names.py",
    "tests/services/faults/test_processes.py",
    "tests/services/referee/test_every_act_of_a_book.py",
    "tests/rulesets/tile_formations/test_every_leaf.py",
    "tests/tools/test_new_ruleset.py",
    "tests/rulesets/hex_orders/secrets/test_tokens.py",
    "tests/services/audits/test_room.py",
    "tests/rulesets/antares/bots/test_bot.py",
)
PLACES = {name: place for place, name in enumerate(DEAR)}


def dear_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Order tests by their files: the dear ones as they stand here, then those with most tests."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    ordered = sorted(files, key=lambda name: (PLACES.get(name, len(PLACES)), -len(files[name])))
    return [item for name in ordered for item in files[name]]
