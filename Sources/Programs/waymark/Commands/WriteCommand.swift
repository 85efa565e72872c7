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
        "at", .place, help: "where this station is: refuses tags for stores elsewhere")
    private static let shipping = Option.flag(
        "shipping", help: "the tags will travel to their stores: the station's place does not matter")
    private static let protect = Option.optional(
        "protect", .choice(of: Protection.self),
        help:
            "change the batch's rule for protection first, for this and every later write: none, lock (for ever) or password; asks"
    )
    private static let overwrite = Option.flag(
        "overwrite", help: "write over what a chip carries that is not known here")
    private static let revisit = Option.flag(
        "revisit",
        help: "continue when every tag is written: look at written chips again, complete locks of earlier versions")
    private static let end = Option.flag(
        "end", help: "write nothing: end the job that writes the batch, for all of its participants; asks")
    private static let yes = Option.flag(
        "yes", help: "do not ask: confirm a lock for ever, a change of the batch's rule, or the end for all")

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
            protection verified. A lock cannot be undone: the command says so and asks for the batch's name first (--yes \
            confirms it without a terminal).

            With --revisit the command does not end when every tag is written, so that chips can be looked at again: one \
            that is as it should be is left as it is, and a lock that an earlier version left incomplete is completed. \
            Ctrl-C ends it.

            A batch has one job. A second command joins it, and says whose job it is. Ctrl-C leaves between two tags, and \
            the job continues for the others; the last one to leave ends it. Run the command again to continue, also on \
            another day. --end ends the job for all.
            """,
        examples: [
            Example("Write a batch with every reader", "waymark write fruta-nfc"),
            Example("Scan each sign's QR code, then put its NFC tag on the reader", "waymark write fruta-nfc --pick"),
            Example(
                "Write only if this is the place of the batch's store",
                "waymark write spring --reader bench-1 --at cupertino"),
            Example("Lock every chip of a batch without being asked", "waymark write spring --protect lock --yes"),
        ],
        parameters: [
            batch, readers, pick, place, PositionSource.gpsd, shipping, overwrite, revisit, protect, end, yes,
        ],
        rules: [.atMostOne(place, PositionSource.gpsd, shipping)],
        furtherExitStatuses: [.partlyDone, .daemonUnreachable, .timedOut, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let name = values[batch]
        if values[end] { return try await WriteEnding.end(name, client, isSure: values[yes], values: values) }
        let here = try await position(values, client)
        let summary = try await client.batches().batches.first { $0.name == name }
        let permission = WritePermission(isSure: values[yes])
        let ruling = try summary.flatMap { try permission.ask(writing: $0, protection: values[protect]) }
        // Before the job exists: an interruption from now on leaves it.
        let signals = try Signals.stream(of: Signals.ending)
        if let ruling { _ = try await client.ruleBatch(name, ruling) }
        let job = try await client.startWriting(
            WriteJobRequest(
                batch: name, readers: values[readers], picking: values[pick], overwrite: values[overwrite],
                revisiting: values[revisit], position: here, shipping: values[shipping],
                confirmation: permission.confirmation(of: summary, ruling)))
        if let words = job.joiningWords { Terminal.note(words) }
        return try await WriteMonitor(job, client, asJSON: values.wantsJSON, picking: values[pick]).run(signals)
    }

    private static func position(_ values: ParsedValues, _ client: WaymarkClient) async throws -> Coordinate? {
        if let address = values[PositionSource.gpsd] {
            return try await PositionSource.asking(address).fix(within: PositionSource.patience).place
        }
        guard let text = values[place] else { return nil }
        guard case .stated(let place) = try await PositionSource.stated(text, client) else { return nil }
        return place
    }
}

extension Conversion where Value == String {
    /// A store, or `LAT,LON` in degrees. A comma makes it a position: no store is looked up for it.
    static var place: Conversion<String> {
        Conversion(
            valueName: "STORE|LAT,LON",
            expecting: "a store, or latitude and longitude in degrees, such as 37.323,-122.0322"
        ) { text in
            let isPlace = text.contains(",") ? Coordinate(text) != nil : StoreID(text) != nil && Double(text) == nil
            return isPlace ? text : nil
        }
    }
}
