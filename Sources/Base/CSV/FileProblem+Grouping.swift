extension FileProblem {
    /// What is wrong, each reason of a file once, with every line that it holds for: `stores.csv:2-5,9: ...`. In the
    /// order in which the reasons first occur.
    public static func sentences(_ problems: [FileProblem]) -> [String] {
        struct Cause: Hashable {
            let file: String
            let reason: String
        }
        var order: [Cause] = []
        var lines: [Cause: [Int]] = [:]
        for problem in problems {
            let cause = Cause(file: problem.file, reason: problem.reason)
            if lines[cause] == nil { order.append(cause) }
            lines[cause, default: []] += problem.line.map { [$0] } ?? []
        }
        return order.map { cause in
            let places = ranges(of: lines[cause] ?? [])
            return "\(cause.file)\(places.isEmpty ? "" : ":\(places)"): \(cause.reason)"
        }
    }

    /// Numbers as text, neighbours as one range: `2-5,9`.
    private static func ranges(of lines: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for line in Set(lines).sorted() {
            if let last = ranges.last, last.upperBound + 1 == line {
                ranges[ranges.count - 1] = last.lowerBound...line
            } else {
                ranges.append(line...line)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}
