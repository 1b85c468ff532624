"""Talks with an echoing WebSocket peer by way of the `websockets` library.

usage: library.py client URL [CA-FILE]          plays the client, and checks that everything comes back
       library.py server [CERTIFICATE KEY]      plays an echoing server; prints its port, runs until its input ends
"""

# With asyncio and not with threads: Python 3.11 lets two threads use one TLS connection at once, which loses data or crashes.
import asyncio
import json
import random
import ssl
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, InvalidStatus

# How many seconds opening a connection may take on a machine that has much else to do.
PATIENCE = 80


def messages(source):
    """Messages of all kinds and sizes, some to be sent in fragments."""
    for _ in range(300):
        size = source.choice((0, 1, 10, 125, 126, 1_000, 40_000))
        if source.random() < 0.5:
            yield "".join(source.choice("aé€🎈") for _ in range(size // 3))
        else:
            yield source.randbytes(size)


def pieces(source, message):
    start = 0
    while start < len(message):
        end = start + source.randint(1, 1 + len(message) // 3)
        yield message[start:end]
        start = end


async def as_client(url, trust):
    source = random.Random(6455)
    secure = ssl.create_default_context(cafile=trust) if trust else None
    # The library offers compression, which a peer may leave.
    async with connect(url, subprotocols=["other", "martlet.v1"], ssl=secure, max_size=None, open_timeout=PATIENCE) as socket:
        assert socket.subprotocol == "martlet.v1", socket.subprotocol
        for message in messages(source):
            await socket.send(pieces(source, message) if len(message) > 3 and source.random() < 0.5 else message)
            answer = await asyncio.wait_for(socket.recv(), PATIENCE)
            assert answer == message, (answer[:50], message[:50])
        await asyncio.wait_for(await socket.ping(b"probe"), PATIENCE)
        await socket.close(3_456, "fertig ✓")
        assert socket.close_code == 3_456, socket.close_code
    async with connect(url, ssl=secure, compression=None, open_timeout=PATIENCE) as socket:
        assert socket.subprotocol is None
        await socket.send("x" * 200_000)
        try:
            await asyncio.wait_for(socket.recv(), PATIENCE)
            raise AssertionError("a message over the limit came back")
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code == 1_009, closed
    try:
        await connect(url + "refused", ssl=secure, open_timeout=PATIENCE)
        raise AssertionError("connected where the server refuses")
    except InvalidStatus as refused:
        assert refused.response.status_code == 403, refused
    print(json.dumps({"done": True}), flush=True)


async def echo(socket):
    try:
        async for message in socket:
            await socket.send(message)
            if message == "close me":
                await socket.close(4_001, "as you wish")
    except ConnectionClosed:
        pass


async def as_server(certificate, key):
    secure = None
    if certificate:
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(certificate, key)
    async with serve(echo, "127.0.0.1", 0, subprotocols=["martlet.v1"], ssl=secure, open_timeout=PATIENCE) as server:
        print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if sys.argv[1] == "client":
    asyncio.run(as_client(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None))
else:
    asyncio.run(as_server(*(sys.argv[2:4] if len(sys.argv) > 3 else (None, None))))
