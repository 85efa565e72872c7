import API
import ArgumentParsing
import Audit
import CSV
import Faults
import Foundation
import Registry
import SightingFiles
import UnixSystem

/// Sightings and confirmations on their way into the history, and out of it.
enum EvidenceCommands {
    private static let files = Argument.list(
        "FILES", .file, isRequired: true, help: "files of the forms that audit takes; - is standard input")
    private static let device = Option.optional(
        "device", .text, valueName: "D", help: "what this device has sent, by its identifier in the files")
    private static let before = Option.optional("before", .moment, help: "what is older than this")

    static let sightings = Command(
        group: "sightings", abstract: "Where tags were seen: the history of sightings.",
        subcommands: [
            Command(
                "import", abstract: "Takes sightings into the history; rows that are known change nothing.",
                discussion: """
                    Files are read as a stream. Bad rows are named and left out, and a file that cannot be taken keeps \
                    no other one out; the exit status is then 3. What came in is audited by: waymark audit. Identifiers of devices are kept as keyed digests only.
                    """,
                examples: [
                    Example("Take in two walks", "waymark sightings import monday.csv tuesday.csv"),
                    Example("Take in a track without accuracies", "waymark sightings import --accuracy 15 walk.gpx"),
                ],
                parameters: [files, SightingInput.accuracy, SightingInput.confidence],
                furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission]
            ) { try await importFiles(.sightings, $0, defaults: SightingInput.defaults($0)) },
            Command(
                "convert", abstract: "Makes CSV of a photograph, a GPX file or another form of sightings.",
                discussion: """
                    It reads one file without the daemon, and gives its rights to other files, programs and networks up \
                    before it reads the first byte, because photographs come from strangers. What is not a sighting stays a \
                    row that every audit counts as bad; the exit status is then 3. The daemon reads uploaded photographs \
                    and GPX files this way, and every command reads photographs so.
                    """,
                examples: [
                    Example("See what a photograph holds", "waymark sightings convert IMG_0001.jpg"),
                    Example(
                        "Make CSV of a track without accuracies", "waymark sightings convert --accuracy 15 walk.gpx"),
                ],
                parameters: [
                    SightingConversion.file, SightingConversion.name, SightingInput.accuracy, SightingInput.confidence,
                ],
                furtherExitStatuses: [.partlyDone], run: SightingConversion.convert),
            Command(
                "forget", abstract: "Erases sightings and confirmations of a device, or before a date.",
                discussion: """
                    Both options together mean what the device sent before the date. The rows are overwritten in the \
                    registry's files, with URLs that only they hold. While a program still reads the registry as it was \
                    before, that waits; the answer says so, and the station does it later. Verdicts and findings about the \
                    registry's own tags stay. The journal says that and how many, not whose.
                    """,
                examples: [
                    Example("Erase what a phone has sent", "waymark sightings forget --device auditor-1"),
                    Example("Erase everything before this year", "waymark sightings forget --before 2026-01-01"),
                ],
                parameters: [device, before], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: forget),
        ])

    static let confirmations = Command(
        group: "confirmations", abstract: "What location confirmation answered customers: the history of the answers.",
        subcommands: [
            Command(
                "import", abstract: "Takes confirmations into the history; rows that are known change nothing.",
                discussion: """
                    Every audit against the registry takes them into account. Bad rows are named and left out, and a \
                    file that cannot be taken keeps no other one out; the exit status is then 3.
                    """,
                examples: [Example("Take in a day's answers", "waymark confirmations import 2026-11-20.csv")],
                parameters: [files], furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission]
            ) { try await importFiles(.confirmations, $0, defaults: SightingDefaults()) }
        ])

    /// The answer as `--json` gives it.
    private struct Document: Encodable {
        struct Part: Encodable {
            let file: String
            let rows: Int
            let new: Int
            let badRows: BadRows?
        }

        struct Failure: Encodable {
            let file: String
            let error: Complaint
        }

        let schema = 1
        let files: [Part]
        /// Files that were not taken, or not to their end; nil where there are none.
        let failed: [Failure]?
    }

    private static func importFiles(
        _ kind: EvidenceKind, _ values: ParsedValues, defaults: SightingDefaults
    ) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        var parts: [Document.Part] = []
        var failures: [(file: String, explanation: Explanation)] = []
        for file in values[files] {
            do {
                parts.append(try await importFile(kind, file, defaults: defaults, to: client))
                guard !values.wantsJSON, let part = parts.last else { continue }
                let noun = String(kind.rawValue.dropLast())
                Terminal.result("\(count(part.rows, noun)) in \(file), \(part.new) of them new")
            } catch {
                // What came in before is in, and what follows may be good.
                failures.append((file, Explanation(error)))
                if error is CancellationError { break }
            }
        }
        return try end(parts, failures, values)
    }

    /// Says what was not taken, and how it went; JSON in any case where something was taken.
    private static func end(
        _ parts: [Document.Part], _ failures: [(file: String, explanation: Explanation)], _ values: ParsedValues
    ) throws -> ArgumentParsing.ExitStatus {
        if values.wantsJSON, !parts.isEmpty {
            let failed = failures.map { Document.Failure(file: $0.file, error: $0.explanation.fault) }
            Terminal.result(
                try JSONText.document(Document(files: parts, failed: failed.isEmpty ? nil : failed)))
        }
        for failure in failures {
            if !values.wantsJSON, !parts.isEmpty { Terminal.note("not taken: \(failure.file)") }
            StandardError.complain(failure.explanation.fault)
        }
        guard let first = failures.first, let last = failures.last else {
            return parts.contains { $0.badRows != nil } ? .partlyDone : .done
        }
        if last.explanation.status == .interrupted { return .interrupted }
        return parts.isEmpty ? first.explanation.status : .partlyDone
    }

    private static func importFile(
        _ kind: EvidenceKind, _ file: String, defaults: SightingDefaults, to client: WaymarkClient
    ) async throws -> Document.Part {
        let notes = SightingNotes()
        let progress = try await send(kind, file: file, defaults: defaults, notes: notes, to: client)
        let badRows = progress.badRows?.placed(by: notes.placed)
        for warning in progress.warnings + notes.warnings { Terminal.note("warning: \(warning)") }
        for sentence in FileProblem.sentences(badRows?.problems ?? []) { Terminal.note("bad row: \(sentence)") }
        return Document.Part(file: file, rows: progress.rows, new: progress.new, badRows: badRows)
    }

    private static func send(
        _ kind: EvidenceKind, file: String, defaults: SightingDefaults, notes: SightingNotes,
        to client: WaymarkClient
    ) async throws -> EvidenceProgress {
        if kind == .sightings,
            let rows = try await PhotographInput(defaults: defaults, notes: notes).rows(among: [file])[file]
        {
            return try await EvidenceUpload(kind: kind, file: file, audit: nil).send(rows, to: client)
        }
        let stream = try SightingFile(file, defaults: defaults, notes: notes)
        return try await EvidenceUpload(kind: kind, file: stream.name, audit: nil).send(to: client, stream.next)
    }

    private static func forget(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard values[device] != nil || values[before] != nil else {
            throw UsageError(
                message: "nothing is forgotten", reason: "neither --device nor --before is there",
                next: "say what is to be erased: --device D, --before DATE, or both")
        }
        let answer = try await Daemon.client(values).forget(
            ForgetRequest(device: values[device], before: values[before]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(answer))
        } else {
            let fate = answer.until.map { "will be erased when \($0)" } ?? "are erased"
            Terminal.result(
                "\(count(answer.sightings, "sighting")) and \(count(answer.confirmations, "confirmation")) \(fate)")
        }
        return .done
    }
}

extension Conversion where Value == Timestamp {
    /// `2026-11-21`, its beginning in UTC, or a moment with an offset.
    static var moment: Conversion<Timestamp> {
        Conversion(valueName: "DATE", expecting: "a date such as 2026-11-21, or an ISO 8601 time with an offset") {
            Timestamp(iso8601: $0) ?? Timestamp(iso8601: "\($0)T00:00:00Z")
        }
    }
}
