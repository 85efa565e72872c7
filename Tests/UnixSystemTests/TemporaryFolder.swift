import Glibc
import Testing

/// A folder of a test's own, removed with what is in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in entries { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    subscript(name: String) -> String { "\(path)/\(name)" }

    var entries: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func mode(_ name: String) -> UInt32 {
        var status = stat()
        lstat(self[name], &status)
        return status.st_mode & 0o7777
    }
}
