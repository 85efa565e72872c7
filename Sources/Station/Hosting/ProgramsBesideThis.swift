internal import Foundation

/// Programs in the folder of this one, and what its unit gives it.
package struct ProgramsBesideThis {
    private let folder: String
    /// The folder of the unit's credentials; nil without any.
    package let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]

    package init() {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/waymark"
        folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    }

    package subscript(_ name: String) -> String { "\(folder)/\(name)" }
}
