"""Settings of the service: flags first, then the environment, then defaults."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from services.logs import LEVELS

PREFIX: Final = "ADJUDICATOR_"
PORT: Final = 50051
PORTS: Final = 65_536
SCHEMES: Final = frozenset({"redis", "rediss", "unix"})
CONNECTIONS_OF_ADDRESS: Final = 256
_ORIGIN: Final = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?")


class ConfigFault(Exception):
    """Settings that do not go together, or are not safe."""


@dataclass(frozen=True, slots=True)
class Config:
    """Settings; `listen` is host:port or unix:path, `limited` None means on public addresses only.

    `shared` says that other processes listen on the same address.
    """

    listen: str = f"127.0.0.1:{PORT}"
    data: Path = Path("adjudicator-data")
    redis_url: str = ""
    replicas: int = 0
    unsafe_store: bool = False
    tls_cert: Path | None = None
    tls_key: Path | None = None
    reflection: bool | None = None
    limited: bool | None = None
    allow_test_seeds: bool = False
    log_name: str = "adjudicator.local/log"
    log_level: str = "info"
    metrics: str = ""
    grace: int = 10
    adopt_editions: bool = True
    processes: int = 1
    shared: bool = False
    peers: str = "127.0.0.1:0"
    believe_clock: bool = False
    metrics_public: bool = False
    connections: int | None = None
    web: str = ""
    web_origins: str = ""
    web_proxies: str = ""
    register: bool = True
    witnesses: Path | None = None
    web_url: str = ""
    precedents: Path | None = None

    def __post_init__(self) -> None:
        """Refuse what is not safe.

        Raises ConfigFault.
        """
        public = self.public
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ConfigFault("a certificate without its key, or the other way round: give --tls-cert and --tls-key")
        if public and self.tls_cert is None:
            raise ConfigFault(f"{self.listen} can be reached from outside: give --tls-cert and --tls-key")
        if public and self.reflection:
            raise ConfigFault(f"{self.listen} can be reached from outside: reflection stays off there")
        if self.redis_url and urlsplit(self.redis_url).scheme.removesuffix("+cluster") not in SCHEMES:
            raise ConfigFault(
                "the URL of the store has no scheme that is known: begin it with redis://, rediss:// or unix://"
            )
        if self.grace < 1:
            raise ConfigFault(f"a grace of {self.grace} seconds: give at least 1")
        if self.metrics and _is_public(_split(self.metrics)) and not self.metrics_public:
            raise ConfigFault(
                f"{self.metrics} can be reached from outside, and figures have no login: give --metrics an address of "
                "this machine, or say --metrics-public where a firewall keeps others out"
            )
        if _split(self.peers).strip("[]") in ("0.0.0.0", "::"):  # noqa: S104  (it is refused)
            raise ConfigFault(f"{self.peers} is no address that other processes could call: name the machine's own")
        self._check_web()
        if self.connections is not None and self.connections < 0:
            raise ConfigFault(f"{self.connections} connections of an address: give 0 for any number, or more")
        if self.processes < 1:
            raise ConfigFault(f"{self.processes} processes: give at least 1")
        if self.processes > 1 and self.listen.startswith("unix:"):
            raise ConfigFault(f"{self.listen} is for one process: give --processes with host:port")
        if self.log_level not in LEVELS:
            raise ConfigFault(f"log level {self.log_level} is none of {', '.join(LEVELS)}")

    def _check_web(self) -> None:
        if (self.web_origins or self.web_proxies or self.web_url) and not self.web:
            raise ConfigFault(
                "--web-origins, --web-proxies and --web-url say how --web is called: give --web an address"
            )
        if self.web_url and not _ORIGIN.fullmatch(self.web_url):
            raise ConfigFault(
                f"{self.web_url} (--web-url) is no address of pages: write https://host or https://host:port"
            )
        if self.web and self.web_is_public and self.tls_cert is None:
            raise ConfigFault(
                f"{self.web} (--web) can be reached from outside: give --tls-cert and --tls-key, or an address of this "
                "machine with a proxy before it"
            )
        wrong = [origin for origin in self.origins if not _ORIGIN.fullmatch(origin)]
        if wrong:
            raise ConfigFault(f"{wrong[0]} is no origin of a page: write https://host or https://host:port")
        for proxy in self.proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                raise ConfigFault(
                    f"{proxy} (--web-proxies) is no address of a proxy: write it as 10.0.0.7, a network as 10.0.0.0/8"
                ) from None

    @property
    def web_is_public(self) -> bool:
        """Whether others than this machine can connect to the web edge.

        Raises ConfigFault where its address is none.
        """
        return bool(self.web) and _is_public(_split(self.web))

    @property
    def origins(self) -> frozenset[str]:
        """Origins whose pages may call."""
        return frozenset(filter(None, map(str.strip, self.web_origins.split(","))))

    @property
    def proxies(self) -> frozenset[str]:
        """Addresses and networks of proxies that are believed where a call comes from."""
        return frozenset(filter(None, map(str.strip, self.web_proxies.split(","))))

    @property
    def public(self) -> bool:
        """Whether others than this machine can connect.

        Raises ConfigFault where the address is none.
        """
        if self.listen.startswith("unix:"):
            return False
        return _is_public(_split(self.listen))

    @property
    def reflects(self) -> bool:
        """Whether reflection is served: as a rule where nobody else can connect."""
        return not self.public if self.reflection is None else self.reflection

    @property
    def connections_of_address(self) -> int:
        """Most connections of one address, 0 for any number: 256 where calls are counted."""
        if self.connections is not None:
            return self.connections
        return CONNECTIONS_OF_ADDRESS if self.limits else 0

    @property
    def limits(self) -> bool:
        """Whether calls are counted per token and address: as a rule where others can call, through a proxy too."""
        return self.public or self.web_is_public or bool(self.proxies) if self.limited is None else self.limited


def _is_public(host: str) -> bool:
    """Whether others than this machine can connect to a host."""
    if host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return True


def _split(address: str) -> str:
    """Give the host of an address.

    Raises ConfigFault where it is none.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or int(port) >= PORTS:
        raise ConfigFault(f"{address} is no address: write host:port, [host]:port or unix:path")
    return host


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of `serve`."""
    add = parser.add_argument
    add("--listen", metavar="ADDRESS", help=f"host:port or unix:path (127.0.0.1:{PORT}; port 0 takes a free one)")
    add("--data", type=Path, metavar="FOLDER", help="keys, owner token and the embedded store (adjudicator-data)")
    add("--redis-url", metavar="URL", help="store to use instead of the embedded one")
    add("--replicas", type=int, metavar="N", help="copies of an entry to wait for before it is acknowledged (0)")
    add("--unsafe-store", action=argparse.BooleanOptionalAction, help="take a store that may lose entries")
    add("--tls-cert", type=Path, metavar="FILE", help="certificate chain, PEM")
    add("--tls-key", type=Path, metavar="FILE", help="its private key, PEM")
    add("--reflection", action=argparse.BooleanOptionalAction, help="describe the services to clients (on loopback)")
    add("--limited", action=argparse.BooleanOptionalAction, help="count calls per token (on public addresses)")
    add("--allow-test-seeds", action=argparse.BooleanOptionalAction, help="let Open take a seed; proves nothing")
    add("--log-name", metavar="NAME", help="name under which heads are signed (adjudicator.local/log)")
    add(
        "--adopt-editions",
        action=argparse.BooleanOptionalAction,
        help="let games of earlier editions go on under this release's rules, by an entry of their logs (yes)",
    )
    add("--processes", type=int, metavar="N", help="processes that serve side by side on the address (1)")
    add("--log-level", choices=LEVELS, help="least level that is logged (info)")
    add(
        "--metrics",
        metavar="ADDRESS",
        help="host:port at which Prometheus may read figures; of several processes each has the next port (nowhere)",
    )
    add("--metrics-public", action=argparse.BooleanOptionalAction, help="let --metrics be an address others can reach")
    add(
        "--peers",
        metavar="ADDRESS",
        help="host:port at which other processes of the deployment reach this one, to pass calls on "
        "(127.0.0.1:0, a free port; on several machines the machine's own address)",
    )
    add("--web", metavar="ADDRESS", help="host:port for browsers: Connect and gRPC-Web over HTTP/1.1 (nowhere)")
    add("--web-origins", metavar="LIST", help="origins whose pages may call, with commas between (none)")
    add(
        "--web-proxies",
        metavar="LIST",
        help="addresses of proxies before --web, with commas between, that are believed who calls (none)",
    )
    add(
        "--register",
        action=argparse.BooleanOptionalAction,
        help="enter every game into a public register: openings, ends, keys, referees (yes)",
    )
    add("--witnesses", type=Path, metavar="FILE", help="who cosigns the registers, and how many have to (nobody)")
    add(
        "--web-url",
        metavar="URL",
        help="address of --web as browsers have it, such as https://games.example.org: links are made with it, and "
        "sessions taken from it alone (as the header host says)",
    )
    add(
        "--precedents",
        type=Path,
        metavar="DIR",
        help="tables of finished games that `archive tables` wrote, which referees look precedents up in (none)",
    )
    add("--connections", type=int, metavar="N", help="most connections of one address (256 on public addresses; 0 any)")
    add(
        "--believe-clock",
        action=argparse.BooleanOptionalAction,
        help="begin with this machine's clock, whatever time the last process had",
    )
    add("--grace", type=int, metavar="SECONDS", help="time from the signal to stop to the end of the process (10)")


def make_config(flags: Mapping[str, Any], environ: Mapping[str, str]) -> Config:
    """Make settings of flags, ADJUDICATOR_ variables and defaults, in this order.

    Raises ConfigFault.
    """
    found: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        text = environ.get(PREFIX + name.upper())
        if flags.get(name) is not None:
            found[name] = flags[name]
        elif text:
            found[name] = _read(name, kind, text)
    return Config(**found)


def _read(name: str, kind: type, text: str) -> Any:
    if kind is bool:
        if text.lower() not in _BOOLS:
            raise ConfigFault(f"{PREFIX}{name.upper()} is {text}: write yes or no")
        return _BOOLS[text.lower()]
    try:
        return kind(text)
    except ValueError:
        raise ConfigFault(f"{PREFIX}{name.upper()} is {text}: write a number") from None


_BOOLS: Final = {
    "1": True,
    "yes": True,
    "true": True,
    "on": True,
    "0": False,
    "no": False,
    "false": False,
    "off": False,
}
_KINDS: Final[Mapping[str, type]] = {
    "listen": str,
    "data": Path,
    "redis_url": str,
    "replicas": int,
    "unsafe_store": bool,
    "tls_cert": Path,
    "tls_key": Path,
    "reflection": bool,
    "limited": bool,
    "allow_test_seeds": bool,
    "log_name": str,
    "log_level": str,
    "metrics": str,
    "grace": int,
    "adopt_editions": bool,
    "processes": int,
    "shared": bool,
    "peers": str,
    "believe_clock": bool,
    "metrics_public": bool,
    "connections": int,
    "web": str,
    "web_origins": str,
    "web_proxies": str,
    "register": bool,
    "witnesses": Path,
    "web_url": str,
    "precedents": Path,
}
