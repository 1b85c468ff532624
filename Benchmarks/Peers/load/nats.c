// NATS; with acknowledgements, messages go to a JetStream stream and its acks are awaited, too.

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "load.h"

enum { AWAITING_INFO = 1, AWAITING_PONG };

static void greet(Connection *connection) { connection->step = AWAITING_INFO; }

static void introduce(Connection *connection) {
  char topic[64];
  topic_of(connection, '.', topic);
  write_text(
      connection,
      "CONNECT {\"verbose\":false,\"pedantic\":false,\"user\":\"%s\",\"pass\":\"%s\",\"name\":\"load\",\"lang\":\"c\","
      "\"version\":\"1\",\"protocol\":1}\r\n",
      options.user, options.password);
  if ((connection->role & RECEIVES) != 0) write_text(connection, "SUB %s 1\r\n", topic);
  if (options.acknowledged && (connection->role & SENDS) != 0) write_text(connection, "SUB _INBOX.%d 1\r\n", connection->id);
  write_text(connection, "PING\r\n");
}

static bool log_in(Connection *connection, unsigned char *bytes, int count) {
  const char *text = (const char *)bytes;
  if (strstr(text, "-ERR") != NULL) fail("nats: %s", text);
  if (connection->step == AWAITING_INFO && strstr(text, "INFO ") != NULL && text[count - 1] == '\n') {
    introduce(connection);
    connection->step = AWAITING_PONG;
    return true;
  }
  if (connection->step != AWAITING_PONG || strstr(text, "PONG") == NULL) return false;
  be_ready(connection);
  return true;
}

static int compose(Connection *sender, unsigned char *message, int *body_at) {
  char topic[64], inbox[32] = "";
  topic_of(sender, '.', topic);
  if (options.acknowledged) snprintf(inbox, sizeof inbox, " _INBOX.%d", sender->id);
  *body_at = sprintf((char *)message, "PUB %s%s %d\r\n", topic, inbox, options.body);
  memcpy(message + *body_at + options.body, "\r\n", 2);
  return *body_at + options.body + 2;
}

// The number at the end of a line such as `MSG topic 1 128`; `end` is its line feed.
static int size_before(const unsigned char *end) {
  int size = 0, power = 1;
  for (const unsigned char *digit = end - 2; *digit >= '0' && *digit <= '9'; digit--, power *= 10) size += (*digit - '0') * power;
  return size;
}

static void take_payload(Connection *connection, const unsigned char *payload, int size, uint64_t moment) {
  if (size >= BODY_AT_LEAST && memcmp(payload, body_mark, sizeof body_mark) == 0) {
    arrive(connection, payload, moment);
  } else if (options.acknowledged) {
    if (memmem(payload, (size_t)size, "\"error\"", 7) != NULL) fail("JetStream: %.*s", size, (const char *)payload);
    acknowledge(connection, 1);
  }
}

static int read_bytes(Connection *connection, unsigned char *bytes, int count) {
  uint64_t moment = now();
  int used = 0;
  while (used < count) {
    unsigned char *line = bytes + used, *end = memchr(line, '\n', (size_t)(count - used));
    if (end == NULL) break;
    int length = (int)(end + 1 - line);
    if (line[0] == 'M') {
      int size = size_before(end);
      if (count - used - length < size + 2) break;
      take_payload(connection, line + length, size, moment);
      length += size + 2;
    } else if (line[0] == '-') {
      fail("nats: %.*s", length, (char *)line);
    } else if (line[0] == 'P' && line[1] == 'I' && connection->batch_from == connection->batch_to) {
      write_text(connection, "PONG\r\n");
    }
    used += length;
  }
  return used;
}

const Dialect nats = {.name = "nats", .port = 4222, .greet = greet, .log_in = log_in, .compose = compose, .read = read_bytes};
