import TestBench

/// What becomes of networks, hubs and stations while tags are written, one thing after another.
///
/// Used from one task.
final class SoakBlows {
    private let hubs: [TestHub]
    private let places: [SoakPlace]
    private let pause: UInt64
    private var random: SeededRandom
    /// Which hub a station's cable leads to, by the station's place.
    private var hubOf: [Int]
    private var story = SoakStory()

    /// `pause`: milliseconds between two, on average.
    init(_ hubs: [TestHub], _ places: [SoakPlace], pause: UInt64, seed: UInt64) {
        self.pause = pause
        self.hubs = hubs
        self.places = places
        random = SeededRandom(seed: seed)
        hubOf = places.map { _ in 0 }
    }

    /// Until every station is done; each kind comes at least once. Then every cable is whole.
    func fall() async throws -> SoakStory {
        var next = 0
        while next < Self.kinds.count || !places[0].isOver {
            let kind = next < Self.kinds.count ? Self.kinds[next] : Self.kinds[pick(Self.kinds.count)]
            next += 1
            try await strike(kind)
            try await Task.sleep(for: .milliseconds(pause / 2 + random.next(below: pause)))
        }
        for place in places.indices { try mend(place) }
        return story
    }

    private enum Kind: CaseIterable { case partition, silence, killedHub, killedStation, killedRounds }

    private static let kinds = Kind.allCases

    private func strike(_ kind: Kind) async throws {
        let place = pick(places.count)
        switch kind {
        case .partition:
            try places[place].cable.cut()
            try await mendLater(place)
            note("partitions")
        case .silence:
            try places[place].cable.hold()
            try await mendLater(place)
            note("silent networks")
        case .killedHub:
            let hub = pick(hubs.count)
            try await hubs[hub].killAndRestart()
            for place in places.indices where hubOf[place] == hub { try mend(place) }
            note("killed hubs")
        case .killedStation:
            await places[place].station.killDaemon()
            try await places[place].station.startDaemon()
            note("killed stations")
        case .killedRounds:
            places[place].rounds.kill()
            note("killed rounds")
        }
    }

    private func mendLater(_ place: Int) async throws {
        try await Task.sleep(for: .milliseconds(random.next(below: 2 * pause)))
        try mend(place)
    }

    /// To any of the hub's daemons.
    private func mend(_ place: Int) throws {
        hubOf[place] = pick(hubs.count)
        try places[place].cable.lead(to: hubs[hubOf[place]].url)
    }

    private func note(_ name: String) { story.counts[name, default: 0] += 1 }

    private func pick(_ count: Int) -> Int { Int(random.next(below: UInt64(count))) }
}
