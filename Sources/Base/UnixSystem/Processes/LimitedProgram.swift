import Glibc

/// A program that does what could go wrong: in a process of its own, with limits.
public struct LimitedProgram: Sendable {
    public struct Limits: Sendable {
        public let time: Duration
        public let memory: UInt
        public let file: UInt

        /// `memory`: bytes of address space. `file`: bytes of each file that it writes, its output among them.
        public init(time: Duration, memory: UInt, file: UInt) {
            self.time = time
            self.memory = memory
            self.file = file
        }
    }

    public struct Ending: Sendable {
        public let status: ProcessStatus
        /// Whether it was ended because its time was over.
        public let isLate: Bool
        public let output: [UInt8]
        /// What it wrote to standard error, of which the first megabyte.
        public let errors: [UInt8]
    }

    private let path: String
    private let limits: Limits

    public init(path: String, limits: Limits) {
        self.path = path
        self.limits = limits
    }

    /// Runs it to its end. What it prints is in files without a name meanwhile, on the disk of `folder`.
    public func run(
        _ arguments: [String], environment: [String: String] = [:], folder: String
    ) async throws -> Ending {
        let (output, errors) = (try UnnamedFile(in: folder), try UnnamedFile(in: folder))
        let process = try ChildProcess(
            path, arguments: arguments,
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { _, given in given },
            standardOutput: output.asOutput, standardError: errors.asOutput)
        process.limit(memory: limits.memory, fileSize: limits.file)
        let deadline = Task { [time = limits.time] in
            try await Task.sleep(for: time)
            process.kill()
        }
        let status = await process.wait()
        deadline.cancel()
        // Besides the deadline, only the kernel sends SIGKILL: when memory runs out.
        let isLate = if case .success = await deadline.result { true } else { false }
        return Ending(
            status: status, isLate: isLate, output: try output.whole(limit: Int(limits.file)),
            errors: try errors.whole(limit: 1 << 20))
    }
}
