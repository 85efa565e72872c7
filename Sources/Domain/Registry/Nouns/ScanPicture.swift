/// The picture of a scan: the code and what is close around it, as the page of walks cuts it from the frame that it read.
///
/// A JPEG file without metadata: no position, no time, no device.
/// See: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B
public struct ScanPicture: Hashable, Sendable {
    public let bytes: [UInt8]

    /// Pixels, each way.
    public static let longestSide = 480
    /// In bytes. Pictures have some 6 000 to 30 000.
    public static let largestSize = 64 << 10

    /// Why a file is not taken as one.
    public enum Fault: Error, Hashable {
        case tooLarge
        case notJPEG
        case metadata
        case tooWide

        public var reason: String {
            switch self {
            case .tooLarge: "its picture has more than \(ScanPicture.largestSize) bytes"
            case .notJPEG: "its picture is not a JPEG file"
            case .metadata: "its picture has metadata, such as where it was taken"
            case .tooWide: "its picture has more than \(ScanPicture.longestSide) pixels on a side"
            }
        }
    }

    public init(jpeg bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.largestSize else { throw .tooLarge }
        try Self.check(bytes)
        self.bytes = bytes
    }

    /// Walks over all segments, also those behind a scan, to the end of the file.
    private static func check(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw .notJPEG }
        var (place, hasFrame) = (2, false)
        while place + 1 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xD9 {
                guard hasFrame, place + 2 == bytes.count else { throw .notJPEG }
                return
            }
            guard place + 3 < bytes.count else { throw .notJPEG }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let end = place + 2 + length
            guard length >= 2, end < bytes.count else { throw .notJPEG }
            switch marker {
            case 0xE1...0xED, 0xEF, 0xFE: throw .metadata
            case 0xC0, 0xC1, 0xC2:
                guard length >= 8 else { throw .notJPEG }
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                guard max(width, height) <= longestSide else { throw .tooWide }
                guard min(width, height) > 0 else { throw .notJPEG }
                hasFrame = true
            default: break
            }
            place = marker == 0xDA ? scanEnd(bytes, from: end) : end
        }
        throw .notJPEG
    }

    /// Where the next marker behind coded pixels is: in these, FF is followed by 00 or by a restart marker.
    private static func scanEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var place = start
        while place + 1 < bytes.count,
            bytes[place] != 0xFF || bytes[place + 1] == 0 || (0xD0...0xD7).contains(bytes[place + 1])
        {
            place += 1
        }
        return place
    }
}
