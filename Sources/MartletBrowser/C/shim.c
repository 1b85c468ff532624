// The functions of a C library that the Swift runtime needs and wasi-libc does not have under these names.

#include <stdint.h>
#include <stdlib.h>

__attribute__((import_module("host"), import_name("random"))) void host_random(void *bytes, int count);
__attribute__((import_module("host"), import_name("log"))) void host_log(int character);

// Memory for what JavaScript hands in.
__attribute__((export_name("allocate"))) void *martlet_allocate(int count) { return malloc(count); }
__attribute__((export_name("release"))) void martlet_release(void *bytes) { free(bytes); }

void arc4random_buf(void *bytes, size_t count) { host_random(bytes, (int)count); }

// Swift prints why it traps, one character at a time.
int putchar(int character) {
  host_log(character);
  return character;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end;
}

const char *_swift_stdlib_strtof_clocale(const char *text, float *result) {
  char *end;
  *result = strtof(text, &end);
  return end;
}

uintptr_t __stack_chk_guard = 0x7a3c19;

void __stack_chk_fail(void) { __builtin_trap(); }
