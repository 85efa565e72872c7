#pragma once
#include <zlib.h>

// inflateInit2 is a macro. 16 + 15 bits: a gzip file, with the largest window.
static inline int waymark_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }
