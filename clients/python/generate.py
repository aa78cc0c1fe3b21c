"""Generate `adjudicator_client.contract` from the contract: `python generate.py` in this folder.

The modules are what protoc makes, in a package of their own and in a descriptor pool of their own: they share no name
and no registration with what another installed package has generated from the same files, or from other versions of
them. Beside every package stand stubs with types.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet, ServiceDescriptorProto

HERE: Final = Path(__file__).resolve().parent
TARGET: Final = HERE / "src/adjudicator_client/contract"
PACKAGE: Final = "adjudicator_client.contract"
WELL_KNOWN: Final = tuple(f"google/protobuf/{name}.proto" for name in ("any", "descriptor", "duration", "timestamp"))
POOL: Final = '''"""The descriptor pool of this package."""

from google.protobuf.descriptor_pool import DescriptorPool

POOL = DescriptorPool()
'''
INDEX: Final = '''"""Generated from the contract: messages (`*_pb2`) and stubs, one package each."""

PACKAGES = {packages}
'''
STUBS: Final = '''"""Stubs of {package}, with the methods as the contract names them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from adjudicator_client.calls import Caller
{imports}
'''
COMMENT: Final = 6  # number of the field `service` in a file's descriptor; 2 is that of `method` in a service


def protos() -> Path:
    """Find the contract: in the repository, or in a source archive."""
    found = next((path for path in (HERE / "proto", HERE.parents[1] / "proto") if (path / "wargame").is_dir()), None)
    if found is None:
        raise SystemExit(f"no proto/wargame in {HERE} or two folders above: build in a clone or in a source archive")
    return found


def generate(target: Path = TARGET) -> None:
    """Write everything anew."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "made")
        made.mkdir()
        files = _compile(made)
        new = Path(folder, "contract")
        for path in sorted(made.rglob("*.py*")):
            _put(new / path.relative_to(made), _moved(path.read_text(encoding="utf-8")))
        for package in sorted({file.package for file in files if file.service}):
            text = _stubs(package, [file for file in files if file.package == package], _homes(files))
            _put(new / package.replace(".", "/") / "stubs.py", text)
        for place in {parent for path in new.rglob("*.py") for parent in path.relative_to(new).parents} - {Path()}:
            _put(new / place / "__init__.py", f'"""Generated from the contract: {".".join(place.parts)}."""\n')
        packages = tuple(sorted({file.package for file in files if file.package.startswith("wargame.")}))
        _put(new / "__init__.py", INDEX.format(packages=repr(packages).replace("'", '"')))
        _put(new / "pool.py", POOL)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(new, target)


def _compile(made: Path) -> list[FileDescriptorProto]:
    """Run protoc; gives the descriptors with their comments."""
    root, own = protos(), HERE / "protos"
    names = [path.relative_to(root).as_posix() for path in sorted((root / "wargame").rglob("*.proto"))]
    names += [path.relative_to(own).as_posix() for path in sorted(own.rglob("*.proto"))]
    outputs = [f"--python_out={made}", f"--pyi_out={made}", f"--descriptor_set_out={made}/all.binpb"]
    words = [f"-I{root}", f"-I{own}", *outputs, "--include_imports", "--include_source_info", *names, *WELL_KNOWN]
    ran = subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", *words], capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise SystemExit(f"protoc failed:\n{ran.stderr}")
    return list(FileDescriptorSet.FromString((made / "all.binpb").read_bytes()).file)


def _moved(text: str) -> str:
    """Lead a module's imports and its registration into this package."""
    found = re.compile(r"^from (wargame\S*|google\S*) import (\w+_pb2)", re.MULTILINE)
    text = found.sub(rf"from {PACKAGE}.\1 import \2", text)
    text = re.sub(r"^import (wargame|google)(\S*_pb2)", rf"import {PACKAGE}.\1\2", text, flags=re.MULTILINE)
    text = text.replace("_descriptor_pool.Default()", "POOL")
    return text.replace(
        "from google.protobuf import descriptor_pool as _descriptor_pool", f"from {PACKAGE}.pool import POOL"
    )


def _homes(files: Iterable[FileDescriptorProto]) -> dict[str, tuple[str, str]]:
    """Tell of every message its module and its name there."""
    return {
        f".{file.package}.{message.name}": (_module(file.name), message.name)
        for file in files
        for message in file.message_type
    }


def _module(name: str) -> str:
    return f"{PACKAGE}.{name.removesuffix('.proto').replace('/', '.')}_pb2"


def _stubs(package: str, files: list[FileDescriptorProto], homes: dict[str, tuple[str, str]]) -> str:
    """Write the stubs of a package."""
    lines: list[str] = []
    modules: set[str] = set()
    for file in files:
        comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        for at, service in enumerate(file.service):
            lines += ["", "", f"class {service.name}:", *_docstring(comments.get((COMMENT, at), ""), "    "), ""]
            lines += ["    def __init__(self, caller: Caller) -> None:", "        self._caller = caller"]
            for number, method in enumerate(service.method):
                rows = [homes[method.input_type], homes[method.output_type]]
                modules |= {module for module, _ in rows}
                taken, given = (f"{module.rpartition('.')[2]}.{name}" for module, name in rows)
                note = _docstring(comments.get((COMMENT, at, 2, number), ""), "        ")
                lines += ["", *_method(package, service, number, taken, given, note)]
    imports = "\n".join(
        f"from {module.rpartition('.')[0]} import {module.rpartition('.')[2]}" for module in sorted(modules)
    )
    return STUBS.format(package=package, imports=imports) + "\n".join(lines).lstrip("\n").join(("\n\n", "\n"))


def _method(
    package: str, service: ServiceDescriptorProto, number: int, taken: str, given: str, note: list[str]
) -> Iterator[str]:
    """Write a method of a stub."""
    method = service.method[number]
    path = f'"/{package}.{service.name}/{method.name}"'
    if method.server_streaming:
        yield f"    def {method.name}(self, request: {taken}) -> AsyncIterator[{given}]:"
        yield from note
        yield f"        return self._caller.stream({path}, request, {given})"
    elif method.client_streaming:
        yield f"    async def {method.name}(self, requests: AsyncIterator[{taken}]) -> {given}:"
        yield from note
        yield f"        return await self._caller.send({path}, requests, {given})"
    else:
        yield f"    async def {method.name}(self, request: {taken}) -> {given}:"
        yield from note
        yield f"        return await self._caller.call({path}, request, {given})"


def _docstring(comment: str, indent: str) -> list[str]:
    text = " ".join(comment.split()).replace("\\", "\\\\").replace('"""', "'''")
    return [f'{indent}"""{text}"""'] if text else []


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    generate()
