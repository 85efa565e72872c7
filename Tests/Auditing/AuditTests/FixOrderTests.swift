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
}
