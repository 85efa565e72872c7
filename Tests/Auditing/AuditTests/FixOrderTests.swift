import Geodesy
import Registry
import Testing

@testable import AuditLedger

/// A device is known by a digest that is another in each process: it must not say which fix is the better one.
@Suite struct `The order of fixes` {
    @Test(arguments: [(1, 2), (2, 1)] as [(UInt32, UInt32)])
    func `of two equally accurate fixes the place decides, whatever their devices are called`(
        _ north: UInt32, _ south: UInt32
    ) throws {
        let packed = [(37.1, north), (37.0, south)].map { latitude, device in
            PackedVisit(entry: 0, time: 1_795_000_000, device: device, latitude: latitude, longitude: -122, sigma: 5)
        }
        #expect(packed.sorted(by: PackedVisit.isBetter).map(\.latitude) == [37.0, 37.1])
        #expect(packed.map(\.fix).sorted().map(\.place.latitude) == [37.0, 37.1])
    }

    /// Boundaries of five degrees keep apart what may be of two devices: the meridian of Greenwich, 40 degrees north and the
    /// antimeridian are some.
    @Test(arguments: [(7, 1), (PackedVisit.noDevice, 2)] as [(UInt32, Int)])
    func `two fixes of one device on both sides of a boundary are one visit`(_ device: UInt32, visits: Int) {
        let pairs: [[(latitude: Double, longitude: Double)]] = [
            [(51, -0.0001), (51, 0.0001)], [(39.9999, 3), (40.0001, 3)], [(-17, 179.9999), (-17, -180)],
        ]
        for pair in pairs {
            var fixes = pair.map { place in
                PackedVisit(
                    entry: 0, time: 1_795_000_000, device: device, latitude: place.latitude,
                    longitude: place.longitude, sigma: 5)
            }
            PackedVisit.fold(&fixes)
            #expect(fixes.count == visits)
        }
    }

    @Test func `a device that a file names is never taken for none`() throws {
        let place = try Coordinate(latitude: 37, longitude: -122)
        func device(_ name: String?) throws -> UInt32 {
            let seen = Sighting(
                time: Timestamp(milliseconds: 1_795_000_000_000), url: "https://example.com/1", uid: nil, place: place,
                error: try PositionError(accuracy: 8), device: name)
            return SightingRow(seen, url: Array(seen.url.utf8).span).visit.device
        }
        #expect(try device(nil) == PackedVisit.noDevice && device("") == PackedVisit.noDevice)
        #expect(try device("phone 1") != PackedVisit.noDevice)
    }
}
