import API
import ArgumentParsing
import Registry

enum BatchCommands {
    private static let name = Argument.required("NAME", .identifier("NAME") as Conversion<BatchName>, help: "the batch")
    private static let from = Option.required("from", .file, help: "tag,store,placement,medium as CSV")
    private static let template = Option.optional(
        "template", .text, placeholder: "TEMPLATE",
        help: "the URL template (RFC 6570) of rows that bring no url of their own")

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
        var table = Table(["BATCH", "TAGS", "PLANNED", "UNFINISHED", "WRITTEN", "PRINTED", "RETIRED"])
        for batch in batches {
            let counts = [
                batch.tags, batch.planned, batch.unfinished, batch.written, batch.printed, batch.retired,
            ]
            table.append([batch.name.text] + counts.map(String.init))
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
}
