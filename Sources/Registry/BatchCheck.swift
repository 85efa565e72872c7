internal import AppClips
public import Geodesy

/// Whether a batch may be put on tags: what would make its tags fail in a customer's hand.
public enum BatchCheck {
    /// The tags whose URL no registered experience answers for with certainty, and why not.
    ///
    /// Retired experiences do not count.
    public static func unmatched(_ tags: [Tag], experiences: [Experience]) -> [(tag: Tag, reason: String)] {
        let index = ExperienceIndex(experiences.filter { $0.status == .active }.map(\.url))
        return tags.compactMap { tag in
            guard let url = try? InvocationURL(tag.url) else { return (tag, "its URL cannot be read") }
            switch index.match(url) {
            case .match: return nil
            case .noMatch(let reason): return (tag, reason.description)
            case .ambiguous(let reason, _): return (tag, "whether one matches is not certain: \(reason)")
            }
        }
    }

    /// The stores that a place is outside of, nearest first. Roaming stores are nowhere, so never elsewhere.
    public static func stores(_ stores: [Store], elsewhereThan place: Coordinate) -> [(store: Store, metres: Double)] {
        stores.compactMap { store -> (store: Store, metres: Double)? in
            guard let region = store.region else { return nil }
            let distance = region.centre.distance(to: place)
            return distance > region.radius ? (store, distance) : nil
        }.sorted { $0.metres < $1.metres }
    }
}
