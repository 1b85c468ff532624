"""Passes values of the schema through Google's implementation: reads each, and writes it again.

usage: peer.py FOLDER MODULE...

FOLDER holds what `protoc --python_out` made and is removed once it is read; MODULE is one of its modules. A request on standard input is
one block, an answer on standard output another; a block is its length, then that many bytes. Numbers have
four bytes, the least significant first. The request: `b` or `j` for the form, the length of the message's
name, the name, then each value after its length. The answer: for `b` each value in the binary form, for
`j` each in JSON and then in the binary form, all after their lengths.
"""

import importlib
import shutil
import struct
import sys


def blocks(data, start):
    while start < len(data):
        (length,) = struct.unpack_from("<I", data, start)
        yield data[start + 4 : start + 4 + length]
        start += 4 + length


def read_exactly(count):
    data = sys.stdin.buffer.read(count)
    return data if len(data) == count else None


def main():
    sys.path.insert(0, sys.argv[1])
    for module in sys.argv[2:]:
        importlib.import_module(module)
    # Whoever made it may be killed before it can.
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    from google.protobuf import json_format, symbol_database

    symbols = symbol_database.Default()
    while (head := read_exactly(4)) is not None:
        request = read_exactly(struct.unpack("<I", head)[0])
        (length,) = struct.unpack_from("<I", request, 1)
        message = symbols.GetSymbol(request[5 : 5 + length].decode())
        answer = bytearray()
        for data in blocks(request, 5 + length):
            if request[:1] == b"b":
                forms = [message.FromString(data).SerializeToString()]
            else:
                value = json_format.Parse(data, message())
                forms = [json_format.MessageToJson(value, indent=None).encode(), value.SerializeToString()]
            for form in forms:
                answer += struct.pack("<I", len(form)) + form
        sys.stdout.buffer.write(struct.pack("<I", len(answer)) + answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
