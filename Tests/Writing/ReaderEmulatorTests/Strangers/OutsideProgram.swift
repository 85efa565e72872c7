import Foundation
import Testing

/// A program of somebody else's that is run to its end.
struct OutsideProgram {
    let path: String

    /// A program on the search path.
    init?(named name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard
            let folder = folders.first(where: {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
            })
        else { return nil }
        path = "\(folder)/\(name)"
    }

    /// The Python that Scripts/python-peers makes.
    static let python: OutsideProgram? = {
        let path = "\(packageFolder)/.venv/bin/python"
        return FileManager.default.isExecutableFile(atPath: path) ? OutsideProgram(path: path) : nil
    }()

    /// The system's Python, which knows the system's packages.
    static let systemPython = OutsideProgram(path: "/usr/bin/python3")

    private init(path: String) {
        self.path = path
    }

    /// A program that is missing skips its tests, except where somebody counts on them.
    static func mayTest(with program: OutsideProgram?) -> Bool {
        program != nil || isCountedOn
    }

    /// Whether what is missing is a failure.
    static var isCountedOn: Bool { ProcessInfo.processInfo.environment["CI"] != nil }

    static let packageFolder: String = {
        var url = URL(filePath: #filePath)
        while !FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path),
            url.path != "/"
        {
            url.deleteLastPathComponent()
        }
        return url.path
    }()

    /// Runs the program and returns what it printed, both streams together. Fails unless it ends with status 0 within
    /// a minute.
    func run(
        _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
    ) async throws -> String {
        let (status, text) = try await ending(arguments, environment: environment, input: input)
        try #require(status == 0, "\(path) ended with status \(status): \(text)")
        return text
    }

    /// Runs the program until it ends with status 0: what it looks at is still on its way.
    func runUntilDone(
        _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
    ) async throws -> String {
        while true {
            let (status, text) = try await ending(arguments, environment: environment, input: input)
            if status == 0 { return text }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func ending(
        _ arguments: [String], environment: [String: String], input: String
    ) async throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (inputFile, outputFile) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try Data(input.utf8).write(to: inputFile)
        try Data().write(to: outputFile)

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "60", path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        let output = try FileHandle(forWritingTo: outputFile)
        process.standardOutput = output
        process.standardError = output
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
        return (status, text)
    }
}
