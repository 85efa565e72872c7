import Chips
import Faults
import Foundation
import Geodesy
import HubStorage
import MemoryStorage
import Registry
import Synchronization
import TestBench
import Testing

/// The connection to PostgreSQL is cut at each message of each side while something is recorded, until there is none left
/// to cut. What has to come of it, a registry in memory says. `make proof-storage` cuts at every one, a test at one of
/// every few, each time others.
@Suite(.needsPostgreSQL, .takesTurns) struct `A registry whose connection is cut` {
    private static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"
    private static let stride = isLong ? 1 : 17

    /// A hub's registry behind the proxy, and one in memory to which the same happens.
    private struct Pair {
        let place: HubPlace
        let proxy: CuttingProxy
        let hub: HubRegistry
        let memory: MemoryRegistryOfTest
        var events: RandomEvents
        private let clock = SettableClock()
        private let author = Author(station: "hub", actor: "alice")
        private static let sources: [JournalEvent.Kind: EvidenceKind] = [
            .sightingsImported: .sightings, .confirmationsImported: .confirmations,
        ]

        init(seed: UInt64) async throws {
            place = try await HubPlace()
            let proxy = try CuttingProxy(before: try await PrivatePostgreSQL.shared.value.host)
            self.proxy = proxy
            let clock = clock
            hub = try await place.registry(through: proxy.host, pausing: false) { clock.now }
            memory = MemoryRegistryOfTest { clock.now }
            events = RandomEvents(seed: seed)
        }

        /// With what most events rest on.
        static func begun(seed: UInt64) async throws -> Pair {
            var pair = try await Pair(seed: seed)
            for kind: JournalEvent.Kind in [.storesImported, .batchCreated] { try await pair.record(kind) {} }
            return pair
        }

        /// Records an event of a kind that is taken, with `cut` armed just before; what is not taken is refused alike.
        mutating func record(_ kind: JournalEvent.Kind, cut: () -> Void) async throws {
            for attempt in 1...400 {
                // No event begins an import.
                if let source = Self.sources[kind] {
                    let number = try await hub.beginImport(source, file: "a.csv")
                    #expect(await memory.registry.beginImport(source, file: "a.csv") == number)
                }
                events.tick()
                let event = try await events.event(kind, in: memory.registry)
                clock.set(events.clock)
                if event.kind != kind {
                    // What such an event is about is missing.
                    try await record(event)
                    continue
                }
                guard let expected = try? await memory.registry.record(event, by: author) else {
                    _ = await #expect(throws: RegistryError.self) { try await hub.record(event, by: author) }
                    // What it needs may be missing: something else happens.
                    for _ in 0..<2 { try await something() }
                    try #require(attempt < 400, "no event of \(kind) is taken: \(events.random)")
                    continue
                }
                cut()
                let entry = try await hub.record(event, by: author)
                #expect(entry == expected, "\(kind), \(events.random)")
                return
            }
        }

        /// Any event that may be taken; mostly what others rest on.
        mutating func something() async throws {
            let usual: [JournalEvent.Kind] = [
                .storesImported, .batchCreated, .batchCreated, .writeIntended, .sheetMade, .tokenCreated, .audited,
                .experiencesImported, .readerAdded,
            ]
            let kinds = RandomEvents.kinds
            let kind = events.pick(2) == 0 ? usual[events.pick(usual.count)] : kinds[events.pick(kinds.count)]
            events.tick()
            let event = try await events.event(kind, in: memory.registry)
            clock.set(events.clock)
            try await record(event)
        }

        private func record(_ event: JournalEvent) async throws {
            let expected = try? await memory.registry.record(event, by: author)
            let entry = try? await hub.record(event, by: author)
            #expect(entry == expected, "\(event.kind), \(events.random)")
        }

        /// Each cut batch makes the answers longer, and the messages to cut more: without a new pair they would never end.
        var hasGrown: Bool { get async { await memory.registry.batches().count > 24 } }

        func compare() async throws {
            let tags = await memory.registry.tags()
            let differences = try await Answers(hub, about: tags).differences(
                from: try await Answers(memory.registry, about: tags))
            #expect(differences.isEmpty, "\(events.random): \(differences.prefix(3).joined(separator: "\n"))")
        }
    }

    @Test(arguments: RandomEvents.kinds)
    func `journals an event of each kind exactly once, and says so`(kind: JournalEvent.Kind) async throws {
        var seed = SeededRandom().seed
        var pair = try await Pair.begun(seed: seed)
        var cuts: [CuttingProxy.Side: Int] = [:]
        for side in CuttingProxy.Side.allCases {
            var message = 1 + (Self.stride == 1 ? 0 : pair.events.pick(Self.stride))
            while true {
                if await pair.hasGrown {
                    try await pair.compare()
                    seed &+= 1
                    pair = try await Pair.begun(seed: seed)
                }
                let proxy = pair.proxy
                let before = proxy.cuts
                try await pair.record(kind) { proxy.cut(at: message, of: side) }
                proxy.heal()
                guard proxy.cuts == before + 1 else { break }
                cuts[side, default: 0] += 1
                message += Self.stride
            }
        }
        try await pair.compare()
        print(
            "\(kind.rawValue): cut at \(cuts[.client] ?? 0) messages of the client and \(cuts[.server] ?? 0) of the server"
        )
        #expect(cuts.count == 2)
    }

    @Test func `keeps a piece of evidence exactly once, and says how much of it is new`() async throws {
        let pair = try await Pair(seed: 1)
        let number = try await pair.hub.beginImport(.sightings, file: "a.csv")
        _ = await pair.memory.registry.beginImport(.sightings, file: "a.csv")
        var (cuts, piece) = (0, 0)
        for side in CuttingProxy.Side.allCases {
            var message = 1
            while true {
                piece += 1
                let rows = try (0..<9).map { row in
                    KeptSighting(
                        time: Int64(1_795_000_000 + 1_000 * piece + row), url: "https://example.com/\(row % 4)",
                        uid: nil,
                        place: try Coordinate(latitude: 10, longitude: Double(row)), sigma: Double(1 + row),
                        device: DevicePseudonym([UInt8(row)]))
                }
                let answers = rows.map {
                    KeptConfirmation(time: $0.time, url: $0.url, outcome: "inRegion", device: $0.device)
                }
                let remark = KeptRemark(
                    time: Int64(piece), url: "https://example.com/1", device: DevicePseudonym([1]), note: "torn",
                    picture: nil)
                let before = pair.proxy.cuts
                pair.proxy.cut(at: message, of: side)
                #expect(try await pair.hub.keep(rows, import: number) == 9)
                #expect(try await pair.hub.keep(answers, import: number) == 9)
                #expect(try await pair.hub.keep([remark]) == 1)
                pair.proxy.heal()
                _ = try await pair.memory.registry.keep(rows, import: number)
                _ = try await pair.memory.registry.keep(answers, import: number)
                _ = try await pair.memory.registry.keep([remark])
                guard pair.proxy.cuts == before + 1 else { break }
                cuts += 1
                message += Self.isLong ? 1 : 5
            }
        }
        try await pair.compare()
        print("evidence: cut at \(cuts) messages")
        #expect(cuts > 20)
    }

    @Test func `begins an import and a request exactly once`() async throws {
        let pair = try await Pair(seed: 2)
        var cuts = 0
        for side in CuttingProxy.Side.allCases {
            var message = 1
            while true {
                let before = pair.proxy.cuts
                pair.proxy.cut(at: message, of: side)
                let number = try await pair.hub.beginImport(.confirmations, file: "c.csv")
                let key = RequestKey(actor: "alice", key: "\(side) \(message)")
                let request = try await pair.hub.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1))
                pair.proxy.heal()
                #expect("\(request)" == "new")
                #expect(try await pair.hub.openImports().map(\.number) == Array(1...number))
                guard pair.proxy.cuts == before + 1 else { break }
                cuts += 1
                message += Self.isLong ? 1 : 5
            }
        }
        print("imports and requests: cut at \(cuts) messages")
        #expect(cuts > 8)
    }

    /// The answer to COMMIT is lost, and after it nothing of the database passes any more.
    @Test func `says that the registry is away where it cannot find out, and goes on from what was kept`() async throws
    {
        var pair = try await Pair(seed: 3)
        for _ in 0..<9 { try await pair.something() }
        let author = Author(station: "hub", actor: "alice")
        for number in 0..<5 {
            let count = try await pair.hub.journal(from: 1, limit: 100_000).count
            let reader = ReaderRecord(name: try name("lost-\(number)"), connection: "usb")
            pair.proxy.cut(atAnswer: "COMMIT", then: 1, forEver: true)
            let change = HeardChange()
            let error = await #expect(throws: RegistryError.self) {
                try await change.mark.during { try await pair.hub.record(.readerAdded(reader), by: author) }
            }
            #expect(error?.code == .registryAway)
            #expect(change.isHeard, "it may have been kept")
            pair.proxy.heal()
            // It was kept, and the chain's writer takes it for its own when it looks again.
            #expect(try await pair.hub.journal(from: 1, limit: 100_000).count == count + 1)
        }
    }
}

/// The registry in memory, under a name that is not that of the module.
struct MemoryRegistryOfTest {
    let registry: MemoryRegistry

    init(now: @escaping @Sendable () -> Timestamp) { registry = MemoryRegistry(now: now) }
}
