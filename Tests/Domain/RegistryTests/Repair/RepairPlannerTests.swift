import Chips
import Faults
import Geodesy
import Registry
import Testing

@Suite struct `A repair order` {
    private func store(_ id: String) throws -> Store {
        Store(id: try #require(StoreID(id)), name: "Shop \(id)", region: nil, address: "1 \(id) road")
    }

    private func tag(
        _ id: String, of store: String, _ medium: Medium = .nfc, batch: String = "opening", uid: String? = nil,
        prints: Int = 0
    ) throws -> Registry.Tag {
        var tag = Registry.Tag(
            id: try #require(TagID(id)), batch: try #require(BatchName(batch)), store: try #require(StoreID(store)),
            placement: "table \(id)", medium: medium, url: "https://example.com/\(store)/\(id)")
        tag.uid = uid.flatMap { ChipUID($0) }
        tag.prints = prints
        return tag
    }

    private func look(
        _ tag: Registry.Tag, at store: String?, _ verdict: String = "outside", uid: String? = nil, time: Int64 = 10
    ) -> LastLook {
        LastLook(
            url: tag.url, uid: uid.flatMap { ChipUID($0) }, store: tag.store, verdict: verdict,
            foundStore: store.flatMap { StoreID($0) }, lastSeen: time)
    }

    private func finding(
        _ code: String, _ tags: [String], stores: [String] = ["a", "b"], number: Int64 = 7,
        state: KeptFinding.State = .new, message: String = "m", repair: FindingRepair? = nil
    ) -> KeptFinding {
        let time = Timestamp(milliseconds: 0)
        return KeptFinding(
            number: number, state: state, code: code, severity: "critical", stores: stores.compactMap { StoreID($0) },
            tags: tags, message: message, next: "n", since: time, lastFound: time, resolved: nil, acceptance: nil,
            repair: repair)
    }

    private func order(
        _ findings: [KeptFinding], _ tags: [Registry.Tag], _ looks: [LastLook], formers: [FormerCarrier] = [],
        labelsTravel: Bool = false
    ) throws -> RepairOrder {
        try RepairPlanner(
            stores: [try store("a"), try store("b")], tags: tags, looks: looks, formers: formers,
            labelsTravel: labelsTravel
        ).order(for: findings)
    }

    /// `store: fate store tags | source tags`, in short.
    private func said(_ order: RepairOrder) -> [String] {
        order.stops.map { stop in
            let down = stop.takeDown.map { work in
                "\(work.fate.rawValue) of \(work.store?.store ?? "-") \(work.signs.map(\.tag).joined(separator: " "))"
            }
            let up = stop.putUp.map { work in
                "\(work.source.rawValue) from \(work.from?.store ?? "-") \(work.signs.map(\.tag).joined(separator: " "))"
            }
            return "\(stop.place?.store ?? "-"): " + (down + up).joined(separator: " | ")
        }
    }

    @Test func `of a swap sends the chips and prints the labels again`() throws {
        let tags = try [
            tag("n1", of: "a"), tag("n2", of: "b"), tag("q1", of: "a", .qr, batch: "signs", prints: 1),
            tag("q2", of: "b", .qr, batch: "signs"),
        ]
        let looks = [
            look(tags[0], at: "b"), look(tags[1], at: "a"), look(tags[2], at: "b"), look(tags[3], at: "a"),
        ]
        let order = try order([finding("swapped", tags.map(\.id.text))], tags, looks)
        #expect(
            said(order) == [
                "a: sent of b n2 | destroyed of b q2 | box from b n1 | label from - q1",
                "b: sent of a n1 | destroyed of a q1 | box from a n2 | label from - q2",
            ])
        #expect(
            order.boxes.map { "\($0.from?.store ?? "-") \($0.to.store) \($0.signs.map(\.tag))" } == [
                #"a b ["n2"]"#, #"b a ["n1"]"#,
            ])
        #expect(order.labels.map(\.url) == [tags[2].url, tags[3].url])
        #expect(order.labels.map(\.isReprint) == [true, false])
        #expect(order.stops[0].place?.address == "1 a road" && order.stops[0].place?.name == "Shop a")
    }

    @Test func `sends labels that travel, and prints none`() throws {
        let tags = try [tag("q1", of: "a", .qr), tag("q2", of: "b", .qr)]
        let order = try order(
            [finding("swapped", ["q1", "q2"])], tags, [look(tags[0], at: "b"), look(tags[1], at: "a")],
            labelsTravel: true)
        #expect(said(order) == ["a: sent of b q2 | box from b q1", "b: sent of a q1 | box from a q2"])
        #expect(order.labels.isEmpty)
    }

    @Test func `leaves out what is back already, and takes what is in no region from nowhere`() throws {
        let tags = try [tag("n1", of: "a"), tag("n2", of: "a"), tag("n3", of: "a"), tag("n4", of: "a")]
        let order = try order(
            [finding("misplaced", ["n1", "n2", "n3", "n4"], repair: FindingRepair(proven: ["n4"]))], tags,
            [look(tags[0], at: "a", "inside"), look(tags[1], at: nil), look(tags[3], at: "b")])
        #expect(said(order) == ["a: box from - n2 n3", "-: sent of a n2 n3"])
        #expect(order.boxes.map { $0.from?.store } == [nil])
    }

    @Test func `takes down a copy by its chip, and leaves the one that was written`() throws {
        let known = "04A1B2C3D4E580"
        let copy = "04A1B2C3D4E581"
        let tag = try tag("n1", of: "a", uid: known)
        let both = try order(
            [finding("cloned", ["n1"], stores: ["a"])], [tag],
            [look(tag, at: "a", "inside", uid: known), look(tag, at: "b", uid: copy)])
        #expect(said(both) == ["b: destroyed of a n1"])
        #expect(both.stops[0].takeDown[0].signs.map(\.uid) == [ChipUID(copy)])
        // One chip in two places: the copy answers with the same number, so all go and one is made.
        let same = try order(
            [finding("cloned", ["n1"], stores: ["a"])], [tag], [look(tag, at: "b", uid: known)])
        #expect(said(same) == ["a: chip from - n1", "b: destroyed of a n1"])
    }

    /// It holds a URL that the tag had before a revision, so the last look at the tag's own is at the chip that took its place.
    @Test func `never takes down the chip that took the place of one that was replaced`() throws {
        let known = "04A1B2C3D4E580"
        let tag = try tag("n1", of: "a", uid: known)
        let order = try order(
            [finding("replaced", ["n1"], stores: ["b"])], [tag], [look(tag, at: "a", "inside", uid: known)])
        #expect(said(order) == ["b: destroyed of a n1"])
        #expect(order.stops[0].takeDown[0].signs.map(\.uid) == [nil])
    }

    /// In the tag's own store its identifier alone would fit the good chip, too.
    @Test(arguments: ["04A1B2C3D4E581", "04A1B2C3D4E582"])
    func `names the chip that was replaced, whatever URL it holds`(old: String) throws {
        let chips = ["04A1B2C3D4E581", "04A1B2C3D4E582"]
        let tag = try tag("n1", of: "a", uid: "04A1B2C3D4E580")
        let formers = chips.enumerated().map { index, chip in
            FormerCarrier(
                tag: tag.id, uid: ChipUID(chip), url: "https://example.com/a/n1?v=\(index)", cause: .replaced,
                ended: Timestamp(milliseconds: Int64(index)))
        }
        let found = finding("replaced", ["n1"], stores: ["a"], message: "the chip \(old) of tag n1 is still in use")
        let strange = look(tag, at: "b", uid: "04A1B2C3D4E583")
        let looks = [look(tag, at: "a", "inside", uid: "04A1B2C3D4E580"), strange]
        let order = try order([found], [tag], looks, formers: formers)
        #expect(said(order) == ["a: destroyed of a n1"], "a copy is another finding")
        #expect(order.stops[0].takeDown[0].signs.map(\.uid) == [ChipUID(old)])
        #expect(order.stops[0].takeDown[0].signs.map(\.url) == [formers.first { $0.uid == ChipUID(old) }?.url])
        // Where its text names none, the only one is meant.
        let unnamed = finding("replaced", ["n1"], stores: ["a"])
        let one = try self.order([unnamed], [tag], looks, formers: [formers[0]])
        #expect(one.stops[0].takeDown[0].signs.map(\.uid) == [ChipUID(chips[0])])
        // The tag is not written again yet.
        let open = try self.tag("n1", of: "a")
        let unwritten = try self.order(
            [unnamed], [open], [look(open, at: "b", uid: "04A1B2C3D4E583")], formers: [formers[0]])
        #expect(said(unwritten) == ["a: destroyed of a n1 | chip from - n1"])
        #expect(unwritten.stops.flatMap(\.takeDown).flatMap(\.signs).map(\.uid) == [ChipUID(chips[0])])
    }

    @Test(
        arguments: [
            ("retired", Medium.qr, ["b: destroyed of a t"]), ("missing", .qr, ["a: label from - t"]),
            ("missing", .nfc, ["a: chip from - t"]), ("outdated", .qr, ["a: label from - t", "b: destroyed of a t"]),
            ("wrong-content", .nfc, ["a: chip from - t", "b: rewritten of a t"]),
            ("misplaced", .appClipCode, ["a: box from b t", "b: sent of a t"]),
            ("missing", .appClipCode, ["a: app-clip-code from - t"]),
        ])
    func `does to each kind what puts it right`(code: String, medium: Medium, expected: [String]) throws {
        let tag = try tag("t", of: "a", medium)
        let order = try order([finding(code, ["t"], stores: ["a"])], [tag], [look(tag, at: "b")])
        #expect(said(order) == expected)
        #expect(order.labels.count == (expected.contains { $0.contains("label from") } ? 1 : 0))
    }

    @Test func `destroys what is not ours where it was seen`() throws {
        let foreign = LastLook(
            url: "https://evil.example/x", uid: nil, store: nil, verdict: nil, foundStore: StoreID("b"), lastSeen: 1)
        let order = try order([finding("foreign", [foreign.url], stores: ["b"])], [], [foreign])
        #expect(said(order) == ["b: destroyed of - https://evil.example/x"])
    }

    @Test func `of two findings has each sign once, and is refused for what no sign puts right`() throws {
        let tag = try tag("n1", of: "a")
        let twice = [finding("misplaced", ["n1"]), finding("moved", ["n1"], number: 8)]
        #expect(try said(order(twice, [tag], [look(tag, at: "b")])) == ["a: box from b n1", "b: sent of a n1"])
        for (wrong, why) in [
            (finding("region-suspect", ["n1"]), "no work at signs puts right what is region-suspect"),
            (finding("misplaced", ["n1"], state: .resolved), "it is resolved"),
        ] {
            let error = #expect(throws: RegistryError.self) { try order(twice + [wrong], [tag], []) }
            #expect(error?.code == .nothingToRepair && error?.reason == why)
        }
        #expect(throws: RegistryError.self) { try order([], [], []) }
        let many = Array(repeating: finding("misplaced", ["n1"]), count: RepairPlanner.mostFindings + 1)
        #expect(throws: RegistryError.self) { try order(many, [tag], []) }
    }

    @Test func `is recorded as a sheet of each batch, of one file`() throws {
        let tags = try [tag("q1", of: "a", .qr, batch: "one", prints: 2), tag("q2", of: "b", .qr, batch: "two")]
        let order = try order([finding("missing", ["q1", "q2"])], tags, [])
        let cells = order.labels.enumerated().map { SheetRecord.Cell(tag: $1.tag, page: 2, position: $0 + 1) }
        let records = order.records(of: cells, stock: "22805", digest: "00ff")
        #expect(records.map(\.batch.text) == ["one", "two"] && records.allSatisfy { $0.digest == "00ff" })
        #expect(records.map { $0.cells.map(\.tag.text) } == [["q1"], ["q2"]])
        #expect(records.map { $0.reprints.map { $0.map(\.text) } ?? [] } == [["q1"], []])
    }
}
