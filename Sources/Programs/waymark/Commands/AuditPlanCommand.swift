import API
import ArgumentParsing
import Audit
import AuditPages
import CSV
import Faults
import Languages
import Registry
import UnixSystem

/// Which tags of a batch to scan, decided before the walk.
enum AuditPlanCommand {
    private static let batch = Option.required(
        "batch", .identifier("B") as Conversion<BatchName>, help: "the batch")
    private static let limit = Option.required(
        "limit", .percentage, help: "the share of misplaced tags above which the batch must be caught")
    private static let confidence = Option.defaulting(
        to: 0.95, shownAs: "95%", "confidence", .percentage, help: "how probably it must be caught")
    private static let seed = Option.defaulting(
        to: 1, "seed", .integer(in: 0...Int.max), help: "another number draws another sample")
    private static let output = Option.optional(
        "output", .file, help: "write the tags to scan to this file, .csv or .xlsx, for audit --plan")

    private static let reports = Option.repeated(
        "report", .file,
        help: "also write a checklist by store: an .html to print or tick, or a .csv or .xlsx, also for --plan"
    )

    private static let language = Option.defaulting(
        to: TextLanguage.english, shownAs: "en", "language", .choice(of: TextLanguage.self),
        help: "the language of an .html checklist")

    static let command = Command(
        "plan", abstract: "Says which tags of a batch to scan, so that too many misplaced ones are caught.",
        discussion: """
            The batch is accepted when none of the tags to scan is misplaced. If more than the limit of all its tags are, that \
            happens at most with the probability that the confidence leaves over, wherever in the chain they are.
            """,
        examples: [
            Example(
                "Plan a walk", "waymark audit plan --batch fruta-qr --limit 1% --confidence 95% --output plan.csv"),
            Example(
                "A checklist for the walk", "waymark audit plan --batch fruta-qr --limit 1% --report checklist.html"),
        ],
        parameters: [batch, limit, confidence, seed, output, reports, language],
        furtherExitStatuses: [.daemonUnreachable, .noPermission], run: run)

    /// The answer as `--json` gives it.
    private struct Document: Encodable {
        struct Part: Encodable {
            let store: String
            let tags: Int
        }

        let schema = 1
        let batch: String
        let size: Int
        let sample: Int
        let limit: Double
        let confidence: Double
        let seed: UInt64
        let stores: [Part]
        let tags: [String]
    }

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let endings = SavedTable.endings + ["html"]
        for path in values[reports] where !endings.contains(where: path.hasSuffix) {
            throw UsageError(
                message: "\(path) cannot be written", reason: "its name ends in none of .csv, .xlsx and .html",
                next: "end --report in the form that you want")
        }
        let detail = try await Daemon.client(values).batch(values[batch])
        let plan = SamplingPlan(
            batch: detail.batch.name, tags: detail.batch.tags, limit: values[limit], confidence: values[confidence],
            seed: UInt64(values[seed]))
        func table(_ csv: [UInt8], _ path: String) throws -> [UInt8] {
            try SavedTable.bytes(
                csv, for: path, numbers: SampleFile.schema.numbers.union(["size"]), sheet: "Plan")
        }
        if let path = values[output] { try File.writeAtomically(try table(SampleFile.bytes(plan), path), to: path) }
        if !values[reports].isEmpty {
            let checklist = Checklist(plan, stores: try await Daemon.client(values).stores().stores)
            for path in values[reports] {
                let bytes =
                    path.hasSuffix(".html") ? try checklist.html(in: values[language]) : try table(checklist.csv, path)
                try File.writeAtomically(bytes, to: path)
            }
        }
        if values.wantsJSON {
            let stores = plan.perStore.map { Document.Part(store: $0.store.text, tags: $0.tags) }
            Terminal.result(
                try JSONText.document(
                    Document(
                        batch: plan.batch.text, size: plan.size, sample: plan.sample.count, limit: plan.limit,
                        confidence: plan.confidence, seed: plan.seed, stores: stores, tags: plan.sample.map(\.id.text)))
            )
            return .done
        }
        var table = Table(["STORE", "TAG", "PLACEMENT"])
        for tag in plan.sample { table.append([tag.store.text, tag.id.text, tag.placement]) }
        Terminal.result(
            "scan \(plan.sample.count) of the \(plan.size) tags of batch \(plan.batch), at \(count(plan.perStore.count, "store"))"
        )
        Terminal.result(plan.drawing)
        Terminal.result(plan.arithmetic)
        Terminal.result(table.text)
        return .done
    }
}

extension Conversion where Value == Double {
    /// `1%` or `0.01`, above 0 and below 100 %.
    static var percentage: Conversion<Double> {
        Conversion(valueName: "P%", expecting: "a share such as 1% or 0.01, above 0 and below 100%") { text in
            let isPercent = text.hasSuffix("%")
            guard let number = Double(isPercent ? String(text.dropLast()) : text) else { return nil }
            let share = isPercent ? number / 100 : number
            return share > 0 && share < 1 ? share : nil
        }
    }
}
