internal import Geodesy

/// Stores whose positions look wrong beside those of the others. The check has no map of the land: it compares a
/// position only with those of the other stores.
///
/// - Within a kilometre of 0, 0: an empty value that became a number.
/// - Far from every other store, while the same numbers exchanged, or with another sign, are among the others.
/// - One store (at most one in ten) far from all others, which are all in one part of the world.
public enum StorePositionCheck {
    /// Metres. Nearer than this to another store, or to most of them, nothing is doubted.
    static let far = 1_000_000.0
    /// Metres within which a corrected position counts as among the others.
    static let near = 100_000.0
    /// So many stores say where the others are.
    static let fewest = 5

    /// The doubts about the stores of a file, by their positions in it. `known`: stores that exist besides.
    public static func doubts(about stores: [Store], beside known: [Store] = []) -> [(position: Int, reason: String)] {
        let own = known.isEmpty ? [] : Set(stores.map(\.id))
        let others = known.filter { !own.contains($0.id) }
        let placed = stores.enumerated().compactMap { Placed($1, position: $0) }
        var all = placed
        all += others.compactMap { Placed($0, position: nil) }
        let surroundings = Surroundings(all.map(\.place))
        return placed.enumerated().compactMap { index, one -> (position: Int, reason: String)? in
            guard let position = one.position else { return nil }
            if abs(one.place.latitude) < 0.01, abs(one.place.longitude) < 0.01 {
                return (position, "latitude and longitude are 0, which is in the Gulf of Guinea")
            }
            let reason =
                switch surroundings {
                case .few: pairwise(one, all)
                case .together: nil as String?
                case .group(let group): doubt(about: one.place, group, distance: group.distances[index])
                }
            return reason.map { (position, $0) }
        }
    }

    private struct Placed {
        let id: StoreID
        let place: Coordinate
        /// In the file; nil for a store that exists besides.
        let position: Int?

        init?(_ store: Store, position: Int?) {
            guard let place = store.region?.centre else { return nil }
            (id, self.place, self.position) = (store.id, place, position)
        }
    }

    private static func doubt(about place: Coordinate, _ group: Group, distance: Double) -> String? {
        guard distance > max(far, 3 * group.reach) else { return nil }
        for (corrected, what) in corrections(of: place)
        where corrected.distance(to: group.middle) <= max(near, 1.5 * group.reach) {
            return "\(what): as it is, it is \(DistanceText.text(distance)) from the middle of the other stores"
        }
        guard group.mayBeWrong(distance) else { return nil }
        return "it is \(DistanceText.text(distance)) from the middle of the other stores, which are all within "
            + DistanceText.text(group.reach)
    }

    /// Few stores are compared one with another.
    private static func pairwise(_ one: Placed, _ all: [Placed]) -> String? {
        let place = one.place
        let others = all.filter { $0.id != one.id }
        guard !others.isEmpty, others.allSatisfy({ $0.place.distance(to: place) > far }) else { return nil }
        for (corrected, what) in corrections(of: place) {
            guard let other = others.first(where: { $0.place.distance(to: corrected) <= near }) else { continue }
            let distance = other.place.distance(to: place)
            return "\(what): it would be near store \(other.id), and is \(DistanceText.text(distance)) away"
        }
        return nil
    }

    /// The same numbers as they may have been meant.
    private static func corrections(of place: Coordinate) -> [(place: Coordinate, what: String)] {
        let (north, east) = (place.latitude, place.longitude)
        let ways = [
            (east, north, "latitude and longitude look exchanged"), (north, -east, "the longitude's sign looks wrong"),
            (-north, east, "the latitude's sign looks wrong"),
            (-north, -east, "the signs of latitude and longitude look wrong"),
            (-east, north, "latitude and longitude look exchanged, and a sign wrong"),
            (east, -north, "latitude and longitude look exchanged, and a sign wrong"),
        ]
        return ways.compactMap { north, east, what in
            (try? Coordinate(latitude: north, longitude: east)).map { ($0, what) }
        }
    }

    /// What a place is compared with.
    private enum Surroundings {
        /// So few stores that each is compared with each.
        case few
        /// Stores of which none is far enough from the others to be doubted.
        case together
        case group(Group)

        init(_ places: [Coordinate]) {
            guard places.count >= StorePositionCheck.fewest, let middle = Self.middle(of: places) else {
                self = .few
                return
            }
            self = Self.areTogether(places, around: middle) ? .together : .group(Group(places, around: middle))
        }

        private static func middle(of places: [Coordinate]) -> Coordinate? {
            func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
            return try? Coordinate(
                latitude: median(places.map(\.latitude)), longitude: median(places.map(\.longitude)))
        }

        /// Whether bounds of the distances prove that ``doubt(about:_:distance:)`` doubts none of them: of most files, and
        /// many geodesics take as long as reading them.
        private static func areTogether(_ places: [Coordinate], around middle: Coordinate) -> Bool {
            let bounds = places.map { $0.sphericalDistance(to: middle) }
            let farthest = bounds.reduce(0) { max($0, $1.upperBound) }
            if farthest <= far { return true }
            // When so many are a third as far away as the farthest, the group reaches as far as these.
            return bounds.count { 3 * $0.lowerBound >= farthest } > Group.apart(places.count)
        }
    }

    /// Where most of the stores are.
    private struct Group {
        let middle: Coordinate
        /// Metres: the farthest of all but one in ten is so far from the middle.
        let reach: Double
        /// Metres, of each place from the middle.
        let distances: [Double]
        private let farthest: [Double]

        init(_ places: [Coordinate], around middle: Coordinate) {
            self.middle = middle
            distances = places.map { $0.distance(to: middle) }
            let sorted = distances.sorted()
            let apart = Self.apart(places.count)
            reach = sorted[sorted.count - 1 - apart]
            farthest = sorted.suffix(apart)
        }

        /// How many may be apart from the others: one in ten.
        static func apart(_ count: Int) -> Int { max(1, count / 10) }

        /// Whether a distance is among those of the few that are apart.
        func mayBeWrong(_ distance: Double) -> Bool { farthest.first.map { distance >= $0 } ?? false }
    }
}
