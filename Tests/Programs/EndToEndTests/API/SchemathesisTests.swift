import Foundation
import TestBench
import Testing
import UnixSystem

/// A Python package of ours: its program is no part of PATH.
private let schemathesis = Witness(
    name: Repository.path(".venv/bin/schemathesis"), package: "Scripts/python-peers")

/// The live API against its own description, by schemathesis. `WAYMARK_API_PROOF=long` asks for more.
@Suite(.timeLimit(.minutes(60)), .needs(schemathesis)) struct SchemathesisTests {
    private static var amount: [String] {
        ProcessInfo.processInfo.environment["WAYMARK_API_PROOF"] == "long"
            ? ["--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "500"]
            : ["--phases", "examples,coverage,fuzzing", "--max-examples", "5"]
    }

    /// In CI always the same requests: what is new is looked for by `make proof-api`, and by every run elsewhere.
    private static var seed: [String] {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["WAYMARK_SEED"] ?? (environment["CI"] == nil ? nil : "1")
        return seed.map { ["--seed", $0] } ?? []
    }

    /// Streams of events do not end, so they are proved elsewhere (`EventTests`). A token could be its own.
    @Test(
        arguments: [
            ["--exclude-path", "/v1/events", "--exclude-path", "/v1/tokens/{name}"],
            ["--include-path", "/v1/tokens/{name}"],
        ])
    func `no answer contradicts the description`(operations: [String]) async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            let secret = try await station.token("administer", name: "schemathesis")
            let config = Repository.path("Tests/Programs/EndToEndTests/API/Peers/schemathesis.toml")
            let ending = try await schemathesis.run(
                [
                    "--config-file", config, "run", "\(try await station.web)/openapi.json", "--no-color",
                    "--continue-on-failure", "--request-timeout", "30", "--header", "Authorization: Bearer \(secret)",
                ] + operations + Self.amount + Self.seed,
                environment: ["SCHEMATHESIS_HOOKS": "", "NO_PROXY": "*", "HOME": station.folder.path], expecting: nil)
            let failures = ending.output.components(separatedBy: "= FAILURES =").dropFirst().joined()
            #expect(ending.status == .exited(0), "\(failures.isEmpty ? ending.output : failures)")
            #expect(!station.log.contains(" error waymarkd: a request failed"), "\(station.log)")
            print(ending.output.split(separator: "\n").suffix(6).joined(separator: "\n"))
        }
    }
}
