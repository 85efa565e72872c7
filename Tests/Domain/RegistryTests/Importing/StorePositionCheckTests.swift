import CSV
import Geodesy
import Registry
import Testing

/// Positions that look wrong beside those of the other stores.
struct StorePositionCheckTests {
    private static func stores(_ places: [(Double, Double)]) throws -> [Store] {
        try places.enumerated().map { number, place in
            Store(
                id: try #require(StoreID("s\(number)")), name: "S",
                region: try Region(centre: Coordinate(latitude: place.0, longitude: place.1), radius: 100))
        }
    }

    private static let germany = [
        (52.52, 13.40), (48.14, 11.58), (50.11, 8.68), (53.55, 9.99), (51.23, 6.78), (48.78, 9.18), (50.94, 6.96),
        (51.34, 12.37),
    ]

    private static func doubts(_ places: [(Double, Double)]) throws -> [String] {
        StorePositionCheck.doubts(about: try stores(places)).map { "\($0.position): \($0.reason)" }
    }

    @Test func `stores of one country, of a few, and of two continents are not doubted`() throws {
        #expect(try Self.doubts(Self.germany).isEmpty)
        let fruta = [(37.3230, -122.0322), (37.7793, -122.4193), (37.4979, 127.0276)]
        #expect(try Self.doubts(fruta).isEmpty)
        let chain = Self.germany + [(40.71, -74.01), (34.05, -118.24), (41.88, -87.63), (29.76, -95.37)]
        #expect(try Self.doubts(chain).isEmpty)
        #expect(try Self.doubts([(37.3230, -122.0322)]).isEmpty)
    }

    @Test(
        arguments: [
            ((13.41, 52.5), "8: latitude and longitude look exchanged: as it is, it is 5"),
            ((51.05, -13.74), "8: the longitude's sign looks wrong: as it is, it is 1"),
            ((-51.05, 13.74), "8: the latitude's sign looks wrong: as it is, it is 1"),
            ((0, 0), "8: latitude and longitude are 0, which is in the Gulf of Guinea"),
            // The Pacific: every other store is in one country.
            ((20, -150), "8: it is 1"),
        ] as [((Double, Double), String)])
    func `a position away from all others is doubted, with what was probably meant`(
        place: (Double, Double), beginning: String
    ) throws {
        let doubts = try Self.doubts(Self.germany + [place])
        #expect(doubts.count == 1)
        #expect(doubts.first?.hasPrefix(beginning) == true, "\(doubts)")
    }

    @Test func `few stores are compared one with another`() throws {
        #expect(
            try Self.doubts([(50.11, 8.68), (8.65, 50.12)]).map { $0.prefix(44) } == [
                "0: latitude and longitude look exchanged: it", "1: latitude and longitude look exchanged: it",
            ])
        let known = try Self.stores([(37.3, -122)])
        let new = Store(
            id: try #require(StoreID("new")), name: "N",
            region: try Region(centre: Coordinate(latitude: 37.4, longitude: 122.1), radius: 100))
        let doubts = StorePositionCheck.doubts(about: [new], beside: known)
        #expect(
            doubts.map(\.reason).first?.hasPrefix("the longitude's sign looks wrong: it would be near store s0") == true
        )
    }

    @Test func `the file names the row, and a latitude that is none is taken for what it is`() throws {
        let rows = Self.germany.enumerated().map { "s\($0),S,\($1.0),\($1.1),100\n" }.joined()
        let text = "store,name,latitude,longitude,radius\n\(rows)odd,S,13.4,52.5,100\n"
        let warnings = try StoreFile.read(Array(text.utf8), file: "s.csv").warnings.map(\.description)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("s.csv:10: store odd: latitude and longitude look exchanged") == true)
        let bad = "store,name,latitude,longitude,radius\na,S,-122.03,37.3,100\n"
        let found = try problems { _ = try StoreFile.read(Array(bad.utf8), file: "s.csv") }
        #expect(found.first?.hasSuffix("; latitude and longitude look exchanged") == true, "\(found)")
    }
}
