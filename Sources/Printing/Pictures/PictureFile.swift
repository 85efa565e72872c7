import CJPEG
public import Faults

/// What a PNG or JPEG file turned out to be when all of it was decoded.
public struct PictureFile: Sendable, Equatable {
    public enum Format: String, Sendable, Codable, CaseIterable {
        case png = "PNG"
        case jpeg = "JPEG"
    }

    public let format: Format
    public let width: Int
    public let height: Int
    /// Whether the file has an alpha channel or a transparent colour. JPEG has neither.
    public let hasAlpha: Bool
    /// How many pixels one can see through, at least a little.
    public let transparentPixels: Int

    /// Larger pictures are not decoded: a small file can claim any size.
    public static let largestSide = 8_000

    /// Decodes a file to its last pixel; its first bytes decide the format, not its name.
    /// C: `jpeg_read_header`, `jpeg_read_scanlines`, inside `waymark_jpeg_read`.
    public init(_ file: [UInt8]) throws(PictureError) {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            let pixels = try GreyPixels(png: file, largestSide: Self.largestSide)
            format = .png
            width = pixels.width
            height = pixels.height
            hasAlpha = pixels.hasAlpha
            var count = 0
            if pixels.hasAlpha {
                for index in stride(from: 1, to: pixels.pairs.count, by: 2) where pixels.pairs[index] < 255 {
                    count += 1
                }
            }
            transparentPixels = count
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            var facts = waymark_jpeg_facts()
            let isWhole = unsafe file.withUnsafeBufferPointer { bytes in
                unsafe waymark_jpeg_read(bytes.baseAddress, bytes.count, UInt32(Self.largestSide), &facts) == 1
            }
            guard isWhole else {
                let message = unsafe withUnsafeBytes(of: &facts.message) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                throw .unreadable(message, largestSide: Self.largestSide)
            }
            format = .jpeg
            width = Int(facts.width)
            height = Int(facts.height)
            hasAlpha = false
            transparentPixels = 0
        } else {
            throw .unreadable("it is neither a PNG nor a JPEG file", largestSide: Self.largestSide)
        }
    }
}
