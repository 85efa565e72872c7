internal import Faults
internal import Pictures
internal import SymbolDecoding

/// A picture of a tag, as a phone takes it: what the codes on it hold, and where and when it was taken.
package struct Photograph: Sendable, Equatable {
    /// A file is at most as large as this, in bytes.
    package static let sizeLimit = 64 << 20
    /// 64 megapixels: above what phones write, and not more than 400 MB of coefficients at worst.
    private static let pixelLimit = 1 << 26

    /// What each code holds, sorted, none twice.
    package let contents: [String]
    /// Degrees, WGS 84.
    package let latitude: Double
    package let longitude: Double
    /// The radius that the phone gives with the position in metres (EXIF GPSHPositioningError); nil without one.
    package let accuracy: Double?
    /// ISO 8601 with an offset.
    package let time: String
    /// Maker and model, when the picture has them.
    package let camera: String?

    /// Reads a JPEG or HEIC file. Throws when it has no position, no time, or no code on it.
    package init(_ file: [UInt8], as format: PhotographFormat) throws(PhotographError) {
        guard file.count <= Self.sizeLimit else {
            throw PhotographError(.tooLarge, "it has more than \(Self.sizeLimit >> 20) MiB")
        }
        let scene: PhotographedScene
        switch format {
        case .jpeg: scene = try PhotographedScene(jpeg: file, pixelLimit: Self.pixelLimit)
        case .heic: scene = try PhotographedScene(heic: file, pixelLimit: Self.pixelLimit)
        }
        let tags = try ExifTags(scene.exif)
        guard let place = tags.place else {
            throw PhotographError(.noPosition, "its EXIF has no position: let the camera use the location")
        }
        guard let time = tags.time else {
            throw PhotographError(.noTime, "its EXIF has no time with an offset, nor the time of its position")
        }
        (latitude, longitude) = place
        self.time = time
        accuracy = tags.accuracy
        camera = tags.camera
        contents = try Self.codes(in: scene)
    }

    /// Two decoders look: each finds codes that the other misses. libzbar looks in several sizes: fine codes need every
    /// pixel, large ones are found in a small picture where noise has been averaged away. ZXing-C++ does that by itself.
    /// Codes that are light on dark are looked for where there is no other.
    private static func codes(in scene: borrowing PhotographedScene) throws(PhotographError) -> [String] {
        var found: Set<String> = []
        do {
            var decoder = try ZBarDecoder()
            for divisor in [1, 2, 4] {
                let picture = try scene.grey(divisor: divisor)
                var symbols = try decoder.symbols(in: picture)
                if divisor == 1 { symbols += try ZXingDecoder.symbols(in: picture) }
                for symbol in symbols { found.insert(String(decoding: symbol.payload, as: UTF8.self)) }
            }
            if found.isEmpty {
                for symbol in try ZXingDecoder.symbols(in: try scene.grey(divisor: 1).inverted()) {
                    found.insert(String(decoding: symbol.payload, as: UTF8.self))
                }
            }
        } catch let error as PictureError {
            throw PhotographError(.notAPicture, "it cannot be decoded: \(error.reason)")
        } catch {
            throw PhotographError(.notAPicture, (error as? SymbolDecodingError)?.reason ?? "\(error)")
        }
        guard !found.isEmpty else {
            throw PhotographError(.noCode, "no QR code was found on it: take it nearer, and sharp")
        }
        return found.sorted()
    }
}
