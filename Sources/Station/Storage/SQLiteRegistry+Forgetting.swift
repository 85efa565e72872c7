internal import Chips
package import Registry
internal import UnixSystem

/// Erasing evidence in the files under the tables.
extension SQLiteRegistry {
    package func oldestEvidence() throws -> Int64? {
        try translatingErrors {
            try ["sightings", "confirmations"].compactMap { try database.integer("SELECT min(time) FROM \($0)") }.min()
        }
    }

    package func erasures() throws -> ErasureState {
        try translatingErrors {
            try database.rows("SELECT count, pending FROM erasures") { row in
                ErasureState(
                    count: row.integer("count"), pending: try row.optionalText("pending").map(SQLiteRegistry.time))
            }.first ?? ErasureState(count: 0, pending: nil)
        }
    }

    package func endErasure(_ count: Int64) throws {
        try translatingErrors {
            try database.run("UPDATE erasures SET pending = NULL WHERE count = ?", [.integer(count)])
        }
    }

    /// Erased rows are overwritten with zeros where they stood (`PRAGMA secure_delete`, set when the file is opened). Two
    /// places keep copies of them: the write-ahead log, which is moved into the file and cut to nothing, and the unused
    /// space of pages whose rows SQLite has moved to other pages.
    ///
    /// See: https://www.sqlite.org/pragma.html#pragma_secure_delete and https://www.sqlite.org/wal.html
    package func scrub() throws -> Bool {
        try translatingErrors {
            try sweep()
            guard try isLogEmptied() else { return false }
            // Pages in memory still have their unused space as it was.
            try database.run("PRAGMA shrink_memory")
            try database.run("BEGIN IMMEDIATE")
            defer { try? database.run("ROLLBACK") }
            guard File.size(path + "-wal") ?? 0 == 0 else { return false }
            try UnusedSpace(of: database).clear()
            return true
        }
    }

    /// Moves the log into the file, at once or not at all: a bench waits for no reader.
    private func isLogEmptied() throws -> Bool {
        try database.run("PRAGMA busy_timeout = 0")
        defer { try? database.run("PRAGMA busy_timeout = 5000") }
        do {
            return try database.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } catch let error as SQLiteError where error.isBusy {
            return false
        }
    }

    /// Removes contents that no row has any more and that the registry neither plans nor wrote, with what audits said of
    /// them, and devices without rows. Once for each erasure.
    private func sweep() throws {
        guard try database.integer("SELECT count FROM erasures WHERE swept < count") != nil else { return }
        // Rows have no index by content and device: each removal would look through all of them for references. What is
        // removed here has none.
        try database.run("PRAGMA foreign_keys = OFF")
        defer { try? database.run("PRAGMA foreign_keys = ON") }
        sweeps += 1
        try database.transaction {
            try tables.removeOrphans()
            try database.run("UPDATE erasures SET swept = count")
        }
    }
}
