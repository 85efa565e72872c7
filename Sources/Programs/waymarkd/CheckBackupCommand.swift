import ArgumentParsing
import Foundation
import Glibc
import Registry
import Storage
import UnixSystem

/// Looks whether a backup could be restored. As root it becomes the registry's account before it reads the database: what
/// is in it was written by that account.
enum CheckBackupCommand {
    private static let file = Argument.required("FILE", .file, help: "a file that waymark backup made")
    private static let json = Option.flag("json", help: "print one JSON document")

    static let command = Command(
        "check-backup", abstract: "Looks whether a backup is in order, without restoring it.",
        discussion: """
            Checks pages, references and the journal's chain of a copy in /var/tmp (or $TMPDIR), and whether this version \
            can open it. The backup is only read, and a daemon may work meanwhile. The exit status is 1 for a backup that \
            waymarkd restore would refuse.
            """,
        examples: [Example("Check last night's", "waymarkd check-backup /backups/waymark-monday.sqlite")],
        parameters: [file, json, Options.configuration, Options.registry], furtherExitStatuses: [.noPermission]
    ) { values in
        let configuration = try Configuration.load(named: values[Options.configuration])
        let registry = values[Options.registry] ?? configuration.registry
        let source = try open(values[file], besides: registry)
        let check = try await BackupCheck.of(source)
        if values[json] {
            StandardOutput.write(try Answer(values[file], check).text)
        } else {
            let newest = check.newest.map { "\nnewest: \($0)" } ?? ""
            let time = check.newestTime.map { ", the newest of \($0.iso8601)" } ?? ""
            StandardOutput.write(
                "\(values[file]) is in order: \(check.entries) entries\(time); \(check.tags) tags\(newest)\n")
        }
        return .done
    }

    /// Without a registry, as on another machine, root becomes the account without rights.
    private static func open(_ path: String, besides registry: String) throws -> BackupSource {
        guard geteuid() == 0 else { return try BackupSource(path) }
        guard File.exists(Folder.parent(of: registry)) else {
            return try BackupSource.opened(path, thenBecoming: RegistryAccount.nobody)
        }
        guard let account = try RegistryAccount(of: registry) else { return try BackupSource(path) }
        return try BackupSource.opened(path, thenBecoming: account)
    }

    private struct Answer: Encodable {
        let schema = 1
        let file: String
        let entries: Int64
        let newest: String?
        let newestTime: Timestamp?
        let tags: Int

        init(_ file: String, _ check: BackupCheck) {
            self.file = file
            entries = check.entries
            newest = check.newest?.description
            newestTime = check.newestTime
            tags = check.tags
        }

        var text: String {
            get throws {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
                return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
            }
        }
    }
}
