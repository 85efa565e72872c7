import Foundation
import Glibc
public import UnixSystem

/// A program under test. A test that is cancelled (its time limit has passed) kills it, so that no wait hangs.
public final class RunningProgram: Sendable {
    public let process: ChildProcess
    public let output: CollectedOutput
    public let errors: CollectedOutput

    public convenience init(_ program: BuiltProgram, _ arguments: [String], environment: [String: String] = [:]) throws
    {
        try self.init(path: program.path, arguments, environment: environment)
    }

    /// Any program: a path, or a name that is looked for in PATH.
    public init(path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let outputPipe = try FileDescriptor.pipe()
        let errorPipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            path, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            standardOutput: .descriptor(outputPipe.input.rawValue),
            standardError: .descriptor(errorPipe.input.rawValue))
        output = try CollectedOutput(outputPipe.output)
        errors = try CollectedOutput(errorPipe.output)
    }

    /// How a program ended and what it wrote.
    public struct Ending: Sendable, CustomStringConvertible {
        public let status: ProcessStatus
        public let output: String
        public let errors: String

        /// The lines of the output that are JSON objects, as programs read them.
        public var objects: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        /// The output as one JSON document.
        public var document: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]) ?? [:]
        }

        public var description: String { "\(status)\n-- output\n\(output)-- errors\n\(errors)" }
    }

    /// Waits until the program has ended, and whoever else writes where it wrote.
    public func wait() async -> Ending {
        let process = process
        let status = await withTaskCancellationHandler {
            await process.wait()
        } onCancel: {
            process.kill()
        }
        return Ending(status: status, output: await output.whole(), errors: await errors.whole())
    }

    /// Sends a signal, as `kill` does.
    public func signal(_ number: Int32) { Glibc.kill(process.processIdentifier, number) }
}
