internal import Geodesy

/// What becomes of the places of a file beside the stores that are there: added, changed, kept, or asked back.
package struct PlaceMerge: Sendable {
    /// A store that is new, with the reason of its radius.
    package struct Addition: Sendable {
        package let candidate: PlaceCandidate
        package let proposal: RegionProposal
        package let store: Store
    }

    /// A store that is there, and is otherwise in the file.
    package struct Change: Sendable {
        package let store: Store
        /// As the file has it: the radius stays.
        package let wanted: Store
        /// What differs, in words.
        package let differences: [String]
    }

    /// A place that a person has to look at first.
    package struct Question: Sendable {
        package let candidate: PlaceCandidate
        package let reason: String
    }

    /// What the user said beforehand.
    package struct Answers: Sendable {
        /// Identifiers of places that are taken although they are asked about.
        package var taken: Set<StoreName>
        package var settings: RegionProposal.Settings

        package init(taken: Set<StoreName> = [], settings: RegionProposal.Settings = .init()) {
            self.taken = taken
            self.settings = settings
        }
    }

    package private(set) var added: [Addition] = []
    package private(set) var changed: [Change] = []
    /// Stores that the file has as they are.
    package private(set) var kept: [StoreName] = []
    package private(set) var questions: [Question] = []

    /// Two places nearer than this with one name are one place under two identifiers. Metres.
    private static let samePlace = 50.0
    /// A position that moves less than this has not moved: five decimals are a metre. Metres.
    private static let samePosition = 2.0

    /// `fixes`: positions of walks, each of which counts for the nearest place.
    package init(
        _ candidates: [PlaceCandidate], beside stores: [Store], fixes: [RegionProposal.Fix] = [],
        answers: Answers = Answers()
    ) {
        let known = Dictionary(stores.map { ($0.id.name, $0) }) { first, _ in first }
        let shared = Dictionary(grouping: candidates.filter { known[$0.id] == nil && $0.address != nil }) {
            $0.address?.lowercased() ?? ""
        }
        let near = Self.nearest(fixes, to: candidates)
        let names = Dictionary(grouping: stores.filter { $0.region != nil }, by: \.name)
        for (index, candidate) in candidates.enumerated() {
            guard
                let proposal = RegionProposal(
                    point: candidate.point, footprint: candidate.footprint, fixes: near[index] ?? [],
                    settings: answers.settings)
            else { continue }
            if let store = known[candidate.id] {
                compare(store, candidate, proposal.region.centre)
                continue
            }
            if !answers.taken.contains(candidate.id) {
                let sharing = candidate.address.flatMap { shared[$0.lowercased()] } ?? []
                if sharing.count > 1 {
                    let others = sharing.prefix(5).map(\.id).filter { $0 != candidate.id }.map(\.text)
                        .joined(separator: ", ")
                    questions.append(
                        Question(
                            candidate: candidate,
                            reason: "its address is also that of \(others): which of them is the store?"))
                    continue
                }
                let double = (names[candidate.name] ?? []).first {
                    $0.region.map { $0.centre.distance(to: proposal.region.centre) <= Self.samePlace } ?? false
                }
                if let double {
                    questions.append(
                        Question(
                            candidate: candidate,
                            reason: "store \(double.id) has the same name at the same place: is it the same store?"))
                    continue
                }
            }
            added.append(
                Addition(
                    candidate: candidate, proposal: proposal,
                    store: Store(
                        id: StoreID(candidate.id), name: candidate.name, region: proposal.region,
                        address: candidate.address)))
        }
    }

    private mutating func compare(_ store: Store, _ candidate: PlaceCandidate, _ centre: Coordinate) {
        var differences: [String] = []
        if store.name != candidate.name { differences.append("its name is \"\(candidate.name)\" there") }
        if let address = candidate.address, address != store.address {
            differences.append("its address is \"\(address)\" there")
        }
        var region = store.region
        if let own = store.region {
            let metres = own.centre.distance(to: centre)
            if metres > Self.samePosition {
                differences.append("it is \(DistanceText.text(metres)) away there")
                region = try? Region(centre: centre, radius: own.radius)
            }
        }
        guard !differences.isEmpty else {
            kept.append(store.id.name)
            return
        }
        changed.append(
            Change(
                store: store,
                wanted: Store(
                    id: store.id, name: candidate.name, region: region, address: candidate.address ?? store.address,
                    isRoaming: store.isRoaming, place: store.place), differences: differences))
    }

    private static func nearest(
        _ fixes: [RegionProposal.Fix], to candidates: [PlaceCandidate]
    ) -> [Int: [RegionProposal.Fix]] {
        guard !fixes.isEmpty else { return [:] }
        let placed = candidates.enumerated().compactMap { index, candidate in
            (candidate.point ?? candidate.footprint?.centre).map { (index: index, place: $0) }
        }
        let index = SpatialIndex(placed.map(\.place))
        return fixes.reduce(into: [:]) { near, fix in
            guard let hit = index.nearest(to: fix.position), hit.distance <= RegionProposal.reach else { return }
            near[placed[hit.index].index, default: []].append(fix)
        }
    }
}
