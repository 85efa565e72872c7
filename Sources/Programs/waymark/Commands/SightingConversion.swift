import API
import ArgumentParsing
import CSV
import Foundation
import SightingFiles
import UnixSystem

/// A file of sightings of whatever form, as CSV.
enum SightingConversion {
    static let file = Argument.required(
        "FILE", .file, help: "JSON Lines, GeoJSON, GPX, a photograph (JPEG, HEIC) or a ZIP of photographs")
    static let name = Option.optional(
        "name", .text, valueName: "NAME", help: "what messages call the file (default: FILE)")

    static func convert(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let path = values[file]
        let converted = try read(
            try InputFile.open(path), named: values[name] ?? path, SightingInput.defaults(values))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(converted))
        } else {
            Terminal.result(String(decoding: converted.content, as: UTF8.self), terminator: "")
            for warning in converted.warnings { Terminal.note("warning: \(warning)") }
            for refusal in converted.refusals {
                let place = converted.item == .code ? "" : ":\(refusal.line - 1)"
                Terminal.note("bad row: \(converted.file)\(place): \(refusal.reason)")
            }
        }
        return converted.refusals.isEmpty ? .done : .partlyDone
    }

    /// Gives every access up before the first byte is read: from there on the file may do what it likes.
    private static func read(
        _ open: consuming FileDescriptor, named name: String, _ defaults: SightingDefaults
    ) throws -> ConvertedSightings {
        try CurrentProcess.confine()
        let notes = SightingNotes()
        let rows = try SightingFile(open, named: name, defaults: defaults, notes: notes).whole(
            limit: ConvertedSightings.contentLimit)
        let origin = notes.origin(of: name)
        return ConvertedSightings(
            file: name, item: origin.flatMap { ConvertedSightings.Item(rawValue: $0.item.rawValue) },
            sightings: origin?.sightings, content: Data(rows),
            refusals: (origin?.refusals ?? [:]).sorted { $0.key < $1.key }.map {
                ConvertedSightings.Refusal(line: $0.key, reason: $0.value)
            }, warnings: notes.warnings)
    }
}
