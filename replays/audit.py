"""The audit of a replay file: bytes and dice (L0), order and authority (L1), the rules (L2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.ruleset import Rules
from adjudicator.registry import RULESETS, engine_digest, rules_of
from replays.bundle import Bundle, BundleFault, read_bundle
from replays.checks_dice import check_dice, check_seed
from replays.checks_log import check_chain, check_genesis, check_heads, check_order, check_seals, check_signatures
from replays.checks_order import (
    check_authority,
    check_end,
    check_freshness,
    check_ids,
    check_reports,
    check_times,
)
from replays.checks_rules import check_rules
from replays.entries import Raw, read_entries
from replays.report import Findings, Report

LEVELS = ("L0", "L1", "L2")
Find = Callable[[str], tuple[Rules[Any], bytes] | None]


def registered(name: str) -> tuple[Rules[Any], bytes] | None:
    """Find a ruleset of this build and the digest of its code and data."""
    return (rules_of(name), engine_digest(name)) if name in RULESETS else None


def audit(
    data: bytes, *, levels: Sequence[str] = LEVELS, vkey: str | None = None, engine: str | None = None,
    find: Find = registered,
) -> Report:  # fmt: skip
    """Audit a replay file.

    `vkey` is the operator's verification key as published, `engine` the digest (hex) of a pinned build; without them
    the file's own opening is believed, and the report notes it.
    """
    findings = Findings()
    try:
        bundle = read_bundle(data)
    except BundleFault as fault:
        findings.add("BUNDLE_MALFORMED", 0, "a replay file", fault)
        return findings.report("", 0, (), tuple(levels))
    for text in bundle.altered:
        findings.add("BUNDLE_MALFORMED", 0, "members as the manifest says", text)
    entries = read_entries(bundle, findings)
    opening = check_genesis(entries, findings)
    if opening is None:
        return findings.report("", len(entries), (), tuple(levels))
    if engine is not None and opening.engine.hex() != engine:
        findings.add("ENGINE_MISMATCH", 1, engine, opening.engine)
    if vkey is None:
        findings.notes.append("the log key was taken from the file itself; pin the published one with --vkey")
    _manifest_fits(bundle, opening, findings)
    _run(entries, bundle, opening, vkey or opening.log_key, find(opening.ruleset), levels, findings)
    return findings.report(entries[0].game.hex(), len(entries), declared(opening), tuple(levels))


def _run(
    entries: Sequence[Raw], bundle: Bundle, opening: OpenGame, vkey: str, known: tuple[Rules[Any], bytes] | None,
    levels: Sequence[str], findings: Findings,
) -> None:  # fmt: skip
    rules = known[0] if known else None
    check_order(entries, findings)
    check_chain(entries, findings)
    check_heads(entries, bundle, vkey, findings)
    check_signatures(entries, opening, findings)
    fit = check_seals(entries, bundle, rules, findings)
    sound = not findings.has("SEALED_OPENING_MISMATCH")
    secret = check_seed(entries, opening, findings)
    check_dice(entries, bundle if sound else _without_openings(bundle), opening, secret, findings)
    if secret is None and not findings.has("SEED_COMMIT_MISMATCH", "SEED_NOT_REVEALED"):
        findings.incomplete["L0"] = "the dice can be checked once the secret is revealed"
    if "L1" in levels:
        _second(entries, opening, rules, findings)
    if "L2" in levels:
        _third(entries, bundle, opening, known, secret, findings, fit=fit)


def _second(entries: Sequence[Raw], opening: OpenGame, rules: Rules[Any] | None, findings: Findings) -> None:
    check_times(entries, findings)
    check_ids(entries, findings)
    check_authority(entries, opening, rules, findings)
    check_freshness(entries, findings)
    check_reports(entries, opening, findings)
    check_end(entries, opening, findings)


def _third(
    entries: Sequence[Raw], bundle: Bundle, opening: OpenGame, known: tuple[Rules[Any], bytes] | None,
    secret: bytes | None, findings: Findings, *, fit: bool,
) -> None:  # fmt: skip
    if known is None:
        findings.incomplete["L2"] = f"ruleset {opening.ruleset} is not in this build"
        return
    if not fit and findings.has("SEALED_OPENING_MISMATCH"):
        findings.incomplete["L2"] = "openings do not fit their seals"
        return
    check_rules(entries, bundle, opening, known[0], known[1], secret, findings)


def _manifest_fits(bundle: Bundle, opening: OpenGame, findings: Findings) -> None:
    for name, due in (("ruleset", opening.ruleset), ("edition", opening.edition), ("engine", opening.engine.hex())):
        if bundle.manifest[name] != due:
            findings.add("BUNDLE_MALFORMED", 0, f"{name} {due} as in the opening", bundle.manifest[name])


def _without_openings(bundle: Bundle) -> Bundle:
    return Bundle(bundle.manifest, bundle.records, bundle.heads, ())


def declared(opening: OpenGame) -> tuple[str, ...]:
    """Say what the opening declares of itself: it is no finding, and the reader should know."""
    said = [f"profile {opening.profile}", f"{opening.dice_mode} dice", f"pace {opening.pace}"]
    if opening.test:
        said.append("test game: played from a given seed, it proves nothing about luck")
    if not opening.signed:
        said.append("commands are not signed by the seats")
    if opening.profile == "P0":
        said.append("practice: the operator chose the seed alone")
    if not opening.referee:
        said.append("no referee was seated")
    said.extend(f"seat {index} ({seat.name}) is a program" for index, seat in enumerate(opening.seats) if seat.bot)
    return tuple(said)


__all__ = ["LEVELS", "audit", "declared", "registered"]
