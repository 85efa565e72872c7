import Foundation
import Grants
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// What a station's tags need comes in pages of what has changed.
@Suite(.needsPostgreSQL, .takesTurns) struct `A station that asks for its documents` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let hub: HubRegistry
    private let station: BenchStation

    /// Three blocks of plans, of which the last tags are free.
    private static let (all, held) = (600, 590)

    init() async throws {
        place = try await HubPlace()
        hub = try await place.registry(now: Bench.clock())
        let stores = [try Samples.store("cupertino"), try Samples.store("paris")]
        try await hub.record(.storesImported(stores, file: "stores.csv"), by: author)
        try await hub.record(
            .batchCreated(try Samples.batch("opening", (1...Self.all).map { "t-\($0)" })), by: author)
        station = try await BenchStation.joined("north", hub)
        try await station.take(hub, Self.held)
        try await station.send(to: hub)
    }

    private func revise(_ id: String, placement: String) async throws {
        let batch = try #require(try await hub.batch(name("opening")))
        let tag = try #require(batch.tags.first { $0.id.text == id })
        let plan = Registry.Tag(
            id: tag.id, batch: tag.batch, store: tag.store, placement: placement, medium: tag.medium, url: tag.url)
        try await hub.record(.batchRevised(batch.with([plan])), by: author)
    }

    private func rename(_ store: String, to text: String, at hub: HubRegistry) async throws {
        let store = Store(id: try name(store), name: text, region: nil)
        try await hub.record(.storesImported([store], file: "stores.csv"), by: author)
    }

    private func importExperiences(_ experiences: [Experience]) async throws {
        try await hub.record(.experiencesImported(experiences, file: "experiences.csv"), by: author)
    }

    private func protect(_ batch: String) async throws {
        let policy = BatchPolicy(batch: try name(batch), rules: BatchRules(protection: .password))
        try await hub.record(.batchRuled(policy), by: author)
    }

    private func pages(after mark: String?, within limit: DocumentPageLimit) async throws -> [DocumentPage] {
        var heard = HeardDocuments(after: mark)
        return try await heard.hear(hub, of: station.chain, within: limit)
    }

    private func numbers(_ tags: [Registry.Tag]) -> [Int] { tags.compactMap { Int($0.id.text.dropFirst(2)) } }

    private func placement(_ id: String, in pages: [DocumentPage]) -> String? {
        pages.tags.first { $0.id.text == id }?.placement
    }

    private func bytes(of documents: HubDocuments) throws -> Int {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(documents).count
    }

    /// Nothing is missing of what the hub would give at once.
    private func hasAll(_ heard: HeardDocuments, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let all = try await hub.documents(heldBy: station.chain)
        #expect(heard.missing(of: all) == [], sourceLocation: sourceLocation)
    }

    @Test func `has all of them once, and then nothing for what it does itself`() async throws {
        var heard = HeardDocuments()
        let first = try await heard.hear(hub, of: station.chain)
        #expect(numbers(first.tags) == Array(1...Self.held))
        try await hasAll(heard)
        try await heard.settle(hub, of: station.chain)
        for number in 1...3 { try await station.write("t-\(number)", chip: number) }
        try await station.take(hub, 5)
        try await station.send(to: hub)
        let second = try await heard.hear(hub, of: station.chain)
        #expect(second.map(\.documents) == [HubDocuments()])
    }

    @Test func `hears of tags whose plans have changed, and of no other block`() async throws {
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        try await revise("t-520", placement: "door")
        let pages = try await heard.hear(hub, of: station.chain)
        #expect(placement("t-520", in: pages) == "door")
        #expect(numbers(pages.tags) == Array(513...Self.held))
        // One that it does not hold.
        try await revise("t-595", placement: "window")
        let others = try await heard.hear(hub, of: station.chain)
        #expect(placement("t-595", in: others) == nil)
        try await hasAll(heard)
    }

    @Test func `hears of documents that have changed, where its tags need them`() async throws {
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        try await rename("cupertino", to: "Elsewhere", at: hub)
        try await rename("paris", to: "Nowhere", at: hub)
        let stores = try await heard.hear(hub, of: station.chain)
        #expect(stores.stores == ["Elsewhere"] && stores.batches == [] && stores.count == 1)

        try await heard.settle(hub, of: station.chain)
        try await protect("opening")
        let batches = try await heard.hear(hub, of: station.chain)
        #expect(batches.batches == ["opening"] && batches.tags == [] && batches.stores == [])

        try await heard.settle(hub, of: station.chain)
        let experiences = [
            try Samples.experience("https://example.com/store/cupertino", title: "Near"),
            try Samples.experience("https://example.com/store/paris", title: "Far"),
        ]
        try await importExperiences(experiences)
        let opened = try await heard.hear(hub, of: station.chain)
        #expect(opened.experiences == ["Near"] && opened.batches == [] && opened.stores == [])
        try await hasAll(heard)
    }

    @Test(arguments: [false, true])
    func `hears of the experience that its tags open because another one has gone`(isDeleted: Bool) async throws {
        // Apple leaves open whether the longer one is a prefix of the tags' URLs.
        let longer = try Samples.experience("https://example.com/store/cup", title: "Doubtful")
        try await importExperiences([try Samples.experience("https://example.com/store/", title: "Near"), longer])
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        #expect(try await hub.documents(heldBy: station.chain).experiences == [])
        if isDeleted {
            try await hub.record(.experienceDeleted(ExperienceDeletion(longer)), by: author)
        } else {
            try await importExperiences([Experience(url: longer.url, card: longer.card, status: .retired)])
        }
        let pages = try await heard.hear(hub, of: station.chain)
        #expect(pages.experiences == ["Near"] && pages.tags == [])
        try await hasAll(heard)
    }

    @Test func `gets no pages for experiences that its tags do not open`() async throws {
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        let others = try (1...50).map { try Samples.experience("https://example.com/store/paris/\($0)") }
        let own = try Samples.experience("https://example.com/store/cupertino", title: "Near")
        try await importExperiences(others + [own])
        let limit = DocumentPageLimit(documents: 7, bytes: 1 << 20)
        let pages = try await heard.hear(hub, of: station.chain, within: limit)
        #expect(pages.experiences == ["Near"] && pages.count == 1)
        try await hasAll(heard)
    }

    @Test func `hears nothing of what was taken in again as it was`() async throws {
        try await importExperiences([try Samples.experience("https://example.com/store/cupertino")])
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        let before = try await station.call(hub).documents
        try await importExperiences([try Samples.experience("https://example.com/store/cupertino")])
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        #expect(try await station.call(hub).documents != before, "the station asks")
        #expect(try await heard.hear(hub, of: station.chain).map(\.documents) == [HubDocuments()])
        try await hasAll(heard)
    }

    @Test(arguments: [("awaited = true", "awaited = false"), ("applied = applied - 1", "applied = applied + 1")])
    func `begins anew while the hub has not heard its chain, or cannot follow it`(
        _ before: String, _ behind: String
    ) async throws {
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        let connection = try PostgresConnection(place.address)
        try connection.change("UPDATE stations SET \(before)")
        try await heard.hear(hub, of: station.chain)
        // With what the chain has here it may hold tags whose documents have changed long ago.
        try connection.change("UPDATE stations SET \(behind)")
        let pages = try await heard.hear(hub, of: station.chain)
        #expect(numbers(pages.tags) == Array(1...Self.held))
        try await heard.settle(hub, of: station.chain)
    }

    @Test func `hears of the deployments of its tags' stores`() async throws {
        let egg = try #require(DeploymentName("egg"))
        let gangnam = try #require(StoreID("gangnam", of: egg))
        func load(_ template: String) async throws {
            let tag = Registry.Tag(
                id: try name("g-1"), batch: try name("signs"), store: gangnam, placement: "door", medium: .nfc,
                url: "https://example.com/store/gangnam?tag=g-1")
            let deployment = LoadedDeployment(
                name: egg.text, template: template, stores: [Store(id: gangnam, name: "Gangnam", region: nil)],
                experiences: [], batches: [Batch(name: tag.batch, template: template, tags: [tag])])
            try await hub.record(.deploymentLoaded(deployment), by: author)
        }
        try await load("https://example.com/store/{store}{?tag}")
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        try await load("https://example.com/shop/{store}{?tag}")
        let before = try await heard.hear(hub, of: station.chain)
        #expect(before.deployments == [])
        try await station.take(hub, 1, of: "signs")
        try await station.send(to: hub)
        // With the grant came what its tags need.
        heard.take(try await hub.documents(heldBy: station.chain))
        try await load("https://example.com/egg/{store}{?tag}")
        let behind = try await heard.hear(hub, of: station.chain)
        #expect(behind.deployments.contains("egg"))
        try await hasAll(heard)
    }

    @Test(arguments: [(50, 1 << 20), (1_000, 9_000), (7, 4_000)])
    func `gets a backlog in pages within their bounds, and continues behind each`(count: Int, size: Int) async throws {
        let limit = DocumentPageLimit(documents: count, bytes: size)
        let pages = try await pages(after: nil, within: limit)
        #expect(pages.count > 10)
        for page in pages {
            #expect([page].tags.count <= count)
            #expect(try bytes(of: page.documents) <= size)
        }
        #expect(numbers(pages.tags) == Array(1...Self.held))
        #expect(Set(pages.map(\.mark)).count == pages.count)
        // A program that starts anew has the next page, at any daemon.
        let other = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock())
        for index in [0, pages.count / 2, pages.count - 2] {
            let next = try await other.documents(heldBy: station.chain, after: pages[index].mark, within: limit)
            #expect(next == pages[index + 1])
        }
    }

    @Test func `gets what has changed in pages as well`() async throws {
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        try await revise("t-1", placement: "door")
        try await revise("t-300", placement: "window")
        let limit = DocumentPageLimit(documents: 100, bytes: 1 << 20)
        let plans = try await heard.hear(hub, of: station.chain, within: limit)
        #expect(numbers(plans.tags) == Array(1...512))
        #expect(plans.allSatisfy { [$0].tags.count <= 100 })

        try await heard.settle(hub, of: station.chain)
        try await rename("cupertino", to: "Elsewhere", at: hub)
        try await protect("opening")
        let one = DocumentPageLimit(documents: 1, bytes: 1 << 20)
        let lists = try await heard.hear(hub, of: station.chain, within: one)
        #expect(lists.stores == ["Elsewhere"] && lists.batches == ["opening"] && lists.tags == [])
        #expect(lists.allSatisfy { [$0].stores.count + [$0].batches.count <= 1 })
        try await hasAll(heard)
    }

    @Test func `hears of all that has changed where that is most of the plans`() async throws {
        let names = (1...51_500).map { "s-\($0)" }
        try await hub.record(.batchCreated(try Samples.batch("signs", names)), by: author)
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        try PostgresConnection(place.address).change("UPDATE plan_blocks SET digest = digest")
        let pages = try await heard.hear(hub, of: station.chain)
        #expect(numbers(pages.tags) == Array(1...Self.held))
    }

    @Test func `hears of a change that was begun before another one and ended behind it`() async throws {
        let other = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock())
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        let late = try PostgresConnection(place.address)
        try late.change("BEGIN")
        try late.rows("SELECT pg_current_xact_id()::text")
        try await rename("cupertino", to: "Early", at: other)
        let early = try await heard.hear(hub, of: station.chain)
        #expect(early.stores == ["Early"])
        try late.change("UPDATE stores SET name = 'Late' WHERE key = 'cupertino'")
        try late.change("COMMIT")
        let behind = try await heard.hear(other, of: station.chain)
        #expect(behind.stores == ["Late"])
        try await hasAll(heard)
    }

    @Test func `hears of what changes while pages are on their way`() async throws {
        let limit = DocumentPageLimit(documents: 200, bytes: 1 << 20)
        let first = try await hub.documents(heldBy: station.chain, after: nil, within: limit)
        try await revise("t-1", placement: "door")
        let others = try await pages(after: first.mark, within: limit)
        #expect(numbers(([first] + others).tags) == Array(1...Self.held))
        #expect(placement("t-1", in: [first]) == "table t-1")
        let next = try await pages(after: others.last?.mark, within: limit)
        #expect(placement("t-1", in: next) == "door")
    }

    @Test func `begins anew, in pages, where its mark means nothing`() async throws {
        let limit = DocumentPageLimit(documents: 200, bytes: 1 << 20)
        var heard = HeardDocuments()
        try await heard.settle(hub, of: station.chain)
        let mark = try #require(heard.mark)
        func with(_ part: String, at index: Int) -> String {
            var parts = mark.split(separator: ".").map { String($0) }
            parts[index] = part
            return parts.joined(separator: ".")
        }
        let others = [
            "", "what", "1.2.3", with("9", at: 0), with("00000001-1", at: 1),
            with(String(repeating: "0", count: 32), at: 2), with("-7", at: 3), with("\(Int64.max)", at: 4),
            with("\(Int64.min)", at: 4), mark + ".tag.1.x", mark + ".list.1.2",
        ]
        for other in others {
            let page = try await hub.documents(heldBy: station.chain, after: other, within: limit)
            #expect(numbers([page].tags) == Array(1...200) && !page.isLast, "\(other)")
        }
        // A hub that may have forgotten something.
        _ = try await hub.beginEra(reason: "a backup was restored", by: author)
        let again = try await pages(after: mark, within: limit)
        #expect(numbers(again.tags) == Array(1...Self.held) && again.count == 3)
    }
}
