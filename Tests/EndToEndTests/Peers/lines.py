"""The conversation between a test and the peer it steers: one JSON object a line, both ways.

The test writes commands to the peer's standard input, {"id": 1, "do": "send", ...}. The peer answers each with
{"answer": 1, ...} or {"answer": 1, "error": {"code": 1400, "name": "conversation_unknown"}}, and writes
{"event": "entry", ...} and the like as they happen. It ends when its standard input does.
"""

import asyncio
import json
import sys


class Refusal(Exception):
    """The server refused; `failure` has its code and name."""

    def __init__(self, failure):
        super().__init__(failure.get("name", ""))
        self.failure = failure


def emit(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


async def serve(commands):
    """Answers commands until the input ends; `commands` maps a command's name to a coroutine function of its arguments."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    tasks = set()
    while line := await reader.readline():
        task = loop.create_task(answer(commands, json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    for task in tasks:
        task.cancel()


async def answer(commands, command):
    number, name = command.pop("id"), command.pop("do")
    try:
        result = await commands[name](**command)
    except Refusal as refusal:
        result = {"error": refusal.failure}
    print(json.dumps({"answer": number, **(result or {})}), flush=True)
