import Foundation
import TestBench
import Testing

/// What was forgotten is in no file of the registry.
@Suite(.timeLimit(.minutes(15))) struct `What was forgotten` {
    private static let fruta = Repository.path("tags/fruta")
    /// An audit of everything, with a map of it.
    private static let audit =
        #"{"sightings":[],"confirmations":[],"listsTags":true,"wantsMap":true,"since":"2000-01-01T00:00:00Z"}"#

    /// A station that one phone has scanned for; the audit has findings about it.
    private func withPhone(_ body: (TestStation, Phone) async throws -> Void) async throws {
        try await TestStation.run(options: ["--trust-clock"]) { station in
            var random = SeededRandom()
            let phone = Phone("zoe", scans: 40, &random)
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark(
                "audit", "--sightings", station.folder.write(phone.table, to: "zoe.csv"), expecting: 2)
            #expect(try station.files(holding: phone.traces).contains("registry.sqlite-wal"))
            try await body(station, phone)
        }
    }

    @Test func `a URL that only one phone has seen is in no content and in no finding`() async throws {
        try await withPhone { station, phone in
            #expect(try await station.waymark("finding", "list", "--json").output.contains(phone.privateURLs[0]))
            let answer = try await station.waymark("sightings", "forget", "--device", "zoe", "--json").document
            #expect(answer["state"] as? String == "erased" && answer["until"] == nil)
            let findings = try await station.waymark("finding", "list", "--json").output
            #expect(!phone.privateURLs.contains { findings.contains($0) })
            #expect(try station.files(holding: phone.traces) == [])
            // The registry's own tags are known as they were.
            #expect(findings.contains("q-cu-0"))
        }
    }

    @Test func `an answer that was kept for its key is erased, and is not given again`() async throws {
        try await withPhone { station, phone in
            func ask() throws -> [UInt8] {
                try RawRequest.answer("POST", "/v1/audits", body: Self.audit, key: "k-1", over: station.socket)
            }
            let first = try ask()
            #expect(try ask() == first)
            try await station.waymark("sightings", "forget", "--device", "zoe")
            #expect(try station.files(holding: phone.traces) == [])
            let refusal = #expect(throws: RawRequest.Refused.self) { try ask() }
            #expect(refusal?.text.contains("its answer was erased with it") == true)
        }
    }

    @Test func `rows in the log wait for the reader that holds them, and the answer says so`() async throws {
        try await withPhone { station, phone in
            let reader = try await SnapshotReader(of: station.registry, in: station.folder)
            let answer = try await station.waymark("sightings", "forget", "--device", "zoe").output
            #expect(
                answer == "40 sightings and 0 confirmations will be erased when "
                    + "no program reads the registry as it was before any more\n")
            #expect(try await station.waymark("status", expecting: nil).output.contains("erasure-pending"))
            #expect(try station.files(holding: phone.traces) != [])
            await reader.end()
            try await station.untilErased()
            #expect(try station.files(holding: phone.traces) == [])
        }
    }

    @Test func `what waits for a reader is erased after a restart`() async throws {
        try await withPhone { station, phone in
            let reader = try await SnapshotReader(of: station.registry, in: station.folder)
            let answer = try await station.waymark("sightings", "forget", "--device", "zoe", "--json").document
            #expect(answer["state"] as? String == "pending")
            await station.killDaemon()
            #expect(try station.files(holding: phone.traces) != [])
            try await station.startDaemon()
            await reader.end()
            try await station.untilErased()
            #expect(try station.files(holding: phone.traces) == [])
        }
    }

    @Test func `a copy that a killed daemon left half made is removed at the start`() async throws {
        try await withPhone { station, phone in
            await station.killDaemon()
            let leftovers = ["backup-17", "backup-18-journal", "restoring"].map { station.registry + ".\($0)" }
            for path in leftovers { try FileManager.default.copyItem(atPath: station.registry, toPath: path) }
            try await station.startDaemon()
            try await station.waymark("sightings", "forget", "--device", "zoe")
            #expect(try station.files(holding: phone.traces) == [])
            #expect(!leftovers.contains { FileManager.default.fileExists(atPath: $0) })
            #expect(station.log.contains("is removed"))
        }
    }

    /// Twenty histories on one registry: phones scan, some are forgotten while others import, audit, back up and read.
    @Test func `is nowhere after twenty histories`() async throws {
        var random = SeededRandom()
        try await TestStation.run(options: ["--trust-clock"]) { station in
            try await station.waymark("deployment", "load", Self.fruta)
            for history in 1...20 {
                let phones = (0...1).map { Phone("p\(history)-\($0)", scans: 30 + 20 * $0, &random) }
                var pseudonyms = Set(try await station.pseudonyms())
                for phone in phones {
                    try await station.waymark(
                        "sightings", "import", station.folder.write(phone.table, to: "\(phone.name).csv"))
                }
                if random.next(below: 2) == 0 { try await station.waymark("audit", expecting: nil) }
                pseudonyms = Set(try await station.pseudonyms()).subtracting(pseudonyms)
                var others: [RunningProgram] = []
                if random.next(below: 2) == 0 {
                    others.append(try station.start(["audit", "--since", "2000-01-01"]))
                }
                if random.next(below: 2) == 0 {
                    others.append(try station.start(["backup", station.folder["copy-\(history)"]]))
                }
                if random.next(below: 2) == 0 {
                    _ = try? RawRequest.answer(
                        "POST", "/v1/audits", body: Self.audit, key: "h-\(history)", over: station.socket)
                }
                let reader =
                    random.next(below: 3) == 0
                    ? try await SnapshotReader(of: station.registry, in: station.folder) : nil
                var isPending = false
                for phone in phones {
                    let answer = try await station.waymark("sightings", "forget", "--device", phone.name, "--json")
                    isPending = answer.document["state"] as? String == "pending"
                    if !isPending { #expect(try station.files(holding: phone.traces) == [], "\(random)") }
                }
                #expect(isPending || reader == nil, "\(random)")
                if isPending, random.next(below: 2) == 0 {
                    await station.killDaemon()
                    try await station.startDaemon()
                }
                await reader?.end()
                for other in others { _ = await other.wait() }
                if isPending { try await station.untilErased() }
                let traces = phones.flatMap(\.traces) + pseudonyms
                #expect(pseudonyms.count == 2)
                #expect(try station.files(holding: traces) == [], "history \(history), \(random)")
            }
        }
    }
}
