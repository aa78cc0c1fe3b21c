"""Where work is done: apart from what loads Dask, so that it can be said before that is loaded."""

from __future__ import annotations

from msgspec import Struct


class Where(Struct, frozen=True):
    """Where the work is done: this many at once on this machine, or on the cluster at an address.

    `dashboard` is an address for Dask's own page about a local cluster, such as 127.0.0.1:8787; empty for none.
    """

    jobs: int = 0
    dask: str = ""
    dashboard: str = ""
