"""Do what a Containerfile says in a root folder, without a container engine: `python tools/container.py --root DIR`.

Its steps run by chroot in namespaces of their own; an instruction that is not known here is an error. The base is made
by mmdebstrap of the release that FROM names. Needs to be root, and mmdebstrap; package clients work as on this machine.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = ROOT / "packaging/Containerfile"
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
BASE: Final = re.compile(r"debian:(\w+)-slim")
# what a running container is told, and a root folder need not be
TOLD: Final = ("EXPOSE", "VOLUME", "STOPSIGNAL", "LABEL")
CERTIFICATES: Final = "run/certificates.crt"


class ContainerFault(Exception):
    """A step can not be done; the text says which, why and what to do."""


@dataclass(slots=True)
class Image:
    """A root folder, and how its program is started."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    user: str = "root"
    folder: str = "/"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)

    def inside(self, words: Sequence[str]) -> list[str]:
        """Give the command that runs a program in the root folder, as its user, and ends as it does."""
        enter = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        apart = ["unshare", "--mount", f"--mount-proc={self.root}/proc"]
        return [*apart, "chroot", f"--userspec={self.user}", str(self.root), "/bin/sh", "-c", enter]

    def run(self, words: Sequence[str], more: Mapping[str, str]) -> None:
        """Run a program to its end.

        Raises ContainerFault.
        """
        environment = {**self.environment, **more}
        ran = subprocess.run(
            self.inside(words), env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if ran.returncode:
            raise ContainerFault(f"{shlex.join(words)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Read a Containerfile as (instruction, its words); lines that go on are joined."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    for line in filter(str.strip, joined.splitlines()):
        name, _, rest = line.strip().partition(" ")
        yield name.upper(), rest.strip()


def follow(file: Path, context: Path, root: Path) -> Image:
    """Do every step of a Containerfile in a root folder; a file is copied from `context`.

    Raises ContainerFault.
    """
    image = Image(root)
    for name, rest in instructions(file.read_text(encoding="utf-8")):
        began = time.monotonic()
        _step(image, context, name, rest)
        print(f"{time.monotonic() - began:6.1f} s  {name} {rest[:90]}", flush=True)
    return image


def _step(image: Image, context: Path, name: str, rest: str) -> None:
    match name:
        case "FROM":
            _make_base(image.root, rest)
        case "RUN":
            image.run(["/bin/sh", "-c", rest], _client_settings(image.root))
        case "COPY":
            _copy(image.root, context, shlex.split(rest))
        case "ENV":
            image.environment |= dict(word.split("=", 1) for word in shlex.split(rest))
        case "USER":
            image.user = rest
        case "WORKDIR":
            image.folder = rest
        case "ENTRYPOINT":
            image.entrypoint = json.loads(rest)
        case "CMD":
            image.command = json.loads(rest)
        case _ if name not in TOLD:
            raise ContainerFault(
                f"{name}: no such instruction is known here; teach tools/container.py, or leave it out"
            )


def _make_base(root: Path, name: str) -> None:
    release = BASE.fullmatch(name)
    if release is None:
        raise ContainerFault(f"FROM {name}: only debian:RELEASE-slim can be made here")
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        raise ContainerFault("a base is made by root with mmdebstrap: apt-get install mmdebstrap")
    ran = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", release[1], str(root)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise ContainerFault(f"mmdebstrap {release[1]} failed:\n{ran.stderr}")


def _client_settings(root: Path) -> dict[str, str]:
    """Let package clients inside find their registries as those of this machine do: names and certificates."""
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    settings = {"DEBIAN_FRONTEND": "noninteractive", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    certificates = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    if certificates:
        shutil.copyfile(certificates, root / CERTIFICATES)
        settings |= {"PIP_CERT": f"/{CERTIFICATES}", "SSL_CERT_FILE": f"/{CERTIFICATES}"}
    proxies = ("http_proxy", "https_proxy", "no_proxy")
    return settings | {name: os.environ[name] for name in (*proxies, "PIP_INDEX_URL") if name in os.environ}


def _copy(root: Path, context: Path, words: Sequence[str]) -> None:
    *sources, target = words
    folder = root / target.lstrip("/")
    if not target.endswith("/"):
        raise ContainerFault(f"COPY to {target}: name a folder, with a slash at its end")
    folder.mkdir(parents=True, exist_ok=True)
    for pattern in sources:
        found = sorted(context.glob(pattern))
        if not found:
            raise ContainerFault(f"COPY {pattern}: there is none in {context}; make dist builds what is copied")
        for path in found:
            shutil.copy2(path, folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow a Containerfile, and say how its program is started."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE, help="the Containerfile (packaging/Containerfile)")
    parser.add_argument("--context", type=Path, default=ROOT, help="where files are copied from (this clone)")
    parser.add_argument("--root", type=Path, required=True, help="a folder that does not exist yet")
    options = parser.parse_args(arguments)
    try:
        image = follow(options.file, options.context, options.root.absolute())
    except ContainerFault as fault:
        print(f"container: {fault}", file=sys.stderr)
        return 1
    print(shlex.join(image.inside([*image.entrypoint, *image.command])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
