import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// Stations and daemons work while the database's servers fail, at random; what stations hold is written down beside.
final class FailOverStory {
    enum Way: String, CaseIterable { case quorum, asynchronous }

    private let way: Way
    private let hub: FailingHub
    private var stations: [BenchStation] = []
    private var (primary, other): (FailingServer, FailingServer)
    private var random: SeededRandom
    /// Who may write a tag by its own journal, and what each tag was written to.
    private var holders: [TagID: ChainName] = [:]
    private var written: [TagID: ChainName] = [:]
    private var chips = 0
    private(set) var (failures, eras, grants) = (0, 0, 0)

    init(_ way: Way, rounds: Int, _ random: SeededRandom) async throws {
        self.way = way
        self.random = random
        // A standby has the settings of its primary, and asks for one as well when it is promoted.
        primary = try await FailingServer(settings: way == .quorum ? ["synchronous_standby_names = '*'"] : [])
        other = try await FailingServer(standbyOf: primary)
        hub = try await FailingHub([primary, other], daemons: 2)
        let names = (1...rounds * 24).map { "t-\($0)" }
        try await hub.daemon(1).record(.batchCreated(try Samples.batch("opening", names)), by: hub.author)
        for name in ["north", "south", "west"] {
            stations.append(try await BenchStation.joined(name, try hub.daemon(1)))
        }
        try hub.waitForStandby()
    }

    private func pick(_ limit: Int) -> Int { Int(random.next(below: UInt64(limit))) }

    // MARK: One failure and what comes after

    func round() async throws {
        failures += 1
        for _ in 0..<pick(6) { await step() }
        switch (way, pick(3)) {
        case (_, 0): try await crash()
        case (.asynchronous, 1): try await restoreCopy()
        case (.asynchronous, _): try await promote(lagging: true)
        case (.quorum, _): try await promote(lagging: false)
        }
        // Stations go on before daemons have looked.
        for _ in 0..<3 { await step() }
        for daemon in [1, 2].shuffled(using: &random) {
            if pick(5) == 0 { hub.kill(daemon) }
            if try await hub.recheck(daemon) != nil { eras += 1 }
            for _ in 0..<3 { await step() }
        }
        try await meet()
        for _ in 0..<pick(6) { await step() }
        if failures.isMultiple(of: 50) { print(sum) }
    }

    private var sum: String {
        "\(way): \(failures) failures of servers, \(eras) eras begun by daemons, \(grants) grants, \(written.count) tags written"
    }

    /// Something of the hub's goes on while a server is killed.
    private func killing(_ server: FailingServer) async throws {
        let delay = Duration.microseconds(pick(30_000))
        let killing = Task {
            try await Task.sleep(for: delay)
            try await server.kill()
        }
        for _ in 0..<4 { await step() }
        try await killing.value
    }

    private func crash() async throws {
        try await killing(primary)
        try await primary.start()
    }

    /// `lagging`: the standby did not get the newest commits.
    private func promote(lagging: Bool) async throws {
        if lagging {
            try await other.kill()
            for _ in 0..<1 + pick(5) { await step() }
        }
        try await killing(primary)
        if lagging { try await other.start() }
        try await other.promote()
        (primary, other) = (other, primary)
        // Where commits wait for a standby, there has to be one.
        try await other.follow(primary)
    }

    private func restoreCopy() async throws {
        try await primary.stop()
        try await primary.copyFiles()
        try await primary.start()
        for daemon in 1...2 where try await hub.recheck(daemon) != nil {
            Issue.record("nothing was forgotten, \(random)")
        }
        for _ in 0..<2 + pick(5) { await step() }
        try await killing(primary)
        try await primary.putBackFiles()
        try await primary.start()
        try await other.follow(primary)
    }

    /// All stations are heard, so that there is something to give again.
    private func meet() async throws {
        for _ in 0..<2 {
            for station in stations {
                let daemon = try hub.daemon(1 + pick(2))
                let era = try await daemon.hubStanding().era
                if try await station.registry.standing().grants?.era != era { try await station.adopt(era) }
                try await station.send(to: daemon)
            }
        }
        let standing = try await hub.daemon(1).hubStanding()
        #expect(standing.isSettled && standing.isProven, "\(random): \(standing)")
    }

    // MARK: What stations do

    /// Whatever the hub refuses or does not answer is left.
    private func step() async {
        let station = stations[pick(stations.count)]
        do {
            guard let daemon = hub.daemons[1 + pick(2)] else { return }
            switch pick(8) {
            case 0..<3: try await ask(station, daemon)
            case 3..<5: try await write(station)
            case 5..<7: try await station.send(to: daemon)
            default: try await giveBack(station)
            }
        } catch is RegistryError {} catch is GrantError {} catch {
            Issue.record("\(error), \(random)")
        }
    }

    private func ask(_ station: BenchStation, _ daemon: HubRegistry) async throws {
        guard case .given(let grant, let documents) = try await station.ask(daemon, "opening", 1 + pick(3)) else {
            return
        }
        for tag in grant.tags {
            let former = holders[tag] ?? written[tag]
            #expect(former == nil, "tag \(tag) was given to two stations: \(random)")
            holders[tag] = station.chain
        }
        try await station.record(.grantMoved(.taken(grant, documents)))
        grants += 1
    }

    private func write(_ station: BenchStation) async throws {
        let held = holders.filter { $0.value == station.chain }.keys.sorted()
        guard let tag = held.randomElement(using: &random) else { return }
        chips += 1
        try await station.write(tag.text, chip: chips)
        holders[tag] = nil
        written[tag] = station.chain
    }

    private func giveBack(_ station: BenchStation) async throws {
        let grants = try #require(try await station.registry.standing().grants)
        guard let held = grants.held.values.randomElement(using: &random), !held.planned.isEmpty else { return }
        guard let request = grants.held.first(where: { $0.value == held })?.key else { return }
        let end = GrantEnd(request: request, batch: held.batch, tags: held.planned.sorted())
        try await station.record(.grantMoved(held.written.isEmpty ? .closed(end) : .returned(end)))
        for tag in held.planned { holders[tag] = nil }
    }

    // MARK: In the end

    func check() async throws {
        try await meet()
        let daemon = try hub.daemon(1)
        for (tag, chain) in written {
            #expect(try await daemon.tag(tag)?.state == .written, "\(tag) of \(chain): \(random)")
        }
        #expect(try await daemon.conflicts(withSettled: false, limit: 9) == [], "\(random)")
        let proof = try await daemon.proveTables()
        #expect(proof.brokenAt == nil && proof.deviations == [], "\(random)")
        #expect(way == .asynchronous || eras == 0, "nothing that is on a quorum is forgotten: \(random)")
        print(sum)
    }
}
