import Faults
import HubStorage
import Registry
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `Edits at two daemons of one hub` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let daemons: [HubRegistry]

    init() async throws {
        place = try await HubPlace()
        // By it the proof follows both chains: rules come back to what they were, so that documents alone do not say
        // the order.
        let clock = Bench.clock()
        daemons = [
            try await place.registry(now: clock),
            try await place.registry(daemon: "hub-2", chain: .drawn(), now: clock),
        ]
        for event in try Samples.opened() { try await daemons[0].record(event, by: author) }
    }

    /// Records an event at each daemon at once. Returns how many were taken; the others have to come too late.
    private func record(_ events: [JournalEvent], _ basis: EditBasis) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { [author] group in
            for (daemon, event) in zip(daemons, events) {
                group.addTask {
                    do {
                        try await daemon.record(event, expecting: basis, by: author)
                        return true
                    } catch let error as RegistryError where error.code == .changedMeanwhile {
                        return false
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test func `that rest on one reading are made once, and none undoes the other's`() async throws {
        for round in 0..<10 {
            let seen = try #require(try await daemons[round % 2].batch(name("opening")))
            let rules = seen.rules
            let wanted = [
                BatchRules(
                    protection: rules.protection == .none ? .password : .none, genuineness: rules.genuineness),
                BatchRules(
                    protection: rules.protection,
                    genuineness: rules.genuineness == .required ? .unchecked : .required),
            ]
            let events = wanted.map { JournalEvent.batchRuled(BatchPolicy(batch: seen.name, rules: $0)) }
            let basis = round.isMultiple(of: 3) ? EditBasis.batch(seen) : .head(seen)
            #expect(try await record(events, basis) == 1)
            let now = try #require(try await daemons[0].batch(seen.name))
            #expect(wanted.contains(now.rules))
        }
        #expect(try await daemons[1].proveTables().deviations == [])
    }

    /// Such events wait for the tag alone, and not for each other's daemon.
    @Test func `of one tag are made once, too`() async throws {
        for id in ["t-1", "t-2", "t-3"] {
            let seen = try #require(try await daemons[0].tag(name(id)))
            let retired = JournalEvent.tagRetired(try Samples.release(id))
            #expect(try await record([retired, retired], .tag(seen)) == 1)
            #expect(try await daemons[1].journal(about: seen.id).count == 1)
        }
    }
}
