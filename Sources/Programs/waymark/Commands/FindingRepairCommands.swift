import API
import ArgumentParsing
import Foundation
import Registry
import UnixSystem

/// Who puts a finding right, and what was done.
enum FindingRepairCommands {
    private static let to = Option.required("to", .text, valueName: "PERSON", help: "who is to put it right")
    private static let person = Option.optional(
        "by", .text, valueName: "PERSON", help: "who has put it right (default: you)")
    private static let note = Option.optional("note", .text, valueName: "TEXT", help: "what was done, in a few words")
    private static let before = Option.optional(
        "before", .file, help: "a picture of what it was like: a JPEG of at most 480 pixels a side, without metadata")
    private static let after = Option.optional("after", .file, help: "a picture of what it is like now, likewise")

    static let assign = Command(
        "assign", abstract: "Says who is to put a finding right.",
        discussion: """
            From then on a finding about tags in the wrong place is resolved only when each of its tags was scanned where it \
            belongs. Assigning it again takes it from the person before. The journal keeps both.
            """,
        examples: [Example("Give it to a person", "waymark finding assign 17 --to 'Kim, store setup'")],
        parameters: [FindingCommands.number, to], furtherExitStatuses: [.daemonUnreachable, .noPermission]
    ) { values in
        let answer = try await Daemon.client(values).assignFinding(
            values[FindingCommands.number], AssignRequest(person: values[to]))
        try FindingCommands.print(answer, values)
        return .done
    }

    static let done = Command(
        "done", abstract: "Says that a finding was put right, by whom, with pictures before and after.",
        discussion: """
            That alone resolves nothing: scan each sign where it hangs now, and audit. finding show says which tags were \
            scanned since. When an audit finds it again by later scans, that is shown, too. The console makes pictures \
            small and takes their metadata away by itself; here convert photo.jpg -auto-orient -resize 480x480 -strip \
            now.jpg does.
            """,
        examples: [
            Example("Report the work", "waymark finding done 17 --by Kim --note 'both boxes exchanged' --after now.jpg")
        ],
        parameters: [FindingCommands.number, person, note, before, after],
        furtherExitStatuses: [.daemonUnreachable, .noPermission]
    ) { values in
        let report = RepairReport(
            person: values[person], note: values[note], before: try picture(values[before]),
            after: try picture(values[after]))
        let answer = try await Daemon.client(values).reportRepair(values[FindingCommands.number], report)
        try FindingCommands.print(answer, values)
        return .done
    }

    /// Looked at here, so that the file's name is in the complaint.
    private static func picture(_ path: String?) throws -> String? {
        guard let path else { return nil }
        let bytes = try File.read(path, limit: 64 << 20)
        do {
            _ = try ScanPicture(jpeg: bytes)
        } catch {
            throw UsageError(
                message: "\(path) is not taken", reason: error.reason,
                next: "convert \(path) -auto-orient -resize 480x480 -strip small.jpg")
        }
        return Data(bytes).base64EncodedString()
    }

    /// What is done about a finding, for people.
    static func lines(of finding: KeptFinding) -> [(String, String)] {
        guard let repair = finding.repair else { return [] }
        var lines: [(String, String)] = []
        if let assignment = repair.assignment {
            lines.append(("assigned", "to \(assignment.person), \(FindingCommands.day(assignment.time))"))
        }
        if let work = repair.work {
            let pictures = [work.before.map { _ in "before" }, work.after.map { _ in "after" }].compactMap(\.self)
            let parts = [
                "by \(work.person), \(FindingCommands.day(work.time))", work.note,
                pictures.isEmpty ? "" : "pictures: \(pictures.joined(separator: " and "))",
            ]
            lines.append(("done", parts.filter { !$0.isEmpty }.joined(separator: "; ")))
        }
        if !repair.proven.isEmpty {
            let all = Set(finding.tags).union(repair.proven).count
            lines.append(("proven", "\(repair.proven.count) of \(count(all, "tag")) scanned where they belong"))
        }
        if let refuted = repair.refuted {
            lines.append(("again", "found again by later scans, \(FindingCommands.day(refuted))"))
        }
        return lines
    }
}
