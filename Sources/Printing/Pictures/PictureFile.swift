internal import Faults

/// What a PNG or JPEG file turned out to be when all of it was decoded.
package struct PictureFile: Sendable, Equatable {
    package enum Format: String, Sendable, Codable, CaseIterable {
        case png = "PNG"
        case jpeg = "JPEG"
    }

    package let format: Format
    package let width: Int
    package let height: Int
    /// Whether the file has an alpha channel or a transparent colour. JPEG has neither.
    package let hasAlpha: Bool
    /// How many pixels one can see through, at least a little.
    package let transparentPixels: Int

    /// Larger pictures are not decoded: a small file can claim any size.
    package static let largestSide = 8_000

    /// Decodes a file to its last pixel; its first bytes decide the format, not its name.
    package init(_ file: [UInt8]) throws(PictureError) {
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
            let picture = try JPEGPicture(file)
            guard max(picture.width, picture.height) <= Self.largestSide else {
                throw .unreadable("it has \(picture.width) x \(picture.height) pixels", largestSide: Self.largestSide)
            }
            if let damage = try picture.damage() { throw .unreadable(damage, largestSide: Self.largestSide) }
            format = .jpeg
            width = picture.width
            height = picture.height
            hasAlpha = false
            transparentPixels = 0
        } else {
            throw .unreadable("it is neither a PNG nor a JPEG file", largestSide: Self.largestSide)
        }
    }
}
