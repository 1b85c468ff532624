// What a message looks like whatever the protocol: its body, its time stamp, its number.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

const char body_mark[3] = {'~', 'T', '='};

enum { LONGEST_MESSAGE = 8192 };

void put_hexadecimal(unsigned char *place, uint64_t value, int digits, unsigned char mask) {
  for (int i = digits - 1; i >= 0; i--, value >>= 4) place[i] = (unsigned char)"0123456789abcdef"[value & 15] ^ mask;
}

uint64_t get_hexadecimal(const unsigned char *place) {
  uint64_t value = 0;
  for (int i = 0; i < 16; i++) {
    unsigned digit = place[i];
    value = value << 4 | (digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return value;
}

void topic_of(const Connection *connection, char separator, char topic[64]) {
  if (options.workload == FANOUT) {
    snprintf(topic, 64, "room%call", separator);
  } else {
    snprintf(topic, 64, "p%c%d", separator, connection->id / 2);
  }
}

void compose_batch(Connection *sender) {
  const Dialect *dialect = options.dialect;
  unsigned char message[LONGEST_MESSAGE];
  int length = dialect->compose(sender, message, &sender->body_at);
  unsigned char *body = message + sender->body_at;
  memset(body, 'x', (size_t)options.body);
  memcpy(body, body_mark, sizeof body_mark);
  body[NUMBER_AT - 1] = '.';
  for (int i = 0; i < length; i++) message[i] ^= dialect->mask;
  sender->message_length = length;
  sender->batch = malloc((size_t)length * (size_t)options.window);
  if (sender->batch == NULL) fail("out of memory");
  for (int i = 0; i < options.window; i++) memcpy(sender->batch + (size_t)i * (size_t)length, message, (size_t)length);
}

void stamp(Connection *sender, int place, uint64_t moment, uint64_t number) {
  const Dialect *dialect = options.dialect;
  unsigned char *message = sender->batch + (size_t)place * (size_t)sender->message_length;
  put_hexadecimal(message + sender->body_at + STAMP_AT, moment, 16, dialect->mask);
  put_hexadecimal(message + sender->body_at + NUMBER_AT, number, 16, dialect->mask);
  if (dialect->number != NULL) dialect->number(sender, message, number);
}
