"""Between a party and the service: what it asks and what it is told, changed; and the lines of a wallet."""

import json

from adjudicator_client import Refused


def rows(path, kind):
    """List the lines of a kind."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in found if row.get("kind") == kind]


def change_calls(game, before=None, after=None):
    """Change what one party asks, and the answers that it gets; either may raise."""
    caller = game.service.caller
    call = caller.call

    async def changed(path, request, answer):
        asked = type(request).FromString(request.SerializeToString())
        if before is not None:
            before(path, asked)
        reply = await call(path, asked, answer)
        if after is not None:
            after(path, reply)
        return reply

    caller.call = changed


def change_refusals(game, change):
    """Change the refusals that one party gets."""
    caller = game.service.caller
    call = caller.call

    async def changed(path, request, answer):
        try:
            return await call(path, request, answer)
        except Refused as refusal:
            change(refusal)
            raise

    caller.call = changed


def change_entries(game, change):
    """Change the entries that one party reads; those for which False is given are left out."""
    caller = game.service.caller
    open_stream = caller.open_stream

    class Changed:
        def __init__(self, call):
            self.call = call

        async def __aiter__(self):
            async for entry in self.call:
                if change(entry) is not False:
                    yield entry

        def cancel(self):
            self.call.cancel()

    caller.open_stream = lambda *words: Changed(open_stream(*words))


def flip_record(entry):
    """Change the record alone, near its end."""
    data = bytearray(entry.record)
    data[-3] ^= 1
    entry.record = bytes(data)
