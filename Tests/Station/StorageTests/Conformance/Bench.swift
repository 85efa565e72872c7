import AppClips
import Faults
import Geodesy
import Registry
import Storage
import Synchronization
import Testing

/// One storage under test, and the things that are put into it.
final class Bench {
    private let open: StorageKind.Opener
    private(set) var storage: any RegistryStorage
    var history: any RegistryHistory { get throws { try #require(storage as? any RegistryHistory) } }
    let author = Author(station: "bench-1", actor: "alice (uid 1000)")

    init(_ kind: StorageKind) async throws {
        open = try await kind.makePlace()
        storage = try await open(Self.clock())
    }

    /// Opens the same place again.
    func reopen() async throws {
        storage = try await open(Self.clock(from: 86_400))
    }

    /// 2026-11-21T00:30:00Z and so many seconds, and a second later each time it is asked.
    static func clock(from start: Int64 = 0) -> @Sendable () -> Timestamp {
        let ticks = Ticks()
        return { Timestamp(milliseconds: 1_795_221_000_000 + 1_000 * (start + ticks.next())) }
    }

    private final class Ticks: Sendable {
        private let count = Atomic<Int64>(0)

        func next() -> Int64 { count.add(1, ordering: .relaxed).oldValue }
    }

    @discardableResult
    func record(_ event: JournalEvent) async throws -> JournalEntry { try await storage.record(event, by: author) }

    /// Records events that have to be taken.
    func record(_ events: [JournalEvent]) async throws {
        for event in events { try await storage.record(event, by: author) }
    }

    /// An event that has to be refused, and to change nothing: no table, and not the journal.
    func refuses(
        _ event: JournalEvent, expecting basis: EditBasis? = nil, _ code: RegistryError.Code, why reason: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await Everything(storage)
        let error = try await #require(throws: RegistryError.self, sourceLocation: sourceLocation) {
            try await storage.record(event, expecting: basis, by: author)
        }
        #expect(error.code == code, sourceLocation: sourceLocation)
        #expect(error.reason == reason, sourceLocation: sourceLocation)
        #expect(!error.message.isEmpty && !error.next.isEmpty, sourceLocation: sourceLocation)
        #expect(try await Everything(storage) == before, sourceLocation: sourceLocation)
    }

    func findings() async throws -> [KeptFinding] {
        let lists = try #require(storage as? any RegistryQueries)
        let filter = FindingFilter(states: Set(KeptFinding.State.allCases))
        return try await lists.findings(filter, PageRequest(after: nil, limit: 1_000))
    }

    func finding(_ number: Int64) async throws -> KeptFinding? {
        try await findings().first { $0.number == number }
    }

    func state(_ id: String) async throws -> TagState? { try await storage.tag(name(id))?.state }
}

/// All that a storage says.
struct Everything: Equatable {
    let stores: [Store]
    let experiences: [Experience]
    let readers: [ReaderRecord]
    let batches: [BatchSummary]
    let tags: [Registry.Tag]
    let templates: [StoreTemplate]
    let journal: [JournalEntry]

    init(_ storage: any RegistryStorage) async throws {
        stores = try await storage.stores()
        experiences = try await storage.experiences()
        readers = try await storage.readers()
        batches = try await storage.batches()
        tags = try await storage.tags()
        templates = try await storage.templates()
        journal = try await storage.journal(from: 1, limit: 100_000)
    }
}

func name<Subject>(_ text: String) throws -> Identifier<Subject> { try #require(Identifier(text)) }

func name(_ text: String) throws -> StoreID { try #require(StoreID(text)) }
