import ArgumentParsing
import Foundation
import Sites
import Watch

/// What a watch looks at, and where it keeps what it found.
enum WatchOptions {
    /// What can be left out.
    enum Subject: String, CaseIterable, Sendable {
        case check
        case sites
        case appstore
        case station
        case backups
    }

    static let folders = Argument<[String]>.list(
        "FOLDER", .folder, isRequired: false, help: "folders of deployments; without any the registry's are checked")
    static let state = Option.optional(
        "state", .folder,
        help: "where the result is kept (default: $STATE_DIRECTORY, else ~/.local/state/waymark/watch)")
    static let outbox = Option.optional(
        "outbox", .folder, help: "leave notices of what has changed here, for waymark notify")
    static let skip = Option.repeated("skip", .choice(of: Subject.self), help: "leave this out")
    static let pages = Option.flag("pages", help: "also fetch the pages that tags name")
    static let within = Option.defaulting(
        to: 300, "within", .integer(in: 1...86_400), valueName: "SECONDS",
        help: "how long fetching the pages of a host may take")
    static let staleBatch = Option.defaulting(
        to: 7, "stale-batch", .integer(in: 1...3_650), valueName: "DAYS",
        help: "a batch that has open tags and has not come further for so long is stale")
    static let oldBackup = Option.defaulting(
        to: 2, "old-backup", .integer(in: 1...3_650), valueName: "DAYS", help: "a backup that is older is missing")
    static let backupNote = Option.defaulting(
        to: BackupNote.usualPath, "backup-note", .file, help: "what waymark backup --note has written")
    static let authorities = Option.optional(
        "authorities", .file, help: "certificates of your own authorities (PEM), instead of the system's")
    static let copies = Option.defaulting(
        to: SiteProbe.appleCopies, "copies", .text, valueName: "URL",
        help: "where Apple's copies of site associations are; none: they are not looked at")
    static let connectTo = Option.optional(
        "connect-to", .text, valueName: "HOST:PORT", help: "ask this server in the place of every host, for tests")

    static let parameters: [any ParameterKey] =
        [
            folders, state, outbox, skip, pages, within, staleBatch, oldBackup, backupNote, authorities, copies,
            connectTo,
        ]
        + ConnectOptions.parameters

    static func stateFolder(_ values: ParsedValues) throws -> String {
        if let path = values[state] { return path }
        let environment = ProcessInfo.processInfo.environment
        // systemd names several with colons between.
        if let path = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(path) }
        let home = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return "\(home ?? "\(NSHomeDirectory())/.local/state")/waymark/watch"
    }

    /// Each folder once, as its parts are named. `registry` alone is the name of what the registry holds.
    static func deployments(_ values: ParsedValues) -> [String] {
        var seen: Set<String> = []
        return values[folders].map { $0 == "registry" ? "./registry" : $0 }.filter { seen.insert($0).inserted }
    }

    static func wants(_ subject: Subject, _ values: ParsedValues) -> Bool { !values[skip].contains(subject) }

    static func limits(_ values: ParsedValues) -> WatchLimits {
        WatchLimits(staleBatch: values[staleBatch], oldBackup: values[oldBackup])
    }
}
