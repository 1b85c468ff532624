"""nginx as a place for files: uploads by WebDAV, downloads as it serves any file."""

import contextlib
import os

from peers.processes import free_port, started, wait_for_port

CONFIGURATION = """
daemon off;
worker_processes auto;
pid {place}/nginx.pid;
error_log {place}/nginx.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  client_body_temp_path {place}/body;
  server {{
    listen 127.0.0.1:{port};
    root {place}/files;
    client_max_body_size 0;
    location / {{ dav_methods PUT DELETE; }}
  }}
}}
"""


class Nginx:
    key = "nginx"
    name = "nginx"

    def __init__(self, place, _):
        self.place = os.path.join(place, self.key)
        self.log = os.path.join(place, "nginx.log")

    def prepare(self):
        # Its workers are another user.
        for folder in ("", "files", "body"):
            os.makedirs(os.path.join(self.place, folder), exist_ok=True)
            os.chmod(os.path.join(self.place, folder), 0o777)

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        file = os.path.join(self.place, "nginx.conf")
        with open(file, "w", encoding="utf-8") as text:
            text.write(CONFIGURATION.format(place=self.place, port=port))
        with started(["nginx", "-c", file, "-p", self.place], self.log) as process:
            wait_for_port(port, process, self.log)
            yield NginxRunning(port, process.pid)


class NginxRunning:
    def __init__(self, port, process):
        self.origin = f"http://127.0.0.1:{port}"
        self.process = process

    def begin(self, name, _size):
        """What curl is told to upload a file of a size under a name."""
        return [f"{self.origin}/{name}"]

    def publish(self, name):
        """What curl is told to download a file that was uploaded under a name."""
        return [f"{self.origin}/{name}"]
