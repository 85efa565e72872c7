import AppClips
import Geodesy
import Registry
import Testing

/// Which store a URL means: by an identifier, by a position, by an experience.
struct StoreFinderTests {
    private static func finder(_ template: String) throws -> StoreFinder {
        func store(_ id: String, _ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Store {
            Store(
                id: try #require(StoreID(id)), name: id,
                region: try Region(
                    centre: Coordinate(latitude: latitude, longitude: longitude), radius: radius))
        }
        let cupertino = try #require(StoreName("cupertino"))
        let own = Experience(
            url: try InvocationURL("https://egg.example/flagship"),
            card: try Card(title: "E", subtitle: "S", action: .open), store: cupertino)
        return StoreFinder(
            stores: [
                try store("cupertino", 37.323, -122.0322, 120), try store("mall-a", 37.5, -122, 200),
                try store("mall-b", 37.501, -122, 200),
            ],
            templates: [try StoreTemplate(template)], experiences: [own])
    }

    private static let byLocation = "https://egg.example/at{?latitude,longitude}"

    @Test(arguments: [
        ("https://egg.example/store/cupertino", "cupertino by identifier"),
        ("https://egg.example/store/oakland", "it names store \"oakland\", which is not known"),
        ("https://egg.example/flagship?x=1", "cupertino by experience"),
        ("https://egg.example/menu", "no template reads a store or a position in it"),
    ])
    func `an identifier names the store`(url: String, outcome: String) throws {
        let finder = try Self.finder("https://egg.example/store/{store}")
        #expect(Self.text(finder.store(of: try InvocationURL(url))) == outcome)
    }

    @Test(arguments: [
        ("latitude=37.3231&longitude=-122.0322", "cupertino by location"),
        ("latitude=37.5005&longitude=-122.0", "its position is in the regions of 2 stores: mall-a, mall-b"),
        (
            "latitude=37.33&longitude=-122.0322",
            "its position is in no store's region; store cupertino is nearest, 777 m away"
        ),
        ("latitude=97&longitude=-122.0322", "its latitude and longitude are not a position"),
        ("latitude=37.33", "its latitude and longitude are not a position"),
    ])
    func `a position names the one store whose region holds it`(query: String, outcome: String) throws {
        let url = try InvocationURL("https://egg.example/at?\(query)")
        #expect(Self.text(try Self.finder(Self.byLocation).store(of: url)) == outcome)
    }

    private static func text(_ match: StoreMatch) -> String {
        switch match {
        case .match(let store, let way): "\(store) by \(way)"
        case .noMatch(let reason), .unknown(_, let reason): reason
        case .ambiguous(let reason, let candidates):
            "\(reason): \(candidates.map(\.text).sorted().joined(separator: ", "))"
        }
    }

    @Test(arguments: [(37.323, "37.323"), (-122.0322, "-122.0322"), (-0.000_000_4, "0.0"), (5, "5.0"), (-0.5, "-0.5")])
    func `a position in a URL has at most six decimals`(degrees: Double, text: String) {
        #expect(LocationText.decimal(degrees) == text)
    }

    @Test func `a batch's template writes the position of the store's region, and a row's own is left to the check`()
        throws
    {
        let stores = try StoreFile.read(
            Array("store,name,latitude,longitude,radius\ncupertino,C,37.323,-122.0322,120\n".utf8), file: "s.csv"
        ).rows
        let rows = """
            tag,store,placement,medium,url
            1,cupertino,door,qr,
            2,cupertino,door,qr,https://egg.example/at?latitude=37.32300&longitude=-122.0322

            """
        let batch = try BatchFile.read(
            Array(rows.utf8), file: "b.csv", name: #require(BatchName("b")), template: URLTemplate(Self.byLocation),
            stores: nil, regions: StoreFile.regions(stores))
        #expect(
            batch.batch.tags.map(\.url) == [
                "https://egg.example/at?latitude=37.323&longitude=-122.0322",
                "https://egg.example/at?latitude=37.32300&longitude=-122.0322",
            ])
    }
}
