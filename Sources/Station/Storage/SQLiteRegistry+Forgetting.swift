internal import Registry

/// Erasing evidence in the files under the tables.
extension SQLiteRegistry {
    public func oldestEvidence() throws -> Int64? {
        try translatingErrors {
            try database.rows(
                "SELECT min(time) AS time FROM sightings UNION ALL SELECT min(time) FROM confirmations ORDER BY 1"
            ) { $0.optionalReal(0).map { Int64($0) } }.compactMap { $0 }.min()
        }
    }

    /// Erased rows are overwritten with zeros where they stood (`PRAGMA secure_delete`, set when the file is opened). The
    /// write-ahead log still holds pages from before: it is moved into the file and cut to nothing.
    ///
    /// See: https://www.sqlite.org/pragma.html#pragma_secure_delete and https://www.sqlite.org/wal.html
    public func scrub() throws { try checkpoint() }
}
