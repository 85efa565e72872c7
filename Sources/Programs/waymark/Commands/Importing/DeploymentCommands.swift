import API
import ArgumentParsing
import Registry

enum DeploymentCommands {
    private static let folder = Argument.required("FOLDER", .folder, help: "a folder with deployment.json")

    static let group = Command(
        group: "deployment", abstract: "Whole deployments: stores, experiences and batches together.",
        subcommands: [
            Command(
                "load", abstract: "Takes in a deployment: stores, experiences and batches.",
                discussion: "Its stores are its own, whatever other deployments call theirs. Loading it again brings "
                    + "stores and experiences up to date and adds new rows to its batches. A tag that the registry has "
                    + "otherwise stays as it is: each is named, and the exit status is 3. A region that moves away from "
                    + "deployed tags is asked about, or wants --yes.",
                examples: [
                    Example("Load the example", "waymark deployment load tags/fruta"),
                    Example("See what loading it again would change", "waymark deployment load tags/fruta --dry-run"),
                ],
                parameters: [folder, ImportOptions.dryRun, ImportOptions.yes],
                furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission], run: load),
            Command(
                "export",
                abstract: "Writes what the App Clip's code needs: stores, regions, test vectors, an Xcode project.",
                discussion: """
                    The App Clip then confirms locations with the regions that an audit uses. --project writes a project \
                    for XcodeGen: a Swift package that finds the store in a URL and its tests, an App Clip that confirms \
                    locations and passes outcomes on, the full app's part, Info.plists, entitlements and a scheme. Another \
                    export brings it up to date and keeps what was changed by hand. Works on the folder, without a \
                    daemon.
                    """,
                examples: [
                    Example("Hand over to the app team", "waymark deployment export tags/fruta --project fruta-app"),
                    Example("The same as one document", "waymark deployment export tags/fruta --output fruta.json"),
                ],
                parameters: DeploymentExportCommand.parameters, rules: DeploymentExportCommand.rules,
                run: DeploymentExportCommand.run),
            DeploymentMatrixCommand.command,
        ])

    private static func load(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let request = try DeploymentFolder(values[folder]).request()
        let client = Daemon.client(values)
        let result = try await RegionMove.confirm(values) { isConfirmed in
            try await client.load(request, isDryRun: values[ImportOptions.dryRun], isConfirmed: isConfirmed)
        }
        let status: ArgumentParsing.ExitStatus = result.notTaken.isEmpty ? .done : .partlyDone
        if values.wantsJSON {
            Terminal.result(try JSONText.document(result))
            return status
        }
        show(result, request.manifest)
        if !result.isDryRun, let audit = evidence(request.manifest.files, in: values[folder]) {
            Terminal.result(audit)
        }
        return status
    }

    private static func show(_ result: DeploymentResult, _ manifest: DeploymentManifest) {
        for warning in result.warnings { Terminal.note("warning: \(warning)") }
        for change in result.changes { Terminal.result(change.message) }
        let parts = [
            count(result.stores, "store"), count(result.experiences, "experience"),
            count(manifest.files.batches.count, "batch"),
        ]
        Terminal.result(
            "deployment \(result.name)\(result.isDryRun ? "" : " loaded"): \(parts.joined(separator: ", "))"
                + (result.isDryRun ? "; nothing was changed" : ""))
        for batch in result.batches { Terminal.result("  \(batch.name): \(count(batch.tags, "tag"))") }
        let tags = result.batches.map(\.tags).reduce(0, +)
        if result.added > 0, result.isDryRun || result.added < tags {
            Terminal.result("  \(count(result.added, "new tag"))")
        }
        for line in result.notTaken { Terminal.note("not taken: \(line)") }
        if !result.notTaken.isEmpty {
            Terminal.note("next: to take the file's rows: waymark batch revise NAME --from FILE")
        }
    }

    /// The folder's audit files are not part of the registry: returns the command that uses them.
    private static func evidence(_ files: DeploymentManifest.Files, in folder: String) -> String? {
        let paths =
            files.sightings.map { "--sightings \(folder)/\($0)" }
            + files.confirmations.map { "--confirmations \(folder)/\($0)" }
        guard !paths.isEmpty else { return nil }
        let all = count(files.sightings.count + files.confirmations.count, "file")
        guard !files.sightings.isEmpty else { return "\(all) of confirmations not loaded: an audit takes them" }
        return "\(all) of sightings and confirmations not loaded; to audit them: waymark audit "
            + paths.joined(separator: " ")
    }
}
