// Clocks, CPU, memory and latencies.

#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

Tally tally;
bool is_recording;

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

double load_average(void) {
  double average = 0;
  getloadavg(&average, 1);
  return average;
}

// ---------------------------------------------------------------- latencies

// 64 buckets for each doubling, of 100 ns: a percentile is off by 1.6 % at most.
enum { STEPS = 64, DOUBLINGS = 40, UNIT = 100 };
static uint64_t buckets[STEPS * DOUBLINGS];

void reset_latency(void) { memset(buckets, 0, sizeof buckets); }

void record_latency(uint64_t nanoseconds) {
  uint64_t value = nanoseconds / UNIT;
  uint64_t bucket = value;
  if (value >= STEPS) {
    int power = 63 - __builtin_clzll(value);
    bucket = (uint64_t)(power - 5) * STEPS + (value >> (power - 6) & (STEPS - 1));
  }
  buckets[bucket < STEPS * DOUBLINGS ? bucket : STEPS * DOUBLINGS - 1]++;
}

uint64_t latency_count(void) {
  uint64_t count = 0;
  for (int i = 0; i < STEPS * DOUBLINGS; i++) count += buckets[i];
  return count;
}

double latency_ms(double part) {
  double wanted = part * (double)latency_count();
  uint64_t seen = 0;
  for (int i = 0; i < STEPS * DOUBLINGS; i++) {
    seen += buckets[i];
    if (seen == 0 || (double)seen < wanted) continue;
    uint64_t value = i < STEPS ? (uint64_t)i : (uint64_t)(STEPS + i % STEPS) << (i / STEPS - 1);
    return (double)value * UNIT * 1e-6;
  }
  return 0;
}

// ---------------------------------------------------------------- processes

enum { MOST_PROCESSES = 4096 };
static int roots[PROCESSES_AT_MOST], root_count;

// Names the processes that are the server, `1,2,3`: these and all that descend from them.
void measure_processes(const char *list) { root_count = read_list(list, 'P', PROCESSES_AT_MOST, roots); }

int measured_processes(void) { return root_count; }

// Reads a small file of /proc; an empty text where there is none.
static void read_file(const char *path, char *text, size_t size) {
  FILE *file = fopen(path, "r");
  size_t count = file == NULL ? 0 : fread(text, 1, size - 1, file);
  text[count] = 0;
  if (file != NULL) fclose(file);
}

static double number_after(const char *text, const char *name) {
  const char *place = strstr(text, name);
  return place == NULL ? 0 : atof(place + strlen(name));
}

static void add_process(int process, int root, Usage *usage) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  read_file(path, text, sizeof text);
  unsigned long user = 0, system = 0;
  // The name stands in parentheses and may hold anything.
  const char *fields = strrchr(text, ')');
  if (fields != NULL) sscanf(fields + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
  double seconds = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
  usage->server += seconds;
  usage->server_by_process[root] += seconds;
  snprintf(path, sizeof path, "/proc/%d/status", process);
  read_file(path, text, sizeof text);
  usage->resident += number_after(text, "VmRSS:") * 1024;
  snprintf(path, sizeof path, "/proc/%d/io", process);
  read_file(path, text, sizeof text);
  usage->written += number_after(text, "\nwrite_bytes:");
}

static int parent_of(int process) {
  char path[64], text[1024];
  int parent = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  read_file(path, text, sizeof text);
  const char *fields = strrchr(text, ')');
  if (fields != NULL) sscanf(fields + 2, "%*c %d", &parent);
  return parent;
}

typedef struct {
  // The place of the process among those that were named, from which it descends.
  int process, root;
} Found;

static const Found *find(int process, const Found *list, int count) {
  for (int i = 0; i < count; i++) {
    if (list[i].process == process) return &list[i];
  }
  return NULL;
}

// The server's processes now: pools of them grow while they are measured.
static int find_processes(Found found[MOST_PROCESSES]) {
  static int all[MOST_PROCESSES], parents[MOST_PROCESSES];
  int count = 0, all_count = 0;
  DIR *directory = opendir("/proc");
  if (directory == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL && all_count < MOST_PROCESSES;) {
    int process = atoi(entry->d_name);
    if (process <= 0) continue;
    all[all_count] = process;
    parents[all_count++] = parent_of(process);
  }
  closedir(directory);
  for (int i = 0; i < root_count; i++) found[count++] = (Found){roots[i], i};
  for (bool grew = true; grew;) {
    grew = false;
    for (int i = 0; i < all_count && count < MOST_PROCESSES; i++) {
      const Found *parent = find(parents[i], found, count);
      if (parent == NULL || find(all[i], found, count) != NULL) continue;
      found[count++] = (Found){all[i], parent->root};
      grew = true;
    }
  }
  return count;
}

// ---------------------------------------------------------------- all of it

static void add_machine(Usage *usage) {
  char text[512];
  read_file("/proc/stat", text, sizeof text);
  double user = 0, nice = 0, system = 0, idle = 0, disk = 0, interrupts = 0, soft = 0, stolen = 0;
  sscanf(text, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle, &disk, &interrupts, &soft, &stolen);
  double ticks = (double)sysconf(_SC_CLK_TCK);
  usage->machine = (user + nice + system + interrupts + soft) / ticks;
  usage->stolen = stolen / ticks;
}

Usage usage_now(void) {
  static Found processes[MOST_PROCESSES];
  Usage usage = {0};
  int count = root_count == 0 ? 0 : find_processes(processes);
  for (int i = 0; i < count; i++) add_process(processes[i].process, processes[i].root, &usage);
  add_machine(&usage);
  char text[128];
  read_file("/proc/thread-self/schedstat", text, sizeof text);
  double ran = 0, waited = 0;
  sscanf(text, "%lf %lf", &ran, &waited);
  struct timespec own;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
  usage.own = (double)own.tv_sec + (double)own.tv_nsec * 1e-9;
  usage.waited = waited * 1e-9;
  usage.nanoseconds = now();
  return usage;
}
