import Registry
import Testing

/// What storages answer of requests that clients have named by keys of their own.
@Suite(.takesTurns) struct `A request under a key` {
    private static let time = Timestamp(milliseconds: 1_795_221_000_000)
    private static let first = KeptAnswer(status: 201, headers: "Location: /v1/batches/opening", body: "the first")
    private static let second = KeptAnswer(status: 200, headers: "", body: "the second")

    private let key = RequestKey(actor: "alice", key: "k-1")

    private func access(_ bench: Bench) throws -> any RegistryAccess {
        try #require(bench.storage as? any RegistryAccess)
    }

    private func begin(_ bench: Bench, at time: Timestamp = Self.time) async throws -> KeyedRequest {
        try await access(bench).begin(key, isPersonal: true, at: time)
    }

    @Test(arguments: StorageKind.all) func `has the answer that was kept first`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        #expect(try await begin(bench) == .new)
        #expect(try await begin(bench) == .running)
        try await access(bench).keep(Self.first, of: "POST", under: key)
        try await access(bench).keep(Self.second, of: "PUT", under: key)
        try await bench.reopen()
        #expect(try await begin(bench) == .answered(Self.first, request: "POST"))
    }

    @Test(arguments: StorageKind.all) func `is not answered after an interruption`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        #expect(try await begin(bench) == .new)
        try await access(bench).interruptRequests()
        try await access(bench).keep(Self.first, of: "POST", under: key)
        #expect(try await begin(bench) == .interrupted)
        try await access(bench).release(key)
        #expect(try await begin(bench) == .new)
    }

    /// The daemon has it and does not run it any more.
    @Test(arguments: StorageKind.all) func `is interrupted by itself while it is kept as running`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        #expect(try await access(bench).interrupt(key) == false)
        #expect(try await begin(bench) == .new)
        #expect(try await access(bench).interrupt(key))
        #expect(try await begin(bench) == .interrupted)
        #expect(try await access(bench).interrupt(key) == false)
        let other = RequestKey(actor: "alice", key: "k-2")
        #expect(try await access(bench).begin(other, isPersonal: false, at: Self.time) == .new)
        try await access(bench).keep(Self.first, of: "POST", under: other)
        #expect(try await access(bench).interrupt(other) == false)
        #expect(
            try await access(bench).begin(other, isPersonal: false, at: Self.time)
                == .answered(Self.first, request: "POST"))
    }

    @Test(arguments: StorageKind.all) func `is let go where it was refused, and not where it was done`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        #expect(try await begin(bench) == .new)
        try await access(bench).keep(KeptAnswer(status: 422, headers: "", body: "no"), of: "POST", under: key)
        try await access(bench).release(key)
        #expect(try await begin(bench) == .new)
        try await access(bench).keep(Self.first, of: "POST", under: key)
        try await access(bench).release(key)
        #expect(try await begin(bench) == .answered(Self.first, request: "POST"))
    }

    @Test(arguments: StorageKind.all) func `is marked as having changed something by what is journalled`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        let (change, refusal) = (HeardChange(), HeardChange())
        let reader = JournalEvent.readerAdded(ReaderRecord(name: try name("bench 1"), connection: "usb"))
        try await change.mark.during { _ = try await bench.record(reader) }
        #expect(change.isHeard)
        await #expect(throws: RegistryError.self) {
            try await refusal.mark.during { _ = try await bench.record(reader) }
        }
        #expect(!refusal.isHeard)
    }

    @Test(arguments: StorageKind.all) func `has no answer that was never begun`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await access(bench).keep(Self.first, of: "POST", under: key)
        #expect(try await begin(bench) == .new)
    }

    /// One that still runs is not forgotten, however old it is; those from that moment on are kept.
    @Test(arguments: StorageKind.all) func `is forgotten by its age alone`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let later = Timestamp(milliseconds: Self.time.milliseconds + 1)
        #expect(try await begin(bench) == .new)
        try await access(bench).forgetKeys(before: later)
        #expect(try await begin(bench) == .running)
        try await access(bench).keep(Self.first, of: "POST", under: key)
        try await access(bench).forgetKeys(before: Self.time)
        #expect(try await begin(bench) == .answered(Self.first, request: "POST"))
        try await access(bench).forgetKeys(before: later)
        #expect(try await begin(bench) == .new)
    }

    /// Erased while it ran: its answer may tell of what was erased.
    @Test(arguments: StorageKind.all) func `keeps no answer after an erasure`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let other = RequestKey(actor: "alice", key: "k-2")
        #expect(try await begin(bench) == .new)
        #expect(try await access(bench).begin(other, isPersonal: false, at: Self.time) == .new)
        try await bench.record(.evidenceForgotten(Forgetting(cause: .asked, before: Self.time), device: nil))
        try await access(bench).keep(Self.first, of: "POST", under: key)
        try await access(bench).keep(Self.second, of: "POST", under: other)
        #expect(try await begin(bench) == .erased)
        let kept = try await access(bench).begin(other, isPersonal: false, at: Self.time)
        #expect(kept == .answered(Self.second, request: "POST"))
    }
}
