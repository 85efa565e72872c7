internal import Geodesy
internal import Registry

extension Diagnosis {
    /// How many of a store's decided tags must be outside, and agree: nearly all.
    private static let share = 0.9
    /// How many tags must agree on a place when no mistake in the coordinates explains it.
    private static let leastTags = 3

    /// Stores whose registered coordinates are more likely wrong than the places of all their tags.
    func regionSuspects(except explained: Set<Int>) -> [Cause] {
        var fineOfStores: [StoreID: Int] = [:]
        for (group, count) in fine { fineOfStores[group.store, default: 0] += count }
        return positions(except: explained) { position -> StoreID? in
            tags[position].judgement == nil ? nil : tags[position].store?.id
        }.compactMap { id, positions in
            guard let store = stores[id], let region = store.region else { return nil }
            let outside = positions.filter { tags[$0].verdict == .outside && tags[$0].movement == nil }
            let inside = positions.count { tags[$0].verdict == .inside } + (fineOfStores[id] ?? 0)
            guard !outside.isEmpty, Double(outside.count) >= Self.share * Double(outside.count + inside) else {
                return nil
            }
            let places = outside.map { tags[$0].whereabouts }
            if let repair = RegionRepair.candidates(region).first(where: { fits(places, $0.region) }) {
                return suspect(store, outside, repair.words, repair.region.centre)
            }
            let strays = outside.filter { tags[$0].foundStore == nil }
            guard Double(strays.count) >= Self.share * Double(outside.count),
                let spot = spot(strays.map { tags[$0].whereabouts }, radius: region.radius)
            else { return nil }
            if let zeros = RegionRepair.zeros(region) { return suspect(store, strays, zeros, spot) }
            return strays.count >= Self.leastTags ? suspect(store, strays, nil, spot) : nil
        }
    }

    /// Whether nearly all places may lie in the region, and one certainly does.
    private func fits(_ places: [Whereabouts], _ region: Region) -> Bool {
        let judgements = places.map { Judgement($0, in: region, model: rules.errorModel) }
        let possible = judgements.count { $0.verdict != .outside }
        return Double(possible) >= Self.share * Double(places.count) && judgements.contains { $0.verdict == .inside }
    }

    /// The place of the most accurate tag if nearly all others lie within a region around it.
    private func spot(_ places: [Whereabouts], radius: Double) -> Coordinate? {
        guard let centre = places.min(by: { $0.sigma < $1.sigma }) else { return nil }
        let near = places.count { other in
            centre.place.distance(to: other.place) <= 2 * radius + 4 * (centre.sigma + other.sigma)
        }
        return Double(near) >= Self.share * Double(places.count) ? centre.place : nil
    }

    private func suspect(_ store: Store, _ positions: [Int], _ mistake: String?, _ place: Coordinate) -> Cause {
        let group = positions.map { tags[$0] }
        var evidence = Self.evidence(of: group)
        evidence.place = group.map(\.whereabouts).min { $0.sigma < $1.sigma }?.place
        evidence.suggestedCentre = place
        evidence.reason = mistake
        let distance = Wording.distance(evidence.distance ?? 0)
        let are = Wording.choose(group.count, "is", "are")
        let numbers = "\(Wording.degrees(place.latitude)), \(Wording.degrees(place.longitude))"
        let explanation: String
        switch mistake {
        case let mistake? where mistake.hasPrefix("with"): explanation = "; \(mistake) it fits"
        case let mistake?: explanation = ": \(mistake)"
        case nil: explanation = ", all at one spot that is in no store's region"
        }
        let finding = Finding(
            code: .regionSuspect, severity: .warning, stores: [store.id.text], tags: Self.labels(of: group),
            message: "the registered region of \(store.name) is probably wrong: \(Wording.the(group)) \(are) "
                + "\(distance) from it\(explanation)",
            next: "Look up where \(store.name) is. If it is at \(numbers), correct its coordinates and audit again; "
                + "leave the \(Wording.noun(group)) where \(Wording.choose(group.count, "it is", "they are")).",
            evidence: evidence)
        return Cause(finding: finding, tags: positions)
    }
}
