/// Cuts a file with a header row into pieces of whole rows, so that several threads can read it at the same time.
///
/// Where no quote stands, a row ends at a line feed and nowhere else: such a piece is handed out as it is, for
/// `PlainRows`. A stretch with quotes is read here, row by row, until a row ends at a line's end again.
/// Not for use by two threads at once: whoever wants the next piece waits for the one before to be cut.
public struct TableCutter: Sendable {
    public enum Piece: Sendable {
        /// Whole rows without a quote.
        case plain([UInt8])
        /// Rows that were handed over already. How many lines they took.
        case taken(lines: Int)
    }

    /// A row or problem of a stretch with quotes; `lineOffset` is added to its line to count from the piece's beginning.
    public typealias Receiver = (_ event: TableReader.Event, _ lineOffset: Int) throws -> Void

    /// How many bytes `read` should give at once.
    public static let chunkSize = 1 << 22

    /// Unknown columns, once the header row has been read.
    public var warnings: [FileProblem] { table.warnings }
    /// Where the columns of the schema are, once the header row has been read.
    public var layout: RowLayout? { table.layout }
    /// How many lines come before the first piece.
    public private(set) var headerLines = 0

    private var table: TableReader
    /// Reads the stretch with quotes in which the cut was made.
    private var stretch: TableReader?
    /// What stands after the last cut.
    private var rest: [UInt8] = []
    private var isAtEnd = false

    public init(file: String, schema: Schema) {
        table = TableReader(file: file, schema: schema)
    }

    /// The next piece, nil after the last one. `read` gives the next bytes of the file, none at its end.
    ///
    /// Throws `FileError` when the header row is wrong, and whatever the closures throw.
    public mutating func next(_ read: () throws -> [UInt8], _ receive: Receiver) throws -> Piece? {
        if table.layout == nil { try readHeader(read) }
        guard !isAtEnd else { return nil }
        var bytes = rest
        rest = []
        let more = try read()
        guard !more.isEmpty else {
            isAtEnd = true
            if stretch == nil, !ByteScan.hasQuote(bytes.span) { return bytes.isEmpty ? nil : .plain(bytes) }
            return try take(bytes, receive)
        }
        bytes += more
        guard let lineFeed = bytes.lastIndex(of: 0x0A) else {
            guard bytes.count > Limits().row else {
                rest = bytes
                return .taken(lines: 0)
            }
            return try take(bytes, receive)
        }
        rest = Array(bytes[(lineFeed + 1)...])
        bytes.removeLast(bytes.count - lineFeed - 1)
        if stretch == nil, !ByteScan.hasQuote(bytes.span) { return .plain(bytes) }
        return try take(bytes, receive)
    }

    private mutating func readHeader(_ read: () throws -> [UInt8]) throws {
        var bytes: [UInt8] = []
        while table.layout == nil {
            if bytes.isEmpty { bytes = try read() }
            guard !bytes.isEmpty else {
                isAtEnd = true
                try table.finish { _ in }
                break
            }
            // Line by line, so that no row behind the header is read with it.
            let end = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            try table.feed(Array(bytes[..<end])) { _ in }
            bytes.removeFirst(end)
        }
        headerLines = table.line - 1
        rest = bytes
    }

    private mutating func take(_ bytes: [UInt8], _ receive: Receiver) throws -> Piece {
        var reader = stretch ?? TableReader(continuing: table)
        stretch = nil
        let first = reader.line
        try reader.feed(bytes) { event in try receive(event, 1 - first) }
        let lines = reader.line - first
        if isAtEnd {
            try reader.finish { event in try receive(event, 1 - first) }
        } else if !reader.isBetweenRows {
            stretch = reader
        }
        return .taken(lines: lines)
    }
}
