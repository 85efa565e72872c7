internal import Photographs

/// The format of a file of sightings, by its first bytes. Its name does not matter.
enum SightingFormat: Sendable, Equatable {
    case csv
    case jsonLines
    case geoJSON
    case gpx
    case photograph(PhotographFormat)
    case parquet
    /// A ZIP archive of photographs.
    case archive
    case gzip

    /// How many bytes are looked at.
    static let headSize = 65_536

    /// How tables of other forms than UTF-8 begin: workbooks, old Excel files, and UTF-16 with its byte order mark. The
    /// reader of tables knows which of them it can read.
    private static let tables: [[UInt8]] = [
        [0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0], [0xFF, 0xFE], [0xFE, 0xFF],
    ]

    /// Nil for a format that is not supported.
    init?(_ head: [UInt8]) {
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gzip
            return
        }
        if head.starts(with: Array("PAR1".utf8)) {
            self = .parquet
            return
        }
        if let format = PhotographFormat(head) {
            self = .photograph(format)
            return
        }
        if ArchiveRows.isBegun(by: head) {
            self = .archive
            return
        }
        if Self.tables.contains(where: head.starts) {
            self = .csv
            return
        }
        // A byte order mark, white space, and the record separator of RFC 8142.
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        let blank: [UInt8] = [0x09, 0x0A, 0x0D, 0x1E, 0x20]
        guard let first = text.first(where: { !blank.contains($0) }) else {
            self = .csv
            return
        }
        switch first {
        case UInt8(ascii: "<"): self = .gpx
        case UInt8(ascii: "["): self = .geoJSON
        case UInt8(ascii: "{"): self = Self.holds("\"features\"", head) ? .geoJSON : .jsonLines
        default:
            // A NUL is in no text: some other binary format, or UTF-16 without a byte order mark.
            guard !text.prefix(1_024).contains(0) else { return nil }
            self = .csv
        }
    }

    private static func holds(_ text: String, _ bytes: [UInt8]) -> Bool {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start] == wanted[0] && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
