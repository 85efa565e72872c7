import API
import ArgumentParsing
import Registry

enum BatchCommands {
    static let name = Argument.required("NAME", .identifier("NAME") as Conversion<BatchName>, help: "the batch")
    private static let from = Option.required("from", .file, help: "tag,store,placement,medium as CSV")
    private static let template = Option.optional(
        "template", .text, valueName: "TEMPLATE",
        help: "the URL template (RFC 6570) of rows that bring no url of their own")

    private static let deployment = Option.optional(
        "deployment", .identifier("NAME") as Conversion<DeploymentName>, valueName: "NAME",
        help: "the deployment whose stores the rows name; needed where several have one of them")

    static let output = Option.optional(
        "output", .file, help: "write the tags to this file, .csv or .xlsx, as batch create and revise take it")

    static let reason = Option.optional(
        "reason", .text, valueName: "TEXT", help: "why, for the journal: \"chips run out\"")

    static let group = Command(
        group: "batch", abstract: "Tags that are provisioned together.",
        subcommands: [
            Command(
                "create", abstract: "Creates a batch from a CSV file.",
                discussion: "One row is one physical tag with one medium: nfc, qr or app-clip-code. A bad row refuses "
                    + "the whole file.",
                examples: [
                    Example(
                        "Create the tags of a new store",
                        "waymark batch create spring --from spring.csv "
                            + "--template 'https://fruta.example/store/{store}{?tag}'"),
                    Example(
                        "Lock each tag for ever once it is written",
                        "waymark batch create spring --from spring.csv --protect lock"),
                ],
                parameters: [name, from, template, deployment, ImportOptions.dryRun] + BatchRuleOptions.forCreation,
                rules: [.atMostOne(BatchRuleOptions.requireGenuine, BatchRuleOptions.checkGenuine)],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: create),
            Command(
                "list", abstract: "Lists the batches and how far they have come.",
                examples: [Example("See all batches", "waymark batch list")],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "show", abstract: "Shows a batch's tags.",
                examples: [
                    Example("See which tags are missing", "waymark batch show fruta-nfc"),
                    Example("Change a batch in a spreadsheet", "waymark batch show fruta-nfc --output fruta-nfc.xlsx"),
                ],
                parameters: [name, output], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: show),
            Command(
                "check",
                abstract: "Lists the tags to be done again, because something changed since they were written.",
                discussion: "A tag is listed when its store, template or URL was revised after it was written or "
                    + "printed, and when no registered experience answers for its URL any more.",
                examples: [Example("See what has to be rewritten", "waymark batch check fruta-nfc")],
                parameters: [name], furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission],
                run: check),
            Command(
                "revise", abstract: "Gives a batch's tags other stores, placements or URLs, and adds tags.",
                discussion: "Tags that the file does not name stay as they are. A tag that is written already and gets "
                    + "another URL is rewritten when its chip is put on a reader while the batch is written.",
                examples: [
                    Example(
                        "Change the template of a batch",
                        "waymark batch revise spring --from spring.csv "
                            + "--template 'https://fruta.example/s/{store}{?tag}'")
                ],
                parameters: [name, from, template, ImportOptions.dryRun],
                furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission], run: revise),
            Command(
                "delete", abstract: "Deletes a batch whose tags were never on a chip or a label.",
                discussion: "The identifiers of its tags are free again. A batch with a tag that was begun stays: "
                    + "delete its other tags (tag delete), or retire tags.",
                examples: [Example("Take a mistake back", "waymark batch delete spring")],
                parameters: [name, Deletion.yes], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: delete),
            Command(
                "rules", abstract: "Changes how a batch's chips are protected, mirrored and checked.",
                discussion: "What is not named stays as it is. Tags that are written otherwise are to be put on a "
                    + "reader again while the batch is written. A lock cannot be undone.",
                examples: [
                    Example("Protect a batch by passwords", "waymark batch rules fruta-nfc --protect password")
                ],
                parameters: [name] + BatchRuleOptions.forChange,
                rules: [
                    .atMostOne(
                        BatchRuleOptions.requireGenuine, BatchRuleOptions.checkGenuine, BatchRuleOptions.anyChip)
                ],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: rule),
            Command(
                "rotate", abstract: "Lets a batch's chips get passwords from the daemon's current key.",
                discussion: "Each gets its new password when it is put on a reader while the batch is written. The key "
                    + "that it has must be among the daemon's keys until then.",
                examples: [Example("Go over to a new key", "waymark batch rotate fruta-nfc")],
                parameters: [name], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: rotate),
            Command(
                "pause", abstract: "Stops the writing of a batch between two tags, until it is resumed.",
                examples: [Example("Stop for today", "waymark batch pause fruta-nfc --reason \"chips run out\"")],
                parameters: [name, reason], furtherExitStatuses: [.daemonUnreachable, .noPermission]
            ) { try await rest($0, pause: true) },
            Command(
                "resume", abstract: "Lets a paused batch be written again.",
                examples: [Example("Go on", "waymark batch resume fruta-nfc")],
                parameters: [name, reason], furtherExitStatuses: [.daemonUnreachable, .noPermission]
            ) { try await rest($0, pause: false) },
        ])

    private static func create(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let created = try await Daemon.client(values).createBatch(
            values[name], template: values[template], rules: BatchRuleOptions.request(values),
            deployment: values[deployment], isDryRun: values[ImportOptions.dryRun], file: values[from],
            try ImportFile.read(values[from]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(created))
            return .done
        }
        for warning in created.warnings { Terminal.note("warning: \(warning)") }
        Terminal.result(
            "batch \(created.batch.name) \(created.isDryRun ? "would have" : "created with") "
                + count(created.batch.tags, "tag") + (created.isDryRun ? "; nothing was changed" : ""))
        for line in created.batch.rules.sentences { Terminal.result(line) }
        return .done
    }

    private static func revise(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let revised = try await Daemon.client(values).reviseBatch(
            values[name], template: values[template], isDryRun: values[ImportOptions.dryRun], file: values[from],
            try ImportFile.read(values[from]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(revised))
        } else {
            for warning in revised.warnings { Terminal.note("warning: \(warning)") }
            for change in revised.changes { Terminal.result(change) }
            if revised.isDryRun {
                Terminal.result("\(count(revised.changes.count, "change")); nothing was changed")
                return .done
            }
            Terminal.result(
                "batch \(revised.check.batch.name) revised: it has \(count(revised.check.batch.tags, "tag"))")
            tell(revised.check)
        }
        return revised.check.tags.isEmpty ? .done : .findings
    }

    private static func delete(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard try Deletion.isAgreed("delete batch \(values[name])?", values) else { return .failed }
        let deleted = try await Daemon.client(values).deleteBatch(values[name])
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(deleted) : "batch \(deleted.batch) deleted with \(count(deleted.tags, "tag"))")
        return .done
    }
}
