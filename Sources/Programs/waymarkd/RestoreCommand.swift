import ArgumentParsing
import Faults
import Foundation
import Glibc
import Hosting
import Registry
import Storage
import UnixSystem

/// Puts a backup in the registry's place.
///
/// Here and not in `waymark`: the registry that is to be restored may be one that no daemon opens any more, and no
/// daemon may serve it meanwhile.
enum RestoreCommand {
    private static let file = Argument.required("FILE", .file, help: "a file that waymark backup made")
    private static let newest = Option.optional(
        "newest",
        Conversion<JournalPoint>(
            valueName: "N:DIGEST", expecting: "an entry's number, a colon and its SHA-256 in hexadecimal"
        ) { JournalPoint($0) },
        help: "the newest entry that is known from elsewhere (waymark journal verify prints it)")
    private static let yes = Option.flag("yes", help: "do not ask")
    private static let json = Option.flag("json", help: "say what is lost as one JSON document")

    static let command = Command(
        "restore", abstract: "Puts a backup in the registry's place, while no daemon serves it.",
        discussion: """
            First it says what the journal will have lost since the backup was made, and asks. The registry that is \
            replaced is kept beside the new one. Tags that were written or printed since stay what they are, as far as \
            the replaced registry can be read: their identifiers are not given to other chips. Where it cannot be read, \
            batches with tags to write stay paused until you have checked them: waymark batch resume.
            """,
        examples: [
            Example("Go back to Monday's backup", "waymarkd restore /backups/waymark-monday.sqlite"),
            Example(
                "Move a station, of which nothing is newer than this entry",
                "waymarkd restore moved.sqlite --newest "
                    + "812:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        ],
        parameters: [file, newest, yes, json, Options.configuration, Options.registry, Options.station],
        furtherExitStatuses: [.noPermission]
    ) { values in
        var configuration = try Configuration.load(named: values[Options.configuration])
        configuration.registry = values[Options.registry] ?? configuration.registry
        configuration.station = values[Options.station] ?? configuration.station
        let actor = Accounts.userName(geteuid())
        let account = try RegistryAccount(of: configuration.registry)
        let backup =
            try account.map { try BackupSource.opened(values[file], thenBecoming: $0) } ?? BackupSource(values[file])
        let lock = try RegistryLock.take(of: configuration.registry)
        defer { withExtendedLifetime(lock.path) {} }
        let replacement = try await RegistryReplacement(backup, of: configuration.registry, newest: values[newest])
        let report = RestorationReport(replacement.account, backup: values[file])
        if values[json] {
            StandardOutput.write(try report.json + "\n")
        } else {
            StandardOutput.write(report.text)
        }
        guard values[yes] || isAgreed() else {
            replacement.abandon()
            throw ConfigurationError(
                message: "nothing was restored", reason: "the loss was not confirmed",
                next: "answer the question with yes, or give --yes")
        }
        let entry = try await replacement.carryOut(
            by: Author(station: configuration.station ?? HostName.current, actor: actor))
        FileHandle.standardError.write(
            Data("restored; entry \(entry?.sequence ?? 0) of the journal says so. Start waymarkd again.\n".utf8))
        return .done
    }

    /// Asks on a terminal; without one the answer is no.
    private static func isAgreed() -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        FileHandle.standardError.write(Data("Restore it? [yes/no] ".utf8))
        return readLine()?.lowercased() == "yes"
    }
}
