import API
import ArgumentParsing
import Registry

enum BatchCommands {
    private static let name = Argument.required("NAME", .identifier("NAME") as Conversion<BatchName>, help: "the batch")
    private static let from = Option.required("from", .file, help: "tag,store,placement,medium as CSV")
    private static let template = Option.optional(
        "template", .text, placeholder: "TEMPLATE",
        help: "the URL template (RFC 6570) of rows that bring no url of their own")

    private static let reason = Option.optional(
        "reason", .text, placeholder: "TEXT", help: "why, for the journal: \"chips run out\"")

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
                            + "--template 'https://fruta.example/store/{store}{?tag}'")
                ],
                parameters: [name, from, template], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: create),
            Command(
                "list", abstract: "Lists the batches and how far they have come.",
                examples: [Example("See all batches", "waymark batch list")],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "show", abstract: "Shows a batch's tags.",
                examples: [Example("See which tags are missing", "waymark batch show fruta-nfc")],
                parameters: [name], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: show),
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
                parameters: [name, from, template],
                furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission], run: revise),
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
            values[name], template: values[template], file: values[from], try ImportFile.read(values[from]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(created))
            return .done
        }
        for warning in created.warnings { Terminal.note("warning: \(warning)") }
        Terminal.result("batch \(created.batch.name) created with \(count(created.batch.tags, "tag"))")
        return .done
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).batches()
        Terminal.result(values.wantsJSON ? try JSONText.document(list) : table(list.batches).text)
        return .done
    }

    static func table(_ batches: [BatchSummary]) -> Table {
        var table = Table(["BATCH", "TAGS", "PLANNED", "UNFINISHED", "WRITTEN", "PRINTED", "OUTDATED", "RETIRED", ""])
        for batch in batches {
            let counts = [
                batch.tags, batch.planned, batch.unfinished, batch.written, batch.printed, batch.outdated,
                batch.retired,
            ]
            table.append([batch.name.text] + counts.map(String.init) + [batch.isPaused ? "paused" : ""])
        }
        return table
    }

    private static func show(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let detail = try await Daemon.client(values).batch(values[name])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(detail))
            return .done
        }
        var table = Table(["TAG", "STORE", "PLACEMENT", "MEDIUM", "STATE", "CHIP", "URL"])
        for tag in detail.batch.tags {
            table.append([
                tag.id.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.state.rawValue,
                tag.uid?.hexadecimal ?? "-", tag.url,
            ])
        }
        Terminal.result(table.text)
        for doubt in detail.doubts { Terminal.note("warning: tag \(doubt.tag): \(doubt.why)") }
        return .done
    }

    private static func check(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let answer = try await Daemon.client(values).checkBatch(values[name])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(answer))
        } else {
            tell(answer)
        }
        return answer.tags.isEmpty ? .done : .findings
    }

    private static func revise(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let revised = try await Daemon.client(values).reviseBatch(
            values[name], template: values[template], file: values[from], try ImportFile.read(values[from]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(revised))
        } else {
            for warning in revised.warnings { Terminal.note("warning: \(warning)") }
            Terminal.result(
                "batch \(revised.check.batch.name) revised: it has \(count(revised.check.batch.tags, "tag"))")
            tell(revised.check)
        }
        return revised.check.tags.isEmpty ? .done : .findings
    }

    private static func tell(_ answer: BatchCheckAnswer) {
        guard !answer.tags.isEmpty else {
            return Terminal.result("every tag of batch \(answer.batch.name) that exists is as it should be")
        }
        var table = Table(["TAG", "STORE", "PLACEMENT", "MEDIUM", "CHIP", "WHY"])
        for tag in answer.tags {
            table.append([
                tag.tag.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.uid?.hexadecimal ?? "-", tag.why,
            ])
        }
        Terminal.result(table.text)
        for next in Set(answer.tags.map(\.next)).sorted() { Terminal.result("next: \(next)") }
    }

    private static func rest(_ values: ParsedValues, pause: Bool) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let batch =
            pause
            ? try await client.pauseBatch(values[name], reason: values[reason])
            : try await client.resumeBatch(values[name], reason: values[reason])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SchemaAnswer(batch)))
            return .done
        }
        let done = batch.written + batch.printed
        Terminal.result(
            "batch \(batch.name) \(pause ? "is paused" : "goes on"): \(done) of \(batch.tags - batch.retired) tags are done"
        )
        return .done
    }
}
