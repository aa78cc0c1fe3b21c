"""What `adjudicator replay audit` compares a file with: the public register at an address or in a folder, a policy."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from replays.audit.checks_register import Against, carried_origin
from replays.bundle import BundleFault, read_bundle
from replays.files import Unusable
from replays.register.policy import Policy, PolicyInvalid, read_policy
from replays.register.reading import RegisterForged, RegisterUnreadable, open_register


def add(parser: Any) -> None:
    """Add the flags of an audit."""
    parser.add_argument(
        "--register",
        metavar="PLACE",
        help="the public register, compared with the log (L3): an address or a folder, of the register or of all",
    )
    parser.add_argument(
        "--policy", type=Path, metavar="FILE", help="witnesses that have to have cosigned the register (its own policy)"
    )


def against(args: argparse.Namespace, data: bytes) -> Against:
    """Read the register and the policy that were named.

    Raises Unusable.
    """
    policy = read_policy_file(args.policy)
    if args.register is None:
        return Against(policy=policy)
    try:
        origin = carried_origin(read_bundle(data).register)
    except BundleFault:
        origin = ""
    try:
        return Against(open_register(args.register, origin), policy)
    except RegisterForged as fault:
        return Against(policy=policy, fault=f"the register at {args.register} is not to be believed: {fault}")
    except RegisterUnreadable as fault:
        raise Unusable(f"--register: {fault}") from fault


def read_policy_file(path: Path | None) -> Policy | None:
    """Read a policy, None where no file is named.

    Raises Unusable.
    """
    try:
        return None if path is None else read_policy(path.read_text())
    except (OSError, UnicodeError, PolicyInvalid) as fault:
        raise Unusable(f"--policy: {path}: {fault}") from fault
