"""Serves Links: invites by which a browser takes over what a token may do."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import grpc

from services.rpc.errors import NotDone
from services.rpc.methods import methods_of
from services.rpc.wire_values import timestamp_of
from wargame.v1 import links_pb2

if TYPE_CHECKING:
    from services.config import Config
    from services.rpc.access.credentials import Credential, Credentials
    from services.rpc.access.interceptor import AccessInterceptor

SERVICE: Final = "wargame.v1.Links"


class Links:
    """Makes links; `address` is where the web edge listens, empty where there is none."""

    def __init__(self, credentials: Credentials, config: Config) -> None:
        self._credentials = credentials
        self._config = config
        self.address = ""

    def handler(self, interceptor: AccessInterceptor) -> grpc.GenericRpcHandler:
        """Make the handler of the service."""
        method = methods_of(SERVICE)["MakeLink"]
        return grpc.method_handlers_generic_handler(SERVICE, {"MakeLink": interceptor.unary(method, self.make)})

    async def make(self, credential: Credential, _request: links_pb2.MakeLinkRequest) -> links_pb2.Link:
        """Make a link for the caller's own token."""
        if not self.address:
            raise NotDone("NO_PAGES", "this service has no pages: start it with --web to have some")
        invite, until = await self._credentials.browsers.invite(credential.kid)
        link = f"{self._origin()}/join#t={invite}"
        return links_pb2.Link(invite=invite, link=link, expires_time=timestamp_of(until))

    def _origin(self) -> str:
        """Give the address of the pages as browsers have it, empty where we can not know it."""
        if self._config.web_url:
            return self._config.web_url
        with suppress(ValueError):
            if ipaddress.ip_address(self.address.rpartition(":")[0].strip("[]")).is_unspecified:
                return ""
        return f"{'https' if self._config.web_is_public else 'http'}://{self.address}"
