#include "BrowserModule.h"

// Web/build writes the file. Without it the program is complete but for the page's client.
// Clang knows #embed in every version of C, and warns that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"
#if __has_embed("../../.build/web/martlet.wasm.gz")
static const unsigned char bytes[] = {
#embed "../../.build/web/martlet.wasm.gz"
};

const unsigned char *browser_module(size_t *count) {
  *count = sizeof bytes;
  return bytes;
}
#else
const unsigned char *browser_module(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
