internal import Glibc
internal import Registry
internal import UnixSystem

/// A backup, copied and found in order.
enum BackupFile {
    struct Opened {
        let registry: SQLiteRegistry
        let entries: Int64
        let newest: JournalEntry?
        let fates: [TagID: TagFate]
        let lastFinding: Int64
        let lastImport: Int64
    }

    /// Copies a file, and the log beside it: a registry's own file is complete only with that.
    static func copy(_ backup: String, to draft: String) throws {
        for suffix in ["", "-wal"] {
            if suffix != "", !File.exists(backup + suffix) { continue }
            let source = try FileDescriptor.open(backup + suffix, flags: O_RDONLY | O_NONBLOCK)
            let copy = try FileDescriptor.open(draft + suffix, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            while case let piece = try source.read(upTo: 1 << 20), !piece.isEmpty { try copy.write(piece) }
        }
    }

    /// Checks pages, references and the journal's chain, and brings the copy up to date.
    static func open(_ draft: String, backup: String) async throws -> Opened {
        do {
            let database = try Database(path: draft)
            guard try Schema.version(of: database, path: backup) > 0 else {
                throw refusal(of: backup, "it is empty")
            }
            let problems = try database.rows("PRAGMA integrity_check(3)") { $0.text(0) }
            guard problems == ["ok"] else {
                throw refusal(of: backup, "SQLite finds it damaged: \(problems.joined(separator: "; "))")
            }
            guard try database.rows("PRAGMA foreign_key_check", [], { $0.text(0) }).isEmpty else {
                throw refusal(of: backup, "rows in it refer to rows that are missing")
            }
        } catch let error as SQLiteError {
            throw refusal(of: backup, "SQLite says: \(error.text)")
        }
        let registry = try SQLiteRegistry(path: draft)
        let check = try await registry.verifyJournal()
        if let broken = check.brokenAt {
            throw refusal(of: backup, "the chain of its journal is broken at entry \(broken)")
        }
        return try await Opened(
            registry: registry, entries: check.entries,
            newest: check.entries > 0 ? registry.journal(from: check.entries, limit: 1).first : nil,
            fates: Dictionary(uniqueKeysWithValues: registry.tags().map { ($0.id, TagFate($0)) }),
            lastFinding: registry.highest(.findings), lastImport: registry.highest(.imports))
    }

    private static func refusal(of backup: String, _ reason: String) -> RegistryError {
        RegistryError(
            .badBackup, "\(backup) is not restored", why: reason,
            next: "nothing was changed: take another backup")
    }
}

extension SQLiteRegistry {
    func highest(_ numbers: SpentNumbers) throws -> Int64 {
        try translatingErrors { try database.rows(numbers.question) { $0.integer(0) }.first ?? 0 }
    }
}
