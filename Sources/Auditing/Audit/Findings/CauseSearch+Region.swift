internal import Geodesy
internal import Languages
internal import Registry

extension CauseSearch {
    /// How many of a store's decided tags must be outside, and agree: nearly all.
    private static let share = 0.9
    /// How many tags must agree on a place when no mistake in the coordinates explains it.
    private static let leastTags = 3

    /// Stores whose registered coordinates are more likely wrong than the places of all their tags.
    func regionSuspects(except explained: TagPositions) -> [Cause] {
        positions(except: explained) { position -> Int? in
            tags[position].judgement == nil ? nil : tags[position].storePosition
        }.compactMap { place, positions in
            let store = stores.all[place]
            guard let region = store.region else { return nil }
            let outside = positions.filter { tags[$0].verdict == .outside && tags[$0].movement == nil }
            let inside = positions.count { tags[$0].verdict == .inside } + fine.count(ofStoreAt: place)
            guard !outside.isEmpty, Double(outside.count) >= Self.share * Double(outside.count + inside) else {
                return nil
            }
            let places = outside.map { tags[$0].whereabouts }
            let repair = CoordinateMistake.explaining(region.centre) { centre in
                (try? Region(centre: centre, radius: region.radius)).map { fits(places, $0) } ?? false
            }
            if let repair {
                return suspect(
                    store, seenBy: outside, mistake: repair.mistake.key, reason: repair.mistake.change,
                    meant: repair.meant)
            }
            let strays = outside.filter { tags[$0].foundStore == nil }
            guard strays.count * 2 > outside.count,
                let spot = strays.map({ tags[$0].whereabouts }).min(by: { $0.sigma < $1.sigma })
            else { return nil }
            // A vague fix may seem to be at some store; it does not contradict the spot.
            let near = outside.filter { isNear(tags[$0].whereabouts, spot, radius: region.radius) }
            guard Double(near.count) >= Self.share * Double(outside.count) else { return nil }
            let meant = lastPlace(of: near, within: region.radius)?.place ?? spot.place
            if let zeros = region.zeros {
                return suspect(store, seenBy: near, mistake: zeros.key, reason: zeros.text, meant: meant)
            }
            guard near.count >= Self.leastTags else { return nil }
            return suspect(store, seenBy: near, mistake: "spot", reason: nil, meant: meant)
        }
    }

    /// Of those at no store that were seen on the last day the most accurate place, where it is accurate enough to correct a
    /// store by: it is named by coordinates (``newestPlaced(of:)``).
    private func lastPlace(of positions: [Int], within radius: Double) -> AgreedPosition? {
        let group = positions.map { tags[$0] }
        let day = Self.lastPlaced(of: group) - 86_400
        return group.filter { $0.foundStore == nil && $0.lastPlaced > day && $0.whereabouts.sigma <= radius }
            .map(\.whereabouts).min { $0.sigma < $1.sigma }
    }

    /// Whether nearly all places may be in the region, and one certainly is.
    private func fits(_ places: [AgreedPosition], _ region: Region) -> Bool {
        var possible = places.count
        var isCertain = false
        for place in places {
            switch isFar(place, region) ? .outside : Judgement(place, in: region, model: rules.errorModel).verdict {
            case .outside: possible -= 1
            case .inside: isCertain = true
            case .undecided: break
            }
            // Nothing that comes makes up for it.
            if Double(possible) < Self.share * Double(places.count) { return false }
        }
        return isCertain
    }

    /// Whether the latitudes alone show that a place is outside: without a geodesic.
    private func isFar(_ place: AgreedPosition, _ region: Region) -> Bool {
        let degrees = abs(place.place.latitude - region.centre.latitude)
        let gap = degrees * Coordinate.shortestDegree - region.radius
        let reach = MeasuredDistance.reach * max(rules.errorModel.factor, 1) * place.sigma
        return !place.isContradictory && gap > 0 && gap > reach
    }

    /// Whether a tag may be within a region around the spot.
    private func isNear(_ other: AgreedPosition, _ spot: AgreedPosition, radius: Double) -> Bool {
        spot.place.distance(to: other.place) <= 2 * radius + 4 * (spot.sigma + other.sigma)
    }

    private func suspect(
        _ store: Store, seenBy positions: [Int], mistake: String, reason: String?, meant place: Coordinate
    ) -> Cause {
        let group = positions.map { tags[$0] }
        var evidence = self.evidence(of: group)
        evidence.place = group.map(\.whereabouts).min { $0.sigma < $1.sigma }?.place
        evidence.suggestedCentre = place
        evidence.reason = reason
        let values: [String: Sentence.Value] = [
            "count": .number(group.count), "the": Wording.the(group), "noun": Wording.noun(group),
            "store": .text(store.name), "distance": .metres(evidence.distance ?? 0),
            "mistake": .sentence(Sentence("mistake.\(mistake)")), "place": .text(Wording.place(place)),
        ]
        let finding = Finding(
            code: .regionSuspect, severity: .warning, stores: [store.id], tags: Self.labels(of: group),
            words: FindingWords(Sentence("region-suspect", values), next: Sentence("region-suspect.next", values)),
            evidence: evidence, until: Self.lastPlaced(of: group))
        return Cause(finding: finding, tags: positions)
    }
}
