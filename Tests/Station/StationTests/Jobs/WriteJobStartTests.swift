import API
import Chips
import Faults
import Grants
import Logging
import MemoryStorage
import Provisioning
import ReaderSupervision
import Registry
import TestBench
import Testing

@testable import StationService

/// What happens to a batch between the look at it and the first chip.
@Suite(.timeLimit(.minutes(1))) struct `A write job that starts` {
    /// The registry, and a change that comes while it says whether there is a hub.
    private struct LateChange: StandingStorage {
        let registry: MemoryRegistry
        let change: @Sendable (MemoryRegistry) async throws -> Void

        func standing() async throws -> StationStanding {
            try await change(registry)
            return await registry.standing()
        }
    }

    private let bench: StationBench
    private let logger = Logger(label: "test", handler: CollectingLogHandler())

    init() throws { bench = try StationBench() }

    private func conditions() -> StationConditions { StationConditions(now: { StationBench.now }, logger: logger) }

    /// A batch that may be written.
    private func open() async throws {
        try await bench.open()
        let experiences = "url,title,subtitle,action\nhttps://example.com/,Fruta,Order,open\n"
        _ = try await bench.station.importExperiences(
            Array(experiences.utf8), file: "experiences.csv", by: bench.author)
    }

    /// The jobs of a station in which `change` comes after a job's start has read its batch.
    private func jobs(_ change: @escaping @Sendable (MemoryRegistry) async throws -> Void) -> WriteJobs {
        let registry = bench.registry
        return WriteJobs(
            storage: registry, reading: registry,
            loans: LoanDesk(storage: registry, membership: LateChange(registry: registry, change: change)),
            readers: bench.station.readers, reservations: ReaderReservations(), keys: KeyRing(),
            allowsUntriedChips: false, position: nil, conditions: conditions(), metrics: StationMetrics(),
            now: { StationBench.now }, logger: logger, publish: { _ in })
    }

    /// Starts a job and waits until it has ended. Its last event.
    private func ending(of jobs: WriteJobs) async throws -> WriteEvent {
        _ = bench.station.readers.add(name: "left", connection: "none-left")
        let request = WriteJobRequest(batch: try name("opening"), readers: [try name("left")])
        let job = try await jobs.start(request, by: bench.author)
        let (events, continuation) = AsyncStream.makeStream(of: WriteEvent.self)
        _ = try await jobs.log(job.id).add(
            JobLog.Listener(receive: { continuation.yield($1) }, end: { continuation.finish() }))
        var last: WriteEvent?
        for await event in events { last = event }
        return try #require(last)
    }

    @Test func `writes nothing of a batch that is paused meanwhile`() async throws {
        try await open()
        let author = bench.author
        let jobs = jobs { registry in
            try await registry.record(.batchPaused(BatchPause(batch: name("opening"), reason: nil)), by: author)
        }
        let last = try await ending(of: jobs)
        #expect(last.type == .failed && last.code == "paused")
        #expect(await !bench.kinds().contains("write-intended"))
    }

    @Test func `writes nothing of a batch that gets other rules meanwhile`() async throws {
        try await open()
        let author = bench.author
        let policy = BatchPolicy(batch: try name("opening"), rules: BatchRules(genuineness: .required))
        let last = try await ending(of: jobs { try await $0.record(.batchRuled(policy), by: author) })
        #expect(last.type == .failed && last.code == "rules-changed")
    }

    @Test func `writes nothing of a batch that is deleted meanwhile`() async throws {
        try await open()
        let author = bench.author
        let deletion = BatchDeletion(batch: try name("opening"), tags: 2)
        let last = try await ending(of: jobs { try await $0.record(.batchDeleted(deletion), by: author) })
        #expect(last.type == .failed && last.code == "unknown-batch")
    }

    /// Deleted in the moment between a chip's assignment and its intent.
    @Test func `goes on when the tag of a chip is deleted`() async throws {
        try await open()
        let (registry, logger) = (bench.registry, logger)
        _ = bench.station.readers.add(name: "left", connection: "none-left")
        let left: ReaderName = try name("left")
        let setup = WriteJobSetup(
            id: 1, batch: try #require(await registry.batch(name("opening"))),
            request: WriteJobRequest(batch: try name("opening"), readers: [left]), storage: registry,
            reading: registry, loans: LoanDesk(storage: registry, membership: registry), isUnderHub: false,
            visits: SharedVisits(), keys: KeyRing(), allowsUntriedChips: false, check: { _ in }, author: bench.author,
            conditions: conditions(), metrics: StationMetrics(), logger: logger, now: { StationBench.now },
            newReaders: { [] }, giveBack: { _ in }, publish: { _ in })
        let reader = ReservedReader(name: left, link: try #require(bench.station.readers.link(to: "left"))) { nil }
        let job = WriteJobRunner(setup, readers: [reader])
        let port = WriteJobPort(reader: reader, job: job, setup: setup)
        let uid = try #require(ChipUID("04A1B2C3D4E580"))
        guard case .write(let tag) = try await port.assignment(of: uid) else {
            Issue.record("no tag for a new chip")
            return
        }
        _ = try await bench.station.deleteTag(tag.id, by: bench.author)
        let write = TagWrite(
            tag: tag.id, batch: tag.batch, uid: uid, product: "NTAG213", url: tag.url, reader: left)
        guard case .refused(let complaint) = try await port.record(.writeIntended(write), mayBeLate: true) else {
            Issue.record("the intent is on record")
            return
        }
        #expect(complaint.code == "unknown-tag")
        #expect(await !job.isOver)
        #expect(await job.snapshot.total == 1)
    }
}
