import API
import AppClips
import ArgumentParsing
import Audit
import AuditPages
import CSV
import Faults
import Foundation
import Registry
import SightingFiles
import UnixSystem

enum AuditCommand {
    private static let sightings = Option.list(
        "sightings", .file,
        help:
            "where tags were seen: CSV, JSON Lines, GeoJSON, GPX, photographs, any of them gzipped; - for standard input"
    )
    private static let since = Option.optional(
        "since", .moment, help: "audit what the registry has from this date on, not only what came in last")
    private static let live = Option.flag(
        "live", help: "walk with a reader: each tag is checked immediately, at the position that gpsd gives")
    private static let place = Option.optional(
        "at", .text, valueName: "STORE|LAT,LON", help: "live without gpsd: where you are")
    private static let reader = Option.optional(
        "reader", .identifier("R") as Conversion<ReaderName>, help: "live: the reader, if there are several")
    private static let device = Option.optional(
        "device", .text, valueName: "D", help: "live: who walks; kept as a keyed digest only")
    private static let confirmations = Option.list(
        "confirmations", .file, help: "what location confirmation answered customers: time,url,outcome")
    private static let staleAfter = Option.optional(
        "stale-after", .integer(in: 1...36_500), valueName: "DAYS", help: "tell which tags were not seen for so long")
    private static let plan = Option.optional(
        "plan", .file, help: "a file of audit plan: says whether its batch is accepted")
    private static let everything = Option.flag(
        "all", help: "audit everything that was ever imported; what is settled is not judged again")
    private static let batch = Option.optional(
        "batch", .identifier("B") as Conversion<BatchName>, help: "look for missing tags in this batch only")
    private static let stores = Option.optional("stores", .file, help: "audit on files alone: the stores")
    private static let experiences = Option.optional("experiences", .file, help: "on files alone: the experiences")
    private static let tags = Option.optional("tags", .file, help: "on files alone: a batch file of the deployed tags")
    private static let templates = Option.repeated(
        "template", .text, valueName: "T", help: "on files alone: how a URL names its store and tag")
    private static let reports = Option.repeated(
        "report", .file,
        help:
            "also write a page to an .html, findings to a .csv or .xlsx, a map to a .geojson, or everything to a .json file"
    )

    static let command = Command(
        "audit", abstract: "Compares where tags were seen with the regions of the stores that their URLs name.",
        discussion: """
            The format of sightings is recognised by the file's contents, not by its name. Phones give the circle that holds the position \
            with 68 %, gpsd with 95 %: a row's source or confidence says which. Without --stores the daemon's registry is \
            what sightings are compared with, and it keeps them. Without --sightings it audits what was imported \
            (waymark sightings import) and no audit has read yet. Findings come with the next step. The exit status is 0 without \
            findings, 2 with findings, 3 when rows of the sightings were bad. Accepted findings do not count.

            With --live each tag that is put on a reader is judged on the spot; Ctrl-C ends the walk and audits it. With \
            --plan it says what is still to be scanned, and ends when nothing is.
            """,
        examples: [
            Example("Audit a walk", "waymark audit --sightings walk.csv --report findings.csv"),
            Example("Audit a walk, for the area manager", "waymark audit --sightings walk.csv --report audit.html"),
            Example("Audit photographs of the signs", "waymark audit --sightings photographs/*.jpg"),
            Example("Audit a walk that followed a plan", "waymark audit --sightings walk.csv --plan plan.csv"),
            Example("Audit all that was ever seen", "waymark audit --all"),
            Example("Walk with a reader and a GPS receiver", "waymark audit --live --plan plan.csv"),
            Example("Walk with a reader alone", "waymark audit --live --at cupertino"),
            Example(
                "Audit without a daemon",
                "waymark audit --stores stores.csv --experiences experiences.csv "
                    + "--template 'https://fruta.example/store/{store}{?tag}' --sightings walk.csv"),
        ],
        parameters: [
            sightings, confirmations, SightingInput.accuracy, SightingInput.confidence, since, everything, staleAfter,
            plan, batch,
            live, place, PositionSource.gpsd,
            reader, device, stores, experiences, tags, templates, reports,
        ],
        rules: [
            .atMostOne(batch, stores), .atMostOne(live, sightings), .atMostOne(live, since), .atMostOne(live, stores),
            .atMostOne(sightings, since), .atMostOne(everything, since), .atMostOne(everything, sightings),
            .atMostOne(everything, live), .atMostOne(everything, stores), .atMostOne(place, PositionSource.gpsd),
            .requires(place, live), .requires(PositionSource.gpsd, live), .requires(reader, live),
            .requires(device, live),
            .requires(stores, experiences), .requires(experiences, stores),
            .requires(tags, stores), .requires(templates, stores),
        ],
        furtherExitStatuses: [.findings, .partlyDone, .daemonUnreachable, .timedOut, .noPermission],
        subcommands: [AuditPlanCommand.command], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        for path in values[reports]
        where !(SavedTable.endings + ["geojson", "html", "json"]).contains(
            path.split(separator: ".").last.map(String.init) ?? "")
        {
            throw UsageError(
                message: "\(path) cannot be written",
                reason: "its name ends in none of .csv, .xlsx, .geojson, .html and .json",
                next: "end --report in the form that you want")
        }
        guard values[stores] == nil || !(values[sightings] + values[confirmations]).isEmpty else {
            throw UsageError(
                message: "nothing can be audited", reason: "an audit on files alone needs sightings or confirmations",
                next: "name a file of them: --sightings FILE or --confirmations FILE")
        }
        let input = try SightingInput(
            sightings: values[sightings], confirmations: values[confirmations],
            defaults: SightingInput.defaults(values))
        let listsTags = values[Global.json] == .value(.tags)
        let plain =
            if values[live] {
                try await walk(values, listsTags)
            } else if let storesFile = values[stores], let experiencesFile = values[experiences] {
                try await FileAudit(
                    stores: storesFile, experiences: experiencesFile, tags: values[tags], templates: values[templates]
                ).answer(
                    FileAudit.Question(
                        input: input, listsTags: listsTags, wantsMap: wantsMap(values),
                        staleAfterDays: values[staleAfter],
                        plan: try values[plan].map { try SampleFile(ImportFile.read($0), file: $0) }))
            } else {
                try await askDaemon(values, input, listsTags: listsTags)
            }
        let answer = input.told(plain)
        for warning in answer.warnings { Terminal.note("warning: \(warning)") }
        for sentence in FileProblem.sentences(answer.report.badRows?.problems ?? []) {
            Terminal.note("bad row: \(sentence)")
        }
        if let bad = answer.report.badRows, bad.count > bad.problems.count {
            Terminal.note("bad rows: \(bad.count - bad.problems.count) more")
        }
        for line in input.accuracyAdvice(answer.report.badRows?.problems ?? []) { Terminal.note(line) }
        if values.wantsJSON {
            Terminal.result(try JSONText.document(answer.report))
        } else {
            Terminal.result(answer.report.text, terminator: "")
            let lives = answer.lives.filter { $0.state != .accepted }
            if !lives.isEmpty {
                let counts = KeptFinding.State.allCases.map { state in (state, lives.count { $0.state == state }) }
                let list = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
                Terminal.result("\n\(list); see: waymark finding list")
            }
        }
        // Last: a file that cannot be written does not cost the findings.
        for path in values[reports] { try write(answer, to: path) }
        return ArgumentParsing.ExitStatus(rawValue: answer.report.exitStatus) ?? .failed
    }

    private static func walk(_ values: ParsedValues, _ listsTags: Bool) async throws -> AuditAnswer {
        let client = Daemon.client(values)
        let plan = try values[plan].map { AuditRequest.File(name: $0, content: Data(try ImportFile.read($0))) }
        let position: PositionSource =
            if let place = values[place] {
                try await .stated(place, client)
            } else {
                .measured(try PositionSource.asking(values[PositionSource.gpsd]))
            }
        let live = LiveWalk(
            client: client, reader: values[reader], position: position, device: values[device],
            plan: try plan.map { try SampleFile(Array($0.content), file: $0.name) }, asJSON: values.wantsJSON)
        let walk = try await live.run()
        return try await client.endWalk(
            walk.id,
            WalkEnd(plan: plan, batch: values[batch], listsTags: listsTags, wantsMap: wantsMap(values)))
    }

    private static func askDaemon(
        _ values: ParsedValues, _ input: SightingInput, listsTags: Bool
    ) async throws -> AuditAnswer {
        let request = AuditRequest(
            batch: values[batch], listsTags: listsTags, wantsMap: wantsMap(values), staleAfterDays: values[staleAfter],
            plan: try values[plan].map { AuditRequest.File(name: $0, content: Data(try ImportFile.read($0))) },
            since: values[since], everything: values[everything])
        let client = Daemon.client(values)
        if input.isEmpty { return try await client.audit(request) }
        let draft = try await client.openAudit(request)
        try await input.send(for: draft, to: client)
        return try await client.endAudit(draft.id)
    }

    private static func wantsMap(_ values: ParsedValues) -> Bool {
        values[reports].contains { $0.hasSuffix(".geojson") || $0.hasSuffix(".html") }
    }

    private static func write(_ answer: AuditAnswer, to path: String) throws {
        let bytes: [UInt8]
        if SavedTable.endings.contains(where: path.hasSuffix) {
            bytes = try SavedTable.bytes(answer.report.csv, for: path, numbers: [], sheet: "Findings")
        } else if path.hasSuffix(".geojson") {
            bytes = Array(answer.map ?? Data())
        } else if path.hasSuffix(".html") {
            let map = try JSONDecoder().decode(AuditMap.self, from: answer.map ?? Data())
            bytes = try ReportPage(answer.report, words: answer.words, map: map, made: FileAudit.now).html()
        } else {
            bytes = Array(try JSONText.document(answer.report).utf8)
        }
        try File.writeAtomically(bytes, to: path)
    }
}
