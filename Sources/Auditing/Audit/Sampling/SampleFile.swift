public import CSV
internal import Faults
internal import Registry

/// A sampling plan as a file: what to scan, for the person who walks the stores, and for the audit afterwards.
///
/// `tag,store,placement,batch,limit,confidence`, and, since the arithmetic is reported, `size,seed`.
public struct SampleFile: Sendable, Equatable {
    public static let schema = TableSchema(
        required: ["tag", "store", "placement", "batch", "limit", "confidence"], optional: ["size", "seed"],
        numbers: ["limit", "confidence"])

    public let batch: String
    public let limit: Double
    public let confidence: Double
    /// How many tags the batch had when the plan was drawn; nil in plans that do not state it.
    public let size: Int?
    /// Identifiers of the tags to scan.
    public let tags: [String]

    /// A plan's file.
    public static func bytes(_ plan: SamplingPlan) -> [UInt8] {
        var writer = RowWriter(schema.names, numbers: schema.numbers)
        for tag in plan.sample {
            writer.append([
                tag.id.text, tag.store.text, tag.placement, plan.batch.text, "\(plan.limit)", "\(plan.confidence)",
                "\(plan.size)", "\(plan.seed)",
            ])
        }
        return writer.take()
    }

    /// Reads a plan's file; a bad row, or rows of several plans, refuse it.
    public init(_ bytes: [UInt8], file: String) throws {
        var problems: [FileProblem] = []
        var tags: [String] = []
        var known: Set<String> = []
        var plans: Set<[String]> = []
        _ = try TableReader.read(bytes, file: file, schema: Self.schema) { event in
            switch event {
            case .problem(let problem): problems.append(problem)
            case .row(let row):
                let plan = ["batch", "limit", "confidence", "size", "seed"].map { row[$0] ?? "" }
                guard let tag = row["tag"], !tag.isEmpty, Self.isShare(plan[1]), Self.isShare(plan[2]),
                    plan[3].isEmpty || Int(plan[3]).map({ $0 > 0 }) == true
                else {
                    problems.append(
                        FileProblem(file: file, line: row.line, reason: "tag, limit, confidence or size is wrong"))
                    return
                }
                if !known.insert(tag).inserted {
                    problems.append(FileProblem(file: file, line: row.line, reason: "tag \(tag) is in it twice"))
                }
                if plans.insert(plan).inserted, plans.count > 1 {
                    problems.append(FileProblem(file: file, line: row.line, reason: "it belongs to another plan"))
                }
                tags.append(tag)
            }
        }
        guard problems.isEmpty, let plan = plans.first else {
            let empty = FileProblem(file: file, reason: "it has no rows")
            throw FileError(code: .rows, file: file, problems: problems.isEmpty ? [empty] : problems)
        }
        batch = plan[0]
        limit = Double(plan[1]) ?? 0
        confidence = Double(plan[2]) ?? 0
        size = Int(plan[3])
        self.tags = tags
        guard size.map({ $0 >= tags.count }) ?? true else {
            let problem = FileProblem(file: file, reason: "it has more tags than its batch")
            throw FileError(code: .rows, file: file, problems: [problem])
        }
    }

    /// Above 0 and below 1.
    private static func isShare(_ text: String) -> Bool {
        DecimalNumber.parse(Array(text.utf8)[...]).map { $0 > 0 && $0 < 1 } ?? false
    }
}
