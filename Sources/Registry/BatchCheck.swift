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

    /// Why a tag that exists no longer does what it should.
    public struct Reason: Hashable, Sendable {
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// The tag was given another URL after it was written or printed.
            case outdated
            /// No registered experience answers for its URL any more.
            case unregistered
            /// The experience that answers is another store's.
            case otherStore = "other-store"
        }

        public let code: Code
        public let why: String
        public let next: String
    }

    /// Which of these tags, which exist as chips or labels, are to be done again, and why.
    public static func outdated(_ tags: [Tag], experiences: [Experience]) -> [(tag: Tag, reason: Reason)] {
        let active = experiences.filter { $0.status == .active }
        let index = ExperienceIndex(active.map(\.url))
        let stores = Dictionary(active.map { ($0.url, $0.store) }) { first, _ in first }
        return tags.compactMap { tag in
            if tag.state == .outdated {
                let former = tag.writtenURL.map { "it carries \($0)" } ?? "it was printed with another URL"
                let next =
                    tag.medium == .nfc
                    ? "put its chip on a reader while the batch is written" : "print it again, and change the label"
                // The same URL: the batch's rules have changed, or the key.
                let why =
                    tag.writtenURL == tag.url
                    ? "its batch asks for another protection, mirror or key" : "\(former), and is to carry \(tag.url)"
                return (tag, Reason(code: .outdated, why: why, next: next))
            }
            guard let url = try? InvocationURL(tag.url) else { return nil }
            switch index.match(url) {
            case .match(let winner, _):
                guard let store = stores[winner] ?? nil, store != tag.store else { return nil }
                return (
                    tag,
                    Reason(
                        code: .otherStore, why: "the experience \(winner) is store \(store)'s",
                        next: "correct the experience, or revise the batch: waymark batch revise \(tag.batch)")
                )
            case .noMatch(let reason):
                return (tag, unregistered(tag, reason.description))
            case .ambiguous(let reason, _):
                return (tag, unregistered(tag, "whether one matches is not certain: \(reason)"))
            }
        }
    }

    private static func unregistered(_ tag: Tag, _ why: String) -> Reason {
        Reason(
            code: .unregistered, why: why,
            next: "register the experience (waymark experience import), or revise the batch: "
                + "waymark batch revise \(tag.batch)")
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
