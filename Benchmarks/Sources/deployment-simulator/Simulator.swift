import Audit
import Foundation
import Geodesy
import Registry
import Simulation

/// Measures how good the audit is on deployments whose truth is known, and prints the figures with their targets.
@main
struct Simulator {
    static func main() throws {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
        var table = Table()
        try deployments("tails as believed", .asBelieved, rounds, isPromised: true, &table)
        try deployments("worse tails (4 %, 6 times)", .worse, rounds, isPromised: true, &table)
        try deployments("wild tails (5 %, 8 times)", .wild, rounds, isPromised: false, &table)
        try edge(&table)
        try detection(&table)
        try calibration(&table)
        table.print()
        try curve()
        // exit writes out what stands in the buffers.
        exit(table.hasMisses ? 1 : 0)
    }

    /// Whole chains with planted causes.
    private static func deployments(
        _ name: String, _ errors: FieldErrors, _ rounds: Int, isPromised: Bool, _ table: inout Table
    ) throws {
        var (correct, alarms, undecided, decidable, named, planted, extra, tags) = (0, 0, 0, 0, 0, 0, 0, 0)
        var missed: [FindingCode: Int] = [:]
        var beyond: [FindingCode: Int] = [:]
        for round in 0..<rounds {
            let deployment = try Deployment(stores: 1_200, errors: errors, seed: UInt64(round + 1))
            let auditor = Auditor(deployment.scope)
            for sighting in deployment.sightings { auditor.add(sighting) }
            let report = auditor.outcome(keepingEveryTag: true, threads: 2).report(listingTags: true)
            for tag in report.tags ?? [] {
                tags += 1
                if tag.verdict == .undecided { undecided += 1 }
                let isContradictory = tag.verdict == .undecided && report.isContradictory(tag)
                if tag.verdict == .undecided, !isContradictory, (tag.probability ?? 0) >= 0.95 { decidable += 1 }
                guard let name = tag.tag, deployment.correct.contains(name) else { continue }
                correct += 1
                if tag.verdict == .outside { alarms += 1 }
            }
            planted += deployment.causes.count
            var used: Set<Int> = []
            for cause in deployment.causes {
                if let index = report.findings.firstIndex(where: cause.isNamed) {
                    named += 1
                    used.insert(index)
                } else {
                    missed[cause.code, default: 0] += 1
                }
            }
            let placing: Set<FindingCode> = [
                .swapped, .misdelivered, .moved, .misplaced, .regionSuspect, .cloned, .foreign,
            ]
            for (index, finding) in report.findings.enumerated() where !used.contains(index) {
                guard placing.contains(finding.code) else { continue }
                extra += 1
                beyond[finding.code, default: 0] += 1
            }
        }
        table.add(
            "\(name): correct tags called outside (of \(correct))", alarms, of: correct,
            atMost: isPromised ? 0.001 : nil)
        table.add(
            "\(name): planted causes named right (of \(planted))", named, of: planted, atLeast: isPromised ? 0.99 : nil)
        table.add("\(name): findings about place beyond the planted", extra, of: planted)
        table.add("\(name): tags undecided", undecided, of: tags)
        table.add("\(name): undecided though P >= 0.95", decidable, of: tags, atMost: 0)
        if !beyond.isEmpty { print("\(name): beyond: \(beyond.map { "\($0.key) \($0.value)" }.sorted())") }
        if !missed.isEmpty { print("\(name): not named: \(missed.map { "\($0.key) \($0.value)" }.sorted())") }
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

extension AuditReport {
    /// Whether the tag is undecided because its visits contradict each other.
    func isContradictory(_ tag: TagReport) -> Bool {
        findings.contains { finding in
            (finding.code == .inconsistent || finding.code == .moved || finding.code == .cloned)
                && finding.tags.contains(tag.tag ?? tag.url)
        }
    }
}

extension PlantedCause {
    /// The right code, the right stores, and nearly all of the tags: some may be too vague to go along.
    func isNamed(by finding: Finding) -> Bool {
        let found = Set(finding.stores)
        let isThere =
            stores.isEmpty || stores == found
            || found.subtracting(stores).isSubset(of: neighbours) && stores.subtracting(found).count == 1
                && found.count == stores.count
        guard finding.code == code, isThere else { return false }
        let named = Set(finding.tags)
        let common = tags.intersection(named)
        return Double(common.count) >= 0.7 * Double(tags.count) && common.count == named.count
    }
}
