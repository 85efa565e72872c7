import Foundation

/// A program that checks our work, or harms it, and shares no code with it.
struct Command {
    static let sqlite = Command(name: "sqlite3")
    static let python = Command(name: "python3")
    static let sha256sum = Command(name: "sha256sum")

    let name: String

    /// Whether a test may rely on the program. In CI it must: there a missing program is a failure, not a skip.
    var isExpected: Bool { path != nil || ProcessInfo.processInfo.environment["CI"] != nil }

    private var path: String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    struct Missing: Error {
        let name: String
    }

    struct Outcome {
        let status: Int32
        let output: String
        let complaint: String
    }

    func run(_ arguments: [String]) throws -> Outcome {
        guard let path else { throw Missing(name: name) }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let (output, complaint) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let complaintBytes = complaint.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self),
            complaint: String(decoding: complaintBytes, as: UTF8.self))
    }
}
