import ArgumentParsing
import Version

/// Every command of `waymark`: the parser, the help, and later manual pages and completions read this table.
enum CommandTable {
    static let program = Program(
        Command(
            "waymark", abstract: "Writes App Clip tags, prints their sheets and audits where they are.",
            examples: [
                Example("Take in a deployment", "waymark deployment load tags/fruta"),
                Example("Write its NFC tags", "waymark write fruta-nfc"),
                Example("Print its QR codes", "waymark sheet fruta-qr --stock 22805 --output fruta.pdf"),
                Example("Check a walk through the stores", "waymark audit --sightings walk.csv"),
            ],
            furtherExitStatuses: [.daemonUnreachable],
            subcommands: [
                WriteCommand.command, ReadCommand.command, SheetCommand.command, SymbolCommand.command,
                AuditCommand.command, CheckCommand.command,
                DeploymentCommands.group, StoreCommands.group, ExperienceCommands.group, BatchCommands.group,
                TagCommands.group, KeyCommands.group, ReaderCommands.group, StockCommands.group, ClipCodeCommands.group,
                EvidenceCommands.sightings, EvidenceCommands.confirmations, FindingCommands.group, SiteCommands.group,
                AppStoreCommands.group, WatchCommand.command, NotifyCommands.group, JournalCommands.group,
                BackupCommand.command, TokenCommands.group, PhoneCommands.group, StationCommands.group,
                HubCommands.group,
                StatusCommand.command, DoctorCommand.command,
            ],
            run: StatusCommand.run),
        version: Release.version, globalOptions: [Global.json, Global.socket])
}

/// Options of every command.
enum Global {
    /// What a command writes as JSON beside its usual document.
    enum JSONDetail: String, CaseIterable, Sendable {
        case tags
    }

    static let json = Option.optionalValue(
        "json", .choice(of: JSONDetail.self), help: "print JSON; --json=tags adds every tag to an audit's report")

    static let socket = Option.optional(
        "socket", .file, help: "the daemon's socket (default: $WAYMARK_SOCKET, else /run/waymark/waymarkd.sock)")
}

extension ParsedValues {
    var wantsJSON: Bool { self[Global.json] != .absent }
}
