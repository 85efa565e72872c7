import API
import AppStoreConnect
import ArgumentParsing
import Registry
import Sites

/// What websites say for App Clips. Everything that calls the outside world runs here, not in the daemon.
enum SiteCommands {
    private static let output = Argument.required("FOLDER", .text, help: "where one folder for each host is written")
    static let deployment = Option.optional(
        "deployment", .folder, help: "a deployment's folder; without it the daemon's registry is taken")
    private static let overwrite = Option.flag(
        "overwrite", help: "replace pages and pictures, too, that were made or changed by hand")

    static let group = Command(
        group: "site", abstract: "What websites say for App Clips: made, and fetched as Apple does.",
        subcommands: [
            Command(
                "export", abstract: "Writes site associations and landing pages for every host.",
                discussion: """
                    For each host of an active experience one apple-app-site-association, merged into the one that is \
                    in FOLDER already, and a page with the Smart App Banner for every path that an experience or a tag \
                    names, in every language of its card: phones without App Clips show it. Where the deployment names \
                    full apps, the association gives them the App Clips' URLs (applinks), beside the entries that are \
                    there; to apps for Android assetlinks.json gives them. Pages and pictures that were made or \
                    changed by hand are kept, and named.
                    """,
                examples: [
                    Example("Make the files of a deployment", "waymark site export public --deployment tags/fruta")
                ],
                parameters: [output, deployment, overwrite],
                furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission], run: export),
            SiteCheckCommand.command,
        ])

    private static func export(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let folder = SiteFolder(values[output])
        let holdings = try await holdings(values)
        let export = try SiteExport(
            deployments: holdings.deployments, stores: holdings.stores,
            templates: holdings.storeTemplates, experiences: holdings.experiences,
            tags: holdings.tags, pictures: { CardPictures.bytes($0, in: values[deployment]) },
            translations: try translations(values), existing: folder.file)
        let (unwritten, hadRecord) = try folder.write(export, overwriting: values[overwrite])
        let paths = export.files.filter { !unwritten.contains($0.path) }.map { "\(values[output])/\($0.path)" }
        let kept = unwritten.sorted().map { "\(values[output])/\($0)" }
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    ExportAnswer(
                        hosts: export.hosts, files: paths, kept: kept, withoutAppStoreNumber: export.unnumbered)))
        } else {
            Terminal.result("\(count(export.hosts.count, "host")), \(count(paths.count, "file"))")
            for path in paths { Terminal.result("  \(path)") }
            for path in kept {
                Terminal.note("kept: \(path) was made or changed by hand; --overwrite replaces it")
            }
            for app in export.unnumbered {
                Terminal.note(
                    "the pages of \(app) have no Smart App Banner and no link to the App Store: name its number under "
                        + "appStoreIDs in deployment.json, and export again")
            }
            Terminal.note(
                "put the files of each folder on its host, then look: waymark site check \(export.hosts.first ?? "HOST")"
            )
        }
        if hadRecord || kept.isEmpty { return .done }
        Terminal.note(
            "\(values[output]) has no record of earlier exports: pages of an earlier version count as made by hand; "
                + "once: --overwrite")
        return .partlyDone
    }

    /// Cards in further languages, as the deployment's folder has them for App Store Connect.
    private static func translations(_ values: ParsedValues) throws -> [String: [String: PageTranslation]] {
        guard let path = values[deployment] else { return [:] }
        let settings = try ConnectSession.settings(DeploymentFolder(path), folder: path)
        return (settings?.localizations ?? [:]).mapValues { texts in
            texts.mapValues { PageTranslation(title: $0.title, subtitle: $0.subtitle) }
        }
    }

    static func holdings(_ values: ParsedValues) async throws -> RegistryHoldings {
        guard let path = values[deployment] else { return try await Daemon.client(values).holdings() }
        return try RegistryHoldings(try DeploymentFolder(path).loaded())
    }
}

/// What `site export --json` prints.
private struct ExportAnswer: Encodable {
    let schema = 1
    let hosts: [String]
    let files: [String]
    /// What was made or changed by hand, and was not written.
    let kept: [String]
    /// App Clips whose pages lack the banner.
    let withoutAppStoreNumber: [String]
}
