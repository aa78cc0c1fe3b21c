"""Figures for Prometheus: counted where things happen, read on a port of their own; no name of a game or token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll
from services.sessions.meter import Meter

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
LAG_BUCKETS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
PREFIX: Final = "adjudicator"
F = TypeVar("F", Counter, Histogram)
_SOURCES: Final = {PUBLIC: "seeded", REPORTED: "reported"}


class Metrics(Meter):
    """All figures of one service, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        count, timing, gauge = self._counter, self._histogram, self._gauge
        self.calls = count("calls", "calls that ended", "method", "status")
        self.seconds = timing("call_seconds", "time of unary calls from the first byte to the answer", "method")
        self.ruling = timing("ruling_seconds", "time of the rules for a command, check to record", "ruleset")
        self.append = timing("store_append_seconds", "time of an append until the store has acknowledged it")
        self.probe = timing("store_probe_seconds", "time of the write by which the store is looked after")
        self.copies = timing("store_copies_seconds", "time that copies of a write took behind the store's own answer")
        self.copies_missing = count("store_copies_missing", "writes that fewer copies have confirmed than are awaited")
        self.refusals = count("refusals", "calls and commands that were refused, by reason", "reason")
        self.dice = count("dice", "dice thrown, by how they come about and by sides", "ruleset", "kind")
        self.cold_loads = timing("cold_load_seconds", "time to read and fold a game that was not in memory")
        self.audits = count("audits", "audits of uploaded files, by how they ended", "end")
        self.passed_on = count("passed_on", "calls that were passed on to another process of the deployment")
        self.connections_closed = count("connections_closed", "connections closed for being too many of one address")
        self.loop_lag = self._histogram_of(LAG_BUCKETS, "loop_lag_seconds", "how late the event loop turns")
        self.clock_lag = self._histogram_of(LAG_BUCKETS, "clock_lag_seconds", "how late a deadline was acted on")
        self.health = gauge("health", "1 where the named service is served", "service")
        self._children: dict[Any, Any] = {}
        self.port = 0
        self._http: Callable[[], object] | None = None

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"{PREFIX}_{name}", text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return self._histogram_of(BUCKETS, name, text, *labels)

    def _histogram_of(self, buckets: Iterable[float], name: str, text: str, *labels: str) -> Histogram:
        return Histogram(f"{PREFIX}_{name}", text, labels, registry=self.registry, buckets=tuple(buckets))

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"{PREFIX}_{name}", text, labels, registry=self.registry)

    def watch(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Show a value that is read when somebody asks for it."""
        self._gauge(name, text).set_function(read)

    def ruled(self, ruleset: str, seconds: float) -> None:
        """Take the time of a ruling."""
        self._child(self.ruling, ruleset).observe(seconds)

    def committed(self, ruleset: str, rolls: Iterable[Roll]) -> None:
        """Count the dice of an accepted command: how they come about, and their sides; never their faces."""
        for roll in rolls:
            source = _SOURCES.get(roll.stream, "hidden")
            self._child(self.dice, ruleset, f"{source} d{roll.sides}").inc(len(roll.faces))

    def loaded(self, seconds: float) -> None:
        """Take the time of a cold load."""
        self.cold_loads.observe(seconds)

    def acted(self, late: float) -> None:
        """Take how late a deadline was acted on."""
        self.clock_lag.observe(late)

    def ended(self, method: str, status: str, seconds: float | None) -> None:
        """Count a call that ended; streams have no time."""
        self._child(self.calls, method, status).inc()
        if seconds is not None:
            self._child(self.seconds, method).observe(seconds)

    def shed(self, method: str) -> None:
        """Count a call that was refused before it was looked at; it took no time."""
        self._child(self.calls, method, "RESOURCE_EXHAUSTED").inc()
        self._child(self.refusals, "overload").inc()

    def _child(self, figure: F, *labels: str) -> F:
        """Give a figure under its labels, which the library would check and lock for every time."""
        found: F | None = self._children.get((figure, labels))
        if found is None:
            found = self._children[figure, labels] = figure.labels(*labels)
        return found

    def serve(self, address: str) -> None:
        """Serve the figures at host:port until `close`; `port` is the one that was taken.

        Raises OSError where the address can not be listened on.
        """
        host, _, port = address.rpartition(":")
        server, thread = start_http_server(int(port), host.strip("[]"), registry=self.registry)

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join(1)

        self._http, self.port = end, int(server.server_port)

    def close(self) -> None:
        """Stop serving."""
        if self._http is not None:
            self._http()
            self._http = None
