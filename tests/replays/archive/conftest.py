"""The archive's tests: where the packages of its extra are missing, those that take them are not collected."""

from importlib.util import find_spec

from replays.archive.verb import PACKAGES

if any(find_spec(package) is None for package in PACKAGES):
    collect_ignore_glob = ["lab/*", "tables/*", "test_[!s]*", "test_service.py"]
