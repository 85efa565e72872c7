import API
import ArgumentParsing
import Registry

/// What audits have found, and what has become of it.
enum FindingCommands {
    static let number = Argument.required(
        "NUMBER", .integer(in: 1...Int.max), help: "the finding's number, as finding list shows it")
    private static let states = Option.repeated(
        "state", .choice(of: KeptFinding.State.self), help: "only these (default: all but resolved)")
    private static let reason = Option.required("reason", .text, valueName: "WHY", help: "why it is to stay")
    private static let person = Option.optional(
        "by", .text, valueName: "PERSON", help: "who has decided it (default: you)")

    static let group = Command(
        group: "finding", abstract: "What audits have found, and what has become of it.",
        subcommands: [
            Command(
                "list", abstract: "Lists the findings and their lives.",
                discussion: """
                    A finding is new, still-there when a later audit finds it again, resolved when an audit has looked \
                    where it was and not found it, or accepted by a person. One that a person has in hand (finding assign, \
                    finding done) is resolved when each of its tags was scanned where it belongs.
                    """,
                examples: [Example("See what is open", "waymark finding list")],
                parameters: [states], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "show", abstract: "Shows a finding, its life and its next step.",
                examples: [Example("Look at a finding", "waymark finding show 17")],
                parameters: [number], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: show),
            Command(
                "accept", abstract: "Says that a finding is to stay as it is, and why.",
                discussion: """
                    Audits then leave it out of their report and their exit status, as long as it does not concern further tags \
                    than now. The journal keeps the reason and the person.
                    """,
                examples: [
                    Example(
                        "Leave a sign where it is",
                        "waymark finding accept 17 --reason 'the kiosk has moved for the fair'")
                ],
                parameters: [number, reason, person], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: accept),
            FindingRepairCommands.assign, FindingRepairCommands.done, FindingOrderCommand.command,
        ])

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).findings(in: values[states])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        guard !list.findings.isEmpty else {
            Terminal.result("No findings.")
            return .done
        }
        var table = Table(["NUMBER", "STATE", "SEVERITY", "CODE", "SINCE", "FINDING"])
        for finding in list.findings {
            table.append([
                String(finding.number), finding.state.rawValue, finding.severity, finding.code,
                String(finding.since.iso8601.prefix(10)), finding.message,
            ])
        }
        Terminal.result(table.text)
        return .done
    }

    private static func show(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try print(try await Daemon.client(values).finding(values[number]), values)
        return .done
    }

    private static func accept(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let answer = try await Daemon.client(values).acceptFinding(
            values[number], AcceptRequest(reason: values[reason], person: values[person]))
        try print(answer, values)
        return .done
    }

    static func day(_ time: Timestamp) -> String { String(time.iso8601.prefix(10)) }

    static func print(_ detail: FindingDetail, _ values: ParsedValues) throws {
        if values.wantsJSON { return Terminal.result(try JSONText.document(detail)) }
        let finding = detail.finding
        var table = Table(["finding", "\(finding.number), \(finding.state.rawValue)"])
        table.append([finding.severity, "\(finding.code): \(finding.message)"])
        table.append(["stores", finding.stores.joined(separator: ", ")])
        table.append(["tags", finding.tags.joined(separator: ", ")])
        table.append(["since", "\(day(finding.since)), last found \(day(finding.lastFound))"])
        if let resolved = finding.resolved { table.append(["resolved", day(resolved)]) }
        if let acceptance = finding.acceptance {
            let who = "by \(acceptance.person), \(day(acceptance.time))"
            table.append(["accepted", "\(who): \(acceptance.reason)"])
        }
        for (name, text) in FindingRepairCommands.lines(of: finding) { table.append([name, text]) }
        table.append(["next", finding.next])
        Terminal.result(table.text)
    }
}
