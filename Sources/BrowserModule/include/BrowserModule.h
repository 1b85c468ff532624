#ifndef BROWSER_MODULE_H
#define BROWSER_MODULE_H

#include <stddef.h>

/// The client core for browsers, compressed with gzip; no bytes if it was not built before this program.
const unsigned char *browser_module(size_t *count);

#endif
