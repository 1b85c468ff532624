"""Fills a server with conversations and messages, over one connection with many requests in flight.

A client in a page took an hour for 100,000 messages: its outbox stores each message on the device, and sends them in their order.
"""

import asyncio
import contextlib
import pathlib
import sys

import websockets

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/EndToEndTests/Peers"))
from python_peer import Peer, compiled  # noqa: E402

IN_FLIGHT = 200
WORDS = "the quick brown fox jumps over the lazy dog and goes on and on".split()


class Filler(Peer):
    """A client that says nothing."""

    def tell(self, event, **fields):
        pass


async def many(count, act):
    """Awaits `act` for each number from 1 to `count`, many at once; they begin in this order."""
    numbers = iter(range(1, count + 1))

    async def work():
        for number in numbers:
            await act(number)

    async with asyncio.TaskGroup() as group:
        for _ in range(IN_FLIGHT):
            group.create_task(work())


async def fill(address, token, other, messages, conversations):
    """Creates groups with another user, then writes to that user; the direct conversation is the newest."""
    pb = compiled(ROOT / "Protocol/martlet.proto")
    async with websockets.connect(
        f"ws://{address}/v1/connect", subprotocols=["martlet.v1"], max_size=1 << 24, compression=None
    ) as socket:
        peer = Filler(pb, socket, is_json=False)
        listening = asyncio.create_task(peer.listen())
        try:
            await peer.hello(token)

            async def create(number):
                group = pb.CreateGroup(client_id=f"group-{number}", title=f"Group {number}", members=[other])
                await peer.request(create_group=group)

            async def send(number):
                text = " ".join([str(number), *WORDS[: 1 + number % len(WORDS)]])
                await peer.send(f"direct:{other}", text, f"message-{number}")

            await many(conversations, create)
            await many(messages, send)
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
