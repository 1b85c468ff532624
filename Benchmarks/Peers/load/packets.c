#include <string.h>

#include "packets.h"

// ---------------------------------------------------------------- writing

static void put_byte(Buffer *buffer, int byte) {
  if (buffer->count == PACKET_AT_MOST) fail("martlet: a packet is too long");
  buffer->bytes[buffer->count++] = (unsigned char)byte;
}

static void put_varint(Buffer *buffer, uint64_t value) {
  for (; value > 127; value >>= 7) put_byte(buffer, (int)(value & 127) | 128);
  put_byte(buffer, (int)value);
}

void put_number(Buffer *buffer, int field, uint64_t value) {
  put_varint(buffer, (uint64_t)field << 3);
  put_varint(buffer, value);
}

void put_bytes(Buffer *buffer, int field, const void *bytes, int count) {
  put_varint(buffer, (uint64_t)field << 3 | 2);
  put_varint(buffer, (uint64_t)count);
  for (int i = 0; i < count; i++) put_byte(buffer, ((const unsigned char *)bytes)[i]);
}

void put_text(Buffer *buffer, int field, const char *text) { put_bytes(buffer, field, text, (int)strlen(text)); }

int put_frame(Buffer *frame, int opcode, const Buffer *content) {
  put_byte(frame, opcode);
  if (content->count < 126) {
    put_byte(frame, 128 | content->count);
  } else {
    put_byte(frame, 128 | 126);
    put_byte(frame, content->count >> 8);
    put_byte(frame, content->count & 255);
  }
  for (int i = 0; i < 4; i++) put_byte(frame, MASK);
  int header = frame->count;
  for (int i = 0; i < content->count; i++) put_byte(frame, content->bytes[i]);
  return header;
}

void write_frame(Connection *connection, int opcode, const Buffer *content) {
  if (connection->batch_from < connection->batch_to) return;
  static Buffer frame;
  frame.count = 0;
  int header = put_frame(&frame, opcode, content);
  for (int i = header; i < frame.count; i++) frame.bytes[i] ^= MASK;
  write_all(connection, frame.bytes, (size_t)frame.count);
}

// ---------------------------------------------------------------- reading

static bool read_varint(Fields *fields, uint64_t *value) {
  *value = 0;
  for (int shift = 0; fields->next < fields->end && shift < 64; shift += 7) {
    *value |= (uint64_t)(*fields->next & 127) << shift;
    if (*fields->next++ < 128) return true;
  }
  return false;
}

Fields fields_of(const unsigned char *bytes, uint64_t count) { return (Fields){.next = bytes, .end = bytes + count}; }

// No message of the protocol has a field of a fixed width.
bool next_field(Fields *fields) {
  uint64_t tag;
  if (fields->next == fields->end) return false;
  if (!read_varint(fields, &tag) || !read_varint(fields, &fields->value)) fail("martlet: a packet ends early");
  fields->field = tag >> 3;
  if ((tag & 7) == 2) {
    if (fields->value > (uint64_t)(fields->end - fields->next)) fail("martlet: a field ends early");
    fields->bytes = fields->next;
    fields->next += fields->value;
  } else if ((tag & 7) != 0) {
    fail("martlet: a field of an unknown kind");
  }
  return true;
}

bool measure_frame(const unsigned char *bytes, int count, int *header, int *length) {
  if (count < 2) return false;
  uint64_t content = bytes[1] & 127;
  int more = content == 126 ? 2 : content == 127 ? 8 : 0;
  *header = 2 + more;
  if (count < *header) return false;
  if (more > 0) content = 0;
  for (int i = 0; i < more; i++) content = content << 8 | bytes[2 + i];
  if (content > (uint64_t)(count - *header)) return false;
  *length = *header + (int)content;
  return true;
}
