import AppClips
import Geodesy
import Registry
import Testing

/// A generator that the same seed makes say the same again: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

/// A deployment with a random template, and URLs that are and are not made from it.
struct RandomDeployment {
    let template: URLTemplate
    let stores: [Store]
    let experiences: [Experience]
    /// URLs, each in the row of a tag whose store it may contradict.
    let tags: [Registry.Tag]

    private static let host = "https://a.example"
    private static let names = ["a", "b-2", "c d", "ö", "1"]

    init(urls: Int, using numbers: inout SeededNumbers) throws {
        let stores = try Self.names.enumerated().map { index, name in
            // Two of them overlap.
            let centre = try Coordinate(latitude: 37 + Double(index / 2), longitude: -122 + 0.001 * Double(index % 2))
            return Store(id: try #require(StoreID(name)), name: name, region: try Region(centre: centre, radius: 150))
        }
        let template = try Self.template(&numbers)
        let made = try (0..<urls).map { _ in try Self.url(template, stores, &numbers) }
        experiences = try Self.experiences(template, made, &numbers)
        self.stores = stores
        self.template = template
        let batch = try #require(BatchName("b"))
        tags = try made.enumerated().map { index, url in
            let row = try Self.one(of: stores, &numbers)
            return Registry.Tag(
                id: try #require(TagID("t-\(index)")), batch: batch, store: row.id, placement: "door", medium: .qr,
                url: url)
        }
    }

    private static let shapes = [
        "/s/{store}", "/s/{store}{?tag}", "/s/{store}{?placement,tag}", "/{store}", "/{store}/x{?tag}",
        "/s-{store}.html",
        "/s/{store}/t/{tag}", "/s{?store}", "/s{?tag,store}", "/s?v=1&store={store}{&tag}", "/s?store={store}&t={tag}",
        "/s?store=x-{store}", "/s{;store,tag}", "/s{;tag}/{store}{?p}", "/s/{store}#top", "/s/{store}{?tag}{#part}",
        "/s{?tag}", "/at/{latitude}/{longitude}{?tag}", "/at{?latitude,longitude,tag}", "/{+store}",
        "/s/{store}?flag{&tag}",
        "/s{.store}", "/s{/store}{?tag}",
    ]

    private static func template(_ numbers: inout SeededNumbers) throws -> URLTemplate {
        try URLTemplate(host + one(of: shapes, &numbers))
    }

    private static func url(
        _ template: URLTemplate, _ stores: [Store], _ numbers: inout SeededNumbers
    ) throws -> String {
        let named = try one(of: Self.names + ["nowhere"], &numbers)
        let region = try #require(try one(of: stores, &numbers).region)
        let place = region.centre
            .moved(
                by: Double.random(in: 0...400, using: &numbers), azimuth: Double.random(in: -180...180, using: &numbers)
            )
        var values = [
            "store": named, "tag": "t-\(Int.random(in: 0...99, using: &numbers))", "placement": "table 4", "p": "1",
            "part": "top", "latitude": LocationText.decimal(place.latitude),
            "longitude": LocationText.decimal(place.longitude),
        ]
        for name in values.keys.sorted() where !template.requiredVariables.contains(name) {
            if Int.random(in: 0...4, using: &numbers) == 0 { values[name] = nil }
        }
        let url = try template.expand(values)
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var parameters = halves.count > 1 ? halves[1].split(separator: "&").map(String.init) : []
        let extras = [
            "smoothie=BerryBlue", "utm_source=poster", "stores=1", "sto=re", "x", "tag", "tag=9", "store=a",
            "store=b-2",
            "v=2", "y=%FF", "z=%20", "tagged=1", "", "latitude=1", "w=a=b", "STORE=b-2",
        ]
        while Int.random(in: 0...1, using: &numbers) == 0 { parameters.append(try one(of: extras, &numbers)) }
        parameters.shuffle(using: &numbers)
        var path = halves[0]
        if Int.random(in: 0...19, using: &numbers) == 0 {
            path += try one(of: ["/", "/more", "front", "//x", "%41"], &numbers)
        }
        let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
        let addsFragment = parts.count == 1 && Int.random(in: 0...39, using: &numbers) == 0
        return path + query + (parts.count > 1 ? "#" + parts[1] : addsFragment ? "#f" : "")
    }

    private static func one<Element>(of choices: [Element], _ numbers: inout SeededNumbers) throws -> Element {
        try #require(choices.randomElement(using: &numbers))
    }

    private static func experiences(
        _ template: URLTemplate, _ urls: [String], _ numbers: inout SeededNumbers
    ) throws -> [Experience] {
        var registered: Set<String> = []
        for url in urls where Bool.random(using: &numbers) {
            let length = Int.random(in: host.count...url.count, using: &numbers)
            registered.insert(String(url.prefix(Bool.random(using: &numbers) ? length : host.count + 3)))
        }
        if Bool.random(using: &numbers) { registered.insert(host + "/") }
        let card = try Card(title: "T", subtitle: "S", action: .open)
        return registered.sorted().compactMap { text in
            guard let url = try? InvocationURL(text), url.path.count > 0 else { return nil }
            let store = names.randomElement(using: &numbers).flatMap { StoreName($0) }
            return Experience(url: url, card: card, store: Bool.random(using: &numbers) ? store : nil)
        }
    }
}
