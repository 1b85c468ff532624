// Protocol Buffers and WebSocket frames, as far as Martlet's dialect needs them.
#pragma once

#include "load.h"

// A WebSocket client masks what it sends, with any four bytes.
enum { MASK = 0x5A };
enum { BINARY_FRAME = 0x82, CLOSE_FRAME = 0x88, PING_FRAME = 0x89, PONG_FRAME = 0x8A };
enum { PACKET_AT_MOST = 32 * 1024 };

typedef struct {
  unsigned char bytes[PACKET_AT_MOST];
  int count;
} Buffer;

void put_number(Buffer *, int field, uint64_t value);
void put_bytes(Buffer *, int field, const void *bytes, int count);
void put_text(Buffer *, int field, const char *text);
// A frame around what is in the buffer; nothing is masked yet. Returns the length of the frame's own bytes.
int put_frame(Buffer *frame, int opcode, const Buffer *content);
// Writes a frame, unless the connection is in the middle of a message.
void write_frame(Connection *, int opcode, const Buffer *content);

typedef struct {
  const unsigned char *next, *end;
  uint64_t field, value;
  // The content of a field that has one, `value` bytes.
  const unsigned char *bytes;
} Fields;

Fields fields_of(const unsigned char *bytes, uint64_t count);
bool next_field(Fields *);
// The length of the first frame, header and all, and of its header; false where more bytes are needed.
bool measure_frame(const unsigned char *bytes, int count, int *header, int *length);
