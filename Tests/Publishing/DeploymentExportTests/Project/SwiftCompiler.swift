import Foundation
import Testing

/// Programs that exported code is tried with.
enum SwiftCompiler {
    static let path = program("swiftc")
    /// PyYAML reads what XcodeGen reads.
    static let yaml: Bool = {
        guard let python = program("python3") else { return false }
        return (try? run([python, "-c", "import yaml"]))?.status == 0
    }()

    static func program(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Both outputs together.
    static func run(_ words: [String], in folder: URL? = nil) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        if let folder { process.currentDirectoryURL = folder }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
