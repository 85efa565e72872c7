import Foundation
import TestBench

/// A program that a test runs to its end.
struct Tool: Sendable {
    let path: String

    /// Nil when the program is not in PATH.
    init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile(atPath:))
        else { return nil }
        self.path = path
    }

    init(path: String) {
        self.path = path
    }

    struct Ending: Equatable {
        let status: Int32
        let output: String
        let errors: String
    }

    func run(_ arguments: [String]) throws -> Ending {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        // Through a file: two pipes read one after the other can fill up and block.
        let folder = try TemporaryFolder()
        let errors = folder["errors"]
        try folder.write("", to: "errors")
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Ending(
            status: process.terminationStatus, output: text, errors: try String(contentsOfFile: errors, encoding: .utf8)
        )
    }
}
