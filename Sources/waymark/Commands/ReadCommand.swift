import API
import ArgumentParsing
import Registry

enum ReadCommand {
    private static let reader = Option.optional(
        "reader", .identifier("R") as Conversion<ReaderName>, help: "the reader, if there are several")
    private static let timeout = Option.defaulting(
        to: 10, "timeout", .integer(in: 1...600), valueName: "SECONDS", help: "how long to wait for a tag")

    static let command = Command(
        "read", abstract: "Reads the tag on a reader and says what it is.",
        discussion: "Without a tag in time the exit status is 75.",
        examples: [Example("Look at a tag", "waymark read")],
        parameters: [reader, timeout], furtherExitStatuses: [.daemonUnreachable, .timedOut, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
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
            if reading.url != tag.url { table.append(["", "the registry says it carries \(tag.url)"]) }
        } else {
            table.append(["tag", "not known here"])
        }
        Terminal.result(table.text)
        return .done
    }
}
