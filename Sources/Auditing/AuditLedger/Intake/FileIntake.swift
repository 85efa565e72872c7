internal import CSV
internal import Dispatch
internal import Faults
internal import Synchronization

/// Reads one file into a ledger, on several threads. Bad rows are counted and named; the good ones count.
final class FileIntake<Parser: FileParser>: Sendable {
    private struct Cutting {
        var cutter: TableCutter
        let read: TableCutter.Reader
        var pieces = 0
        var error: (any Error)?
    }

    /// A bad row, by piece and by line within the piece.
    private struct Named: Sendable {
        let piece: Int
        let line: Int
        let column: String?
        let reason: String
    }

    private struct Tally {
        /// How many lines each piece has.
        var lines: [Int: Int] = [:]
        var named: [Named] = []
        var bad = 0
        var good = 0
    }

    private let file: String
    private let parser: Parser
    private let ledger: Ledger<Parser.Row.Record>
    private let mirrored: MirroredURLs
    private let cutting: Mutex<Cutting>
    private let tally = Mutex(Tally())

    /// `file` is the name used in problems.
    init(
        file: String, parser: Parser, ledger: Ledger<Parser.Row.Record>, mirrored: MirroredURLs,
        read: sending @escaping TableCutter.Reader
    ) {
        self.file = file
        self.parser = parser
        self.ledger = ledger
        self.mirrored = mirrored
        cutting = Mutex(Cutting(cutter: TableCutter(file: file, schema: Parser.schema), read: read))
    }

    /// Reads to the end. Throws `FileError` when the header row is wrong, and whatever `read` throws; rows that
    /// were read before then stay in the ledger.
    func run(threads: Int) throws -> FileOutcome {
        if threads > 1 {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in work() }
        } else {
            work()
        }
        return try cutting.withLock { cutting in
            if let error = cutting.error { throw error }
            return outcome(headerLines: cutting.cutter.headerLines, warnings: cutting.cutter.warnings)
        }
    }

    private func work() {
        var parser = parser
        var batch = RowBatch<Parser.Row>()
        var fields = RowFields(columns: Parser.schema.names.count)
        var buffer: [UInt8] = []
        while let (number, layout, piece, stretch) = nextPiece(into: &buffer) {
            var named: [Named] = []
            var bad = 0
            var good = 0
            func complain(line: Int, column: String? = nil, _ reason: String) {
                bad += 1
                if named.count < FileOutcome.namedLimit {
                    named.append(Named(piece: number, line: line, column: column, reason: reason))
                }
            }
            var lines = 0
            switch piece {
            case .plain(let count, let survey):
                let fastColumns = FastColumns(layout)
                let span = buffer.span.extracting(..<count)
                var rows = FastRows(survey)
                // A mirrored URL is put back to zeros in a buffer of its own, so its row is read the slow way.
                let fastEnd = rows.isSimple && mirrored.isEmpty ? Self.fastEnd(span) : 0
                while true {
                    let before = batch.rows.count
                    let position = unsafe parser.takeFast(
                        span.bytes, from: rows.position, to: fastEnd, fastColumns, into: &batch.rows)
                    rows.skip(lines: batch.rows.count - before, to: position)
                    good += batch.rows.count - before
                    guard rows.next(in: span) else { break }
                    if let problem = rows.problem(in: span, width: layout.width) {
                        complain(line: rows.line, problem)
                        continue
                    }
                    fields.place(rows, of: span, layout)
                    do {
                        if mirrored.isEmpty {
                            batch.rows.append(try parser.row(span, fields))
                        } else {
                            try add(
                                fields.ranges.map { range in range.map { span[$0] } }, &parser, fields: &fields,
                                to: &batch)
                        }
                        good += 1
                    } catch {
                        complain(line: rows.line, column: Parser.schema.names[error.column], error.reason)
                    }
                }
                lines = rows.lines
                batch.flush(into: ledger, bytes: span)
            case .taken(let taken):
                lines = taken
                for (event, offset) in stretch {
                    switch event {
                    case .problem(let problem): complain(line: (problem.line ?? 0) + offset, problem.reason)
                    case .row(let row):
                        do {
                            try add(
                                fields.ranges.indices.map { Array(row.bytes($0)) }, &parser, fields: &fields, to: &batch
                            )
                            good += 1
                        } catch {
                            complain(
                                line: row.line + offset, column: Parser.schema.names[error.column], error.reason)
                        }
                    }
                }
            }
            tally.withLock { tally in
                tally.lines[number] = lines
                tally.bad += bad
                tally.good += good
                tally.named += named
                guard tally.named.count > 4 * FileOutcome.namedLimit else { return }
                tally.named.sort { ($0.piece, $0.line) < ($1.piece, $1.line) }
                tally.named.removeLast(tally.named.count - FileOutcome.namedLimit)
            }
        }
    }

    /// Adds one row that has a buffer of its own, with what its chip shows of itself put back to zeros.
    private func add(
        _ columns: [[UInt8]], _ parser: inout Parser, fields: inout RowFields, to batch: inout RowBatch<Parser.Row>
    ) throws(RowComplaint) {
        var bytes: [UInt8] = []
        for (column, field) in columns.enumerated() {
            let field = column == Parser.urlColumn ? mirrored.plain(field) : field
            fields.ranges[column] = bytes.count..<(bytes.count + field.count)
            bytes += field
        }
        batch.rows.append(try parser.row(bytes.span, fields))
        batch.flush(into: ledger, bytes: bytes.span)
    }

    /// What begins before this position ends with a line feed, and 32 more bytes come after that.
    private static func fastEnd(_ bytes: Span<UInt8>) -> Int {
        var position = bytes.count - 32
        while position > 0, bytes[position - 1] != 0x0A { position -= 1 }
        return max(position, 0)
    }

    private typealias Work = (
        number: Int, layout: RowLayout, piece: TableCutter.Piece, stretch: [(TableReader.Event, Int)]
    )

    private func nextPiece(into buffer: inout [UInt8]) -> Work? {
        cutting.withLock { cutting -> Work? in
            guard cutting.error == nil else { return nil }
            var stretch: [(TableReader.Event, Int)] = []
            do {
                let read = cutting.read
                let piece = try cutting.cutter.next(into: &buffer, read) { event, offset in
                    stretch.append((event, offset))
                }
                guard let piece, let layout = cutting.cutter.layout else { return nil }
                cutting.pieces += 1
                return (cutting.pieces - 1, layout, piece, stretch)
            } catch {
                cutting.error = error
                return nil
            }
        }
    }

    private func outcome(headerLines: Int, warnings: [FileProblem]) -> FileOutcome {
        tally.withLock { tally in
            tally.named.sort { ($0.piece, $0.line) < ($1.piece, $1.line) }
            var problems: [FileProblem] = []
            var base = headerLines
            var piece = 0
            for named in tally.named.prefix(FileOutcome.namedLimit) {
                while piece < named.piece {
                    base += tally.lines[piece] ?? 0
                    piece += 1
                }
                problems.append(
                    FileProblem(file: file, line: base + named.line, column: named.column, reason: named.reason))
            }
            return FileOutcome(rows: tally.good, bad: tally.bad, problems: problems, warnings: warnings)
        }
    }
}
