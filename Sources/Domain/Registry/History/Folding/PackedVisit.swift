/// One row in 24 bytes: whose it is, when, by which device, where and how accurate.
///
/// 20 bits entry, 32 seconds since 1970, 32 digest or number of the device, 38 and 39 for latitude and longitude in units
/// of 10^-9 degree (0.1 mm), 31 for the deviation as a `Float` without its sign.
public struct PackedVisit: BitwiseCopyable, Sendable, Hashable, PackedRecord {
    /// The device of a fix of which none was reported.
    @inlinable public static var noDevice: UInt32 { 0 }
    /// How many entries a shard can have.
    public static let entryLimit = 1 << 20
    /// Units in a degree.
    @inlinable public static var unit: Double { 1e9 }

    /// The record's 24 bytes, as three numbers.
    public let when: UInt64
    public let north: UInt64
    public let east: UInt64

    /// `device` tells devices apart, and nothing else of it is used: a digest of its name, or its number; ``noDevice`` where
    /// none was reported.
    @inlinable
    public init(entry: Int, time: UInt32, device: UInt32, latitude: Double, longitude: Double, sigma: Float) {
        self.init(
            entry: entry, time: time, device: device, north: UInt64(((latitude + 90) * Self.unit).rounded()),
            east: UInt64(((longitude + 180) * Self.unit).rounded()), sigma: sigma)
    }

    /// `north` from the south pole and `east` from the antimeridian, in units of 10^-9 degree.
    @inlinable @inline(__always)
    public init(
        entry: Int, time: UInt32, device: UInt32, north latitude: UInt64, east longitude: UInt64, sigma: Float
    ) {
        let deviation = UInt64(sigma.bitPattern & 0x7FFF_FFFF)
        when = UInt64(time) << 32 | UInt64(device)
        north = latitude << 26 | UInt64(entry) << 6 | deviation >> 25
        east = longitude << 25 | deviation & 0x1FF_FFFF
    }

    /// The same of another entry; this one's is 0.
    @inlinable @inline(__always)
    public func of(entry: Int) -> Self {
        Self(when: when, north: north | UInt64(truncatingIfNeeded: entry) << 6, east: east)
    }

    /// The same by another device.
    public func by(device: UInt32) -> Self {
        Self(when: when & ~0xFFFF_FFFF | UInt64(device), north: north, east: east)
    }

    /// A record that was taken apart into its three numbers.
    @inlinable
    public init(when: UInt64, north: UInt64, east: UInt64) {
        self.when = when
        self.north = north
        self.east = east
    }

    @inlinable public var entry: Int { Int(north >> 6 & 0xF_FFFF) }
    @inlinable public var time: UInt32 { UInt32(truncatingIfNeeded: when >> 32) }
    @inlinable public var device: UInt32 { UInt32(truncatingIfNeeded: when) }
    /// One division of whole numbers below 2^53: what a file gives with nine decimals or fewer comes back exactly.
    @inlinable public var latitude: Double { Double(Int64(north >> 26) - 90_000_000_000) / Self.unit }
    @inlinable public var longitude: Double { Double(Int64(east >> 25) - 180_000_000_000) / Self.unit }
    /// From the south pole and from the antimeridian, in units.
    @inlinable public var northUnits: Int64 { Int64(north >> 26) }
    @inlinable public var eastUnits: Int64 { Int64(east >> 25) }
    @inlinable public var sigma: Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: (north & 0x3F) << 25 | east & 0x1FF_FFFF))
    }
}

/// The fold of sightings, which docs/audit.md also gives as SQL.
extension PackedVisit {
    /// Ten minutes: the fixes of one device in one slot are one visit.
    @inlinable static var slotLength: UInt32 { 600 }
    /// A tag's memory is bounded, however often it is seen.
    @inlinable public static var limit: Int { 16 }

    /// So many of them are the latest, whatever their accuracy: where a tag was before must not hide where it is.
    private static var latest: Int { 4 }

    /// A part of the world of five degrees: no device gets from one to the next but one in ten minutes, so two rows
    /// without a device, in one slot, here and there, are two visits. A device that was reported is in one place, on
    /// whatever side of a boundary.
    private var cell: UInt64 {
        guard device == Self.noDevice else { return 0 }
        let (latitude, longitude) = ((north >> 26) / 5_000_000_000, (east >> 25) / 5_000_000_000)
        return latitude << 8 | longitude
    }

    /// Slot and device: equal for the fixes of one visit, and of no other in one part of the world.
    @inlinable public var visit: UInt64 { UInt64(time / Self.slotLength) << 32 | when & 0xFFFF_FFFF }

    /// The most accurate first; all fields take part, so that the order of rows never decides. The device, which has
    /// another digest in each process, comes last.
    public static func isBetter(_ left: Self, _ right: Self) -> Bool {
        if left.sigma != right.sigma { return left.sigma < right.sigma }
        return (left.time, left.north, left.east, left.device) < (right.time, right.north, right.east, right.device)
    }

    /// The later slot first. In one slot the order of accuracy decides: a visit that gets a better fix only comes before more
    /// of the others, so that what was left out once would be left out of all.
    private static func isLater(_ left: Self, _ right: Self) -> Bool {
        let (one, other) = (left.time / slotLength, right.time / slotLength)
        return one != other ? one > other : isBetter(left, right)
    }

    /// Whether a record is not one of the latest visits beside others, itself among them or not.
    private static func isEarly(_ record: Self, among others: [Self]) -> Bool {
        var later = 0
        for other in others where isLater(other, record) {
            later += 1
            if later == latest { return true }
        }
        return false
    }

    /// One fix for each visit, the most accurate; the latest visits, and the most accurate of the rest. The best first.
    @discardableResult
    public static func keep(_ record: Self, in kept: inout [Self]) -> Bool {
        if kept.count == limit, let worst = kept.last, !isBetter(record, worst), isEarly(record, among: kept) {
            return false
        }
        // What it takes the place of: another of its visit, else the worst one that is not among the latest.
        if let other = kept.firstIndex(where: { isSameVisit($0, record) }) {
            if !isBetter(record, kept[other]) { return false }
            kept.remove(at: other)
        }
        kept.append(record)
        place(record, in: &kept, isBetter)
        if kept.count > limit, let last = kept.indices.last(where: { isEarly(kept[$0], among: kept) }) {
            let dropped = kept.remove(at: last)
            return dropped != record
        }
        return true
    }

    private static func isSameVisit(_ one: Self, _ other: Self) -> Bool {
        one.device == other.device && one.visit == other.visit && one.cell == other.cell
    }
}
