"""Talks with an echoing WebSocket peer by way of the `websockets` library.

usage: library.py client URL [CA-FILE]          plays the client, and checks that everything comes back
       library.py server [CERTIFICATE KEY]      plays an echoing server; prints its port, runs until its input ends
"""

import json
import random
import ssl
import sys
import threading

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import serve

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


def as_client(url, trust):
    source = random.Random(6455)
    secure = ssl.create_default_context(cafile=trust) if trust else None
    # The library offers compression, which a peer may leave.
    with connect(url, subprotocols=["other", "martlet.v1"], ssl=secure, max_size=None, open_timeout=PATIENCE) as socket:
        assert socket.subprotocol == "martlet.v1", socket.subprotocol
        for message in messages(source):
            socket.send(pieces(source, message) if len(message) > 3 and source.random() < 0.5 else message)
            answer = socket.recv(timeout=20)
            assert answer == message, (answer[:50], message[:50])
        assert socket.ping(b"probe").wait(20), "no pong"
        socket.close(3_456, "fertig ✓")
        assert socket.close_code == 3_456, socket.close_code
    with connect(url, ssl=secure, compression=None, open_timeout=PATIENCE) as socket:
        assert socket.subprotocol is None
        socket.send("x" * 200_000)
        try:
            socket.recv(timeout=20)
            raise AssertionError("a message over the limit came back")
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code == 1_009, closed
    try:
        connect(url + "refused", ssl=secure, open_timeout=PATIENCE)
        raise AssertionError("connected where the server refuses")
    except InvalidStatus as refused:
        assert refused.response.status_code == 403, refused
    print(json.dumps({"done": True}), flush=True)


def echo(socket):
    try:
        for message in socket:
            socket.send(message)
            if message == "close me":
                socket.close(4_001, "as you wish")
    except ConnectionClosed:
        pass


def as_server(certificate, key):
    secure = None
    if certificate:
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(certificate, key)
    with serve(echo, "127.0.0.1", 0, subprotocols=["martlet.v1"], ssl=secure, open_timeout=PATIENCE) as server:
        print(json.dumps({"port": server.socket.getsockname()[1]}), flush=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sys.stdin.read()
        server.shutdown()


if sys.argv[1] == "client":
    as_client(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
else:
    as_server(*(sys.argv[2:4] if len(sys.argv) > 3 else (None, None)))
