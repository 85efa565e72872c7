internal import Chips
internal import Registry

/// What earlier audits know, by content and chip.
struct KnownTags: Sendable {
    private struct Key: Hashable {
        let url: String
        let uid: ChipUID?
    }

    let all: [KnownTag]
    private let positions: [Key: Int]

    init(_ tags: [KnownTag]) {
        all = tags
        positions = Dictionary(tags.enumerated().map { (Key(url: $1.url, uid: $1.uid), $0) }) { first, _ in first }
    }

    subscript(url: String, uid: ChipUID?) -> KnownTag? { positions[Key(url: url, uid: uid)].map { all[$0] } }

    /// When a tag was last known to be inside.
    func lastInside(_ url: String, _ uid: ChipUID?) -> Timestamp? {
        self[url, uid]?.lastInside.map { Timestamp(milliseconds: $0 * 1_000) }
    }

    /// When each content was last seen, on whatever chip, in seconds since 1970.
    func lastSeen() -> [String: Int64] {
        Dictionary(all.map { ($0.url, $0.lastSeen) }, uniquingKeysWith: max)
    }
}
