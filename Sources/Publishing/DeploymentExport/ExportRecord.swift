internal import Cryptography
internal import FoundationEssentials

/// The record that an export leaves in its folder: by it the next one knows which files are as they were written.
package struct ExportRecord {
    /// Below the folder.
    package static let path = ".waymark-export.json"

    /// What becomes of a file.
    package enum Change: Sendable {
        case write
        /// It is there as it has to be.
        case same
        /// It was made, changed or deleted by hand, and stays as it is.
        case keep
    }

    private struct Document: Codable {
        let schema: Int
        /// The SHA-256 of each file by its path, as it was written.
        let files: [String: String]
    }

    private let old: [String: String]
    private var new: [String: String]

    /// Takes the record that is there; one that cannot be read knows of nothing. With `keepsOthers` it also stays with
    /// what it knows of files that this export does not have.
    package init(_ bytes: [UInt8]?, keepsOthers: Bool) {
        let document = bytes.flatMap { try? JSONDecoder().decode(Document.self, from: Data($0)) }
        old = document?.files ?? [:]
        new = keepsOthers ? old : [:]
    }

    /// Whether a file is as an export wrote it.
    package func isOurs(_ bytes: [UInt8], at path: String) throws -> Bool {
        guard let digest = old[path] else { return false }
        return try SHA256.hexadecimal(of: bytes) == digest
    }

    /// Decides about a file: `existing` is what is there. With `always` the new bytes take its place, whatever it is.
    package mutating func change(
        at path: String, from existing: [UInt8]?, to bytes: [UInt8], always: Bool
    ) throws -> Change {
        let isChanged =
            if let existing { try existing != bytes && !isOurs(existing, at: path) } else { old[path] != nil }
        if isChanged, !always {
            // Later exports keep it, too.
            new[path] = old[path]
            return .keep
        }
        new[path] = try SHA256.hexadecimal(of: bytes)
        return existing == bytes ? .same : .write
    }

    /// What the next export reads.
    package var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return Array(try encoder.encode(Document(schema: 1, files: new))) + [0x0A]
        }
    }
}
