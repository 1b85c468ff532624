// Martlet: packets in Protocol Buffers over WebSocket. A message counts as done when it is stored and received.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "packets.h"

enum { UPGRADING = 1, WELCOMING, GROUPING };
// Fields of the packets, numbered as in Protocol/martlet.proto.
enum { HELLO = 2, PING = 3, SEND = 4, CREATE_GROUP = 8, ADD_MEMBERS = 9 };
enum { WELCOME = 2, FAILURE = 4, APPENDED = 5, PUSH = 12, CLOSING = 13 };
enum { MEMBERS_AT_ONCE = 400, CLIENT_ID_LENGTH = 36 };
// Ids of messages' requests begin here, because from here on they all take five bytes.
enum { FIRST_ID = 1 << 28, ID_BITS = 20 };

static void write_request(Connection *connection, uint64_t id, int field, const Buffer *request) {
  static Buffer packet;
  packet.count = 0;
  put_number(&packet, 1, id);
  put_bytes(&packet, field, request->bytes, request->count);
  write_frame(connection, BINARY_FRAME, &packet);
}

// ---------------------------------------------------------------- reading

static void take_push(Connection *connection, Fields push, uint64_t moment) {
  if ((connection->role & RECEIVES) == 0) return;
  while (next_field(&push)) {
    // What is no message has no body.
    const unsigned char *body = push.field == 1 ? memmem(push.bytes, push.value, body_mark, sizeof body_mark) : NULL;
    if (body != NULL) arrive(connection, body, moment);
  }
}

// Reads a packet; returns the field of its body.
static uint64_t take_packet(Connection *connection, const unsigned char *bytes, int count, uint64_t moment) {
  Fields packet = fields_of(bytes, (uint64_t)count);
  uint64_t body = 0;
  while (next_field(&packet)) {
    if (packet.field == 1) continue;
    body = packet.field;
    if (body == APPENDED && connection->stage == READY) acknowledge(connection, 1);
    if (body == PUSH) take_push(connection, fields_of(packet.bytes, packet.value), moment);
    if (body == FAILURE || body == CLOSING) {
      fail("martlet: connection %d: %.*s", connection->id, (int)packet.value, (const char *)packet.bytes);
    }
  }
  return body;
}

static void take_control(Connection *connection, const unsigned char *frame, int header, int length) {
  if (frame[0] == PONG_FRAME) return;
  if (frame[0] != PING_FRAME) {
    fail("martlet: connection %d got a frame 0x%x: %.*s", connection->id, frame[0], length - header, (const char *)frame + header);
  }
  static Buffer echo;
  echo.count = length - header;
  memcpy(echo.bytes, frame + header, (size_t)echo.count);
  write_frame(connection, PONG_FRAME, &echo);
}

// Reads all whole frames and returns their length; `answer` is set to the body of the last packet that is no push.
static int read_frames(Connection *connection, const unsigned char *bytes, int count, uint64_t *answer) {
  uint64_t moment = now();
  int used = 0, header, length;
  for (; measure_frame(bytes + used, count - used, &header, &length); used += length) {
    if (bytes[used] != BINARY_FRAME) {
      take_control(connection, bytes + used, header, length);
      continue;
    }
    uint64_t body = take_packet(connection, bytes + used + header, length - header, moment);
    if (body != PUSH) *answer = body;
  }
  return used;
}

static int read_bytes(Connection *connection, unsigned char *bytes, int count) {
  uint64_t answer;
  return read_frames(connection, bytes, count, &answer);
}

// ---------------------------------------------------------------- messages

static const char *group_name(void) {
  static char name[32];
  if (name[0] == 0) snprintf(name, sizeof name, "load%llx", (unsigned long long)now());
  return name;
}

// A UUIDv7; a user's ids differ in the number.
static void put_client_id(unsigned char *place, uint64_t number, unsigned char mask) {
  static uint64_t run;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  uint64_t milliseconds = (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
  if (run == 0) run = 0x7000 | (now() >> 10 & 0xFFF);
  put_hexadecimal(place, milliseconds >> 16, 8, mask);
  put_hexadecimal(place + 9, milliseconds & 0xFFFF, 4, mask);
  put_hexadecimal(place + 14, run, 4, mask);
  put_hexadecimal(place + 19, 0x8000, 4, mask);
  put_hexadecimal(place + 24, number, 12, mask);
  for (int i = 8; i < 24; i += 5) place[i] = '-' ^ mask;
}

// Where in a message its client id stands, counted back from the body; the same for all.
static int client_id_before_body;

static int compose(Connection *sender, unsigned char *message, int *body_at) {
  static Buffer send, packet, frame;
  static const char before[] = "{\"text\":\"", after[] = "\"}";
  char to[96], content[8192], client_id[CLIENT_ID_LENGTH + 1] = "";
  send.count = packet.count = frame.count = 0;
  snprintf(to, sizeof to, options.workload == FANOUT ? "group:%s" : "direct:%s%d",
           options.workload == FANOUT ? group_name() : options.user, sender->id + 1);
  snprintf(content, sizeof content, "%s%*s%s", before, options.body, "", after);
  put_client_id((unsigned char *)client_id, 0, 0);
  put_text(&send, 1, to);
  put_text(&send, 2, client_id);
  put_text(&send, 3, "text");
  put_text(&send, 4, content);
  put_number(&packet, 1, FIRST_ID);
  put_bytes(&packet, SEND, send.bytes, send.count);
  int header = put_frame(&frame, BINARY_FRAME, &packet);
  // All of the message is masked after this, and a frame's own bytes must not be.
  memcpy(message, frame.bytes, (size_t)frame.count);
  for (int i = 0; i < header; i++) message[i] ^= MASK;
  *body_at = frame.count - (int)strlen(after) - options.body;
  unsigned char *place = memmem(message, (size_t)frame.count, client_id, CLIENT_ID_LENGTH);
  if (place == NULL) fail("martlet: a packet without its client id");
  client_id_before_body = (int)(message + *body_at - place);
  return frame.count;
}

static void number(Connection *sender, unsigned char *message, uint64_t number) {
  int header = (message[1] & 127) == 126 ? 8 : 6;
  uint32_t id = FIRST_ID | (uint32_t)(number & ((1 << ID_BITS) - 1));
  unsigned char *place = message + header + 1;
  for (int i = 0; i < 4; i++) place[i] = (unsigned char)((id >> 7 * i & 127) | 128) ^ MASK;
  place[4] = (unsigned char)(id >> 28) ^ MASK;
  put_client_id(message + sender->body_at - client_id_before_body, number, MASK);
}

// ---------------------------------------------------------------- logging in

// The token of each user, one a line.
static char **tokens;

static void read_tokens(void) {
  FILE *file = options.tokens == NULL ? NULL : fopen(options.tokens, "r");
  if (file == NULL) fail("martlet needs -T, a file with the users' tokens");
  tokens = calloc((size_t)connection_count, sizeof *tokens);
  if (tokens == NULL) fail("out of memory");
  for (int i = 0; i < connection_count; i++) {
    size_t size = 0;
    if (getline(&tokens[i], &size, file) <= 0) fail("%d tokens for %d connections", i, connection_count);
    tokens[i][strcspn(tokens[i], "\n")] = 0;
  }
  fclose(file);
}

static void greet(Connection *connection) {
  if (tokens == NULL) read_tokens();
  write_text(
      connection,
      "GET /v1/connect HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: martlet.v1\r\n\r\n",
      options.host, port_of(connection));
  connection->step = UPGRADING;
}

static void say_hello(Connection *connection) {
  enum { TOOL = 5 };
  static Buffer device, hello;
  device.count = hello.count = 0;
  put_text(&device, 1, "load");
  put_number(&device, 2, TOOL);
  put_number(&hello, 1, 1);
  put_number(&hello, 2, 1);
  put_text(&hello, 3, tokens[connection->id]);
  put_bytes(&hello, 4, device.bytes, device.count);
  write_request(connection, 1, HELLO, &hello);
  connection->step = WELCOMING;
}

// How many members the group has so far, but for its owner.
static int gathered;

// Makes the group, or adds to it; false where all are members.
static bool gather_more(Connection *owner) {
  static Buffer request;
  char client_id[CLIENT_ID_LENGTH + 1] = "", group[64];
  bool is_new = gathered == 0;
  if (gathered == options.count) return false;
  request.count = 0;
  // Numbers of messages are smaller.
  put_client_id((unsigned char *)client_id, (1ull << 40) + (uint64_t)gathered, 0);
  snprintf(group, sizeof group, "%s%s", is_new ? "" : "group:", group_name());
  put_text(&request, 1, group);
  put_text(&request, 2, client_id);
  if (is_new) put_text(&request, 3, "Load");
  for (int i = 0; i < MEMBERS_AT_ONCE && gathered < options.count; i++) {
    char user[64];
    snprintf(user, sizeof user, "%s%d", options.user, ++gathered);
    put_text(&request, is_new ? 4 : 3, user);
  }
  write_request(owner, 2, is_new ? CREATE_GROUP : ADD_MEMBERS, &request);
  return true;
}

static bool log_in(Connection *connection, unsigned char *bytes, int count) {
  if (connection->step == UPGRADING) {
    const char *text = (const char *)bytes;
    if (strstr(text, "\r\n\r\n") == NULL) return false;
    if (strncmp(text, "HTTP/1.1 101 ", 13) != 0) fail("martlet: %.*s", count, text);
    say_hello(connection);
    return true;
  }
  int used = 0, header, length;
  while (measure_frame(bytes + used, count - used, &header, &length)) used += length;
  if (used < count) return false;
  uint64_t answer = 0;
  read_frames(connection, bytes, count, &answer);
  if (connection->step == WELCOMING && answer == WELCOME) be_ready(connection);
  if (connection->step == GROUPING && answer == APPENDED && !gather_more(connection)) be_ready(connection);
  return true;
}

static void prepare(void) {
  if (options.workload != FANOUT) return;
  be_unready(&connections[0]);
  connections[0].step = GROUPING;
  gather_more(&connections[0]);
}

static void keep_alive(Connection *connection) {
  static Buffer nothing;
  write_request(connection, 3, PING, &nothing);
}

const Dialect martlet = {
    .name = "martlet",
    .port = 7777,
    .mask = MASK,
    .greet = greet,
    .log_in = log_in,
    .compose = compose,
    .number = number,
    .read = read_bytes,
    .prepare = prepare,
    .keep_alive = keep_alive,
};
