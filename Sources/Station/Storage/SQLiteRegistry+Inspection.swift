internal import Faults
package import Registry

/// What is wrong with a registry's file.
package struct RegistryInspection: Sendable {
    /// With its pages, its references, its rows or the journal's chain; nil when they are in order.
    package let damage: String?
    /// Rows that the journal does not account for.
    package let deviations: [JournalDeviation]
}

extension SQLiteRegistry {
    /// Looks at every page and every row. For a connection of its own: it takes as long as reading the file.
    package func inspect() throws -> RegistryInspection {
        try translatingErrors {
            do {
                if let damage = try database.damage ?? RegistrySchema.damage(of: database) ?? damagedEvidence()
                    ?? damagedFolds() ?? damagedNumbers() ?? damagedEnd()
                {
                    return RegistryInspection(damage: damage, deviations: [])
                }
                let check = try proveTables()
                return RegistryInspection(damage: check.damage, deviations: check.deviations ?? [])
            } catch let error as SQLiteError where error.concernsContent {
                return RegistryInspection(damage: "SQLite says: \(error.text)", deviations: [])
            } catch let error as RegistryError where [.storageFailed, .registryDamaged].contains(error.code) {
                // A row that does not read as what it is for, or a page that does not.
                return RegistryInspection(damage: error.reason, deviations: [])
            } catch let error as any AnyFault where !(error is RegistryError) {
                // A value that the row's type refuses, such as a position off the earth.
                return RegistryInspection(damage: error.complaint.reason, deviations: [])
            }
        }
    }

    /// The next numbers of imports and remarks are kept where SQLite compares them with nothing; nil when they fit those
    /// that were given out.
    private func damagedNumbers() throws -> String? {
        let fits = try database.integer(
            """
            SELECT (SELECT coalesce(sum(seq), 0) FROM sqlite_sequence WHERE name = 'imports') = max(
                (SELECT coalesce(max(number), 0) FROM imports),
                (SELECT coalesce(max(json_extract(payload, '$.lastImport')), 0) FROM journal
                 WHERE kind = '\(JournalEvent.Kind.registryRestored.rawValue)' AND json_valid(payload)))
                AND (SELECT coalesce(sum(seq), 0) FROM sqlite_sequence WHERE name = 'remarks')
                    = (SELECT coalesce(sum(last), 0) FROM spent_numbers WHERE name = 'remarks')
                AND (SELECT count(*) FROM sqlite_sequence WHERE name NOT IN ('imports', 'remarks')) = 0
            """)
        return fits == 1 ? nil : "the number of the next import or remark does not fit those that were given out"
    }

    /// No entry has the newest one's digest; nil when that is what was written. Against a person it is kept elsewhere.
    private func damagedEnd() throws -> String? {
        let kept = try database.rows("SELECT sequence, digest FROM newest_entry") { row in
            JournalPoint(sequence: row.integer("sequence"), digest: row.text("digest"))
        }.first
        let newest = try newestEntry()
        guard let kept, try kept != newest.map({ JournalPoint(sequence: $0.sequence, digest: try $0.digest()) }) else {
            return nil
        }
        return "the journal does not end as it was written, with entry \(kept.sequence)"
    }

    /// Rows of evidence have a digest of themselves as their key; nil when all are what was written.
    private func damagedEvidence() throws -> String? {
        var digests = try EvidenceDigest()
        var wrong = 0
        try EvidencePages.sightings(database).forEachRow { row in
            if try digests.digest(of: Self.sighting(row)) != row.integer("digest") { wrong += 1 }
        }
        try EvidencePages.confirmations(database).forEachRow { row in
            if try digests.digest(of: Self.confirmation(row)) != row.integer("digest") { wrong += 1 }
        }
        wrong += try EvidenceTable(database).countDamaged() + JudgedTable(database).countDamaged()
        wrong += try ArrivalTable(database).countDamaged()
        if wrong == 0, try PictureProof(database).countDamaged() > 0 {
            return "notes or pictures of scans and repairs are not what was written"
        }
        return wrong == 0 ? nil : "\(wrong) rows of sightings and confirmations are not what was written"
    }

    /// Audits read what rows fold to; nil when each is folded, or on its way to it.
    private func damagedFolds() throws -> String? {
        try database.run("BEGIN")
        defer { try? database.run("ROLLBACK") }
        guard let missing = try FoldingCount(database).missing, missing != (0, 0) else { return nil }
        return "\(missing.sightings) sightings and \(missing.confirmations) confirmations are in no audit"
    }
}
