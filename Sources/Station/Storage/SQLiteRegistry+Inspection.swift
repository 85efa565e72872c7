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
                if let damage = try database.damage ?? RegistrySchema.damage(of: database) ?? damagedEvidence() {
                    return RegistryInspection(damage: damage, deviations: [])
                }
                let check = try proveTables()
                return RegistryInspection(damage: check.damage, deviations: check.deviations ?? [])
            } catch let error as SQLiteError where error.concernsContent {
                return RegistryInspection(damage: "SQLite says: \(error.text)", deviations: [])
            } catch let error as RegistryError where [.storageFailed, .registryDamaged].contains(error.code) {
                // A row that does not read as what it is for, or a page that does not.
                return RegistryInspection(damage: error.reason, deviations: [])
            }
        }
    }

    /// Rows of evidence have a digest of themselves as their key; nil when all are what was written.
    private func damagedEvidence() throws -> String? {
        var digests = EvidenceDigest()
        var wrong = 0
        _ = try pages(of: "sightings", "latitude, longitude, sigma", since: .min, afterImport: 0) { _ in
        } _: { row in
            if try digests.digest(of: Self.sighting(row)) != row.integer("digest") { wrong += 1 }
        }
        _ = try pages(of: "confirmations", "outcome", since: .min, afterImport: 0) { _ in
        } _: { row in
            if try digests.digest(of: Self.confirmation(row)) != row.integer("digest") { wrong += 1 }
        }
        return wrong == 0 ? nil : "\(wrong) rows of sightings and confirmations are not what was written"
    }
}
