package import Geodesy

/// A region for a store, proposed from what is known of its place, and why it is so large.
///
/// A person decides in the end: the proposal is a row of stores.csv, and its reason is printed.
package struct RegionProposal: Sendable, Hashable {
    /// What the radius comes from.
    package enum Basis: String, Sendable, Codable, CaseIterable {
        case footprint
        case walks
        /// Neither is known.
        case point
    }

    /// A position that was measured near the store.
    package struct Fix: Sendable, Hashable {
        package let position: Coordinate
        /// Metres, as in sightings.
        package let accuracy: Double

        package init(position: Coordinate, accuracy: Double) {
            self.position = position
            self.accuracy = accuracy
        }
    }

    /// How a proposal is made. All in metres.
    package struct Settings: Sendable {
        /// What a phone's position may be off inside a building, beyond the footprint.
        package var margin: Double
        /// The radius where nothing else is known.
        package var usual: Double

        /// Both from 10 to 500.
        package init(margin: Double = 50, usual: Double = 100) {
            self.margin = margin
            self.usual = usual
        }
    }

    /// Fixes farther away than this were taken elsewhere. Metres.
    package static let reach = Region.radiusLimit
    /// Radii are rounded up to whole tens of metres.
    private static let step = 10.0
    /// A radius smaller than this refuses customers whose phones have a usual fix. Metres.
    private static let smallest = 50.0

    package let region: Region
    package let basis: Basis
    /// In words and numbers.
    package let reason: String
    /// Whether more than a region's largest radius would be needed.
    package let isCut: Bool

    /// Nil without any position. The centre is the place's own point, else the centroid of its footprint.
    package init?(point: Coordinate?, footprint: Footprint?, fixes: [Fix], settings: Settings = Settings()) {
        guard let centre = point ?? footprint?.centre else { return nil }
        let near = fixes.map { (fix: $0, distance: centre.distance(to: $0.position)) }.filter {
            $0.distance <= Self.reach
        }
        var (needed, basis, reason) = (
            settings.usual, Basis.point,
            "neither a footprint nor a walk is known: \(Self.metres(settings.usual)), as for every such place"
        )
        if let footprint {
            let corner = footprint.farthestCorner(from: centre)
            needed = corner + settings.margin
            basis = .footprint
            reason =
                "the footprint's farthest corner is \(Self.metres(corner)) away, and \(Self.metres(settings.margin)) for the "
                + "position of a phone inside"
        }
        if let far = near.max(by: { $0.distance + $0.fix.accuracy < $1.distance + $1.fix.accuracy }) {
            let seen = far.distance + far.fix.accuracy
            let count = near.count == 1 ? "the walk's fix" : "the farthest of \(near.count) fixes of walks"
            if basis == .point || seen > needed {
                let before = basis == .footprint ? reason + "; " : ""
                needed = seen
                basis = .walks
                reason =
                    before
                    + "\(count) is \(Self.metres(far.distance)) away, accurate to \(Self.metres(far.fix.accuracy))"
            }
        }
        isCut = needed > Region.radiusLimit
        let rounded = (needed / Self.step).rounded(.up) * Self.step
        let radius = min(max(rounded, Self.smallest), Region.radiusLimit)
        guard let region = try? Region(centre: centre, radius: radius) else { return nil }
        self.region = region
        self.basis = basis
        self.reason =
            isCut
            ? reason + "; a region has \(Self.metres(Region.radiusLimit)) at most, so parts of the place are outside"
            : reason
    }

    private static func metres(_ value: Double) -> String { "\(Int(value.rounded())) m" }
}

/// Two stores whose regions overlap: a tag between them may be in both.
package struct RegionOverlap: Sendable, Hashable {
    package let one: StoreName
    package let other: StoreName
    /// Metres between the centres.
    package let distance: Double

    /// So many overlaps of one store are named, the nearest ones.
    private static let most = 8

    /// The overlaps of some stores' regions with one another and with those of others, each once. Sorted.
    package static func among(_ stores: [(id: StoreName, region: Region)], of wanted: Set<StoreName>) -> [RegionOverlap]
    {
        let index = RegionIndex(stores.map(\.region))
        var seen: Set<RegionOverlap> = []
        for (position, store) in stores.enumerated() where wanted.contains(store.id) {
            let near = index.near(store.region.centre, within: store.region.radius)
            for hit in near.lazy.filter({ $0.index != position }).prefix(most) {
                let pair = [store.id, stores[hit.index].id].sorted()
                seen.insert(RegionOverlap(one: pair[0], other: pair[1], distance: hit.distance))
            }
        }
        // The same pair from its other end may differ in the last digit.
        var pairs: Set<[StoreName]> = []
        return seen.sorted { ($0.one, $0.other) < ($1.one, $1.other) }.filter {
            pairs.insert([$0.one, $0.other]).inserted
        }
    }
}
