import API
import ArgumentParsing
import Registry

enum ReadCommand {
    private static let reader = Option.optional(
        "reader", .identifier("R") as Conversion<ReaderName>, help: "the reader, if there are several")
    private static let timeout = Option.defaulting(
        to: 10, "timeout", .integer(in: 1...600), valueName: "SECONDS", help: "how long to wait for a tag")

    private static let each = Option.flag(
        "each", help: "go on with one tag after the other until none comes in time, and hold each against the registry")

    static let command = Command(
        "read", abstract: "Reads the tag on a reader and says what it is.",
        discussion:
            "Nothing is written. Without a tag in time the exit status is 75. With --each it is 2 when a tag is not "
            + "as the registry says, is not known, or cannot be read.",
        examples: [
            Example("Look at a tag", "waymark read"),
            Example("Check a pile of tags before they are put up", "waymark read --each --timeout 30"),
        ],
        parameters: [reader, timeout, each],
        furtherExitStatuses: [.findings, .daemonUnreachable, .timedOut, .noPermission], run: run)

    /// What keeps strangers from writing, as the daemon names it.
    private static let words = [
        "open": "open to everyone", "locked": "locked for ever", "partly-locked": "partly locked for ever",
        "password": "only with a password",
    ]

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        if values[each] {
            return try await readEach(
                Daemon.client(values), values[reader], within: values[timeout], asJSON: values.wantsJSON)
        }
        Terminal.progress("put a tag on the reader")
        defer { Terminal.endProgress() }
        let reading = try await Daemon.client(values).read(reader: values[reader], timeout: values[timeout])
        Terminal.endProgress()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(reading))
            return .done
        }
        var table = Table(["chip", "\(reading.uid) \(reading.product)"])
        table.append(["content", reading.url ?? reading.content])
        if let tag = reading.tag {
            table.append([
                "tag", "\(tag.id) of batch \(tag.batch): \(tag.store), \(tag.placement), \(tag.state.rawValue)",
            ])
            if !(reading.isAsRegistered ?? (reading.url == tag.url)) {
                table.append(["", "the registry says it carries \(tag.url)"])
            }
        } else if let former = reading.former {
            table.append(["tag", "none: \(former.words)"])
            table.append(["", "destroy this chip, so that it is not put up again"])
        } else {
            table.append(["tag", "not known here"])
        }
        if let protection = reading.protection.flatMap({ Self.words[$0] }) { table.append(["writing", protection]) }
        Terminal.result(table.text)
        return .done
    }
}

extension FormerCarrier {
    /// `it carried a1 until the tag was replaced on 2026-11-21`.
    var words: String {
        "it carried \(tag) until the tag was \(cause == .retired ? "retired" : "replaced") on "
            + "\(ended.iso8601.prefix(10))"
    }
}
