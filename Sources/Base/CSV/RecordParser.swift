/// RFC 4180 from chunks of bytes: feed chunks of any size, get rows. Another separator than a comma may be given.
///
/// Accepted: UTF-8 with or without a byte order mark, LF or CRLF, quoted fields with doubled quotes and line
/// breaks inside. Blank lines are skipped. A row that breaks the rules is reported and the parser continues
/// with the next line; after a row that is too large the next line begins after the next line break, quoted or
/// not, because an unbalanced quote is the usual cause.
public struct RecordParser: Sendable {
    /// What the parser found: a row, or a line that is none and why.
    public enum Event: Sendable, Equatable {
        case record(Record)
        case problem(line: Int, reason: String)
    }

    private enum State {
        case fieldStart
        case unquoted
        case quoted
        /// A quote inside a quoted field: the end of the field, or the first half of a doubled quote.
        case quoteInQuoted
        /// A carriage return that must be followed by a line feed.
        case carriageReturn
        /// The same at the start of a row: a blank line, if a line feed follows.
        case blankLine
        /// The rest of a line whose problem has been reported.
        case skipping
    }

    private let limits: Limits
    /// An ASCII character: a comma, a semicolon or a tab.
    private let separator: UInt8
    private var state = State.fieldStart
    private var record = Record(line: 1)
    /// The line that is being read, counted from 1.
    private(set) var line = 1
    /// How many bytes of a byte order mark have been seen; nil once the question is settled.
    private var markSeen: Int? = 0

    public init(limits: Limits = Limits(), separator: UInt8 = UInt8(ascii: ",")) {
        self.limits = limits
        self.separator = separator
    }

    /// Whether a byte order mark may come. Only at the beginning of a file.
    var skipsMark: Bool {
        get { markSeen != nil }
        set { markSeen = newValue ? 0 : nil }
    }

    /// Whether what has been fed so far ends with a whole row.
    var isBetweenRows: Bool {
        if case .fieldStart = state { record.count == 0 } else { false }
    }

    /// Reads the next chunk and hands over each row as it becomes complete.
    public mutating func feed<Failure: Error>(
        _ chunk: [UInt8], _ receive: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        var index = chunk.startIndex
        while let seen = markSeen, index < chunk.endIndex {
            index += skipMark(chunk[index], seen: seen)
        }
        while index < chunk.endIndex {
            switch state {
            case .unquoted, .quoted, .skipping:
                let end = endOfRun(in: chunk, from: index)
                if state != .skipping {
                    record.buffer.append(contentsOf: chunk[index..<end])
                    guard checkSize() else {
                        try fail(tooLarge, receive)
                        index = end
                        continue
                    }
                }
                index = end
                if index < chunk.endIndex {
                    try step(chunk[index], receive)
                    index += 1
                }
            case .fieldStart, .quoteInQuoted, .carriageReturn, .blankLine:
                try step(chunk[index], receive)
                index += 1
            }
        }
    }

    /// Ends the file: a last row without a line break still counts.
    public mutating func finish<Failure: Error>(_ receive: (Event) throws(Failure) -> Void) throws(Failure) {
        // A file of nothing but the first bytes of a mark is not UTF-8.
        if let seen = markSeen, seen > 0 {
            record.buffer.append(contentsOf: Self.mark[..<seen])
            state = .unquoted
        }
        markSeen = nil
        switch state {
        case .fieldStart where record.count == 0, .skipping, .blankLine: break
        case .fieldStart, .unquoted, .quoteInQuoted, .carriageReturn: try endRow(receive)
        case .quoted: try fail("a quoted field is not closed before the end of the file", receive)
        }
        state = .fieldStart
        record.clear(line: line)
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Compares with the byte order mark; returns how many bytes of the chunk it used.
    private mutating func skipMark(_ byte: UInt8, seen: Int) -> Int {
        guard byte == Self.mark[seen] else {
            markSeen = nil
            if seen > 0 {
                record.buffer.append(contentsOf: Self.mark[..<seen])
                state = .unquoted
            }
            return 0
        }
        markSeen = seen + 1 == Self.mark.count ? nil : seen + 1
        return 1
    }

    private func endsRun(_ byte: UInt8) -> Bool {
        byte == separator || byte == Byte.lineFeed || byte == Byte.carriageReturn || byte == Byte.quote
    }

    /// The end of the bytes that cannot change the state.
    private func endOfRun(in chunk: [UInt8], from start: Int) -> Int {
        var index = start
        switch state {
        case .quoted:
            while index < chunk.endIndex, chunk[index] != Byte.quote, chunk[index] != Byte.lineFeed {
                index += 1
            }
        case .skipping:
            while index < chunk.endIndex, chunk[index] != Byte.lineFeed { index += 1 }
        default:
            while index < chunk.endIndex, !endsRun(chunk[index]) { index += 1 }
        }
        return index
    }

    private mutating func step<Failure: Error>(
        _ byte: UInt8, _ receive: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        switch (state, byte) {
        case (.skipping, _):
            startRow()
        case (.quoted, Byte.quote):
            state = .quoteInQuoted
        case (.quoted, _):
            line += 1
            record.buffer.append(byte)
            if !checkSize() { try fail(tooLarge, receive, atLineEnd: true) }
        case (.quoteInQuoted, Byte.quote):
            record.buffer.append(byte)
            state = .quoted
        case (.carriageReturn, Byte.lineFeed), (.unquoted, Byte.lineFeed), (.quoteInQuoted, Byte.lineFeed):
            try endRow(receive)
            startRow()
        case (.blankLine, Byte.lineFeed):
            startRow()
        case (.carriageReturn, _), (.blankLine, _):
            try fail("a carriage return is not followed by a line feed", receive)
        case (.fieldStart, Byte.lineFeed):
            if record.count > 0 { try endRow(receive) }
            startRow()
        case (.fieldStart, Byte.quote):
            state = .quoted
        case (.fieldStart, Byte.carriageReturn) where record.count == 0:
            state = .blankLine
        case (_, Byte.carriageReturn):
            state = .carriageReturn
        case (_, separator):
            record.endField()
            state = .fieldStart
            if record.count >= limits.columns { try fail("more than \(limits.columns) fields", receive) }
        case (.quoteInQuoted, _):
            try fail("text after the closing quote of a field", receive)
        case (.unquoted, _):
            try fail("a quote inside a field that is not quoted", receive)
        case (.fieldStart, _):
            record.buffer.append(byte)
            state = .unquoted
        }
    }

    private mutating func startRow() {
        line += 1
        record.clear(line: line)
        state = .fieldStart
    }

    private mutating func endRow<Failure: Error>(
        _ receive: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        record.endField()
        if record.isValidUTF8 {
            try receive(.record(record))
        } else {
            try receive(.problem(line: record.line, reason: "not valid UTF-8"))
        }
    }

    private mutating func fail<Failure: Error>(
        _ reason: String, _ receive: (Event) throws(Failure) -> Void, atLineEnd: Bool = false
    ) throws(Failure) {
        let start = record.line
        record.clear(line: line)
        state = atLineEnd ? .fieldStart : .skipping
        try receive(.problem(line: start, reason: reason))
    }

    private var tooLarge: String {
        record.buffer.count > limits.row
            ? "longer than \(limits.row) bytes"
            : "field \(record.count + 1) is longer than \(limits.field) bytes"
    }

    private func checkSize() -> Bool {
        record.buffer.count <= limits.row && record.buffer.count - record.openFieldStart <= limits.field
    }
}
