import API
import ArgumentParsing
import Geodesy
import Registry

enum StoreCommands {
    private static let file = Argument.required("FILE", .file, help: "store,name,latitude,longitude,radius as CSV")

    private static let store = Argument.required(
        "STORE", .identifier("STORE") as Conversion<StoreName>, help: "the store's identifier")
    private static let owner = Option.optional(
        "deployment", .identifier("NAME") as Conversion<DeploymentName>, valueName: "NAME",
        help: "the store's deployment; needed where several have one of this identifier")

    static let group = Command(
        group: "store", abstract: "The places whose tags are written and audited.",
        subcommands: [
            Command(
                "import", abstract: "Adds stores from a CSV file, or replaces those of the same identifier.",
                discussion: "Latitude and longitude in degrees (WGS 84), radius in metres, at most 500. A store with "
                    + "neither coordinates nor radius roams. A bad row refuses the whole file. Two deployments may use "
                    + "one identifier: a file without --deployment adds stores that belong to none. A region that "
                    + "moves away from deployed tags is asked about, or wants --yes.",
                examples: [
                    Example("Take in a list of stores", "waymark store import stores.csv"),
                    Example(
                        "See what a new list would change in a deployment",
                        "waymark store import stores.csv --deployment fruta --dry-run"),
                ],
                parameters: [file, ImportOptions.deployment, ImportOptions.dryRun, ImportOptions.yes],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: importFile),
            StoreConversion.command,
            Command(
                "delete", abstract: "Deletes a store that no tag and no experience is for.",
                examples: [Example("Take a mistake back", "waymark store delete cupertno")],
                parameters: [store, owner, Deletion.yes], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: delete),
            Command(
                "list", abstract: "Lists the stores.",
                examples: [Example("See all stores", "waymark store list")],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
        ])

    private static func importFile(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let bytes = try ImportFile.read(values[file])
        let result = try await RegionMove.confirm(values) { isConfirmed in
            try await client.importStores(
                bytes, file: values[file], deployment: values[ImportOptions.deployment],
                isDryRun: values[ImportOptions.dryRun], isConfirmed: isConfirmed)
        }
        try ImportFile.report(result, "store", from: values[file], values: values)
        return .done
    }

    private static func delete(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard try Deletion.isAgreed("delete store \(values[store])?", values) else { return .failed }
        let deleted = try await Daemon.client(values).deleteStore(values[store], of: values[owner])
        Terminal.result(
            values.wantsJSON ? try JSONText.document(deleted) : "store \(deleted.id.fullText) deleted")
        return .done
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).stores()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        var table = Table(["STORE", "DEPLOYMENT", "NAME", "LATITUDE", "LONGITUDE", "RADIUS"])
        for store in list.stores {
            let place = store.region.map { region in
                [String(region.centre.latitude), String(region.centre.longitude), "\(Int(region.radius)) m"]
            }
            table.append([store.id.text, store.deployment?.text ?? "-", store.name] + (place ?? ["roaming"]))
        }
        Terminal.result(table.text)
        return .done
    }
}
