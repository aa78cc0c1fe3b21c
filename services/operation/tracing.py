"""Traces by OpenTelemetry where it is installed and set up by its own environment; nothing where it is not."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any, Final

NAME: Final = "adjudicator"
_NOTHING: Final = nullcontext()


def _tracer() -> Any:
    try:
        return import_module("opentelemetry.trace").get_tracer(NAME)
    except ImportError:
        return None


def _propagator() -> Any:
    try:
        return import_module("opentelemetry.propagate")
    except ImportError:
        return None


_TRACER = _tracer()
_PROPAGATOR = _propagator()


def span(name: str, attributes: dict[str, str] | None = None) -> AbstractContextManager[Any]:
    """Trace what a block does, as part of what is traced around it."""
    if _TRACER is None:
        return _NOTHING
    made: AbstractContextManager[Any] = _TRACER.start_as_current_span(name, attributes=attributes)
    return made


def call_span(path: str, request_id: str, metadata: Iterable[tuple[str, Any]] | None) -> AbstractContextManager[Any]:
    """Trace a call, as part of the caller's trace where it brings one; of its metadata nothing else is kept."""
    if _TRACER is None:
        return _NOTHING
    carrier = {key: value for key, value in metadata or () if key in ("traceparent", "tracestate")}
    context = _PROPAGATOR.extract(carrier) if carrier and _PROPAGATOR is not None else None
    attributes = {"rpc.system": "grpc", "rpc.method": path, "request.id": request_id}
    made: AbstractContextManager[Any] = _TRACER.start_as_current_span(path, context=context, attributes=attributes)
    return made
