import Foundation
import TestBench

// Measures a hub's registry in a PostgreSQL of its own: grants of 100 tags, journals uploaded, evidence kept and audited,
// and events journalled beside pgbench. `Benchmarks/hub` builds it for release.
//
// hub-benchmark [THOUSANDS [SETTING...]]: thousands of rows of evidence (1000), and lines of postgresql.conf such as
// "shared_buffers = 4GB"

let arguments = CommandLine.arguments.dropFirst()
guard let thousands = Int(arguments.first ?? "1000"), 1...100_000 ~= thousands else {
    print("usage: hub-benchmark [THOUSANDS [SETTING...]]")
    exit(64)
}
let server = try await PrivatePostgreSQL(settings: Array(arguments.dropFirst()))

let grants = try await GrantBench(BenchDatabase("grants", on: server).registry())
try await grants.prepare(tags: 40_000)
try await grants.measureGrants(200, of: 100)
for size in [100, 1_000, 5_000] { try await grants.measureUploads(of: size, entries: 10_000) }

try await EventBench(chains: 64, clients: 16, events: 200, rounds: 5).measure(in: BenchDatabase("events", on: server))

let evidence = EvidenceBench(count: thousands * 1_000)
try await evidence.measureConfirmations(in: BenchDatabase("confirmations", on: server))
try await evidence.measureAudits(in: BenchDatabase("sightings", on: server))
