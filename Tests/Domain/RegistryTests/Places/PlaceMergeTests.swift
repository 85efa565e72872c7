import Geodesy
import Registry
import Testing

/// A radius proposed, and what becomes of places beside the stores that are there.
struct PlaceMergeTests {
    private static func place(_ latitude: Double, _ longitude: Double = -122) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    private func candidate(
        _ id: String, name: String = "A", address: String? = nil, at point: Coordinate?, footprint: Footprint? = nil
    ) throws -> PlaceCandidate {
        PlaceCandidate(
            origin: "line 2", id: try #require(StoreName(id)), name: name, address: address, point: point,
            footprint: footprint)
    }

    private func square(_ metres: Double, around centre: Coordinate) throws -> Footprint {
        let half = metres / 2
        let corners = [(half, half), (half, -half), (-half, -half), (-half, half)].map {
            centre.moved(east: $0, north: $1)
        }
        return try #require(Footprint([corners + [corners[0]]]))
    }

    @Test(arguments: [
        (60.0, 100.0, false), (10, 60, false), (100, 130, false), (600, 480, false), (800, 500, true),
    ])
    func `a footprint gives the farthest corner and a margin, in tens of metres`(
        side: Double, radius: Double, isCut: Bool
    ) throws {
        let centre = try Self.place(37.3)
        let proposal = try #require(
            RegionProposal(point: nil, footprint: try square(side, around: centre), fixes: []))
        #expect(proposal.region.radius == radius && proposal.isCut == isCut)
        #expect(proposal.basis == .footprint && proposal.region.centre.distance(to: centre) < 0.01)
        let corner = Int((side / 2 * 2.0.squareRoot()).rounded())
        #expect(proposal.reason.hasPrefix("the footprint's farthest corner is \(corner) m away, and 50 m for"))
        #expect(proposal.reason.contains("500 m at most") == isCut)
    }

    @Test func `walks give the farthest fix with its accuracy, and far ones do not count`() throws {
        let centre = try Self.place(37.3)
        func fix(_ metres: Double, _ accuracy: Double) -> RegionProposal.Fix {
            .init(position: centre.moved(by: metres, azimuth: 30), accuracy: accuracy)
        }
        let walked = try #require(
            RegionProposal(point: centre, footprint: nil, fixes: [fix(20, 12), fix(104, 35), fix(5_000, 5)]))
        #expect(walked.region.radius == 140 && walked.basis == .walks)
        #expect(walked.reason == "the farthest of 2 fixes of walks is 104 m away, accurate to 35 m")
        // A walk within the footprint changes nothing.
        let both = try #require(
            RegionProposal(point: centre, footprint: try square(60, around: centre), fixes: [fix(20, 12)]))
        #expect(both.region.radius == 100 && both.basis == .footprint)
        let neither = try #require(RegionProposal(point: centre, footprint: nil, fixes: [fix(9_000, 5)]))
        #expect(neither.region.radius == 100 && neither.basis == .point)
        let near = try #require(RegionProposal(point: centre, footprint: nil, fixes: [fix(1, 5)]))
        #expect(near.region.radius == 50)
        #expect(RegionProposal(point: nil, footprint: nil, fixes: []) == nil)
    }

    @Test func `regions that overlap are named once`() throws {
        let stores = try [("a", 37.3), ("b", 37.301), ("c", 37.4)].map { id, latitude in
            (id: try #require(StoreName(id)), region: try Region(centre: Self.place(latitude), radius: 60))
        }
        let found = RegionOverlap.among(stores, of: Set(stores.map(\.id)))
        #expect(found.map { [$0.one.text, $0.other.text] } == [["a", "b"]])
        #expect((110...112).contains(found.first?.distance ?? 0))
        #expect(RegionOverlap.among(stores, of: [stores[2].id]).isEmpty)
    }

    @Test func `new is added, same is kept, other is changed but for the radius`() throws {
        let stores = try [("same", 37.3), ("other", 38.0)].map { id, latitude in
            Store(
                id: try #require(StoreID(id)), name: "A", region: try Region(centre: Self.place(latitude), radius: 70),
                address: "5 High St")
        }
        let merge = PlaceMerge(
            [
                try candidate("same", address: "5 High St", at: Self.place(37.3)),
                try candidate("other", name: "B", at: Self.place(38.01)), try candidate("new", at: Self.place(39)),
            ], beside: stores)
        #expect(merge.kept.map(\.text) == ["same"] && merge.added.map(\.store.id.text) == ["new"])
        let change = try #require(merge.changed.first)
        #expect(change.differences == ["its name is \"B\" there", "it is 1.1 km away there"])
        #expect(change.wanted.region?.radius == 70 && change.wanted.region?.centre.latitude == 38.01)
        #expect(change.wanted.address == "5 High St")
    }

    @Test func `places of one address, and a store under another identifier, are asked about`() throws {
        let store = Store(
            id: try #require(StoreID("old")), name: "Kiosk", region: try Region(centre: Self.place(37.3), radius: 70))
        let candidates = [
            try candidate("a", name: "Café", address: "1 Mall Way", at: Self.place(36)),
            try candidate("b", name: "Café Two", address: "1 MALL WAY", at: Self.place(36.0001)),
            try candidate("c", name: "Kiosk", at: Self.place(37.3001)),
        ]
        let merge = PlaceMerge(candidates, beside: [store])
        #expect(merge.added.isEmpty)
        #expect(
            merge.questions.map(\.reason) == [
                "its address is also that of b: which of them is the store?",
                "its address is also that of a: which of them is the store?",
                "store old has the same name at the same place: is it the same store?",
            ])
        let answered = PlaceMerge(
            candidates, beside: [store], answers: .init(taken: [try #require(StoreName("a"))]))
        #expect(answered.added.map(\.store.id.text) == ["a"] && answered.questions.count == 2)
    }

    @Test func `a fix of a walk counts for the nearest place`() throws {
        let (one, other) = (try Self.place(37.3), try Self.place(37.303))
        let fixes = [RegionProposal.Fix(position: one.moved(by: 150, azimuth: 0), accuracy: 20)]
        let merge = PlaceMerge(
            [try candidate("a", at: one), try candidate("b", at: other)], beside: [], fixes: fixes)
        #expect(merge.added.map(\.proposal.basis) == [.walks, .point])
        #expect(merge.added.map(\.proposal.region.radius) == [170, 100])
    }
}
