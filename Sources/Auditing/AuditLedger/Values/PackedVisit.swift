internal import Geodesy
internal import Registry

/// One row in 24 bytes: whose it is, when, by which device, where and how accurate.
///
/// 20 bits entry, 32 seconds since 1970, 32 digest of the device, 38 and 39 for latitude and longitude in units of
/// 10^-9 degree (0.1 mm), 31 for the deviation as a `Float` without its sign.
package struct PackedVisit: BitwiseCopyable, Sendable, PackedRecord {
    /// How many entries a shard can have.
    package static let entryLimit = 1 << 20
    /// Units in a degree.
    @inlinable package static var unit: Double { 1e9 }

    @usableFromInline let when: UInt64
    @usableFromInline let north: UInt64
    @usableFromInline let east: UInt64

    init(entry: Int, time: UInt32, device: UInt32, latitude: Double, longitude: Double, sigma: Float) {
        self.init(
            entry: entry, time: time, device: device, north: UInt64(((latitude + 90) * Self.unit).rounded()),
            east: UInt64(((longitude + 180) * Self.unit).rounded()), sigma: sigma)
    }

    /// `north` from the south pole and `east` from the antimeridian, in units of 10^-9 degree.
    @inline(__always)
    init(entry: Int, time: UInt32, device: UInt32, north latitude: UInt64, east longitude: UInt64, sigma: Float) {
        let deviation = UInt64(sigma.bitPattern & 0x7FFF_FFFF)
        when = UInt64(time) << 32 | UInt64(device)
        north = latitude << 26 | UInt64(entry) << 6 | deviation >> 25
        east = longitude << 25 | deviation & 0x1FF_FFFF
    }

    /// The same of another entry; this one's is 0.
    @inline(__always)
    func of(entry: Int) -> Self {
        Self(when: when, north: north | UInt64(truncatingIfNeeded: entry) << 6, east: east)
    }

    private init(when: UInt64, north: UInt64, east: UInt64) {
        self.when = when
        self.north = north
        self.east = east
    }

    @inlinable package var entry: Int { Int(north >> 6 & 0xF_FFFF) }
    @inlinable package var time: UInt32 { UInt32(truncatingIfNeeded: when >> 32) }
    @inlinable package var device: UInt32 { UInt32(truncatingIfNeeded: when) }
    /// One division of whole numbers below 2^53: what a file gives with nine decimals or fewer comes back exactly.
    @inlinable package var latitude: Double { Double(Int64(north >> 26) - 90_000_000_000) / Self.unit }
    @inlinable package var longitude: Double { Double(Int64(east >> 25) - 180_000_000_000) / Self.unit }
    /// From the south pole and from the antimeridian, in units.
    @inlinable package var northUnits: Int64 { Int64(north >> 26) }
    @inlinable package var eastUnits: Int64 { Int64(east >> 25) }
    @inlinable package var sigma: Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: (north & 0x3F) << 25 | east & 0x1FF_FFFF))
    }

    /// Ten minutes: the fixes of one device in one slot are one visit.
    @usableFromInline static var slotLength: UInt32 { 600 }
    /// A tag's memory is bounded, however often it is seen.
    @inlinable package static var limit: Int { 16 }

    /// A part of the world of five degrees: no device gets from one to the next but one in ten minutes, so two rows
    /// without a device, in one slot, here and there, are two visits.
    private var cell: UInt64 {
        (north >> 26) / 5_000_000_000 << 8 | (east >> 25) / 5_000_000_000
    }

    /// Slot and device: equal for the fixes of one visit, and of no other in one part of the world.
    @inlinable package var visit: UInt64 { UInt64(time / Self.slotLength) << 32 | when & 0xFFFF_FFFF }

    /// The most accurate first; all fields take part, so that the order of rows never decides. The device's digest, which
    /// is another in each process, comes last.
    static func isBetter(_ left: Self, _ right: Self) -> Bool {
        if left.sigma != right.sigma { return left.sigma < right.sigma }
        return (left.time, left.north, left.east, left.device) < (right.time, right.north, right.east, right.device)
    }

    /// Leaves one fix for each visit, the most accurate, and the most accurate visits.
    package static func fold(_ group: inout [Self]) {
        if group.count == 1 { return }
        group.sort(by: isBetter)
        var kept = 0
        for index in group.indices {
            let (visit, cell) = (group[index].visit, group[index].cell)
            if (0..<kept).contains(where: { group[$0].visit == visit && group[$0].cell == cell }) { continue }
            group[kept] = group[index]
            kept += 1
            if kept == limit { break }
        }
        group.removeLast(group.count - kept)
    }

    package var fix: Fix {
        Fix(
            sigma: Double(sigma), time: Timestamp(milliseconds: Int64(time) * 1_000),
            place: Coordinate(clampedLatitude: latitude, longitude: longitude), device: device)
    }
}

/// What a log holds about an entry, and how much of it is kept.
package protocol PackedRecord: BitwiseCopyable, Sendable {
    var entry: Int { get }
    /// The latest moment counts as last seen, even when the record itself is not kept.
    var time: UInt32 { get }
    /// Reduces the records of one entry to those that are kept, the same whatever their order was.
    static func fold(_ group: inout [Self])
}
