import API
import Chips
import Faults
import Foundation
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// What the API's operations do to the registry.
@Suite struct `The operations of a station` {
    private let bench: StationBench
    private var station: Station { bench.station }

    init() throws { bench = try StationBench() }

    @Test func `a rehearsed import changes nothing, and says what it would refuse`() async throws {
        let rehearsed = try await station.importStores(
            StationBench.stores, file: "stores.csv", ImportMode(isDryRun: true), by: bench.author)
        #expect(rehearsed.isDryRun && rehearsed.rows == 1)
        #expect(await bench.registry.stores().isEmpty)
        try await bench.open()
        let before = await bench.kinds()
        let error = try await #require(throws: RegistryError.self) {
            _ = try await station.createBatch(
                name("opening"), template: nil, StationBench.tags, file: "opening.csv", isDryRun: true, by: bench.author
            )
        }
        #expect(error.code == .alreadyExists)
        #expect(await bench.kinds() == before)
    }

    @Test func `a batch is created, revised, paused, and deleted while nothing of it was begun`() async throws {
        try await bench.open()
        let plan = String(decoding: StationBench.tags, as: UTF8.self).replacing("/2", with: "/two")
        let revised = try await station.reviseBatch(
            name("opening"), template: nil, Array(plan.utf8), file: "opening.csv", by: bench.author)
        #expect(revised.changes.count == 1)
        #expect(await bench.registry.tag(try name("t-2"))?.url == "https://example.com/two")
        let paused = try await station.pause(name("opening"), reason: "lunch", by: bench.author)
        #expect(paused.isPaused)
        let deletion = try await station.deleteBatch(name("opening"), by: bench.author)
        #expect(deletion.tags == 2)
        #expect(await bench.kinds().suffix(3) == ["batch-revised", "batch-paused", "batch-deleted"])
        await #expect(throws: (any Error).self) { try await station.deleteBatch(name("opening"), by: bench.author) }
    }

    @Test func `a replaced tag is to be written again, and its chip is known as given up`() async throws {
        try await bench.open()
        try await bench.write("t-1", on: "04A1B2C3D4E501")
        await #expect(throws: RegistryError.self) { try await station.deleteBatch(name("opening"), by: bench.author) }
        let detail = try await station.release(name("t-1"), retire: false, reason: "fell off", by: bench.author)
        #expect(detail.tag.state == .planned && detail.history.map(\.entry.kind).last == "tag-replaced")
        #expect(await bench.registry.formerCarriers().map(\.tag.text) == ["t-1"])
        await #expect(throws: RegistryError.self) { try await bench.write("t-2", on: "04A1B2C3D4E501") }
        let retired = try await station.release(name("t-1"), retire: true, reason: "closed", by: bench.author)
        #expect(retired.tag.state == .retired)
    }

    @Test func `a token is made once, listed, and revoked`() async throws {
        let request = TokenRequest(role: .read, name: try name("tablet"), days: 1)
        let made = try await station.createToken(request, by: bench.author)
        #expect(!made.secret.isEmpty)
        let error = try await #require(throws: RegistryError.self) {
            _ = try await station.createToken(request, by: bench.author)
        }
        #expect(error.code == .alreadyExists)
        _ = try await station.revokeToken(name("tablet"), by: bench.author)
        #expect(await bench.registry.tokens().isEmpty)
        let unknown = try await #require(throws: RegistryError.self) {
            _ = try await station.revokeToken(name("tablet"), by: bench.author)
        }
        #expect(unknown.code == .unknownToken)
    }

    @Test func `an audit's findings are accepted with a reason, once they are there`() async throws {
        try await bench.open()
        try await bench.write("t-1", on: "04A1B2C3D4E501")
        // 100 km north of the store.
        let seen =
            "time,url,uid,latitude,longitude,accuracy\n2026-11-20T12:00:00Z,https://example.com/1,,38.2193,-122.0293,5\n"
        let answer = try await station.audit(
            AuditRequest(
                sightings: [AuditRequest.File(name: "walk.csv", content: Data(seen.utf8))], batch: nil,
                listsTags: false,
                wantsMap: false), by: bench.author)
        let finding = try #require(answer.lives.first)
        #expect(finding.state == .new && finding.number == 1)
        await #expect(throws: RegistryError.self) {
            try await station.accept(1, AcceptRequest(reason: " ", person: nil), by: bench.author)
        }
        let accepted = try await station.accept(1, AcceptRequest(reason: "a fair", person: "Zoë"), by: bench.author)
        #expect(accepted.state == .accepted && accepted.acceptance?.person == "Zoë")
        #expect(await bench.kinds().suffix(2) == ["audited", "finding-accepted"])
        #expect(try await bench.registry.verifyJournal().brokenAt == nil)
    }

    @Test func `a backup that was begun before holds an erasure up, one that was begun after does not`() async throws {
        let bench = try StationBench()
        let copy = bench.station.copies.begin()
        let answer = try await bench.station.forget(ForgetRequest(device: "zoe", before: nil), by: bench.author)
        #expect(answer.state == .pending && answer.until == "the backup that is being made is complete")
        #expect(bench.station.conditions[.erasurePending] != nil)
        let later = bench.station.copies.begin()
        bench.station.copies.end(copy)
        await bench.station.erasePending()
        #expect(bench.station.conditions[.erasurePending] == nil)
        #expect(await bench.registry.erasures().pending == nil)
        bench.station.copies.end(later)
    }
}
