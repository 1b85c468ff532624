// Redis PUBLISH and SUBSCRIBE, RESP 2.

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "load.h"

enum { AUTHENTICATING = 1, SUBSCRIBING };

static void greet(Connection *connection) {
  connection->step = AUTHENTICATING;
  write_text(connection, "AUTH %s\r\n", options.password);
}

static bool log_in(Connection *connection, unsigned char *bytes, int count) {
  const char *text = (const char *)bytes;
  if (text[0] == '-') fail("redis: %s", text);
  if (connection->step == AUTHENTICATING) {
    if (count < 5) return false;
    if ((connection->role & RECEIVES) == 0) {
      be_ready(connection);
    } else {
      char topic[64];
      topic_of(connection, '.', topic);
      write_text(connection, "SUBSCRIBE %s\r\n", topic);
      connection->step = SUBSCRIBING;
    }
    return true;
  }
  if (strstr(text, ":1\r\n") == NULL) return false;
  be_ready(connection);
  return true;
}

static int compose(Connection *sender, unsigned char *message, int *body_at) {
  char topic[64];
  topic_of(sender, '.', topic);
  *body_at = sprintf(
      (char *)message, "*3\r\n$7\r\nPUBLISH\r\n$%d\r\n%s\r\n$%d\r\n", (int)strlen(topic), topic, options.body);
  memcpy(message + *body_at + options.body, "\r\n", 2);
  return *body_at + options.body + 2;
}

static int read_bytes(Connection *connection, unsigned char *bytes, int count) {
  if ((connection->role & RECEIVES) == 0) {
    // How many got each message.
    if (bytes[0] == '-') fail("redis: %.*s", count, (char *)bytes);
    return count;
  }
  uint64_t moment = now();
  int used = 0;
  for (;;) {
    unsigned char *body = memmem(bytes + used, (size_t)(count - used), body_mark, sizeof body_mark);
    if (body == NULL || body + options.body + 2 > bytes + count) return used;
    arrive(connection, body, moment);
    used = (int)(body + options.body + 2 - bytes);
  }
}

const Dialect redis = {.name = "redis", .port = 6379, .greet = greet, .log_in = log_in, .compose = compose, .read = read_bytes};
