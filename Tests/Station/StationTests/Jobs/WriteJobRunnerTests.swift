import API
import Logging
import MemoryStorage
import NFCTags
import ReaderSupervision
import Registry
import Synchronization
import TestBench
import Testing

@testable import StationService

/// Participants that come while others leave.
@Suite(.timeLimit(.minutes(1))) struct `A write job's participants` {
    private final class GivenBack: Sendable {
        private let list = Mutex<[ReaderName]>([])
        var names: [ReaderName] { list.withLock(\.self) }
        func add(_ name: ReaderName) { list.withLock { $0.append(name) } }
    }

    private let bench: StationBench
    private let givenBack = GivenBack()

    init() throws { bench = try StationBench() }

    private func author(_ actor: String) -> Author { Author(station: "bench-1", actor: actor) }

    private func reserved(_ text: String) throws -> ReservedReader {
        _ = bench.station.readers.add(name: text, connection: "none-\(text)")
        return ReservedReader(name: try name(text), link: try #require(bench.station.readers.link(to: text))) { nil }
    }

    /// A job that Bob has begun with one reader; it is not running yet. `wanted`: whether he has named the reader.
    private func job(
        with reader: String, wanted: Bool = true, newReaders: @escaping @Sendable () -> [ReservedReader] = { [] }
    ) async throws -> WriteJobRunner {
        try await bench.open()
        let (registry, givenBack) = (bench.registry, givenBack)
        let logger = Logger(label: "test", handler: CollectingLogHandler())
        let setup = WriteJobSetup(
            id: 1, batch: try #require(await registry.batch(name("opening"))),
            request: WriteJobRequest(batch: try name("opening"), readers: wanted ? [try name(reader)] : []),
            storage: registry,
            reading: registry, loans: LoanDesk(storage: registry, membership: registry), isUnderHub: false,
            visits: SharedVisits(), keys: KeyRing(), allowsUntriedChips: false, check: { _ in }, author: author("bob"),
            conditions: StationConditions(now: { StationBench.now }, logger: logger), metrics: StationMetrics(),
            logger: logger, now: { StationBench.now }, newReaders: newReaders,
            giveBack: { givenBack.add($0) }, publish: { _ in })
        return WriteJobRunner(setup, readers: [try reserved(reader)])
    }

    @Test func `share the readers that stay, and not one that leaves with another`() async throws {
        let job = try await job(with: "left")
        let (left, right): (ReaderName, ReaderName) = (try name("left"), try name("right"))
        let alice = await job.enter(author("alice"), readers: [left, right], bringing: [try reserved("right")])
        #expect(alice == .entered(2))
        #expect(await job.staying == [left, right])
        _ = try await job.leave(2, by: author("alice"))
        #expect(await job.staying == [left])

        #expect(await job.enter(author("carol"), readers: [right], bringing: []) == .readersMoved)
        #expect(await job.snapshot.participants.map(\.actor) == ["bob"])
        #expect(await job.enter(author("carol"), readers: [left], bringing: []) == .entered(3))
        #expect(givenBack.names.isEmpty)
    }

    @Test func `get back what they bring when another reader has gone meanwhile`() async throws {
        let job = try await job(with: "left")
        let (right, gone): (ReaderName, ReaderName) = (try name("right"), try name("gone"))
        let answer = await job.enter(author("alice"), readers: [right, gone], bringing: [try reserved("right")])
        #expect(answer == .readersMoved)
        #expect(givenBack.names == [right])
        #expect(await job.snapshot.participants.map(\.actor) == ["bob"])
    }

    /// The readers of a job are free before it has ended: it must not take them for new ones.
    @Test func `get no reader any more when the job is being ended`() async throws {
        let free = try reserved("left")
        let job = try await job(with: "left", wanted: false) { [free] }
        let (events, continuation) = AsyncStream.makeStream(of: WriteEvent.Kind.self)
        let listener = JobLog.Listener { _, event in
            continuation.yield(event.type)
        } end: {
            continuation.finish()
        }
        _ = job.log.add(listener)
        let running = Task { await job.run() }
        var heard: [WriteEvent.Kind] = []
        for await kind in events {
            if heard.isEmpty {
                await job.willEnd(by: "bob")
                running.cancel()
            }
            heard.append(kind)
        }
        #expect(!heard.contains(.joined), "\(heard)")
        #expect(heard.last == .cancelled)
        #expect(givenBack.names == [try name("left")])
    }
}
