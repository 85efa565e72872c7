package import Faults
internal import Foundation
internal import Notices
internal import UnixSystem

/// How the last backup went: `waymark backup --note FILE` writes it, a watch reads it. It tells nothing of the registry.
package struct BackupNote: Sendable, Hashable, Codable {
    package static let usualPath = "/var/lib/waymark-backup/last.json"

    package let schema: Int
    /// When the last one was tried, in seconds since 1970.
    package let tried: Int64
    /// When one succeeded last; nil: none that is noted.
    package let succeeded: Int64?
    /// Why the last one failed; nil where it did not.
    package let failure: Complaint?

    package init(tried: Int64, succeeded: Int64?, failure: Complaint?) {
        schema = 1
        self.tried = tried
        self.succeeded = succeeded
        self.failure = failure
    }

    /// Nil where there is none.
    package static func read(_ path: String) throws -> BackupNote? {
        do {
            let bytes = try TrustedFile.read(path, limit: 64 << 10)
            do {
                return try JSONDecoder().decode(BackupNote.self, from: Data(bytes))
            } catch let error as DecodingError {
                throw WatchError(
                    .badBackupNote, "how the last backup went is not known",
                    why: "\(path): \(error.explanation(in: bytes))",
                    next: "make a backup: it writes the note anew")
            }
        } catch let error as SystemError where error.code == .notFound {
            return nil
        }
    }

    package func write(_ path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try File.writeAtomically(Array(try encoder.encode(self)), to: path, mode: 0o644)
    }

    /// What is notable about backups. `note`: nil where none was ever made.
    package static func outcome(
        _ note: BackupNote?, _ limits: WatchLimits, at time: Int64, in part: WatchPart
    ) throws -> PartOutcome {
        var findings: [WatchFinding] = []
        if let failure = note?.failure {
            findings.append(
                try WatchFinding(
                    "backup-failed", .critical, in: part, key: "",
                    message: "the last backup failed: \(failure.message): \(failure.reason)", next: failure.next))
        }
        if let succeeded = note?.succeeded {
            let days = (time - succeeded) / 86_400
            if time - succeeded > WatchLimits.seconds(limits.oldBackup) {
                findings.append(
                    try WatchFinding(
                        "backup-old", .warning, in: part, key: "", message: "the last backup is \(days) days old",
                        next: "look: systemctl status waymark-backup.timer waymark-backup"))
            }
        } else {
            findings.append(
                try WatchFinding(
                    "backup-none", .warning, in: part, key: "", message: "no backup of the registry is known",
                    next: "sudo systemctl enable --now waymark-backup.timer"))
        }
        return .checked(findings)
    }
}
