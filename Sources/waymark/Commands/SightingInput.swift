import API
import ArgumentParsing
import Audit
import CSV
import Foundation
import SightingFiles

/// The files of sightings and confirmations that a command was given, in whatever format.
struct SightingInput {
    static let accuracy = Option.optional(
        "accuracy", .number(in: 0...100_000), valueName: "M",
        help: "the accuracy in metres of sightings that tell none; those in CSV always tell")
    static let confidence = Option.optional(
        "confidence", .percentage, help: "how probably a circle of that size holds the position, where it is not told")

    static func defaults(_ values: ParsedValues) -> SightingDefaults {
        SightingDefaults(accuracy: values[accuracy], confidence: values[confidence])
    }

    let sightings: [String]
    let confirmations: [String]
    private let defaults: SightingDefaults
    private let notes = SightingNotes()
    private let threads = ProcessInfo.processInfo.activeProcessorCount

    init(sightings: [String], confirmations: [String], defaults: SightingDefaults) throws {
        guard (sightings + confirmations).count(where: { $0 == "-" }) <= 1 else { throw SightingFileError.inputTwice }
        self.sightings = sightings
        self.confirmations = confirmations
        self.defaults = defaults
    }

    /// Reads everything into an audit.
    func read(into auditor: Auditor) throws {
        let photographs = try SightingFile.photographs(
            among: sightings, defaults: defaults, notes: notes, threads: threads)
        for path in sightings {
            if let rows = photographs[path] {
                try auditor.readSightings(path, bytes: rows)
            } else {
                let file = try SightingFile(path, defaults: defaults, notes: notes)
                try auditor.readSightings(file.name, threads: threads, into: { try file.read(into: &$0) })
            }
        }
        for path in confirmations {
            let file = try SightingFile(path, notes: notes)
            try auditor.readConfirmations(file.name, threads: threads, into: { try file.read(into: &$0) })
        }
    }

    /// The files as a request to the daemon carries them: sightings of every format as CSV.
    func requestFiles() throws -> (sightings: [AuditRequest.File], confirmations: [AuditRequest.File]) {
        let photographs = try SightingFile.photographs(
            among: sightings, defaults: defaults, notes: notes, threads: threads)
        func file(_ path: String) throws -> AuditRequest.File {
            if let rows = photographs[path] { return AuditRequest.File(name: path, content: Data(rows)) }
            let file = try SightingFile(path, defaults: defaults, notes: notes)
            return AuditRequest.File(name: file.name, content: Data(try file.whole(limit: FileAudit.requestLimit)))
        }
        return (try sightings.map(file), try confirmations.map(file))
    }

    /// The answer with bad rows told by the place in the file that the person has.
    func told(_ answer: AuditAnswer) -> AuditAnswer {
        AuditAnswer(
            report: answer.report.placingBadRows(notes.placed), map: answer.map,
            warnings: answer.warnings + notes.warnings, lives: answer.lives)
    }
}
