import Foundation

/// A folder of a test's own, removed with what is in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { "\(path)/\(name)" }

    func mode(_ name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: self[name])
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: self[name])) }

    func write(_ bytes: Data, to name: String) throws { try bytes.write(to: URL(filePath: self[name])) }
}
