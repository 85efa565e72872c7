package import Geodesy
package import Registry

/// One measured position, the most accurate of its visit. Ordered: the most accurate first; all fields take part,
/// so that the order of rows never decides. The device's digest, which is another in each process, comes last.
package struct Fix: Sendable, Hashable, Comparable {
    package let time: Timestamp
    package let place: Coordinate
    /// A digest of the device's name.
    package let device: UInt32
    @usableFromInline let deviation: Float

    package init(sigma: Float, time: Timestamp, place: Coordinate, device: UInt32) {
        self.time = time
        self.place = place
        self.device = device
        deviation = sigma
    }

    /// Standard deviation along each axis, in metres.
    @inlinable package var sigma: Double { Double(deviation) }

    @inlinable package static func < (left: Self, right: Self) -> Bool {
        if left.deviation != right.deviation { return left.deviation < right.deviation }
        return (left.time, left.place.latitude, left.place.longitude, left.device)
            < (right.time, right.place.latitude, right.place.longitude, right.device)
    }
}
