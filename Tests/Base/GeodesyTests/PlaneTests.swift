import Foundation
import TestBench
import Testing

@testable import Geodesy

@Suite struct `A plane that touches the earth` {
    @Test func `offsets are those of the geodesic to three millimetres`() throws {
        var random = SeededRandom()
        for _ in 0..<20_000 {
            let origin = try Coordinate(
                latitude: .random(in: -84.9...84.9, using: &random),
                longitude: .random(in: -180...180, using: &random))
            let azimuth = Double.random(in: -180...180, using: &random)
            let distance = Double.random(in: 0...1_999, using: &random)
            let place = origin.moved(by: distance, azimuth: azimuth)
            let offset = try #require(origin.planeOffset(to: place))
            let (east, north) = (distance * sin(azimuth * .pi / 180), distance * cos(azimuth * .pi / 180))
            // The plane's length; its direction turns by half of how the meridians turn.
            #expect(
                abs(hypot(offset.east, offset.north) - distance) < 0.003,
                "\(random): \(origin), \(azimuth), \(distance)")
            #expect(
                hypot(offset.east - east, offset.north - north) < 0.003 + distance * turn(origin, east), "\(random)")
            let back = origin.moved(east: offset.east, north: offset.north)
            #expect(back.distance(to: place) < 0.003, "\(random): \(origin), \(azimuth), \(distance)")
        }
    }

    /// Half the angle between the meridians of a place and of one so many metres to the east.
    private func turn(_ place: Coordinate, _ east: Double) -> Double {
        abs(east) * tan(abs(place.latitude) * .pi / 180 + 0.001) / 6_356_752 / 2 * 1.01 + 1e-6
    }

    @Test func `what is far away or near a pole is left to the geodesic`() throws {
        let store = try Coordinate(latitude: 37.3, longitude: -122)
        #expect(store.planeOffset(to: store.moved(by: 2_100, azimuth: 90)) == nil)
        #expect(store.planeOffset(to: store.moved(by: 2_100, azimuth: 0)) == nil)
        let pole = try Coordinate(latitude: 86, longitude: 0)
        #expect(pole.planeOffset(to: pole) == nil)
    }

    @Test func `spheres bound the geodesic between any two places`() throws {
        var random = SeededRandom()
        for _ in 0..<20_000 {
            let latitude = [-90, 0, 90, Double.random(in: -90...90, using: &random)].randomElement(using: &random) ?? 0
            let origin = try Coordinate(latitude: latitude, longitude: .random(in: -180...180, using: &random))
            // Near, anywhere, and about as far away as a place can be.
            let distances = [0...10, 0...20_000_000, 19_900_000...20_004_000] as [ClosedRange<Double>]
            let place = origin.moved(
                by: .random(in: distances.randomElement(using: &random) ?? 0...1, using: &random),
                azimuth: .random(in: -180...180, using: &random))
            let bounds = origin.sphericalDistance(to: place)
            let comment = "\(random): \(origin), \(place)"
            #expect(bounds.contains(origin.distance(to: place)), "\(comment)")
            #expect(bounds.upperBound - bounds.lowerBound <= bounds.upperBound * 0.0101 + 2, "\(comment)")
        }
    }

    @Test func `the antimeridian is no edge`() throws {
        let west = try Coordinate(latitude: 10, longitude: 179.999_9)
        let east = try Coordinate(latitude: 10, longitude: -179.999_9)
        let offset = try #require(west.planeOffset(to: east))
        #expect(abs(offset.east - west.distance(to: east)) < 0.001 && offset.north == 0)
        #expect(west.moved(east: offset.east, north: 0).distance(to: east) < 0.001)
    }
}
