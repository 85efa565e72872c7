import API
import ArgumentParsing
import Geodesy
import Registry
import UnixSystem

enum WriteCommand {
    private static let batch = Argument.required(
        "BATCH", .identifier("BATCH") as Conversion<BatchName>, help: "the batch whose NFC tags are written")
    private static let reader = Option.optional(
        "reader", .identifier("R") as Conversion<ReaderName>, help: "the reader to write with, if there are several")
    private static let place = Option.optional(
        "at", .coordinate, help: "where this station is: refuses tags for stores elsewhere")
    private static let shipping = Option.flag(
        "shipping", help: "the tags will travel to their stores: the station's place does not matter")
    private static let overwrite = Option.flag(
        "overwrite", help: "write over what a chip carries that is not known here")

    static let command = Command(
        "write", abstract: "Writes a batch's NFC tags, one after another.",
        discussion: """
            Put a tag on the reader, wait until it is done, take it away, put on the next one. The next sign is shown by \
            store and placement. Each tag is read back before it counts. A tag that was pulled away too early is finished \
            when it is put on again. Ctrl-C ends between two tags; the same command goes on later.
            """,
        examples: [
            Example("Write a batch", "waymark write fruta-nfc"),
            Example(
                "Write only if this is the place of the batch's store",
                "waymark write spring --reader bench-1 --at 37.323,-122.0322"),
        ],
        parameters: [batch, reader, place, shipping, overwrite], rules: [.atMostOne(place, shipping)],
        furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        // Before the job exists: an interruption from now on ends it, too.
        let signals = try Signals.stream(of: [.interrupt, .terminate, .hangUp])
        let job = try await client.startWriting(
            WriteJobRequest(
                batch: values[batch], reader: values[reader], overwrite: values[overwrite],
                position: values[place], shipping: values[shipping]))
        var printer = WritePrinter(asJSON: values.wantsJSON)
        let cancelling = Task {
            for await _ in signals { _ = try? await client.cancel(job.id) }
        }
        defer { cancelling.cancel() }
        for try await event in client.events(ofJob: job.id) { try printer.show(event) }
        return printer.status
    }
}

extension Conversion where Value == Coordinate {
    /// `LAT,LON` in degrees.
    static var coordinate: Conversion<Coordinate> {
        Conversion(placeholder: "LAT,LON", expecting: "latitude and longitude in degrees, such as 37.323,-122.0322") {
            Coordinate($0)
        }
    }
}
