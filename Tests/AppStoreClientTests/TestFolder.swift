import Foundation
import Glibc
import Testing

/// A folder of a test's own, removed with everything in it.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/wm-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { "\(path)/\(name)" }

    /// Writes a file with this mode and gives its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o644) throws -> String {
        try Data(bytes).write(to: URL(filePath: self[name]))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name])
        return self[name]
    }

    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }
}
