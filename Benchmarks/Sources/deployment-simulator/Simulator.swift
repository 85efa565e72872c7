import Audit
import Foundation
import Geodesy
import Registry
import Simulation

/// Measures how good the audit is on deployments whose truth is known, and prints the figures with their targets.
@main
struct Simulator {
    /// How many series of seeds.
    private static let seriesCount = number(after: "--series") ?? 5
    /// Added to each seed: figures are judged on seeds that nobody looked at before.
    private static let seedBase = UInt64(number(after: "--seeds") ?? 0)
    private static let listsSurplus = CommandLine.arguments.contains("--surplus")

    private static func number(after option: String) -> Int? {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
        return Int(arguments[index + 1]).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// `deployment-simulator [CHAINS] [--series COUNT] [--seeds BASE] [--surplus] [--causes]`: chains in each series,
    /// how many series, and what their seeds are counted from; `--surplus` lists the findings beyond the planted ones,
    /// `--causes` leaves out what is not about causes.
    static func main() throws {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 6
        var table = Table()
        try deployments("tails as believed", .asBelieved, rounds, isPromised: true, &table)
        try deployments("worse tails (4 %, 6 times)", .worse, rounds, isPromised: true, &table)
        try deployments("wild tails (5 %, 8 times)", .wild, rounds, isPromised: false, &table)
        if CommandLine.arguments.contains("--causes") {
            table.print()
            return
        }
        try edge(&table)
        try detection(&table)
        try calibration(&table)
        table.print()
        try curve()
        // exit writes out what stands in the buffers.
        exit(table.hasMisses ? 1 : 0)
    }

    /// Small, usual and large chains take turns.
    private static let sizes = [400, 1_200, 2_400]

    /// Whole chains with planted causes. Each series of seeds is a measurement of its own: the worst one is shown, too.
    private static func deployments(
        _ name: String, _ errors: FieldErrors, _ rounds: Int, isPromised: Bool, _ table: inout Table
    ) throws {
        var whole = Score()
        var series: [Score] = []
        for first in 0..<seriesCount {
            var score = Score()
            for round in 0..<rounds {
                let seed = seedBase + UInt64(1_000 * first + round + 1)
                let deployment = try Deployment(stores: sizes[round % sizes.count], errors: errors, seed: seed)
                let auditor = Auditor(deployment.scope)
                for sighting in deployment.sightings { auditor.intake.add(sighting) }
                let outcome = auditor.outcome(keepingEveryTag: true, threads: 2)
                score.add(deployment, outcome.report(listingTags: true), seed: seed)
            }
            series.append(score)
            whole.add(score)
        }
        let alarms = series.map { Double($0.alarms) / Double(max($0.correct, 1)) }.max() ?? 0
        let named = series.map { Double($0.named) / Double(max($0.planted, 1)) }.min() ?? 0
        let (mostAlarms, leastNamed) = isPromised ? (0.001, 0.99) : (nil as Double?, nil as Double?)
        table.add(
            "\(name): correct tags called outside (\(whole.alarms) of \(whole.correct))", whole.alarms,
            of: whole.correct, atMost: mostAlarms)
        table.add("\(name): the same, worst of \(series.count) series of seeds", alarms, atMost: mostAlarms)
        table.add(
            "\(name): planted causes named right (\(whole.named) of \(whole.planted))", whole.named,
            of: whole.planted, atLeast: leastNamed)
        // A series has few causes: one miss is nearly a percent. The promise is about all of them.
        table.add("\(name): the same, worst of \(series.count) series of seeds", named)
        table.add(
            "\(name): findings about place beyond the planted (\(whole.surplus))", whole.surplus, of: whole.planted)
        table.add("\(name): tags undecided", whole.undecided, of: whole.tags)
        table.add("\(name): undecided though P >= 0.95", whole.decidable, of: whole.tags, atMost: 0)
        for miss in whole.misses { print("\(name): not named: \(miss)") }
        if listsSurplus { for extra in whole.extras { print("\(name): beyond the planted: \(extra)") } }
    }

    /// The hardest correct tags: on the very edge of the region.
    private static func edge(_ table: inout Table) throws {
        var dice = Dice(seed: 77)
        for (name, errors) in [("tails as believed", FieldErrors.asBelieved), ("worse tails", .worse)] {
            for visits in 1...3 {
                let tags = try Verdicts(radius: 100).judge(
                    100_000, visits: visits, accuracy: 12, errors: errors, &dice
                ) { _ in 99.999 }
                table.add(
                    "on the edge, \(visits) visit(s), \(name): called outside", tags.count { $0.verdict == .outside },
                    of: tags.count)
            }
        }
    }

    private static func detection(_ table: inout Table) throws {
        var dice = Dice(seed: 5)
        for (name, errors) in [("tails as believed", FieldErrors.asBelieved), ("worse tails", .worse)] {
            let accuracy = 12.0
            let sigma = try PositionError(accuracy: accuracy).sigma
            let tags = try Verdicts(radius: 100).judge(
                200_000, visits: 1, accuracy: accuracy, errors: errors, &dice
            ) { 100 + 25 * sigma + 200 * $0.uniform() }
            table.add(
                "displaced beyond r + 25 sigma, one visit, \(name): called outside",
                tags.count { $0.verdict == .outside }, of: tags.count, atLeast: 0.999)
        }
    }

    private static func calibration(_ table: inout Table) throws {
        var dice = Dice(seed: 9)
        let radius = 100.0
        let sigma = try PositionError(accuracy: 30).sigma
        // A flat prior: uniform over a disc that reaches seven deviations beyond the edge, where P has gone to 0.
        let outer = radius + 7 * sigma
        let tags = try Verdicts(radius: radius).judge(
            1_000_000, visits: 1, accuracy: 30, errors: .gaussian, model: .gaussian, &dice
        ) { outer * $0.uniform().squareRoot() }
        for decile in 0..<10 {
            let part = tags.filter { min(Int($0.probability * 10), 9) == decile }
            let mean = part.map(\.probability).reduce(0, +) / Double(max(part.count, 1))
            let share = Double(part.count { $0.distance <= radius }) / Double(max(part.count, 1))
            table.add(
                "calibration: P in \(decile * 10)-\(decile * 10 + 10) % (\(part.count)): mean P and share inside differ",
                abs(mean - share), atMost: 0.02)
        }
    }

    /// Detection against displacement beyond the edge, in deviations.
    private static func curve() throws {
        var dice = Dice(seed: 21)
        print("\nshare called outside, by displacement beyond the edge in sigma (accuracy 12 m, radius 100 m)\n")
        print("sigma  gaussian: 1 visit  2      3      tails: 1 visit  2      3")
        let sigma = try PositionError(accuracy: 12).sigma
        for displacement in [0.0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25] {
            var cells: [String] = []
            for errors in [FieldErrors.gaussian, .asBelieved] {
                for visits in 1...3 {
                    let tags = try Verdicts(radius: 100).judge(
                        4_000, visits: visits, accuracy: 12, errors: errors, &dice
                    ) { _ in 100 + displacement * sigma }
                    cells.append(Table.percent(Double(tags.count { $0.verdict == .outside }) / Double(tags.count)))
                }
            }
            print(Table.padded("\(displacement)", 6), cells.map { Table.padded($0, 9) }.joined())
        }
    }
}
