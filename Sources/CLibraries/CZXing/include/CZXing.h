#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ZXing-C++ as C: its interface is C++, which Swift's other modules need not know.

#ifdef __cplusplus
extern "C" {
#endif

/// The QR symbols of one picture.
typedef struct zxing_symbols zxing_symbols;

/// Finds the QR symbols of a picture with one byte a pixel, row by row. `is_pure`: the picture holds one symbol, upright, and
/// white around it, so that nothing has to be looked for. NULL when there is no memory, or the library fails.
zxing_symbols *_Nullable zxing_find(const uint8_t *_Nonnull pixels, int width, int height, bool is_pure);

size_t zxing_count(const zxing_symbols *_Nonnull symbols);

/// The bytes that a symbol carries, as they are. They live as long as the symbols. NULL when there are none.
const uint8_t *_Nullable zxing_payload(const zxing_symbols *_Nonnull symbols, size_t index, size_t *_Nonnull length);

/// A corner of a symbol in pixels: 0 to 3, clockwise from its upper left.
void zxing_corner(const zxing_symbols *_Nonnull symbols, size_t index, int corner, int *_Nonnull x, int *_Nonnull y);

void zxing_free(zxing_symbols *_Nullable symbols);

#ifdef __cplusplus
}
#endif
