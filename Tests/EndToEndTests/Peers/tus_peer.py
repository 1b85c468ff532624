"""Uploads and downloads a file with tuspy and the standard library, which share no code with Martlet.

    tus_peer.py begin SERVER TOKEN FILE STOP CONVERSATION MESSAGE   uploads up to STOP; prints the upload's address and offset
    tus_peer.py cut SERVER TOKEN FILE STOP ADDRESS                  sends bytes up to STOP of one request that it does not end
    tus_peer.py resume SERVER TOKEN FILE ADDRESS                    goes on; prints where it began and where it ended
    tus_peer.py get SERVER TOKEN FILE PATH [RANGE]                  downloads; prints the status
"""

import hashlib
import socket
import sys
import urllib.parse
import urllib.request

from tusclient.client import TusClient

mode, server, token, path, *rest = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}"}
client = TusClient(f"{server}/v1/media/uploads", headers=headers)
chunk = 100_000


def say(*words):
    print(*words, flush=True)


if mode == "begin":
    stop, conversation, message = rest
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    metadata = {"conversation": conversation, "message": message, "filename": "photo.bin", "sha256": digest}
    uploader = client.uploader(path, chunk_size=chunk, metadata=metadata, upload_checksum=True)
    uploader.upload(stop_at=int(stop))
    say(uploader.url, uploader.offset)
elif mode == "cut":
    stop, address = int(rest[0]), rest[1]
    start = client.uploader(path, url=address).get_offset()
    with open(path, "rb") as file:
        content = file.read()
    place = urllib.parse.urlsplit(address)
    connection = socket.create_connection((place.hostname, place.port))
    connection.sendall(
        f"PATCH {place.path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {token}\r\nTus-Resumable: 1.0.0\r\n"
        f"Content-Type: application/offset+octet-stream\r\nUpload-Offset: {start}\r\n"
        f"Content-Length: {len(content) - start}\r\n\r\n".encode()
        + content[start:stop]
    )
    while client.uploader(path, url=address).get_offset() <= start:
        pass
    say("sent")
    sys.stdin.read()
elif mode == "resume":
    uploader = client.uploader(path, url=rest[0], chunk_size=chunk)
    before = uploader.offset
    uploader.upload()
    say(before, uploader.offset)
elif mode == "get":
    if len(rest) > 1:
        headers["Range"] = rest[1]
    with urllib.request.urlopen(urllib.request.Request(server + rest[0], headers=headers)) as answer:
        with open(path, "wb") as file:
            file.write(answer.read())
        say(answer.status)
