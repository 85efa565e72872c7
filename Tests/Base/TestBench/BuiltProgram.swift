import Foundation
import Glibc

/// The programs of this package as they were built together with the tests.
package enum BuiltProgram: String, Sendable {
    case daemon = "waymarkd"
    case hub = "waymark-hub"
    case worker = "waymark-reader"
    case commandLine = "waymark"
    case emulator = "reader-emulator"

    /// Beside the tests, wherever those are.
    package var path: String { "\(Self.folder)/\(rawValue)" }

    private static let folder: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().path
    }()
}
