import Foundation
import Synchronization
import Testing
import UnixSystem

/// `waymark appstore` as it was built together with the tests, under way.
final class ConnectCommand: Sendable {
    let process: ChildProcess
    /// Lines of its standard output, for one listener.
    let lines: AsyncStream<String>
    private let errors: Collected
    private let output: Collected

    private static let program: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "waymark").path
    }()

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let output = try FileDescriptor.pipe()
        let errors = try FileDescriptor.pipe()
        process = try ChildProcess(
            Self.program, arguments: ["appstore"] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            standardOutput: .descriptor(output.input.rawValue), standardError: .descriptor(errors.input.rawValue))
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        self.output = try Collected(output.output, lines: continuation)
        self.errors = try Collected(errors.output, lines: nil)
    }

    struct Ending: CustomStringConvertible {
        let status: UnixSystem.ExitStatus
        let output: String
        let errors: String

        var description: String { "\(status)\n-- output\n\(output)-- errors\n\(errors)" }
    }

    func wait() async -> Ending {
        let process = process
        let status = await withTaskCancellationHandler {
            await process.wait()
        } onCancel: {
            process.kill()
        }
        return Ending(status: status, output: await output.whole(), errors: await errors.whole())
    }

    /// Reads a stream to its end.
    private final class Collected: Sendable {
        private let task: Task<String, Never>

        init(_ pipe: consuming FileDescriptor, lines: AsyncStream<String>.Continuation?) throws {
            let (parts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            let number = pipe.release()
            try DedicatedThread.start("output") {
                let pipe = FileDescriptor(owning: number)
                var line: [UInt8] = []
                while let bytes = try? pipe.read(upTo: 65_536), !bytes.isEmpty {
                    continuation.yield(bytes)
                    for byte in bytes {
                        guard byte == 0x0A else {
                            line.append(byte)
                            continue
                        }
                        lines?.yield(String(decoding: line, as: UTF8.self))
                        line = []
                    }
                }
                lines?.finish()
                continuation.finish()
            }
            task = Task {
                var all: [UInt8] = []
                for await part in parts { all += part }
                return String(decoding: all, as: UTF8.self)
            }
        }

        func whole() async -> String { await task.value }
    }
}
