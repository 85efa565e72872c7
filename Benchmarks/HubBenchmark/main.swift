import Foundation
import HubStorage
import PostgreSQL
import Registry

// Measures what stations ask of a hub: journals uploaded, and grants of 100 tags.
//
// WAYMARK_BENCHMARKS=1 swift run -c release hub-benchmark SOCKET-FOLDER USER: a PostgreSQL server of one's own (fsync on), with a database `postgres`. It makes the
// database `hub_benchmark` anew.

guard CommandLine.arguments.count == 3 else {
    print("usage: hub-benchmark SOCKET-FOLDER USER")
    exit(64)
}

func address(_ database: String) -> PostgresAddress {
    PostgresAddress(
        hosts: [PostgresAddress.Host(CommandLine.arguments[1])], database: database, user: CommandLine.arguments[2],
        encryption: .none)
}

let server = try PostgresConnection(address("postgres"))
try server.change("DROP DATABASE IF EXISTS hub_benchmark")
try server.change("CREATE DATABASE hub_benchmark")
try HubSchema.migrate(address("hub_benchmark"))
// What a daemon knows apart from the database is forced to the disk before a grant goes out, so it is measured as well.
let folder = FileManager.default.temporaryDirectory.appending(path: "hub-benchmark-\(UUID().uuidString)").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
let memory = try HubMemory(in: folder, name: "benchmark", daemon: .drawn())
let hub = try HubRegistry(address("hub_benchmark"), daemon: "benchmark", chain: .drawn(), memory: memory)
_ = try await hub.recall()
let bench = try HubBench(hub)
try await bench.prepare(tags: 40_000)
try await bench.measureGrants(200, of: 100)
for size in [100, 1_000, 5_000] { try await bench.measureUploads(of: size, entries: 10_000) }
