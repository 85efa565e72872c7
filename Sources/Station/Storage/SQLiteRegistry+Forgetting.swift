internal import Registry

/// Erasing evidence in the files under the tables.
extension SQLiteRegistry {
    package func oldestEvidence() throws -> Int64? {
        try translatingErrors {
            try ["sightings", "confirmations"].compactMap { try database.integer("SELECT min(time) FROM \($0)") }.min()
        }
    }

    /// Erased rows are overwritten with zeros where they stood (`PRAGMA secure_delete`, set when the file is opened). The
    /// write-ahead log still holds pages from before: it is moved into the file and cut to nothing.
    ///
    /// See: https://www.sqlite.org/pragma.html#pragma_secure_delete and https://www.sqlite.org/wal.html
    package func scrub() throws { try checkpoint() }
}
