import API
import AppClips
import Faults
import Geodesy
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// What becomes of findings by audits of what is news, and by audits of everything.
@Suite struct `Findings between audits` {
    private let place = MemoryPlace()
    private let bench: StationBench
    private let day: Int64 = 86_400
    /// A Monday.
    private let monday: Int64 = 1_794_823_200

    init() async throws {
        bench = try StationBench(place)
        try await bench.open()
        try await bench.write("t-1", on: "04A1B2C3D4E501")
        try await bench.write("t-2", on: "04A1B2C3D4E502")
        let experience = Experience(
            url: try InvocationURL("https://example.com/"),
            card: try Card(title: "Fruta", subtitle: "Smoothies", action: .open))
        try await bench.registry.record(.experiencesImported([experience], file: "e.csv"), by: bench.author)
    }

    /// A fix in the region of the store, or so many metres north of it.
    private func fix(
        _ tag: Int, _ time: Int64, metres: Double = 0, sigma: Double = 3, by device: DevicePseudonym? = nil
    ) throws -> KeptSighting {
        let centre = try Coordinate(latitude: 37.3193, longitude: -122.0293)
        return KeptSighting(
            time: time, url: "https://example.com/\(tag)", uid: nil, place: centre.moved(by: metres, azimuth: 0),
            sigma: sigma, device: device)
    }

    private func take(_ seen: KeptSighting...) async throws { try await take(seen) }

    private func take(_ seen: [KeptSighting]) async throws {
        let number = await bench.registry.beginImport(.sightings, file: "walk.csv")
        let new = try await bench.registry.keep(seen, import: number)
        let ended = EvidenceImport(
            number: number, kind: .sightings, file: "walk.csv", digest: nil, rows: seen.count, new: new, badRows: 0,
            isComplete: true)
        try await bench.registry.record(.evidenceImported(ended), by: bench.author)
    }

    /// What is known of misplaced and moved tags, or by other codes, after an audit of what is news, or of everything.
    private func audit(everything: Bool = false, for codes: Set<String> = ["misplaced", "moved"]) async throws
        -> [KeptFinding.State]
    {
        _ = try await bench.station.audit(
            AuditRequest(batch: nil, listsTags: false, wantsMap: false, everything: everything), by: bench.author)
        return await bench.registry.findings(in: Set(KeptFinding.State.allCases)).filter {
            codes.contains($0.code)
        }.map(\.state)
    }

    /// One tag was put right, and of the other a late file tells how it was before.
    @Test func `of two tags stay where news show one of them only as it was before`() async throws {
        try await take(try fix(1, monday, metres: 2_000), try fix(2, monday + 2 * day, metres: 2_000))
        #expect(try await audit() == [.new])
        try await take(try fix(1, monday - day), try fix(2, monday + 3 * day))
        #expect(try await audit() == [.new], "the first tag was not looked at since")
    }

    @Test func `of a tag that was put right stay resolved when everything is read again`() async throws {
        try await take(try fix(1, monday, metres: 2_000), try fix(1, monday + 3_600, metres: 2_000))
        #expect(try await audit() == [.new])
        try await take(try fix(1, monday + day))
        #expect(try await audit() == [.resolved])
        for _ in 0..<2 { #expect(try await audit(everything: true) == [.resolved]) }
    }

    /// Of the one that was put right before, old visits alone speak.
    @Test(arguments: [false, true])
    func `of two tags that were put right one after the other stay resolved`(isReadMeanwhile: Bool) async throws {
        try await take(
            try (0...2).flatMap { number in
                try [1, 2].map { try fix($0, monday + number * day, metres: 2_000) }
            })
        #expect(try await audit() == [.new])
        try await take(try fix(2, monday + 3 * day), try fix(1, monday + 4 * day, metres: 2_000))
        #expect(try await audit() == [.stillThere])
        if isReadMeanwhile { #expect(try await audit(everything: true) == [.stillThere]) }
        try await take(try fix(1, monday + 5 * day))
        #expect(try await audit() == [.resolved])
        for _ in 0..<2 { #expect(try await audit(everything: true) == [.resolved]) }
    }

    /// Sixteen good visits of before do not hide three of now that are less accurate.
    @Test func `of a tag that was carried away are not ended by the audit of everything that sees it`() async throws {
        try await take(try (0..<16).map { try fix(1, monday + $0 * 1_200) })
        #expect(try await audit() == [])
        try await take(try (1...3).map { try fix(1, monday + $0 * day, metres: 2_000, sigma: 8) })
        #expect(try await audit() == [.new])
        for _ in 0..<2 { #expect(try await audit(everything: true) == [.stillThere]) }
    }

    /// The same answers would not bring one back.
    @Test func `of customers' answers stay where these are folded again while everything is audited`() async throws {
        try await take(try fix(1, monday))
        let number = await bench.registry.beginImport(.confirmations, file: "answers.csv")
        let refused = Confirmation.Outcome.notInRegion.rawValue
        let answers = (0..<6).map { answer in
            KeptConfirmation(
                time: monday + Int64(answer) * 700, url: "https://example.com/1", outcome: refused,
                device: DevicePseudonym([UInt8(answer)]))
        }
        #expect(try await bench.registry.keep(answers, import: number) == 6)
        #expect(try await audit(for: ["customer-refused"]) == [.new])
        place.foldAgainDuringAudit()
        #expect(try await audit(everything: true, for: ["customer-refused"]) == [.stillThere])
    }

    /// Of a phone that is to be forgotten, which has seen the second tag.
    private func takeBoth(by device: DevicePseudonym) async throws {
        try await take(try fix(1, monday, metres: 2_000), try fix(2, monday, metres: 2_000, by: device))
        #expect(try await audit() == [.new])
    }

    @Test(arguments: [1, 2])
    func `are kept of an audit of everything that has read anew what an erasure has left`(erasures: Int) async throws {
        let device = DevicePseudonym([0xAB])
        try await takeBoth(by: device)
        place.eraseDuringAudit(of: device, times: erasures)
        #expect(try await audit(everything: true) == [.stillThere])
        #expect(await bench.registry.erasures().count == Int64(erasures))
        #expect(await bench.registry.finding(1)?.tags == ["t-1"])
    }

    @Test func `stay as they are where each reading of everything is overtaken by an erasure`() async throws {
        let device = DevicePseudonym([0xAB])
        try await takeBoth(by: device)
        place.eraseDuringAudit(of: device, times: Station.auditAttempts)
        let refusal = await #expect(throws: RegistryError.self) { try await audit(everything: true) }
        #expect(refusal?.code == .contradiction && refusal?.message == "nothing was audited")
        #expect(await bench.registry.finding(1)?.state == .new)
        #expect(try await audit(everything: true) == [.stillThere])
    }
}
