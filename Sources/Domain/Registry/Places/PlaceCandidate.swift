package import Geodesy

/// A place of business as a file of another system has it: what may become a store.
package struct PlaceCandidate: Sendable, Hashable {
    /// Where it is in the file: `line 12`, `line 40, way/7`.
    package let origin: String
    package let id: StoreName
    package let name: String
    package let address: String?
    /// Its own point; nil where only its footprint is known.
    package let point: Coordinate?
    package let footprint: Footprint?

    package init(
        origin: String, id: StoreName, name: String, address: String? = nil, point: Coordinate?,
        footprint: Footprint? = nil
    ) {
        self.origin = origin
        self.id = id
        self.name = name
        self.address = address
        self.point = point
        self.footprint = footprint
    }
}
