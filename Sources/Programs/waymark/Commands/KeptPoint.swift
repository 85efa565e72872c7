import API
import Faults
import Registry
import UnixSystem

/// The number and digest of the journal's newest entry in a file beside a backup: who changes the journal afterwards cannot
/// change it there.
enum KeptPoint {
    /// What follows the name of the copy.
    static let suffix = ".newest"

    static func read(_ path: String) throws -> JournalPoint {
        let text = String(decoding: try File.read(path, limit: 1_000), as: UTF8.self)
        guard let point = JournalPoint(text.filter { $0 != "\n" }) else {
            throw SystemError(
                code: .invalid, message: "cannot read \(path)", reason: "it holds no N:DIGEST",
                next: "name a file that waymark backup left beside a copy", call: "read", path: path)
        }
        return point
    }

    static func write(_ point: JournalPoint, besides copy: String) throws {
        let file = try PendingFile(copy + suffix, .replacement, mode: 0o600)
        try file.append(Array("\(point)\n".utf8))
        try file.publish()
    }

    /// The newest entry now; nil in a registry without any.
    static func newest(of client: WaymarkClient) async throws -> JournalPoint? {
        guard
            let newest = try await client.journal(JournalFilter(newestFirst: true), limit: 1).entries.first?.entry
        else { return nil }
        return try await JournalCommands.point(newest.sequence, client)
    }
}
