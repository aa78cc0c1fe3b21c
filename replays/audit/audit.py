"""The audit of a replay file: bytes and dice (L0), order and authority (L1), the rules (L2), receipts (L3)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.labels import NO_LABELS
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import ADMIN_ROLE, SERVER_ROLE
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS, engine_digest, rules_of
from replays.audit import checks_dice, checks_log, checks_order, checks_rules, checks_signatures, testimony
from replays.audit.checks_register import Against, check_register
from replays.audit.desk import checks_appeals, checks_clocks, checks_rewinds, checks_stops
from replays.audit.desk.checks_acts import check_acts, check_rulings
from replays.audit.desk.checks_corrections import check_corrections
from replays.audit.desk.checks_seats import check_absences, check_substitutes
from replays.audit.entries import RawEntry, read_entries
from replays.audit.receipts import Held, check_held
from replays.audit.report import FINDINGS_MOST, Findings, Report
from replays.bundle import Bundle, BundleFault, read_bundle
from replays.wallet.inclusions import check_inclusions
from replays.wallet.judging import Refusals
from replays.wallet.reading import Wallet

LEVELS = ("L0", "L1", "L2")
Known = tuple[LoadedRuleset[Any], bytes]
Find = Callable[[str], Known | None]
T = TypeVar("T")


def registered(name: str) -> Known | None:
    """Find a ruleset of this build, and the digest of what decides in it."""
    return (rules_of(name), engine_digest(name)) if name in RULESETS else None


def audit(  # noqa: PLR0913  (what is pinned and kept outside the file)
    data: bytes,
    *,
    levels: Sequence[str] = LEVELS,
    vkey: str | None = None,
    engine: str | Sequence[str] | None = None,
    find: Find = registered,
    most: int = FINDINGS_MOST,
    secret: bytes | None = None,
    held: Sequence[Held] = (),
    refusals: Sequence[Wallet] = (),
    against: Against | None = None,
) -> Report:
    """Audit a replay file; no bytes make it raise, but for MemoryError where there is not enough of it.

    `vkey` is the operator's verification key as published, `engine` the digest (hex) of the build that the game has to
    be of, or several where it went on under later editions; without them the file's own terms are believed, which the
    head of the report says. Of each code `most` findings are listed. `secret` is the game's dice secret, from its
    keeper, while it is not shown. What players `held`, receipts, statements and wallets, is compared with the log (L3);
    the `refusals` in wallets are judged again. `against` has the public register as it was read (L3).
    """
    pinned = (engine,) if isinstance(engine, str) else tuple(engine or ())
    made = _Audit(tuple(levels), vkey, pinned, find, Findings(most))
    made.secret, made.held, made.wallets = secret, tuple(held), tuple(refusals)
    made.against = against or Against()
    if held or refusals or made.against.register is not None:
        made.levels = (*made.levels, "L3")
    return made.run(data)


class _Audit:
    """One audit: what was pinned from outside, what the file says, what was found."""

    def __init__(
        self, levels: tuple[str, ...], vkey: str | None, engines: tuple[str, ...], find: Find, findings: Findings
    ) -> None:
        self.levels = levels
        self.vkey = vkey
        self.engines = tuple(engine.strip().lower() for engine in engines)
        self.find = find
        self.findings = findings
        self.declared: tuple[str, ...] = ()
        self.forgers = ""
        self.sha256 = ""
        self.entries: list[RawEntry] = []
        self.secret: bytes | None = None
        self.held: tuple[Held, ...] = ()
        self.wallets: tuple[Wallet, ...] = ()
        self.refusals: Refusals | None = None
        self.against = Against()

    def run(self, data: bytes) -> Report:
        """Check everything that can be checked."""
        self.sha256 = hashlib.sha256(data).hexdigest()
        try:
            bundle = read_bundle(data)
        except BundleFault as fault:
            self.findings.add("BUNDLE_MALFORMED", 0, "a replay file", fault)
            return self._unreadable("the file could not be read")
        for text in bundle.altered:
            self.findings.add("BUNDLE_MALFORMED", 0, "the file as it was written", text)
        self.entries = self._check(read_entries, bundle, self.findings) or []
        self._check(checks_log.check_order, self.entries, self.findings)
        self._check(checks_log.check_chain, self.entries, self.findings)
        terms = self._check(checks_log.check_genesis, self.entries, self.findings)
        if terms is None:
            return self._unreadable("there are no terms to check against")
        self.declared = (*declared(terms, pinned=self.vkey is not None), *unsigned_kinds(self.entries, terms))
        self.forgers = forgers(terms)
        self._levels(bundle, terms)
        return self._report()

    def _unreadable(self, why: str) -> Report:
        self.findings.incomplete.update(dict.fromkeys(self.levels, why))
        return self._report()

    def _report(self) -> Report:
        game = self.entries[0].game.hex() if self.entries else ""
        report = self.findings.report(game, len(self.entries), self.declared, self.levels)
        return replace(report, forgers=self.forgers, sha256=self.sha256)

    def _check(self, check: Callable[..., T], *what: object) -> T | None:
        """Run a check; what it raises over an altered file is a finding, never a crash."""
        try:
            return check(*what)
        except MemoryError:  # of this machine, and not of the file
            raise
        except Exception as error:  # noqa: BLE001  (the check may raise anything at all)
            self.findings.add("BUNDLE_MALFORMED", 0, f"what {check.__name__} can read", repr(error))
            return None

    def _levels(self, bundle: Bundle, terms: OpenGame) -> None:
        known = self._find(terms.ruleset)
        rules = known[0] if known else None
        self._check(_pins, self.entries, bundle, terms, self.engines, known, self.findings)
        keys = self._check(checks_log.check_log_keys, self.entries, terms, self.vkey, self.findings)
        self._check(checks_log.check_heads, self.entries, bundle, keys, self.findings)
        if self.held and keys is not None:
            self._check(check_held, self.entries, terms, self.held, keys, rules, self.findings)
        if self.wallets and keys is not None:
            self.refusals = self._check(Refusals, self.entries, self.wallets, keys, self.findings)
        if keys is not None:
            carried, findings = bundle.register, self.findings
            said = self._check(check_register, self.entries, terms, carried, keys, findings, self.against)
            self.declared = (*self.declared, *(said or ()))
            game = self.entries[0].game
            held = [item for item in self.held if isinstance(item, Wallet) and item.game == game]
            self._check(check_inclusions, self.entries, terms, held, keys, self.against.register, findings)
        self._check(checks_signatures.check_signatures, self.entries, terms, self.findings)
        self._check(checks_log.check_seals, self.entries, bundle, terms, rules, self.findings)
        secret = self._check(checks_dice.check_seed, self.entries, terms, self.findings) or self._kept_secret(terms)
        self._check(checks_dice.check_dice, self.entries, bundle, terms, secret, self.findings)
        if secret is None and not self.findings.has("SEED_COMMIT_MISMATCH", "SEED_NOT_REVEALED"):
            self.findings.incomplete["L0"] = "the dice can be checked once the secret is revealed"
        if "L1" in self.levels:
            self._check_order(terms, rules)
        if "L2" in self.levels:
            self._check_rules(bundle, terms, known, secret)
        if self.refusals is not None:
            self.refusals.leave("the rules did not come so far (level L2)")

    def _kept_secret(self, terms: OpenGame) -> bytes | None:
        """Give the secret that the game's keeper brought, as far as it is the one committed to."""
        if self.secret is None or not self.entries:
            return None
        if wgdice.commit(self.entries[0].game, self.secret) != terms.commitment:
            self.findings.add("SEED_COMMIT_MISMATCH", 1, terms.commitment or "", "another secret")
            return None
        return self.secret

    def _find(self, name: str) -> Known | None:
        try:
            return self.find(name)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  (a ruleset is loaded code: it may raise anything)
            self.findings.incomplete["L2"] = f"ruleset {name} can not be loaded: {error}"
            return None

    def _check_order(self, terms: OpenGame, rules: LoadedRuleset[Any] | None) -> None:
        entries, findings = self.entries, self.findings
        self._check(checks_order.check_times, entries, findings)
        self._check(checks_order.check_ids, entries, findings)
        self._check(checks_order.check_authority, entries, terms, rules, findings)
        self._check(checks_order.check_freshness, entries, terms, findings)
        self._check(checks_rewinds.check_rewinds, entries, terms, findings)
        self._check(checks_stops.check_stops, entries, terms, findings)
        self._check(checks_clocks.check_clocks, entries, terms, findings)
        self._check(checks_order.check_reports, entries, terms, findings)
        self._check(checks_order.check_end, entries, terms, findings)
        self._check(checks_appeals.check_appeals, entries, terms, findings)
        self._check(check_acts, entries, findings)
        self._check(check_rulings, entries, findings)
        self._check(check_corrections, entries, findings)
        self._check(check_absences, entries, terms, findings)
        self._check(check_substitutes, entries, terms, findings)
        labels = rules.labels if rules is not None else NO_LABELS
        findings.testimony.extend(self._check(testimony.testimony_of, entries, terms, labels) or ())

    def _check_rules(self, bundle: Bundle, terms: OpenGame, known: Known | None, secret: bytes | None) -> None:
        if known is None:
            self.findings.incomplete.setdefault("L2", f"ruleset {terms.ruleset} is not in this build")
        elif self.findings.has("SEALED_OPENING_MISMATCH"):
            self.findings.incomplete["L2"] = "sealed parts and their openings do not fit"
        else:
            refusals = self.refusals
            self._check(checks_rules.check_rules, self.entries, bundle, terms, known, secret, refusals, self.findings)


def _pins(
    entries: Sequence[RawEntry],
    bundle: Bundle,
    terms: OpenGame,
    engines: Sequence[str],
    known: Known | None,
    findings: Findings,
) -> None:
    """Check 20, for every edition that was adopted too, and that the manifest names the game that the file holds."""
    for name, due in (("ruleset", terms.ruleset), ("edition", terms.edition), ("engine", terms.engine.hex())):
        if bundle.manifest[name] != due:
            findings.add("BUNDLE_MALFORMED", 0, f"{name} {due} as in the terms", bundle.manifest[name])
    if not engines:
        return
    pinned = " or ".join(engines)
    for first, _, played in checks_rules.stretches_of(entries, terms):
        if played.hex() not in engines:
            findings.add("ENGINE_MISMATCH", first, f"a game of the build {pinned}", played)
    if known is not None and known[1].hex() not in engines:
        findings.add("ENGINE_MISMATCH", 0, f"an audit with the build {pinned}", f"this build, {known[1].hex()}")


def declared(terms: OpenGame, *, pinned: bool) -> tuple[str, ...]:
    """List what the terms of the game declare: no findings, but the reader should know."""
    bots = [f"seat {index} ({seat.name}) is a program" for index, seat in enumerate(terms.seats) if seat.bot]
    texts = {
        f"ruleset {terms.ruleset}, edition {terms.edition}": True,
        f"profile {terms.profile}, {terms.dice_mode} dice, pace {terms.pace}": True,
        f"heads are signed with {terms.log_key}": True,
        "that log key is from the file itself: compare it with the published one, or pin it with --vkey": not pinned,
        "a test game, played from a given seed: it proves nothing about luck": terms.test,
        "commands are not signed by the seats": not terms.signed,
        "acts of the owner and of referees are not signed": not terms.acts_signed,
        "open dice are shown in stretches, while the game goes on": terms.stretches is not None,
        "the referee contributed to the seed": terms.referee_contributes,
        "practice: the operator chose the seed alone": terms.profile == "P0",
        "no referee was seated": not terms.referee,
    }
    return (*(text for text, true in texts.items() if true), *bots)


def forgers(terms: OpenGame) -> str:
    """Say whose keys it takes to forge such a game in a way that shows in no file; receipts are another matter."""
    if not terms.signed:
        return "whoever has the log key could have forged it alone: nobody had to sign"
    if not terms.acts_signed:
        return (
            "to forge it takes the log key, and the key of each seat whose command is changed; none for referees' acts"
        )
    return "to forge it takes the log key, and the key of each seat or official whose command is changed"


def unsigned_kinds(entries: Sequence[RawEntry], terms: OpenGame) -> tuple[str, ...]:
    """List what the service has given itself in a signed game: the one thing there that nobody signs."""
    if not terms.acts_signed:
        return ()
    kinds = Counter(raw.kind for raw in entries if raw.role in (SERVER_ROLE, ADMIN_ROLE))
    listed = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
    return (f"unsigned: the opening, and what the service gave itself: {listed or 'nothing'}",)
