import Foundation
import Testing

/// Compiles exported code, and runs it.
enum SwiftCompiler {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What the program prints that these files and this main file make.
    static func run(_ sources: [(name: String, text: String)], main: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-handover-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [String] = []
        for (name, text) in sources + [("main", main)] {
            let file = folder.appending(path: "\(name).swift")
            try Data(text.utf8).write(to: file)
            files.append(file.path)
        }
        let program = folder.appending(path: "program").path
        let compiled = try run(
            try #require(path), ["-swift-version", "6", "-warnings-as-errors", "-o", program] + files)
        #expect(compiled.status == 0, "\(compiled.output)")
        let ran = try run(program, [])
        #expect(ran.status == 0)
        return ran.output
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
