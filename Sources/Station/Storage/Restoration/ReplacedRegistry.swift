internal import Glibc
internal import Registry
internal import UnixSystem

/// A registry that is about to be replaced, read as far as it can be: whole, damaged, or not at all.
///
/// Nothing in its files is changed, not even by closing them: they are kept as they are.
final class ReplacedRegistry {
    private var database: Database?
    private let path: String
    private let hadLog: Bool
    /// The newest entry's number, as far as that can be read.
    let newest: Int64
    /// Whether an entry could not be read.
    private(set) var hasGaps = false

    /// Nil for a file that no journal can be read from.
    init?(path: String) {
        self.path = path
        hadLog = File.exists(path + "-wal")
        guard let database = try? Database(path: path) else { return nil }
        database.keepLogOnClosing()
        guard (try? database.run("PRAGMA query_only = ON")) != nil,
            let newest = try? database.integer("SELECT coalesce(max(sequence), 0) FROM journal")
        else { return nil }
        self.database = database
        self.newest = newest
    }

    /// A log that was not there before is a trace of the reading.
    deinit {
        database = nil
        unsafe unlink(path + "-shm")
        if !hadLog { unsafe unlink(path + "-wal") }
    }

    /// Whether SQLite finds every page in order.
    var isIntact: Bool {
        (try? database?.rows("PRAGMA integrity_check(1)") { $0.text("integrity_check") }) == ["ok"]
    }

    /// The highest number of a finding or an import; nil where it cannot be read.
    func highest(_ numbers: SpentNumbers) -> Int64? { try? database?.integer(numbers.question) }

    /// What was given up, with the labels among it; nil where the table cannot be read, or an older version had none.
    var formerCarriers: [FormerCarrier]? {
        database.flatMap { try? SQLiteTables(database: $0).formerCarriers() }
    }

    /// Entries from one number through another, in pieces. Those on damaged pages are left out, and set ``hasGaps``.
    func entries(from start: Int64, through end: Int64, _ receive: ([JournalEntry]) throws -> Void) throws {
        let end = min(end, newest)
        var next = start
        var limit: Int64 = 512
        while next <= end {
            let page: [JournalEntry]
            do {
                page =
                    try database?.rows(
                        SQLiteRegistry.selectEntry + " WHERE sequence BETWEEN ? AND ? ORDER BY sequence",
                        [.integer(next), .integer(min(next + limit - 1, end))], as: SQLiteRegistry.entry) ?? []
            } catch {
                // Half as many, down to the entry that cannot be read.
                if limit > 1 {
                    limit /= 2
                } else {
                    hasGaps = true
                    next += 1
                }
                continue
            }
            if page.count < min(limit, end - next + 1) { hasGaps = true }
            try receive(page)
            next += limit
            limit = min(512, limit * 2)
        }
    }
}

/// Numbers that users see.
enum SpentNumbers {
    case findings
    case imports

    var question: String {
        switch self {
        case .findings: "SELECT coalesce(max(number), 0) FROM findings"
        case .imports: "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'imports'"
        }
    }
}
