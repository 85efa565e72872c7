import API
import AppClips
import ArgumentParsing
import Faults
import Registry
import Sites

/// What websites say for App Clips. Everything that calls the outside world runs here, not in the daemon.
enum SiteCommands {
    private static let output = Argument.required("FOLDER", .text, help: "where one folder for each host is written")
    private static let deployment = Option.optional(
        "deployment", .folder, help: "a deployment's folder; without it the daemon's registry is taken")
    private static let host = Argument.required("HOST", .text, help: "the host, perhaps with a port")
    private static let apps = Option.repeated(
        "app", .text, valueName: "TEAMID.bundle.Clip", help: "an App Clip that the host has to vouch for")
    private static let timeout = Option.defaulting(
        to: 10, "timeout", .integer(in: 1...600), valueName: "SECONDS", help: "how long an answer may take")
    private static let authorities = Option.optional(
        "authorities", .file, help: "certificates of your own authorities (PEM), instead of the system's")

    static let group = Command(
        group: "site", abstract: "What websites say for App Clips: made, and fetched as Apple does.",
        subcommands: [
            Command(
                "export", abstract: "Writes site associations and landing pages for every host.",
                discussion: """
                    For each host of an active experience one apple-app-site-association, merged into the one that is \
                    in FOLDER already, and a page with the Smart App Banner for every path that an experience or a tag \
                    names: phones without App Clips show it. Where the deployment names full apps, the association gives them the \
                    App Clips' URLs (applinks), beside the entries that are there.
                    """,
                examples: [
                    Example("Make the files of a deployment", "waymark site export public --deployment tags/fruta")
                ],
                parameters: [output, deployment], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: export),
            Command(
                "check", abstract: "Fetches a host's site association as Apple does, and says what is wrong with it.",
                discussion: """
                    By https, without redirects, with a valid certificate, at most 128 kB of JSON with appclips.apps, \
                    under the names of Apple's user agents and a random one: every one has to be admitted. The App Clips to look for come from --app, from \
                    --deployment, or from the daemon; the latter two also say which URLs full apps have to get \
                    (applinks). With findings the exit status is 2.
                    """,
                examples: [
                    Example("Look at a host", "waymark site check fruta.example --deployment tags/fruta"),
                    Example(
                        "Look at a server on this machine",
                        "waymark site check localhost:8443 --app ABCDE12345.example.fruta.Clip --authorities ca.pem"),
                ],
                parameters: [host, apps, deployment, timeout, authorities], rules: [.atMostOne(apps, deployment)],
                furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission], run: check),
        ])

    private static func export(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let folder = SiteFolder(values[output])
        let holdings = try await holdings(values)
        let export = try SiteExport(
            deployments: holdings.deployments, stores: holdings.stores,
            templates: holdings.storeTemplates, experiences: holdings.experiences,
            tags: holdings.tags, existing: folder.association)
        try folder.write(export)
        let paths = export.files.map { "\(values[output])/\($0.path)" }
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    ExportAnswer(hosts: export.hosts, files: paths, withoutAppStoreNumber: export.unnumbered)))
        } else {
            Terminal.result("\(count(export.hosts.count, "host")), \(count(paths.count, "file"))")
            for path in paths { Terminal.result("  \(path)") }
            for app in export.unnumbered {
                Terminal.note(
                    "the pages of \(app) have no Smart App Banner and no link to the App Store: name its number under "
                        + "appStoreIDs in deployment.json, and export again")
            }
            Terminal.note(
                "put the files of each folder on its host, then look: waymark site check \(export.hosts.first ?? "HOST")"
            )
        }
        return .done
    }

    private static func check(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let name = values[host]
        guard !name.contains(where: { "/?#@".contains($0) || $0.isWhitespace }), !name.isEmpty else {
            throw UsageError(
                message: "\(name) is not a host", reason: "a host has no scheme and no path",
                next: "name it like fruta.example")
        }
        var wanted = Set(values[apps])
        var links: [String: [InvocationURL]] = [:]
        if wanted.isEmpty {
            let holdings = try await holdings(values)
            wanted = Set(holdings.deployments.flatMap(\.apps))
            links = SiteLinks.wanted(of: holdings, on: name)
        }
        let probe = SiteProbe(timeout: .seconds(values[timeout]), certificateAuthorities: values[authorities])
        let report = try await probe.faults(at: name, apps: wanted, links: links)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(report))
        } else if report.faults.isEmpty {
            Terminal.result("\(name) vouches for \(report.apps.joined(separator: ", "))")
        } else {
            for fault in report.faults {
                Terminal.result("\(fault.code.rawValue): \(fault.message)\n  why:  \(fault.why)\n  next: \(fault.next)")
            }
        }
        return report.faults.isEmpty ? .done : .findings
    }

    private static func holdings(_ values: ParsedValues) async throws -> RegistryHoldings {
        guard let path = values[deployment] else { return try await Daemon.client(values).holdings() }
        return try RegistryHoldings(try DeploymentFolder(path).loaded())
    }
}

/// What `site export --json` prints.
private struct ExportAnswer: Encodable {
    let schema = 1
    let hosts: [String]
    let files: [String]
    /// App Clips whose pages lack the banner.
    let withoutAppStoreNumber: [String]
}
