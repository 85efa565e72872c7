internal import Faults
internal import FoundationEssentials
internal import Glibc
internal import Grants
package import Registry

/// The registry in one SQLite file: write-ahead log, full synchronization, one connection.
///
/// The caller ensures that no second process opens it (``RegistryStorage`` promises a journal without
/// gaps, which SQLite's own locks keep, and a station with one memory, which they do not).
package actor SQLiteRegistry: RegistryStorage {
    let database: Database
    private let executor: BlockingExecutor
    private let now: @Sendable () -> Timestamp
    private let recorded: @Sendable (JournalEvent, JournalEntry) -> Void
    private let reserve: DiskReserve
    let path: String
    private let folder: String
    var pieces = PieceSize()
    /// On its way, see ``foldArrivals()``.
    var arrivalFold: Task<Void, any Error>?
    /// Nil where no audit judges in parts.
    var parts: PartQueue?
    /// Whether many rows of a file are on their way in.
    var isTakingFile = false
    var waitingFiles: [CheckedContinuation<Void, Never>] = []
    /// How often contents and devices that no row has were removed: their numbers are not valid any more.
    var sweeps = 0
    /// Batches that are on their way in, by their names in the table.
    var arrivals: Set<String> = []
    /// Nil until it is asked for.
    var knownStanding: StationStanding?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Opens the file, creates it (mode 0600) or brings it up to date. `recorded` is called with each entry when
    /// it is durable, in their order.
    ///
    /// `reserving`: so many bytes are kept beside it for the results of writes that have begun when the disk becomes
    /// full. A write is begun only while they are there.
    package init(
        path: String, reserving bytes: Int = 0, now: @escaping @Sendable () -> Timestamp = { Timestamp.now },
        recorded: @escaping @Sendable (JournalEvent, JournalEntry) -> Void = { _, _ in }
    ) throws {
        executor = BlockingExecutor(label: "waymark.registry")
        self.now = now
        self.recorded = recorded
        reserve = DiskReserve(besides: path, bytes: bytes)
        self.path = path
        folder = RegistryPlace(path).folder
        do {
            database = try Self.open(path)
        } catch  where reserve.spend() {
            // A full disk: the log's index needs a little space.
            database = try Self.open(path)
        }
        _ = reserve.fill()
    }

    /// Opens a registry that another `SQLiteRegistry` of this process has open, for looking only: who asks here waits
    /// for no write, and sees every write that has ended.
    package init(reading path: String) throws {
        executor = BlockingExecutor(label: "waymark.registry.reading")
        now = { Timestamp.now }
        recorded = { _, _ in }
        reserve = DiskReserve(besides: path, bytes: 0)
        self.path = path
        folder = RegistryPlace(path).folder
        do {
            database = try Database(path: path)
            try database.run("PRAGMA busy_timeout = 5000")
            try database.run("PRAGMA temp_store = MEMORY")
            // Audits look contents up in many tables at once: with SQLite's own 2 MB they read each page twice.
            try database.run("PRAGMA cache_size = -16384")
            try database.run("PRAGMA query_only = ON")
        } catch let error as SQLiteError {
            throw Self.unopenable(path, "SQLite says: \(error.text)", next: "check the disk (df, dmesg)")
        }
    }

    private static func open(_ path: String) throws -> Database {
        try createFile(path)
        do {
            let database = try Database(path: path)
            try database.run("PRAGMA busy_timeout = 5000")
            // Before anything else: another program's database is left as it is.
            let version = try RegistrySchema.version(of: database, path: path)
            try database.run("PRAGMA journal_mode = WAL")
            try database.run("PRAGMA synchronous = FULL")
            // Sightings come in no order of time: with SQLite's own 2 MB each row would read and write a page of its own.
            try database.run("PRAGMA cache_size = -65536")
            // What is erased must not be readable in the file any more: see docs/privacy.md.
            try database.run("PRAGMA secure_delete = ON")
            try database.run("PRAGMA foreign_keys = OFF")
            try RegistrySchema.migrate(database, from: version)
            try SQLiteTables(database: database).keepMissingPlans()
            try PictureProof(database).keepMissingDigests()
            try database.run("PRAGMA foreign_keys = ON")
            // Rows of people are in no other file.
            try database.run("PRAGMA temp_store = MEMORY")
            return database
        } catch let error as SQLiteError {
            throw unopenable(
                path, "SQLite says: \(error.text)",
                next: error.concernsContent
                    ? "restore it from a backup (waymarkd restore FILE), or name another file as the registry"
                    : "check that the folder belongs to the service's user and that the disk has space left")
        }
    }

    /// Moves everything from the write-ahead log into the database file, so that the file alone is the
    /// registry. For the end of a process; nothing is lost without it.
    package func checkpoint() throws {
        try translatingErrors { try database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    /// Creates the file with its mode, which SQLite gives to its log and shared memory, too.
    private static func createFile(_ path: String) throws(RegistryError) {
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
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
    package func record(
        _ event: JournalEvent, expecting basis: EditBasis?, by author: Author
    ) async throws -> JournalEntry {
        if case .batchCreated(let batch) = event, batch.tags.count > Self.wholeLimit {
            try standing().check(event)
            return try await create(batch, expecting: basis, by: author)
        }
        if case .audited(let record, let run) = event, run.verdicts.count > Self.wholeLimit {
            try standing().check(event)
            return try write(
                .audited(record, run: try await keepVerdicts(of: run)), expecting: basis, by: author)
        }
        // What an import brought is folded before it counts; of what is erased nothing waits.
        if event.needsFolding { try await foldArrivals() }
        if event.beginsWrite, !reserve.fill() {
            throw diskError(.diskFull, "there is no room to journal how the write ends")
        }
        do {
            let entry = try write(event, expecting: basis, by: author)
            if case .batchDeleted = event { try await removeLeftovers() }
            return entry
        } catch let error as RegistryError where error.code == .diskFull && event.endsWrite && reserve.spend() {
            return try write(event, expecting: basis, by: author)
        }
    }

    /// `staged`: the batch that was taken in before, piece by piece.
    func write(
        _ event: JournalEvent, expecting basis: EditBasis? = nil, by author: Author, _ staged: StagedBatch? = nil
    ) throws -> JournalEntry {
        // Here, where nothing comes between the check and the entry.
        try standing().check(event)
        let (applied, entries) = try translatingErrors {
            try database.transaction {
                let time = now()
                let plans = staged == nil && event.concernsPlans ? PlanChanges() : nil
                var tables = SQLiteTables(database: database, staged: staged, plans: plans)
                let (applied, documents) = try tables.take(event, expecting: basis, at: time)
                return (applied, try append(applied, documents, by: author, at: time))
            }
        }
        ChangeMark.current?.set()
        knownStanding?.follow(applied)
        if let step = entries.step { recorded(step.event, step.entry) }
        recorded(applied, entries.own)
        // Many rows fill the cache of pages, which SQLite keeps otherwise; a station at rest is small.
        if event.movesManyRows { try? database.run("PRAGMA shrink_memory") }
        return entries.own
    }

    /// Writes to the disk what is there already: whether the registry can be written, and its reserve is whole.
    package func probe() throws {
        guard reserve.fill() else { throw diskError(.diskFull, "there is no room for the reserve") }
        try translatingErrors {
            try database.transaction { try database.run("PRAGMA user_version = \(RegistrySchema.current)") }
        }
    }

    /// Rows in and out, for calls within ``translatingErrors(_:)``.
    var tables: SQLiteTables { SQLiteTables(database: database) }

    /// SQLite's errors become the registry's.
    func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw diskError(error.meaning(inFolder: folder), "SQLite says: \(error.text)")
        }
    }

    private func diskError(_ code: RegistryError.Code, _ reason: String) -> RegistryError {
        let next =
            switch code {
            case .diskFull: "free space on the disk of \(folder) (df -h \(folder)); what waits continues by itself"
            case .diskReadOnly: "mount the disk of \(folder) for writing again, after a look at why (dmesg)"
            case .diskFailing: "look at the disk's health (dmesg, smartctl), and make a backup: waymark backup FILE"
            case .registryDamaged: "restore it from a backup: waymarkd restore FILE"
            default: "check the disk's space and health (df, dmesg); nothing was changed"
            }
        return RegistryError(code, "the registry could not be read or written", why: reason, next: next)
    }
}

extension Timestamp {
    /// The system's clock.
    package static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension JournalEvent {
    /// Whether it may change plans of tags.
    fileprivate var concernsPlans: Bool {
        documents.contains { set in
            if case .tags = set { true } else { false }
        }
    }

    fileprivate var needsFolding: Bool {
        switch self {
        case .evidenceImported, .evidenceForgotten: true
        default: false
        }
    }

    /// Whether sightings, verdicts or findings came or went with it.
    fileprivate var movesManyRows: Bool {
        switch self {
        case .evidenceImported, .evidenceForgotten, .audited: true
        default: false
        }
    }
}
