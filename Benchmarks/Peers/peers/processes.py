"""Starting other programs, and leaving none of them behind."""

import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import time

# What still runs, the newest last; every one leads a process group of its own.
_running = []


class Failed(Exception):
    """A system did not start, or a measurement did not come to its end."""


def free_port():
    """A TCP port of the loopback address that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def unprivileged(user):
    """The words in front of a command that make it run as `user` where this program is root; else none."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]


def run(command, **options):
    """Runs a command to its end; what it says is told only where it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        raise Failed(f"{command[0]} ended with status {done.returncode}: {done.stdout.strip()[-600:]}")
    return done.stdout


def output_of(command, patience):
    """What a program prints, which is ended with all it started where this program is to end."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True)
        try:
            output, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            raise Failed(f"{os.path.basename(command[0])} took longer than {patience} s") from None
        finally:
            end(process)
        errors.seek(0)
        if process.returncode != 0:
            raise Failed(errors.read()[-600:].strip())
    return output


@contextlib.contextmanager
def started(command, log, stop_signal=signal.SIGTERM, **options):
    """A program that runs meanwhile; its output goes to the file `log`."""
    with open(log, "ab") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True, **options)
    _running.append(process)
    try:
        yield process
    finally:
        end(process, stop_signal)


def end(process, stop_signal=signal.SIGTERM, patience=20):
    """Ends a program: politely first, then with everything it started."""
    if process in _running:
        _running.remove(process)
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(stop_signal)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        pass
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def end_all():
    """Ends whatever still runs, the newest first."""
    while _running:
        end(_running[-1], patience=5)


def wait_for_port(port, process, log, patience=60):
    """Returns when something listens on `port`."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise Failed(f"{process.args[0]} ended with status {process.returncode}; {last_lines(log)}")
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.1)
    raise Failed(f"{process.args[0]} does not listen on port {port}; {last_lines(log)}")


def last_lines(log):
    """The end of a log, for an error."""
    with open(log, encoding="utf-8", errors="replace") as file:
        return "it said: " + file.read()[-600:].strip()
