import Chips
import Faults
import Grants
import MemoryGrants
import Registry
import Testing

@Suite struct `The tag of a chip that is lent` {
    private let one = World.chain(1)
    private let two = World.chain(2)
    private let chip = World.chip(1)
    private let other = World.chip(2)

    private func request(_ number: Int, of chain: ChainName, era: Int = 0) -> GrantRequest {
        GrantRequest(chain: chain, number: number, era: World.era(era), chip: chip)
    }

    private func given(_ actions: [HubGrantAction]) -> Grant? {
        if case .give(let grant, _)? = actions.first { grant } else { nil }
    }

    /// A hub whose first chain has written the one tag, and holds it.
    private func written() throws -> (MemoryGrantTables, Grant) {
        var tables = MemoryGrantTables(
            era: World.era(0), tags: [GrantedTag(try #require(TagID("t")), batch: World.batch)])
        for chain in [one, two] { _ = try tables.handle(.enrolled(chain)) }
        let asked = GrantRequest(chain: one, number: 1, era: World.era(0), batch: World.batch, count: 1)
        let grant = try #require(given(tables.handle(.asked(asked))))
        for entry in [GrantEntry.taken(grant), .writeIntended(grant.tags[0], on: chip)] {
            #expect(try tables.handle(.entry(entry, of: one)) == [])
        }
        return (tables, grant)
    }

    private func free() throws -> (MemoryGrantTables, Grant) {
        var (tables, grant) = try written()
        _ = try tables.handle(.entry(.returned(request: 1, grant.tags), of: one))
        return (tables, grant)
    }

    @Test func `goes to one station at a time, and the same request has the same answer`() throws {
        var (tables, grant) = try written()
        let asked = request(1, of: two)
        #expect(try tables.handle(.asked(asked)) == [.refuse(asked, .chipHeld(by: one))])
        _ = try tables.handle(.entry(.returned(request: 1, grant.tags), of: one))
        let loan = Grant(
            chain: two, request: 1, era: World.era(0), batch: World.batch, tags: grant.tags,
            loan: Grant.Loan(of: chip, number: 1))
        #expect(try tables.handle(.asked(asked)) == [.give(loan, isNew: true)])
        #expect(try tables.handle(.asked(asked)) == [.give(loan, isNew: false)])
        let late = request(2, of: one)
        #expect(try tables.handle(.asked(late)) == [.refuse(late, .chipHeld(by: two))])
        for entry in [GrantEntry.taken(loan), .writeIntended(grant.tags[0], on: chip), .closed(request: 1)] {
            #expect(try tables.handle(.entry(entry, of: two)) == [])
        }
        #expect(given(try tables.handle(.asked(late)))?.loan?.number == 2)
    }

    @Test func `is nothing for a chip that the hub does not know, or whose tag is out of service`() throws {
        var (tables, grant) = try free()
        let strange = GrantRequest(chain: two, number: 1, era: World.era(0), chip: other)
        #expect(try tables.handle(.asked(strange)) == [.refuse(strange, .unknownChip)])
        var tag = try #require(tables.tag(grant.tags[0]))
        tag.state = .retired
        tables.put(tag)
        #expect(try tables.handle(.asked(request(2, of: two))) == [.refuse(request(2, of: two), .unknownChip)])
    }

    @Test func `waits in a new era until all were heard`() throws {
        var (tables, _) = try free()
        _ = try tables.handle(.forgot(into: World.era(1), enrolled: []))
        _ = try tables.handle(.entry(.eraAdopted(World.era(1)), of: two))
        let asked = request(1, of: two, era: 1)
        #expect(try tables.handle(.asked(asked)) == [.refuse(asked, .unsettled)])
        let strange = GrantRequest(chain: two, number: 1, era: World.era(1), chip: other)
        #expect(try tables.handle(.asked(strange)) == [.refuse(strange, .unsettled)])
        _ = try tables.handle(.entry(.eraAdopted(World.era(1)), of: one))
        #expect(given(try tables.handle(.asked(asked)))?.tags.map(\.text) == ["t"])
    }

    @Test func `is written to its chip alone, at the station and by the hub`() throws {
        var station = StationGrants(chain: two, era: World.era(0))
        for case .journal(let entry) in try station.actions(for: .wantedChip(chip)) { station.apply(entry) }
        // Who asks once more asks the same.
        #expect(try station.actions(for: .wantedChip(chip)) == [.send(request(1, of: two))])
        var (tables, _) = try free()
        let loan = try #require(given(tables.handle(.asked(request(1, of: two)))))
        let tag = loan.tags[0]
        // Not as tags of a batch, and no tags of a batch for a chip.
        let bare = Grant(chain: two, request: 1, era: World.era(0), batch: World.batch, tags: [tag])
        #expect(try station.actions(for: .answered(bare)) == [])
        #expect(try station.actions(for: .answered(loan)) == [.journal(.taken(loan))])
        station.apply(.taken(loan))
        #expect(try station.actions(for: .writing(tag, on: chip)) == [.journal(.writeIntended(tag, on: chip))])
        for event in [StationGrantEvent.writing(tag, on: other), .writing(tag), .freeing(tag)] {
            #expect(#expect(throws: GrantError.self) { try station.actions(for: event) }?.code == .tagLent)
        }
        #expect(!station.isLow(on: World.batch) || station.held.count == 1)
        #expect(try station.actions(for: .lending(tag)) == [.journal(.closed(request: 1))])

        // A forged journal.
        _ = try tables.handle(.entry(.taken(loan), of: two))
        #expect(
            try tables.handle(.entry(.writeIntended(tag, on: other), of: two))
                == [.conflict(.writtenWithoutGrant(tag, by: two))])
        #expect(
            try tables.handle(.entry(.freed(tag), of: two)) == [.conflict(.movedWithoutGrant(tag, by: two))])
        #expect(try tables.handle(.entry(.moved(tag), of: two)) == [])
    }

    /// The hub is set back to before all of it, and hears the stations in the other order.
    @Test func `was written before it was lent, whenever the hub hears of that`() throws {
        var tables = MemoryGrantTables(
            era: World.era(0), tags: [GrantedTag(try #require(TagID("t")), batch: World.batch)])
        for chain in [one, two] { _ = try tables.handle(.enrolled(chain)) }
        let tag = try #require(TagID("t"))
        let grant = Grant(chain: one, request: 1, era: World.era(0), batch: World.batch, tags: [tag])
        let life = TagLife(state: .written, uid: chip, writtenURL: "https://example.com/t")
        let loan = Grant(
            chain: two, request: 1, era: World.era(0), batch: World.batch, tags: [tag],
            loan: Grant.Loan(of: chip, number: 1, life: life))
        #expect(try tables.handle(.entry(.taken(loan), of: two)) == [.regained(tag, life)])
        #expect(try tables.handle(.entry(.writeIntended(tag, on: chip), of: two)) == [])
        #expect(try tables.handle(.entry(.taken(grant), of: one)) == [])
        for entry in [GrantEntry.writeIntended(tag, on: chip), .moved(tag)] {
            #expect(try tables.handle(.entry(entry, of: one)) == [.past(tag)])
        }
        #expect(tables.tag(tag)?.state == .written)
        // The hub has it again: a second time it is nothing new.
        #expect(try tables.handle(.entry(.taken(loan), of: two)) == [])
    }

    @Test func `is refused with a reason that the station keeps until it comes`() throws {
        var station = StationGrants(chain: two, era: World.era(0))
        station.apply(.asked(request(1, of: two)))
        let refusal = LoanRefusal(.chipHeld, holder: StationName("berlin"))
        for case .journal(let entry) in try station.actions(for: .refused(request: 1, refusal)) { station.apply(entry) }
        #expect(station.open.isEmpty && station.refusals == [chip: refusal])
        station.apply(.asked(request(2, of: two)))
        let tag = try #require(TagID("t"))
        station.apply(
            .taken(
                Grant(
                    chain: two, request: 2, era: World.era(0), batch: World.batch, tags: [tag],
                    loan: Grant.Loan(of: chip, number: 1))))
        #expect(station.refusals.isEmpty)
        #expect(throws: GrantError.self) { try station.actions(for: .refused(request: 2, refusal)) }
    }
}
