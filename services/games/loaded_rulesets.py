"""The rulesets that a server has at hand, with what serving them needs."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from google.protobuf import descriptor_pool
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from adjudicator import registry
from adjudicator.kernel import messages as kernel_messages
from services.methods import methods_of
from services.project import Projector
from services.wire import Wire

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from adjudicator.kernel.ruleset import Rules

Query: TypeAlias = Callable[[Any, int, Any], Struct]


class Shelf:
    """Rulesets by name: rules, queries, how their entries are shown."""

    def __init__(self, rulesets: Mapping[str, Rules[Any]] | None = None) -> None:
        self.rules = (
            dict(rulesets) if rulesets is not None else {name: registry.rules_of(name) for name in registry.RULESETS}
        )
        modules = {name: messages_of(rules) for name, rules in self.rules.items()}
        for rules in self.rules.values():
            methods_of(f"{rules.package}.Play")
        self.wire = _wire(self.rules, modules)
        self.queries: dict[str, Mapping[str, Query]] = {
            name: getattr(import_module(module.__name__.rpartition(".")[0]), "QUERIES", {})
            for name, module in modules.items()
        }
        self.projectors = {
            name: Projector(self.wire, rules, _message(f"{rules.package}.Event"), _message(f"{rules.package}.Entry"))
            for name, rules in self.rules.items()
        }

    def rules_of(self, name: str) -> Rules[Any]:
        """Find a ruleset.

        Raises KeyError.
        """
        return self.rules[name]

    def engine(self, name: str) -> bytes:
        """Digest the code and data of a ruleset; one that is not registered has its name and edition alone."""
        if name in registry.RULESETS:
            return registry.engine_digest(name)
        return hashlib.sha256(f"{name} {self.rules[name].edition}".encode()).digest()


def messages_of(rules: Rules[Any]) -> ModuleType:
    """Find the generated module that a ruleset's own commands come from."""
    return sys.modules[min(kind.__module__ for kind in rules.own)]


def _wire(rulesets: Mapping[str, Rules[Any]], modules: Mapping[str, ModuleType]) -> Wire:
    known = [modules[name] for name in rulesets if name in registry.RULESETS]
    wire = Wire([kernel_messages, *known])
    for name in rulesets:
        if name not in registry.RULESETS:
            _register(wire, rulesets[name].package, modules[name])
    return wire


def _register(wire: Wire, package: str, module: ModuleType) -> None:
    for each in vars(module).values():
        if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module.__name__:
            wire.register(f"{package}.{each.__name__}", each)


def _message(name: str) -> type[Message]:
    return GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))


__all__ = ["Query", "Shelf", "messages_of"]
