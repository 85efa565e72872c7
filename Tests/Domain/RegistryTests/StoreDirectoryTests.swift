import AppClips
import Geodesy
import Registry
import TestBench
import Testing

/// Which store an identifier means, seen from a deployment.
struct StoreDirectoryTests {
    private static func store(_ key: String) throws -> StoreID {
        try #require(StoreID(key: key.replacing("@", with: "\n")))
    }

    @Test(
        arguments: [
            (["a@one", "a@two"], "one", "a@one"), (["a@one", "a@two"], "two", "a@two"),
            (["a@one", "a@two"], nil, "a@one or a@two"), (["a@one", "a@two"], "three", "none"),
            // A deployment sees stores without one behind its own; without a deployment these come first.
            (["a", "a@one"], "one", "a@one"), (["a", "a@one"], nil, "a"), (["a"], "one", "a"),
            (["a@one"], nil, "a@one"), (["b@one"], nil, "none"), (["a@two"], "one", "none"),
        ] as [([String], String?, String)])
    func `a deployment sees its own stores, then those without one`(
        known: [String], deployment: String?, answer: String
    ) throws {
        let directory = StoreDirectory(try known.map { try Self.store($0) })
        let owner = try deployment.map { try #require(DeploymentName($0)) }
        let text =
            switch directory.find(try #require(StoreName("a")), from: owner) {
            case .store(let id): id.key
            case .unknown: "none"
            case .shared(let ids): ids.map(\.key).joined(separator: " or ")
            }
        #expect(text.replacing("\n", with: "@") == answer)
    }

    @Test(arguments: SeededRandom.seeds(200))
    func `of any stores the answers are those of a search through all`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let names = ["a", "b", "c", "d"]
        let owners = [nil, "one", "two", "three"]
        let known = try (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let owner = owners.randomElement(using: &random)?.map { "@\($0)" } ?? ""
            return try Self.store((names.randomElement(using: &random) ?? "") + owner)
        }
        let stores = Array(Set(known)).shuffled(using: &random)
        let directory = StoreDirectory(stores)
        for name in try names.map({ try #require(StoreName($0)) }) {
            let sharing = stores.filter { $0.name == name }.sorted()
            #expect(directory.all(name) == sharing, "\(random)")
            for owner in owners.map({ $0.flatMap { DeploymentName($0) } }) {
                let seen = sharing.first { $0.deployment == owner } ?? sharing.first { $0.deployment == nil }
                let answer: StoreDirectory.Answer =
                    if let seen { .store(seen) } else if owner != nil || sharing.isEmpty { .unknown } else {
                        sharing.count == 1 ? .store(sharing[0]) : .shared(sharing)
                    }
                #expect(directory.find(name, from: owner) == answer, "\(random)")
            }
        }
    }

    @Test func `keys hold identifier and deployment, and sort as stores do`() throws {
        let ids = try ["a", "a@one", "a@two", "ab", "ab@one", "b"].map { try Self.store($0) }
        #expect(ids.reversed().sorted() == ids)
        #expect(ids.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } == ids.map(\.key))
        for id in ids { #expect(StoreID(key: id.key) == id) }
        for bad in ["", "\none", "a\n", "a\none\ntwo"] { #expect(StoreID(key: bad) == nil) }
    }

    /// Two deployments on one host, one template, and stores of the same identifiers in two cities.
    private static func finder() throws -> StoreFinder {
        func store(_ key: String, _ latitude: Double) throws -> Store {
            Store(
                id: try Self.store(key), name: key,
                region: try Region(centre: Coordinate(latitude: latitude, longitude: 10), radius: 100))
        }
        func experience(_ url: String, _ deployment: String) throws -> Experience {
            Experience(
                url: try InvocationURL(url), card: try Card(title: "T", subtitle: "S", action: .open),
                deployment: DeploymentName(deployment))
        }
        let templates = ["https://x.example/{area}/{store}", "https://x.example/{area}{?latitude,longitude}"]
        return StoreFinder(
            stores: [try store("a@one", 50), try store("a@two", 50.0001), try store("b@two", 52)],
            templates: try templates.flatMap { text in
                try ["one", "two"].map { try StoreTemplate(text, of: DeploymentName($0)) }
            },
            experiences: [
                try experience("https://x.example/first/", "one"), try experience("https://x.example/second", "two"),
            ])
    }

    @Test(
        arguments: [
            ("first/a", "a@one"), ("second/a", "a@two"), ("second/b", "b@two"), ("first/b", "none"),
            // Regions of two deployments overlap: each URL means a store of its own.
            ("second?latitude=50&longitude=10", "a@two"),
        ])
    func `a URL means a store of the deployment whose experience answers`(path: String, answer: String) throws {
        let url = try InvocationURL("https://x.example/\(path)")
        let text =
            switch try Self.finder().store(of: url) {
            case .match(let id, _): id.key.replacing("\n", with: "@")
            case .noMatch, .unknown: "none"
            case .ambiguous: "ambiguous"
            }
        #expect(text == answer)
    }

    @Test func `of several templates the one that explains most of a URL reads it`() throws {
        let short = try StoreTemplate("https://a.example/s{?tag}")
        let long = try StoreTemplate("https://a.example/s{?store,tag}")
        for templates in [[short, long], [long, short]] {
            func values(_ url: String) -> [String: String]? { templates.reading(of: url, owner: nil)?.values }
            #expect(values("https://a.example/s?tag=1&store=sf&x=2") == ["store": "sf", "tag": "1"])
            #expect(values("https://a.example/s?tag=1") == ["tag": "1"])
            #expect(values("https://b.example/s?tag=1") == nil)
        }
    }
}
