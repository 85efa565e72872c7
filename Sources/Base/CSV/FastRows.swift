/// The rows of a piece of a file without quotes, found eight bytes at a time and without a copy.
///
/// A row consists of the ends of its fields. Rows, problems and line numbers are the same as from `RecordParser`.
public struct FastRows: Sendable {
    /// The line of the current row, counted from 1 at the beginning of the piece.
    public private(set) var line = 0
    /// How many fields the current row has.
    public private(set) var count = 0

    private let limits: Limits
    private let isASCII: Bool
    private let hasReturns: Bool
    /// Where the next row begins.
    public private(set) var position = 0
    private var start = 0
    private var ends: [Int]

    /// `survey` is that of the piece, which has no quotes.
    public init(_ survey: ByteSummary, limits: Limits = Limits()) {
        self.limits = limits
        (isASCII, hasReturns) = (survey.isASCII, survey.hasReturns)
        ends = Array(repeating: 0, count: limits.columns + 1)
    }

    /// Moves to the next row that is not blank; false when there is none.
    public mutating func next(in bytes: Span<UInt8>) -> Bool {
        while position < bytes.count {
            readRow(bytes)
            if count > 1 || !self[0].isEmpty { return true }
        }
        return false
    }

    /// Whether all bytes are ASCII and none is a carriage return: rows are then split by commas and line feeds alone.
    public var isSimple: Bool { isASCII && !hasReturns }

    /// Continues after rows that another reader has read.
    public mutating func skip(lines: Int, to next: Int) {
        line += lines
        position = next
    }

    /// How many lines the piece has, once `next` has said false.
    public var lines: Int { line }

    /// The range of a field of the current row in the piece.
    public subscript(_ field: Int) -> Range<Int> {
        (field == 0 ? start : ends[field - 1] + 1)..<ends[field]
    }

    /// Why the current row is none, or nil when it is one.
    public func problem(in bytes: Span<UInt8>, width: Int) -> String? {
        if count == width, isASCII, !hasReturns, ends[width - 1] - start <= limits.field { return nil }
        if count > limits.columns { return "more than \(limits.columns) fields" }
        for field in 0..<count {
            if self[field].count > limits.field { return "field \(field + 1) is longer than \(limits.field) bytes" }
            if hasReturns, ByteScan.first(0x0D, in: bytes, self[field]) != nil {
                return "a carriage return is not followed by a line feed"
            }
        }
        let row = start..<ends[count - 1]
        if row.count > limits.row { return "longer than \(limits.row) bytes" }
        if !isASCII, (try? UTF8Span(validating: bytes.extracting(row))) == nil { return "not valid UTF-8" }
        return count == width ? nil : "\(count) fields where the header has \(width)"
    }

    private mutating func readRow(_ bytes: Span<UInt8>) {
        line += 1
        count = 0
        start = position
        let raw = unsafe bytes.bytes
        while position + 8 <= bytes.count {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
            var hits = ByteScan.matches(word, ByteScan.commas) | ByteScan.matches(word, ByteScan.lineFeeds)
            while hits != 0 {
                let place = position + hits.trailingZeroBitCount / 8
                endField(place)
                if bytes[place] == 0x0A { return endRow(bytes, next: place + 1) }
                hits &= hits - 1
            }
            position += 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x2C || byte == 0x0A { endField(position) }
            position += 1
            if byte == 0x0A { return endRow(bytes, next: position) }
        }
        endField(bytes.count)
        endRow(bytes, next: bytes.count)
    }

    /// Fields beyond the limit are counted as one more, so that the row is refused.
    private mutating func endField(_ place: Int) {
        count = min(count + 1, ends.count)
        ends[count - 1] = place
    }

    private mutating func endRow(_ bytes: Span<UInt8>, next: Int) {
        position = next
        let end = ends[count - 1]
        let fieldStart = self[count - 1].lowerBound
        // A last row without a line feed may end in a carriage return, too.
        if hasReturns, end > fieldStart, bytes[end - 1] == 0x0D { ends[count - 1] = end - 1 }
    }
}
