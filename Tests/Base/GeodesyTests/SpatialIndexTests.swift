import Geodesy
import Testing

/// The same numbers in every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct `Spatial index` {
    private func compare(
        _ index: SpatialIndex, _ places: [Coordinate], _ query: Coordinate, within metres: Double
    ) {
        let expected = places.enumerated().map { ($0, query.distance(to: $1)) }.filter { $0.1 <= metres }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        let found = index.near(query, within: metres)
        #expect(found.map(\.index) == expected.map(\.0), "\(query) \(metres)")
        #expect(found.map(\.distance) == expected.map(\.1))
    }

    @Test(arguments: [(37.3, -122.0), (0, 0), (-17, 180), (65, -180), (89.99, 45), (-90, 0), (-89.9, 179)])
    func `it finds what a search through all places finds`(_ latitude: Double, _ longitude: Double) throws {
        var generator = SeededGenerator(state: 1)
        let centre = try Coordinate(latitude: latitude, longitude: longitude)
        let places = (0..<300).map { _ in
            centre.moved(
                by: Double.random(in: 0...8_000, using: &generator),
                azimuth: Double.random(in: -180...180, using: &generator))
        }
        let index = SpatialIndex(places)
        for metres in [0, 50, 500, 3_000, 20_000, 30_000_000.0] {
            compare(index, places, centre, within: metres)
            compare(index, places, places[7], within: metres)
            compare(index, places, centre.moved(by: 4_000, azimuth: 80), within: metres)
        }
    }

    @Test func `the two names of the antimeridian are one place`() throws {
        let index = SpatialIndex([try Coordinate(latitude: -17, longitude: 180)])
        let query = try Coordinate(latitude: -17, longitude: -180)
        #expect(index.near(query, within: 0).map(\.index) == [0])
    }

    @Test func `every longitude of a pole is one place`() throws {
        let index = SpatialIndex([try Coordinate(latitude: 90, longitude: 100)])
        let query = try Coordinate(latitude: 89.999, longitude: -80)
        #expect(index.near(query, within: 112).count == 1)
    }

    @Test func `the nearest place is found however far it is`() throws {
        let places = [
            try Coordinate(latitude: 37.323, longitude: -122.0322),
            try Coordinate(latitude: 37.7793, longitude: -122.4193),
        ]
        let index = SpatialIndex(places)
        #expect(index.nearest(to: try Coordinate(latitude: -37, longitude: 58))?.index != nil)
        #expect(index.nearest(to: try Coordinate(latitude: 37.8, longitude: -122.4))?.index == 1)
        #expect(SpatialIndex([]).nearest(to: places[0]) == nil)
    }

    @Test func `regions that hold a place or are near it are found`() throws {
        let centre = try Coordinate(latitude: 37.323, longitude: -122.0322)
        let regions = [
            try Region(centre: centre, radius: 50),
            try Region(centre: centre.moved(by: 300, azimuth: 90), radius: 350),
            try Region(centre: centre.moved(by: 300, azimuth: 0), radius: 200),
        ]
        let index = RegionIndex(regions)
        #expect(index.containing(centre).map(\.index) == [0, 1])
        #expect(index.near(centre, within: 101).map(\.index).sorted() == [0, 1, 2])
    }
}
