import API
import ArgumentParsing
import GPS
import Geodesy
import Registry
import UnixSystem

enum WriteCommand {
    private static let batch = Argument.required(
        "BATCH", .identifier("BATCH") as Conversion<BatchName>, help: "the batch whose NFC tags are written")
    private static let readers = Option.repeated(
        "reader", .identifier("R") as Conversion<ReaderName>,
        help: "a reader to write with; may be given again (default: every reader of the station)")
    private static let pick = Option.flag(
        "pick", help: "write the sign whose QR code is scanned: a keyboard-wedge scanner types on standard input")
    private static let place = Option.optional(
        "at", .coordinate, help: "where this station is: refuses tags for stores elsewhere")
    private static let shipping = Option.flag(
        "shipping", help: "the tags will travel to their stores: the station's place does not matter")
    private static let protect = Option.optional(
        "protect", .choice(of: Protection.self),
        help: "change what the batch says about protection, before it is written: none, lock (for ever) or password")
    private static let overwrite = Option.flag(
        "overwrite", help: "write over what a chip carries that is not known here")

    static let command = Command(
        "write", abstract: "Writes a batch's NFC tags, one after another.",
        discussion: """
            Put a tag on a reader, wait until it is done, take it away, put on the next one. The next sign is shown for \
            each reader by store and placement. Each tag is read back before it counts. A tag that was pulled away too \
            early is finished when it is put on again; one that was written before is looked at and left as it is.

            All readers of the station write together, also those that are plugged in later. Lines on standard input are \
            the operator's word: "skip" or "skip TAG" leaves a sign for the end, "redo" or "redo TAG" writes a sign again \
            on another chip because its chip is spoiled, "pause" pauses the batch. With --pick every other line is a \
            scanned code: the next chip becomes the NFC tag of that sign, and a chip of another sign is refused.

            A batch that was created with --protect lock or password has each tag protected after its read-back, and the \
            protection verified; what cannot be undone is said before it begins.

            Ctrl-C ends between two tags; the same command goes on later, also on another day.
            """,
        examples: [
            Example("Write a batch with every reader", "waymark write fruta-nfc"),
            Example("Scan each sign's QR code, then put its NFC tag on the reader", "waymark write fruta-nfc --pick"),
            Example(
                "Write only if this is the place of the batch's store",
                "waymark write spring --reader bench-1 --at 37.323,-122.0322"),
        ],
        parameters: [batch, readers, pick, place, Position.gpsd, shipping, overwrite, protect],
        rules: [.atMostOne(place, Position.gpsd, shipping)],
        furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        var measured: Coordinate?
        if let address = values[Position.gpsd] {
            measured = try await Position.asking(address).fix(within: Position.patience).place
        }
        // Before the job exists: an interruption from now on ends it, too.
        let signals = try Signals.stream(of: [.interrupt, .terminate, .hangUp])
        if let protection = values[protect] {
            _ = try await client.ruleBatch(values[batch], RulesRequest(protection: protection))
        }
        try await announce(values[batch], client)
        let job = try await client.startWriting(
            WriteJobRequest(
                batch: values[batch], readers: values[readers], picking: values[pick], overwrite: values[overwrite],
                position: values[place] ?? measured, shipping: values[shipping]))
        var printer = WritePrinter(asJSON: values.wantsJSON, of: job)
        let cancelling = Task {
            for await _ in signals { _ = try? await client.cancel(job.id) }
        }
        let listening = Task { try await OperatorInput.forward(to: job, client, picking: values[pick]) }
        defer {
            cancelling.cancel()
            listening.cancel()
        }
        for try await event in client.events(ofJob: job.id) { try printer.show(event) }
        return printer.status
    }
}

extension WriteCommand {
    /// What is going to be done to chips that cannot be undone, or only by this station.
    private static func announce(_ batch: BatchName, _ client: WaymarkClient) async throws {
        guard let summary = try await client.batches().batches.first(where: { $0.name == batch }) else { return }
        for line in summary.rules.sentences { Terminal.note("batch \(batch): \(line)") }
    }
}

extension Conversion where Value == Coordinate {
    /// `LAT,LON` in degrees.
    static var coordinate: Conversion<Coordinate> {
        Conversion(valueName: "LAT,LON", expecting: "latitude and longitude in degrees, such as 37.323,-122.0322") {
            Coordinate($0)
        }
    }
}
