"""The rulesets that a server has loaded, with what serving them needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from google.protobuf import descriptor_pool
from google.protobuf.message_factory import GetMessageClass

from adjudicator import registry
from adjudicator.kernel import messages as kernel_messages
from services.rpc.conversion import KERNEL, Converter
from services.rpc.methods import methods_of
from services.rpc.redaction import EntryRedactor

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from adjudicator.kernel.ruleset import LoadedRuleset


class LoadedRulesets:
    """Rulesets by name: rules, queries, how their entries are shown."""

    def __init__(self, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> None:
        self.by_name = (
            dict(rulesets) if rulesets is not None else {name: registry.rules_of(name) for name in registry.RULESETS}
        )
        for rules in self.by_name.values():
            methods_of(f"{rules.package}.Play")
        events = {name: _events_of(rules.package) for name, rules in self.by_name.items()}
        self.converter = _converter_of(self.by_name)
        self.redactors = {
            name: EntryRedactor(self.converter, rules, events[name]) for name, rules in self.by_name.items()
        }

    def rules_of(self, name: str) -> LoadedRuleset[Any]:
        """Find a ruleset.

        Raises KeyError.
        """
        return self.by_name[name]

    def find(self, name: str) -> tuple[LoadedRuleset[Any], bytes] | None:
        """Find a ruleset and the digest of what decides in it, for audits in this process."""
        return (self.by_name[name], self.engine(name)) if name in self.by_name else None

    @property
    def editions(self) -> dict[str, str]:
        """Editions by ruleset."""
        return {name: rules.edition for name, rules in self.by_name.items()}

    @property
    def release(self) -> str:
        """Name the release: its version, and the start of a digest of what all its rulesets decide by."""
        digest = hashlib.sha256()
        for name, edition in sorted(self.editions.items()):
            digest.update(f"{name} {edition} {self.engine(name).hex()}\n".encode())
        return f"{version('adjudicator')}+{digest.hexdigest()[:8]}"

    def engine(self, name: str) -> bytes:
        """Digest the code and data of a ruleset; one that is not registered has its name and edition alone."""
        if name in registry.RULESETS:
            return registry.engine_digest(name)
        return hashlib.sha256(f"{name} {self.by_name[name].edition}".encode()).digest()


def _converter_of(rulesets: Mapping[str, LoadedRuleset[Any]]) -> Converter:
    own = [(rules.package, module) for rules in rulesets.values() for module in rules.messages]
    return Converter([(KERNEL, kernel_messages), *own])


def _events_of(package: str) -> type[Message]:
    """Find the message that holds any event of a package; no method of its service names it."""
    pool = descriptor_pool.Default()
    try:
        found = pool.FindMessageTypeByName(f"{package}.Event")
    except KeyError:
        import_module(f"{package}.events_pb2")
        found = pool.FindMessageTypeByName(f"{package}.Event")
    return GetMessageClass(found)
