"""The loss of a cluster's scheduler: apart from what loads Dask, so that a verb can name it before that is loaded."""

from __future__ import annotations


class SchedulerLost(Exception):
    """The scheduler of a cluster can not be reached any more."""
