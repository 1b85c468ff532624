// A bare echo on libuv: what MartletNet is measured against.
//
// usage: echo      prints "listening PORT", then serves until it is killed
//
// It does what a careful program in C does: one loop, one read buffer for all connections, an answer written at
// once, and memory taken only for what the kernel did not.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

static char buffer[65536];

struct rest {
  uv_write_t request;
  char bytes[];
};

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *out) {
  (void)handle;
  (void)suggested;
  *out = uv_buf_init(buffer, sizeof buffer);
}

static void freed(uv_handle_t *handle) { free(handle); }

static void rest_written(uv_write_t *request, int status) {
  (void)status;
  free(request);
}

static void echo(uv_stream_t *stream, ssize_t count, const uv_buf_t *read) {
  if (count == 0) return;
  if (count < 0) {
    uv_close((uv_handle_t *)stream, freed);
    return;
  }
  uv_buf_t whole = uv_buf_init(read->base, (unsigned)count);
  int written = uv_try_write(stream, &whole, 1);
  if (written == count) return;
  if (written < 0) written = 0;
  struct rest *rest = malloc(sizeof *rest + (size_t)(count - written));
  if (rest == NULL) abort();
  memcpy(rest->bytes, read->base + written, (size_t)(count - written));
  uv_buf_t left = uv_buf_init(rest->bytes, (unsigned)(count - written));
  if (uv_write(&rest->request, stream, &left, 1, rest_written) != 0) free(rest);
}

static void accept_one(uv_stream_t *listener, int status) {
  if (status < 0) return;
  uv_tcp_t *stream = malloc(sizeof *stream);
  if (stream == NULL) abort();
  uv_tcp_init(listener->loop, stream);
  if (uv_accept(listener, (uv_stream_t *)stream) != 0) {
    uv_close((uv_handle_t *)stream, freed);
    return;
  }
  uv_tcp_nodelay(stream, 1);
  uv_read_start((uv_stream_t *)stream, give_buffer, echo);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  uv_loop_t *loop = uv_default_loop();
  uv_tcp_t listener;
  struct sockaddr_storage address;
  int length = sizeof address;
  uv_ip4_addr("127.0.0.1", 0, (struct sockaddr_in *)&address);
  if (uv_tcp_init(loop, &listener) || uv_tcp_bind(&listener, (struct sockaddr *)&address, 0) ||
      uv_listen((uv_stream_t *)&listener, 1024, accept_one) ||
      uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &length)) {
    fprintf(stderr, "echo: cannot listen\n");
    return 1;
  }
  printf("listening %d\n", ntohs(((struct sockaddr_in *)&address)->sin_port));
  fflush(stdout);
  return uv_run(loop, UV_RUN_DEFAULT);
}
