import Foundation
import Glibc
import UnixSystem

/// Servers of other people that a test starts for itself, and stops by their process numbers.
struct PrivateProcesses {
    private var running: [ChildProcess] = []

    var count: Int { running.count }

    /// Why these programs cannot be started here; nil when they can.
    static func obstacle(_ programs: [String]) -> String? {
        let missing = programs.filter { path(of: $0) == nil }
        return missing.isEmpty ? nil : "needs \(missing.joined(separator: ", "))"
    }

    mutating func start(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let process = try ChildProcess(
            Self.path(of: program) ?? program, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
            standardOutput: .discarded, standardError: .discarded)
        running.append(process)
    }

    /// The last one started is stopped first.
    func stop() async {
        for process in running.reversed() {
            process.kill()
            _ = await process.wait()
        }
    }

    /// Runs a program to its end, and says whether it went well.
    static func run(_ program: String, _ arguments: [String]) async throws -> Bool {
        let process = try ChildProcess(
            path(of: program) ?? program, arguments: arguments, standardOutput: .discarded,
            standardError: .discarded)
        return await process.wait() == .exited(0)
    }

    /// Waits up to two minutes for something that another process does.
    static func wait(_ what: String, until condition: () -> Bool) throws {
        struct Late: Error {
            let what: String
        }
        let end = Date(timeIntervalSinceNow: 120)
        while !condition() {
            guard Date() < end else { throw Late(what: what) }
            usleep(20_000)
        }
    }

    private static func path(of program: String) -> String? {
        ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].map { "\($0)/\(program)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }
}
