import ArgumentParsing
import Foundation
import Labels
import UnixSystem
import Version

/// What a sheet looks like.
enum SheetLook {
    static let stock = Option.required(
        "stock", .text, valueName: "PART",
        help: "the label stock: 22805, L7120, ..., roll-62x29, or a JSON file that describes yours")
    static let design = Option.repeated(
        "design", .text, valueName: "DESIGN",
        help: "label, counter, table, window or door; PLACEMENT=DESIGN for one placement (repeatable)")
    static let callToAction = Option.optional(
        "call-to-action", .text, valueName: "TEXT", help: "what signs ask people to do, in any script")
    static let logo = Option.optional("logo", .file, help: "a PNG for the head of every sign, printed in grey")
    static let use = Option.defaulting(
        to: SymbolUse.counter, "use", .choice(of: SymbolUse.self),
        help: "where the symbols are put up: how much damage they have to take")
    static let resolution = Option.defaulting(
        to: 600, "dpi", .integer(in: 150...2_400), valueName: "N", help: "the printer's resolution")
    static let start = Option.defaulting(
        to: 1, "start", .integer(in: 1...1_000), valueName: "N", help: "the first free label of a part-used sheet")
    static let outlines = Option.flag("outlines", help: "draw the labels' edges, for a test on plain paper")
    static let cutMarks = Option.flag("cut-marks", help: "draw marks at the page's edge where labels are cut")
    static let uncheckedSymbols = Option.flag("no-check", help: "do not decode the symbols again: for timings only")
    static let check = Option.defaulting(
        to: SheetCheck.zbar, "decoder", .choice(of: SheetCheck.self),
        help: "what reads the symbols again: zbar, zxing, or both in turn")
    static let parameters: [any ParameterKey] = [
        stock, design, callToAction, logo, use, resolution, start, outlines, cutMarks, check,
        uncheckedSymbols,
    ]

    /// Those that a work order takes: its stock may be left out, and its symbols are always checked.
    static let ofOrders: [any ParameterKey] = [
        design, callToAction, logo, use, resolution, start, outlines, cutMarks, check,
    ]

    static func settings(_ job: String, _ values: ParsedValues) throws -> SheetSettings {
        SheetSettings(
            job: job, software: "Waymark \(Release.version)", createdAt: CreationTime.now,
            start: values[start], dotsPerInch: values[resolution], level: values[use].level,
            outlines: values[outlines], cutMarks: values[cutMarks],
            logo: try values[logo].map { try Logo(png: File.read($0, limit: 16 << 20)) })
    }

    /// Labels with their designs.
    static func dressed(_ labels: [LabelContent], _ values: ParsedValues) throws -> [LabelContent] {
        var everywhere = SignDesign.label
        var designs: [String: SignDesign] = [:]
        for text in values[design] {
            // A placement may have an equals sign of its own.
            let sign = text.lastIndex(of: "=")
            let name = sign.map { String(text[text.index(after: $0)...]) } ?? text
            guard let design = SignDesign(rawValue: name) else {
                throw UsageError(
                    message: "there is no design \(name)",
                    reason: "the designs are \(SignDesign.allCases.map(\.rawValue).joined(separator: ", "))",
                    next: "give one of them, or PLACEMENT=DESIGN for one placement")
            }
            if let sign { designs[String(text[..<sign])] = design } else { everywhere = design }
        }
        let placements = Set(labels.map(\.placement))
        let unknown = designs.keys.filter { !placements.contains($0) }.sorted()
        guard unknown.isEmpty else {
            let known = placements.sorted()
            let others = known.count > 20 ? ", and \(known.count - 20) more" : ""
            throw UsageError(
                message: "there is no label with the placement \(unknown.map { "\"\($0)\"" }.joined(separator: ", "))",
                reason: "the placements are: " + known.prefix(20).joined(separator: ", ") + others,
                next: "correct --design; nothing was written")
        }
        return labels.map { label in
            var label = label
            label.design = designs[label.placement] ?? everywhere
            label.callToAction =
                label.design == .label
                ? label.callToAction : values[callToAction] ?? label.design.callToAction
            return label
        }
    }
}
