// One thread that puts the same load on systems of different protocols, and counts.
//
// A dialect knows a protocol: how a connection logs in, what a message looks like, how arrivals are read. All else is the
// same for every system: connections, windows, time stamps, checking, measuring.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { PAIRS, FANOUT, IDLE } Workload;
typedef enum { CONNECTING, LOGGING_IN, READY } Stage;
// What a connection does, as bits.
enum { SENDS = 1, RECEIVES = 2 };

typedef struct Connection Connection;

typedef struct {
  const char *name;
  int port;
  // Every byte of a message is sent xor this: the mask of a WebSocket client.
  unsigned char mask;
  // Called once the TCP connection stands.
  void (*greet)(Connection *);
  // Reads what arrives before `be_ready`; false where more bytes are needed. The bytes end with a zero.
  bool (*log_in)(Connection *, unsigned char *bytes, int count);
  // Writes one message with a body of `options.body` bytes that begins at `*body_at`; returns the length.
  int (*compose)(Connection *, unsigned char *message, int *body_at);
  // Writes into a composed message what differs from one to the next, but for the body. May be NULL.
  void (*number)(Connection *, unsigned char *message, uint64_t number);
  // Reads what arrives after `be_ready`; returns how many bytes it is done with.
  int (*read)(Connection *, unsigned char *bytes, int count);
  // Called when all connections are ready; may take one back to logging in. May be NULL.
  void (*prepare)(void);
  // Called every 20 seconds for each connection. May be NULL.
  void (*keep_alive)(Connection *);
} Dialect;

extern const Dialect martlet, mqtt, nats, redis, xmpp;

enum { PORTS_AT_MOST = 16, PROCESSES_AT_MOST = 64 };

typedef struct {
  const Dialect *dialect;
  Workload workload;
  const char *host;
  // Connections take the ports in turn, so the two of a pair are at different servers.
  int ports[PORTS_AT_MOST], port_count;
  // Pairs, subscribers or connections, as the workload has it.
  int count;
  int window;
  // Messages a second that fall due; 0 sends whenever a window has room.
  double rate;
  double seconds, warm_up, settle;
  // Measured windows, one after the other, in one session.
  int repeats;
  // Bytes of a message's body.
  int body;
  // A message counts as done only when the server has acknowledged it, too.
  bool acknowledged;
  const char *user, *password, *domain, *room, *tokens;
  int quality;
} Options;

extern Options options;

struct Connection {
  int id, descriptor;
  Stage stage;
  // Where the dialect is in logging in.
  int step;
  unsigned role;

  // What arrived and is not complete yet.
  unsigned char *rest;
  int rest_count, rest_capacity;

  // `window` copies of the sender's message, written in one go, and how far that has come.
  unsigned char *batch;
  int message_length, body_at, batch_from, batch_to;
  bool is_waiting_to_write, is_listed;
  uint64_t sent, acknowledged;
  uint16_t packet_id;

  uint64_t received, expected;
};

// connections.c
extern Connection *connections;
extern int connection_count;
extern bool is_sending;
void open_connections(void);
int port_of(const Connection *);
void be_ready(Connection *);
void be_unready(Connection *);
void run_for(double seconds);
void start_sending(void);
// Lets what is under way arrive; returns how many messages did not within so many seconds.
long long undelivered(double seconds);
void acknowledge(Connection *sender, uint64_t count);
// A message's body has arrived.
void arrive(Connection *, const unsigned char *body, uint64_t moment);
void write_all(Connection *, const void *bytes, size_t count);
void write_text(Connection *, const char *format, ...) __attribute__((format(printf, 2, 3)));

// messages.c
extern const char body_mark[3];
// A body begins with the mark, the moment at which it was due and its number.
enum { STAMP_AT = 3, NUMBER_AT = 20, BODY_AT_LEAST = 36 };
void compose_batch(Connection *);
void stamp(Connection *, int place, uint64_t moment, uint64_t number);
void put_hexadecimal(unsigned char *place, uint64_t value, int digits, unsigned char mask);
uint64_t get_hexadecimal(const unsigned char *place);
// Where the sender of a connection's messages sends them.
void topic_of(const Connection *, char separator, char topic[64]);

// measuring.c
typedef struct {
  uint64_t nanoseconds;
  // Seconds of CPU: the server's processes, this thread, the whole machine, and what a hypervisor took.
  double server, own, machine, stolen;
  // The server's seconds, by the processes that were named.
  double server_by_process[PROCESSES_AT_MOST];
  // Seconds this thread was ready to run and did not.
  double waited;
  // Bytes: resident in memory, and written to disks.
  double resident, written;
} Usage;

typedef struct {
  uint64_t received, duplicated, out_of_order;
} Tally;

extern Tally tally;
extern bool is_recording;
void measure_processes(const char *roots);
int measured_processes(void);
Usage usage_now(void);
double load_average(void);
uint64_t now(void);
void reset_latency(void);
void record_latency(uint64_t nanoseconds);
double latency_ms(double part);
uint64_t latency_count(void);

// main.c
int read_list(const char *list, char letter, int most, int numbers[most]);
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
