import API
import ArgumentParsing
import Audit
import CSV
import Foundation
import Registry
import SightingFiles

/// The files of sightings and confirmations that a command was given, in whatever format.
struct SightingInput {
    static let accuracy = Option.optional(
        "accuracy", .number(in: 0...100_000), valueName: "M",
        help: "the accuracy in metres of sightings that tell none; those in CSV always tell")
    static let confidence = Option.optional(
        "confidence", .percentage,
        help: "the probability that a circle of that size holds the position, where the file does not say it")

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

    private var photographs: PhotographInput { PhotographInput(defaults: defaults, notes: notes) }

    /// Whether a person may have to type, or a pipe to be filled, before there is an end.
    var waits: Bool { (sightings + confirmations).contains("-") }

    /// Reads everything for an audit. `check` is asked again and again, and throws what ends the reading.
    func read(into intake: AuditIntake, check: @escaping @Sendable () throws -> Void = {}) async throws {
        let photographs = try await photographs.rows(among: sightings)
        for path in sightings {
            if let rows = photographs[path] {
                try intake.readSightings(path, bytes: rows)
            } else {
                let file = try SightingFile(path, defaults: defaults, notes: notes)
                try intake.readSightings(
                    file.name, threads: threads,
                    into: {
                        try check()
                        return try file.read(into: &$0)
                    })
            }
        }
        for path in confirmations {
            let file = try SightingFile(path, notes: notes)
            try intake.readConfirmations(
                file.name, threads: threads,
                into: {
                    try check()
                    return try file.read(into: &$0)
                })
        }
    }

    var isEmpty: Bool { sightings.isEmpty && confirmations.isEmpty }

    /// Imports everything for an audit of the daemon.
    func send(for audit: AuditDraft, to client: WaymarkClient) async throws {
        let photographs = try await photographs.rows(among: sightings)
        for path in sightings {
            if let rows = photographs[path] {
                _ = try await EvidenceUpload(kind: .sightings, file: path, audit: audit.id).send(rows, to: client)
            } else {
                let file = try SightingFile(path, defaults: defaults, notes: notes)
                _ = try await EvidenceUpload(kind: .sightings, file: file.name, audit: audit.id)
                    .send(to: client, file.next)
            }
        }
        for path in confirmations {
            let file = try SightingFile(path, notes: notes)
            _ = try await EvidenceUpload(kind: .confirmations, file: file.name, audit: audit.id)
                .send(to: client, file.next)
        }
    }

    /// What to do about bad rows without an accuracy, a line for each way; none when all have one.
    func accuracyAdvice(_ problems: [FileProblem]) -> [String] {
        let forms = Set(problems.filter { $0.reason == "accuracy is empty" }.map { notes.origin(of: $0.file) != nil })
        return [
            forms.contains(true) && defaults.accuracy == nil
                ? "next: say how accurate sightings are that do not tell it: --accuracy M" : nil,
            forms.contains(false) ? "next: in CSV, fill the column accuracy with metres" : nil,
        ].compactMap { $0 }
    }

    /// The answer with the place of each bad row in the person's own file.
    func told(_ answer: AuditAnswer) -> AuditAnswer {
        AuditAnswer(
            report: answer.report.placingBadRows(notes.placed), map: answer.map,
            warnings: answer.warnings + notes.warnings, lives: answer.lives, words: answer.words)
    }
}
