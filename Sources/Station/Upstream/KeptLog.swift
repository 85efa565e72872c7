internal import Checkpoints
internal import Faults
internal import Foundation
package import Registry
internal import UnixSystem

/// What a station has verified of its hub's log: a file beside its credentials. It has no secret.
package struct KeptLog: Hashable, Sendable, Codable {
    package private(set) var schema = 1
    package let chain: ChainName
    /// The newest checkpoint that was verified, as the hub signed it, and its era; nil before the first contact.
    package internal(set) var note: String?
    package internal(set) var era: Era?
    /// How many heads the log had.
    package internal(set) var size: Int64?
    /// When that was, by this machine's clock.
    package internal(set) var verified: Timestamp?
    /// The hub's end of the chain then; nil where it had no entry.
    package internal(set) var head: JournalPoint?
    /// Behind which entry of its journal the hub keeps it, as it said the first time; nil for all of it.
    package internal(set) var began: JournalPoint?
    /// Up to which entry the hub has compared each of its own once, and in the present turn; and whether those of the last
    /// contact were new: see ``ComparedEntries``.
    package internal(set) var reached: JournalPoint?
    package internal(set) var compared: JournalPoint?
    package internal(set) var comparedNew: Bool?
    /// The entry with which the station left, when the hub has it.
    package internal(set) var departure: JournalPoint?
    /// How far documents have come; nil before the first.
    package internal(set) var documents: KeptDocuments?
    /// Why the last contact was refused; nil where it was not.
    package internal(set) var refusal: Refusal?

    package struct Refusal: Hashable, Sendable, Codable {
        /// `hub-rewrote`, or another of the codes of checkpoints.
        package let code: String
        package let reason: String
        package let time: Timestamp
    }

    /// The file beside credentials.
    package static func path(besides credentials: String) -> String { credentials + ".log" }

    /// Nothing is verified yet.
    package init(chain: ChainName) { self.chain = chain }

    /// Nil without a file. A damaged one is an error: what it knew is not forgotten quietly.
    package static func read(_ path: String) throws -> KeptLog? {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try File.read(path, limit: 1 << 16) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        do {
            let kept = try JSONDecoder().decode(KeptLog.self, from: Data(bytes))
            guard kept.schema == 1 else { throw Self.refusal(path) }
            return kept
        } catch is DecodingError {
            throw Self.refusal(path)
        }
    }

    func write(_ path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = try PendingFile(path, .replacement)
        try file.append(Array(try encoder.encode(self)) + [0x0A])
        try file.publish()
    }

    var entries: ComparedEntries {
        get { ComparedEntries(began: began, reached: reached, turn: compared, wasNew: comparedNew ?? false) }
        set { (reached, compared, comparedNew) = (newValue.reached, newValue.turn, newValue.wasNew) }
    }

    func witness(_ key: NoteKey) throws -> LogWitness {
        guard let note, let era else { return LogWitness(key: key) }
        return try LogWitness(key: key, era: era, note: try SignedNote(parsing: Array(note.utf8)))
    }

    private static func refusal(_ path: String) -> UpstreamError {
        UpstreamError(
            .badCredentials, "what was verified of the hub's log is not known", why: "\(path) is damaged",
            next:
                "restore it from a backup; without it (mv \(path) ...) a change of the hub's past before now is not seen"
        )
    }
}
