import Foundation

/// Programs in the folder of this one, and what its unit gives it.
struct ProgramsBesideThis {
    private let folder: String
    let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]

    init() {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/waymark-hub"
        folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    }

    subscript(_ name: String) -> String { "\(folder)/\(name)" }
}
