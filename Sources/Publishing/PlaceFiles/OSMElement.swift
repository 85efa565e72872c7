/// An element of OpenStreetMap, from JSON or XML. See: wiki.openstreetmap.org, "Elements", "OSM XML", "Overpass API".
struct OSMElement {
    enum Kind: String {
        case node, way, relation
    }

    typealias Position = (latitude: Double, longitude: Double)

    /// A way of a relation.
    struct Member {
        var reference: Int64 = 0
        var isWay = false
        /// `outer`, `inner`, or empty, which older data has for `outer`.
        var role = ""
        var outline = Outline()
    }

    /// What Overpass adds with `out geom`. Corners outside of a bounding box have no position: such an outline is not
    /// whole, and has no corners.
    struct Outline {
        private(set) var corners: [Position] = []
        private var isCut = false

        init(_ corners: [Position?] = []) {
            for corner in corners { append(corner) }
        }

        mutating func append(_ corner: Position?) {
            if let corner, !isCut {
                corners.append(corner)
            } else {
                isCut = true
                corners = []
            }
        }
    }

    var kind: Kind
    var id: Int64
    var line: Int
    var position: Position?
    /// What Overpass adds with `out center`.
    var centre: Position?
    var nodes: [Int64] = []
    var outline = Outline()
    var members: [Member] = []
    var tags: [String: String] = [:]
    var isDeleted = false

    var label: String { "\(kind.rawValue)/\(id)" }

    /// From the keys `addr:*`.
    static func address(_ tags: [String: String]) -> String? {
        if let full = tags["addr:full"] { return full }
        let street = [tags["addr:street"], tags["addr:housenumber"]].compactMap { $0 }.joined(separator: " ")
        let city = [tags["addr:postcode"], tags["addr:city"]].compactMap { $0 }.joined(separator: " ")
        return PlaceDraft.address([street, city, tags["addr:state"], tags["addr:country"]])
    }
}
