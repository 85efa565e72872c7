/// What a file of sightings is, told by its first bytes. Its name says nothing.
enum SightingFormat: Sendable, Equatable {
    case csv
    case jsonLines
    case geoJSON
    case gpx
    case jpeg
    case gzip

    /// How many bytes are looked at.
    static let headSize = 65_536

    /// Nil for what nobody writes sightings in.
    init?(_ head: [UInt8]) {
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gzip
            return
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
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
            // A NUL is in no text: some other binary format, or UTF-16.
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
