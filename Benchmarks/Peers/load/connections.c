// Connections, what is written to them and read from them, and the windows of those that send.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load.h"

Connection *connections;
int connection_count;
bool is_sending;

enum {
  READ_AT_ONCE = 256 * 1024,
  // What one connection may leave unread in front of that.
  REST_AT_MOST = 768 * 1024,
  CONNECTIONS_FROM_ONE_ADDRESS = 10000,
  LOGINS_AT_ONCE = 64,
  // A room tells all its occupants of each that joins.
  JOINS_AT_ONCE = 20,
  LOGIN_SECONDS = 600,
  KEEP_ALIVE_SECONDS = 20,
};

static int poller, ready_count;
// Those that may have something to send.
static Connection **listed;
static int listed_count;
// With a rate: when the first message was due, and how many have fallen due since.
static uint64_t paced_since, due_count;
static uint64_t kept_alive;
static uint64_t sent_in_all, received_in_all;

// ---------------------------------------------------------------- writing

void write_all(Connection *connection, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = send(connection->descriptor, next, count, MSG_NOSIGNAL);
    if (written < 0) {
      if (errno != EAGAIN) fail("cannot write to connection %d: %s", connection->id, strerror(errno));
      usleep(100);
      continue;
    }
    next += written;
    count -= (size_t)written;
  }
}

void write_text(Connection *connection, const char *format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  write_all(connection, text, (size_t)count);
}

static void wait_to_write(Connection *connection, bool waits) {
  if (connection->is_waiting_to_write == waits) return;
  struct epoll_event event = {.events = EPOLLIN | (waits ? EPOLLOUT : 0), .data.ptr = connection};
  epoll_ctl(poller, EPOLL_CTL_MOD, connection->descriptor, &event);
  connection->is_waiting_to_write = waits;
}

// Writes what is left of the batch; whether all of it went.
static bool write_batch(Connection *sender) {
  while (sender->batch_from < sender->batch_to) {
    ssize_t written = send(
        sender->descriptor, sender->batch + sender->batch_from, (size_t)(sender->batch_to - sender->batch_from), MSG_NOSIGNAL);
    if (written < 0 && errno != EAGAIN) fail("cannot write to connection %d: %s", sender->id, strerror(errno));
    if (written < 0) {
      wait_to_write(sender, true);
      return false;
    }
    sender->batch_from += (int)written;
  }
  wait_to_write(sender, false);
  return true;
}

// ---------------------------------------------------------------- windows

static int sender_count(void) { return options.workload == PAIRS ? options.count : 1; }

// Senders and receivers of pairs take turns among the connections; in a fan-out the first one sends.
static Connection *sender_at(int place) { return &connections[options.workload == PAIRS ? 2 * place : 0]; }

static void list(Connection *sender) {
  if (sender->is_listed) return;
  sender->is_listed = true;
  listed[listed_count++] = sender;
}

void acknowledge(Connection *sender, uint64_t count) {
  sender->acknowledged += count;
  list(sender);
}

void arrive(Connection *connection, const unsigned char *body, uint64_t moment) {
  uint64_t due = get_hexadecimal(body + STAMP_AT), number = get_hexadecimal(body + NUMBER_AT);
  if (number < connection->expected) {
    tally.duplicated++;
    return;
  }
  if (number > connection->expected) tally.out_of_order++;
  connection->expected = number + 1;
  connection->received++;
  tally.received++;
  received_in_all++;
  if (is_recording) record_latency(moment > due ? moment - due : 0);
  list(options.workload == FANOUT ? &connections[0] : connection - 1);
}

// How many of a sender's messages are done with.
static uint64_t done(const Connection *sender) {
  uint64_t received = options.workload == FANOUT ? received_in_all / (uint64_t)options.count : sender[1].received;
  return options.acknowledged && sender->acknowledged < received ? sender->acknowledged : received;
}

// The moment at which a sender's next message but `ahead` falls due: all senders take turns.
static uint64_t due_moment(const Connection *sender, uint64_t ahead) {
  uint64_t place = options.workload == PAIRS ? (uint64_t)sender->id / 2 : 0;
  uint64_t number = (sender->sent + ahead) * (uint64_t)sender_count() + place;
  return paced_since + (uint64_t)((double)number * 1e9 / options.rate);
}

// How many messages a sender may send now.
static int allowed(const Connection *sender, uint64_t moment) {
  int64_t room = options.window - (int64_t)(sender->sent - done(sender));
  if (room > options.window) room = options.window;
  if (options.rate == 0) return room > 0 ? (int)room : 0;
  int count = 0;
  while (count < room && due_moment(sender, (uint64_t)count) <= moment) count++;
  return count;
}

static void send_more(Connection *sender) {
  while (write_batch(sender) && is_sending) {
    uint64_t moment = now();
    int count = allowed(sender, moment);
    if (count == 0) return;
    for (int i = 0; i < count; i++) {
      stamp(sender, i, options.rate == 0 ? moment : due_moment(sender, (uint64_t)i), sender->sent + (uint64_t)i);
    }
    sender->batch_from = 0;
    sender->batch_to = count * sender->message_length;
    sender->sent += (uint64_t)count;
    sent_in_all += (uint64_t)count;
  }
}

static void send_listed(void) {
  // Sending lists nobody.
  for (int i = 0; i < listed_count; i++) {
    listed[i]->is_listed = false;
    send_more(listed[i]);
  }
  listed_count = 0;
}

// Lists those whose next message has fallen due; returns nanoseconds until the next one.
static uint64_t list_due(void) {
  uint64_t moment = now();
  uint64_t total = (uint64_t)((double)(moment - paced_since) * options.rate / 1e9) + 1;
  if (total - due_count > (uint64_t)sender_count()) due_count = total - (uint64_t)sender_count();
  for (; due_count < total; due_count++) list(sender_at((int)(due_count % (uint64_t)sender_count())));
  uint64_t next = paced_since + (uint64_t)((double)total * 1e9 / options.rate);
  return next > moment ? next - moment : 0;
}

// ---------------------------------------------------------------- reading

static void keep_rest(Connection *connection, const unsigned char *bytes, int count) {
  if (count > REST_AT_MOST) fail("connection %d: %d bytes without an end", connection->id, count);
  if (count > connection->rest_capacity) {
    connection->rest_capacity = count < 512 ? 512 : 2 * count;
    connection->rest = realloc(connection->rest, (size_t)connection->rest_capacity);
    if (connection->rest == NULL) fail("out of memory");
  }
  if (count > 0) memcpy(connection->rest, bytes, (size_t)count);
  connection->rest_count = count;
}

static void read_more(Connection *connection) {
  static unsigned char buffer[REST_AT_MOST + READ_AT_ONCE + 1];
  for (ssize_t got = READ_AT_ONCE; got == READ_AT_ONCE;) {
    int before = connection->rest_count, used = 0;
    if (before > 0) memcpy(buffer, connection->rest, (size_t)before);
    got = recv(connection->descriptor, buffer + before, READ_AT_ONCE, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got < 0) fail("cannot read from connection %d at step %d: %s", connection->id, connection->step, strerror(errno));
    if (got == 0) fail("the server closed connection %d at step %d: %.*s", connection->id, connection->step, before, buffer);
    int count = before + (int)got;
    buffer[count] = 0;
    if (connection->stage == READY) {
      used = options.dialect->read(connection, buffer, count);
    } else if (options.dialect->log_in(connection, buffer, count)) {
      used = count;
    }
    keep_rest(connection, buffer + used, count - used);
  }
}

// ---------------------------------------------------------------- opening

void be_ready(Connection *connection) {
  connection->stage = READY;
  ready_count++;
  if ((connection->role & SENDS) != 0 && connection->batch == NULL) compose_batch(connection);
}

void be_unready(Connection *connection) {
  connection->stage = LOGGING_IN;
  ready_count--;
}

int port_of(const Connection *connection) { return options.ports[connection->id % options.port_count]; }

static void open_connection(Connection *connection) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (descriptor < 0) fail("socket: %s", strerror(errno));
  connection->descriptor = descriptor;
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  // One address has some 28,000 ports; all of 127.0.0.0/8 is this machine.
  struct sockaddr_in own = {.sin_family = AF_INET};
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (unsigned)(connection->id / CONNECTIONS_FROM_ONE_ADDRESS));
  if (bind(descriptor, (struct sockaddr *)&own, sizeof own) != 0) fail("bind: %s", strerror(errno));
  struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port_of(connection))};
  inet_pton(AF_INET, options.host, &server.sin_addr);
  if (connect(descriptor, (struct sockaddr *)&server, sizeof server) != 0 && errno != EINPROGRESS) {
    fail("connect: %s", strerror(errno));
  }
  connection->is_waiting_to_write = true;
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = connection};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl: %s", strerror(errno));
}

static void be_connected(Connection *connection, unsigned events) {
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(connection->descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    fail("connection %d: %s", connection->id, strerror(error));
  }
  if ((events & EPOLLOUT) == 0) return;
  wait_to_write(connection, false);
  connection->stage = LOGGING_IN;
  options.dialect->greet(connection);
}

// ---------------------------------------------------------------- running

static void keep_alive(void) {
  if (options.dialect->keep_alive == NULL || now() - kept_alive < KEEP_ALIVE_SECONDS * 1000000000ull) return;
  kept_alive = now();
  for (int i = 0; i < connection_count; i++) {
    if (connections[i].stage == READY) options.dialect->keep_alive(&connections[i]);
  }
}

static void turn(uint64_t nanoseconds) {
  static struct epoll_event events[1024];
  uint64_t until_due = is_sending && options.rate > 0 ? list_due() : nanoseconds;
  send_listed();
  if (until_due < nanoseconds) nanoseconds = until_due;
  struct timespec limit = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  int count = epoll_pwait2(poller, events, 1024, &limit, NULL);
  for (int i = 0; i < count; i++) {
    Connection *connection = events[i].data.ptr;
    if (connection->stage == CONNECTING) be_connected(connection, events[i].events);
    if (connection->stage == CONNECTING) continue;
    if ((events[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) read_more(connection);
    if ((events[i].events & EPOLLOUT) != 0 && connection->is_waiting_to_write) list(connection);
  }
  send_listed();
  keep_alive();
}

void run_for(double seconds) {
  uint64_t end = now() + (uint64_t)(seconds * 1e9);
  for (uint64_t moment = now(); moment < end; moment = now()) turn(end - moment < 50000000 ? end - moment : 50000000);
}

long long undelivered(double seconds) {
  uint64_t end = now() + (uint64_t)(seconds * 1e9);
  uint64_t wanted = sent_in_all * (options.workload == FANOUT ? (uint64_t)options.count : 1);
  while (received_in_all < wanted && now() < end) turn(20000000);
  return (long long)(wanted - received_in_all);
}

void start_sending(void) {
  is_sending = true;
  paced_since = now();
  if (options.rate > 0) return;
  for (int i = 0; i < sender_count(); i++) list(sender_at(i));
}

static unsigned role_of(int id) {
  if (options.workload == PAIRS) return id % 2 == 0 ? SENDS : RECEIVES;
  return options.workload == FANOUT && id == 0 ? SENDS : RECEIVES;
}

static bool may_open_next(int opened, int at_once) {
  if (opened >= connection_count || opened - ready_count >= at_once) return false;
  // The first one makes the room that the others join.
  return options.workload != FANOUT || opened == 0 || ready_count > 0;
}

void open_connections(void) {
  connection_count = options.workload == PAIRS ? 2 * options.count : options.count + (options.workload == FANOUT);
  connections = calloc((size_t)connection_count, sizeof *connections);
  listed = calloc((size_t)connection_count, sizeof *listed);
  poller = epoll_create1(EPOLL_CLOEXEC);
  if (connections == NULL || listed == NULL || poller < 0) fail("out of memory");
  for (int i = 0; i < connection_count; i++) connections[i] = (Connection){.id = i, .role = role_of(i)};
  int opened = 0, at_once = options.workload == FANOUT && options.dialect == &xmpp ? JOINS_AT_ONCE : LOGINS_AT_ONCE;
  bool is_prepared = options.dialect->prepare == NULL;
  kept_alive = now();
  for (uint64_t begun = now(); ready_count < connection_count || !is_prepared;) {
    if (ready_count == connection_count) {
      options.dialect->prepare();
      is_prepared = true;
    }
    while (may_open_next(opened, at_once)) open_connection(&connections[opened++]);
    turn(100000000);
    if (now() - begun > LOGIN_SECONDS * 1000000000ull) fail("only %d of %d logged in", ready_count, connection_count);
  }
}
