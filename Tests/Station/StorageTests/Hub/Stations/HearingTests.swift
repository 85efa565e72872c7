import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// What a hub answers a station that calls.
@Suite(.needsPostgreSQL, .takesTurns) struct `A station that calls its hub` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let hub: HubRegistry
    private let station: BenchStation

    init() async throws {
        place = try await HubPlace()
        hub = try await place.registry(now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await hub.record(.batchCreated(try Samples.batch("opening", (1...9).map { "t-\($0)" })), by: author)
        station = try await BenchStation.joined("north", hub)
        try await station.take(hub, 3)
        try await station.send(to: hub)
    }

    @Test func `hears what the hub has of its chain, and in which era it is`() async throws {
        let heard = try await station.call(hub)
        #expect(heard.head == (try await station.head()))
        #expect(heard.era == (try await hub.hubStanding().era) && heard.isSettled)
        #expect(try await hub.station(station.chain)?.contact?.version == "1.2.3")
        let begun = try await hub.beginEra(reason: "a standby was promoted", by: author)
        let unsettled = try await station.call(hub)
        #expect(unsettled.era == begun.era && !unsettled.isSettled)
        #expect(unsettled.documents != heard.documents)
        try await station.adopt(begun.era)
        try await station.send(to: hub)
        #expect(try await station.call(hub).isSettled)
    }

    @Test func `hears of the same mark of documents behind what it has done itself`() async throws {
        let mark = try await station.call(hub).documents
        try await station.write("t-1", chip: 1)
        try await station.take(hub, 2)
        try await station.send(to: hub)
        #expect(try await station.call(hub).documents == mark)
    }

    @Test func `is refused where it is not the one that has enrolled`() async throws {
        let other = try await BenchStation.joined("south", hub)
        func refusal(_ name: StationName, _ chain: ChainName, on fingerprint: String) async throws -> GrantFaultCode? {
            let contact = StationContact(chain: chain, version: "9", head: nil, clock: Timestamp(milliseconds: 1))
            do { _ = try await hub.hear(StationCall(from: name, on: fingerprint, contact)) } catch let e as GrantError {
                return e.code
            }
            return nil
        }
        let (chain, machine) = (station.chain, station.fingerprint)
        #expect(try await refusal(other.name, chain, on: machine) == .unknownStation)
        #expect(try await refusal(station.name, .drawn(), on: machine) == .unknownStation)
        #expect(try await refusal(station.name, chain, on: other.fingerprint) == .otherMachine)
        #expect(try await hub.station(chain)?.contact == nil, "what is refused leaves nothing")
        _ = try await hub.declareLost(station.name, reason: "burnt", by: author)
        #expect(try await refusal(station.name, chain, on: machine) == .unknownStation)
    }

    /// A restoration of the hub's database begins an era: this event is of stations' files only.
    private static let kinds = RandomEvents.kinds.filter { $0 != .registryRestored }

    /// Anything that happens at the hub, to tags that stations hold and others: where the documents are others, the mark is.
    @Test(arguments: SeededRandom.seeds(3))
    func `hears of another mark whenever its documents are others`(seed: UInt64) async throws {
        var events = RandomEvents(seed: seed)
        var known = try await (documents: hub.documents(heldBy: station.chain), mark: station.call(hub).documents)
        var (changed, unchanged, refetched) = (0, 0, 0)
        let limit = DocumentPageLimit(documents: 4, bytes: 1 << 20)
        var heard = HeardDocuments()
        try await heard.hear(hub, of: station.chain, within: limit)
        for _ in 0..<150 {
            events.tick()
            let kind = Self.kinds[events.pick(Self.kinds.count)]
            do { try await hub.record(try await events.event(kind, in: hub), by: author) } catch is RegistryError {
            } catch is GrantError {}
            if events.pick(4) == 0 {
                let held = try await hub.documents(heldBy: station.chain).batches.flatMap(\.tags)
                try await change(some: held, &events)
            }
            let now = try await (documents: hub.documents(heldBy: station.chain), mark: station.call(hub).documents)
            if now.mark != known.mark { try await heard.hear(hub, of: station.chain, within: limit) }
            #expect(heard.missing(of: now.documents) == [], "\(events.random), \(kind)")
            if now.documents != known.documents {
                changed += 1
                #expect(now.mark != known.mark, "\(events.random), \(kind)")
            } else if now.mark == known.mark {
                unchanged += 1
            } else {
                refetched += 1
            }
            known = now
        }
        print("documents: \(changed) times others, \(unchanged) times the same, \(refetched) times asked for in vain")
        #expect(changed > 5 && unchanged > 20)
    }

    /// What people do at a hub to plans that are held.
    private func change(some held: [Registry.Tag], _ events: inout RandomEvents) async throws {
        guard let tag = held.randomElement(using: &events.random), let batch = try await hub.batch(tag.batch) else {
            return
        }
        let event: JournalEvent
        switch events.pick(3) {
        case 0:
            event = .batchRuled(
                BatchPolicy(batch: batch.name, rules: BatchRules(protection: events.pick(2) == 0 ? .password : .none)))
        case 1:
            event = .storesImported(
                [Store(id: tag.store, name: "Egg \(events.pick(99))", region: nil)], file: "stores.csv")
        default:
            let plans = [
                Registry.Tag(
                    id: tag.id, batch: tag.batch, store: tag.store, placement: "door \(events.pick(99))",
                    medium: tag.medium, url: tag.url)
            ]
            event = .batchRevised(batch.with(plans))
        }
        do { try await hub.record(event, by: author) } catch is RegistryError {} catch is GrantError {}
    }
}
