import API
import ArgumentParsing
import Cryptography
import Faults
import Registry
import UnixSystem
import Watch

enum BackupCommand {
    private static let file = Argument.optional("FILE", .file, help: "where the copy goes; it must not exist yet")
    private static let folder = Option.optional(
        "into", .file, help: "a folder for copies that are named by their time: waymark-20261122T023000Z.sqlite")
    private static let note = Option.optional(
        "note", .file, help: "write into this file how it went, for waymark watch")
    private static let daily = Self.keep("daily", "day")
    private static let weekly = Self.keep("weekly", "week")
    private static let monthly = Self.keep("monthly", "month")

    private static func keep(_ name: String, _ period: String) -> Option<Int?> {
        Option.optional(
            "keep-\(name)", .integer(in: 0...10_000), valueName: "N",
            help: "of the copies in the folder, keep the newest of each of the last N \(period)s")
    }

    static let command = Command(
        "backup", abstract: "Copies the registry while it is in use.",
        discussion: """
            The copy is the registry at one moment: one SQLite file of mode 0600 with everything that waymarkd knows, the \
            journal included. Writing continues meanwhile. The copy is checked before it appears under its name: pages, \
            references and the journal's chain. To look later whether it is still in order, say: waymarkd check-backup \
            FILE. Beside it FILE.newest holds the number and digest of the journal's newest entry: waymark journal verify \
            --against FILE.newest finds a journal that was changed since. To use it, stop waymarkd and say: waymarkd restore FILE. Keys of protected tags are not in it: keep those \
            files as well.

            With --keep-daily, --keep-weekly or --keep-monthly, older copies in the folder are removed once the new one is \
            complete: those with such a name that none of these counts keeps. Other files stay. Days, weeks and months are \
            those of UTC. What an interrupted backup has left in the folder is removed when it is a day old.
            """,
        examples: [
            Example("Before an upgrade", "waymark backup /backups/waymark-monday.sqlite"),
            Example(
                "Every night, from a timer",
                "waymark backup --into /backups --keep-daily 7 --keep-weekly 5 --keep-monthly 12"),
        ],
        parameters: [file, folder, note, daily, weekly, monthly],
        rules: [
            .exactlyOne(file, folder), .requires(daily, folder), .requires(weekly, folder), .requires(monthly, folder),
        ], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: run)

    private struct Answer: Encodable {
        let schema = 1
        let file: String
        let bytes: Int
        /// Older copies that were removed, and what interrupted backups had left.
        let removed: [String]
    }

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard let note = values[note] else { return try await backUp(values) }
        let time = SystemClock.now
        do {
            let status = try await backUp(values)
            try BackupNote(tried: time, succeeded: time, failure: nil).write(note)
            return status
        } catch {
            let succeeded = (try? BackupNote.read(note))?.flatMap(\.succeeded)
            try? BackupNote(tried: time, succeeded: succeeded, failure: Explanation(error).fault).write(note)
            throw error
        }
    }

    private static func backUp(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let path =
            values[file]
            ?? "\(values[folder] ?? ".")/\(BackupName(Timestamp(milliseconds: SystemClock.now * 1_000)).fileName)"
        // First, for they may have filled the disk.
        let leftovers = values[folder].map(BackupLeftovers.remove) ?? []
        let copy = try PendingFile(path, .new, mode: 0o600)
        var bytes = 0
        var digest = try SHA256()
        let client = Daemon.client(values)
        // Before the copy, so that the copy has it. What fails here fails with the copy, too, and says why there.
        let newest = try? await KeptPoint.newest(of: client)
        let checked = try await client.backUp { piece in
            try copy.append(piece)
            try digest.update(piece)
            bytes += piece.count
        }
        // The daemon has checked its copy; this one is in order when it is the same.
        guard try digest.hexadecimal() == checked else { throw otherCopy(path) }
        try copy.publish()
        if let newest { try KeptPoint.write(newest, besides: path) }
        let removed = try leftovers + (values[folder].map { try removeOld($0, values) } ?? [])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(Answer(file: path, bytes: bytes, removed: removed)))
        } else {
            Terminal.result("\(path): \(count(bytes, "byte")), in order; the registry as it was when the copy began")
            for name in removed { Terminal.result("removed: \(name)") }
        }
        return .done
    }

    private static func otherCopy(_ path: String) -> ClientError {
        ClientError(
            .refused,
            Complaint(
                code: "copy-changed", message: "\(path) was not made",
                reason: "what came is not the copy that waymarkd has checked",
                next: "repeat the command; when it happens again, restart waymarkd, and look at its log"))
    }

    /// The paths of the copies that went.
    private static func removeOld(_ path: String, _ values: ParsedValues) throws -> [String] {
        let folder = try TrustedFolder(path)
        let copies = try folder.names().filter { folder.status(of: $0)?.kind == .file }
            .compactMap(BackupName.init(fileName:))
        let retention = BackupRetention(
            daily: values[daily] ?? 0, weekly: values[weekly] ?? 0, monthly: values[monthly] ?? 0)
        return try retention.expired(copies).map { name in
            try folder.remove(name.fileName)
            // Copies of earlier versions have none.
            try? folder.remove(name.fileName + KeptPoint.suffix)
            return "\(path)/\(name.fileName)"
        }
    }
}
