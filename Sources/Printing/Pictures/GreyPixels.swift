import CPNG
internal import Faults

/// The pixels of a PNG file as grey and opacity.
package struct GreyPixels: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// Two bytes a pixel, row by row: grey (0 is black), then alpha (0 is transparent).
    package let pairs: [UInt8]
    /// Whether the file has an alpha channel or a transparent colour at all.
    package let hasAlpha: Bool

    /// Reads a file of at most `largestSide` pixels each way.
    /// C: `png_image_begin_read_from_memory`, `png_image_finish_read`.
    package init(png file: [UInt8], largestSide: Int) throws(PictureError) {
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        let isPicture = unsafe file.withUnsafeBytes { bytes in
            unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0
        }
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        guard isPicture, (1...largestSide).contains(width), (1...largestSide).contains(height) else {
            throw .unreadable(
                isPicture ? "it has \(width) x \(height) pixels" : unsafe Self.message(of: image),
                largestSide: largestSide)
        }
        hasAlpha = unsafe image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
        // PNG_FORMAT_GA; PNG_FORMAT_GRAY would need a background, which the C call takes as a pointer.
        unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_ALPHA)
        var pairs = [UInt8](repeating: 0, count: 2 * width * height)
        let isWhole = unsafe file.withUnsafeBytes { _ in
            unsafe pairs.withUnsafeMutableBytes { pairs in
                unsafe png_image_finish_read(&image, nil, pairs.baseAddress, 0, nil) != 0
            }
        }
        guard isWhole else { throw .unreadable(unsafe Self.message(of: image), largestSide: largestSide) }
        self.width = width
        self.height = height
        self.pairs = pairs
    }

    private static func message(of image: png_image) -> String {
        var image = unsafe image
        return unsafe withUnsafeBytes(of: &image.message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension PictureError {
    static func unreadable(_ reason: String, largestSide: Int) -> PictureError {
        PictureError(
            code: .reading, message: "cannot read the picture",
            reason: reason.isEmpty ? "it is not a picture" : reason,
            next: "give a whole file of at most \(largestSide) x \(largestSide) pixels")
    }
}
