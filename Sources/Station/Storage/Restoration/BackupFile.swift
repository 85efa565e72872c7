internal import Faults
internal import Grants
internal import Registry

/// A backup, copied and found in order.
enum BackupFile {
    struct Opened {
        let registry: SQLiteRegistry
        let standing: StationStanding
        let entries: Int64
        let newest: JournalEntry?
        let lives: [TagID: TagLife]
        let lastFinding: Int64
        let lastImport: Int64
    }

    /// Checks pages, references and the journal's chain, and brings the copy up to date.
    static func open(_ draft: String, backup: String) async throws -> Opened {
        do {
            let database = try Database(path: draft)
            guard try RegistrySchema.version(of: database, path: backup) > 0 else {
                throw refusal(of: backup, "it is empty")
            }
            if let damage = try database.damage { throw refusal(of: backup, damage) }
        } catch let error as SQLiteError {
            throw refusal(of: backup, "SQLite says: \(error.text)")
        }
        let registry = try SQLiteRegistry(path: draft)
        // Before a row is read: its columns may have other names.
        if let damage = try await registry.damagedDefinitions() { throw refusal(of: backup, damage) }
        let check = try await registry.verifyJournal()
        if let damage = check.damage { throw refusal(of: backup, damage) }
        let standing = try await registry.standing()
        if case .handedOver(let handOver) = standing { throw GrantError.notRestored(backup, handOver) }
        return try await Opened(
            registry: registry, standing: standing, entries: check.entries,
            newest: check.entries > 0 ? registry.journal(from: check.entries, limit: 1).first : nil,
            lives: Dictionary(uniqueKeysWithValues: registry.tags().map { ($0.id, $0.life) }),
            lastFinding: registry.highest(.findings), lastImport: registry.highest(.imports))
    }

    private static func refusal(of backup: String, _ reason: String) -> RegistryError {
        RegistryError(
            .badBackup, "\(backup) is not restored", why: reason,
            next: "nothing was changed: take another backup")
    }
}

extension Database {
    /// What is wrong with its pages or its references; nil when they are in order. See: PRAGMA integrity_check
    var damage: String? {
        get throws {
            let problems = try rows("PRAGMA integrity_check(3)") { $0.text("integrity_check") }
            guard problems == ["ok"] else {
                return "SQLite finds it damaged: \(problems.joined(separator: "; "))"
            }
            let isWhole = try rows("PRAGMA foreign_key_check") { _ in true }.isEmpty
            return isWhole ? nil : "rows in it refer to rows that are missing"
        }
    }
}

extension JournalCheck {
    var damage: String? { brokenAt.map { "the chain of its journal is broken at entry \($0)" } }
}

extension SQLiteRegistry {
    /// What is wrong with pages, references or the journal's chain; nil when they are in order.
    func damage() throws -> String? {
        try translatingErrors { try database.damage } ?? verifyJournal().damage
    }

    /// What is wrong with the definitions of its tables; nil when they are in order.
    func damagedDefinitions() throws -> String? { try translatingErrors { try RegistrySchema.damage(of: database) } }

    func highest(_ numbers: SpentNumbers) throws -> Int64 {
        try translatingErrors { try database.integer(numbers.question) ?? 0 }
    }
}
