import Faults
import Grants
import Registry
import Testing

@Suite struct `What a station does about grants` {
    private let batch = World.batch
    private let era = World.era(7)

    private func tags(_ names: String...) throws -> [TagID] { try names.map { try #require(TagID($0)) } }

    /// Journals and applies, as a station does.
    @discardableResult
    private func tell(_ station: inout StationGrants, _ event: StationGrantEvent) throws -> [StationGrantAction] {
        let actions = try station.actions(for: event)
        for case .journal(let entry) in actions { station.apply(entry) }
        return actions
    }

    private func holding(_ names: String...) throws -> StationGrants {
        var station = StationGrants(chain: World.chain(1), era: era)
        try tell(&station, .wanted(batch, count: names.count))
        try tell(&station, .answered(grant(names)))
        return station
    }

    private func grant(_ names: [String], request: Int = 1, era: Era? = nil, chain: Int = 1) throws -> Grant {
        Grant(
            chain: World.chain(chain), request: request, era: era ?? self.era, batch: batch,
            tags: try names.map { try #require(TagID($0)) })
    }

    @Test func `it journals a request before it sends it, and numbers each anew`() throws {
        var station = StationGrants(chain: World.chain(1), era: era)
        for number in 1...3 {
            let request = GrantRequest(chain: World.chain(1), number: number, era: era, batch: batch, count: 50)
            #expect(
                try tell(&station, .wanted(batch, count: 50)) == [.journal(.asked(request)), .send(request)])
        }
        try tell(&station, .abandoned(request: 3))
        #expect(station.open.keys.sorted() == [1, 2])
        #expect(station.newestRequest == 3)
        #expect(throws: GrantError.self) { try station.actions(for: .wanted(batch, count: 0)) }
    }

    @Test func `it takes an answer once, and only its own of this era`() throws {
        var station = StationGrants(chain: World.chain(1), era: era)
        try tell(&station, .wanted(batch, count: 2))
        for wrong in [
            try grant(["a"], request: 2), try grant(["a"], era: World.era(8)), try grant(["a"], chain: 2),
        ] {
            #expect(try station.actions(for: .answered(wrong)) == [])
        }
        let right = try grant(["a", "b"])
        #expect(try tell(&station, .answered(right)) == [.journal(.taken(right))])
        #expect(try tell(&station, .answered(right)) == [])
        #expect(try station.grant(of: tags("b")[0]) == 1)
    }

    @Test func `it writes what it holds and nothing else`() throws {
        var station = try holding("a", "b")
        let (a, b, c) = (try tags("a")[0], try tags("b")[0], try tags("c")[0])
        #expect(try tell(&station, .writing(a)) == [.journal(.writeIntended(a))])
        // The same tag presented again is finished.
        #expect(try tell(&station, .writing(a)) == [.journal(.writeIntended(a))])
        #expect(throws: GrantError.self) { try station.actions(for: .writing(c)) }
        #expect(
            #expect(throws: GrantError.self) { try station.actions(for: .surplus(request: 1, [a])) }?.code
                == .tagWritten)
        try tell(&station, .surplus(request: 1, [b]))
        #expect(#expect(throws: GrantError.self) { try station.actions(for: .writing(b)) }?.code == .tagNotHeld)
        try tell(&station, .finished(request: 1))
        #expect(throws: GrantError.self) { try station.actions(for: .writing(a)) }
        #expect(
            #expect(throws: GrantError.self) { try station.actions(for: .finished(request: 1)) }?.code == .unknownGrant)
    }

    @Test func `a new era voids what is open, and leaves what is held`() throws {
        var station = try holding("a")
        try tell(&station, .wanted(batch, count: 1))
        #expect(try tell(&station, .eraHeard(era)) == [])
        #expect(try tell(&station, .eraHeard(World.era(8))) == [.journal(.eraAdopted(World.era(8)))])
        #expect(station.open.isEmpty)
        #expect(try station.actions(for: .answered(grant(["b"], request: 2, era: World.era(8)))) == [])
        #expect(try station.grant(of: tags("a")[0]) == 1)
    }

    @Test func `it asks for more when less than 30 % of its newest grant is left`() throws {
        let names = (0..<10).map { "t\($0)" }
        var station = StationGrants(chain: World.chain(1), era: era)
        #expect(station.isLow(on: batch))
        try tell(&station, .wanted(batch, count: 10))
        #expect(!station.isLow(on: batch))
        try tell(&station, .answered(grant(names)))
        for name in names.prefix(7) {
            #expect(!station.isLow(on: batch))
            try tell(&station, .writing(tags(name)[0]))
        }
        #expect(!station.isLow(on: batch))
        try tell(&station, .writing(tags("t7")[0]))
        #expect(station.isLow(on: batch))
    }

    /// What a station is after a restart is what its journal says.
    @Test func `its entries alone make the same station`() throws {
        var (station, entries) = (StationGrants(chain: World.chain(1), era: era), [GrantEntry]())
        let events: [StationGrantEvent] = [
            .wanted(batch, count: 2), .answered(try grant(["a", "b"])), .writing(try tags("a")[0]),
            .wanted(batch, count: 1), .eraHeard(World.era(9)), .surplus(request: 1, try tags("b")),
        ]
        for event in events {
            for case .journal(let entry) in try tell(&station, event) { entries.append(entry) }
        }
        var again = StationGrants(chain: World.chain(1), era: era)
        for entry in entries { again.apply(entry) }
        #expect(again == station)
        #expect(entries.count == 6)
    }
}
