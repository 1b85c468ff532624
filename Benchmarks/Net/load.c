// Drives echo servers in turns, and counts.
//
// usage: load echo ROUNDS SECONDS CONNECTIONS SIZE NAME:PORT:PID...
//          In each round, each server in turn has CONNECTIONS connections with one message of SIZE bytes in flight on
//          each, for SECONDS. Prints, for each turn: round, name, round trips per second, server CPU in µs per round
//          trip. The order of the servers turns around from round to round.
//        load idle CONNECTIONS PORT PID
//          Opens so many WebSockets and leaves them idle. Prints the server's resident KiB before and after.

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what) {
  perror(what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Seconds on a CPU of all threads of a process, to the nanosecond.
static double cpu(int pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *threads = opendir(path);
  if (threads == NULL) die(path);
  double total = 0;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char file[400];
    snprintf(file, sizeof file, "%s/%s/schedstat", path, entry->d_name);
    FILE *stat = fopen(file, "r");
    unsigned long long nanoseconds = 0;
    if (stat != NULL && fscanf(stat, "%llu", &nanoseconds) == 1) total += (double)nanoseconds / 1e9;
    if (stat != NULL) fclose(stat);
  }
  closedir(threads);
  return total;
}

static long resident(int pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  FILE *stat = fopen(path, "r");
  long pages = 0;
  if (stat == NULL || fscanf(stat, "%*d %ld", &pages) != 1) die(path);
  fclose(stat);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static int dial(int port) {
  int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket_ < 0 || connect(socket_, (struct sockaddr *)&address, sizeof address) != 0) die("connect");
  int one = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return socket_;
}

static long turn(int port, double seconds, int connections, int size) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  char *message = malloc((size_t)size), *answer = malloc((size_t)size);
  int *missing = calloc((size_t)connections, sizeof *missing), *sockets = calloc((size_t)connections, sizeof *sockets);
  if (epoll < 0 || message == NULL || answer == NULL || missing == NULL || sockets == NULL) die("memory");
  memset(message, 'm', (size_t)size);
  for (int index = 0; index < connections; index++) {
    sockets[index] = dial(port);
    fcntl(sockets[index], F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, sockets[index], &event) != 0) die("epoll_ctl");
    missing[index] = size;
    if (write(sockets[index], message, (size_t)size) != size) die("write");
  }
  long trips = 0;
  for (double end = now() + seconds; now() < end;) {
    struct epoll_event events[256];
    int ready = epoll_wait(epoll, events, 256, 100);
    for (int each = 0; each < ready; each++) {
      int index = (int)events[each].data.u32;
      ssize_t count = read(sockets[index], answer, (size_t)missing[index]);
      if (count == 0 || (count < 0 && errno != EAGAIN)) die("read");
      if (count < 0) continue;
      missing[index] -= (int)count;
      if (missing[index] > 0) continue;
      trips++;
      missing[index] = size;
      if (write(sockets[index], message, (size_t)size) != size) die("write");
    }
  }
  for (int index = 0; index < connections; index++) close(sockets[index]);
  close(epoll);
  free(message);
  free(answer);
  free(missing);
  free(sockets);
  return trips;
}

static void echo(char **arguments, int servers) {
  int rounds = atoi(arguments[0]), connections = atoi(arguments[2]), size = atoi(arguments[3]);
  double seconds = atof(arguments[1]);
  // The first round only warms up.
  for (int round = 0; round <= rounds; round++) {
    for (int place = 0; place < servers; place++) {
      int server = round % 2 ? place : servers - 1 - place;
      char name[64];
      int port, pid;
      if (sscanf(arguments[4 + server], "%63[^:]:%d:%d", name, &port, &pid) != 3) die("NAME:PORT:PID");
      double started = now(), before = cpu(pid);
      long trips = turn(port, round ? seconds : 0.2, connections, size);
      double spent = cpu(pid) - before, took = now() - started;
      if (round) printf("%d %s %.0f %.3f\n", round, name, (double)trips / took, spent * 1e6 / (double)trips);
      fflush(stdout);
    }
  }
}

static void idle(int connections, int port, int pid) {
  const char *request =
      "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  long before = 0;
  // The first hundred warm up: what a server makes once is not theirs.
  for (int index = 0; index < connections + 100; index++) {
    if (index == 100) before = resident(pid);
    int socket_ = dial(port);
    if (write(socket_, request, strlen(request)) != (ssize_t)strlen(request)) die("write");
    char answer[1024];
    size_t have = 0;
    while (have < 4 || memcmp(answer + have - 4, "\r\n\r\n", 4) != 0) {
      ssize_t count = read(socket_, answer + have, sizeof answer - have);
      if (count <= 0) die("read");
      have += (size_t)count;
    }
    if (strncmp(answer, "HTTP/1.1 101", 12) != 0) die("handshake");
  }
  printf("%ld %ld\n", before, resident(pid));
}

int main(int count, char **arguments) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (count > 6 && strcmp(arguments[1], "echo") == 0) {
    echo(arguments + 2, count - 6);
  } else if (count == 5 && strcmp(arguments[1], "idle") == 0) {
    idle(atoi(arguments[2]), atoi(arguments[3]), atoi(arguments[4]));
  } else {
    fprintf(stderr, "usage: see load.c\n");
    return 2;
  }
  return 0;
}
