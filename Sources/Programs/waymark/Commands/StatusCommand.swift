import API
import ArgumentParsing
import Registry

enum StatusCommand {
    static let command = Command(
        "status", abstract: "Shows the station at a glance: what is wrong, batches, readers, journal.",
        examples: [Example("Look at the station", "waymark status")],
        furtherExitStatuses: [.daemonUnreachable, .noPermission], run: run)

    @Sendable static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let status = try await Daemon.client(values).status()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(status))
            return .done
        }
        Terminal.result(
            "waymarkd \(status.version) on \(status.station): \(count(status.stores, "store")), "
                + "\(count(status.experiences, "experience")), \(count(Int(status.journal.entries), "journal entry"))")
        for condition in status.conditions {
            Terminal.result(
                """

                \(condition.severity.rawValue): \(condition.name.rawValue): \(condition.message)
                  why:  \(condition.why)
                  next: \(condition.next)
                """)
        }
        if let broken = status.journal.brokenAt {
            Terminal.note("warning: the journal's chain is broken at entry \(broken): the journal was changed")
        }
        if !status.batches.isEmpty { Terminal.result("\n" + BatchCommands.table(status.batches).text) }
        if !status.readers.isEmpty { Terminal.result("\n" + ReaderCommands.table(status.readers).text) }
        return .done
    }
}
