/// Finds the regions that hold a place, or are near it, among very many.
public struct RegionIndex: Sendable {
    public let regions: [Region]
    private let centres: SpatialIndex
    private let largestRadius: Double

    public init(_ regions: [Region]) {
        self.regions = regions
        centres = SpatialIndex(regions.map(\.centre))
        largestRadius = regions.map(\.radius).max() ?? 0
    }

    /// The regions that hold the place, nearest centre first.
    public func containing(_ place: Coordinate) -> [SpatialIndex.Hit] {
        near(place, within: 0)
    }

    /// The regions whose edge is at most `metres` from the place, or that hold it, nearest centre first.
    /// A hit's distance is that of the centre.
    public func near(_ place: Coordinate, within metres: Double) -> [SpatialIndex.Hit] {
        centres.near(place, within: largestRadius + metres).filter {
            $0.distance <= regions[$0.index].radius + metres
        }
    }

    /// The region with the nearest centre.
    public func nearest(to place: Coordinate) -> SpatialIndex.Hit? {
        centres.nearest(to: place)
    }
}
