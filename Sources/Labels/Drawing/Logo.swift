import CPNG

/// A picture for the head of a sign, in grey on white: a label has one ink.
public struct Logo: Sendable, Equatable {
    let width: Int
    let height: Int
    /// One byte per pixel, row by row: 0 is black.
    let pixels: [UInt8]
    /// Tells logos apart without comparing pixels.
    let digest: Int

    /// Reads a PNG of at most 4000 x 4000 pixels. Colours become grey, transparent parts white.
    /// C: `png_image_begin_read_from_memory`, `png_image_finish_read`.
    public init(png file: [UInt8]) throws(LabelsError) {
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        let isPicture = unsafe file.withUnsafeBytes { bytes in
            unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0
        }
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        guard isPicture, (1...4_000).contains(width), (1...4_000).contains(height) else {
            throw .logoUnreadable(
                isPicture ? "it has \(width) x \(height) pixels" : unsafe Self.message(of: image))
        }
        // PNG_FORMAT_GA; PNG_FORMAT_GRAY would need a background, which the C call takes as a pointer.
        unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_ALPHA)
        var pairs = [UInt8](repeating: 0, count: 2 * width * height)
        let isWhole = unsafe file.withUnsafeBytes { _ in
            unsafe pairs.withUnsafeMutableBytes { pairs in
                unsafe png_image_finish_read(&image, nil, pairs.baseAddress, 0, nil) != 0
            }
        }
        guard isWhole else { throw .logoUnreadable(unsafe Self.message(of: image)) }
        self.width = width
        self.height = height
        pixels = (0..<width * height).map { index in
            let (grey, alpha) = (Int(pairs[2 * index]), Int(pairs[2 * index + 1]))
            return UInt8((grey * alpha + 255 * (255 - alpha)) / 255)
        }
        // FNV-1a: the same file has the same digest in every run.
        digest = file.reduce(0x3bf2_9ce4_8422_2325) { ($0 ^ Int($1)) &* 0x100_0000_01b3 }
    }

    private static func message(of image: png_image) -> String {
        var image = unsafe image
        return unsafe withUnsafeBytes(of: &image.message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// A logo with its place on the page.
struct PlacedLogo: Sendable, Equatable {
    let logo: Logo
    let frame: Frame
}

extension LabelsError {
    fileprivate static func logoUnreadable(_ reason: String) -> LabelsError {
        LabelsError(
            code: .pictureFailed,
            message: "cannot use the logo",
            reason: reason.isEmpty ? "it is no PNG picture" : reason,
            next: "give a PNG file of at most 4000 x 4000 pixels")
    }
}
