#include <pthread.h>
#include <sys/socket.h>
#include <uv.h>

/* The C library has these, but shows them only to sources built with _GNU_SOURCE, which Swift's are not. */
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
