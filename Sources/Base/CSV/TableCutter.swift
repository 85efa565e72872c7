/// Cuts a file with a header row into pieces of whole rows, so that several threads can read it at the same time.
///
/// Without quotes, a row ends at a line feed and nowhere else: such a piece is for `FastRows`. Quotes that no field needs, and
/// carriage returns before line feeds, are taken out of it first (`PlainCopy`). The cutter itself reads a stretch with other
/// quotes, row by row, until a row ends at a line's end again.
/// Not for use by two threads at once: a caller that wants the next piece waits until the one before is cut.
public struct TableCutter: Sendable {
    public enum Piece: Sendable {
        /// Whole rows without a quote: so many bytes at the beginning of the buffer, and what is among them.
        case plain(count: Int, ByteSummary)
        /// Rows that were handed over already. How many lines they took.
        case taken(lines: Int)
    }

    /// A row or problem of a stretch with quotes; `lineOffset` is added to its line to count from the piece's beginning.
    public typealias Receiver = (_ event: TableReader.Event, _ lineOffset: Int) throws -> Void

    /// Reads the next bytes of the file into a buffer and says how many, 0 at the file's end.
    public typealias Reader = (_ room: inout MutableSpan<UInt8>) throws -> Int

    /// How many bytes are read at once, if the file gives them.
    public static let chunkSize = 1 << 20
    private static let restLimit = Limits().row
    private static let bufferSize = chunkSize + restLimit + PlainCopy.margin

    /// Unknown columns, once the header row has been read.
    public var warnings: [FileProblem] { table.warnings }
    /// Where the columns of the schema are, once the header row has been read.
    public var layout: RowLayout? { table.layout }
    /// How many lines come before the first piece.
    public private(set) var headerLines = 0

    private var table: TableReader
    /// Reads the stretch with quotes in which the cut was made.
    private var stretch: TableReader?
    /// The bytes after the last cut.
    private var rest: [UInt8] = []
    private var isAtEnd = false
    /// Changes places with the caller's buffer.
    private var copy: [UInt8] = []
    /// Whether the file has another form than plain CSV: then each row comes by way of the table's reader, with its line
    /// counted from the beginning of the file.
    private var isDecoded = false

    public init(file: String, schema: TableSchema) {
        table = TableReader(file: file, schema: schema)
    }

    /// The next piece, nil after the last one. The buffer is made as large as needed, and is best kept for the next call.
    ///
    /// Throws `FileError` when the header row is wrong, and whatever the closures throw.
    public mutating func next(into buffer: inout [UInt8], _ read: Reader, _ receive: Receiver) throws -> Piece? {
        if buffer.count < Self.bufferSize { buffer = Array(repeating: 0, count: Self.bufferSize) }
        if table.layout == nil, !isDecoded { try readHeader(&buffer, read) }
        guard !isAtEnd else { return nil }
        if isDecoded { return try decode(&buffer, from: read, receive) }
        var count = rest.count
        buffer.replaceSubrange(..<count, with: rest)
        rest.removeAll(keepingCapacity: true)
        // What came with the header may be more than fits beside another chunk.
        if count <= Self.restLimit {
            let got = try Self.fill(&buffer, from: count, read)
            guard got > 0 else {
                isAtEnd = true
                if let piece = plain(&buffer, count) { return count == 0 ? nil : piece }
                return try take(Array(buffer[..<count]), receive)
            }
            count += got
        }
        guard let lineFeed = ByteScan.last(0x0A, in: buffer.span, 0..<count) else {
            guard count > Self.restLimit else {
                rest += buffer[..<count]
                return .taken(lines: 0)
            }
            return try take(Array(buffer[..<count]), receive)
        }
        rest += buffer[(lineFeed + 1)..<count]
        if let piece = plain(&buffer, lineFeed + 1) { return piece }
        return try take(Array(buffer[...lineFeed]), receive)
    }

    /// The first bytes of the buffer as a piece; nil where a quote is open, or a field among them needs its quotes.
    private mutating func plain(_ buffer: inout [UInt8], _ count: Int) -> Piece? {
        guard stretch == nil else { return nil }
        let survey = ByteSummary(buffer.span.extracting(..<count))
        guard survey.hasQuotes || survey.hasReturns else { return .plain(count: count, survey) }
        if copy.count < buffer.count { copy = Array(repeating: 0, count: buffer.count) }
        var target = copy.mutableSpan
        guard let left = PlainCopy.make(of: buffer.span, count: count, into: &target) else {
            return survey.hasQuotes ? nil : .plain(count: count, survey)
        }
        swap(&buffer, &copy)
        return .plain(count: left, survey.withoutWrapping)
    }

    private static func fill(_ buffer: inout [UInt8], from start: Int, _ read: Reader) throws -> Int {
        try unsafe buffer.withUnsafeMutableBufferPointer { whole in
            let part = unsafe UnsafeMutableBufferPointer(rebasing: whole[start..<(start + chunkSize)])
            var room = unsafe MutableSpan(_unsafeElements: part)
            return try read(&room)
        }
    }

    /// The rows of the next chunk, at least until the header is known.
    private mutating func decode(_ buffer: inout [UInt8], from read: Reader, _ receive: Receiver) throws -> Piece {
        repeat {
            var bytes = rest
            rest = []
            if bytes.isEmpty { bytes = Array(buffer[..<(try Self.fill(&buffer, from: 0, read))]) }
            if bytes.isEmpty {
                isAtEnd = true
                try table.finish { event in try receive(event, 0) }
            } else {
                try table.feed(bytes) { event in try receive(event, 0) }
            }
        } while table.layout == nil && !isAtEnd
        return .taken(lines: 0)
    }

    private mutating func readHeader(_ buffer: inout [UInt8], _ read: Reader) throws {
        var bytes: [UInt8] = []
        var form: TableForm?
        while form == nil {
            let count = try Self.fill(&buffer, from: 0, read)
            bytes += buffer[..<count]
            form = try table.form(of: bytes, isWhole: count == 0)
        }
        if let form {
            table.begin(form)
            guard form.isPlain else {
                isDecoded = true
                rest = bytes
                return
            }
        }
        while table.layout == nil {
            if bytes.isEmpty {
                let count = try Self.fill(&buffer, from: 0, read)
                bytes = Array(buffer[..<count])
            }
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
