import Glibc

/// Finds the places near a place among very many.
///
/// Places are sorted into bands of latitude and by longitude within a band. A query looks at the bands that the
/// distance can reach and, in each, at the longitudes that it can reach; the geodesic decides.
public struct SpatialIndex: Sendable {
    /// A place that was found: its position in the sequence that the index was made from, and how far it is.
    public struct Hit: Sendable, Equatable {
        public let index: Int
        /// Metres.
        public let distance: Double
    }

    private struct Entry {
        let band: Int
        let place: Coordinate
        let index: Int
    }

    /// Height of a band in degrees, about 1.1 km.
    private static let bandHeight = 0.01
    /// The ellipsoid's equatorial radius. A parallel's radius is N cos(latitude), and N is never smaller.
    private static let equatorialRadius = 6_378_137.0

    private let entries: [Entry]
    /// Where each band that has places begins in `entries`, in the order of the bands.
    private let bands: [(number: Int, start: Int)]

    public init(_ places: some Sequence<Coordinate>) {
        let sorted = places.enumerated().map { index, place in
            Entry(band: Self.band(place.latitude), place: place, index: index)
        }.sorted { left, right in
            (left.band, left.place.longitude, left.index) < (right.band, right.place.longitude, right.index)
        }
        var bands: [(number: Int, start: Int)] = []
        for (position, entry) in sorted.enumerated() where bands.last?.number != entry.band {
            bands.append((entry.band, position))
        }
        entries = sorted
        self.bands = bands
    }

    /// Every place within this distance (metres), nearest first.
    public func near(_ place: Coordinate, within metres: Double) -> [Hit] {
        var found: [Hit] = []
        // A metre more than needed, so that rounding here cannot lose a place that the geodesic would keep.
        let reach = metres + 1
        let degrees = reach / Coordinate.shortestDegree
        let highest = min(abs(place.latitude) + degrees, 90)
        // Along a path that stays below `highest`, a metre changes the longitude by at most this much.
        let slowest = Self.equatorialRadius * cos(highest * .pi / 180)
        let span = slowest * .pi > reach ? reach / slowest * 180 / .pi : 180

        let last = Self.band(min(place.latitude + degrees, 90))
        var position = firstBand(atLeast: Self.band(max(place.latitude - degrees, -90)))
        while position < bands.count, bands[position].number <= last {
            let start = bands[position].start
            let end = position + 1 < bands.count ? bands[position + 1].start : entries.count
            for range in Self.longitudes(around: place.longitude, span: span) {
                var entry = firstEntry(in: start..<end, longitude: range.lowerBound)
                while entry < end, entries[entry].place.longitude <= range.upperBound {
                    let distance = place.distance(to: entries[entry].place)
                    if distance <= metres {
                        found.append(Hit(index: entries[entry].index, distance: distance))
                    }
                    entry += 1
                }
            }
            position += 1
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// The nearest place, or nil when there is none at all.
    public func nearest(to place: Coordinate) -> Hit? {
        guard !entries.isEmpty else { return nil }
        // Half of the earth's circumference is below 20,004 km; the last round finds whatever there is.
        var metres = 1_000.0
        while metres < 40_000_000 {
            if let hit = near(place, within: metres).first { return hit }
            metres *= 4
        }
        return near(place, within: metres).first
    }

    private static func band(_ latitude: Double) -> Int {
        Int((latitude / bandHeight).rounded(.down))
    }

    /// One range of longitudes, or two when it crosses the antimeridian.
    private static func longitudes(around longitude: Double, span: Double) -> [ClosedRange<Double>] {
        let low = longitude - span
        let high = longitude + span
        if high - low >= 360 { return [-180...180] }
        if low <= -180 { return [-180...high, (low + 360)...180] }
        if high >= 180 { return [-180...(high - 360), low...180] }
        return [low...high]
    }

    private func firstBand(atLeast number: Int) -> Int {
        var low = 0
        var high = bands.count
        while low < high {
            let middle = (low + high) / 2
            if bands[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func firstEntry(in range: Range<Int>, longitude: Double) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].place.longitude < longitude { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
