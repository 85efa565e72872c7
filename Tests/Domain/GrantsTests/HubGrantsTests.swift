import Grants
import MemoryGrants
import Registry
import Testing

@Suite struct `What the hub does about grants` {
    private let one = World.chain(1)
    private let two = World.chain(2)

    private func tables(_ count: Int, fresh: [String] = []) throws -> MemoryGrantTables {
        var tables = MemoryGrantTables(
            era: World.era(0),
            tags: try (0..<count).map { GrantedTag(try #require(TagID("t\($0)")), batch: World.batch) },
            fresh: try fresh.map { try #require(TagID($0)) })
        for chain in [one, two] { _ = try tables.handle(.enrolled(chain)) }
        return tables
    }

    private func request(_ number: Int, of chain: ChainName, era: Int = 0, count: Int = 1) -> GrantRequest {
        GrantRequest(chain: chain, number: number, era: World.era(era), batch: World.batch, count: count)
    }

    private func given(_ actions: [HubGrantAction]) -> Grant? {
        if case .give(let grant, _)? = actions.first { grant } else { nil }
    }

    @Test func `it gives the first free tags in the order of the rows, and the same to the same request`() throws {
        var tables = try tables(5)
        let first = try #require(given(tables.handle(.asked(request(1, of: one, count: 2)))))
        #expect(first.tags.map(\.text) == ["t0", "t1"])
        #expect(try tables.handle(.asked(request(1, of: one, count: 2))) == [.give(first, isNew: false)])
        #expect(
            given(try tables.handle(.asked(request(1, of: two, count: 9))))?.tags.map(\.text) == ["t2", "t3", "t4"])
        let more = request(2, of: one)
        #expect(try tables.handle(.asked(more)) == [.refuse(more, .nothingFree)])
        let stranger = request(1, of: World.chain(9))
        #expect(try tables.handle(.asked(stranger)) == [.refuse(stranger, .chainNotOpen)])
        let other = request(3, of: one, era: 4)
        #expect(try tables.handle(.asked(other)) == [.refuse(other, .otherEra(World.era(0)))])
    }

    @Test func `what is declined, returned and closed is free again, and a late request is not answered`() throws {
        var tables = try tables(2)
        let grant = try #require(given(tables.handle(.asked(request(1, of: one, count: 2)))))
        _ = try tables.handle(.entry(.taken(grant), of: one))
        _ = try tables.handle(.entry(.returned(request: 1, [grant.tags[1]]), of: one))
        // The tag that went back comes to the same chain again: the end of the first grant is not its end.
        let again = try #require(given(tables.handle(.asked(request(2, of: one)))))
        _ = try tables.handle(.entry(.taken(again), of: one))
        _ = try tables.handle(.entry(.closed(request: 1), of: one))
        #expect(tables.tag(grant.tags[0])?.claimants == [])
        #expect(tables.tag(grant.tags[1])?.claimants == [one])
        // Declined before the hub has heard the question.
        _ = try tables.handle(.entry(.declined(request: 1), of: two))
        #expect(try tables.handle(.asked(request(1, of: two))) == [.refuse(request(1, of: two), .requestClosed)])
    }

    @Test func `a written tag keeps its chip, and what was not granted is a conflict`() throws {
        var tables = try tables(2)
        let grant = try #require(given(tables.handle(.asked(request(1, of: one)))))
        #expect(
            try tables.handle(.entry(.writeIntended(grant.tags[0]), of: two))
                == [.conflict(.writtenWithoutGrant(grant.tags[0], by: two))])
        for entry in [GrantEntry.taken(grant), .writeIntended(grant.tags[0]), .closed(request: 1)] {
            #expect(try tables.handle(.entry(entry, of: one)) == [])
        }
        #expect(tables.tag(grant.tags[0])?.state == .written)
        #expect(given(try tables.handle(.asked(request(1, of: two, count: 2))))?.tags.map(\.text) == ["t1"])
        #expect(
            try tables.handle(.entry(.taken(grant), of: one))
                == [.conflict(.takenAfterEnd(request: 1, by: one))])
    }

    @Test func `a lost station's plans get fresh identifiers, at once where it was heard`() throws {
        var tables = try tables(2, fresh: ["f0", "f1"])
        let grant = try #require(given(tables.handle(.asked(request(1, of: one)))))
        #expect(try tables.handle(.lost(one)) == [])
        #expect(tables.tag(grant.tags[0])?.state == .retired)
        #expect(given(try tables.handle(.asked(request(1, of: two, count: 9))))?.tags.map(\.text) == ["f0", "t1"])
        #expect(try tables.handle(.asked(request(2, of: one))) == [.refuse(request(2, of: one), .chainNotOpen)])
        // It comes back: what it says stays in its chain and moves nothing.
        #expect(
            try tables.handle(.entry(.taken(grant), of: one))
                == [.conflict(.takenAfterEnd(request: 1, by: one))])
        #expect(
            try tables.handle(.entry(.writeIntended(grant.tags[0]), of: one))
                == [.conflict(.writtenWithoutGrant(grant.tags[0], by: one))])
    }

    @Test func `after a restoration it waits for all chains, and renewed tags need no waiting`() throws {
        var tables = try tables(1, fresh: ["f0"])
        #expect(try tables.handle(.forgot(into: World.era(1), enrolled: [World.chain(3)])) == [])
        _ = try tables.handle(.entry(.eraAdopted(World.era(1)), of: one))
        let early = request(1, of: one, era: 1)
        #expect(try tables.handle(.asked(early)) == [.refuse(early, .unsettled)])
        let unheard = request(1, of: two, era: 1)
        #expect(try tables.handle(.asked(unheard)) == [.refuse(unheard, .notAdopted)])
        _ = try tables.handle(.renewal)
        #expect(given(try tables.handle(.asked(early)))?.tags.map(\.text) == ["f0"])
        _ = try tables.handle(.entry(.eraAdopted(World.era(1)), of: two))
        // The third chain is known from a witness file alone.
        #expect(
            try tables.handle(.entry(.eraAdopted(World.era(1)), of: World.chain(3))) == [.settled(World.era(1))])
    }

    /// The backup has the tag with one chain, which has given it back since; another took it and was lost.
    @Test func `what was given back may be with a chain that was lost unheard`() throws {
        var tables = try tables(1, fresh: ["f0"])
        let grant = try #require(given(tables.handle(.asked(request(1, of: one)))))
        _ = try tables.handle(.entry(.taken(grant), of: one))
        _ = try tables.handle(.forgot(into: World.era(1), enrolled: []))
        _ = try tables.handle(.lost(two))
        _ = try tables.handle(.entry(.closed(request: 1), of: one))
        #expect(tables.tag(grant.tags[0])?.state == .retired)
        #expect(try tables.handle(.entry(.eraAdopted(World.era(1)), of: one)) == [.settled(World.era(1))])
        #expect(given(try tables.handle(.asked(request(2, of: one, era: 1))))?.tags.map(\.text) == ["f0"])
    }

    @Test func `a tag of a batch that the hub has forgotten is remembered with its chain`() throws {
        var tables = try tables(0)
        let unknown = try #require(TagID("later"))
        let grant = Grant(chain: one, request: 1, era: World.era(0), batch: World.batch, tags: [unknown])
        _ = try tables.handle(.entry(.taken(grant), of: one))
        _ = try tables.handle(.entry(.writeIntended(unknown), of: one))
        #expect(tables.tag(unknown)?.batch == nil)
        #expect(tables.tag(unknown)?.state == .written)
        #expect(tables.tag(unknown)?.claimants == [one])
    }
}
