import API
import ArgumentParsing
import Faults
import ReaderCheck
import ReaderProtocol
import Registry
import Synchronization
import UnixSystem
import Version

/// `reader check`: what is not known of a kind of reader, tried by a person who has one.
enum ReaderCheckCommand {
    private static let connection = Argument.required(
        "CONNECTION", .text, help: "where it is: pcsc:1-1.3, usb:1-1.3, pn532_uart:/dev/ttyUSB0 and others")
    private static let tags = Option.list(
        "tags", .choice(of: SpareTag.self), valueName: "TAGS",
        help: "the spare tags at hand: ntag, pair (a second one of any kind), type4, type5; default: ntag")
    private static let timeout = Option.defaulting(
        to: 60, "timeout", .integer(in: 1...600), valueName: "SECONDS", help: "how long to wait for a tag")
    private static let overwrite = Option.flag(
        "overwrite", help: "a tag that holds a message, or other data, is a spare one all the same")
    private static let yes = Option.flag("yes", help: "do not ask before anything is written")

    static let command = Command(
        "check", abstract: "Tries what a reader does, with spare tags, and prints a form to send back.",
        discussion: """
            For a reader whose row in docs/readers.md says that it was not tried on hardware. It starts a worker of its \
            own, says which tag to put down and when to take it away, and prints what went over. Spare tags are written; \
            nothing on them is locked, and no password is set. A reader of the station is removed from it first. The \
            exit status is 0 when everything is as expected, 2 when something is not, 3 when something was not \
            answered, 75 when no tag came.
            """,
        examples: [
            Example(
                "Check a reader with an NTAG and an ICODE SLIX2", "waymark reader check pcsc:1-1.3 --tags ntag type5"),
            Example("Make the form a file", "waymark reader check usb:1-1.3 --yes --json"),
        ],
        parameters: [connection, tags, timeout, overwrite, yes],
        furtherExitStatuses: [.findings, .partlyDone, .timedOut, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let place = values[connection]
        try await refuseReader(ofStation: Daemon.client(values), at: place)
        let question = "The spare tags that you put on the reader are written. Go on?"
        guard try values[yes] || ConfirmationPrompt.ask(question, elseNext: "give --yes") else { return .failed }
        // From now on an interruption ends the check, and the form shows what it came to.
        let signals = try Signals.stream(of: Signals.ending)
        let kinds = values[tags].isEmpty ? [.ntag] : Set(values[tags])
        let (tagTimeout, overwrites) = (Duration.seconds(values[timeout]), values[overwrite])
        let collected = Mutex<[ReaderAnswer]>([])
        let checking = Task {
            try await CheckedReader.open(place, tagTimeout: tagTimeout) { reader, description in
                do {
                    try await HardwareCheck(reader, tags: kinds, overwrites: overwrites) { answer in
                        collected.withLock { $0.append(answer) }
                        Terminal.note("  \(answer.question.rawValue): \(answer.verdict.rawValue): \(answer.seen)")
                    }.run()
                } catch is CancellationError {}
                return description
            }
        }
        let stopping = Task { for await _ in signals { checking.cancel() } }
        defer { stopping.cancel() }
        let description = try await checking.value
        let answers = collected.withLock { $0 }
        let form = form(answers, of: description, at: place)
        Terminal.result(values.wantsJSON ? try JSONText.document(form) : form.lines)
        return checking.isCancelled ? .interrupted : status(of: answers)
    }

    private static func form(
        _ answers: [ReaderAnswer], of description: ReaderDescription, at place: String
    ) -> CheckForm {
        CheckForm(
            waymark: Release.version, system: .ofThisMachine(),
            reader: CheckForm.Reader(
                connection: place,
                usb: usbPort(of: place).flatMap(USBDevice.at(port:)).map {
                    USBReader(vendor: $0.vendor, product: $0.product).text
                }, device: description.device, chip: description.chip),
            answers: answers.map(CheckForm.Answer.init))
    }

    private static func status(of answers: [ReaderAnswer]) -> ArgumentParsing.ExitStatus {
        let verdicts = Set(answers.dropFirst().map(\.verdict))
        if verdicts == [.unanswered] { return .timedOut }
        if verdicts.contains(.unanswered) { return .partlyDone }
        return answers.contains { $0.verdict == .unexpected } ? .findings : .done
    }

    // MARK: The station

    /// A station's worker and this one would take the tag from one another.
    private static func refuseReader(ofStation client: WaymarkClient, at place: String) async throws {
        guard let readers = try? await client.readers().readers else { return }
        let port = usbPort(of: place)
        let same = readers.first { $0.connection == place || port != nil && usbPort(of: $0.connection) == port }
        guard let same else { return }
        throw Complaint(
            code: "reader-in-use", message: "cannot check reader \(same.name): it is the station's",
            reason: "a check needs the reader for itself",
            next: "waymark reader remove \(same.name), and afterwards: waymark reader add \(same.connection) --name "
                + same.name.text)
    }

    private static func usbPort(of connection: String) -> String? {
        switch try? ConnectionForm(connection, isPort: USBDevice.isPort) {
        case .usbPort(let port), .cardReader(let port, _): port
        default: nil
        }
    }
}
