internal import AppClips

/// What the tests of an exported project hold its code against: what this product says of URLs and positions.
struct ProjectVectors: Encodable {
    private struct URL: Encodable {
        let url: String
        let store: String?
        let experience: String?
        let tag: String?
        let content: [String: String]
        let target: String
    }

    private let urls: [URL]
    private let positions: [HandoverFile.PositionVector]

    /// Of how many stores positions are tested; those between are like them.
    private static let mostStores = 500
    /// Up to how many URLs all are tested. Of more, one tag of each store is, and every experience.
    private static let mostURLs = 10_000

    init(_ file: HandoverFile) throws {
        let targets = Dictionary(file.tags.map { ($0.tag, $0.targetContentID) }) { first, _ in first }
        var stores: Set<String> = []
        let chosenURLs = file.urls.filter { vector in
            guard file.urls.count > Self.mostURLs, vector.tag != nil, let store = vector.store else { return true }
            return stores.insert(store).inserted
        }
        urls = chosenURLs.map { vector in
            URL(
                url: vector.url, store: vector.store, experience: vector.experience, tag: vector.tag,
                content: vector.content, target: vector.tag.flatMap { targets[$0] } ?? vector.url)
        }
        let located = file.stores.filter { $0.radius != nil }
        let step = max(1, located.count / Self.mostStores)
        let chosen = Set(located.enumerated().filter { $0.offset % step == 0 }.map(\.element.store))
        positions = file.positions.filter { chosen.contains($0.store) }
    }

    /// One line, keys sorted.
    var json: [UInt8] {
        get throws { try ProjectJSON.bytes(self) }
    }
}
