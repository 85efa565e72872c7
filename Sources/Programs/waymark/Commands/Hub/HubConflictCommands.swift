import API
import ArgumentParsing
import Chips
import Registry

/// What stations have done that contradicts the hub, and what people say of it.
enum HubConflictCommands {
    private static let number = Argument.required(
        "NUMBER", .integer(in: 1...Int.max), help: "the conflict's number, as hub conflicts shows it")
    private static let reason = Option.required(
        "reason", .text, valueName: "TEXT", help: "what was found and done, for the journal: \"chip destroyed\"")
    private static let isAll = Option.flag("all", help: "settled ones as well, with who settled them and why")

    private static let statuses: [ArgumentParsing.ExitStatus] = [.daemonUnreachable, .noPermission]

    static let list = Command(
        "conflicts", abstract: "Lists entries of stations that contradict the hub.",
        examples: [Example("After a copied station was found", "waymark hub conflicts")],
        parameters: [isAll], furtherExitStatuses: statuses + [.findings], run: list)

    static let settle = Command(
        "settle", abstract: "Says that a conflict was looked at, and needs nothing any more.",
        discussion: """
            No tag is moved by it: what the chip showed is done first, as with any other chip (waymark tag retire, waymark \
            tag replace).
            """,
        examples: [Example("A copied registry wrote it", "waymark hub settle 3 --reason 'chip destroyed'")],
        parameters: [number, reason], furtherExitStatuses: statuses, run: settle)

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).conflicts(withSettled: values[isAll])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
        } else if list.conflicts.isEmpty {
            Terminal.result("No conflicts.")
        } else {
            Terminal.result(table(list.conflicts, withSettled: values[isAll]).text)
        }
        return list.conflicts.allSatisfy { $0.settled != nil } ? .done : .findings
    }

    private static func table(_ conflicts: [ConflictList.Line], withSettled: Bool) -> Table {
        let settled = withSettled ? ["SETTLED", "BY", "REASON"] : []
        var table = Table(["NUMBER", "CODE", "TAG", "CHIP", "STATION", "ENTRY", "NOTED"] + settled)
        for line in conflicts {
            let columns = [
                "\(line.number)", line.code, line.tag?.text ?? "", line.uid?.hexadecimal ?? "",
                line.station?.text ?? line.chain.description, "\(line.sequence)", line.noted.iso8601,
            ]
            let end = [line.settled?.time.iso8601, line.settled?.actor, line.settled?.reason].map { $0 ?? "" }
            table.append(columns + (withSettled ? end : []))
        }
        return table
    }

    private static func settle(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let answer = try await Daemon.client(values).settle(conflict: values[number], reason: values[reason])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(answer))
            return .done
        }
        Terminal.result("conflict \(answer.conflict.number) is settled")
        if !answer.isNew, let settled = answer.conflict.settled {
            Terminal.note(
                "it was settled before, by \(settled.actor) at \(settled.time.iso8601), and stays so: \(settled.reason)"
            )
        }
        return .done
    }
}
