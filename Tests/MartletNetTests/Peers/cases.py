"""What a WebSocket peer must do in each case class of RFC 6455, sections 5 to 7.

Numbers are those of the Autobahn test suite's classes, where it has the class. A case is what to send, what messages
and pongs must come back, and how it must end. The same cases hold in both directions; only the masks differ.
"""

from dataclasses import dataclass, field

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

# What the peer under test is told to take.
MESSAGE_LIMIT, FRAME_LIMIT = 100_000, 80_000


@dataclass
class Frame:
    opcode: int
    payload: bytes = b""
    fin: bool = True
    rsv: int = 0
    # Whether it is masked as its direction demands.
    rightly_masked: bool = True
    # How many bytes the length takes (0, 2, 8); None for the fewest.
    length_bytes: int | None = None
    # A length other than the payload's.
    length: int | None = None
    # Only so many bytes of the payload are sent.
    sent: int | None = None

    def encode(self, by_client):
        masked = by_client == self.rightly_masked
        length = len(self.payload) if self.length is None else self.length
        size = self.length_bytes
        if size is None:
            size = 0 if length < 126 else 2 if length < 65536 else 8
        marker = {0: length, 2: 126, 8: 127}[size]
        head = bytes([self.fin << 7 | self.rsv << 4 | self.opcode, masked << 7 | marker])
        head += length.to_bytes(size, "big") if size else b""
        payload = self.payload
        if masked:
            key = b"\x37\xfa\x21\x3d"
            head += key
            payload = bytes(byte ^ key[index & 3] for index, byte in enumerate(payload))
        return head + payload[: self.sent]


@dataclass
class Case:
    name: str
    send: list
    expect: list = field(default_factory=list)
    # The code of the peer's close frame, 1005 for none; None has us close with 1000 and see that answered.
    close: int | None = None
    # Bytes sent at once; 0 sends everything at once.
    chop: int = 0


def text(payload, **more):
    return Frame(TEXT, payload.encode() if isinstance(payload, str) else payload, **more)


def close(code=None, reason=b""):
    return Frame(CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason)


def fragments(opcode, parts, between=()):
    """A message in parts, with frames between them."""
    frames = []
    for index, part in enumerate(parts):
        if index:
            frames += between
        frames.append(Frame(CONTINUATION if index else opcode, part, fin=index == len(parts) - 1))
    return frames


def framing():
    for opcode, kind, number in ((TEXT, "text", 1), (BINARY, "binary", 2)):
        for size in (0, 125, 126, 127, 128, 65535, 65536):
            payload = b"*" * size if kind == "text" else bytes([0xFE]) * size
            yield Case(f"1.{number} {kind} of {size} bytes", [Frame(opcode, payload)], [(kind, payload)])
        payload = b"*" * 65536
        yield Case(f"1.{number} {kind} of 65536 bytes in chunks of 997", [Frame(opcode, payload)], [(kind, payload)], chop=997)
        yield Case(f"1.{number} {kind} byte by byte", [Frame(opcode, b"ab" * 70)], [(kind, b"ab" * 70)], chop=1)


def pings():
    for number, payload in enumerate((b"", b"Hello, world!", b"\x00\xff\xfe\xfd", b"\xfe" * 125), 1):
        yield Case(f"2.{number} ping of {len(payload)} bytes", [Frame(PING, payload)], [("pong", payload)])
    yield Case("2.5 ping of 126 bytes", [Frame(PING, b"\xfe" * 126)], close=1002)
    yield Case("2.6 ping of 125 bytes, byte by byte", [Frame(PING, b"\xfe" * 125)], [("pong", b"\xfe" * 125)], chop=1)
    yield Case("2.7 unasked pong", [Frame(PONG)])
    yield Case("2.8 unasked pong with payload", [Frame(PONG, b"unasked")])
    yield Case("2.9 unasked pong, then a ping", [Frame(PONG, b"unasked"), Frame(PING, b"asked")], [("pong", b"asked")])
    ten = [f"payload-{index}".encode() for index in range(10)]
    for chop in (0, 1):
        yield Case(f"2.10 ten pings, chop {chop}", [Frame(PING, one) for one in ten], [("pong", one) for one in ten], chop=chop)
    yield Case("2.12 pong of 126 bytes", [Frame(PONG, b"\xfe" * 126)], close=1002)


def reserved_bits():
    yield Case("3.1 RSV=1 on text", [text("Hello", rsv=1)], close=1002)
    after = [text("Hello"), text("Hello", rsv=2), Frame(PING)]
    for number, chop in ((2, 0), (4, 1)):
        yield Case(f"3.{number} RSV=2 after a good text, chop {chop}", after, [("text", b"Hello")], close=1002, chop=chop)
    yield Case("3.5 RSV=5 on binary", [Frame(BINARY, b"\x00", rsv=5)], close=1002)
    yield Case("3.6 RSV=6 on ping", [Frame(PING, b"Hello", rsv=6)], close=1002)
    yield Case("3.7 RSV=7 on close", [Frame(CLOSE, b"\x03\xe8", rsv=7)], close=1002)
    yield Case("3.8 RSV=1 on continuation", [text("a", fin=False), Frame(CONTINUATION, b"b", rsv=1)], close=1002)


def opcodes():
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        number = 1 if opcode < 8 else 2
        yield Case(f"4.{number} opcode {opcode}", [Frame(opcode)], close=1002)
        frames = [text("Hello"), Frame(opcode, b"payload"), Frame(PING)]
        yield Case(f"4.{number} opcode {opcode} after a good text", frames, [("text", b"Hello")], close=1002)


def fragmentation():
    yield Case("5.1 fragmented ping", fragments(PING, [b"one", b"two"]), close=1002)
    yield Case("5.2 fragmented pong", fragments(PONG, [b"one", b"two"]), close=1002)
    yield Case("5.2 fragmented close", fragments(CLOSE, [b"\x03", b"\xe8"]), close=1002)
    for kind, opcode in (("text", TEXT), ("binary", BINARY)):
        two = fragments(opcode, [b"one", b"two"])
        for chop in (0, 1):
            yield Case(f"5.3 {kind} in two fragments, chop {chop}", two, [(kind, b"onetwo")], chop=chop)
            between = fragments(opcode, [b"one", b"two"], [Frame(PING, b"between")])
            yield Case(f"5.6 {kind} with a ping between, chop {chop}", between, [("pong", b"between"), (kind, b"onetwo")], chop=chop)
        empty = fragments(opcode, [b"", b"", b""])
        yield Case(f"5.8 {kind} of empty fragments", empty, [(kind, b"")])
        yield Case(f"5.8 {kind} with an empty middle", fragments(opcode, [b"a", b"", b"b"]), [(kind, b"ab")])
    for fin in (True, False):
        yield Case(f"5.9 continuation of nothing, fin {fin}", [Frame(CONTINUATION, b"x", fin=fin), text("y")], close=1002)
        after = [text("good"), Frame(CONTINUATION, b"x", fin=fin)]
        yield Case(f"5.12 continuation after a whole text, fin {fin}", after, [("text", b"good")], close=1002)
    after = fragments(TEXT, [b"one", b"two"]) + [Frame(CONTINUATION, b"x", fin=False), text("y")]
    yield Case("5.15 continuation after a fragmented text", after, [("text", b"onetwo")], close=1002)
    yield Case("5.18 text within text", [text("one", fin=False), text("two")], close=1002)
    yield Case("5.18 binary within text", [text("one", fin=False), Frame(BINARY, b"two")], close=1002)
    many = fragments(TEXT, [b"part"] * 5, [Frame(PING, b"p"), Frame(PONG, b"q")])
    yield Case("5.19 five fragments, pings and pongs between", many, [("pong", b"p")] * 4 + [("text", b"part" * 5)])
    yield Case("5.20 a close between fragments", [text("one", fin=False), close(1000)], close=1000)


VALID = ["", "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u0000", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ufffd", "\uffff"]
VALID += ["\U00010000", "\U0010ffff", "\U0001ffff", "🎈" * 40, "\ufeffmark"]
INVALID = [
    "cebae1bdb9cf83cebcceb5eda080656469746564", "80", "bf", "80bf", "c0", "c1bf", "c0af", "e080af", "f08080af", "f8888080af",
    "fc84808080af", "e09fbf", "f08fbfbf", "c080", "eda080", "edad7f", "edae80", "edafbf", "edb080", "edbfbf", "eda080edb080", "f4908080",
    "f5808080", "fe", "ff", "fefeffff", "c2", "e282", "f09f8e", "c241", "e228a1", "f0288cbc", "f09028bc", "20c0aec0af20",
]


def utf8():
    for index, one in enumerate(VALID):
        payload = one.encode()
        yield Case(f"6.2 valid text {index}", [text(payload)], [("text", payload)])
        pieces = [payload[place : place + 1] for place in range(len(payload))] or [b""]
        yield Case(f"6.2 valid text {index}, a fragment a byte", fragments(TEXT, pieces), [("text", payload)])
    for one in INVALID:
        payload = bytes.fromhex(one)
        yield Case(f"6.3 invalid text {one}", [text(b"before" + payload)], close=1007)
        pieces = [payload[place : place + 1] for place in range(len(payload))]
        yield Case(f"6.3 invalid text {one}, a fragment a byte", fragments(TEXT, pieces), close=1007)
        yield Case(f"6.3 invalid text {one}, byte by byte", [text(payload)], close=1007, chop=1)
    broken = bytes.fromhex("cebae1bdb9cf83cebcceb5f4908080")
    yield Case("6.4 fails before the message ends", [text(broken, fin=False)], close=1007)
    yield Case("6.4 fails before the frame ends", [text(broken + b"x" * 500, sent=len(broken))], close=1007)
    yield Case("6.4 binary is no text", [Frame(BINARY, broken)], [("binary", broken)])
    yield Case("6.4 a pong is no text", [Frame(PING, broken)], [("pong", broken)])


def closing():
    yield Case("7.1 text, then close", [text("Hello"), close(1000)], [("text", b"Hello")], close=1000)
    yield Case("7.1 close twice", [close(1000), close(1000)], close=1000)
    yield Case("7.1 ping after close", [close(1000), Frame(PING)], close=1000)
    yield Case("7.1 text after close", [close(1000), text("late")], close=1000)
    yield Case("7.1 garbage after close", [close(1000), Frame(7, b"x", rsv=7)], close=1000)
    yield Case("7.3 close without a code", [close()], close=1005)
    yield Case("7.3 close of one byte", [Frame(CLOSE, b"\x03")], close=1002)
    yield Case("7.3 close with a reason", [close(1000, b"Hello")], close=1000)
    yield Case("7.3 close with the longest reason", [close(1000, b"*" * 123)], close=1000)
    yield Case("7.3 close with too long a reason", [close(1000, b"*" * 124)], close=1002)
    yield Case("7.3 close byte by byte", [close(1000, "ü".encode())], close=1000, chop=1)
    yield Case("7.5 close with an invalid reason", [close(1000, bytes.fromhex("cebae1bdb9cf83f4908080"))], close=1007)
    # 1014 is registered too, but wsproto does not know it.
    for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 3000, 3999, 4000, 4999):
        yield Case(f"7.7 code {code}", [close(code)], close=code)
    for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
        yield Case(f"7.9 code {code}", [close(code)], close=1002)


def lengths_and_masks():
    yield Case("length in two bytes where one does", [Frame(BINARY, b"x" * 125, length_bytes=2)], close=1002)
    yield Case("length in eight bytes where one does", [Frame(BINARY, b"x", length_bytes=8)], close=1002)
    yield Case("length in eight bytes where two do", [Frame(BINARY, b"x" * 65535, length_bytes=8, sent=0)], close=1002)
    yield Case("length with its highest bit set", [Frame(BINARY, length=1 << 63, sent=0)], close=1002)
    yield Case("wrongly masked text", [text("Hello", rightly_masked=False)], close=1002)
    yield Case("wrongly masked ping", [Frame(PING, b"p", rightly_masked=False)], close=1002)
    good_then_bad = [text("good"), text("bad", rightly_masked=False)]
    yield Case("wrongly masked after a good text", good_then_bad, [("text", b"good")], close=1002)


def limits():
    yield Case("a frame at the limit", [Frame(BINARY, b"x" * FRAME_LIMIT)], [("binary", b"x" * FRAME_LIMIT)])
    yield Case("a frame over the limit", [Frame(BINARY, length=FRAME_LIMIT + 1, sent=0)], close=1009)
    yield Case("a frame far over the limit", [Frame(TEXT, length=(1 << 63) - 1, sent=0)], close=1009)
    half = b"x" * (MESSAGE_LIMIT // 2)
    yield Case("a message at the limit", fragments(BINARY, [half, half]), [("binary", half + half)])
    over = fragments(BINARY, [half, half, b""]) + []
    over[2] = Frame(CONTINUATION, length=1, sent=0)
    yield Case("a message over the limit", over, close=1009)


def all_cases():
    groups = (framing, pings, reserved_bits, opcodes, fragmentation, utf8, closing, lengths_and_masks, limits)
    return [case for group in groups for case in group()]
