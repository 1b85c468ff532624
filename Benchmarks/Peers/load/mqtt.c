// MQTT 3.1.1, quality of service 0 and 1.

#include <stdio.h>
#include <string.h>

#include "load.h"

enum { CONNECT = 0x10, CONNACK = 0x20, PUBLISH = 0x30, PUBACK = 0x40, SUBSCRIBE = 0x82, SUBACK = 0x90 };
enum { AWAITING_CONNACK = 1, AWAITING_SUBACK };
enum { HAS_USER_AND_PASSWORD = 0xC0, CLEAN_SESSION = 2 };

static int put_string(unsigned char *place, const char *text) {
  size_t length = strlen(text);
  place[0] = (unsigned char)(length >> 8);
  place[1] = (unsigned char)length;
  memcpy(place + 2, text, length);
  return (int)length + 2;
}

static int put_header(unsigned char *place, int type, int remaining) {
  int count = 0;
  place[count++] = (unsigned char)type;
  do {
    place[count++] = (unsigned char)((remaining & 127) | (remaining > 127 ? 128 : 0));
    remaining >>= 7;
  } while (remaining > 0);
  return count;
}

static void write_packet(Connection *connection, int type, const unsigned char *content, int count) {
  unsigned char packet[1024];
  int header = put_header(packet, type, count);
  memcpy(packet + header, content, (size_t)count);
  write_all(connection, packet, (size_t)(header + count));
}

static void greet(Connection *connection) {
  unsigned char content[512];
  char client[64];
  snprintf(client, sizeof client, "client%d", connection->id);
  int count = put_string(content, "MQTT");
  content[count++] = 4;
  content[count++] = HAS_USER_AND_PASSWORD | CLEAN_SESSION;
  content[count++] = 0;
  content[count++] = 0;
  count += put_string(content + count, client);
  count += put_string(content + count, options.user);
  count += put_string(content + count, options.password);
  write_packet(connection, CONNECT, content, count);
  connection->step = AWAITING_CONNACK;
}

static void subscribe(Connection *connection) {
  unsigned char content[256] = {0, 1};
  char topic[64];
  topic_of(connection, '/', topic);
  int count = 2 + put_string(content + 2, topic);
  content[count++] = (unsigned char)options.quality;
  write_packet(connection, SUBSCRIBE, content, count);
  connection->step = AWAITING_SUBACK;
}

static bool log_in(Connection *connection, unsigned char *bytes, int count) {
  if (connection->step == AWAITING_CONNACK) {
    if (count < 4) return false;
    if (bytes[0] != CONNACK || bytes[3] != 0) fail("mqtt: the connection is refused with %d", bytes[3]);
    if ((connection->role & RECEIVES) != 0) {
      subscribe(connection);
    } else {
      be_ready(connection);
    }
    return true;
  }
  if (count < 5) return false;
  if (bytes[0] != SUBACK || bytes[4] > 1) fail("mqtt: the subscription is refused");
  be_ready(connection);
  return true;
}

static int compose(Connection *sender, unsigned char *message, int *body_at) {
  char topic[64];
  topic_of(sender, '/', topic);
  int id_length = options.quality > 0 ? 2 : 0;
  int count = put_header(message, PUBLISH | options.quality << 1, 2 + (int)strlen(topic) + id_length + options.body);
  count += put_string(message + count, topic) + id_length;
  *body_at = count;
  return count + options.body;
}

static void number(Connection *sender, unsigned char *message, uint64_t unused) {
  (void)unused;
  if (options.quality == 0) return;
  if (++sender->packet_id == 0) sender->packet_id = 1;
  message[sender->body_at - 2] = (unsigned char)(sender->packet_id >> 8);
  message[sender->body_at - 1] = (unsigned char)sender->packet_id;
}

// The length of the first packet, header and all, and of its header; false where more bytes are needed.
static bool measure_packet(const unsigned char *bytes, int count, int *header, int *length) {
  int remaining = 0;
  for (int i = 1; i < count && i < 5; i++) {
    remaining |= (bytes[i] & 127) << 7 * (i - 1);
    if ((bytes[i] & 128) != 0) continue;
    *header = i + 1;
    *length = *header + remaining;
    return *length <= count;
  }
  return false;
}

static int read_bytes(Connection *connection, unsigned char *bytes, int count) {
  // A packet with an id has at least five bytes, its acknowledgement four.
  static unsigned char acknowledgements[1 << 20];
  int acknowledgement_count = 0, used = 0, header, length;
  uint64_t moment = now();
  while (measure_packet(bytes + used, count - used, &header, &length)) {
    const unsigned char *packet = bytes + used, *content = packet + header;
    if ((packet[0] & 0xF0) == PUBLISH) {
      const unsigned char *body = content + 2 + (content[0] << 8 | content[1]);
      if ((packet[0] & 6) != 0) {
        const unsigned char acknowledgement[4] = {PUBACK, 2, body[0], body[1]};
        memcpy(acknowledgements + acknowledgement_count, acknowledgement, 4);
        acknowledgement_count += 4;
        body += 2;
      }
      if (packet + length - body >= BODY_AT_LEAST) arrive(connection, body, moment);
    } else if ((packet[0] & 0xF0) == PUBACK) {
      acknowledge(connection, 1);
    }
    used += length;
  }
  if (acknowledgement_count > 0) write_all(connection, acknowledgements, (size_t)acknowledgement_count);
  return used;
}

const Dialect mqtt = {
    .name = "mqtt", .port = 1883, .greet = greet, .log_in = log_in, .compose = compose, .number = number, .read = read_bytes};
