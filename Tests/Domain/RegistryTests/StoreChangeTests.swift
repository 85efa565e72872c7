import Geodesy
import Registry
import Testing

/// What an import says of stores that exist already.
struct StoreChangeTests {
    private static func store(
        _ name: String = "Fruta Cupertino", at place: (Double, Double)? = (37.3230, -122.0322), radius: Double = 120,
        roams: Bool = false
    ) throws -> Store {
        let region = try place.map {
            try Region(centre: Coordinate(latitude: $0.0, longitude: $0.1), radius: radius)
        }
        return Store(id: try #require(StoreID("cupertino")), name: name, region: region, isRoaming: roams)
    }

    private static func change(to new: Store, tags: Int) throws -> StoreChange? {
        let old = try store()
        return StoreChange.changes(by: [new], former: { _ in old }, deployed: { _ in tags }).first
    }

    @Test func `a region that moves is told in metres, and asked about where tags are deployed`() throws {
        let egg = try Self.store("Bright Egg Café Cupertino", at: (37.3193, -122.0293), radius: 100)
        let change = try #require(try Self.change(to: egg, tags: 4))
        #expect(change.metres.map { ($0 * 10).rounded() / 10 } == 484.5)
        #expect(change.needsConfirmation)
        #expect(
            change.message
                == "store cupertino: is renamed from \"Fruta Cupertino\" to \"Bright Egg Café Cupertino\", its region "
                + "moves by 484 m, its radius changes from 120 m to 100 m; 4 tags are deployed there")
        #expect(try Self.change(to: egg, tags: 0)?.needsConfirmation == false)
    }

    @Test func `a store that loses its region is asked about, a new radius is told only`() throws {
        let lost = try #require(try Self.change(to: Self.store(at: nil, roams: true), tags: 1))
        #expect(lost.needsConfirmation)
        #expect(lost.message == "store cupertino: loses its region, it roams now; 1 tag is deployed there")
        let wider = try #require(try Self.change(to: Self.store(radius: 150), tags: 1))
        #expect(!wider.needsConfirmation && wider.metres == nil)
        #expect(try Self.change(to: Self.store(), tags: 9) == nil)
        // A tenth of a metre is another way of writing the same place.
        #expect(try Self.change(to: Self.store(at: (37.323_000_9, -122.0322)), tags: 1)?.needsConfirmation == false)
    }
}
