"""XMPP servers: ejabberd without and with its archive in PostgreSQL, and Prosody."""

import contextlib
import glob
import os
import time

from . import postgres
from .processes import Failed, free_port, run, started, wait_for_port
from .system import Guarantees, Running, System

PASSWORD = "pw"
POOL = 10
SCHEMA = "/usr/share/ejabberd/sql/pg.sql"

EJABBERD_SETTINGS = """\
loglevel: warning
hosts: [localhost]
listen:
  -
    port: {port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    max_stanza_size: 262144
    shaper: none
    access: all
    backlog: 1024
auth_method: [internal]
auth_password_format: plain
disable_sasl_mechanisms: ["digest-md5", "X-OAUTH2", "SCRAM-SHA-1", "SCRAM-SHA-256", "SCRAM-SHA-512"]
acl:
  local: {{user_regexp: ""}}
access_rules:
  local: {{allow: local}}
shaper_rules:
  max_user_sessions: 100
  max_user_offline_messages: {{1000: all}}
{database}
modules:
  mod_roster: {{}}
  mod_offline: {{access_max_user_messages: max_user_offline_messages}}
  mod_disco: {{}}
  mod_carboncopy: {{}}
  mod_blocking: {{}}
  mod_privacy: {{}}
  mod_last: {{}}
  mod_stream_mgmt: {{resend_on_timeout: if_offline}}
  mod_muc:
    access: all
    access_create: all
    max_users: 5000
    max_user_conferences: 1000
    default_room_options:
      max_users: 5000
      persistent: false
      mam: {has_archive}
{archive}
"""

# Registers users, says so, and ends the node.
REGISTRATION = """\
{{ok, _}} = application:ensure_all_started(ejabberd),
Results = [ejabberd_auth:try_register(list_to_binary("u" ++ integer_to_list(I)), <<"localhost">>, <<"{password}">>)
           || I <- lists:seq(0, {users} - 1)],
io:format("registered ~b~n", [length([ok || ok <- Results])]), init:stop().
"""


class Ejabberd(System):
    """ejabberd without an archive: messages for users who are away are kept, others pass through."""

    key = "ejabberd"
    name = "ejabberd, no archive"
    packages = ("ejabberd", "erlang-base")
    guarantees = Guarantees("none: held in memory", "none", "per sender")
    is_slow_to_join = True
    database = archive = ""

    def settings(self, port):
        """Writes the configuration."""
        return self.write("ejabberd.yml", EJABBERD_SETTINGS.format(
            port=port, database=self.database_settings(), archive=self.archive,
            has_archive="true" if self.archive else "false"))

    def database_settings(self):
        return ""

    def node(self, store, *flags):
        """The command that starts a node with no name, which therefore needs no epmd."""
        return ["erl", "+K", "true", "+P", "250000", "-noinput", "-noshell", "-mnesia", "dir", f'"{self.path(store)}"', *flags]

    def environment(self):
        libraries = glob.glob("/usr/lib/*-linux-gnu/ejabberd-*")
        if not libraries:
            raise Failed("ejabberd's Erlang libraries are not where Debian puts them")
        return {
            **os.environ, "EJABBERD_CONFIG_PATH": self.path("ejabberd.yml"), "EJABBERD_LOG_PATH": self.log + ".ejabberd",
            "ERL_LIBS": os.path.dirname(libraries[0]), "ERL_MAX_PORTS": "32000", "ERL_MAX_ETS_TABLES": "1400",
            "ERL_CRASH_DUMP_BYTES": "0", "HOME": self.place}

    def prepare(self):
        os.makedirs(self.place, exist_ok=True)
        self.fresh("users")
        # Users are the same with every configuration; none needs the archive for them.
        self.write("ejabberd.yml", EJABBERD_SETTINGS.format(port=free_port(), database="", archive="", has_archive="false"))
        said = run(self.node("users", "-eval", REGISTRATION.format(password=PASSWORD, users=self.users)), env=self.environment())
        if f"registered {self.users}" not in said:
            raise Failed(f"ejabberd did not register {self.users} users: {said[-300:]}")

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        self.settings(port)
        self.fresh("store", "users")
        with started(self.node("store", "-s", "ejabberd"), self.log, env=self.environment()) as process:
            wait_for_port(port, process, self.log)
            # It listens a little before it serves.
            time.sleep(1.5)
            yield Running([port], {"ejabberd": process.pid}, "xmpp", ["-K", PASSWORD])


class ArchivingEjabberd(Ejabberd):
    """ejabberd that archives every message in PostgreSQL, synced at each commit."""

    key = "ejabberd-postgres"
    name = "ejabberd, PostgreSQL archive"
    packages = ("ejabberd", "erlang-base", "postgresql-15")
    guarantees = Guarantees(
        "each copy committed with fsync; the sender gets no acknowledgement", "two rows per message, in PostgreSQL", "per sender", True)
    archive = "  mod_mam: {default: always, db_type: sql, assume_mam_usage: true}"
    has_idle = False

    def __init__(self, place, users):
        super().__init__(place, users)
        self.database_port = 0

    def database_settings(self):
        return f"""\
sql_type: pgsql
sql_server: "127.0.0.1"
sql_port: {self.database_port}
sql_database: "ejabberd"
sql_username: "ejabberd"
sql_password: "{PASSWORD}"
sql_pool_size: {POOL}
new_sql_schema: false"""

    @contextlib.contextmanager
    def running(self):
        with postgres.started(self.fresh("postgres"), self.log + ".postgres") as database:
            self.database_port = database.port
            database.ask("postgres", "-c", f"create role ejabberd login superuser password '{PASSWORD}'")
            database.ask("postgres", "-c", "create database ejabberd owner ejabberd")
            database.ask("ejabberd", "-f", SCHEMA, user="ejabberd")
            with super().running() as server:
                server.processes["PostgreSQL"] = database.process
                yield server


PROSODY_SETTINGS = """\
{root}
daemonize = false
pidfile = "{place}/prosody.pid"
data_path = "{place}/store"
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {port} }}
modules_enabled = {{ "roster"; "saslauth"; "disco"; "blocklist"; "carbons"; "smacks"; "ping"; "offline"; "posix"; }}
modules_disabled = {{ "s2s"; "tls"; "limits" }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
network_settings = {{ backend = "epoll"; tcp_backlog = 1024; read_timeout = 3600; }}
log = {{ warn = "*console" }}
VirtualHost "localhost"
Component "conference.localhost" "muc"
  muc_room_locking = false
  restrict_room_creation = false
"""


class Prosody(System):
    """Prosody without an archive."""

    key = "prosody"
    name = "Prosody, no archive"
    packages = ("prosody", "lua5.4")
    guarantees = Guarantees("none: held in memory", "none", "per sender")
    is_slow_to_join = True

    def prepare(self):
        folder = os.path.join(self.fresh("users"), "localhost", "accounts")
        os.makedirs(folder)
        for number in range(self.users):
            with open(os.path.join(folder, f"u{number}.dat"), "w", encoding="utf-8") as file:
                file.write(f'return {{\n\t["password"] = "{PASSWORD}";\n}};\n')

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        root = "run_as_root = true" if os.geteuid() == 0 else ""
        configuration = self.write("prosody.cfg.lua", PROSODY_SETTINGS.format(root=root, place=self.place, port=port))
        self.fresh("store", "users")
        with started(["prosody", "--config", configuration, "-F"], self.log) as process:
            wait_for_port(port, process, self.log)
            yield Running([port], {"Prosody": process.pid}, "xmpp", ["-K", PASSWORD])
