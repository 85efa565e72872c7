import API
import AppClips
import ArgumentParsing
import Faults
import Registry
import Sites

/// `waymark site check`: a host as Apple's servers, phones and people's browsers see it.
enum SiteCheckCommand {
    private static let host = Argument.required("HOST", .text, help: "the host, perhaps with a port")
    private static let apps = Option.repeated(
        "app", .text, valueName: "TEAMID.bundle.Clip", help: "an App Clip that the host has to vouch for")
    private static let timeout = Option.defaulting(
        to: 10, "timeout", .integer(in: 1...600), valueName: "SECONDS", help: "how long an answer may take")
    private static let authorities = Option.optional(
        "authorities", .file, help: "certificates of your own authorities (PEM), instead of the system's")
    private static let copies = Option.defaulting(
        to: SiteProbe.appleCopies, "copies", .text, valueName: "URL",
        help: "where Apple's copies of site associations are; none: they are not looked at")
    private static let server = Option.optional(
        "connect-to", .text, valueName: "HOST:PORT",
        help: "ask this server in the place of the host, before its address is changed")
    private static let pages = Option.flag("pages", help: "also fetch the pages that the tags on the host name")
    private static let within = Option.defaulting(
        to: 300, "within", .integer(in: 1...86_400), valueName: "SECONDS", help: "how long fetching pages may take")

    static let command = Command(
        "check", abstract: "Fetches a host's site association as Apple does, and says what is wrong with it.",
        discussion: """
            By https, without redirects, with a valid certificate, at most 128 kB of JSON with appclips.apps, under the \
            names of Apple's user agents and a random one: every one has to be admitted. Then Apple's copy is \
            compared: phones read nothing else. The App Clips to look for come from --app, or from the experiences on \
            the host in --deployment or the daemon; the latter two also say which URLs full apps have to get \
            (applinks), and which apps for Android (assetlinks.json). --pages follows the URLs of tags, a few of each \
            path and one request at a time: redirects, the Smart App Banner, og:image. With findings the exit status \
            is 2.
            """,
        examples: [
            Example("Look at a host", "waymark site check fruta.example --deployment tags/fruta"),
            Example("Look at its pages, too", "waymark site check fruta.example --deployment tags/fruta --pages"),
            Example(
                "Look at a server on this machine",
                "waymark site check localhost:8443 --app ABCDE12345.example.fruta.Clip --authorities ca.pem"),
        ],
        parameters: [
            host, apps, SiteCommands.deployment, timeout, authorities, copies, server, pages, within,
        ], rules: [.atMostOne(apps, SiteCommands.deployment), .atMostOne(apps, pages)],
        furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let name = values[host]
        guard !name.contains(where: { "/?#@".contains($0) || $0.isWhitespace }), !name.isEmpty else {
            throw UsageError(
                message: "\(name) is not a host", reason: "a host has no scheme and no path",
                next: "name it like fruta.example")
        }
        var wanted = Set(values[apps])
        var links: [String: [InvocationURL]] = [:]
        var android: [AndroidApp] = []
        var reports: [PageReport]?
        if wanted.isEmpty {
            let holdings = try await SiteCommands.holdings(values)
            let bare = SiteLinks.name(of: name)
            wanted = holdings.deployments.apps(on: bare, of: holdings.experiences)
            links = SiteLinks.wanted(of: holdings, on: name)
            var apps = holdings.deployments.android(on: bare, of: holdings.experiences)
            if !holdings.experiences.contains(where: { $0.status == .active && $0.url.host.lowercased() == bare }) {
                // Nothing says which of them it is for.
                wanted = Set(holdings.deployments.flatMap(\.apps))
                apps = holdings.deployments.flatMap(\.android)
            }
            android = Array(Set(apps)).sorted { $0.name < $1.name }
            if values[pages] { reports = try await self.reports(holdings, values) }
        }
        let probe = SiteProbe(
            timeout: .seconds(values[timeout]), copies: values[copies] == "none" ? nil : values[copies],
            server: values[server], certificateAuthorities: values[authorities])
        let report = try await probe.faults(at: name, apps: wanted, links: links, android: android)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(Answer(report, pages: reports)))
        } else {
            show(report)
            if let reports { show(reports) }
        }
        let isGood = report.faults.isEmpty && (reports ?? []).allSatisfy(\.faults.isEmpty)
        return isGood ? .done : .findings
    }

    private static func reports(_ holdings: RegistryHoldings, _ values: ParsedValues) async throws -> [PageReport] {
        let name = SiteLinks.name(of: values[host])
        let urls = holdings.tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        let probe = PageProbe(
            deployments: holdings.deployments, experiences: holdings.experiences, timeout: .seconds(values[timeout]),
            within: .seconds(values[within]), server: values[server], certificateAuthorities: values[authorities])
        return try await probe.reports(on: urls.filter { $0.host.lowercased() == name })
    }

    private static func show(_ report: SiteReport) {
        for fault in report.faults {
            let severity = fault.severity == .warning ? " (warning)" : ""
            Terminal.result(
                "\(fault.code.rawValue)\(severity): \(fault.message)\n  why:  \(fault.why)\n  next: \(fault.next)")
        }
        if report.faults.isEmpty {
            Terminal.result("\(report.host) vouches for \(report.apps.joined(separator: ", "))")
        }
        for part in report.notChecked { Terminal.note("not checked: \(part)") }
    }

    /// One finding for all pages with the same fault.
    private static func show(_ reports: [PageReport]) {
        var order: [String] = []
        var groups: [String: (fault: PageFault, pages: [PageReport])] = [:]
        for report in reports {
            for fault in report.faults {
                let key = fault.code.rawValue + fault.message
                if groups[key] == nil { order.append(key) }
                groups[key, default: (fault, [])].pages.append(report)
            }
        }
        for key in order {
            guard let (fault, pages) = groups[key] else { continue }
            Terminal.result("\(fault.code.rawValue): \(fault.message)")
            for page in pages.prefix(8) { Terminal.result("  \(page.chain.joined(separator: " -> "))") }
            if pages.count > 8 { Terminal.result("  and \(count(pages.count - 8, "page")) more") }
            Terminal.result("  next: \(fault.next)")
        }
        let bad = reports.count { !$0.faults.isEmpty }
        Terminal.result("\(count(reports.count, "page")) fetched, \(bad) with findings")
    }

    /// What `--json` prints.
    private struct Answer: Encodable {
        let schema: Int
        let host: String
        let url: String
        let apps: [String]
        let faults: [SiteFault]
        let notChecked: [String]
        let pages: [PageReport]?

        init(_ report: SiteReport, pages: [PageReport]?) {
            (schema, host, url, apps) = (report.schema, report.host, report.url, report.apps)
            (faults, notChecked) = (report.faults, report.notChecked)
            self.pages = pages
        }
    }
}
