internal import FoundationEssentials
internal import Glibc
public import Registry

/// The registry in one SQLite file: write-ahead log, full synchronization, one connection.
///
/// Whoever opens it sees to it that no second process does (``RegistryStorage`` promises a journal without
/// gaps, which SQLite's own locks keep, and a station with one memory, which they do not).
public actor SQLiteRegistry: RegistryStorage {
    let database: Database
    private let executor: BlockingExecutor
    private let now: @Sendable () -> Timestamp
    private let recorded: @Sendable (JournalEvent, JournalEntry) -> Void

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Opens the file, creates it (mode 0640) or brings it up to date. `recorded` is told of each entry when it is
    /// durable, in their order.
    public init(
        path: String, now: @escaping @Sendable () -> Timestamp = { Timestamp.now },
        recorded: @escaping @Sendable (JournalEvent, JournalEntry) -> Void = { _, _ in }
    ) throws {
        executor = BlockingExecutor(label: "waymark.registry")
        self.now = now
        self.recorded = recorded
        database = try Self.open(path)
    }

    /// Opens a registry that another `SQLiteRegistry` of this process has open, for looking only: who asks here waits
    /// for no write, and sees every write that has ended.
    public init(reading path: String) throws {
        executor = BlockingExecutor(label: "waymark.registry.reading")
        now = { Timestamp.now }
        recorded = { _, _ in }
        do {
            database = try Database(path: path)
            _ = try database.rows("PRAGMA busy_timeout = 5000") { $0.integer(0) }
            try database.run("PRAGMA query_only = ON")
        } catch let error as SQLiteError {
            throw Self.unopenable(path, "SQLite says: \(error.text)", next: "check the disk (df, dmesg)")
        }
    }

    private static func open(_ path: String) throws -> Database {
        try createFile(path)
        do {
            let database = try Database(path: path)
            _ = try database.rows("PRAGMA busy_timeout = 5000") { $0.integer(0) }
            // Before anything else: another program's database is left as it is.
            let version = try Schema.version(of: database, path: path)
            _ = try database.rows("PRAGMA journal_mode = WAL") { $0.text(0) }
            try database.run("PRAGMA synchronous = FULL")
            try database.run("PRAGMA foreign_keys = ON")
            // What is erased must not be readable in the file any more: see docs/privacy.md.
            _ = try database.rows("PRAGMA secure_delete = ON") { $0.integer(0) }
            try Schema.migrate(database, from: version)
            return database
        } catch let error as SQLiteError {
            throw unopenable(
                path, "SQLite says: \(error.text)",
                next: error.concernsContent
                    ? "name another file as the registry, or restore this one from a backup"
                    : "check that the folder belongs to the service's user and that the disk has space left")
        }
    }

    /// Moves everything from the write-ahead log into the database file, so that the file alone is the
    /// registry. For the end of a process; nothing is lost without it.
    public func checkpoint() throws {
        try translatingErrors { _ = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) } }
    }

    /// Creates the file with its mode, which SQLite gives to its log and shared memory, too.
    private static func createFile(_ path: String) throws(RegistryError) {
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else {
            throw unopenable(
                path, unsafe String(cString: strerror(errno)),
                next: "check that the folder exists and belongs to the service's user")
        }
        close(descriptor)
    }

    private static func unopenable(_ path: String, _ reason: String, next: String) -> RegistryError {
        RegistryError(.storageFailed, "cannot open the registry \(path)", why: reason, next: next)
    }

    @discardableResult
    public func record(_ event: JournalEvent, by author: Author) throws -> JournalEntry {
        let (applied, entry) = try translatingErrors {
            try database.transaction {
                let time = now()
                let applied = try apply(event, at: time)
                return (applied, try append(applied, by: author, at: time))
            }
        }
        recorded(applied, entry)
        return entry
    }

    /// SQLite's errors become the registry's.
    func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw RegistryError(
                .storageFailed, "the registry could not be read or written", why: "SQLite says: \(error.text)",
                next: "check the disk's space and health (df, dmesg); nothing was changed")
        }
    }

    private func append(_ event: JournalEvent, by author: Author, at time: Timestamp) throws -> JournalEntry {
        let last = try database.rows(Self.selectEntry + " ORDER BY sequence DESC LIMIT 1", [], Self.entry).first
        let entry = JournalEntry(
            sequence: (last?.sequence ?? 0) + 1, time: time, author: author, kind: event.kind.rawValue,
            payload: try Self.json(event.payload), previous: try last?.digest() ?? JournalEntry.beforeTheFirst)
        try database.run(
            "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(entry.sequence), .text(entry.time.iso8601), .text(author.station), .text(author.actor),
                .text(entry.kind), .text(entry.payload), .text(entry.previous),
            ])
        return entry
    }

    private static func json(_ payload: any Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(payload), as: UTF8.self)
    }
}

extension Timestamp {
    /// The system's clock.
    public static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
