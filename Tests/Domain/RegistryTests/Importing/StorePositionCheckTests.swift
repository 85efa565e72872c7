import CSV
import Geodesy
import Registry
import TestBench
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

    /// Whether bounds prove beforehand that none is doubted makes no difference.
    @Test(arguments: SeededRandom.seeds(300))
    func `of many stores those are doubted that are three times as far away as nine tenths, and a thousand kilometres`(
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        let middle = try Coordinate(
            latitude: .random(in: -60...60, using: &random), longitude: .random(in: -180...180, using: &random))
        let reaches: [Double] = [10_000, 330_000, 1_000_000, 5_000_000]
        let reach = try #require(reaches.randomElement(using: &random))
        // Most in one part of the world, and some about where doubt begins.
        let places = (0..<Int.random(in: 5...60, using: &random)).map { _ -> Coordinate in
            let isDoubtful = Int.random(in: 0..<12, using: &random) == 0
            let distance =
                isDoubtful
                ? max(1_000_000, 3 * reach) * Double.random(in: 0.98...1.02, using: &random)
                : Double.random(in: reach * 0.9...reach, using: &random)
            return middle.moved(by: distance, azimuth: .random(in: -180...180, using: &random))
        }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let found = try Coordinate(
            latitude: median(places.map(\.latitude)), longitude: median(places.map(\.longitude)))
        let distances = places.map { $0.distance(to: found) }
        let usual = distances.sorted()[places.count - 1 - max(1, places.count / 10)]
        let far = distances.indices.filter { distances[$0] > max(1_000_000, 3 * usual) }
        let doubts = StorePositionCheck.doubts(
            about: try Self.stores(places.map { ($0.latitude, $0.longitude) }))
        #expect(doubts.map(\.position) == far, "\(random)")
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
