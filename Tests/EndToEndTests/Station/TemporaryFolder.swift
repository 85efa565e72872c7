import Foundation
import Glibc
import Testing

/// A folder of a test's own, removed with everything in it. Its path is short: a socket's path has at most 107 bytes.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/wm-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: self[name], atomically: false, encoding: .utf8)
        return self[name]
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }
}
