"""What the figures depend on: the machine, its system, the versions of everything."""

import os
import platform
import re
import resource
import subprocess
import time


def first(pattern, path):
    """The first match of a pattern in a file; nothing where there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            found = re.search(pattern, file.read())
    except OSError:
        return ""
    return found.group(1).strip() if found else ""


def said(*command):
    """What a command prints; nothing where it does not run."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def raise_descriptors():
    """Allows as many descriptors as may be, to this program and all it starts; returns how many that is."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def sync_milliseconds(folder, times=50):
    """The median time of a write of 4 KiB and its fdatasync, in milliseconds."""
    path = os.path.join(folder, "sync-probe")
    file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    taken = []
    try:
        for _ in range(times):
            begun = time.perf_counter()
            os.pwrite(file, os.urandom(4096), 0)
            os.fdatasync(file)
            taken.append((time.perf_counter() - begun) * 1000)
    finally:
        os.close(file)
        os.unlink(path)
    return round(sorted(taken)[times // 2], 4)


def facts(folder, packages):
    """All of it, for the record."""
    versions = dict(
        line.split(" ", 1) for line in said("dpkg-query", "-W", "-f", "${Package} ${Version}\\n", *packages).splitlines() if " " in line)
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "cpu": first(r"model name\s*: (.*)", "/proc/cpuinfo"),
        "cores": os.cpu_count(),
        "is_virtual": "hypervisor" in first(r"flags\s*: (.*)", "/proc/cpuinfo"),
        "memory_gib": round(int(first(r"MemTotal:\s*(\d+)", "/proc/meminfo") or 0) / 2**20, 1),
        "kernel": re.match(r"[0-9.]*[0-9]", platform.release()).group(),
        "system": first(r'PRETTY_NAME="(.*)"', "/etc/os-release"),
        "filesystem": said("stat", "-f", "-c", "%T", folder),
        "sync_ms": sync_milliseconds(folder),
        "descriptors": raise_descriptors(),
        "revision": said("git", "describe", "--always", "--dirty", "--abbrev=10"),
        "versions": versions,
    }
