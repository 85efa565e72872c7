internal import CSV

/// Places of OpenStreetMap: elements with a name. Untagged nodes are corners of ways.
struct OSMPlaces {
    private(set) var drafts: [PlaceDraft] = []
    private(set) var problems: [FileProblem] = []

    init(_ elements: [OSMElement], file: String, idName: String?) {
        var nodes: [Int64: OSMElement.Position] = [:]
        var ways: [Int64: OSMElement] = [:]
        for element in elements {
            switch element.kind {
            case .node: nodes[element.id] = element.position
            case .way: ways[element.id] = element
            case .relation: break
            }
        }
        for element in elements where element.tags["name"] != nil || element.tags["brand"] != nil {
            func refuse(_ reason: String) {
                problems.append(FileProblem(file: file, line: element.line, reason: "\(element.label): \(reason)"))
            }
            var draft = PlaceDraft(line: element.line, label: element.label)
            draft.id = idName.map { element.tags[$0] } ?? element.label.replacing("/", with: "-")
            draft.name = element.tags["name"] ?? element.tags["brand"]
            draft.address = OSMElement.address(element.tags)
            switch element.kind {
            case .node: draft.position = element.position
            case .way:
                let path = Self.path(element, nodes)
                if path.count > 3, Self.isClosed(path) { draft.rings = [path] }
                draft.position = draft.rings.isEmpty ? element.centre : nil
            case .relation:
                let outer = element.members.filter { $0.isWay && ($0.role.isEmpty || $0.role == "outer") }
                let paths = outer.map { member in
                    member.outline.corners.isEmpty
                        ? ways[member.reference].map { Self.path($0, nodes) } ?? [] : member.outline.corners
                }
                draft.rings = Self.rings(paths) ?? []
                draft.position = draft.rings.isEmpty ? element.centre : nil
            }
            guard draft.position != nil || !draft.rings.isEmpty else {
                refuse("its position is not in the file: ask Overpass for out center or out geom")
                continue
            }
            drafts.append(draft)
        }
    }

    private static func path(_ way: OSMElement, _ nodes: [Int64: OSMElement.Position]) -> [OSMElement.Position] {
        if !way.outline.corners.isEmpty { return way.outline.corners }
        let found = way.nodes.compactMap { nodes[$0] }
        return found.count == way.nodes.count ? found : []
    }

    private static func isSame(_ one: OSMElement.Position, _ other: OSMElement.Position) -> Bool {
        one.latitude == other.latitude && one.longitude == other.longitude
    }

    private static func isClosed(_ path: [OSMElement.Position]) -> Bool {
        guard let first = path.first, let last = path.last else { return false }
        return isSame(first, last)
    }

    /// No outline of a store has more parts; joining them takes time that grows with the square.
    private static let mostPaths = 1_000

    /// Joins paths at their ends to closed rings; nil when one stays open.
    private static func rings(_ paths: [[OSMElement.Position]]) -> [[OSMElement.Position]]? {
        guard paths.count <= mostPaths else { return nil }
        var rest = paths
        var rings: [[OSMElement.Position]] = []
        while var ring = rest.popLast() {
            guard ring.count > 1 else { return nil }
            while !isClosed(ring) {
                guard let end = ring.last,
                    let next = rest.firstIndex(where: { path in
                        guard let first = path.first, let last = path.last else { return false }
                        return isSame(first, end) || isSame(last, end)
                    })
                else { return nil }
                let path = rest.remove(at: next)
                ring +=
                    path.first.map { isSame($0, end) } == true
                    ? Array(path.dropFirst()) : Array(path.reversed().dropFirst())
            }
            guard ring.count > 3 else { return nil }
            rings.append(ring)
        }
        return rings.isEmpty ? nil : rings
    }
}
