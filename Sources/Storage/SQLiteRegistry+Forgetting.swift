internal import Registry

/// Erasing evidence, in the tables and in the files under them.
extension SQLiteRegistry {
    /// Erases the rows and says how many they were.
    func forget(_ forgetting: Forgetting, _ device: DevicePseudonym?) throws -> Forgetting {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        if let before = forgetting.before {
            conditions.append("time < ?")
            // Rows have whole seconds: one that began before the moment is before it.
            values.append(.integer((before.milliseconds + 999) / 1_000))
        }
        if let device {
            conditions.append("device = (SELECT number FROM devices WHERE pseudonym = ?)")
            values.append(.text(device.hexadecimal))
        }
        // Without a condition nothing is meant, never everything.
        guard !conditions.isEmpty else { return forgetting }
        let condition = conditions.joined(separator: " AND ")
        try database.run("DELETE FROM sightings WHERE \(condition)", values)
        let sightings = Int(database.changes)
        try database.run("DELETE FROM confirmations WHERE \(condition)", values)
        let confirmations = Int(database.changes)
        try database.run(
            """
            DELETE FROM devices WHERE number NOT IN (SELECT device FROM sightings WHERE device IS NOT NULL)
                AND number NOT IN (SELECT device FROM confirmations WHERE device IS NOT NULL)
            """)
        return Forgetting(
            cause: forgetting.cause, before: forgetting.before, ofOneDevice: device != nil, sightings: sightings,
            confirmations: confirmations)
    }

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
