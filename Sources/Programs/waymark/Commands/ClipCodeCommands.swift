import API
import ArgumentParsing
import ClipCodes
import DeploymentCheck
import Faults
import Foundation
import Registry
import UnixSystem

/// App Clip Codes are made by Apple's tools alone: here are the lists for them and the check of what comes back.
enum ClipCodeCommands {
    static let batch = Argument.required(
        "BATCH", .identifier("BATCH") as Conversion<BatchName>, help: "a batch with tags of medium app-clip-code")
    private static let output = Option.required("output", .file, help: "the list for Apple's App Clip Code Generator")
    private static let mapping = Option.optional("mapping", .file, help: "the list for the printing house")
    static let answer = Option.required(
        "codes", .file, help: "the folder or the ZIP of SVGs that came back")
    static let background = Option.defaulting(
        to: "FFFFFF", "background", .text, valueName: "RRGGBB", help: "the codes' background")
    static let foreground = Option.defaulting(
        to: "000000", "foreground", .text, valueName: "RRGGBB", help: "the codes' foreground")
    static let kind = Option.defaulting(
        to: ClipCodeRequest.Kind.camera, "type", .choice(of: ClipCodeRequest.Kind.self),
        help: "to be scanned, or to be touched as well")
    static let logo = Option.defaulting(
        to: ClipCodeRequest.Logo.none, "logo", .choice(of: ClipCodeRequest.Logo.self), help: "beside the circle")

    static let group = Command(
        group: "clip-code", abstract: "Lists for Apple's App Clip Code Generator, and what comes back from it.",
        subcommands: [
            Command(
                "list", abstract: "Writes the lists that Apple's generator and the printing house take.",
                discussion: """
                    First the tags are checked as waymark check does. With a critical finding (no experience answers, \
                    or a character that a code cannot carry) nothing is written, and the exit status is 2.
                    """,
                examples: [
                    Example(
                        "Ask for a batch's codes",
                        "waymark clip-code list fruta-codes --output codes.csv --mapping printer.csv")
                ],
                parameters: [batch, output, mapping, background, foreground, kind, logo],
                furtherExitStatuses: [.daemonUnreachable, .noPermission, .findings], run: list),
            Command(
                "check", abstract: "Compares the App Clip Codes that came back with the batch.",
                discussion: """
                    Every code has to be there once, with the registered URL, the type and the colours that were asked \
                    for, and its experience must not be retired. It proves what the files say of themselves, not their \
                    arcs: scan samples before a run.
                    """,
                examples: [Example("Before they are printed", "waymark clip-code check fruta-codes --codes codes.zip")],
                parameters: [batch, answer, background, foreground, kind, logo],
                furtherExitStatuses: [.daemonUnreachable, .noPermission, .findings], run: check),
            Command(
                "sheet", abstract: "Lays App Clip Codes that were found right out on label stock.",
                discussion: """
                    The codes are checked first, as by clip-code check, and nothing is made while there is a finding. \
                    They are put on the sheet as Apple's tools drew them, at least 19 mm wide (34.8 mm for codes of \
                    type nfc), with white around them, and with the URL and the file's name beside each. Behind a code \
                    of type nfc goes an NFC Type 5 tag, such as an ICODE SLIX, which waymark write writes on a reader \
                    for such tags.
                    """,
                examples: [
                    Example(
                        "Print what came back",
                        "waymark clip-code sheet fruta-codes --codes codes.zip --stock L7165 --output codes.pdf")
                ],
                parameters: ClipCodeSheetCommand.parameters,
                furtherExitStatuses: [.daemonUnreachable, .noPermission, .findings], run: ClipCodeSheetCommand.run),
        ])

    private static func codes(_ values: ParsedValues) async throws -> ClipCodeList {
        try list(of: try await Daemon.client(values).batch(values[batch]), values)
    }

    /// What is to be asked of Apple's generator for a batch. A batch without codes is refused: an empty list would say
    /// that there is nothing wrong.
    static func list(of detail: BatchDetail, _ values: ParsedValues) throws -> ClipCodeList {
        let tags = detail.batch.tags.filter { $0.medium == .appClipCode && $0.state != .retired }
        guard !tags.isEmpty else { throw NoClipCodes(detail.batch) }
        return try ClipCodeList(
            tags.map { tag in
                try ClipCodeRequest(
                    tag: tag.id.text, url: tag.url, background: values[background], foreground: values[foreground],
                    kind: values[kind], logo: values[logo])
            })
    }

    /// The SVGs that came back, by their names.
    static func files(_ values: ParsedValues) throws -> [String: [UInt8]] {
        let path = values[answer]
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return try ClipCodeArchive.files(zip: File.read(path, limit: ClipCodeArchive.largest), name: path)
        }
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(".svg") {
            files[name] = try File.read("\(path)/\(name)", limit: 1 << 20)
        }
        return files
    }

    /// What `waymark check` says is critical about these tags.
    static func findings(_ values: ParsedValues) async throws -> [CheckFinding] {
        try await report(values).findings.filter { !$0.tags.isEmpty && $0.severity == .critical }
    }

    /// What only Apple's generator can tell.
    private static func doubts(_ values: ParsedValues) async throws -> [String] {
        try await report(values).findings.filter { $0.code == .codeHostDigit }.map { "\($0.message); \($0.next)" }
    }

    private static func report(_ values: ParsedValues) async throws -> CheckReport {
        let holdings = try await Daemon.client(values).holdings()
        let tags = holdings.tags.filter { $0.batch == values[batch] && $0.medium == .appClipCode }
        return CheckReport(
            CheckSubject(
                deployments: holdings.deployments, stores: holdings.stores, experiences: holdings.experiences,
                templates: holdings.storeTemplates, tags: tags))
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await codes(values)
        let (findings, doubts) = try await (findings(values), doubts(values))
        guard findings.isEmpty else {
            if values.wantsJSON {
                Terminal.result(try JSONText.document(ListAnswer(files: [], codes: 0, findings: findings)))
            } else {
                for finding in findings { Terminal.result(CheckCommand.text(of: finding)) }
                Terminal.result("\(count(findings.count, "finding")): no list was written")
            }
            return .findings
        }
        try File.writeAtomically(list.generatorCSV, to: values[output])
        if let path = values[mapping] { try File.writeAtomically(list.mappingCSV, to: path) }
        let advice = [values[kind].tagAdvice, list.requests.first?.printingAdvice]
        for advice in advice.compactMap({ $0 }) + doubts { Terminal.note(advice) }
        let paths = [values[output]] + [values[mapping]].compactMap { $0 }
        if values.wantsJSON {
            Terminal.result(try JSONText.document(ListAnswer(files: paths, codes: list.requests.count, findings: [])))
        } else {
            Terminal.result(count(list.requests.count, "App Clip Code"))
            for path in paths { Terminal.result("  \(path)") }
        }
        return .done
    }

    private static func check(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await codes(values)
        let files = try files(values)
        let findings = list.findings(in: files)
        let registered = try await self.findings(values)
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    CheckAnswer(codes: list.requests.count, findings: findings, registered: registered)))
        } else {
            tell(findings, registered)
            Terminal.result(
                findings.isEmpty && registered.isEmpty
                    ? "\(count(list.requests.count, "App Clip Code")), every file carries its URL"
                    : "\(count(findings.count + registered.count, "finding")): do not print them")
        }
        return findings.isEmpty && registered.isEmpty ? .done : .findings
    }
}

extension ClipCodeCommands {
    static func tell(_ findings: [ClipCodeFinding], _ registered: [CheckFinding]) {
        for finding in findings { Terminal.result("\(finding.code.rawValue): \(finding.file): \(finding.message)") }
        for finding in registered { Terminal.result(CheckCommand.text(of: finding)) }
    }
}

/// What `clip-code list --json` prints.
private struct ListAnswer: Encodable {
    let schema = 1
    let files: [String]
    let codes: Int
    /// Why no list was written.
    let findings: [CheckFinding]
}

/// What `clip-code check --json` prints.
struct CheckAnswer: Encodable {
    let schema = 1
    let codes: Int
    let findings: [ClipCodeFinding]
    /// What is wrong with the tags themselves: a retired experience, for one.
    let registered: [CheckFinding]
}
