import Foundation
import TestBench
import Testing
import UnixSystem

/// DuckDB's own program, from `.venv`.
enum DuckDB {
    static let folder = Repository.path(".venv/bin")
    /// In CI it must be there: a missing one is a failure, not a skip.
    static let isExpected =
        ProcessInfo.processInfo.environment["CI"] != nil
        || FileManager.default.isExecutableFile(atPath: "\(folder)/duckdb")

    static func run(_ statement: String) async throws {
        let ending = try await RunningProgram(path: "\(folder)/duckdb", ["-no-init", "-batch", "-c", statement]).wait()
        try #require(ending.status == .exited(0), "\(ending)")
    }
}
