import Labels
import Languages
import Registry
import Testing

@testable import WorkOrders

/// The words of a work order, and its labels.
@Suite struct `A work order` {
    private static let shops = ["a": "Fruta Cupertino", "b": "Fruta 강남점"]

    private func order(person: String? = nil) throws -> RepairOrder {
        let stores = try Self.shops.map { id, name in
            Store(id: try #require(StoreID(id)), name: name, region: nil, address: "1 \(id) road")
        }
        let tags = try [("n1", "a", Medium.nfc), ("n2", "b", .nfc), ("q1", "a", .qr), ("q2", "b", .qr)].map {
            Registry.Tag(
                id: try #require(TagID($0.0)), batch: try #require(BatchName("signs")),
                store: try #require(StoreID($0.1)), placement: "counter \($0.0)", medium: $0.2,
                url: "https://fruta.example/store/\($0.1)?tag=\($0.0)")
        }
        let time = Timestamp(milliseconds: 0)
        let assignment = person.map { FindingRepair.Assignment(person: $0, time: time) }
        let finding = KeptFinding(
            number: 17, state: .new, code: "swapped", severity: "critical", stores: stores.map(\.id),
            tags: tags.map(\.id.text), message: "the signs were\nmixed up", next: "n", since: time, lastFound: time,
            resolved: nil, acceptance: nil, repair: assignment.map { FindingRepair(assignment: $0) })
        let looks = tags.map {
            LastLook(
                url: $0.url, uid: nil, store: $0.store, verdict: "outside",
                foundStore: StoreID($0.store.text == "a" ? "b" : "a"), lastSeen: 1)
        }
        return try RepairPlanner(stores: stores, tags: tags, looks: looks, labelsTravel: false).order(for: [finding])
    }

    private func texts(_ preface: Preface) -> [String] {
        preface.lines.flatMap { line -> [String] in
            switch line {
            case .title(let text), .heading(let text), .text(let text): [text]
            case .task(let text, let detail): [text, detail]
            case .item(let text, let place): [text, place]
            }
        }
    }

    @Test func `says place by place what to do`() throws {
        let work = try WorkOrder(order(person: "Kim"), in: .english)
        let texts = texts(try work.preface(stock: "22805"))
        #expect(work.job == "Work order 17")
        #expect(
            texts.filter { !$0.isEmpty } == [
                "Work order", "Finding 17, for Kim: the signs were mixed up",
                "4 signs to take down, 2 boxes to send, 2 labels to print and 4 signs to put up.",
                "At Fruta Cupertino", "1 a road",
                "Take down 1 sign that opens Fruta 강남점 and pack it in a box for Fruta 강남점", "n2",
                "counter n2, Fruta 강남점", "Take down 1 sign that opens Fruta 강남점 and destroy it", "q2",
                "counter q2, Fruta 강남점", "Put up 1 sign that comes in a box from Fruta 강남점", "n1", "counter n1",
                "Put up 1 label of this order", "q1", "counter q1", "Scan each sign where it hangs now",
                "The findings are resolved when the station has these scans and audits them.",
                "At Fruta 강남점", "1 b road",
                "Take down 1 sign that opens Fruta Cupertino and pack it in a box for Fruta Cupertino", "n1",
                "counter n1, Fruta Cupertino", "Take down 1 sign that opens Fruta Cupertino and destroy it", "q1",
                "counter q1, Fruta Cupertino", "Put up 1 sign that comes in a box from Fruta Cupertino", "n2",
                "counter n2", "Put up 1 label of this order", "q2", "counter q2", "Scan each sign where it hangs now",
                "The findings are resolved when the station has these scans and audits them.",
                "Boxes", "From Fruta Cupertino to Fruta 강남점: 1 sign", "1 b road: n2",
                "From Fruta 강남점 to Fruta Cupertino: 1 sign", "1 a road: n1",
                "Labels", "2 labels are on the pages behind this one. Print those on 22805, at 100 %.",
                "Carried out by: ______________________    on: ______________",
            ])
        #expect(work.labels.map(\.tag) == ["q1", "q2"])
        #expect(
            work.labels.map(\.url)
                == ["a", "b"].enumerated().map { "https://fruta.example/store/\($1)?tag=q\($0 + 1)" })
    }

    @Test(arguments: TextLanguage.allCases)
    func `has no place without a value in any language`(language: TextLanguage) throws {
        let work = try WorkOrder(order(person: "Kim"), in: language)
        for text in texts(try work.preface(stock: "22805")) {
            #expect(!text.contains("{") && !text.contains("order."), "\(text)")
        }
        #expect(language == .english || work.job != "Work order 17")
    }
}
