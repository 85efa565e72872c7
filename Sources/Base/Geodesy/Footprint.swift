/// The outline of a building or a site: the corners of one or more outer rings on the WGS 84 ellipsoid.
package struct Footprint: Sendable, Hashable {
    /// Each of at least three corners; the first is not repeated at the end.
    package let rings: [[Coordinate]]
    /// The centroid of the area, by offsets in a plane at its first corner.
    package let centre: Coordinate

    /// Nil for fewer than three corners in a ring, and for what is larger than two kilometres: no store's region holds it.
    package init?(_ rings: [[Coordinate]]) {
        let open = rings.map { ring in ring.count > 1 && ring.first == ring.last ? Array(ring.dropLast()) : ring }
        guard let origin = open.first?.first, open.allSatisfy({ $0.count >= 3 }) else { return nil }
        var (area, east, north) = (0.0, 0.0, 0.0)
        var mean = (east: 0.0, north: 0.0, count: 0.0)
        for ring in open {
            let offsets = ring.compactMap { origin.planeOffset(to: $0) }
            guard offsets.count == ring.count else { return nil }
            // Rings may go either way around.
            var own = (area: 0.0, east: 0.0, north: 0.0)
            for (index, one) in offsets.enumerated() {
                let next = offsets[(index + 1) % offsets.count]
                let cross = one.east * next.north - next.east * one.north
                own.area += cross / 2
                own.east += (one.east + next.east) * cross / 6
                own.north += (one.north + next.north) * cross / 6
                mean = (mean.east + one.east, mean.north + one.north, mean.count + 1)
            }
            let sign = own.area < 0 ? -1.0 : 1
            area += sign * own.area
            east += sign * own.east
            north += sign * own.north
        }
        self.rings = open
        // A line has no area.
        centre =
            area > 0.01
            ? origin.moved(east: east / area, north: north / area)
            : origin.moved(east: mean.east / mean.count, north: mean.north / mean.count)
    }

    /// Metres to the corner that is farthest away: no other point of the outline is farther.
    package func farthestCorner(from place: Coordinate) -> Double {
        rings.lazy.joined().map { place.distance(to: $0) }.max() ?? 0
    }
}
