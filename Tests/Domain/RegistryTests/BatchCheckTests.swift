import AppClips
import Geodesy
import Registry
import Testing

@Suite struct `Whether a batch may be written` {
    private func tag(_ url: String) throws -> Registry.Tag {
        Registry.Tag(
            id: try #require(TagID("t")), batch: try #require(BatchName("b")), store: try #require(StoreID("s")),
            placement: "door", medium: .nfc, url: url)
    }

    private func experience(_ url: String, _ status: Experience.Status = .active) throws -> Experience {
        try Experience(
            url: InvocationURL(url), card: Card(title: "T", subtitle: "S", action: .open), status: status)
    }

    private func store(_ id: String, at place: Coordinate?, radius: Double = 100) throws -> Store {
        try Store(
            id: #require(StoreID(id)), name: id, region: place.map { try Region(centre: $0, radius: radius) })
    }

    private func doubts(
        _ tags: [Registry.Tag], _ experiences: [Experience], stores: [Store] = [], template: String? = nil
    ) -> [BatchCheck.Doubt] {
        BatchCheck.doubts(
            about: tags, stores: stores, experiences: experiences,
            templates: template.flatMap { try? StoreTemplate($0) }.map { [$0] } ?? [])
    }

    @Test(
        arguments: [
            ("https://example.com/store/s?tag=7", nil),
            ("https://example.com/store/t?tag=7", "its URL names store t, and the tag is for s"),
            ("https://example.com/store/t?tag=7&smoothie=BerryBlue", "its URL names store t, and the tag is for s"),
            ("https://example.com/store/t?campaign=spring&tag=7", "its URL names store t, and the tag is for s"),
            ("https://example.com/store/nowhere?tag=7", "its URL names store nowhere, and the tag is for s"),
        ] as [(String, String?)])
    func `is denied when a URL names another store than its row`(url: String, reason: String?) throws {
        let stores = [try store("s", at: nil), try store("t", at: nil)]
        let found = doubts(
            [try tag(url)], [try experience("https://example.com/store/")], stores: stores,
            template: "https://example.com/store/{store}{?tag}")
        #expect(found.map(\.why) == (reason.map { [$0] } ?? []))
        #expect(found.allSatisfy { $0.code == .otherStore })
    }

    @Test(
        arguments: [
            ("https://example.com/store/12?tag=7", nil),
            ("https://example.com/store/", nil),
            ("https://other.example/store/12", "no experience is registered for its host"),
            ("https://example.com/shop/12", "its host is registered, but no registered URL is a prefix of it"),
            ("ftp://example.com/store/12", "it is not an https URL"),
            (
                "http://example.com/store/12",
                "whether one matches is not certain: its scheme is not the registered one"
            ),
            (
                "https://Example.com/store/12",
                "whether one matches is not certain: its host is written with other capital letters"
            ),
            (
                "https://example.com/store",
                "whether one matches is not certain: the registered URL ends in a slash that it lacks"
            ),
            ("example.com", "its URL cannot be read"),
        ] as [(String, String?)])
    func `is asked of the registered experiences`(url: String, reason: String?) throws {
        let found = doubts([try tag(url)], [try experience("https://example.com/store/")])
        #expect(found.map(\.why) == (reason.map { [$0] } ?? []))
        #expect(found.map(\.tag.url) == (reason == nil ? [] : [url]))
    }

    @Test func `is denied by experiences that are retired`() throws {
        let tags = [try tag("https://example.com/store/12")]
        let retired = try experience("https://example.com/store/", .retired)
        #expect(doubts(tags, [retired]).count == 1)
        #expect(doubts(tags, []).count == 1)
        #expect(doubts([], []).isEmpty)
    }

    @Test func `is asked of the place: outside a region, nearest first, roaming stores never`() throws {
        let here = try Coordinate(latitude: 37.3193, longitude: -122.0293)
        let stores = [
            try store("paris", at: Coordinate(latitude: 48.85, longitude: 2.35)),
            try store("bike", at: nil),
            try store("here", at: here),
            // 0.001 degrees of latitude are 111 m.
            try store("next door", at: Coordinate(latitude: 37.3203, longitude: -122.0293)),
            try store("wide", at: Coordinate(latitude: 37.3203, longitude: -122.0293), radius: 120),
        ]
        let elsewhere = BatchCheck.stores(stores, elsewhereThan: here)
        #expect(elsewhere.map(\.store.id.text) == ["next door", "paris"])
        #expect(abs((elsewhere.first?.metres ?? 0) - 111) < 1)
    }
}
