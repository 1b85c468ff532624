#include <spawn.h>

/* The C library has it, but shows it only to sources built with _GNU_SOURCE, which Swift's are not. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
