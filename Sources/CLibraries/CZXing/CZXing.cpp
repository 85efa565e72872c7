#include "CZXing.h"

#include <ZXing/ReadBarcode.h>

#include <algorithm>

struct zxing_symbols {
    ZXing::Results found;
};

zxing_symbols *zxing_find(const uint8_t *pixels, int width, int height, bool is_pure) {
    try {
        ZXing::DecodeHints hints;
        hints.setFormats(ZXing::BarcodeFormat::QRCode);
        hints.setIsPure(is_pure);
        if (is_pure) hints.setBinarizer(ZXing::Binarizer::FixedThreshold);
        const ZXing::ImageView picture(pixels, width, height, ZXing::ImageFormat::Lum);
        ZXing::Results found = ZXing::ReadBarcodes(picture, hints);
        // A pure picture that holds no symbol gives one that is not valid.
        found.erase(
            std::remove_if(found.begin(), found.end(), [](const ZXing::Result &symbol) { return !symbol.isValid(); }),
            found.end());
        return new zxing_symbols{std::move(found)};
    } catch (...) {
        return nullptr;
    }
}

size_t zxing_count(const zxing_symbols *symbols) { return symbols->found.size(); }

const uint8_t *zxing_payload(const zxing_symbols *symbols, size_t index, size_t *length) {
    const ZXing::ByteArray &bytes = symbols->found[index].bytes();
    *length = bytes.size();
    return bytes.data();
}

void zxing_corner(const zxing_symbols *symbols, size_t index, int corner, int *x, int *y) {
    const auto point = symbols->found[index].position()[corner];
    *x = point.x;
    *y = point.y;
}

void zxing_free(zxing_symbols *symbols) { delete symbols; }
