import Foundation
import Glibc
import UnixSystem

/// A program under test. A test that is cancelled (its time limit has passed) kills it, so that no wait hangs.
package final class RunningProgram: Sendable {
    package let process: ChildProcess
    package let output: CollectedOutput
    package let errors: CollectedOutput

    package convenience init(_ program: BuiltProgram, _ arguments: [String], environment: [String: String] = [:]) throws
    {
        try self.init(path: program.path, arguments, environment: environment)
    }

    /// Any program: a path, or a name that is looked for in PATH.
    package init(path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
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
    package struct Ending: Sendable, CustomStringConvertible {
        package let status: ProcessStatus
        package let output: String
        package let errors: String

        /// The lines of the output that are JSON objects, as programs read them.
        package var objects: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        /// The output as one JSON document.
        package var document: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]) ?? [:]
        }

        package var description: String { "\(status)\n-- output\n\(output)-- errors\n\(errors)" }
    }

    /// Waits until the program has ended, and whoever else writes where it wrote.
    package func wait() async -> Ending {
        let process = process
        let status = await withTaskCancellationHandler {
            await process.wait()
        } onCancel: {
            process.kill()
        }
        return Ending(status: status, output: await output.whole(), errors: await errors.whole())
    }

    /// Sends a signal, as `kill` does.
    package func signal(_ number: Int32) { Glibc.kill(process.processIdentifier, number) }
}
