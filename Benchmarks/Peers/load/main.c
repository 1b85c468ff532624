// Puts a load on a messaging server and prints what came of it, as JSON lines.
//
// usage: load DIALECT WORKLOAD [options]
//
//   DIALECT    martlet, mqtt, nats, redis or xmpp
//   WORKLOAD   pairs    -n senders that each write to a receiver of their own
//              fanout   one sender writes to -n receivers
//              idle     -n connections that do nothing
//
//   -h ADDRESS -p PORT    where the server is (127.0.0.1 and the dialect's port); PORT,PORT,... are servers that
//                         connections take in turn
//   -n COUNT              pairs, receivers or connections (200)
//   -w WINDOW             messages each sender has under way (1)
//   -o RATE               messages a second that fall due in all, whatever the windows; latency counts from then on
//   -a                    a message is under way until the server has acknowledged it, too: MQTT with -q 1, JetStream,
//                         Martlet
//   -q QUALITY            MQTT: quality of service, 0 or 1 (0)
//   -b BYTES              the body of a message (128)
//   -r SECONDS -d SECONDS warm-up (2) and measured time (10); -R N measures N times in one session (1)
//   -s SECONDS            idle: how long memory may settle before it is read (5)
//   -P PID,PID            the server's processes; all that descend from them count, too
//   -U NAME -K PASSWORD   who logs in (u, pw); with XMPP and Martlet users are NAME0, NAME1 and so on
//   -T FILE               Martlet: the users' tokens, one a line
//   -D DOMAIN -M ROOM     XMPP (localhost, room@conference.DOMAIN)
//
// One thread. Connection 2k of pairs sends to connection 2k+1, and its window opens again when 2k+1 has received the
// message (and the server has acknowledged it, with -a). Every receiver checks that numbers rise by one.

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "load.h"

Options options = {
    .host = "127.0.0.1", .count = 200, .window = 1, .seconds = 10, .warm_up = 2, .settle = 5, .repeats = 1, .body = 128,
    .user = "u", .password = "pw", .domain = "localhost"};

static const Dialect *const dialects[] = {&martlet, &mqtt, &nats, &redis, &xmpp};
static const char *const workloads[] = {[PAIRS] = "pairs", [FANOUT] = "fanout", [IDLE] = "idle"};

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

// ---------------------------------------------------------------- options

static void read_names(int count, char **words) {
  if (count < 3) fail("usage: load DIALECT WORKLOAD [options]; the comment on top of main.c lists them");
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
    if (strcmp(words[1], dialects[i]->name) == 0) options.dialect = dialects[i];
  }
  if (options.dialect == NULL) fail("there is no dialect '%s'", words[1]);
  bool is_known = false;
  for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
    if (strcmp(words[2], workloads[i]) != 0) continue;
    options.workload = (Workload)i;
    is_known = true;
  }
  if (!is_known) fail("there is no workload '%s'", words[2]);
}

// Reads numbers with commas between them, and returns how many.
int read_list(const char *list, char letter, int most, int numbers[most]) {
  int count = 0;
  for (const char *next = list; *next != 0;) {
    char *end;
    if (count == most) fail("-%c takes %d numbers at most", letter, most);
    numbers[count++] = (int)strtol(next, &end, 10);
    if (end == next || (*end != ',' && *end != 0)) fail("-%c takes numbers with commas between them", letter);
    next = *end == ',' ? end + 1 : end;
  }
  return count;
}

static void take_option(int letter, const char *value) {
  switch (letter) {
  case 'h': options.host = value; break;
  case 'p': options.port_count = read_list(value, 'p', PORTS_AT_MOST, options.ports); break;
  case 'n': options.count = atoi(value); break;
  case 'w': options.window = atoi(value); break;
  case 'o': options.rate = atof(value); break;
  case 'a': options.acknowledged = true; break;
  case 'q': options.quality = atoi(value); break;
  case 'b': options.body = atoi(value); break;
  case 'r': options.warm_up = atof(value); break;
  case 'd': options.seconds = atof(value); break;
  case 'R': options.repeats = atoi(value); break;
  case 's': options.settle = atof(value); break;
  case 'P': measure_processes(value); break;
  case 'U': options.user = value; break;
  case 'K': options.password = value; break;
  case 'T': options.tokens = value; break;
  case 'D': options.domain = value; break;
  case 'M': options.room = value; break;
  default: exit(2);
  }
}

static void read_options(int count, char **words) {
  read_names(count, words);
  // The two names are done with.
  optind = 3;
  for (int letter; (letter = getopt(count, words, "h:p:n:w:o:aq:b:r:d:R:s:P:U:K:T:D:M:")) != -1;) take_option(letter, optarg);
  if (options.port_count == 0) options.ports[options.port_count++] = options.dialect->port;
  static char room[256];
  snprintf(room, sizeof room, "room@conference.%s", options.domain);
  if (options.room == NULL) options.room = room;
  if (options.body < BODY_AT_LEAST || options.body > 4000) fail("-b takes %d to 4000", BODY_AT_LEAST);
  if (options.count < 1 || options.window < 1 || options.repeats < 1) fail("-n, -w and -R take 1 or more");
  if (options.quality < 0 || options.quality > 1) fail("-q takes 0 or 1");
}

// ---------------------------------------------------------------- results

// What is the same for every measured window of a session.
typedef struct {
  Usage before, logged_in;
  double login_seconds;
  double load_before;
} Session;

// What is known of a window only when all messages have arrived is printed then.
typedef struct {
  Usage begin, end;
  Tally tally;
  double p50, p99, p999;
} Measured;

static void print_window(const Session *session, const Measured *window, long long lost) {
  double seconds = (double)(window->end.nanoseconds - window->begin.nanoseconds) * 1e-9;
  double server = window->end.server - window->begin.server, received = (double)window->tally.received;
  printf(
      "{\"dialect\":\"%s\",\"workload\":\"%s\",\"count\":%d,\"window\":%d,\"body\":%d,\"offered\":%.0f,\"seconds\":%.3f",
      options.dialect->name, workloads[options.workload], options.count, options.window, options.body, options.rate, seconds);
  printf(
      ",\"messages\":%llu,\"rate\":%.1f,\"p50_ms\":%.4f,\"p99_ms\":%.4f,\"p999_ms\":%.4f",
      (unsigned long long)window->tally.received, received / seconds, window->p50, window->p99, window->p999);
  printf(
      ",\"server_cpu\":%.2f,\"us_per_message\":%.3f,\"written_per_message\":%.1f", server,
      received > 0 ? server * 1e6 / received : 0,
      received > 0 ? (window->end.written - window->begin.written) / received : 0);
  for (int i = 0; i < measured_processes(); i++) {
    printf("%s%.2f", i == 0 ? ",\"server_cpu_by_process\":[" : ",",
           window->end.server_by_process[i] - window->begin.server_by_process[i]);
  }
  if (measured_processes() > 0) putchar(']');
  printf(
      ",\"load_cpu\":%.2f,\"load_waited\":%.2f,\"machine_cpu\":%.2f,\"stolen_cpu\":%.2f", window->end.own - window->begin.own,
      window->end.waited - window->begin.waited, window->end.machine - window->begin.machine,
      window->end.stolen - window->begin.stolen);
  printf(
      ",\"rss_before\":%.0f,\"rss_logged_in\":%.0f,\"rss\":%.0f,\"login_seconds\":%.2f,\"login_cpu\":%.2f",
      session->before.resident, session->logged_in.resident, window->end.resident, session->login_seconds,
      session->logged_in.server - session->before.server);
  printf(
      ",\"load_average\":[%.2f,%.2f],\"lost\":%lld,\"duplicated\":%llu,\"out_of_order\":%llu}\n", session->load_before,
      load_average(), lost, (unsigned long long)tally.duplicated, (unsigned long long)tally.out_of_order);
}

static Measured measure(void) {
  reset_latency();
  uint64_t received = tally.received;
  Measured window = {.begin = usage_now()};
  is_recording = true;
  run_for(options.seconds);
  is_recording = false;
  window.end = usage_now();
  window.tally.received = tally.received - received;
  window.p50 = latency_ms(0.5);
  window.p99 = latency_ms(0.99);
  window.p999 = latency_ms(0.999);
  return window;
}

int main(int count, char **words) {
  enum { REPEATS_AT_MOST = 32, DRAIN_SECONDS = 30 };
  static Measured windows[REPEATS_AT_MOST];
  read_options(count, words);
  // Messages at a rate are to be sent when they are due, not up to 50 µs later.
  prctl(PR_SET_TIMERSLACK, 1000ul);
  Session session = {.load_before = load_average(), .before = usage_now()};
  open_connections();
  session.login_seconds = (double)(now() - session.before.nanoseconds) * 1e-9;
  run_for(options.workload == IDLE ? options.settle : 0.5);
  session.logged_in = usage_now();
  if (options.workload != IDLE) {
    start_sending();
    run_for(options.warm_up);
  }
  int repeats = options.repeats < REPEATS_AT_MOST ? options.repeats : REPEATS_AT_MOST;
  for (int i = 0; i < repeats; i++) windows[i] = measure();
  is_sending = false;
  long long lost = options.workload == IDLE ? 0 : undelivered(DRAIN_SECONDS);
  for (int i = 0; i < repeats; i++) print_window(&session, &windows[i], lost);
  return 0;
}
