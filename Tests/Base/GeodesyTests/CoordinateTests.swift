import Faults
import Foundation
import Geodesy
import Testing

@Suite struct `Coordinates and regions` {
    @Test(arguments: [
        (91, 0, "latitude 91 is outside -90...90"), (-90.5, 0, "latitude -90.5 is outside -90...90"),
        (0, 180.001, "longitude 180.001 is outside -180...180"),
        (.nan, 0, "latitude nan is outside -90...90"),
        (0, -.infinity, "longitude -inf is outside -180...180"),
    ])
    func `a place off the earth is refused`(_ latitude: Double, _ longitude: Double, _ reason: String) throws {
        let error = try #require(throws: GeodesyError.self) {
            try Coordinate(latitude: latitude, longitude: longitude)
        }
        #expect(error.reason == reason)
    }

    @Test(arguments: [
        (501, "radius 501 m is above the limit of 500 m of App Clip location confirmation"),
        (0, "radius 0 m is not above 0"), (-5, "radius -5 m is not above 0"),
        (.nan, "radius nan m is not above 0"),
    ])
    func `a radius outside Apple's limit is refused`(_ radius: Double, _ reason: String) throws {
        let centre = try Coordinate(latitude: 0, longitude: 0)
        let error = try #require(throws: GeodesyError.self) { try Region(centre: centre, radius: radius) }
        #expect(error.reason == reason)
    }

    @Test func `regions survive JSON and are checked when read`() throws {
        let region = try Region(centre: Coordinate(latitude: 37.323, longitude: -122.0322), radius: 500)
        let data = try JSONEncoder().encode(region)
        #expect(try JSONDecoder().decode(Region.self, from: data) == region)
        let wrong = Data(#"{"latitude":37,"longitude":-122,"radius":501}"#.utf8)
        #expect(throws: GeodesyError.self) { try JSONDecoder().decode(Region.self, from: wrong) }
    }

    @Test func `distances agree with GeographicLib to a micrometre`() throws {
        let rows = try Fixture.rows("geodesics.csv")
        #expect(rows.count > 200)
        for row in rows {
            let from = try Coordinate(latitude: row[0], longitude: row[1])
            let to = try Coordinate(latitude: row[2], longitude: row[3])
            #expect(abs(from.distance(to: to) - row[4]) < 1e-6, "\(row)")
            #expect(abs(to.distance(to: from) - row[4]) < 1e-6, "\(row)")
        }
    }

    @Test(arguments: [(37.323, -122.0322), (0, 179.9999), (89.9999, 10), (-90, 0)])
    func `a place moved by a distance is at that distance`(_ latitude: Double, _ longitude: Double) throws {
        let start = try Coordinate(latitude: latitude, longitude: longitude)
        for azimuth in stride(from: -180.0, to: 180, by: 30) {
            let end = start.moved(by: 499.5, azimuth: azimuth)
            #expect(abs(start.distance(to: end) - 499.5) < 1e-6)
            #expect(abs(end.longitude) <= 180)
        }
    }

    @Test func `the edge belongs to the region`() throws {
        let centre = try Coordinate(latitude: 37.323, longitude: -122.0322)
        let region = try Region(centre: centre, radius: 100)
        #expect(region.contains(centre.moved(by: 99.999_999, azimuth: 45)))
        #expect(!region.contains(centre.moved(by: 100.001, azimuth: 45)))
    }
}

@Suite struct `Distances in the plane` {
    @Test func `the geodesic lies between the plane's bounds`() throws {
        var decided = 0
        for step in 0..<20_000 {
            let latitude = Double(step % 171) - 85
            let longitude = Double(step * 37 % 3_600) / 10 - 180
            let here = try Coordinate(latitude: latitude, longitude: longitude)
            let there = here.moved(by: Double(step * 7 % 3_000), azimuth: Double(step * 11 % 360))
            guard let bounds = here.planeDistance(to: there) else { continue }
            decided += 1
            #expect(bounds.contains(here.distance(to: there)))
        }
        #expect(decided > 10_000)
    }
}
