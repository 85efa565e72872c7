#pragma once

#include <stdint.h>

/// Asks the processor to bring the memory at an address into its cache, without waiting for it. Any address will do.
/// See: GCC manual, __builtin_prefetch
static inline void waymark_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

typedef uint8_t waymark_bytes __attribute__((ext_vector_type(64), aligned(1)));
typedef _Bool waymark_bits __attribute__((ext_vector_type(64)));

/// Which of 64 bytes are this one; the lowest bit is for the first of them.
/// See: Clang Language Extensions, Boolean Vectors
static inline uint64_t waymark_places(const void *bytes, uint8_t byte) {
    waymark_bits places = __builtin_convertvector(*(const waymark_bytes *)bytes == (waymark_bytes)byte, waymark_bits);
    uint64_t bits;
    __builtin_memcpy(&bits, &places, sizeof bits);
    return bits;
}
