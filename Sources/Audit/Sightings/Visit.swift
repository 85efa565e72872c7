internal import Geodesy
internal import Registry

/// One measured position. Ordered: the most accurate first; all fields take part, so that the order of rows
/// never decides.
struct Fix: Sendable, Hashable, Comparable {
    let sigma: Double
    let time: Timestamp
    let place: Coordinate

    static func < (left: Self, right: Self) -> Bool {
        (left.sigma, left.time, left.place.latitude, left.place.longitude)
            < (right.sigma, right.time, right.place.latitude, right.place.longitude)
    }
}

/// The fixes of one tag by one device in one slot of time: their errors are not independent, so the most
/// accurate one stands for all.
struct Visit: Sendable, Hashable {
    /// Ten minutes.
    static let slotLength: Int64 = 600_000

    let slot: Int64
    /// The device's number in the ledger.
    let device: Int
    var fix: Fix

    init(device: Int, fix: Fix) {
        // Rounded down, so that times before 1970 do not share a slot with those after.
        let milliseconds = fix.time.milliseconds
        let remainder = (milliseconds % Self.slotLength + Self.slotLength) % Self.slotLength
        slot = (milliseconds - remainder) / Self.slotLength
        self.device = device
        self.fix = fix
    }
}

/// The most accurate visits to one tag.
struct Visits: Sendable {
    /// A tag's memory is bounded, however often it is seen.
    static let limit = 16

    private(set) var all: [Visit] = []

    /// Whatever the order of the visits, the result is the same: a visit that was dropped and comes back with
    /// a better fix competes again, and those that displaced it have only become better.
    mutating func add(_ visit: Visit) {
        if let index = all.firstIndex(where: { $0.slot == visit.slot && $0.device == visit.device }) {
            if visit.fix < all[index].fix { all[index].fix = visit.fix }
            return
        }
        all.append(visit)
        if all.count > Self.limit, let worst = all.indices.max(by: { all[$0].fix < all[$1].fix }) {
            all.remove(at: worst)
        }
    }
}
