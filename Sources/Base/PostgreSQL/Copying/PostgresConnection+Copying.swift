internal import CPostgreSQL
internal import Faults

/// Many rows at once.
extension PostgresConnection {
    /// Bytes that are handed to libpq together.
    private static let pieceSize = 1 << 16

    /// Copies rows in with `COPY ... FROM STDIN (FORMAT binary)`, whose columns have the types of the values, and says how
    /// many. After a refused row none of them is kept.
    @discardableResult
    package func copyIn(_ statement: String, _ rows: some Sequence<[PostgresValue]>) throws -> Int {
        try copyIn(statement) { take in for row in rows { try take(row) } }
    }

    /// The same with rows as they come: the server takes one while the next is made. The connection can do nothing else
    /// meanwhile. After an error of who brings them none is kept.
    @discardableResult
    package func copyIn(
        _ statement: String, bringing bring: (_ take: ([PostgresValue]) throws -> Void) throws -> Void
    ) throws -> Int {
        let begun = try perform(statement, [])
        guard begun.status == PGRES_COPY_IN else {
            throw PostgresError(.statementRefused, why: "\(statement) does not copy in")
        }
        var encoder = CopyEncoder()
        do {
            try bring { row in
                encoder.append(row)
                if let piece = encoder.take(atLeast: Self.pieceSize) { try put(piece) }
            }
        } catch {
            _ = unsafe PQputCopyEnd(connection, "the rows have not come to their end")
            _ = try? rest()
            throw error
        }
        encoder.end()
        if let piece = encoder.take(atLeast: 0) { try put(piece) }
        guard unsafe PQputCopyEnd(connection, nil) == 1 else { throw lost() }
        return Int(try rest().affected) ?? 0
    }

    /// Copies rows out with `COPY ... TO STDOUT (FORMAT binary)`, one after the other. The connection can do nothing else
    /// meanwhile. After an error of the receiver the rest is read and dropped.
    package func copyOut(_ statement: String, _ receive: (inout CopiedRow) throws -> Void) throws {
        let begun = try perform(statement, [])
        guard begun.status == PGRES_COPY_OUT else {
            throw PostgresError(.statementRefused, why: "\(statement) does not copy out")
        }
        var decoder = CopyDecoder()
        var failure: (any Error)?
        while let message = try copied() {
            guard failure == nil else { continue }
            do { if var row = try decoder.row(in: message) { try receive(&row) } } catch { failure = error }
        }
        _ = try rest()
        if let failure { throw failure }
    }

    private func put(_ piece: [UInt8]) throws(PostgresError) {
        let sent = unsafe piece.withUnsafeBytes { bytes in
            unsafe PQputCopyData(
                connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
        }
        guard sent == 1 else { throw lost() }
    }

    /// The next message of a copy; nil after the last.
    private func copied() throws(PostgresError) -> [UInt8]? {
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe PQgetCopyData(connection, &start, 0)
        guard count != -1 else { return nil }
        guard count > 0, let start = unsafe start else { throw lost() }
        defer { unsafe PQfreemem(start) }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// What the copy came to. The connection is free again after the last result.
    private func rest() throws(PostgresError) -> PostgresResult {
        var (last, fault): (PostgresResult?, PostgresError?)
        while let next = unsafe PQgetResult(connection) {
            let result = unsafe PostgresResult(next)
            fault = fault ?? result.fault(on: self)
            last = result
        }
        if let fault { throw fault }
        guard let last else { throw lost() }
        return last
    }
}
