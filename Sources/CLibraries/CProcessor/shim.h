#pragma once

/// Asks the processor to bring the memory at an address into its cache, without waiting for it. Any address will do.
/// See: GCC manual, __builtin_prefetch
static inline void waymark_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }
