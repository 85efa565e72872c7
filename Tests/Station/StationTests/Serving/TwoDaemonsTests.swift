import API
import Faults
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Synchronization
import Testing

@testable import StationService

/// Two daemons have one registry. An edit at the other one comes when this one has read, checked and decided, and before
/// it records.
@Suite struct `Edits at two daemons of one registry` {
    private let here: StationBench
    private let there: StationBench
    private let client: PageClient
    private let interruption: Interruption
    private let secret: String

    init() async throws {
        let place = MemoryPlace()
        let interruption = Interruption()
        let bench = try StationBench(place, refusing: { _ in try await interruption.come() })
        try await bench.open()
        let request = TokenRequest(role: .administer, name: try name("tablet"), days: nil)
        secret = try await bench.station.createToken(request, by: bench.author).secret
        client = PageClient(bench.station)
        (here, there) = (bench, try StationBench(place))
        self.interruption = interruption
    }

    private func ask(
        _ method: HTTPMethod, _ path: String, _ body: String = "", ifMatch tag: String? = nil, type: String? = nil
    ) async throws -> HTTPResponse {
        var headers: [String: String] = [:]
        headers["If-Match"] = tag
        headers["Content-Type"] = type
        return try await client.ask(method, path, token: secret, body: body, headers: headers)
    }

    private func entityTag(of path: String) async throws -> String {
        try #require(try await ask(.get, path).headers["ETag"])
    }

    private func batch() async throws -> Batch { try #require(await here.registry.batch(try name("opening"))) }

    private func expectLate(_ answer: HTTPResponse, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(answer.status == 412, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.text.contains(#""code":"changed-meanwhile""#), sourceLocation: sourceLocation)
    }

    enum Edit: String, CaseIterable { case rules, revision, writing, deletion }

    private static let moved = String(decoding: StationBench.tags, as: UTF8.self).replacing("counter", with: "window")

    /// Makes an edit of the batch at the other daemon.
    private func make(_ edit: Edit) -> @Sendable () async throws -> Void {
        { [there] in
            let batch: BatchName = try name("opening")
            switch edit {
            case .rules:
                _ = try await there.station.rule(batch, RulesRequest(genuineness: .required), by: there.author)
            case .revision:
                _ = try await there.station.reviseBatch(
                    batch, template: nil, Array(Self.moved.utf8), file: "opening.csv", by: there.author)
            case .writing: try await there.write("t-2", on: "04A1B2C3D4E501")
            case .deletion: _ = try await there.station.deleteTag(name("t-2"), by: there.author)
            }
        }
    }

    @Test(arguments: Edit.allCases)
    func `are made to what their author has seen, or not at all`(edit: Edit) async throws {
        let tag = try await entityTag(of: "/v1/batches/opening")
        interruption.set(make(edit))
        expectLate(try await ask(.post, "/v1/batches/opening/pause", "{}", ifMatch: tag))
        #expect(try await !batch().isPaused)
        #expect(await !here.kinds().contains("batch-paused"))
        let now = try await entityTag(of: "/v1/batches/opening")
        #expect(now != tag)
        #expect(try await ask(.post, "/v1/batches/opening/pause", "{}", ifMatch: now).status == 200)
    }

    @Test func `of a tag are made to what their author has seen`() async throws {
        let tag = try await entityTag(of: "/v1/tags/t-2")
        interruption.set(make(.writing))
        let body = #"{"reason":"lost"}"#
        expectLate(try await ask(.post, "/v1/tags/t-2/retire", body, ifMatch: tag))
        #expect(await here.registry.tag(try name("t-2"))?.state == .written)
        // Without the condition the entry names the chip that the tag is on by then.
        interruption.set { [there] in try await there.write("t-1", on: "04A1B2C3D4E502") }
        #expect(try await ask(.post, "/v1/tags/t-1/retire", body).status == 200)
        let entry = try #require(await here.registry.journal(about: try name("t-1")).last)
        #expect(entry.kind == "tag-retired" && entry.payload.lowercased().contains("04a1b2c3d4e502"))
    }

    @Test func `of rules keep what another edit has set meanwhile`() async throws {
        interruption.set(make(.rules))
        let answer = try await ask(.post, "/v1/batches/opening/rules", #"{"protection":"lock"}"#)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await batch().rules == BatchRules(protection: .lock, genuineness: .required))
    }

    @Test func `of rules are checked against the URLs that are there by then`() async throws {
        let table = "tag,store,placement,medium,url\nm-1,cupertino,door,nfc,https://a.example/"
        _ = try await here.station.createBatch(
            name("shown"), template: nil, Array("\(table)00000000000000\n".utf8), file: "shown.csv", by: here.author)
        interruption.set { [there] in
            _ = try await there.station.reviseBatch(
                name("shown"), template: nil, Array("\(table)1\n".utf8), file: "shown.csv", by: there.author)
        }
        let answer = try await ask(.post, "/v1/batches/shown/rules", #"{"mirror":"uid"}"#)
        #expect(answer.status == 409 && answer.text.contains("no-placeholder"), "\(answer.text)")
    }

    @Test func `of a plan keep the template that another edit has set meanwhile`() async throws {
        let template = "https://other.example/{store}{?tag}"
        interruption.set { [there] in
            _ = try await there.station.reviseBatch(
                name("opening"), template: template, StationBench.tags, file: "opening.csv", by: there.author)
        }
        let answer = try await ask(.put, "/v1/batches/opening", Self.moved, type: "text/csv")
        #expect(answer.status == 200, "\(answer.text)")
        let batch = try await batch()
        #expect(batch.template == template)
        #expect(batch.tags.map(\.placement) == ["door", "window"])
    }

    /// The file has a row that is so already, and the other edit changes that one.
    @Test func `of a plan leave all rows as the file has them`() async throws {
        interruption.set(make(.revision))
        let file = String(decoding: StationBench.tags, as: UTF8.self).replacing("door", with: "window")
        let answer = try await ask(.put, "/v1/batches/opening", file, type: "text/csv")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await batch().tags.map(\.placement) == ["window", "counter"])
    }

    @Test func `that do not ask what is there are made whatever came between`() async throws {
        interruption.set(make(.rules))
        #expect(try await ask(.post, "/v1/batches/opening/pause", "{}", ifMatch: "*").status == 200)
        #expect(try await batch().isPaused)
    }

    @Test func `that come too late each time are given up`() async throws {
        let count = Mutex(0)
        let error = await #expect(throws: RegistryError.self) {
            try await Redeciding.untilRecorded {
                count.withLock { $0 += 1 }
                throw RegistryError(.changedMeanwhile, "nothing was changed", why: "it is another", next: "look")
            }
        }
        #expect(error?.code == .changedMeanwhile)
        #expect(count.withLock(\.self) == Redeciding.limit)
    }
}
