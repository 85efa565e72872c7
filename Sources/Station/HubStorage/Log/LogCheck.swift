internal import Checkpoints
internal import Faults
internal import PostgreSQL
internal import Registry

/// The whole of every era's log, for `verify`.
struct LogCheck {
    let connection: PostgresConnection
    let key: NoteKey

    private static let pageSize: UInt64 = 4_096

    func deviations() throws -> [JournalDeviation] {
        var deviations: [JournalDeviation] = []
        let eras = try connection.all(
            """
            SELECT era FROM logs UNION SELECT era FROM log_leaves UNION SELECT era FROM log_nodes
            UNION SELECT era FROM checkpoints ORDER BY 1
            """
        ) { try $0.optionalEra() }.compactMap(\.self)
        let known = Set(try connection.all("SELECT era FROM logs") { try $0.optionalEra() }.compactMap(\.self))
        for era in eras {
            let subject = "log of era \(era)"
            guard known.contains(era) else {
                deviations.append(JournalDeviation(subject: subject, why: "rows of it are kept, and it never began"))
                continue
            }
            do { try check(LogRows(connection: connection, era: era)) } catch let error as CheckpointError {
                deviations.append(JournalDeviation(subject: subject, why: error.reason))
            }
        }
        return deviations
    }

    private func check(_ rows: LogRows) throws {
        let size = try rows.newest()?.size ?? 0
        for start in stride(from: 0, to: size, by: Int(Self.pageSize)) {
            try LogWindow(rows: rows, key: key).check(start..<min(start + Self.pageSize, size))
        }
        let counts = try rows.counts()
        guard counts.leaves == size else {
            throw CheckpointError.logDamaged("it has \(counts.leaves) entries, and its checkpoint says \(size)")
        }
        let nodes = 2 * size - UInt64(size.nonzeroBitCount)
        guard counts.nodes == nodes else {
            throw CheckpointError.logDamaged("it has \(counts.nodes) nodes, and \(size) entries give \(nodes)")
        }
    }
}
