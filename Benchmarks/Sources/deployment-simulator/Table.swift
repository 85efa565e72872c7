/// Figures with their targets.
struct Table {
    private var rows: [(name: String, value: String, target: String, isMet: Bool?)] = []

    var hasMisses: Bool { rows.contains { $0.isMet == false } }

    mutating func add(
        _ name: String, _ count: Int, of total: Int, atMost: Double? = nil, atLeast: Double? = nil
    ) {
        add(name, Double(count) / Double(max(total, 1)), atMost: atMost, atLeast: atLeast)
    }

    mutating func add(_ name: String, _ share: Double, atMost: Double? = nil, atLeast: Double? = nil) {
        let isMet = atMost.map { share <= $0 } ?? atLeast.map { share >= $0 }
        let target = atMost.map { "<= \(Self.percent($0))" } ?? atLeast.map { ">= \(Self.percent($0))" } ?? ""
        rows.append((name, Self.percent(share), target, isMet))
    }

    func print() {
        let width = rows.map(\.name.count).max() ?? 0
        for row in rows {
            let mark = row.isMet.map { $0 ? "ok" : "MISSED" } ?? ""
            Swift.print(
                Self.padded(row.name, width + 2) + Self.padded(row.value, 11) + Self.padded(row.target, 12) + mark)
        }
    }

    /// Three decimals of a percent.
    static func percent(_ share: Double) -> String {
        let thousandths = Int((share * 100_000).rounded())
        let decimals = String(1_000 + thousandths % 1_000).dropFirst()
        return "\(thousandths / 1_000).\(decimals) %"
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
