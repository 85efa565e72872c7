#pragma once
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdbool.h>
#include <stddef.h>

// Swift would make tuples with thousands of members of the arrays of an inflate_state; so it has the address alone.

static inline size_t waymark_inflation_size(void) { return sizeof(struct inflate_state); }

// Begins deflated data without a header and without a checksum around it.
static inline void waymark_inflation_begin(void *state) { isal_inflate_init((struct inflate_state *)state); }

struct waymark_inflated {
    int status;
    bool is_end;
    uint32_t taken, given;
};

static inline struct waymark_inflated waymark_inflate(
    void *opaque, const uint8_t *input, uint32_t count, uint8_t *room, uint32_t limit) {
    struct inflate_state *state = (struct inflate_state *)opaque;
    state->next_in = (uint8_t *)input;
    state->avail_in = count;
    state->next_out = room;
    state->avail_out = limit;
    int status = isal_inflate(state);
    return (struct waymark_inflated){
        status, state->block_state == ISAL_BLOCK_FINISH, count - state->avail_in, limit - state->avail_out};
}

// At the end: how many bytes behind the data were taken with it, at most eight, and which, the first one lowest.
static inline uint32_t waymark_inflation_excess(const void *opaque, uint64_t *bytes) {
    const struct inflate_state *state = (const struct inflate_state *)opaque;
    *bytes = state->read_in >> (state->read_in_length % 8);
    return (uint32_t)state->read_in_length / 8;
}

#if defined(__x86_64__)
__attribute__((target("avx"))) static inline void waymark_give_back_wide_registers(void) {
    __builtin_ia32_vzeroupper();
}
#endif

// The checksum of what had `checksum`, zero for nothing, with the bytes after it. ISA-L 2.30 leaves the upper halves of wide
// registers in use, after which other code of the thread computes several times slower: they are given back here.
static inline uint32_t waymark_gzip_checksum(uint32_t checksum, const uint8_t *bytes, size_t count) {
    uint32_t extended = crc32_gzip_refl(checksum, bytes, count);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx")) waymark_give_back_wide_registers();
#endif
    return extended;
}
