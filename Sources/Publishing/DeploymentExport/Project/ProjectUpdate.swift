internal import Cryptography
internal import FoundationEssentials

/// What an export changes in a folder that may hold an earlier one. Data is always brought up to date. Sources and settings are
/// kept when they were changed by hand since they were written; a record in the folder tells.
package struct ProjectUpdate: Sendable {
    /// Below the project's folder.
    package static let recordPath = ".waymark-export.json"

    /// Files to be written, the record with them.
    package private(set) var written: [ProjectExport.File] = []
    /// Paths of files that were changed or deleted by hand. They stay as they are.
    package private(set) var kept: [String] = []
    /// Paths of files of an earlier export that this one does not have.
    package private(set) var removed: [String] = []

    /// How the App Clip of the folder is launched; nil where there is none, or both ways are there.
    package static func lifecycle(of existing: (_ path: String) throws -> [UInt8]?) rethrows -> ProjectExport.Lifecycle?
    {
        let found = try ProjectSource.all.filter { try $0.lifecycle != nil && existing($0.path) != nil }
        return found.count == 1 ? found[0].lifecycle : nil
    }

    private struct Record: Codable {
        let schema: Int
        /// The SHA-256 of each file by its path, as it was written.
        var files: [String: String]
    }

    /// `existing` gives what the folder has at a path, nil where there is nothing. With `overwriting` sources and settings that
    /// were changed by hand are replaced, too.
    package init(
        _ export: ProjectExport, overwriting: Bool, existing: (_ path: String) throws -> [UInt8]?
    ) throws {
        let record = try existing(Self.recordPath).flatMap { try? JSONDecoder().decode(Record.self, from: Data($0)) }
        func isOurs(_ bytes: [UInt8], at path: String) throws -> Bool {
            guard let digest = record?.files[path] else { return false }
            return try SHA256.hexadecimal(of: bytes) == digest
        }
        var new = Record(schema: 1, files: [:])
        for file in export.files {
            let digest = try SHA256.hexadecimal(of: file.bytes)
            let old = try existing(file.path)
            let isChanged =
                if let old { try old != file.bytes && !isOurs(old, at: file.path) } else {
                    record?.files[file.path] != nil
                }
            if isChanged, !file.isData, !overwriting {
                kept.append(file.path)
                // Later exports keep it, too.
                new.files[file.path] = record?.files[file.path]
                continue
            }
            new.files[file.path] = digest
            if old != file.bytes { written.append(file) }
        }
        // Two ways to launch in one folder do not compile. No other path is touched, whatever the record says.
        for path in ProjectSource.all.map(\.path) where !export.files.contains(where: { $0.path == path }) {
            guard let old = try existing(path) else { continue }
            if try overwriting || isOurs(old, at: path) { removed.append(path) } else { kept.append(path) }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let bytes = Array(try encoder.encode(new)) + [0x0A]
        if try existing(Self.recordPath) != bytes {
            written.append(ProjectExport.File(path: Self.recordPath, bytes: bytes, isData: true))
        }
    }
}
