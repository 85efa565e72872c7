internal import Faults
internal import Foundation

/// A GeoJSON feature collection (RFC 7946), or a JSON array of sightings, cut into its elements as it streams by: only
/// one element is in memory at a time. What an element says is for the JSON parser.
struct GeoJSONFeatures: SightingConverter {
    static let elementLimit = 1 << 20
    static let depthLimit = 64

    private let file: String
    private let decoder = JSONDecoder()
    private var depth = 0
    private var text = JSONQuotes()
    /// The text that was read last at the collection's own level: a member's name, when a colon follows.
    private var name: [UInt8] = []
    /// The depth at which elements begin, once inside their list.
    private var elementDepth: Int?
    private var element: [UInt8] = []
    /// Where the byte at hand is in the file, from 1.
    private var (line, column) = (1, 0)
    private var elementStart = JSONPlace(line: 1, column: 1)
    private var hasList = false
    private var hasEnded = false

    init(file: String) {
        self.file = file
    }

    mutating func take(_ bytes: [UInt8], isLast: Bool, into rows: inout SightingRows) throws {
        for byte in bytes {
            // Bytes that continue a scalar do not count.
            if byte & 0xC0 != 0x80 { column += 1 }
            try take(byte, into: &rows)
            if byte == 0x0A { (line, column) = (line + 1, 0) }
        }
        guard isLast else { return }
        guard hasEnded else { throw malformed("its JSON ends in the middle") }
        guard hasList else { throw malformed("it has no list of features") }
    }

    private var isInElement: Bool { elementDepth.map { depth > $0 } ?? false }

    private mutating func take(_ byte: UInt8, into rows: inout SightingRows) throws {
        let blank: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
        guard !hasEnded else {
            guard blank.contains(byte) else { throw malformed("something follows after its end") }
            return
        }
        if isInElement { try keep(byte) }
        let part = text.take(byte)
        if part == .opening, depth == 1 { name = [] }
        if part == .character, depth == 1, elementDepth == nil, name.count < 16 { name.append(byte) }
        guard part == .structure else { return }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): try open(byte)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): try close(into: &rows)
        default: break
        }
    }

    private mutating func open(_ byte: UInt8) throws {
        let isList = byte == UInt8(ascii: "[")
        let isOutermost = depth == 0
        if let elementDepth, depth == elementDepth, !isList {
            elementStart = JSONPlace(line: line, column: column)
            try keep(byte)
        }
        depth += 1
        guard depth <= Self.depthLimit else {
            throw SightingFileError(
                .tooLarge, file: file, "more than \(Self.depthLimit) of its lists stand within each other")
        }
        guard isList, elementDepth == nil, !hasList else { return }
        if isOutermost || (depth == 2 && name == Array("features".utf8)) {
            elementDepth = depth
            hasList = true
        }
    }

    private mutating func close(into rows: inout SightingRows) throws {
        depth -= 1
        guard depth >= 0 else { throw malformed("it closes more than it opens") }
        if let elementDepth {
            if depth == elementDepth, !element.isEmpty {
                JSONSighting.take(element, from: elementStart, with: decoder, into: &rows)
                element.removeAll(keepingCapacity: true)
            } else if depth < elementDepth {
                self.elementDepth = nil
            }
        }
        hasEnded = depth == 0
    }

    private mutating func keep(_ byte: UInt8) throws {
        guard element.count < Self.elementLimit else {
            throw SightingFileError(
                .tooLarge, file: file, "one of its features has more than \(Self.elementLimit) bytes")
        }
        element.append(byte)
    }

    private func malformed(_ reason: String) -> SightingFileError {
        SightingFileError(.malformed, file: file, reason)
    }
}
