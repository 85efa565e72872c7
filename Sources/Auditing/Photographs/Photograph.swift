internal import Faults
internal import SymbolDecoding

/// A picture of a tag, as a telephone takes it: what the codes on it hold, and where and when it was taken.
public struct Photograph: Sendable, Equatable {
    /// A file is at most as large as this, in bytes.
    public static let sizeLimit = 64 << 20

    /// What each code holds, sorted, none twice.
    public let contents: [String]
    /// Degrees, WGS 84.
    public let latitude: Double
    public let longitude: Double
    /// The radius that the telephone gives with the position in metres (EXIF GPSHPositioningError); nil without one.
    public let accuracy: Double?
    /// ISO 8601 with an offset.
    public let time: String
    /// Maker and model, when the picture has them.
    public let camera: String?

    /// Reads a JPEG file. Throws when it has no position, no time, or no code on it.
    public init(jpeg: [UInt8]) throws(PhotographError) {
        guard jpeg.count <= Self.sizeLimit else {
            throw PhotographError(.tooLarge, "it has more than \(Self.sizeLimit >> 20) MiB")
        }
        let picture = try JPEGPicture()
        _ = try picture.size(of: jpeg)
        let tags = try ExifTags(jpeg: jpeg)
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
        contents = try Self.codes(in: jpeg, picture)
    }

    /// Codes are looked for in several sizes: fine ones need every pixel, large ones are found in a small picture
    /// where noise has been averaged away.
    private static func codes(in jpeg: [UInt8], _ picture: borrowing JPEGPicture) throws(PhotographError) -> [String] {
        var found: Set<String> = []
        do {
            var decoder = try SymbolDecoder()
            for divisor in [1, 2, 4] {
                for symbol in try decoder.symbols(in: try picture.grey(jpeg, divisor: divisor)) {
                    found.insert(String(decoding: symbol.payload, as: UTF8.self))
                }
            }
        } catch let error as SymbolDecodingError {
            throw PhotographError(.notAPicture, error.reason)
        } catch let error as PhotographError {
            throw error
        } catch {
            throw PhotographError(.notAPicture, "\(error)")
        }
        guard !found.isEmpty else {
            throw PhotographError(.noCode, "no QR code was found on it: take it nearer, and sharp")
        }
        return found.sorted()
    }
}
