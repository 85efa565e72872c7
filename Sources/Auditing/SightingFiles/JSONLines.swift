internal import Foundation

/// One JSON object a line, or one GeoJSON feature a line (RFC 8142, with or without its record separators).
struct JSONLines: SightingConverter {
    /// No sighting is longer: as a row of CSV.
    static let lineLimit = 262_144

    let file: String
    private var line: [UInt8] = []
    private var isTooLong = false
    private let decoder = JSONDecoder()

    init(file: String) {
        self.file = file
    }

    mutating func take(_ bytes: [UInt8], isLast: Bool, into rows: inout SightingRows) throws {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            append(rest[..<end])
            finish(into: &rows)
            rest = rest[(end + 1)...]
        }
        append(rest)
        if isLast, !line.isEmpty || isTooLong { finish(into: &rows) }
    }

    private mutating func append(_ part: ArraySlice<UInt8>) {
        guard !isTooLong, line.count + part.count <= Self.lineLimit else {
            isTooLong = true
            line = []
            return
        }
        line += part
    }

    private mutating func finish(into rows: inout SightingRows) {
        defer {
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !isTooLong else { return rows.refuse("it has more than \(Self.lineLimit) bytes") }
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        if line.first == 0x1E { line.removeFirst() }
        guard line.contains(where: { ![0x09, 0x0D, 0x20].contains($0) }) else { return rows.skip() }
        JSONSighting.take(line, from: nil, with: decoder, into: &rows)
    }
}
