#!/usr/bin/env python3
"""A Martlet client that shares no code with Martlet: PyPI's websockets, and what stock protoc makes of the schema.

usage: python_peer.py --server ws://HOST:PORT --token TOKEN --schema Protocol/martlet.proto [--json]

Speaks the binary subprotocol, with --json the one in JSON. Commands and events: see lines.py. Entries appear in the same form as in
`martlet tail --json`: conversation, seq, sender, type, text, time.
"""

import argparse
import asyncio
import importlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import uuid

import websockets
from google.protobuf import json_format

from lines import Refusal, emit, serve


def compiled(schema):
    """The Python module that protoc makes of a schema; its file is gone again at once, since this process may be killed."""
    source = os.path.dirname(os.path.abspath(schema))
    with tempfile.TemporaryDirectory(prefix="martlet-peer-") as folder:
        subprocess.run(["protoc", f"--proto_path={source}", f"--python_out={folder}", os.path.basename(schema)], check=True)
        sys.path.insert(0, folder)
        try:
            return importlib.import_module(os.path.basename(schema).removesuffix(".proto") + "_pb2")
        finally:
            sys.path.remove(folder)


def plain(entry):
    """An entry as the tests compare it."""
    message = entry.message
    return {
        "conversation": entry.conversation,
        "seq": entry.seq,
        "sender": entry.sender,
        "time": entry.time,
        "event": entry.WhichOneof("event"),
        "type": message.type,
        "text": json.loads(message.content).get("text", "") if message.content else "",
        "recalled": message.recalled,
    }


class Peer:
    def __init__(self, pb, socket, is_json):
        self.pb = pb
        self.socket = socket
        self.is_json = is_json
        self.ids = itertools.count(1)
        self.unanswered = {}
        # Why the server closes, once it has said so.
        self.reason = {"code": 0, "name": "closed"}

    async def request(self, **body):
        """Sends one request and waits for its answer."""
        packet = self.pb.ClientPacket(id=next(self.ids), **body)
        answer = self.unanswered[packet.id] = asyncio.get_running_loop().create_future()
        await self.socket.send(json_format.MessageToJson(packet) if self.is_json else packet.SerializeToString())
        return await answer

    def decoded(self, frame):
        if not self.is_json:
            return self.pb.ServerPacket.FromString(frame)
        return json_format.Parse(frame, self.pb.ServerPacket(), ignore_unknown_fields=True)

    def tell(self, event, **fields):
        """Says what happened; another client may keep it to itself."""
        emit(event, **fields)

    async def listen(self):
        try:
            async for frame in self.socket:
                self.receive(self.decoded(frame))
        finally:
            self.tell("closed", code=self.socket.close_code)
            for answer in self.unanswered.values():
                answer.set_exception(Refusal(self.reason))

    def receive(self, packet):
        if packet.id == 0:
            for entry in packet.push.entries:
                self.tell("entry", entry=plain(entry))
            for marker in packet.push.markers:
                self.tell("marker", conversation=marker.conversation, user=marker.user, read=marker.read)
            if packet.HasField("closing"):
                self.reason = {"code": packet.closing.failure.code, "name": packet.closing.failure.name}
                self.tell("closing", code=packet.closing.failure.code, reconnect=packet.closing.reconnect)
            return
        answer = self.unanswered.pop(packet.id)
        if packet.HasField("failure"):
            answer.set_exception(Refusal({"code": packet.failure.code, "name": packet.failure.name}))
        else:
            answer.set_result(packet)

    async def hello(self, token):
        device = self.pb.Device(id=f"python-{uuid.uuid4()}", name="peer")
        setattr(device, "class", self.pb.DEVICE_CLASS_TOOL)
        hello = self.pb.Hello(version_min=1, version_max=1, token=token, device=device)
        return (await self.request(hello=hello)).welcome

    async def append(self, **body):
        appended = (await self.request(**body)).appended
        return {"conversation": appended.conversation, "seq": appended.seq, "time": appended.time}

    async def send(self, conversation, text, client_id=None):
        content = json.dumps({"text": text}, ensure_ascii=False)
        send = self.pb.Send(conversation=conversation, client_id=client_id or str(uuid.uuid4()), type="text", content=content)
        return await self.append(send=send)

    async def edit(self, conversation, seq, text):
        content = json.dumps({"text": text}, ensure_ascii=False)
        edit = self.pb.Edit(conversation=conversation, client_id=str(uuid.uuid4()), target=seq, type="text", content=content)
        return await self.append(edit=edit)

    async def recall(self, conversation, seq):
        recall = self.pb.Recall(conversation=conversation, client_id=str(uuid.uuid4()), target=seq)
        return await self.append(recall=recall)

    async def mark_read(self, conversation, seq):
        answer = await self.request(mark_read=self.pb.MarkRead(conversation=conversation, seq=seq))
        return {"read": answer.marked.read}

    async def history(self, conversation):
        """The whole log, page by page."""
        entries = []
        while True:
            start = entries[-1]["seq"] + 1 if entries else 0
            fetch = self.pb.FetchEntries(conversation=conversation, **{"from": start})
            page = (await self.request(fetch_entries=fetch)).entries
            entries += [plain(entry) for entry in page.entries]
            if not page.entries or entries[-1]["seq"] >= page.head:
                return {"entries": entries}

    async def conversations(self):
        found = (await self.request(list_conversations=self.pb.ListConversations())).conversations.conversations
        return {"conversations": [{"id": each.id, "head": each.head, "unread": each.unread, "read": each.read} for each in found]}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", required=True)
    parser.add_argument("--token", required=True)
    parser.add_argument("--schema", required=True)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    pb = compiled(arguments.schema)
    subprotocol = "martlet.v1.json" if arguments.json else "martlet.v1"
    async with websockets.connect(
        f"{arguments.server}/v1/connect", subprotocols=[subprotocol], max_size=1 << 24, compression=None, open_timeout=80
    ) as socket:
        peer = Peer(pb, socket, arguments.json)
        listening = asyncio.create_task(peer.listen())
        try:
            welcome = await peer.hello(arguments.token)
        except Refusal as refusal:
            emit("refused", **refusal.failure)
            return
        emit("online", user=welcome.user, subprotocol=socket.subprotocol)
        await serve(
            {
                "send": peer.send,
                "edit": peer.edit,
                "recall": peer.recall,
                "markRead": peer.mark_read,
                "history": peer.history,
                "conversations": peer.conversations,
            }
        )
        listening.cancel()


if __name__ == "__main__":
    asyncio.run(main())
