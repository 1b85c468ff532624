// XMPP: a client logs in with SASL PLAIN, is available, and writes to a full JID or to a room.

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "load.h"

enum { OPENING = 1, AUTHENTICATING, OPENING_AGAIN, BINDING, STARTING, APPEARING, JOINING };
// What is no message may be long: presence of a room's occupants.
enum { NOISE_AT_MOST = 64 * 1024, TAIL = 4096 };

static void open_stream(Connection *connection) {
  write_text(
      connection,
      "<?xml version='1.0'?><stream:stream to='%s' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
      "version='1.0'>",
      options.domain);
}

static void greet(Connection *connection) {
  open_stream(connection);
  connection->step = OPENING;
}

static void encode_base64(char *text, const unsigned char *bytes, int count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < count; i += 3) {
    int group = bytes[i] << 16 | (i + 1 < count ? bytes[i + 1] : 0) << 8 | (i + 2 < count ? bytes[i + 2] : 0);
    *text++ = digits[group >> 18];
    *text++ = digits[group >> 12 & 63];
    *text++ = i + 1 < count ? digits[group >> 6 & 63] : '=';
    *text++ = i + 2 < count ? digits[group & 63] : '=';
  }
  *text = 0;
}

static void authenticate(Connection *connection) {
  char plain[256], encoded[512];
  int count = 1 + snprintf(plain + 1, sizeof plain - 1, "%s%d%c%s", options.user, connection->id, 0, options.password);
  plain[0] = 0;
  encode_base64(encoded, (unsigned char *)plain, count);
  write_text(connection, "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>%s</auth>", encoded);
}

static bool has(const unsigned char *bytes, int count, const char *text) {
  return memmem(bytes, (size_t)count, text, strlen(text)) != NULL;
}

static bool is_error(const unsigned char *bytes, int count) {
  return has(bytes, count, "type='error'") || has(bytes, count, "type=\"error\"");
}

static void join(Connection *connection) {
  write_text(
      connection,
      "<presence to='%s/n%d'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>", options.room,
      connection->id);
}

// What answers each step of logging in.
static const char *const answers[] = {
    [OPENING] = "</stream:features>", [AUTHENTICATING] = "<success", [OPENING_AGAIN] = "</stream:features>",
    [BINDING] = "</iq>",              [STARTING] = "<iq",            [APPEARING] = "<presence",
    [JOINING] = "<subject",
};

static void take_step(Connection *connection) {
  switch (connection->step++) {
  case OPENING: authenticate(connection); break;
  case AUTHENTICATING: open_stream(connection); break;
  case OPENING_AGAIN:
    write_text(
        connection, "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>r</resource></bind></iq>");
    break;
  case BINDING:
    write_text(connection, "<iq type='set' id='s'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>");
    break;
  case STARTING: write_text(connection, "<presence/>"); break;
  case APPEARING:
    if (options.workload == FANOUT) {
      join(connection);
    } else {
      be_ready(connection);
    }
    break;
  default: be_ready(connection);
  }
}

static bool log_in(Connection *connection, unsigned char *bytes, int count) {
  if (has(bytes, count, "<failure") || has(bytes, count, "stream:error") || is_error(bytes, count)) {
    fail("xmpp: connection %d, step %d: %.*s", connection->id, connection->step, count > 900 ? 900 : count, (char *)bytes);
  }
  if (!has(bytes, count, answers[connection->step])) return false;
  take_step(connection);
  return true;
}

static int compose(Connection *sender, unsigned char *message, int *body_at) {
  int count;
  char *text = (char *)message;
  if (options.workload == FANOUT) {
    count = sprintf(text, "<message to='%s' type='groupchat' id='", options.room);
  } else {
    count = sprintf(text, "<message to='%s%d@%s/r' type='chat' id='", options.user, sender->id + 1, options.domain);
  }
  // The id, which `number` writes.
  memset(text + count, '0', 16);
  *body_at = count + 16 + sprintf(text + count + 16, "'><body>");
  return *body_at + options.body + sprintf(text + *body_at + options.body, "</body></message>");
}

static void number(Connection *sender, unsigned char *message, uint64_t number) {
  put_hexadecimal(message + sender->body_at - 16 - (int)strlen("'><body>"), number, 16, 0);
}

static int read_bytes(Connection *connection, unsigned char *bytes, int count) {
  static const char end_tag[] = "</message>";
  uint64_t moment = now();
  int used = 0;
  for (;;) {
    unsigned char *stanza = bytes + used, *end = memmem(stanza, (size_t)(count - used), end_tag, sizeof end_tag - 1);
    if (end == NULL) break;
    int length = (int)(end - stanza);
    unsigned char *body = memmem(stanza, (size_t)length, body_mark, sizeof body_mark);
    // A room echoes a message to its sender, who is no receiver.
    if (body != NULL && (connection->role & RECEIVES) != 0) arrive(connection, body, moment);
    if (body == NULL && is_error(stanza, length)) fail("xmpp: %.*s", length, (char *)stanza);
    used += length + (int)sizeof end_tag - 1;
  }
  if (has(bytes + used, count - used, "<stream:error")) {
    fail("xmpp: connection %d: %.*s", connection->id, count - used, (char *)bytes + used);
  }
  return count - used > NOISE_AT_MOST ? count - TAIL : used;
}

const Dialect xmpp = {
    .name = "xmpp", .port = 5222, .greet = greet, .log_in = log_in, .compose = compose, .number = number, .read = read_bytes};
