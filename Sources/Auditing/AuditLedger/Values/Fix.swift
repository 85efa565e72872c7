package import Geodesy
package import Registry

/// One measured position, the most accurate of its visit. Ordered: the most accurate first; all fields take part,
/// so that the order of rows never decides. The device's digest, which is another in each process, comes last.
package struct Fix: Sendable, Hashable, Comparable {
    package let sigma: Double
    package let time: Timestamp
    package let place: Coordinate
    /// A digest of the device's name.
    package let device: UInt32

    @inlinable package static func < (left: Self, right: Self) -> Bool {
        if left.sigma != right.sigma { return left.sigma < right.sigma }
        return (left.time, left.place.latitude, left.place.longitude, left.device)
            < (right.time, right.place.latitude, right.place.longitude, right.device)
    }
}
