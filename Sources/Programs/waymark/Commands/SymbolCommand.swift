import API
import AppClips
import ArgumentParsing
import Faults
import Foundation
import Labels
import Registry
import TextCoding
import UnixSystem

/// One symbol as a file, for those who set their own type.
enum SymbolCommand {
    private static let subject = Argument.required("URL|TAG", .text, help: "a URL, or the identifier of a tag")
    private static let output = Option.required("output", .file, help: "where the symbol goes: .svg or .png")
    private static let use = Option.defaulting(
        to: SymbolUse.counter, "use", .choice(of: SymbolUse.self),
        help: "where the symbol is put up: how much damage it has to take")
    private static let resolution = Option.defaulting(
        to: 600, "dpi", .integer(in: 72...4_800), valueName: "N", help: "the printer's resolution, for .png")
    private static let dots = Option.defaulting(
        to: 10, "dots", .integer(in: 3...200), valueName: "N", help: "printer dots per module")

    static let command = Command(
        "symbol", abstract: "Makes one QR symbol as a file.",
        discussion: """
            The symbol has its quiet zone of 4 modules and is decoded again before it is written. A URL goes into it \
            exactly as given; a tag's URL is the registered one.
            """,
        examples: [
            Example("For a designer", "waymark symbol T-1 --output counter.svg"),
            Example("For a URL", "waymark symbol 'https://fruta.example/store/42?tag=T-1' --output t1.png --dpi 300"),
        ],
        parameters: [subject, output, use, resolution, dots],
        furtherExitStatuses: [.daemonUnreachable, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let path = values[output]
        guard path.hasSuffix(".svg") || path.hasSuffix(".png") else {
            throw UsageError(
                message: "\(path) cannot be written", reason: "its name ends in neither .svg nor .png",
                next: "end --output in .svg for a drawing, or .png for pixels")
        }
        let (url, tag) = try await target(values)
        let symbol = try QRSymbol(url, level: values[use].level)
        try symbol.check()
        let module = Double(values[dots]) * 25_400 / Double(values[resolution])
        let bytes =
            path.hasSuffix(".svg")
            ? try symbol.svg(tag: tag, module: Int(module.rounded()))
            : try symbol.png(tag: tag, pixelsPerModule: values[dots], dotsPerInch: values[resolution])
        try File.writeAtomically(bytes, to: path)
        let report = symbol.report(module: module)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SymbolAnswer(file: path, symbol: report)))
        } else {
            let size = String(format: "%.2f mm per module, %.1f mm wide", report.millimetresPerModule, report.width)
            Terminal.result(
                "version \(report.version), level \(report.level.rawValue), \(size), scans from "
                    + "\(Int(report.largestScanningDistance / 10)) cm")
            Terminal.result("  \(path)")
        }
        return .done
    }

    /// The URL and the name for it.
    private static func target(_ values: ParsedValues) async throws -> (url: String, tag: String) {
        let text = values[subject]
        if text.contains("://") {
            let carried = InvocationURL.carried(text)
            if carried != text {
                Terminal.note("the symbol carries characters outside ASCII percent-encoded: \(carried)")
            }
            return (carried, text)
        }
        guard let id = TagID(text) else {
            throw UsageError(
                message: "\(text) is neither a URL nor a tag identifier", reason: "a URL has ://",
                next: "give the URL in quotes, or a tag of: waymark batch show BATCH")
        }
        let tag = try await Daemon.client(values).tag(id)
        return (tag.tag.url, tag.tag.id.text)
    }
}

/// What `symbol --json` prints.
private struct SymbolAnswer: Encodable {
    let schema = 1
    let file: String
    let symbol: SymbolReport
}
