internal import Faults
internal import Foundation
internal import Glibc
internal import UnixSystem

/// A program that does for the daemon what could go wrong in it: in a process of its own, with limits.
struct LimitedProgram: Sendable {
    struct Limits: Sendable {
        let time: Duration
        /// Bytes of address space, and of each file that it writes.
        let memory: UInt
        let file: UInt
    }

    struct Ending: Sendable {
        let status: ProcessStatus
        let isLate: Bool
        /// What the program says itself (`--json`), on the last line of its errors.
        let complaint: Complaint?
        /// Standard output.
        let output: [UInt8]
    }

    let path: String
    let limits: Limits

    /// Runs it. What it prints goes through files in `place`.
    func run(_ arguments: [String], environment: [String: String] = [:], in place: String) async throws -> Ending {
        let flags = O_WRONLY | O_CREAT | O_EXCL
        let output = try FileDescriptor.open("\(place)/output", flags: flags)
        let errors = try FileDescriptor.open("\(place)/errors", flags: flags)
        let process = try ChildProcess(
            path, arguments: arguments,
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { _, given in given },
            standardOutput: .descriptor(output.rawValue), standardError: .descriptor(errors.rawValue))
        process.limit(memory: limits.memory, fileSize: limits.file)
        let deadline = Task {
            try await Task.sleep(for: limits.time)
            process.kill()
        }
        let status = await process.wait()
        deadline.cancel()
        // Besides the deadline, only the kernel sends SIGKILL: when memory runs out.
        let isLate = if case .success = await deadline.result { true } else { false }
        return Ending(
            status: status, isLate: isLate,
            complaint: Self.complaint(in: try File.read("\(place)/errors", limit: 1 << 20)),
            output: try File.read("\(place)/output", limit: Int(limits.file)))
    }

    private static func complaint(in errors: [UInt8]) -> Complaint? {
        let last = errors.split(separator: UInt8(ascii: "\n")).last.map { Data($0) } ?? Data()
        return try? JSONDecoder().decode(Complaint.self, from: last)
    }
}
