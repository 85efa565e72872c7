import Foundation
import Glibc
import Synchronization

/// A folder of a test's own, removed with everything in it. Its path is short: a socket's path has at most 107 bytes.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/wm-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// One that every test may use: removed when the process of the tests ends.
    package static func shared() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        allShared.withLock { $0.append(folder) }
        _ = removesShared
        return folder
    }

    private static let allShared = Mutex<[TemporaryFolder]>([])
    /// Globals are not deinitialised.
    private static let removesShared: Void = { atexit { TemporaryFolder.allShared.withLock { $0 = [] } } }()

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package subscript(name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, with this mode if one is given, and gives its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String, mode: Int? = nil) throws -> String {
        try Data(bytes).write(to: URL(filePath: self[name]))
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name]) }
        return self[name]
    }

    @discardableResult
    package func write(_ text: String, to name: String, mode: Int? = nil) throws -> String {
        try write(text.utf8, to: name, mode: mode)
    }

    package func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: self[name])) }

    package func text(_ name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }

    /// Nil when there is nothing of this name. A link's own.
    package func mode(_ name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: self[name])
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    /// The names of what is in it, sorted.
    package var entries: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
