import AppStoreClient
import AppStoreConnect
import ArgumentParsing
import Faults

/// The App Clip experiences of a deployment in App Store Connect. From the command line alone: no daemon asks the
/// outside world.
enum AppStoreCommands {
    private static let folder = Argument.required(
        "FOLDER", .folder, help: "the deployment's folder, with appstore.json in it")
    private static let deactivatesOthers = Option.flag(
        "deactivate-others", help: "deactivate experiences of the App Clip that the deployment does not name")
    private static let yes = Option.flag("yes", help: "do not ask before anything is changed")

    private static let statuses: [ArgumentParsing.ExitStatus] = [.findings, .noPermission]

    static let group = Command(
        group: "appstore", abstract: "The App Clip experiences in App Store Connect, kept in step with a deployment.",
        subcommands: [
            Command(
                "plan", abstract: "Compares a deployment with App Store Connect and lists what is to be done.",
                discussion: """
                    Nothing is changed. An experience is known by its URL, which never changes there: another URL \
                    is another experience. Ends with 2 when there is something to do or to look at.
                    """,
                examples: [
                    Example("See what differs", "waymark appstore plan tags/fruta --key AuthKey_ABC.p8 --issuer ID")
                ],
                parameters: [folder, deactivatesOthers] + ConnectOptions.parameters, furtherExitStatuses: statuses,
                run: plan),
            Command(
                "apply",
                abstract: "Creates, updates and deactivates experiences until App Store Connect is as planned.",
                discussion: """
                    Keeps within the hour's requests and waits when they are used up. After an interruption run it \
                    again: it looks at what is there and does the rest, and nothing is created twice.
                    """,
                examples: [
                    Example("Carry out the plan", "waymark appstore apply tags/fruta --key AuthKey_ABC.p8 --issuer ID")
                ],
                parameters: [folder, deactivatesOthers, yes] + ConnectOptions.parameters,
                furtherExitStatuses: statuses + [.partlyDone], run: apply),
            Command(
                "status", abstract: "Shows how Apple's servers see the domains, and whether experiences are in step.",
                discussion: """
                    CACHED is the association file that phones get, LIVE what Apple finds when it looks now; both need \
                    buildBundle in appstore.json.
                    """,
                examples: [
                    Example(
                        "Before tags are put up", "waymark appstore status tags/fruta --key AuthKey_ABC.p8 --issuer ID")
                ],
                parameters: [folder] + ConnectOptions.parameters, furtherExitStatuses: statuses, run: status),
        ])

    private static func plan(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let session = try ConnectSession(folder: values[folder], values)
        let (_, registered) = try await session.look()
        let plan = ConnectPlan(
            from: registered, to: session.wanted, deactivatingOthers: values[deactivatesOthers])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(PlanAnswer(plan, clip: session.settings.clip)))
        } else {
            PlanText.show(plan)
            if !plan.steps.isEmpty { Terminal.note("carry it out with: waymark appstore apply \(values[folder])") }
        }
        return plan.steps.isEmpty && plan.findings.isEmpty ? .done : .findings
    }

    private static func apply(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let session = try ConnectSession(folder: values[folder], values)
        var (scope, registered) = try await session.look()
        var plan = ConnectPlan(
            from: registered, to: session.wanted, deactivatingOthers: values[deactivatesOthers])
        var isConfirmed = values[yes]
        while !isConfirmed, !plan.steps.isEmpty {
            PlanText.show(plan, asResult: false)
            guard
                try ConfirmationPrompt.ask(
                    "carry out \(count(plan.steps.count, "step"))?",
                    elseNext: "give --yes, after a look at waymark appstore plan")
            else {
                Terminal.note("nothing was changed")
                return .interrupted
            }
            // The question may have been open for hours.
            (scope, registered) = try await session.look()
            let present = ConnectPlan(
                from: registered, to: session.wanted, deactivatingOthers: values[deactivatesOthers])
            isConfirmed = PlanText.rows(of: present) == PlanText.rows(of: plan)
            plan = present
            if !isConfirmed { Terminal.note("App Store Connect has changed meanwhile, and with it the plan") }
        }
        let progress = ApplyProgress(asJSON: values.wantsJSON)
        let carrier = PlanCarrier(
            session.service, notebook: UploadNotebook(path: try session.notebookPath()), wanted: session.wanted,
            scope: scope, deactivatingOthers: values[deactivatesOthers],
            settling: session.timeout, read: { try session.image($0) })
        let result = try await carrier.run(plan, from: registered) { progress.show($0) }
        return try await progress.end(result, requests: session.service.requests)
    }

    private static func status(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let session = try ConnectSession(folder: values[folder], values)
        let (_, registered) = try await session.look()
        guard let bundle = session.settings.buildBundle else {
            throw UsageError(
                message: "App Store Connect cannot be asked about domains",
                reason: "buildBundle is missing in \(ConnectSettings.fileName)",
                next: "add the identifier of the App Clip's bundle of a build")
        }
        let report = DomainReport(
            cached: try await session.service.cachedDomains(ofBuildBundle: bundle),
            live: try await session.service.liveDomains(ofBuildBundle: bundle), registered: registered,
            plan: ConnectPlan(from: registered, to: session.wanted))
        return try report.show(asJSON: values.wantsJSON)
    }
}
