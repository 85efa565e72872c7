import Audit
import Registry
import Simulation

/// How an audit of deployments with known truth did.
struct Score {
    private(set) var correct = 0
    private(set) var alarms = 0
    private(set) var tags = 0
    private(set) var undecided = 0
    /// Undecided though the rule decides them: none may be.
    private(set) var decidable = 0
    private(set) var planted = 0
    private(set) var named = 0
    /// Findings about place that no planted cause asks for.
    private(set) var surplus = 0
    /// Each planted cause that was not named, and what was said instead.
    private(set) var misses: [String] = []
    /// Each finding beyond the planted.
    private(set) var extras: [String] = []

    /// Causes that say where tags are.
    private static let placing: Set<FindingCode> = [
        .swapped, .misdelivered, .moved, .misplaced, .regionSuspect, .cloned, .foreign,
    ]

    mutating func add(_ deployment: Deployment, _ report: AuditReport, seed: UInt64) {
        for tag in report.tags ?? [] { count(tag, report, deployment) }
        planted += deployment.causes.count
        var used: Set<Int> = []
        for cause in deployment.causes {
            if let index = report.findings.firstIndex(where: cause.isNamed) {
                named += 1
                used.insert(index)
            } else {
                misses.append("seed \(seed): \(Self.text(of: cause)) <- \(Self.said(report, about: cause))")
            }
        }
        for (index, finding) in report.findings.enumerated() where !used.contains(index) {
            guard Self.placing.contains(finding.code) else { continue }
            surplus += 1
            extras.append("seed \(seed): \(Self.text(of: finding))")
        }
    }

    private mutating func count(_ tag: TagReport, _ report: AuditReport, _ deployment: Deployment) {
        tags += 1
        if tag.verdict == .undecided {
            undecided += 1
            if (tag.probability ?? 0) >= 0.95, !report.isContradictory(tag) { decidable += 1 }
        }
        guard let name = tag.tag, deployment.correct.contains(name) else { return }
        correct += 1
        if tag.verdict == .outside { alarms += 1 }
    }

    mutating func add(_ other: Score) {
        correct += other.correct
        alarms += other.alarms
        tags += other.tags
        undecided += other.undecided
        decidable += other.decidable
        planted += other.planted
        named += other.named
        surplus += other.surplus
        misses += other.misses
        extras += other.extras
    }

    private static func text(of cause: PlantedCause) -> String {
        "\(cause.code.rawValue) \(cause.stores.sorted()) \(cause.tags.count) tags \(cause.tags.sorted().prefix(2))"
    }

    private static func text(of finding: Finding) -> String {
        "\(finding.code.rawValue) \(finding.stores) \(finding.tags.count) tags \(finding.tags.prefix(2))"
            + " p \(finding.evidence.p ?? -1)"
    }

    /// What was said about a cause's tags, and their verdicts.
    private static func said(_ report: AuditReport, about cause: PlantedCause) -> String {
        let findings = report.findings.filter { !cause.tags.isDisjoint(with: $0.tags) }.map(text)
        var verdicts: [String: Int] = [:]
        for tag in report.tags ?? [] where cause.tags.contains(tag.tag ?? tag.url) {
            verdicts["\(tag.verdict?.rawValue ?? "none") at \(tag.foundStore ?? "-")", default: 0] += 1
        }
        return "\(findings.isEmpty ? "nothing" : findings.joined(separator: "; ")) | \(verdicts)"
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
