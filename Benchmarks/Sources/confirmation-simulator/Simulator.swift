/// How soon misplaced tags are found when nothing but customers' phones sees them: 1 000 stores, 100 tags that hang
/// elsewhere from the 31st day on, an audit every evening for 60 days more.
@main
struct Simulator {
    private static let tags = 1_000
    private static let misplaced = 0..<100
    private static let movingDay = 30
    private static let days = 90

    /// `confirmation-simulator [SEED]`
    static func main() throws {
        let seed = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
        print(
            "scans a day   correct refused   found   days: median  95 %   phones refused: median  95 %   suspected wrongly"
        )
        for refusalRate in [0.02, 0.05] {
            for scans in [0.2, 1, 5, 25] {
                try measure(Chain.Customers(scansADay: scans, refusalRate: refusalRate), seed: seed)
            }
        }
    }

    private static func measure(_ customers: Chain.Customers, seed: UInt64) throws {
        var chain = try Chain(tags: tags, misplaced: misplaced, from: movingDay, customers, seed: seed)
        var found: [Int: (days: Int, phones: Int)] = [:]
        var (wrongly, looks) = (0, 0)
        for day in 0..<days {
            let suspected = chain.live(day: day)
            let correct = day < movingDay ? 0..<tags : misplaced.upperBound..<tags
            wrongly += suspected.count(where: correct.contains)
            looks += correct.count
            guard day >= movingDay else { continue }
            for tag in misplaced where suspected.contains(tag) && found[tag] == nil {
                found[tag] = (day - movingDay + 1, chain.refusedPhones[tag]?.count ?? 0)
            }
        }
        let days = found.values.map(\.days).sorted()
        let phones = found.values.map(\.phones).sorted()
        let columns = [
            (String(customers.scansADay), 14), (percent(customers.refusalRate), 18),
            ("\(found.count)/\(misplaced.count)", 15), (at(0.5, of: days), 8), (at(0.95, of: days), 23),
            (at(0.5, of: phones), 8), (at(0.95, of: phones), 7), (percent(Double(wrongly) / Double(looks)), 0),
        ]
        print(columns.map { $0.0 + String(repeating: " ", count: max(0, $0.1 - $0.0.count)) }.joined())
    }

    private static func at(_ share: Double, of sorted: [Int]) -> String {
        sorted.isEmpty ? "-" : String(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))])
    }

    /// Two decimals.
    private static func percent(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        return "\(hundredths / 100).\(String(100 + hundredths % 100).dropFirst()) %"
    }
}
