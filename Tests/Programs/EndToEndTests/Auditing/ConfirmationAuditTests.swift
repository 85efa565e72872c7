import Foundation
import TestBench
import Testing
import UnixSystem

/// The answers of location confirmation show something about tags that no walk has seen.
@Suite(.timeLimit(.minutes(10))) struct ConfirmationAuditTests {
    private static let fruta = Repository.path("tags/fruta")

    /// Five customers are refused at one tag, one is not at another.
    private static let rows =
        "time,url,outcome\n"
        + (0..<5).map { "2026-11-19T10:0\($0):00Z,https://fruta.example/store/cupertino?tag=q-cu-01,notInRegion\n" }
        .joined() + "2026-11-19T10:05:00Z,https://fruta.example/store/cupertino?tag=q-cu-02,inRegion\n"

    private func onFiles(_ words: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine,
            [
                "audit", "--stores", "\(Self.fruta)/stores.csv", "--experiences", "\(Self.fruta)/experiences.csv",
                "--tags", "\(Self.fruta)/batches/fruta-qr.csv", "--template", TestStation.template,
            ] + words, environment: ["WAYMARK_SOCKET": "/nowhere"]
        ).wait()
    }

    @Test func `confirmations are audited without sightings, on files alone and against the registry`() async throws {
        try await TestStation.run { station in
            let path = try station.folder.write(Self.rows, to: "confirmations.csv")
            let files = try await onFiles(["--confirmations", path, "--json"])
            #expect(files.status == .exited(2) && files.errors.isEmpty, "\(files)")
            try await station.waymark("deployment", "load", Self.fruta)
            let registry = try await station.waymark("audit", "--confirmations", path, "--json", expecting: 2)
            for ending in [files, registry] {
                let findings = try #require(ending.document["findings"] as? [[String: Any]], "\(ending)")
                #expect(findings.map { $0["code"] as? String } == ["customer-refused"])
                #expect(findings.first?["tags"] as? [String] == ["q-cu-01"])
                let summary = try #require(ending.document["summary"] as? [String: Int])
                #expect(summary["confirmations"] == 6 && summary["sightings"] == 0 && summary["tags"] == 0)
            }
        }
    }

    @Test func `an audit of files without sightings and confirmations is not begun`() async throws {
        let ending = try await onFiles([])
        #expect(ending.status == .exited(64))
        #expect(
            ending.errors == """
                error: nothing can be audited
                  why:  an audit on files alone needs sightings or confirmations
                  next: name a file of them: --sightings FILE or --confirmations FILE

                """)
    }
}
